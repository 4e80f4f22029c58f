"""Interactions: who may answer, how, how often and until when; modals and autocomplete."""

import asyncio
from typing import Any

import pytest

from sandbox.client import Control, Outcome, Refused, Visitor
from sandbox.clock import Clock
from sandbox.errors import Json
from tests.sandbox.conftest import Api
from tests.sandbox.small_bot import PNG

HELLO: Json = {"name": "hello", "description": "Say hello"}
NAMED: Json = {
    "name": "named",
    "description": "With a name",
    "options": [{"name": "name", "description": "A name", "type": 3, "autocomplete": True}],
}
EPHEMERAL, LOADING = 64, 128
SAY: Json = {"type": 4, "data": {"content": "x"}}
BUTTON: Json = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}


def state_of(visitor: Visitor, interaction: Json) -> str | None:
    """Return the latest state of an interaction that the visitor was told."""
    frames = [each for each in visitor.frames if each.get("interaction_id") == interaction["id"]]
    return str(frames[-1]["state"]) if frames else None


async def told(visitor: Visitor, interaction: Json, state: str) -> None:
    await visitor.until(lambda: state_of(visitor, interaction) == state or None, what=state)


async def pressed(api: Api, visitor: Visitor, message: Json) -> Json:
    """Return the interaction of a press on a message's button."""
    body = {"channel_id": message["channel_id"], "message_id": message["id"], "custom_id": "go"}
    return await api.caught(visitor.ask("POST", "api/components", body))


async def a_button(api: Api) -> Json:
    return await api.sent({"content": "x", "components": [{"type": 1, "components": [BUTTON]}]})


async def test_what_the_event_tells(api: Api, ana: Visitor) -> None:
    given = await api.begun(ana, HELLO)

    assert given["member"]["user"]["id"] == ana.id
    assert given["member"]["roles"] == []
    assert given["guild_id"] == api.guild
    assert given["channel"]["id"] == api.races
    assert int(given["app_permissions"]) & 1 << 15
    assert (given["context"], given["attachment_size_limit"], given["version"]) == (0, 10 * 2**20, 1)
    dm = await ana.dm()
    private = await api.begun(ana, HELLO, dm["id"])
    assert private["user"]["id"] == ana.id
    assert private["context"] == 1
    assert "guild_id" not in private
    assert "member" not in private


@pytest.mark.parametrize(("seconds", "status", "state"), [(2.9, 200, "answered"), (3.1, 404, "failed")])
async def test_the_first_answer_has_three_seconds(
    seconds: float, status: int, state: str, api: Api, ana: Visitor, sandbox_clock: Clock, control: Control
) -> None:
    given = await api.begun(ana, HELLO)
    sandbox_clock.advance(seconds)

    answered, body = await api.answer(given, SAY)

    assert answered == status
    if status == 404:
        assert body["code"] == 10062
        assert await control.problems("late_answer")
    await told(ana, given, state)


@pytest.mark.parametrize(("seconds", "status"), [(899, 200), (901, 401)])
async def test_a_token_lives_fifteen_minutes(
    seconds: float, status: int, api: Api, ana: Visitor, sandbox_clock: Clock
) -> None:
    given = await api.begun(ana, HELLO)
    await api.answer(given, SAY)
    sandbox_clock.advance(seconds)

    for method, path, body in (
        ("POST", "", {"content": "more"}),
        ("PATCH", "/messages/@original", {"content": "changed"}),
        ("GET", "/messages/@original", None),
    ):
        answered, refused = await api.ask(method, f"/webhooks/{api.app}/{given['token']}{path}", body)
        assert answered == status
        if status == 401:
            assert refused["code"] == 50027


async def test_a_second_first_answer_is_refused(api: Api, ana: Visitor, control: Control) -> None:
    given = await api.begun(ana, HELLO)
    assert (await api.answer(given, SAY))[0] == 200

    status, body = await api.answer(given, SAY)
    assert (status, body["code"]) == (400, 40060)
    assert [each["kind"] for each in await control.problems()] == ["double_answer"]
    assert len(await ana.messages("races")) == 1


