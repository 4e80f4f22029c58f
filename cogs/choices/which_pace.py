"""The pace of a race, and the deadlines of answers: the choices that commands offer, and their results."""

import functools
import inspect
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, fields, replace
from typing import Any

import msgspec
from discord import app_commands

from cogs.kit.client import Interaction
from cogs.kit.durations import deadlines, wished
from cogs.kit.messages import TellPlayer
from cogs.kit.times import DAY_CHOICES, DAYS, read_times, read_zone, zone_choices
from engine.game import AnyRuleset, Preset
from engine.refusals import GameReason
from engine.rulesets import RULESETS
from records.people import GuildRecord
from records.races import Pace, StoryMode
from records.refusals import Reason, Refused
from records.values import PlayerId
from steward import Schedule, Timing, schedule_of
from words.shared.paces import FORMER, MEANINGS, NAMES, RECORDED, pace_named

Callback = Callable[..., Coroutine[Any, Any, None]]

PACE_CHOICES = [app_commands.Choice(name=f"{NAMES[pace]}: {meaning}", value=pace) for pace, meaning in MEANINGS.items()]

STORY_CHOICES = [
    app_commands.Choice(name="turn: one post a turn, a headline and a picture; the rest is a press away", value="turn"),
    app_commands.Choice(name="brief: a headline and a still board when a turn is over", value="brief"),
    app_commands.Choice(name="full: every step and every roll, with a board for each", value="full"),
]
assert {choice.value for choice in STORY_CHOICES} == set(StoryMode)

STORY = "How much of the race its thread tells; as this server has set it, if you leave it out"
PACE = "How a turn is played, and how long players have; as the game or server has it, if you leave it out"
DEADLINE_EXAMPLES = {rules.id: f"{next(iter(rules.decisions))} 2h" for rules in RULESETS.values()}
"""A wish that each game understands; games may share one."""

DEADLINES = f"Single deadlines, with commas between them: {' or '.join(dict.fromkeys(DEADLINE_EXAMPLES.values()))}"
TIMES = "A turn a day: when turns are due, such as 20:00 or 8:00, 20:00"
WEEKDAYS = "A turn a day: on which days turns are due"
ZONE = "The time zone of these times, such as Europe/Rome; this server's, if you leave it out"

EVENING = 20 * 60
"""Minutes after midnight at which turns are due where nothing else was agreed on."""


@dataclass(frozen=True)
class ClockWishes:
    """A host's wishes about time, as typed."""

    pace: str = ""
    deadlines: str = ""
    times: str = ""
    days: str = ""
    zone: str = ""

    def or_of(self, rules: AnyRuleset, preset: Preset) -> "ClockWishes":
        """Return them with the pace of a preset, else of its game, unless they name one, or times of day.

        Those belong to another pace. Deadlines of the host's own go before the game's pace, not before a preset's.
        """
        if self.pace or self.times or self.days:
            return self
        return replace(self, pace=preset.pace or ("" if self.deadlines else rules.pace))


async def timing_for(
    interaction: Interaction, rules: AnyRuleset, wishes: ClockWishes, *, alone: bool = False, story: str = ""
) -> Timing:
    """Return pace, clocks and story of a race: as wished, else as its server has set, else the usual ones.

    :param alone: for a practice, where a turn needs no time of day to be due.
    :param story: how much the thread tells, as a host chose it.
    :raises Refused: if the game knows no such pace, or a time or zone does not exist.
    :raises TellPlayer: if the wishes make no sense.
    """
    server = await interaction.client.steward.people.server(interaction.guild_id or 0)
    chosen = _pace(rules, wishes.pace, server)
    seconds, pace = deadlines(rules.decisions, chosen, wishes.deadlines), RECORDED[chosen]
    agreed, told = schedule_of(server.schedule), story_of(story) or server.story
    if not pace.has_times:
        if wishes.times or wishes.days:
            raise TellPlayer(
                "Times of day go with `turns`, a turn a day. At other paces set `deadlines`, such as `speed 2h`."
            )
        return Timing(seconds, pace, msgspec.structs.replace(agreed, at=()), told)
    zone = await read_zone(interaction, wishes.zone) if wishes.zone.strip() else await _zone(interaction, server)
    assert rules.order_book is not None
    is_span = alone or rules.order_book.kind in wished(rules.decisions, wishes.deadlines)
    return Timing(seconds, pace, _daily(agreed, wishes, zone, is_span), told)


