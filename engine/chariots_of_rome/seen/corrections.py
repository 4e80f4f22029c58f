"""Corrections that a steward may make of a chariot as a round begins: its space, its lap, and its mat.

A correction changes the field it names and its direct consequences. A chariot that was eliminated comes back where
it is put; it has no Initiative card before the next round. One whose card lies open is not taken out.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import NamedTuple

from engine.chariots_of_rome.position.steps import obstacles
from engine.chariots_of_rome.printed.data import FATAL_RATTLED, FATAL_WOUNDS, MOST_ENDURANCE, MOST_TACTICS
from engine.chariots_of_rome.words.state import Chariot, Race
from engine.correcting import Field, corrections_of
from engine.refusals import GameReason
from records.refusals import Refused
from records.values import EntryId, Square

OUT = "out"
"""The space of a chariot that was eliminated."""


class _Figure(NamedTuple):
    """A number of a chariot's log, and its allowed values."""

    attribute: str
    least: int
    most: int


_FIGURES: Mapping[str, _Figure] = {
    "endurance": _Figure("endurance", 1, MOST_ENDURANCE),
    "tactics": _Figure("tactics", 0, MOST_TACTICS),
    "rattled": _Figure("rattled", 0, FATAL_RATTLED - 1),
    "wounds": _Figure("wounds", 0, FATAL_WOUNDS - 1),
    "speed": _Figure("speed", 0, 3),
}


def _fields(race: Race, entry: EntryId) -> Iterator[tuple[str, Field]]:
    """Yield all that may be put right of *entry*, as it is now: nothing before the first round and after the race.

    They are ``space`` (or ``out``), ``laps`` (behind it, -1 before the line), ``endurance``, ``tactics``, ``rattled``,
    ``wounds`` and ``speed`` (the Level); of a chariot that is out ``space`` alone.
    """
    chariot = race.chariots.get(entry)
    if chariot is None or not race.is_set_up or race.is_over:
        return
    if not chariot.is_alive:
        yield "space", Field(OUT, partial(_put, race, entry))
        return
    assert chariot.square is not None, "who races stands on the track as a round begins"
    yield "space", Field(chariot.square, partial(_put, race, entry))
    yield "laps", Field(str(chariot.laps), partial(_set_laps, race, chariot))
    for name, figure in _FIGURES.items():
        yield name, Field(str(getattr(chariot, figure.attribute)), partial(_set, chariot, name, figure))


def _number(what: str, value: str, least: int, most: int) -> int:
    """Return the number that *value* is; :exc:`Refused` if it is none from *least* to *most*."""
    if value not in {str(number) for number in range(least, most + 1)}:
        raise Refused(GameReason.NO_SUCH_OPTION, option=f"{what} {value}", possible=[f"{least} to {most}"])
    return int(value)


def _set(chariot: Chariot, name: str, figure: _Figure, value: str) -> None:
    setattr(chariot, figure.attribute, _number(name, value, figure.least, figure.most))


def _set_laps(race: Race, chariot: Chariot, value: str) -> None:
    """Set the laps behind a chariot: nobody finishes by a correction."""
    chariot.laps = _number("laps", value, -1, race.race_laps - 1)
    chariot.most_laps = chariot.laps
    _note_first_corner(race, chariot)


# Spaces


def _put(race: Race, entry: EntryId, value: str) -> None:
    """Put a chariot onto a clear space, or out of the race, or back into it."""
    chariot, to = race.chariots[entry], Square(value.upper())
    if value.lower() == OUT and chariot.is_alive:
        _take_out(race, entry)
        return
    if to not in race.board.spaces:
        first, last = next(iter(race.board.spaces)), list(race.board.spaces)[-1]
        raise Refused(GameReason.NO_SUCH_OPTION, option=f"space {value}", possible=[f"{first} to {last}", OUT])
    if to in obstacles(race, entry) and race.wrecks.get(to) != entry:
        raise Refused(GameReason.NO_SUCH_OPTION, option=f"space {to}", possible=["a clear space"])
    if not chariot.is_alive:
        _bring_back(race, entry)
    chariot.square, chariot.trail = to, []
    _note_first_corner(race, chariot)


def _bring_back(race: Race, entry: EntryId) -> None:
    """Let an eliminated chariot race again, its wreck cleared away."""
    chariot = race.chariots[entry]
    chariot.out, chariot.endurance = None, max(1, chariot.endurance)
    chariot.rattled, chariot.wounds = min(FATAL_RATTLED - 1, chariot.rattled), min(FATAL_WOUNDS - 1, chariot.wounds)
    race.wrecks = {square: whose for square, whose in race.wrecks.items() if whose != entry}


def _take_out(race: Race, entry: EntryId) -> None:
    """Eliminate a chariot whose card lies face down, without a wreck; at least two others go on (12.2)."""
    others = [each for each in race.alive() if each != entry]
    factions = {race.chariots[each].faction for each in others}
    is_decided = len(others) < 2 or (len(factions) == 1 and None not in factions)
    if is_decided or entry == race.active or not race.actions:
        raise Refused(GameReason.NO_SUCH_OPTION, option=f"space {OUT}", possible=["a clear space"])
    chariot = race.chariots[entry]
    race.out += 1
    chariot.out, chariot.square, chariot.trail = race.out, None, []
    race.initiative = [each for each in race.initiative if each != entry]
    race.action_discard += chariot.cards
    chariot.cards, chariot.stack = [], 0
    race.locked = race.locked and not race.is_lock_over


def _note_first_corner(race: Race, chariot: Chariot) -> None:
    """Note that a chariot is beyond the first corner, if it is."""
    assert chariot.square is not None, "it was put somewhere"
    section = race.board.spaces[chariot.square].section
    ids = [each.id for each in race.board.sections]
    if chariot.laps >= 1 or (chariot.laps == 0 and section > ids.index(race.board.first_corner)):
        chariot.left_first_corner = True
    race.locked = race.locked and not race.is_lock_over


CORRECTIONS = corrections_of(_fields)
