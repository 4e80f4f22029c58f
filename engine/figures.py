"""Figures of a race that is over, to be looked up: each game gives those that it knows, from public facts."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from engine.moments import LapDone, Moment, RaceOver
from records.values import EntryId


class EntryFigures(msgspec.Struct, frozen=True):
    """How one chariot fared; a figure that its game does not know is none."""

    turns: int | None = None  # in which it came in
    is_alive: bool | None = None  # whether its driver lives; none in a game that tells of no deaths
    rams: int | None = None  # that it drove into others
    survived: int | None = None  # wrecks or crashes of its own that it lived through
    ally: EntryId | None = None  # of another player, with whom it wins or loses


class Figures(msgspec.Struct, frozen=True):
    """How a race went."""

    edition: str = ""  # code of the game's; empty where it has one alone
    course: str = ""  # its name, such as "3 laps": turns of races over one course can be compared
    turns: int | None = None
    entries: Mapping[EntryId, EntryFigures] = {}


def laps_of(laps: int) -> str:
    """
    >>> laps_of(1), laps_of(3)
    ('1 lap', '3 laps')
    """
    return f"{laps} lap" if laps == 1 else f"{laps} laps"


def last_turn(moments: Sequence[Moment]) -> int | None:
    """Return the number of the turn in which the race ended, 1 first; ``None`` if its facts do not tell."""
    return next((each.turn for each in reversed(moments) if isinstance(each, RaceOver)), None)


def came_in(moments: Iterable[Moment], laps: int) -> dict[EntryId, int]:
    """Return in which turn each chariot ended the last of so many laps; those that did not are left out.

    >>> came_in([LapDone(EntryId(3), 1, 4), LapDone(EntryId(3), 2, 9), LapDone(EntryId(1), 1, 5)], 2)
    {3: 9}
    """
    return {each.entry: each.turn for each in moments if isinstance(each, LapDone) and each.lap == laps}


def told_by_moments(moments: Sequence[Moment]) -> Figures:
    """Return the figures that moments alone tell of a race: for a game that says no more of itself."""
    return Figures(turns=last_turn(moments))
