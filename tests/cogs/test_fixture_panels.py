"""Fixtures and lobbies that start by themselves, as people see them: who may change them, and what is told."""

import asyncio
import re
from datetime import date
from typing import Any

import discord
import msgspec
import pytest

from cogs.panels import fixtures as panel
from cogs.panels import new_fixture
from cogs.panels.fixtures import FixtureButton, MonthButton, show_fixtures
from cogs.panels.new_fixture import A_WEEK, Wished, again_told
from cogs.panels.new_fixture import set_up as set_up_as
from cogs.panels.options import show_options
from cogs.panels.self_start import SelfStartMenu
from engine.rulesets import RULESETS
from records.fixtures import FixtureRecord, PlannedStart
from records.limits import HOUR
from records.races import Pace, StoryMode
from records.values import FixtureId, PlayerId, RaceId
from steward import FixtureShown, days_of
from steward.hosting.lengths import turns_of
from tests.cogs.arena import ANN, BOB, EVE, Arena, outcome
from tests.cogs.fakes import CHANNEL, GUILD, FakeInteraction
from words.shared.fixtures import month_lines, start_lines
from words.shared.paces import pace_named

CAESAR = RULESETS["ave-caesar"]


async def chosen(arena: Arena, player: PlayerId, race: RaceId, value: str) -> FakeInteraction:
    acts = arena.act(player)
    await acts.response.defer()
    return await outcome(acts, SelfStartMenu(race).take(acts, [value]))  # type: ignore[arg-type]


async def set_up(arena: Arena, title: str = "Friday race") -> FixtureShown:
    seconds = {kind: each.seconds for kind, each in CAESAR.decisions.items()}
    return await arena.steward.fixtures.set_up(
        FixtureRecord(
            id=FixtureId(0),
            guild=GUILD,
            channel=CHANNEL,
            by=ANN,
            title=title,
            ruleset=CAESAR.id,
            options="{}",
            seconds=msgspec.json.encode(seconds).decode(),
            pace=Pace.MOVES,
            schedule="{}",
            story=StoryMode.TURN,
            zone="Europe/Rome",
            minute=4 * 1440 + 1200,
            least=2,
            fills=True,
            bets=True,
            created=0.0,
        )
    )


def manager(arena: Arena, player: PlayerId) -> FakeInteraction:
    acts = arena.act(player)
    acts.permissions = discord.Permissions(manage_guild=True)
    return acts


async def test_a_host_chooses_that_a_lobby_starts_when_it_is_full_and_all_read_it(arena: Arena) -> None:
    race = await arena.lobby()
    assert "when all places are taken" in (await chosen(arena, ANN, race, "full")).told
    await arena.deliver()
    assert "as soon as all places are taken" in "\n".join(arena.thread.words())
    await chosen(arena, ANN, race, "6")
    plan = await arena.steward.fixtures.plan_of(race)
    assert plan is not None
    assert (plan.at, plan.full) == (arena.steward.now() + 6 * HOUR, False)
    await chosen(arena, ANN, race, "hand")
    assert await arena.steward.fixtures.plan_of(race) is None


async def test_nobody_else_chooses_and_nothing_else_can_be_chosen(arena: Arena) -> None:
    race = await arena.lobby()
    for player, value in ((BOB, "full"), (EVE, "1"), (ANN, "zzz"), (ANN, "0")):
        await chosen(arena, player, race, value)
        assert await arena.steward.fixtures.plan_of(race) is None


async def test_the_host_finds_the_menu_under_options(arena: Arena) -> None:
    race, acts = await arena.lobby(), arena.act(ANN)
    await acts.response.defer()
    whose: Any = acts
    await show_options(whose, await arena.steward.race(race))
    assert f"self-start:{race}" in acts.told


async def test_who_does_not_manage_the_server_neither_ends_nor_wakes_a_fixture(arena: Arena) -> None:
    fixture = await set_up(arena)
    for act in ("end", "finish", "keep", "wake"):
        acts = arena.act(BOB)
        await acts.response.defer()
        button: Any = FixtureButton(act, fixture.record.id)
        told = await outcome(acts, button.press(acts))
        assert "Manage Server" in told.told
    assert len(await arena.steward.fixtures.of_guild(GUILD)) == 1