async def test_a_broken_answer_may_be_tried_again(api: Api, ana: Visitor, control: Control) -> None:
    given = await api.begun(ana, HELLO)

    status, body = await api.answer(given, {"type": 4, "data": {"content": "x" * 2001}})
    assert (status, body["code"]) == (400, 50035)
    assert await control.problems("invalid_form")
    assert (await api.answer(given, SAY))[0] == 200


async def test_a_wrong_token_or_id_is_unknown(api: Api, ana: Visitor) -> None:
    given = await api.begun(ana, HELLO)

    assert (await api.answer(given | {"token": "x"}, SAY))[1]["code"] == 10062
    assert (await api.answer(given | {"id": "1"}, SAY))[1]["code"] == 10062
    assert (await api.ask("POST", f"/webhooks/{api.app}/x", {"content": "x"}))[1]["code"] == 50027
    before = await api.ask("POST", f"/webhooks/{api.app}/{given['token']}", {"content": "x"})
    assert before[1]["code"] == 10015


@pytest.mark.parametrize(
    ("kind", "taken"), [(1, False), (4, True), (5, True), (6, False), (7, False), (8, False), (9, True)]
)
async def test_how_a_command_may_be_answered(kind: int, taken: bool, shared_api: Api, shared_ana: Visitor) -> None:
    given = await shared_api.begun(shared_ana, HELLO)
    body = {"type": kind, "data": modal()["data"] if kind == 9 else {"content": "x"}}

    assert (await shared_api.answer(given, body))[0] == (200 if taken else 400)


@pytest.mark.parametrize(
    ("kind", "taken"), [(1, False), (4, True), (5, True), (6, True), (7, True), (8, False), (9, True)]
)
async def test_how_a_press_may_be_answered(kind: int, taken: bool, shared_api: Api, shared_ana: Visitor) -> None:
    given = await pressed(shared_api, shared_ana, await a_button(shared_api))
    body = {"type": kind, "data": modal()["data"] if kind == 9 else {"content": "x"}}

    assert (await shared_api.answer(given, body))[0] == (200 if taken else 400)


async def test_thinking_takes_the_ephemeral_flag_alone_and_fails_if_left(
    api: Api, ana: Visitor, ben: Visitor, sandbox_clock: Clock
) -> None:
    given = await api.begun(ana, HELLO)
    _, answer = await api.answer(given, {"type": 5, "data": {"flags": EPHEMERAL | 1 << 15}})

    assert answer["resource"]["message"]["flags"] == EPHEMERAL | LOADING
    assert answer["interaction"]["response_message_loading"]
    await told(ana, given, "thinking")
    assert await ben.messages("races") == []
    sandbox_clock.advance(901)
    await told(ana, given, "failed")


async def test_a_deferred_answer_may_become_components_v2(api: Api, ana: Visitor) -> None:
    given = await api.begun(ana, HELLO)
    await api.answer(given, {"type": 5, "data": {"flags": EPHEMERAL}})
    path = f"/webhooks/{api.app}/{given['token']}/messages/@original"
    shown = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}

    status, message = await api.ask("PATCH", path, {"flags": 1 << 15, "components": [shown]}, {"a.png": PNG})

    assert (status, message["flags"]) == (200, EPHEMERAL | 1 << 15)
    assert message["attachments"][0]["ephemeral"]


async def test_a_press_changes_its_message_or_answers_beside_it(api: Api, ana: Visitor, ben: Visitor) -> None:
    message = await a_button(api)
    given = await pressed(api, ana, message)
    assert given["message"]["id"] == message["id"]

    _, answer = await api.answer(given, {"type": 7, "data": {"content": "changed"}})

    assert answer["resource"]["message"]["id"] == message["id"]
    assert [each["content"] for each in await ben.messages("races")] == ["changed"]
    again = await pressed(api, ben, message)
    await api.answer(again, {"type": 6})
    hook = f"/webhooks/{api.app}/{again['token']}"
    await api.ask("PATCH", f"{hook}/messages/@original", {"content": "and again"})
    await api.ask("POST", hook, {"content": "for Ben", "flags": EPHEMERAL})
    assert [each["content"] for each in await ana.messages("races")] == ["and again"]
    assert [each["content"] for each in await ben.messages("races")] == ["and again", "for Ben"]


