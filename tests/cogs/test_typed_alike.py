"""What people type at commands and in forms: read as they write it, said back in full, and counted only then."""

from datetime import UTC, datetime
from typing import Any

import discord
import msgspec
import pytest

from cogs.choices.which_game import preset_options
from cogs.commands.my import MyCommands
from cogs.commands.server import ServerCommands
from cogs.commands.settings import SettingsCommands
from cogs.kit.client import Tree
from cogs.kit.question_id import QuestionId
from cogs.panels.away import ALL, AwayButton
from cogs.panels.options import zone_line
from cogs.panels.question import ChoiceButton
from engine.circus_maximus.words.asks import Speed
from engine.rulesets import RULESETS
from records.races import Pace
from steward import Schedule
from steward.time.presses import ON_ITS_WAY
from tests.cogs.arena import ANN, BOB, EVE, Arena, outcome
from tests.cogs.bettors import house_race, ticket
from tests.cogs.fakes import GUILD
from tests.cogs.ordering import to_orders
from tests.cogs.test_asking import RACE, ordered, pressed
from tests.cogs.test_people import RACES, ran

MY, SERVER, SETTINGS = MyCommands(), ServerCommands(), SettingsCommands()
WIN = 2


# Time zones


@pytest.mark.parametrize(
    ("typed", "zone"),
    [("europe/rome", "Europe/Rome"), ("New York", "America/New_York"), ("America/New_York ", "America/New_York")],
)
async def test_a_zone_is_set_as_it_is_meant(arena: Arena, typed: str, zone: str) -> None:
    await ran(arena, ANN, SETTINGS, "me", zone=typed)
    await ran(arena, ANN, SERVER, "settings", manages=True, zone=typed)

    assert (await arena.steward.people.player(ANN)).zone == zone
    assert (await arena.steward.people.server(GUILD)).zone == zone


async def test_the_answer_tells_the_time_there_now(arena: Arena) -> None:
    at = datetime.fromtimestamp(arena.circus.clock.now + 3 * 3_600, UTC)

    mine = await ran(arena, ANN, SETTINGS, "me", zone="Etc/GMT-3")
    all_of_us = await ran(arena, ANN, SERVER, "settings", manages=True, zone="Etc/GMT-3")

    for shown in (mine, all_of_us):
        assert f"Time zone: Etc/GMT-3 (it is {at:%H:%M} there now; no summer time)" in shown.last.text


async def test_who_opens_a_race_reads_by_whose_clock_turns_are_due(arena: Arena) -> None:
    race = (await arena.steward.race(await arena.lobby())).record
    evening = msgspec.json.encode(Schedule(zone="Etc/GMT-3", at=(1_200,))).decode()
    daily = msgspec.structs.replace(race, pace=Pace.TURNS, schedule=evening)

    assert zone_line(race, 0.0) == ""
    assert "by the clock of Etc/GMT-3 (it is 03:00 there now; no summer time)" in zone_line(daily, 0.0)


@pytest.mark.parametrize("typed", ["EST", "MST", "HST", "localtime", "posixrules", "Factory", "IST"])
async def test_what_is_a_zone_only_here_or_half_the_year_is_refused(arena: Arena, typed: str) -> None:
    for player, group, command, how in (
        (ANN, SETTINGS, "me", {}),
        (ANN, SERVER, "settings", {"manages": True}),
    ):
        refused = await ran(arena, player, group, command, zone=typed, **how)
        assert f"“{typed}”" in refused.last.text
    assert (await arena.steward.people.player(ANN)).zone == ""
    assert (await arena.steward.people.server(GUILD)).zone == "UTC"


async def test_quiet_hours_that_might_be_others_change_nothing(arena: Arena) -> None:
    refused = await ran(arena, ANN, SETTINGS, "me", quiet="7:5-8:5")
    assert "as quiet hours. Write two times, such as `22:00-07:00`" in refused.last.text
    assert (await arena.steward.people.player(ANN)).quiet_from is None

    shown = await ran(arena, ANN, SETTINGS, "me", quiet="10pm–7am")
    assert "quiet hours: 22:00–07:00" in shown.last.text


# Sums


@pytest.mark.parametrize(
    ("typed", "stake"),
    [("1k", "1,000"), ("１０００", "1,000"), ("1'000 sesterces", "1,000"), ("half", "5,200"), ("all", "10,500")],
)
async def test_the_ticket_shows_the_sum_before_it_is_placed(arena: Arena, typed: str, stake: str) -> None:
    race = await house_race(arena)

    shown = await ticket(arena, EVE, race, WIN, "3", typed)

    assert "not placed yet" in shown.told
    assert f"**{stake} sesterces** on" in shown.told
    assert await arena.steward.wagers.purse(GUILD, EVE) == 10_500


async def test_all_is_as_much_as_the_server_allows(arena: Arena) -> None:
    race = await house_race(arena)
    await arena.steward.wagers.set_server_rules(GUILD, lambda rules: type(rules)(cap=650))

    assert "**600 sesterces** on" in (await ticket(arena, EVE, race, WIN, "3", "all")).told


# Days


