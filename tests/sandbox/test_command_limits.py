"""Limits of application commands, on both sides, and what a user may run with which values."""

from typing import Any

import pytest

from sandbox.client import Control, Refused, Visitor
from sandbox.clock import Clock
from sandbox.errors import Json
from tests.sandbox.conftest import Api

DAY = 86_400.0


def command(name: str = "order", **more: Any) -> Json:
    return {"name": name, "description": "d"} | more


def option(kind: int = 3, name: str = "o", **more: Any) -> Json:
    return {"type": kind, "name": name, "description": "d"} | more


def number_choice(value: int) -> Json:
    return command(options=[option(4, choices=[{"name": "n", "value": value}])])


def options(count: int, kind: int = 3) -> list[Json]:
    return [option(kind, f"o{number}") for number in range(count)]


def choices(count: int, **more: Any) -> list[Json]:
    return [{"name": f"c{number}", "value": str(number)} | more for number in range(count)]


def long(size: int) -> Json:
    """Return a command that counts *size* characters, 7,913 to 8,012."""
    choice = {"name": "x" * 100, "value": "y" * 100}
    many = [option(name=name, choices=[choice] * count) for name, count in (("o", 25), ("p", 14))]
    filled = option(name="q", description="x" * 100)
    left = size - len("order" + "d" + "od" + "pd" + "q" + "r") - 39 * 200 - 100
    return command(options=[*many, filled, option(name="r", description="x" * left)])


EDGES: list[tuple[str, list[Json], list[Json]]] = [
    ("commands", [command(f"c{n}") for n in range(100)], [command(f"c{n}") for n in range(101)]),
    (
        "user commands",
        [{"name": f"c{n}", "type": 2} for n in range(15)],
        [{"name": f"c{n}", "type": 2} for n in range(16)],
    ),
    (
        "message commands",
        [{"name": f"c{n}", "type": 3} for n in range(15)],
        [{"name": f"c{n}", "type": 3} for n in range(16)],
    ),
    ("name of a user command", [{"name": "x" * 32, "type": 2}], [{"name": "x" * 33, "type": 2}]),
    ("empty name of a user command", [{"name": "x", "type": 2}], [{"name": "", "type": 2}]),
    ("whole numbers", [number_choice(2**53 - 1)], [number_choice(2**53)]),
    (
        "least value",
        [command(options=[option(4, min_value=1 - 2**53)])],
        [command(options=[option(4, min_value=-(2**53))])],
    ),
    ("installs", [command(integration_types=[0, 1])], [command(integration_types=[2])]),
    ("types of options", [command(options=[option(11)])], [command(options=[option(12)])]),
    ("least length", [command(options=[option(min_length=6000)])], [command(options=[option(min_length=6001)])]),
    ("most length", [command(options=[option(max_length=6000)])], [command(options=[option(max_length=6001)])]),
    ("no length", [command(options=[option(max_length=1)])], [command(options=[option(max_length=0)])]),
    (
        "translated descriptions",
        [command(description_localizations={"de": "x" * 100})],
        [command(description_localizations={"de": "x" * 101})],
    ),
    (
        "empty translation",
        [command(description_localizations={"de": "x"})],
        [command(description_localizations={"de": ""})],
    ),
    ("name", [command("x" * 32)], [command("x" * 33)]),
    ("empty name", [command("x")], [command("")]),
    ("case of a name", [command("abc")], [command("Abc")]),
    ("letters of a name", [command("a-b_c")], [command("a b")]),
    ("same name", [command("a"), command("b")], [command("a"), command("a")]),
    ("description", [command(description="x" * 100)], [command(description="x" * 101)]),
    ("no description", [command(description="x")], [command(description="")]),
    ("options", [command(options=options(25))], [command(options=options(26))]),
    ("subcommands", [command(options=options(25, 1))], [command(options=options(26, 1))]),
    (
        "subcommands of a group",
        [command(options=[option(2, options=options(25, 1))])],
        [command(options=[option(2, options=options(26, 1))])],
    ),
    (
        "depth",
        [command(options=[option(2, options=[option(1, options=options(1))])])],
        [command(options=[option(2, options=[option(2, options=options(1, 1))])])],
    ),
    ("choices", [command(options=[option(choices=choices(25))])], [command(options=[option(choices=choices(26))])]),
    (
        "choice name",
        [command(options=[option(choices=choices(1, name="x" * 100))])],
        [command(options=[option(choices=choices(1, name="x" * 101))])],
    ),
    (
        "choice value",
        [command(options=[option(choices=choices(1, value="x" * 100))])],
        [command(options=[option(choices=choices(1, value="x" * 101))])],
    ),
    (
        "required first",
        [command(options=[option(required=True), option(name="p")])],
        [command(options=[option(), option(name="p", required=True)])],
    ),
    (
        "mixed options",
        [command(options=[option(1), option(2, "p")])],
        [command(options=[option(1), option(3, "p")])],
    ),
    ("same option", [command(options=options(2))], [command(options=[option(), option()])]),
    (
        "choices or autocomplete",
        [command(options=[option(autocomplete=True)])],
        [command(options=[option(autocomplete=True, choices=choices(1))])],
    ),
    ("contexts", [command(contexts=[0, 1, 2])], [command(contexts=[3])]),
    ("all text", [long(8000)], [long(8001)]),
    (
        "translations",
        [command(name_localizations={"de": "x" * 32})],
        [command(name_localizations={"de": "x" * 33})],
    ),
]