def story_of(wanted: str) -> StoryMode | None:
    """Return how much the thread tells; ``None`` without a wish. Raise :exc:`Refused` for an unknown word."""
    if wanted and wanted not in set(StoryMode):
        raise Refused(GameReason.NO_SUCH_OPTION, option=wanted, possible=list(StoryMode))
    return StoryMode(wanted) if wanted else None


def _daily(agreed: Schedule, wishes: ClockWishes, zone: str, is_span: bool) -> Schedule:
    if wishes.days and wishes.days not in DAYS:
        raise Refused(GameReason.NO_SUCH_OPTION, option=wishes.days, possible=list(DAYS))
    days = DAYS[wishes.days] if wishes.days else agreed.days
    times = read_times(wishes.times) or (() if is_span else agreed.at or (EVENING,))
    return msgspec.structs.replace(agreed, zone=zone, at=times, days=days)


def _pace(rules: AnyRuleset, wanted: str, server: GuildRecord) -> str:
    has_orders = rules.order_book is not None
    wanted = pace_of(wanted) if wanted else ""
    if wanted and RECORDED[wanted].is_ordered and not has_orders:
        raise Refused(Reason.NOT_AT_THIS_PACE, pace=RECORDED[wanted], game=rules.name)
    return wanted or pace_named(server.pace if has_orders or not server.pace.is_ordered else Pace.MOVES)


def pace_of(wanted: str) -> str:
    """Return a pace as hosts choose it; :exc:`Refused` for an unknown word."""
    pace = FORMER.get(wanted, wanted)
    if pace not in NAMES:
        raise Refused(GameReason.NO_SUCH_OPTION, option=wanted, possible=list(NAMES))
    return pace


async def _zone(interaction: Interaction, server: GuildRecord) -> str:
    """Return the zone of the server; in a direct message that of the player."""
    if interaction.guild_id is not None:
        return server.zone
    return (await interaction.client.steward.people.player(PlayerId(interaction.user.id))).zone or "UTC"


def with_clocks(callback: Callback) -> Any:
    """Return *callback*, which takes ``clocks``, as a command that takes each of the host's wishes about time."""

    @functools.wraps(callback)
    async def asking(*args: Any, **given: Any) -> None:
        wishes = ClockWishes(**{name: given.pop(name, "") for name in _OFFERED})
        await callback(*args, clocks=wishes, **given)

    signature = inspect.signature(callback)
    own = [each for each in signature.parameters.values() if each.name != "clocks"]
    added = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default="", annotation=kind)
        for name, kind in _OFFERED.items()
    ]
    asking.__signature__ = signature.replace(parameters=[*own, *added])  # type: ignore[attr-defined]
    app_commands.describe(pace=PACE, deadlines=DEADLINES, times=TIMES, days=WEEKDAYS, zone=ZONE)(asking)
    app_commands.choices(pace=PACE_CHOICES, days=DAY_CHOICES)(asking)
    return app_commands.autocomplete(zone=zone_choices)(asking)


_OFFERED: dict[str, Any] = {
    "pace": str,
    "deadlines": app_commands.Range[str, 0, 200],
    "times": app_commands.Range[str, 0, 60],
    "days": str,
    "zone": app_commands.Range[str, 0, 40],
}
assert [field.name for field in fields(ClockWishes)] == list(_OFFERED)