async def archived_thread(api: Api, ana: Visitor, control: Control, *, locked: bool = False) -> Json:
    """Return the interaction of a press that Ana made before its thread was archived."""
    _, thread = await api.ask("POST", f"/channels/{api.races}/threads", {"name": "A race", "type": 11})
    body = {"content": "x", "components": [{"type": 1, "components": [BUTTON]}]}
    _, message = await api.ask("POST", f"/channels/{thread['id']}/messages", body)
    await ana.wait_for_thread("A race")
    given = await pressed(api, ana, message)
    await control.archive(thread["id"], locked=locked)
    return given


async def test_a_private_answer_in_an_archived_thread_takes_no_edit_until_it_is_open(
    api: Api, ana: Visitor, control: Control
) -> None:
    given = await archived_thread(api, ana, control)
    hook = f"/webhooks/{api.app}/{given['token']}"

    assert (await api.answer(given, {"type": 5, "data": {"flags": EPHEMERAL}}))[0] == 200
    asks = [
        ("PATCH", f"{hook}/messages/@original", {"content": "y"}),
        ("POST", hook, {"content": "y", "flags": EPHEMERAL}),
        ("DELETE", f"{hook}/messages/@original", None),
    ]
    for method, path, body in asks:
        assert (await api.ask(method, path, body))[1]["code"] == 50083
    await api.ask("PATCH", f"/channels/{given['channel']['id']}", {"archived": False})
    for method, path, body in asks:
        assert (await api.ask(method, path, body))[0] < 300


@pytest.mark.parametrize("kind", [4, 5])
async def test_nothing_is_answered_in_a_thread_that_is_locked_away(
    kind: int, api: Api, ana: Visitor, control: Control
) -> None:
    given = await archived_thread(api, ana, control, locked=True)

    assert (await api.answer(given, SAY | {"type": kind}))[1]["code"] == 50083


async def test_ephemeral_messages_are_unknown_outside_their_token(api: Api, ana: Visitor) -> None:
    given = await api.begun(ana, HELLO)
    _, answer = await api.answer(given, {"type": 4, "data": {"content": "x", "flags": EPHEMERAL}})
    message_id = answer["resource"]["message"]["id"]
    path = f"/channels/{api.races}/messages/{message_id}"

    assert (await api.ask("GET", path))[1]["code"] == 10008
    assert (await api.ask("PATCH", path, {"content": "y"}))[1]["code"] == 10008
    assert (await api.ask("GET", f"/channels/{api.races}/messages"))[1] == []
    hook = f"/webhooks/{api.app}/{given['token']}/messages/{message_id}"
    assert (await api.ask("PATCH", hook, {"content": "y"}))[0] == 200
    await ana.dismiss({"id": message_id, "channel_id": api.races})
    assert (await api.ask("PATCH", hook, {"content": "z"}))[1]["code"] == 10008


async def test_a_token_reaches_only_what_was_said_with_it(api: Api, ana: Visitor) -> None:
    other = await api.sent({"content": "x"})
    given = await api.begun(ana, HELLO)
    await api.answer(given, SAY)

    path = f"/webhooks/{api.app}/{given['token']}/messages/{other['id']}"
    assert (await api.ask("PATCH", path, {"content": "y"}))[1]["code"] == 10008


def modal(*parts: Json, title: str = "Form", custom_id: str = "form") -> Json:
    text: Json = label(entry())
    return {"type": 9, "data": {"title": title, "custom_id": custom_id, "components": [*parts] or [text]}}


def label(part: Json, **more: Any) -> Json:
    return {"type": 18, "label": "Label", "component": part} | more