@pytest.mark.parametrize(("taken", "refused"), [edge[1:] for edge in EDGES], ids=[edge[0] for edge in EDGES])
@pytest.mark.parametrize("is_global", [True, False])
async def test_each_limit_on_both_sides(
    taken: list[Json], refused: list[Json], is_global: bool, shared_api: Api
) -> None:
    path = f"/applications/{shared_api.app}" + ("" if is_global else f"/guilds/{shared_api.guild}") + "/commands"

    shared_api.clock.advance(DAY)  # in each of them few commands may be created
    status, answer = await shared_api.ask("PUT", path, refused)
    assert (status, answer["code"]) == (400, 50035)
    status, answer = await shared_api.ask("PUT", path, taken)
    assert status == 200, answer
    assert [each["name"] for each in answer] == [each["name"] for each in taken]


async def test_a_command_keeps_its_id_and_gets_a_new_version(api: Api) -> None:
    path = f"/applications/{api.app}/commands"
    _, [first] = await api.ask("PUT", path, [command()])
    _, [second, _] = await api.ask("PUT", path, [command(description="new"), command("other")])

    assert first["id"] == second["id"]
    assert int(first["version"]) < int(second["version"])
    _, third = await api.ask("POST", path, command("third"))
    assert (await api.ask("GET", f"{path}/{third['id']}"))[1]["name"] == "third"
    assert (await api.ask("DELETE", f"{path}/{third['id']}"))[0] == 204
    assert (await api.ask("GET", f"{path}/{third['id']}"))[1]["code"] == 10063


async def test_200_commands_a_day_may_be_created(api: Api, sandbox_clock: Clock) -> None:
    path = f"/applications/{api.app}/commands"
    for day in "ab":
        await api.ask("PUT", path, [command(f"{day}{number}") for number in range(100)])

    status, answer = await api.ask("PUT", path, [command("one-more")])
    assert (status, answer["code"]) == (429, 30034)
    assert (await api.ask("PUT", path, [command("b7")]))[0] == 200
    sandbox_clock.advance(86_400)
    assert (await api.ask("PUT", path, [command("one-more")]))[0] == 200


TYPED = command(
    options=[
        option(4, "speed", required=True, min_value=1, max_value=9),
        option(3, "text", min_length=2, max_length=4),
        option(3, "lane", choices=[{"name": "Inside", "value": "in"}]),
        option(5, "whip"),
        option(6, "rival"),
        option(7, "place"),
        option(10, "factor"),
    ]
)