async def test_who_manages_it_sees_them_all_and_ends_one(arena: Arena) -> None:
    fixture = await set_up(arena, "Friday *race*\nat night")
    acts = manager(arena, BOB)
    await acts.response.defer()
    await show_fixtures(acts, GUILD)  # type: ignore[arg-type]
    assert "Friday 20:00 (Europe/Rome)" in acts.told
    assert "It starts if 2 people or more are in; else that week has no race." in acts.told
    assert "\\*race\\* at night" in acts.told
    asked = await press(arena, "end", fixture)
    assert "End **Friday" in asked.told
    assert "fixture:finish:" in asked.told
    assert len(await arena.steward.fixtures.of_guild(GUILD)) == 1, "it asks first, as on posts of before"
    assert "Friday 20:00" in (await press(arena, "keep", fixture)).told
    assert len(await arena.steward.fixtures.of_guild(GUILD)) == 1
    ended = await press(arena, "finish", fixture)
    assert "is ended" in ended.told
    assert "/server fixture day:Friday time:20:00 game:Ave Caesar" in ended.told
    assert await arena.steward.fixtures.of_guild(GUILD) == []
    for act in ("finish", "end"):
        assert "no such fixture" in (await press(arena, act, fixture)).told


async def press(arena: Arena, act: Any, fixture: FixtureShown) -> FakeInteraction:
    acts: Any = manager(arena, BOB)
    await acts.response.defer()
    return await outcome(acts, FixtureButton(act, fixture.record.id).press(acts))


