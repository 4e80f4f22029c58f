"""Channels, threads, DMs, rights, pins: what Discord answers when something is not as the bot thinks."""

import asyncio
from urllib.parse import urlsplit

import pytest

from sandbox.client import Control, Refused, Visitor
from sandbox.clock import Clock
from sandbox.errors import Json
from sandbox.server import Sandbox
from sandbox.world import MOST_OPENED_DMS
from tests.sandbox.conftest import Api

CONTENT: Json = {"content": "x"}


async def a_thread(api: Api, kind: int = 11, name: str = "A race") -> Json:
    status, thread = await api.ask("POST", f"/channels/{api.races}/threads", {"name": name, "type": kind})
    assert status == 201, thread
    assert isinstance(thread, dict)
    return thread


@pytest.mark.parametrize(
    ("denied", "status", "code"),
    [
        ("view_channel", 403, 50001),
        ("send_messages", 403, 50013),
        ("attach_files", 403, 50013),
        ("embed_links", 403, 50013),
        ("pin_messages", 200, None),
    ],
)
async def test_rights_needed_to_send(denied: str, status: int, code: int | None, api: Api, control: Control) -> None:
    await control.deny(api.races, denied)

    answered, body = await api.send({"embeds": [{"title": "t"}]}, {"a.txt": b"x"})
    assert (answered, body.get("code")) == (status, code)
    await control.deny(api.races)
    assert (await api.send({"embeds": [{"title": "t"}]}, {"a.txt": b"x"}))[0] == 200


@pytest.mark.parametrize(
    ("denied", "method", "path", "body", "code"),
    [
        ("view_channel", "GET", "", None, 50001),
        ("view_channel", "GET", "/messages", None, 50001),
        ("read_message_history", "GET", "/messages/{message}", None, 50013),
        ("create_public_threads", "POST", "/threads", {"name": "x", "type": 11}, 50013),
        ("create_private_threads", "POST", "/threads", {"name": "x", "type": 12}, 50013),
        ("create_public_threads", "POST", "/messages/{message}/threads", {"name": "x"}, 50013),
        ("pin_messages", "PUT", "/messages/pins/{message}", None, 50013),
        ("send_messages", "POST", "/typing", None, 50013),
    ],
)
async def test_rights_needed_for_the_rest(
    denied: str, method: str, path: str, body: Json | None, code: int, api: Api, control: Control
) -> None:
    message = await api.sent(CONTENT)
    await control.deny(api.races, denied)
    wanted = f"/channels/{api.races}{path.replace('{message}', message['id'])}"

    assert (await api.ask(method, wanted, body))[1]["code"] == code
    await control.deny(api.races)
    assert (await api.ask(method, wanted, body))[0] < 300


async def test_threads_need_a_right_of_their_own(api: Api, control: Control) -> None:
    thread = await a_thread(api)
    path = f"/channels/{thread['id']}/messages"

    await control.deny(api.races, "send_messages")
    assert (await api.ask("POST", path, CONTENT))[0] == 200
    await control.deny(api.races, "send_messages_in_threads")
    assert (await api.ask("POST", path, CONTENT))[1]["code"] == 50013


@pytest.mark.parametrize(("name", "status"), [("x" * 100, 201), ("x" * 101, 400), ("", 400)])
async def test_the_name_of_a_thread(name: str, status: int, api: Api) -> None:
    body = {"name": name, "type": 11}
    assert (await api.ask("POST", f"/channels/{api.races}/threads", body))[0] == status


@pytest.mark.parametrize(("minutes", "status"), [(60, 201), (10080, 201), (61, 400)])
async def test_when_a_thread_archives_itself(minutes: int, status: int, api: Api) -> None:
    body = {"name": "x", "type": 11, "auto_archive_duration": minutes}
    assert (await api.ask("POST", f"/channels/{api.races}/threads", body))[0] == status


async def test_an_archived_thread_opens_by_sending_but_not_by_editing(api: Api, control: Control) -> None:
    thread = await a_thread(api)
    place = f"/channels/{thread['id']}"
    _, message = await api.ask("POST", f"{place}/messages", CONTENT)
    path = f"{place}/messages/{message['id']}"
    await api.ask("PATCH", place, {"archived": True})

    assert (await api.ask("PATCH", path, {"content": "y"}))[1]["code"] == 50083
    assert (await api.ask("DELETE", path))[1]["code"] == 50083
    assert (await api.ask("PUT", f"{place}/messages/pins/{message['id']}"))[1]["code"] == 50083
    assert (await api.ask("PATCH", place, {"name": "New"}))[1]["code"] == 50083
    assert (await api.ask("POST", f"{place}/messages", CONTENT))[0] == 200
    assert (await api.ask("GET", place))[1]["thread_metadata"]["archived"] is False
    assert (await api.ask("PATCH", path, {"content": "y"}))[0] == 200