async def test_typed_options_arrive_typed_and_resolved(api: Api, ana: Visitor, ben: Visitor) -> None:
    values: Json = {"speed": 9, "text": "ab", "lane": "in", "whip": True, "factor": 0.5}
    given = await api.begun(ana, TYPED, **values, rival=ben.id, place=api.races)

    data = given["data"]
    assert {each["name"]: each["value"] for each in data["options"]} == values | {
        "rival": ben.id,
        "place": api.races,
    }
    assert data["resolved"]["users"][ben.id]["global_name"] == "Ben"
    assert "user" not in data["resolved"]["members"][ben.id]
    assert data["resolved"]["channels"][api.races]["name"] == "races"


async def test_who_has_left_is_resolved_as_a_user_and_no_member(
    api: Api, control: Control, ana: Visitor, ben: Visitor
) -> None:
    values: Json = {"speed": 9, "text": "ab", "lane": "in", "whip": True, "factor": 0.5}
    await control.leave(ben.id)

    given = await api.begun(ana, TYPED, **values, rival=ben.id, place=api.races)

    assert ben.id in given["data"]["resolved"]["users"]
    assert "members" not in given["data"]["resolved"]


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"speed": "9"},
        {"speed": True},
        {"speed": 0},
        {"speed": 10},
        {"speed": 1, "text": "a"},
        {"speed": 1, "text": "abcde"},
        {"speed": 1, "lane": "out"},
        {"speed": 1, "whip": "yes"},
        {"speed": 1, "rival": "7"},
        {"speed": 1, "unknown": 1},
    ],
)
async def test_the_client_does_not_send_what_does_not_fit(values: Json, shared_api: Api, shared_ana: Visitor) -> None:
    named = TYPED | {"name": "typed"}  # no other test's command bears this name
    shared_api.clock.advance(86_400)  # so many commands may be created in a day
    assert (await shared_api.ask("PUT", f"/applications/{shared_api.app}/commands", [named]))[0] == 200

    with pytest.raises(Refused) as refused:
        await shared_ana.run("typed", **values)
    assert refused.value.status == 400


async def test_groups_are_nested_in_what_the_bot_gets(api: Api, ana: Visitor) -> None:
    inner = option(1, "new", options=[option(3, "name", required=True)])
    nested = command("league", options=[option(2, "season", options=[inner])])
    await api.ask("PUT", f"/applications/{api.app}/commands", [nested])
    body = {"channel_id": api.races, "path": "league season new", "options": {"name": "x"}}
    given = await api.caught(ana.ask("POST", "api/commands", body))

    group = given["data"]["options"][0]
    assert (group["type"], group["name"]) == (2, "season")
    assert group["options"][0]["options"] == [{"name": "name", "type": 3, "value": "x"}]
    for path in "league", "league season", "league season old", "nothing":
        with pytest.raises(Refused):
            await ana.run(path)


async def test_commands_show_where_and_to_whom_they_belong(
    api: Api, ana: Visitor, ben: Visitor, control: Control
) -> None:
    listed = [
        command("anywhere"),
        command("guild-only", contexts=[0]),
        command("dm-only", contexts=[1]),
        command("manage", default_member_permissions="32"),
    ]
    await api.ask("PUT", f"/applications/{api.app}/commands", listed)
    await api.ask("PUT", f"/applications/{api.app}/guilds/{api.guild}/commands", [command("here")])
    await ben.until(lambda: len(ben.state["commands"]) == 4 or None)

    places = {each["name"]: each["usable_in"] for each in ben.state["commands"]}
    assert places == {
        "anywhere": ["guild", "dm"],
        "guild-only": ["guild"],
        "dm-only": ["dm"],
        "here": ["guild"],
    }
    assert "manage" in [each["name"] for each in ana.state["commands"]], "Ana owns the server"
    for channel, path in (
        (api.races, "dm-only"),
        ((await ben.dm())["id"], "guild-only"),
        (api.races, "manage"),
    ):
        with pytest.raises(Refused) as refused:
            await ben.run(path, channel=channel)
        assert refused.value.status == 404
