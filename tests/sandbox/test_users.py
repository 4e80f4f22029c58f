"""The users' side: what people say, who is told, and what a client would not let them do."""

import asyncio
from typing import Any

import pytest

from sandbox.client import Control, Refused, Visitor, buttons_of, text_of
from sandbox.errors import Json
from sandbox.server import Sandbox
from tests.sandbox.conftest import Api

V2 = 1 << 15


async def test_what_one_says_the_others_see(ana: Visitor, ben: Visitor) -> None:
    said = await ana.say(f"hello <@{ben.id}>", "tavern")
    seen = await ben.wait_for(lambda message: message["id"] == said["id"])

    assert seen["author"]["global_name"] == "Ana"
    assert [each["id"] for each in seen["mentions"]] == [ben.id]
    body = {"channel_id": said["channel_id"], "content": "hello you", "reply_to": said["id"]}
    answer = await ben.ask("POST", "api/messages", body)
    assert answer["type"] == 19
    assert answer["referenced_message"]["id"] == said["id"]
    assert [each["id"] for each in answer["mentions"]] == [ana.id]


@pytest.mark.parametrize(("content", "taken"), [("x" * 2000, True), ("x" * 2001, False), (" ", False)])
async def test_how_long_a_message_may_be(content: str, taken: bool, ana: Visitor) -> None:
    if taken:
        assert (await ana.say(content))["content"] == content
    else:
        with pytest.raises(Refused) as refused:
            await ana.say(content)
        assert refused.value.status == 400


async def test_own_messages_can_be_deleted_and_no_others(ana: Visitor, ben: Visitor) -> None:
    said = await ana.say("oops")
    path = f"api/channels/{said['channel_id']}/messages/{said['id']}"

    with pytest.raises(Refused) as refused:
        await ben.ask("DELETE", path)
    assert refused.value.status == 403
    await ana.ask("DELETE", path)
    await ben.until(lambda: any(each["type"] == "message_delete" for each in ben.frames) or None)
    assert await ben.messages("races") == []


async def test_messages_come_oldest_first_and_in_pages(ana: Visitor) -> None:
    said = [await ana.say(str(number)) for number in range(5)]
    races = ana.channel("races")["id"]

    async def contents(**query: Any) -> list[str]:
        found = await ana.ask("GET", f"api/channels/{races}/messages", **query)
        return [each["content"] for each in found]

    assert await contents() == ["0", "1", "2", "3", "4"]
    assert await contents(limit=2) == ["3", "4"]
    assert await contents(limit=2, before=said[3]["id"]) == ["1", "2"]
    assert await contents(after=said[3]["id"]) == ["4"]
    with pytest.raises(Refused):
        await contents(limit="all")


async def test_somebody_joins(control: Control, sandbox: Sandbox, ana: Visitor) -> None:
    body = {"name": "Dora", "spectator": True}
    async with control.session.post(f"{sandbox.page_url}api/users", json=body) as response:
        dora = await response.json()
        assert response.status == 201
    await ana.until(lambda: "Dora" in str(ana.state["guild"]["members"]) or None)

    async with await control.visitor("Dora") as visitor:
        assert visitor.state["me"]["spectator"]
        assert visitor.id == dora["id"]
    for name in "", "x" * 33, 7:
        async with control.session.post(f"{sandbox.page_url}api/users", json={"name": name}) as response:
            assert response.status == 400


def message_with(*parts: Json) -> Json:
    return {"flags": V2, "components": [{"type": 1, "components": [part]} for part in parts]}


def select(**more: Any) -> Json:
    options = [{"label": each, "value": each} for each in "abc"]
    return {"type": 3, "custom_id": "s", "options": options} | more


@pytest.mark.parametrize(
    ("part", "values", "status"),
    [
        (select(), ["a"], 202),
        (select(), ["d"], 400),
        (select(), [], 400),
        (select(), ["a", "b"], 400),
        (select(min_values=0), [], 202),
        (select(max_values=2), ["a", "b"], 202),
        (select(max_values=2), ["a", "a"], 400),
        (select(min_values=2, max_values=3), ["a"], 400),
        (select(disabled=True), ["a"], 409),
        ({"type": 5, "custom_id": "s"}, ["{ana}"], 202),
        ({"type": 5, "custom_id": "s"}, ["7"], 400),
        ({"type": 8, "custom_id": "s"}, ["{races}"], 202),
        ({"type": 8, "custom_id": "s"}, ["{ana}"], 400),
        ({"type": 2, "style": 1, "label": "Go", "custom_id": "s"}, [], 202),
        ({"type": 2, "style": 1, "label": "Go", "custom_id": "s", "disabled": True}, [], 409),
        ({"type": 2, "style": 1, "label": "Go", "custom_id": "other"}, [], 404),
    ],
)
async def test_what_can_be_pressed_and_chosen(
    part: Json, values: list[str], status: int, api: Api, ana: Visitor
) -> None:
    message = await api.sent(message_with(part))
    filled = [each.format(ana=ana.id, races=api.races) for each in values]
    body = {
        "channel_id": api.races,
        "message_id": message["id"],
        "custom_id": "s",
        "values": filled,
    }

    async with ana.session.post(f"{ana.base}/api/components", json=body) as response:
        assert response.status == status
        assert ("interaction_id" if status == 202 else "error") in await response.json()


async def test_a_message_that_is_gone_cannot_be_pressed(api: Api, ana: Visitor) -> None:
    body = {"channel_id": api.races, "message_id": "1", "custom_id": "s"}

    with pytest.raises(Refused) as refused:
        await ana.ask("POST", "api/components", body)
    assert refused.value.status == 404


