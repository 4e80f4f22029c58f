"""Setting a fixture up, as somebody who manages the server typed it."""

import asyncio
from typing import NamedTuple

import msgspec

from cogs.choices.which_game import game_of, preset_of, preset_options
from cogs.choices.which_pace import ClockWishes, timing_for
from cogs.kit.client import Interaction
from cogs.kit.messages import TellPlayer
from cogs.kit.times import read_time, read_zone
from cogs.panels.open_race import require_channel
from engine.refusals import GameReason
from records.fixtures import FixtureRecord
from records.refusals import Refused
from records.values import FixtureId, PlayerId
from steward import days_of
from words.shared.fixtures import DAYS

MINUTES_A_DAY = 24 * 60

A_WEEK = 7
"""Days between two races of a fixture."""

QUICK = "evening"
"""The pace of house races where none is chosen: nobody has to answer them."""

TOO_LONG = (
    "⚠️ By mail, a race of this length can take {days} days: the next one opens before it is over. With `pace:evening` "
    "it is over in an evening; *End* and set it up anew."
)


class Wished(NamedTuple):
    """A fixture as typed."""

    day: str
    time: str
    game: str
    preset: str
    title: str
    least: int
    fills: bool
    bets: bool
    pace: str
    zone: str
    circus: bool
    calendar: bool


async def set_up(interaction: Interaction, guild: int, wished: Wished) -> list[str]:
    """Set a fixture up in this channel, and return what is to be said of it: that its races outlast a week.

    :raises TellPlayer: if something is missing, or I lack a right here.
    :raises Refused: if something cannot be read, or the server has as many as it may.
    """
    steward, by = interaction.client.steward, PlayerId(interaction.user.id)
    minute, channel, rules = _minute(wished), require_channel(interaction), game_of(wished.game)
    clocks = ClockWishes(pace=wished.pace).or_of(rules, preset_of(rules, wished.preset))
    if wished.circus and not clocks.pace:
        clocks = ClockWishes(pace=QUICK)
    timing = await timing_for(interaction, rules, clocks)
    shown = await steward.fixtures.set_up(
        FixtureRecord(
            id=FixtureId(0),
            guild=guild,
            channel=channel.id,
            by=by,
            title=wished.title.strip() or f"{wished.day} race",
            ruleset=rules.id,
            options=msgspec.json.encode(preset_options(rules, wished.preset)).decode(),
            seconds=msgspec.json.encode(timing.seconds).decode(),
            pace=timing.pace,
            schedule=msgspec.json.encode(timing.schedule).decode(),
            story=timing.story,
            zone=await _zone(interaction, wished.zone),
            minute=minute,
            least=wished.least,
            fills=wished.fills,
            bets=wished.bets,
            circus=wished.circus,
            events=wished.calendar,
            created=steward.now(),
        )
    )
    days = await asyncio.to_thread(days_of, rules, shown.record)
    return [TOO_LONG.format(days=days)] if days >= A_WEEK else []


def _minute(wished: Wished) -> int:
    """Return the minute of the week, from Monday 0:00."""
    if wished.day not in DAYS:
        raise Refused(GameReason.NO_SUCH_OPTION, option=wished.day or "No weekday", possible=list(DAYS))
    minutes = read_time(wished.time) if wished.time.strip() else None
    if minutes is None:
        raise TellPlayer("At which hour does it start? Try `time:20:00`.")
    return DAYS.index(wished.day) * MINUTES_A_DAY + minutes


async def _zone(interaction: Interaction, typed: str) -> str:
    """Return the zone that was typed, else the server's if it has set one, else the player's own."""
    if typed.strip():
        return await read_zone(interaction, typed)
    people = interaction.client.steward.people
    server = (await people.server(interaction.guild_id or 0)).zone
    return server if server != "UTC" else (await people.player(PlayerId(interaction.user.id))).zone or server
