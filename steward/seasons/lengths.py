"""How long a season takes: the date of its end, reckoned as if nobody were ever early or late.

A race takes as many turns as its laps took when they were measured. A turn by orders ends at its deadline; a turn move
by move takes the time for one speed and one move.
"""

from collections.abc import Iterator

import msgspec

from engine.leagues.races import RACE, TURNS
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.state import PhaseName
from records.races import RaceRecord
from steward.time.schedules import DAY, EVERY_DAY, Schedule, until, waits_until

EVENT: tuple[PhaseName, ...] = ("stable", "eve", "race", "protest", "gap")
"""The phases of an event, in their order; the reckoning takes no time, and auctions are rare."""

EPIC_EVENT: tuple[PhaseName, ...] = ("market", *EVENT)
"""The same in the Epic campaign, where an auction comes first; nobody founds anything there."""

_BETWEEN: dict[PhaseName, PhaseName] = {"reckoning": "gap", "auction": "gap"}
"""Phases outside of :data:`EVENT`, and the one that follows them."""

BEGINS, CLOSES = "gap", "stable"
"""The kinds of questions that end with an event's beginning, and with the stables' closing."""

_MORNING, _EVENING = 8 * 60, 20 * 60
"""Minutes after midnight."""

WEEK = {BEGINS: _MORNING, CLOSES: 3 * 24 * 60 + _MORNING}
"""A week of a season: three days for the stables, a day for the eve, two for a lap at two turns a day, a night for
protests, a day of rest; in minutes after Monday 0:00."""

WEEKLY_SPANS = {"stable": 3 * int(DAY), "eve": int(DAY / 2)}
"""About how long phases of such a week are, in seconds: for its calendar."""


def weekly(agreed: Schedule) -> Schedule:
    """Return a schedule with one event a week."""
    return msgspec.structs.replace(agreed, at=(_MORNING, _EVENING), days=EVERY_DAY, week=WEEK)


SPEED, MOVE = "speed", "action"
"""The decisions of a turn: everybody's at once, and then each driver's own."""


def end_of(
    season: RaceRecord,
    options: LeagueOptions,
    now: float,
    *,
    phase: PhaseName = "founding",
    event: int = 0,
    closes: float | None = None,
) -> float:
    """Return when a season ends that is in this phase of this event, in seconds since 1970.

    :param closes: when the phase closes, if that is known.
    """
    return [now, *(at for at, _ in _ends(season, options, now, phase, event, closes))][-1]


def next_race(
    season: RaceRecord,
    options: LeagueOptions,
    now: float,
    *,
    phase: PhaseName,
    event: int,
    closes: float | None = None,
) -> float | None:
    """Return when the next race of a season begins; ``None`` if the one under way, or just driven, is its last."""
    for at, ended in _ends(season, options, now, phase, event, closes):
        if ended == "eve":
            return at
    return None


def _ends(
    season: RaceRecord, options: LeagueOptions, now: float, phase: PhaseName, event: int, closes: float | None
) -> Iterator[tuple[float, PhaseName]]:
    """Yield when the open phase ends, and all that follow it, each with its name."""
    at, phases = now, _phases(options, _BETWEEN.get(phase, phase), event)
    if closes is not None:
        at = closes
        if phase not in _BETWEEN:
            next(phases, None)
        yield at, phase
    for each in phases:
        at = _end(season, options, each, at)
        yield at, each


def _phases(options: LeagueOptions, phase: PhaseName, event: int) -> Iterator[PhaseName]:
    """Yield the open phase and all that follow it, up to the end of the last race's protests."""
    is_epic = options.campaign == "epic"
    if phase == "founding" and not is_epic:
        yield phase
    whole = EPIC_EVENT if is_epic else EVENT
    later = whole[whole.index(phase) :] if phase in whole else ()
    for number, phases in ((event, later), *((each, whole) for each in range(event + 1, options.events + 1))):
        for each in phases:
            if each != "gap" or (options.gap and number < options.events):
                yield each


def _end(season: RaceRecord, options: LeagueOptions, phase: PhaseName, now: float) -> float:
    if phase == "race":
        return _after_race(season, options, now)
    if phase in ("protest", "gap"):
        return waits_until(season, phase, now)
    return until(season, phase, now)


def _after_race(season: RaceRecord, options: LeagueOptions, now: float) -> float:
    """Return when a race ends that begins now; its clocks are those of the season."""
    known = {name: each.seconds for name, each in RACE.rules.decisions.items()} | dict(season.seconds)
    if not season.pace.is_ordered:
        return now + TURNS[options.laps] * (known[SPEED] + known[MOVE])
    for _ in range(TURNS[options.laps]):
        now = until(season, SPEED, now)
    return now