@pytest.mark.parametrize(("minutes", "archived"), [(59, False), (61, True)])
async def test_a_thread_archives_itself_when_nothing_is_said(
    minutes: int, archived: bool, api: Api, control: Control
) -> None:
    body = {"name": "x", "type": 11, "auto_archive_duration": 60}
    _, thread = await api.ask("POST", f"/channels/{api.races}/threads", body)
    await control.advance(50 * 60)
    await api.ask("POST", f"/channels/{thread['id']}/messages", CONTENT)
    await control.advance(minutes * 60)

    _, found = await api.ask("GET", f"/channels/{thread['id']}")
    assert found["thread_metadata"]["archived"] is archived


async def test_who_may_write_in_a_thread_may_open_it(api: Api, control: Control) -> None:
    path = f"/channels/{(await a_thread(api))['id']}"
    await control.archive(path.rpartition("/")[2])

    await control.deny(api.races, "manage_threads", "send_messages_in_threads")
    assert (await api.ask("PATCH", path, {"archived": False}))[1]["code"] == 50013
    await control.deny(api.races, "manage_threads")
    assert (await api.ask("PATCH", path, {"archived": False}))[0] == 200


async def test_a_locked_thread_needs_a_manager(api: Api, control: Control) -> None:
    thread = await a_thread(api)
    path = f"/channels/{thread['id']}"
    await control.archive(thread["id"], locked=True)

    await control.deny(api.races, "manage_threads")
    assert (await api.ask("POST", f"{path}/messages", CONTENT))[1]["code"] == 50013
    assert (await api.ask("PATCH", path, {"archived": False}))[1]["code"] == 50013
    await control.deny(api.races)
    assert (await api.ask("PATCH", path, {"archived": False, "locked": False}))[0] == 200


async def test_commands_cannot_be_used_in_an_archived_thread(api: Api, ana: Visitor, control: Control) -> None:
    thread = await a_thread(api)
    await api.ask("PUT", f"/applications/{api.app}/commands", [{"name": "go", "description": "d"}])
    await ana.wait_for_thread("A race")
    await control.archive(thread["id"])

    with pytest.raises(Refused) as refused:
        await ana.run("go", channel=thread)
    assert refused.value.status == 409


async def test_a_private_thread_is_seen_by_its_members_and_managers(api: Api, ana: Visitor, ben: Visitor) -> None:
    thread = await a_thread(api, kind=12, name="Secret")
    await api.ask("POST", f"/channels/{thread['id']}/messages", CONTENT)

    await ana.wait_for_thread("Secret")  # she owns the server
    assert "Secret" not in [each.get("name") for each in ben.state["channels"]]
    with pytest.raises(Refused):
        await ben.ask("GET", f"api/channels/{thread['id']}/messages")
    assert (await api.ask("PUT", f"/channels/{thread['id']}/thread-members/{ben.id}"))[0] == 204
    await ben.wait_for_thread("Secret")
    assert len(await ben.messages(thread)) == 1


async def test_a_thread_from_a_message_has_its_id_and_is_the_only_one(api: Api) -> None:
    message = await api.sent(CONTENT)
    path = f"/channels/{api.races}/messages/{message['id']}"

    _, thread = await api.ask("POST", f"{path}/threads", {"name": "x"})
    assert thread["id"] == message["id"]
    assert (await api.ask("POST", f"{path}/threads", {"name": "x"}))[1]["code"] == 160004
    assert (await api.ask("GET", path))[1]["thread"]["id"] == thread["id"]


async def test_the_channel_above_says_which_thread_was_started_in_it(api: Api, ana: Visitor) -> None:
    thread = await a_thread(api)

    said = (await ana.messages("races"))[-1]

    assert said["type"] == 18
    assert said["message_reference"]["channel_id"] == thread["id"]
    assert "thread" not in said


async def test_what_is_gone_is_unknown(api: Api, control: Control, ana: Visitor) -> None:
    thread = await a_thread(api)
    message = await api.sent(CONTENT)
    path = f"/channels/{api.races}/messages/{message['id']}"
    await control.delete_message(message)
    assert (await api.ask("PATCH", path, CONTENT))[1]["code"] == 10008
    assert (await api.ask("DELETE", path))[1]["code"] == 10008
    await control.delete_channel(thread["id"])
    for method, wanted, body in (
        ("POST", "/messages", CONTENT),
        ("GET", "", None),
        ("PATCH", "", {"name": "x"}),
        ("PATCH", "/messages/1", CONTENT),
    ):
        assert (await api.ask(method, f"/channels/{thread['id']}{wanted}", body))[1]["code"] == 10003
    await ana.until(lambda: any(each["type"] == "channel_delete" for each in ana.frames) or None)


async def test_only_own_messages_can_be_edited(api: Api, ana: Visitor) -> None:
    said = await ana.say("mine")
    path = f"/channels/{api.races}/messages/{said['id']}"

    assert (await api.ask("PATCH", path, CONTENT))[1]["code"] == 50005
    assert (await api.ask("DELETE", path))[1]["code"] == 50013


