"""Pace and clocks of a race: as its host wishes, else as the server has set, else as is usual."""

import re
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import discord
import msgspec
import pytest

from cogs.choices.which_game import preset_of
from cogs.choices.which_pace import DEADLINE_EXAMPLES, DEADLINES, EVENING, ClockWishes, timing_for
from cogs.commands.server import ServerCommands
from cogs.kit.durations import deadlines
from cogs.kit.messages import TellPlayer
from cogs.panels.race import clocks
from engine.rulesets import RULESETS
from records.refusals import Reason, Refused
from records.values import PlayerId, RaceId
from steward import NewRace, Schedule, Timing, schedule_of
from tests.cogs.arena import ANN, GAME, Arena, outcome
from tests.cogs.fakes import CHANNEL, GUILD
from words.shared.paces import FORMER, NAMES, pace_told

WITHOUT_ORDERS = RULESETS["ave-caesar"]


async def timing(arena: Arena, *wishes: str, rules: Any = GAME, alone: bool = False, **where: Any) -> Timing:
    interaction: Any = arena.act(ANN, **where)
    return await timing_for(interaction, rules, ClockWishes(*wishes), alone=alone)


async def test_a_game_with_orders_is_run_daily_in_the_evening(arena: Arena) -> None:
    found = await timing(arena)

    assert (found.pace, found.schedule.at, found.schedule.zone) == ("daily", (EVENING,), "UTC")


async def test_a_game_without_orders_is_run_live_and_cannot_be_run_daily(arena: Arena) -> None:
    assert (await timing(arena, rules=WITHOUT_ORDERS)).pace == "live"

    with pytest.raises(Refused) as refused:
        await timing(arena, "daily", rules=WITHOUT_ORDERS)
    assert refused.value.reason is Reason.NOT_AT_THIS_PACE


async def test_times_days_and_zone_are_as_the_host_wishes(arena: Arena) -> None:
    found = await timing(arena, "daily", "", "20:00, 8:00", "not at weekends", "Europe/Rome")

    assert found.schedule == Schedule("Europe/Rome", (480, 1200), (0, 1, 2, 3, 4))


async def test_what_the_server_has_set_holds_where_nothing_is_wished(arena: Arena) -> None:
    stored = msgspec.json.encode(Schedule(at=(600,), days=(5, 6), grace=3600.0)).decode()
    await arena.steward.people.set_server(GUILD, zone="Asia/Tokyo", pace="blitz", schedule=stored)

    assert (await timing(arena)).pace == "blitz"
    assert (await timing(arena, "daily")).schedule == Schedule("Asia/Tokyo", (600,), (5, 6), grace=3600.0)


async def test_a_race_is_told_as_its_server_has_set_and_its_host_may_choose_otherwise(arena: Arena) -> None:
    interaction: Any = arena.act(ANN)
    await arena.steward.people.set_server(GUILD, story="brief")

    assert (await timing(arena)).story == "brief"
    assert (await timing_for(interaction, GAME, ClockWishes(), story="full")).story == "full"
    with pytest.raises(Refused):
        await timing_for(interaction, GAME, ClockWishes(), story="long")


async def test_in_a_direct_message_the_player_s_zone_counts(arena: Arena) -> None:
    await arena.steward.people.set_player(ANN, zone="Europe/Rome")

    assert (await timing(arena, "daily", guild=None)).schedule.zone == "Europe/Rome"


async def test_a_span_for_the_orders_or_nobody_to_wait_for_needs_no_time_of_day(arena: Arena) -> None:
    by_span = await timing(arena, "daily", "speed 36h")

    assert (by_span.schedule.at, by_span.seconds["speed"]) == ((), 36 * 3600)
    assert (await timing(arena, "daily", alone=True)).schedule.at == ()


@pytest.mark.parametrize(
    "wishes", [("live", "", "20:00"), ("blitz", "", "", "weekends"), ("daily", "", "", "", "Atlantis"), ("slow",)]
)
async def test_wishes_that_make_no_sense_are_refused(arena: Arena, wishes: tuple[str, ...]) -> None:
    with pytest.raises((TellPlayer, Refused)):
        await timing(arena, *wishes)


async def test_who_joins_a_daily_race_has_its_grace(arena: Arena) -> None:
    agreed = await timing(arena, "daily")
    race = await arena.steward.lobbies.open_race(NewRace(GUILD, 2, ANN, GAME.id, GAME.options(laps=1), agreed, "Daily"))
    await arena.steward.lobbies.join(race, ANN, "Ann")
    await arena.steward.lobbies.join(race, PlayerId(7), "Max")
    await arena.steward.lobbies.fill(race, ANN, None, 1)

    lobby = await arena.steward.race(race)
    assert lobby.record.pace == "daily"
    assert schedule_of(lobby.record.schedule) == agreed.schedule
    assert [each.grace for each in lobby.factions] == [86_400.0, 86_400.0, 0.0]
    assert await live_grace(arena) == 0.0