async def test_a_day_by_name_is_said_back_and_counts_when_it_is_pressed(arena: Arena) -> None:
    await arena.open_race()
    today = datetime.fromtimestamp(arena.circus.clock.now, UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    end = int(today.timestamp()) + 2 * 86_400

    asked = await ran(arena, BOB, MY, "vacation", "tomorrow")
    assert f"until <t:{end}:f>" in asked.told
    assert await arena.steward.desk.acts(RACE) == []

    pressed: Any = arena.act(BOB, kind=discord.InteractionType.component)
    done = await outcome(pressed, AwayButton(ALL, end).callback(pressed))
    assert f"A house driver drives for you until <t:{end}:f>" in done.told
    assert await arena.steward.open_asks(BOB) == []


@pytest.mark.parametrize("until", [1, 99_999_999_999])
async def test_a_forged_day_is_refused(arena: Arena, until: int) -> None:
    await arena.open_race()

    pressed: Any = arena.act(BOB, kind=discord.InteractionType.component)
    refused = await outcome(pressed, AwayButton(ALL, until).callback(pressed))

    assert "as a time to come" in refused.told
    assert await arena.steward.desk.acts(RACE) == []


async def test_a_day_that_might_be_another_is_asked_back(arena: Arena) -> None:
    await arena.open_race()

    assert "may be" in (await ran(arena, BOB, MY, "vacation", "3/4")).last.text
    assert await arena.steward.desk.acts(RACE) == []


@pytest.mark.parametrize("typed", ["１d", "١d", "१ day", "1\u00a0d"])
async def test_a_span_in_other_digits_is_a_span(arena: Arena, typed: str) -> None:
    await arena.open_race()

    until = int(arena.circus.clock.now) + 86_400
    assert f"until <t:{until}:f>" in (await ran(arena, BOB, MY, "vacation", typed)).last.text


# Names of things that are not people's own


async def test_a_colour_and_a_preset_are_known_in_any_writing(arena: Arena) -> None:
    race = await arena.lobby()
    await ran(arena, EVE, RACES, "join", str(race), "Ｂlue ", "ＣＥＬＥＲ")

    mine = (await arena.steward.race(race)).entries[-1]
    assert (mine.colour, mine.name) == ("blue", "ＣＥＬＥＲ"), "a name keeps its own signs"
    rules = RULESETS["circus-maximus"]
    assert preset_options(rules, "ＥＰＩＣ") == preset_options(rules, "epic")


@pytest.mark.parametrize("typed", ["3.000/2k/１０００", "3000 / 2'000 / 1 000 s"])
async def test_prizes_are_sums_as_well(arena: Arena, typed: str) -> None:
    await ran(arena, ANN, SERVER, "bets", manages=True, prizes=typed)

    assert (await arena.steward.wagers.server_rules(GUILD)).prizes == (3_000, 2_000, 1_000)


# Answers and orders


@pytest.mark.parametrize("typed", ["１２", "١٢", "१२", "๑๒"])
async def test_a_speed_in_other_digits_is_that_speed(arena: Arena, typed: str) -> None:
    await arena.open_race()
    opened = await arena.give_defaults(lambda opened: opened.ask.question.kind == "speed")
    player = opened.race.player_of(opened.entry)
    assert player is not None

    done = await ordered(arena, player, answer=typed)

    assert "12" in done.told
    assert (await arena.steward.open_ask(RACE, opened.entry, player)).sealed == Speed(12)


async def test_an_order_in_other_digits_is_that_order(arena: Arena) -> None:
    await to_orders(arena)

    shown = await ordered(arena, ANN, answer="９， line\u00a0２")

    assert "can't read" not in shown.told
    assert "9" in shown.told


# In time


def at(arena: Arena, ahead: float) -> int:
    moment = datetime.fromtimestamp(arena.circus.clock.now + ahead, UTC)
    return discord.utils.time_snowflake(moment, high=True)


@pytest.mark.parametrize(("ahead", "counts"), [(-3.0, True), (-1.01, True), (-0.9, False), (-0.1, False)])
async def test_discords_time_of_the_press_decides(arena: Arena, ahead: float, counts: bool) -> None:
    await arena.open_race()
    opened = await arena.give_defaults(lambda opened: opened.ask.question.kind == "speed")
    player = opened.race.player_of(opened.entry)
    assert player is not None
    assert opened.until is not None
    arena.circus.clock.pass_by(opened.until + 1.0 - arena.circus.clock.now)

    done = await ordered(arena, player, answer="5", press=at(arena, ahead))

    assert ("Too late: that closed" in done.told) is not counts
    assert ("Taken for" in done.told) is counts


async def test_a_press_that_takes_long_is_at_work_until_it_is_dealt_with(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    await arena.open_race()
    opened = await arena.give_defaults(lambda opened: opened.ask.question.kind == "speed")
    player = opened.race.player_of(opened.entry)
    assert player is not None
    assert opened.until is not None
    arena.circus.clock.pass_by(opened.until + 1.0 - arena.circus.clock.now)
    drive, press = arena.steward.races.drive, at(arena, -2.0)

    async def slowly(*given: Any, **how: Any) -> Any:
        arena.circus.clock.pass_by(ON_ITS_WAY + 3)
        await arena.steward.timekeeper.look()
        return await drive(*given, **how)

    monkeypatch.setattr(arena.steward.races, "drive", slowly)
    custom_id = f"answer:{QuestionId(RACE, opened.entry, opened.asked)}:v5"
    done = await pressed(arena, player, ChoiceButton, custom_id, press=press)

    assert "Taken for" in done.told


async def test_a_command_is_at_work_until_it_is_dealt_with(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    presses, interaction, held = arena.steward.races.presses, arena.act(ANN, press=at(arena, -1.0)), list[bool]()
    tree: Any = Tree.__new__(Tree)

    async def called(_tree: Any, _interaction: Any) -> None:
        held.append(presses.hold_up(arena.circus.clock.now, [ANN]))

    monkeypatch.setattr(discord.app_commands.CommandTree, "_call", called)
    await tree._call(interaction)

    assert held == [True]
    assert not presses.hold_up(arena.circus.clock.now, [ANN])