async def test_dms_are_refused_by_who_closed_them(api: Api, control: Control) -> None:
    ana = api.users["Ana"]
    _, dm = await api.ask("POST", "/users/@me/channels", {"recipient_id": int(ana)})
    assert (await api.ask("POST", f"/channels/{dm['id']}/messages", CONTENT))[0] == 200

    await control.close_dms(ana)
    status, body = await api.ask("POST", f"/channels/{dm['id']}/messages", CONTENT)
    assert (status, body["code"]) == (403, 50007)
    await control.close_dms(ana, closed=False)
    assert (await api.ask("POST", f"/channels/{dm['id']}/messages", CONTENT))[0] == 200
    for nobody in "7", api.app:
        answered = await api.ask("POST", "/users/@me/channels", {"recipient_id": nobody})
        assert answered[1]["code"] == 50033


async def test_dms_are_not_opened_too_fast(api: Api, control: Control, sandbox_clock: Clock) -> None:
    table = (await control.addresses())["page_url"]
    ids = []
    for number in range(MOST_OPENED_DMS + 1):
        async with control.session.post(f"{table}api/users", json={"name": f"Guest {number}"}) as response:
            ids.append((await response.json())["id"])

    for each in ids[:-1]:
        assert (await api.ask("POST", "/users/@me/channels", {"recipient_id": each}))[0] == 200
    status, body = await api.ask("POST", "/users/@me/channels", {"recipient_id": ids[-1]})
    assert (status, body["code"]) == (429, 40003)
    # The one that is there may be asked for again, and later more may be opened.
    assert (await api.ask("POST", "/users/@me/channels", {"recipient_id": ids[0]}))[0] == 200
    sandbox_clock.advance(600)
    assert (await api.ask("POST", "/users/@me/channels", {"recipient_id": ids[-1]}))[0] == 200


@pytest.mark.slow
async def test_250_pins(api: Api) -> None:
    ids = [(await api.sent(CONTENT))["id"] for _ in range(251)]
    for each in ids[:-1]:
        assert (await api.ask("PUT", f"/channels/{api.races}/messages/pins/{each}"))[0] == 204

    refused = await api.ask("PUT", f"/channels/{api.races}/messages/pins/{ids[-1]}")
    assert refused[1]["code"] == 30003
    assert (await api.ask("DELETE", f"/channels/{api.races}/messages/pins/{ids[0]}"))[0] == 204
    assert (await api.ask("PUT", f"/channels/{api.races}/messages/pins/{ids[-1]}"))[0] == 204


async def test_history_by_before_after_and_around(api: Api) -> None:
    ids = [(await api.sent({"content": str(number)}))["id"] for number in range(5)]

    async def contents(query: str) -> list[str]:
        status, found = await api.ask("GET", f"/channels/{api.races}/messages?{query}")
        assert status == 200
        return [each["content"] for each in found]

    assert await contents("limit=2") == ["4", "3"]
    assert await contents(f"before={ids[2]}") == ["1", "0"]
    assert await contents(f"after={ids[2]}&limit=1") == ["3"]
    assert await contents(f"around={ids[2]}&limit=3") == ["3", "2", "1"]
    assert (await api.ask("GET", f"/channels/{api.races}/messages?limit=100"))[0] == 200
    assert (await api.ask("GET", f"/channels/{api.races}/messages?limit=101"))[1]["code"] == 50035


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [
        ("GET", "/channels/1", 10003),
        ("GET", "/guilds/1", 10004),
        ("GET", "/guilds/{guild}/members/1", 10007),
        ("GET", "/users/1", 10013),
        ("GET", "/applications/1/commands", 10002),
        ("GET", "/channels/{races}/messages/1", 10008),
        ("DELETE", "/channels/{races}", 50013),
        ("PATCH", "/channels/{races}", 50013),
    ],
)
async def test_what_is_unknown_or_not_the_bots(method: str, path: str, code: int, api: Api) -> None:
    wanted = path.format(guild=api.guild, races=api.races)
    assert (await api.ask(method, wanted, {} if method == "PATCH" else None))[1]["code"] == code


async def test_an_unknown_route_is_reported(api: Api, control: Control) -> None:
    status, _ = await api.ask("GET", "/guilds/1/auto-moderation/rules")

    assert status == 404
    assert [each["kind"] for each in await control.problems()] == ["unknown_route"]


@pytest.mark.parametrize("kind", ["application/json", "multipart/form-data; boundary=b"])
async def test_a_bot_that_goes_while_it_sends_has_sent_nothing(
    kind: str, api: Api, ana: Visitor, control: Control, sandbox: Sandbox
) -> None:
    host = urlsplit(sandbox.origin).netloc
    head = (
        f"POST {urlsplit(sandbox.api_base).path}/channels/{api.races}/messages HTTP/1.1\r\nHost: {host}\r\n"
        f"Authorization: Bot {sandbox.bot_token}\r\nContent-Type: {kind}\r\nContent-Length: 500\r\n\r\n"
    )
    _, writer = await asyncio.open_connection(*host.split(":"))
    writer.write(head.encode() + (b"--b\r\n" if "boundary" in kind else b'{"content": "half a'))
    await writer.drain()

    while not await control.requests():  # noqa: ASYNC110 - its head has come
        await asyncio.sleep(0.01)
    writer.transport.abort()

    while not (await control.requests())[0]["status"]:  # noqa: ASYNC110 - it is done with it
        await asyncio.sleep(0.01)
    assert await control.problems() == []
    assert await ana.messages("races") == []