def old_row(*parts: Json) -> Json:
    return {"type": 1, "components": [*parts]}


def entry(name: str = "text", **more: Any) -> Json:
    return {"type": 4, "custom_id": name, "style": 1} | more


def choices(kind: int, count: int, **more: Any) -> Json:
    options = [{"label": str(number), "value": str(number)} for number in range(count)]
    return {"type": kind, "custom_id": "choice", "options": options} | more


def entries(count: int) -> list[Json]:
    return [label(entry(f"t{number}")) for number in range(count)]


@pytest.mark.parametrize(
    ("taken", "refused", "where"),
    [
        (modal(title="x" * 45), modal(title="x" * 46), "data.title"),
        (modal(custom_id="x" * 100), modal(custom_id="x" * 101), "data.custom_id"),
        (modal(*entries(5)), modal(*entries(6)), "data.components"),
        (modal(label(entry(), label="x" * 45)), modal(label(entry(), label="x" * 46)), "data.components.0.label"),
        (
            modal(label(entry(), description="x" * 100)),
            modal(label(entry(), description="x" * 101)),
            "data.components.0.description",
        ),
        (
            modal(label(entry(placeholder="x" * 100))),
            modal(label(entry(placeholder="x" * 101))),
            "data.components.0.component.placeholder",
        ),
        (
            modal(label(entry(value="x" * 4000))),
            modal(label(entry(value="x" * 4001))),
            "data.components.0.component.value",
        ),
        (
            modal(label(entry(max_length=4000))),
            modal(label(entry(max_length=4001))),
            "data.components.0.component.max_length",
        ),
        (
            modal(label(entry(min_length=3, max_length=3))),
            modal(label(entry(min_length=4, max_length=3))),
            "data.components.0.component.min_length",
        ),
        (modal(label(entry("x" * 100))), modal(label(entry("x" * 101))), "data.components.0.component.custom_id"),
        (modal(*entries(2)), modal(*entries(1), *entries(1)), "data.components.1.component.custom_id"),
        (modal(label(choices(3, 25))), modal(label(choices(3, 26))), "data.components.0.component.options"),
        (modal(label(choices(21, 10))), modal(label(choices(21, 11))), "data.components.0.component.options"),
        (modal(label(choices(21, 2))), modal(label(choices(21, 1))), "data.components.0.component.options"),
        (modal(label(choices(22, 10))), modal(label(choices(22, 11))), "data.components.0.component.options"),
        (
            modal(label(choices(22, 3, max_values=10))),
            modal(label(choices(22, 3, max_values=11))),
            "data.components.0.component.max_values",
        ),
        (
            modal(label(choices(3, 1))),
            modal(label(choices(3, 1, disabled=True))),
            "data.components.0.component.disabled",
        ),
        *(
            (
                modal(label(choices(kind, 2, min_values=0, required=False))),
                modal(label(choices(kind, 2, min_values=0, **more))),
                "data.components.0.component.min_values",
            )
            for kind in (3, 22)
            for more in ({}, {"required": True})
        ),
        (
            modal(label({"type": 5, "custom_id": "who", "min_values": 1})),
            modal(label({"type": 5, "custom_id": "who", "min_values": 0})),
            "data.components.0.component.min_values",
        ),
        (
            modal({"type": 10, "content": "x"}, label(entry())),
            modal({"type": 12, "items": []}, label(entry())),
            "data.components.0.type",
        ),
        (modal(title="x"), modal(title=""), "data.title"),
        (modal(custom_id="x"), modal(custom_id=""), "data.custom_id"),
        (modal(label(entry(), label="x")), modal(label(entry(), label="")), "data.components.0.label"),
        (
            modal(label(entry(), description="x")),
            modal(label(entry(), description="")),
            "data.components.0.description",
        ),
        (modal(label(entry(style=2))), modal(label(entry(style=3))), "data.components.0.component.style"),
        (
            modal(label(entry(max_length=1))),
            modal(label(entry(max_length=0))),
            "data.components.0.component.max_length",
        ),
        (
            modal(label(entry(min_length=4000))),
            modal(label(entry(min_length=4001))),
            "data.components.0.component.min_length",
        ),
        (
            modal(label(choices(22, 10, min_values=10, max_values=10))),
            modal(label(choices(22, 10, min_values=11, max_values=10))),
            "data.components.0.component.min_values",
        ),
        (
            modal(label(choices(22, 3, max_values=1))),
            modal(label(choices(22, 3, max_values=0))),
            "data.components.0.component.max_values",
        ),
        (
            modal(old_row(entry(label="x" * 45))),
            modal(old_row(entry(label="x" * 46))),
            "data.components.0.components.0.label",
        ),
        (
            modal(old_row(entry(label="x"))),
            modal(old_row(entry(label=""))),
            "data.components.0.components.0.label",
        ),
        (
            modal(old_row(entry(label="x"))),
            modal(old_row(entry("a", label="x"), entry("b", label="x"))),
            "data.components.0.components",
        ),
        (modal(label({"type": 23, "custom_id": "c"})), modal(label(BUTTON)), "data.components.0.component.type"),
    ],
)  # fmt: skip
async def test_each_limit_of_a_modal_on_both_sides(
    taken: Json, refused: Json, where: str, shared_api: Api, shared_ana: Visitor
) -> None:
    given = await shared_api.begun(shared_ana, HELLO)
    status, answer = await shared_api.answer(given, refused)
    assert (status, answer["code"]) == (400, 50035)
    node = answer["errors"]
    for key in where.split("."):
        node = node[key]
    assert node["_errors"]

    status, answer = await shared_api.answer(given, taken)
    assert status == 200, answer
    await told(shared_ana, given, "modal")