@pytest.mark.parametrize(("pace", "least"), [("", 2), ("turns", 1)])
async def test_the_command_that_is_told_sets_it_up_again(
    arena: Arena, pace: str, least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(new_fixture, "require_channel", lambda _acts: discord.Object(CHANNEL))
    acts: Any = manager(arena, ANN)
    wished = Wished("Friday", "20:05", "circus-maximus", "", "Old `race`", least, False, True, pace, "UTC", False, True)
    await set_up_as(acts, GUILD, wished)
    (was,) = await arena.steward.fixtures.of_guild(GUILD)
    command = again_told(was.record)
    names = "day|time|game|preset|title|least|fill|bets|pace|zone|calendar"
    parts = re.split(rf" ({names}):", command)
    given = dict(zip(parts[1::2], parts[2::2], strict=True))
    again = Wished(
        given["day"], given["time"], given["game"], given.get("preset", ""), given["title"],
        int(given.get("least", 1)), given.get("fill") != "False", given.get("bets") != "False", given["pace"],
        given["zone"], False, given.get("calendar") == "True",
    )  # fmt: skip
    await set_up_as(acts, GUILD, again)
    (_, now) = await arena.steward.fixtures.of_guild(GUILD)
    whole = msgspec.structs.replace(was.record, id=now.record.id, title="Old 'race'", created=now.record.created)
    assert now.record == whole


async def test_a_race_of_no_fixture_has_no_month(arena: Arena) -> None:
    race, acts = await arena.lobby(), arena.act(BOB)
    await acts.response.defer()
    told = await outcome(acts, MonthButton(race).press(acts))  # type: ignore[arg-type]
    assert "no such fixture" in told.told


def test_what_a_panel_says() -> None:
    plan = PlannedStart(race=RaceId(1), fixture=FixtureId(1), day=7, at=99.0, least=2, fills=True)
    first, second = start_lines(plan, date(2027, 1, 8))
    assert first == "⏰ Starts by itself <t:99:F> (<t:99:R>) if 2 people or more are in; house drivers fill the field."
    assert "8 January was passed over" in second
    assert "if anybody is in" in start_lines(msgspec.structs.replace(plan, least=1))[0]
    assert "too few are in" in start_lines(msgspec.structs.replace(plan, failed=True))[0]


def test_a_month_shares_ranks_and_shows_your_own_row() -> None:
    rows = [(PlayerId(n), f"P{n}", 20 - n // 2, 0, 3) for n in range(12)]
    lines = month_lines("Friday race", date(2027, 1, 1), rows, PlayerId(11))
    assert lines[0] == "### 🏆 Friday race · January 2027"
    assert [each.split(".")[0] for each in lines[1:5]] == ["1", "1", "3", "3"]
    assert "P11" in lines[11]
    assert "and 1 more" in lines[12]


async def test_who_manages_it_switches_house_races_on_and_off_and_nobody_else(arena: Arena) -> None:
    fixture = await set_up(arena)
    for press, circus in ((arena.act(BOB), False), (manager(arena, BOB), True), (manager(arena, BOB), False)):
        await press.response.defer()
        button = FixtureButton("circus" if circus else "people", fixture.record.id)
        told = await outcome(press, button.press(press))  # type: ignore[arg-type]
        (shown,) = await arena.steward.fixtures.of_guild(GUILD)
        assert shown.record.circus is circus
        assert ("House drivers race, whoever comes" in told.told) is circus


async def test_a_lobby_of_house_drivers_tells_who_runs_and_that_one_may_join_and_bet(arena: Arena) -> None:
    fixture = await set_up(arena)
    await arena.steward.fixtures.set_circus(fixture.record.id, GUILD, circus=True)
    arena.circus.clock.now = fixture.next.at - HOUR
    await arena.steward.fixtures.look()
    (kept,) = await arena.circus.store.fixtures.dates(fixture.record.id, 1)
    race = await arena.steward.race(kept.race)
    await arena.deliver()
    assert race.record.thread is not None
    told = "\n".join(arena.client.get_partial_messageable(race.record.thread).words())
    assert "House drivers race each other. Join, and one of them makes room for you." in told
    for each in race.factions:
        assert each.name in told


async def test_a_press_on_its_table_keeps_it_awake(arena: Arena) -> None:
    fixture = await set_up(arena)
    await arena.steward.fixtures.set_circus(fixture.record.id, GUILD, circus=True)
    arena.circus.clock.now = fixture.next.at - HOUR
    await arena.steward.fixtures.look()
    await arena.steward.fixtures.look()  # as it does each quarter of a minute
    (kept,) = await arena.circus.store.fixtures.dates(fixture.record.id, 1)
    assert kept.is_quiet
    acts = arena.act(BOB)
    await acts.response.defer()
    await outcome(acts, MonthButton(kept.race).press(acts))  # type: ignore[arg-type]
    (kept,) = await arena.circus.store.fixtures.dates(fixture.record.id, 1)
    assert not kept.is_quiet


@pytest.mark.parametrize("may", [True, False])
async def test_without_the_right_no_line_claims_events_and_each_look_says_why(
    arena: Arena, may: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixture = await set_up(arena)
    monkeypatch.setattr(panel, "_may_make_events", lambda _: may)
    for act in ("list", "circus"):  # the next press does not drop the warning
        press = manager(arena, BOB)
        await press.response.defer()
        told = await outcome(press, FixtureButton(act, fixture.record.id).press(press))  # type: ignore[arg-type]
        assert ("among this server's events" in told.told) is may
        assert ("I lack the right to create events" in told.told) is not may
        assert "No events" in told.told


@pytest.mark.parametrize(
    ("game", "pace", "circus", "is_told"),
    [
        ("circus-maximus", "turns", False, True),
        ("circus-maximus", "turns", True, True),
        ("circus-maximus", "evening", False, False),
        ("circus-maximus", "", True, False),
        ("ave-caesar", "moves", False, True),
        ("ave-caesar", "", True, False),
        ("arena", "", False, False),
        ("circus-maximus", "", False, False),
        ("ave-caesar", "", False, False),
    ],
)
async def test_a_fixture_whose_race_outlasts_a_week_is_said_so(
    arena: Arena, game: str, pace: str, circus: bool, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(new_fixture, "require_channel", lambda _acts: discord.Object(CHANNEL))
    await arena.circus.store.people.set_guild(GUILD, pace=Pace.TURNS)
    acts: Any = manager(arena, ANN)
    wished = Wished("Friday", "20:00", game, "", "", 1, True, True, pace, "", circus, False)
    said = await set_up_as(acts, GUILD, wished)
    (shown,) = await arena.steward.fixtures.of_guild(GUILD)
    assert ["the next one opens before it is over" in each for each in said] == [True] * is_told or not pace
    if not pace:
        assert await asyncio.to_thread(days_of, RULESETS[game], shown.record) < A_WEEK
    if (circus or game != "arena") and not pace:
        assert pace_named(shown.record.pace, msgspec.json.decode(shown.record.seconds)) == "evening"
    if said and not pace:
        assert "each move as it comes, some minutes for it" in said[0]


def test_the_days_of_a_race_follow_from_its_turns_and_its_times() -> None:
    rules = RULESETS["circus-maximus"]
    turns = turns_of(rules, rules.options())
    fixture = FixtureRecord(
        id=FixtureId(1), guild=1, channel=1, by=ANN, title="", ruleset=rules.id, options="{}", seconds='{"speed":60}',
        pace=Pace.TURNS, schedule='{"at":[480,1200]}', story=StoryMode.TURN, zone="UTC", minute=0, least=1, fills=True,
        bets=True, created=0.0,
    )  # fmt: skip
    assert days_of(rules, fixture) == round(turns / 2)
    assert days_of(rules, msgspec.structs.replace(fixture, schedule='{"at":[1200],"days":[5]}')) == 7 * turns
    assert days_of(rules, msgspec.structs.replace(fixture, pace=Pace.MOVES)) == 0


async def test_the_buttons_of_each_fixture_stand_below_its_own_lines(arena: Arena) -> None:
    for title in ("Friday race", "Sunday race"):
        await set_up(arena, title)
    acts = manager(arena, ANN)
    await acts.response.defer()
    await show_fixtures(acts, GUILD)  # type: ignore[arg-type]

    (box,) = acts.last.components
    text, row = 10, 1
    parts = box["components"]
    assert [each["type"] for each in parts] == [text, text, row, text, row, text]
    for at, title in ((1, "Friday race"), (3, "Sunday race")):
        assert title in parts[at]["content"]
        assert f"End {title}" in [each["label"] for each in parts[at + 1]["components"]]
