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
from engine.game import AnyRuleset
from engine.refusals import GameReason
from engine.rulesets import RULESETS
from records.fixtures import FixtureRecord
from records.refusals import Refused
from records.values import FixtureId, PlayerId
from steward import Timing, days_of
from words.shared.fixtures import DAYS
from words.shared.paces import MEANINGS, asks_of_you, pace_named, pace_told

MINUTES_A_DAY = 24 * 60

A_WEEK = 7
"""Days between two races of a fixture."""

QUICK = "evening"
"""The pace of house races where none is chosen: nobody has to answer them."""

TOO_LONG = (
    "⚠️ {pace} If all take their time, a race takes {days} days, and the next one opens before it is over. With "
    "`pace:evening` it is over in an evening: *End* this one and set it up anew."
)
SHORTER = (
    "⏱️ Its pace is *evening*: {meaning}. So a race is over before the next one opens. Races here usually go {usual}, "
    "which could take {days} days. `pace:` sets another."
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
    """Set a fixture up in this channel, and return what is to be said of its pace, where a race might outlast a week.

    Unless a pace was chosen, a race is over before the next one opens.

    :raises TellPlayer: if something is missing, or I lack a right here.
    :raises Refused: if something cannot be read, or the server has as many as it may.
    """
    steward, rules, channel = interaction.client.steward, game_of(wished.game), require_channel(interaction)
    clocks = ClockWishes(pace=wished.pace).or_of(rules, preset_of(rules, wished.preset))
    if wished.circus and not clocks.pace:
        clocks = ClockWishes(pace=QUICK)
    fixture = await _fixture(interaction, guild, channel.id, wished, await timing_for(interaction, rules, clocks))
    days = await asyncio.to_thread(days_of, rules, fixture)
    said = TOO_LONG.format(pace=asks_of_you(fixture.pace, _seconds(fixture)), days=days) if days >= A_WEEK else ""
    if said and not wished.pace:
        usual = pace_told(fixture.pace, _seconds(fixture))
        said = SHORTER.format(meaning=MEANINGS[QUICK], usual=usual, days=days)
        timing = await timing_for(interaction, rules, ClockWishes(pace=QUICK))
        fixture = await _fixture(interaction, guild, channel.id, wished, timing)
    await steward.fixtures.set_up(fixture)
    return [said] if said else []


def _seconds(fixture: FixtureRecord) -> dict[str, int]:
    return msgspec.json.decode(fixture.seconds, type=dict[str, int])


async def _fixture(interaction: Interaction, guild: int, channel: int, wished: Wished, timing: Timing) -> FixtureRecord:
    """Return a fixture as it was typed, at a pace."""
    rules = game_of(wished.game)
    return FixtureRecord(
        id=FixtureId(0),
        guild=guild,
        channel=channel,
        by=PlayerId(interaction.user.id),
        title=wished.title.strip() or f"{wished.day} race",
        ruleset=rules.id,
        options=_options(rules, wished.preset),
        seconds=msgspec.json.encode(timing.seconds).decode(),
        pace=timing.pace,
        schedule=msgspec.json.encode(timing.schedule).decode(),
        story=timing.story,
        zone=await _zone(interaction, wished.zone),
        minute=_minute(wished),
        least=wished.least,
        fills=wished.fills,
        bets=wished.bets,
        circus=wished.circus,
        events=wished.calendar,
        created=interaction.client.steward.now(),
    )


def _options(rules: AnyRuleset, preset: str) -> str:
    return msgspec.json.encode(preset_options(rules, preset)).decode()


def again_told(fixture: FixtureRecord) -> str:
    """Return the command that sets a fixture up again."""
    rules, (day, minutes) = RULESETS[fixture.ruleset], divmod(fixture.minute, MINUTES_A_DAY)
    preset = next((each for each in rules.presets if _options(rules, each) == fixture.options), "")
    given = {
        "day": DAYS[day],
        "time": f"{minutes // 60:02}:{minutes % 60:02}",
        "game": rules.name,
        "preset": preset,
        "title": fixture.title.replace("`", "'"),
        "least": str(fixture.least) if fixture.least > 1 else "",
        "fill": "" if fixture.fills else "False",
        "bets": "" if fixture.bets else "False",
        "pace": pace_named(fixture.pace, _seconds(fixture)),
        "zone": fixture.zone,
        "circus": "True" if fixture.circus else "",
        "calendar": "True" if fixture.events else "",
    }
    return "/server fixture " + " ".join(f"{name}:{value}" for name, value in given.items() if value)


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