@pytest.mark.parametrize("body", [b"[1]", b"{", b'{"content": 7}', b"{}"])
async def test_a_request_that_makes_no_sense(body: bytes, ana: Visitor) -> None:
    for path in "messages", "commands", "autocomplete", "components", "modals":
        async with ana.session.post(f"{ana.base}/api/{path}", data=body) as response:
            assert response.status in (400, 404)
            assert (await response.json())["error"]


async def test_typing_and_coming_and_going_are_told(api: Api, ana: Visitor) -> None:
    await api.ask("POST", f"/channels/{api.races}/typing")
    frame = await ana.until(lambda: next((each for each in ana.frames if each["type"] == "typing"), None))

    assert (frame["channel_id"], frame["user_id"]) == (api.races, api.app)
    assert ana.state["bot_online"] is False


async def test_the_client_says_what_it_waited_for(ana: Visitor) -> None:
    await ana.say("something else")
    with pytest.raises(AssertionError, match="something else"):
        await ana.wait_for(lambda message: text_of(message) == "never", timeout=0.1)
    with pytest.raises(AssertionError, match="no button"):
        await ana.press((await ana.messages("races"))[0], "Go")


async def test_all_text_of_a_message_is_found(api: Api) -> None:
    parts = [
        {"type": 10, "content": "one"},
        {"type": 1, "components": [{"type": 2, "style": 1, "label": "two", "custom_id": "a"}]},
        {"type": 1, "components": [select(placeholder="three")]},
        {"type": 12, "items": [{"media": {"url": "attachment://a.png"}, "description": "four"}]},
    ]
    shown = await api.sent({"flags": V2, "components": parts}, {"a.png": b"x"})
    old = await api.sent({"content": "five", "embeds": [{"title": "six", "footer": {"text": "seven"}}]})

    assert all(each in text_of(shown) for each in ("one", "two", "three", "four"))
    assert all(each in text_of(old) for each in ("five", "six", "seven"))
    assert [each["label"] for each in buttons_of(shown)] == ["two"]


async def test_two_pages_of_one_user_see_the_same(control: Control, ana: Visitor) -> None:
    async with await control.visitor("Ana") as again:
        said = await ana.say("twice")
        await asyncio.gather(*(each.wait_for(lambda message: message["id"] == said["id"]) for each in (ana, again)))


async def test_a_member_who_left_sees_and_reads_nothing_more_until_they_are_back(
    api: Api, control: Control, ben: Visitor
) -> None:
    _, dm = await api.ask("POST", "/users/@me/channels", {"recipient_id": ben.id})
    _, thread = await api.ask("POST", f"/channels/{api.races}/threads", {"name": "x", "type": 11})
    await api.ask("PUT", f"/channels/{thread['id']}/thread-members/{ben.id}")

    await control.leave(ben.id)

    await ben.until(lambda: [each["type"] for each in ben.state["channels"]] == [1] or None)
    member = f"/guilds/{api.guild}/members/{ben.id}"
    assert (await api.ask("GET", member))[1]["code"] == 10007
    assert (await api.ask("POST", f"/channels/{dm['id']}/messages", {"content": "x"}))[1]["code"] == 50278
    joining = f"/channels/{thread['id']}/thread-members/{ben.id}"
    assert (await api.ask("PUT", joining))[1]["code"] == 10007
    with pytest.raises(Refused):
        await ben.ask("GET", f"api/channels/{thread['id']}/messages")

    await control.leave(ben.id, left=False)

    await ben.until(lambda: len(ben.state["channels"]) == 6 or None)
    assert (await api.ask("GET", member))[0] == 200
    assert (await api.ask("POST", f"/channels/{dm['id']}/messages", {"content": "x"}))[0] == 200
    owner = (await api.ask("GET", f"/guilds/{api.guild}"))[1]["owner_id"]
    with pytest.raises(Refused, match="the owner of the server can't leave it"):
        await control.leave(owner)


async def test_a_forged_press_and_form_reach_the_bot_as_they_are(api: Api, control: Control, ben: Visitor) -> None:
    message = await api.sent({"content": "x"})
    press = {"component_type": 2, "custom_id": "nowhere", "id": 1}
    pressed = await api.caught(control.forge(ben.id, api.races, press, message))
    form = await api.caught(control.forge(ben.id, api.races, {"custom_id": "nowhere", "components": []}))

    assert (pressed["type"], pressed["data"], pressed["message"]["id"]) == (3, press, message["id"])
    assert (form["type"], form["data"]["custom_id"], "message" in form) == (5, "nowhere", False)
    assert (await api.answer(form, {"type": 4, "data": {"content": "no"}}))[0] == 200
    with pytest.raises(Refused, match="comes with the message"):
        await control.forge(ben.id, api.races, press)


async def test_people_have_been_members_for_weeks_unless_a_test_asks_for_newcomers(
    sandbox: Sandbox, control: Control
) -> None:
    asked: list[tuple[Json, int]] = [({}, 201), ({"days": 0}, 201), ({"days": -1}, 400), ({"days": "x"}, 400)]
    for days, status in asked:
        async with control.session.post(f"{sandbox.page_url}api/users", json={"name": "Nero"} | days) as answer:
            assert answer.status == status

    *others, new = [sandbox.world.clock.now() - each.joined for each in sandbox.world.people]
    assert all(41 * 86_400 < age < 43 * 86_400 for age in others)
    assert new < 60