async def live_grace(arena: Arena) -> float:
    race: RaceId = await arena.lobby()
    await arena.steward.lobbies.join(race, ANN, "Ann")
    return (await arena.steward.race(race)).factions[0].grace


@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
def test_the_example_of_the_option_for_deadlines_is_understood(rules: Any) -> None:
    example = DEADLINE_EXAMPLES[rules.id]

    assert example in DEADLINES
    assert deadlines(rules.decisions, "moves", example)[next(iter(rules.decisions))] == 2 * 3_600


@pytest.mark.parametrize(
    ("zone", "times", "days"),
    [("UTC", "20:00", ""), ("Europe/Rome", "8:00, 20:00", "not at weekends"), ("Asia/Kathmandu", "5:45", "weekends")],
)
async def test_each_reader_is_told_when_turns_are_due_by_their_own_clock(
    arena: Arena, zone: str, times: str, days: str
) -> None:
    agreed = await timing(arena, "daily", "", times, days, zone)
    race = await arena.steward.lobbies.open_race(NewRace(GUILD, CHANNEL, ANN, GAME.id, GAME.options(), agreed, "Ludi"))
    record = (await arena.steward.race(race)).record

    told = clocks(record)

    shown = [datetime.fromtimestamp(int(at), ZoneInfo(zone)) for at in re.findall(r"<t:(\d+):t>", told)]
    assert [f"{each.hour}:{each.minute:02}" for each in shown] == [each.strip() for each in times.split(",")]
    assert all(record.opened <= each.timestamp() for each in shown)
    assert zone not in told
    assert not re.search(r"\d:\d\d\b", told), "no bare time of day, which is somebody else's"


async def test_a_server_s_times_are_shown_by_the_clock_of_who_asks_as_well(arena: Arena) -> None:
    await arena.steward.people.set_server(GUILD, zone="Asia/Tokyo")
    interaction: Any = arena.act(ANN)
    interaction.permissions = discord.Permissions(manage_guild=True)
    group = ServerCommands()
    command: Any = group.get_command("settings")

    told = (await outcome(interaction, command.callback(group, interaction))).told

    (at,) = re.findall(r"turns are due at 20:00 \(<t:(\d+):t> for you\)", told)
    assert datetime.fromtimestamp(int(at), ZoneInfo("Asia/Tokyo")).hour == 20


@pytest.mark.parametrize(("former", "word"), FORMER.items())
async def test_a_pace_of_yesterday_still_means_what_it_meant(arena: Arena, former: str, word: str) -> None:
    assert await timing(arena, former) == await timing(arena, word)


async def test_a_host_reads_the_pace_in_words_that_people_use(arena: Arena) -> None:
    told = [pace_told(each.pace, each.seconds) for each in [await timing(arena, word) for word in NAMES]]

    assert told == list(NAMES.values())


@pytest.mark.parametrize(
    ("preset", "wishes", "pace"),
    [
        ("table game", {}, "evening"),
        ("table game", {"pace": "turns"}, "by mail, a turn a day"),
        ("table game", {"times": "20:00"}, "by mail, a turn a day"),
        ("classic", {}, "by mail, a turn a day"),
    ],
)
async def test_a_preset_brings_its_pace_unless_the_host_wishes_otherwise(
    arena: Arena, preset: str, wishes: dict[str, str], pace: str
) -> None:
    clocks = ClockWishes(**wishes).or_of(GAME, preset_of(GAME, preset))
    interaction: Any = arena.act(ANN)

    agreed = await timing_for(interaction, GAME, clocks)

    assert pace_told(agreed.pace, agreed.seconds) == pace


@pytest.mark.parametrize(
    ("wishes", "pace"),
    [
        ({}, "now"),
        ({"pace": "moves"}, "by mail, move by move"),
        ({"deadlines": "turn 12h"}, "by mail, move by move"),
    ],
)
async def test_a_duel_is_fought_now_unless_its_host_wishes_otherwise(
    arena: Arena, wishes: dict[str, str], pace: str
) -> None:
    duels = RULESETS["arena"]
    clocks = ClockWishes(**wishes).or_of(duels, preset_of(duels, ""))
    interaction: Any = arena.act(ANN)

    agreed = await timing_for(interaction, duels, clocks)

    assert pace_told(agreed.pace, agreed.seconds) == pace