async def opened(api: Api, visitor: Visitor, form: Json) -> Outcome:
    given = await api.begun(visitor, HELLO)
    status, answer = await api.answer(given, form)
    assert status == 200, answer
    await told(visitor, given, "modal")
    return visitor._outcomes[given["id"]]


async def submitted(api: Api, visitor: Visitor, form: Json, values: Json) -> Json:
    shown = (await opened(api, visitor, form)).modal
    assert shown is not None
    return await api.caught(visitor.ask("POST", "api/modals", {"modal_id": shown["modal_id"], "values": values}))


async def test_a_modal_comes_back_filled_in(api: Api, ana: Visitor) -> None:
    form = modal(
        label(entry("speed", value="12")),
        label(choices(21, 2) | {"custom_id": "radio"}),
        label(choices(22, 3, required=False) | {"custom_id": "boxes"}),
        label({"type": 23, "custom_id": "yes", "default": True}),
        label({"type": 5, "custom_id": "rival"}),
    )
    given = await submitted(api, ana, form, {"radio": "1", "boxes": ["0", "2"], "rival": [ana.id]})

    parts = [each["component"] for each in given["data"]["components"]]
    assert [each.get("value", each.get("values")) for each in parts] == ["12", "1", ["0", "2"], True, [ana.id]]
    assert given["data"]["custom_id"] == "form"
    assert given["data"]["resolved"]["users"][ana.id]["global_name"] == "Ana"
    assert "message" not in given


@pytest.mark.parametrize(
    ("part", "good", "bad"),
    [
        (entry(max_length=2), "12", "123"),
        (entry(), "x" * 4000, "x" * 4001),
        (choices(3, 3), ["0"], ["0", "1"]),
        (entry(min_length=2), "12", "1"),
        (entry(), "1", ""),
        (entry(required=False, min_length=2), "", "1"),
        (choices(21, 2), "1", "2"),
        (choices(3, 3, max_values=2), ["0", "1"], ["0", "1", "2"]),
        (choices(3, 3, min_values=2, max_values=3), ["0", "1"], ["0"]),
        (choices(22, 2), ["0"], []),
    ],
)
async def test_what_does_not_fit_a_modal_keeps_it_open(
    part: Json, good: Any, bad: Any, shared_api: Api, shared_ana: Visitor
) -> None:
    shown = (await opened(shared_api, shared_ana, modal(label(part)))).modal
    assert shown is not None
    body = {"modal_id": shown["modal_id"], "values": {part["custom_id"]: bad}}
    with pytest.raises(Refused) as refused:
        await shared_ana.ask("POST", "api/modals", body)
    assert (refused.value.status, refused.value.body["custom_id"]) == (422, part["custom_id"])

    await shared_api.caught(shared_ana.ask("POST", "api/modals", body | {"values": {part["custom_id"]: good}}))
    with pytest.raises(Refused, match="not open"):
        await shared_ana.ask("POST", "api/modals", body)


async def test_a_modal_belongs_to_one_user_and_can_be_closed(api: Api, ana: Visitor, ben: Visitor) -> None:
    shown = (await opened(api, ana, modal())).modal
    assert shown is not None
    body = {"modal_id": shown["modal_id"], "values": {"text": "x"}}

    with pytest.raises(Refused, match="not open"):
        await ben.ask("POST", "api/modals", body)
    await ben.ask("DELETE", f"api/modals/{shown['modal_id']}")
    await ana.ask("DELETE", f"api/modals/{shown['modal_id']}")
    with pytest.raises(Refused, match="not open"):
        await ana.ask("POST", "api/modals", body)


async def test_how_a_submitted_modal_may_be_answered(api: Api, ana: Visitor) -> None:
    given = await submitted(api, ana, modal(), {"text": "x"})
    assert (await api.answer(given, modal()))[1]["code"] == 50035
    assert (await api.answer(given, {"type": 7, "data": {"content": "x"}}))[1]["code"] == 50035
    assert (await api.answer(given, SAY))[0] == 200

    message = await a_button(api)
    press = await pressed(api, ana, message)
    await api.answer(press, modal())
    await told(ana, press, "modal")
    shown = ana._outcomes[press["id"]].modal
    assert shown is not None
    body = {"modal_id": shown["modal_id"], "values": {"text": "x"}}
    given = await api.caught(ana.ask("POST", "api/modals", body))
    assert given["message"]["id"] == message["id"]
    assert (await api.answer(given, {"type": 7, "data": {"content": "changed"}}))[0] == 200


def offered(count: int, **more: Any) -> Json:
    each: list[Json] = [{"name": str(number), "value": str(number)} | more for number in range(count)]
    return {"type": 8, "data": {"choices": each}}


@pytest.mark.parametrize(
    ("taken", "refused"),
    [
        (offered(25), offered(26)),
        (offered(1, name="x" * 100), offered(1, name="x" * 101)),
        (offered(1, value="x" * 100), offered(1, value="x" * 101)),
        (offered(1), offered(1, value=7)),
        (offered(0), SAY),
    ],
)
async def test_autocomplete_offers_at_most_25(taken: Json, refused: Json, api: Api, ana: Visitor) -> None:
    await api.ask("PUT", f"/applications/{api.app}/commands", [NAMED])
    await ana.until(lambda: ana.state["commands"] or None)
    asking = asyncio.create_task(ana.autocomplete("named", focused="name", name="L"))
    sent: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
    api.interactions.dispatch = sent.set_result
    given = await asyncio.wait_for(sent, 20)

    assert given["data"]["options"] == [{"name": "name", "type": 3, "value": "L", "focused": True}]
    assert (await api.answer(given, refused))[1]["code"] == 50035
    assert (await api.answer(given, taken))[0] == 200
    assert await asking == taken["data"]["choices"]


async def test_autocomplete_without_an_answer_fails(api: Api, ana: Visitor, sandbox_clock: Clock) -> None:
    await api.ask("PUT", f"/applications/{api.app}/commands", [NAMED])
    asking = asyncio.create_task(ana.autocomplete("named", focused="name"))
    await asyncio.sleep(0.05)
    sandbox_clock.advance(3.1)

    with pytest.raises(Refused) as refused:
        await asking
    assert refused.value.status == 504
