"""A chariot moves (8.1 to 8.5): speed from the dice, sprints, then space by space."""

from collections.abc import Collection
from functools import partial

from engine.chariot_race.asks import Move, PlanMove
from engine.chariot_race.data import CALTROP_DAMAGE, RAM_DAMAGE, SPRINT_DAMAGE
from engine.chariot_race.facts import (
    CaltropHit,
    CornerTaken,
    Drove,
    HeapHit,
    LapDone,
    Rammed,
    SetBack,
    SpeedSet,
    SprintHurt,
    WhyWrecked,
)
from engine.chariot_race.rules.wrecks import hurt, take_marker, wreck
from engine.chariot_race.state import Race
from engine.chariot_race.track import BEHIND, LIMITS, STEPS, advance, heaps, laps_done
from engine.facts import Fact
from engine.table import Table
from records.values import EntryId, Square


def move(race: Race, table: Table, entry: EntryId, question: PlanMove, answer: Move) -> None:
    """Carry out a whole move, and tell it (6, state 9)."""
    chariot = race.chariots[entry]
    before = laps_done(chariot.pos)
    _set_speed(race, table, entry, question, answer.plus)
    if not chariot.is_alive:
        return
    drive = _Drive(race, entry)
    drive.follow(answer.path)
    drive.tell(table)
    after = laps_done(chariot.pos) if chariot.is_alive else before
    for lap in range(before + 1, after + 1):
        table.tell(LapDone(entry, lap, chariot.pos))


def _set_speed(race: Race, table: Table, entry: EntryId, question: PlanMove, plus: int) -> None:
    """Apply the dice to the speed; sprints hurt though their speed may be lost (8.1)."""
    chariot, sprints = race.chariots[entry], question.sprints
    chariot.speed = question.speed(plus)
    lost = abs(question.total(plus) - chariot.speed)
    minus = question.plusminus - plus
    table.tell(SpeedSet(entry, question.initial, chariot.speed, plus, minus, sprints, lost))
    if not sprints:
        return
    assert chariot.square is not None, "who moves is on the board"
    points = hurt(chariot, sprints * SPRINT_DAMAGE)
    table.tell(SprintHurt(entry, points, chariot.damage))
    if not chariot.damage:
        table.tell(wreck(race, entry, chariot.square, "sprint"))


class _Drive:
    """A move under way. Its facts wait until its length is certain."""

    def __init__(self, race: Race, entry: EntryId) -> None:
        self._race, self._entry = race, entry
        self._chariot = chariot = race.chariots[entry]
        assert chariot.square is not None, "who moves is on the board"
        self._square, self._start = chariot.square, chariot.square
        self._path = ""
        self._charged: set[Square] = set()  # numbered spaces entered: each charges once a turn (8.3)
        self._events: list[Fact] = []
        chariot.trail = []
        self._special = {*heaps(race.track), *LIMITS, *race.caltrops, *self._taken()}

    def follow(self, path: str) -> None:
        """Make the steps of a path, until they are all made or the chariot is wrecked (8.2)."""
        for number, letter in enumerate(path, start=1):
            self._path += letter
            self._step(STEPS[letter][self._square], is_last=number == len(path))
            if not self._chariot.is_alive:
                break
        self._chariot.path = self._path

    def tell(self, table: Table) -> None:
        """Tell the move, and then all that happened on the way."""
        chariot = self._chariot
        squares = tuple(chariot.trail)
        end = chariot.square if chariot.is_alive else None
        table.tell(Drove(self._entry, self._start, self._path, squares, end, chariot.pos))
        for event in self._events:
            table.tell(event)

    def _step(self, square: Square, *, is_last: bool) -> None:
        """Enter a space, and take all it does, each effect at once (8.3)."""
        chariot = self._chariot
        if square in heaps(self._race.track):
            self._events.append(HeapHit(self._entry, square, self._square))
            self._wreck("heap")
            return
        self._stand(square, advance(self._square, square))
        chariot.trail.append(square)
        if square not in self._special:
            return
        for effect in (self._corner, self._caltrop, partial(self._ram, is_last=is_last)):
            if chariot.is_alive:
                effect()

    def _stand(self, square: Square, ahead: int) -> None:
        self._square = self._chariot.square = square
        self._chariot.pos += ahead

    def _corner(self) -> None:
        """Charge a numbered space for all speed above its limit (8.3)."""
        limit, speed = LIMITS.get(self._square), self._chariot.speed
        if limit is None or speed <= limit or self._square in self._charged:
            return
        self._charged.add(self._square)
        points = hurt(self._chariot, speed - limit)
        self._events.append(CornerTaken(self._entry, self._square, limit, speed, points, self._chariot.damage))
        if not self._chariot.damage:
            self._wreck("corner")

    def _caltrop(self) -> None:
        """Run over a marker (8.3)."""
        if not take_marker(self._race, self._square):
            return
        points = hurt(self._chariot, CALTROP_DAMAGE)
        self._events.append(CaltropHit(self._entry, self._square, points, self._chariot.damage))
        if not self._chariot.damage:
            self._wreck("caltrop")

    def _ram(self, *, is_last: bool) -> None:
        """Crash with the chariot that stands there; both are hurt at the same moment (8.4)."""
        rival = self._rival()
        if rival is None:
            return
        own, other = self._chariot, self._race.chariots[rival]
        points, theirs = hurt(own, RAM_DAMAGE), hurt(other, RAM_DAMAGE)
        self._events.append(Rammed(self._entry, rival, self._square, points, theirs, own.damage, other.damage, is_last))
        at = self._square
        if not own.damage:  # the rammer counts as wrecked first (R22)
            self._wreck("ram", rival)
        elif is_last:
            self._set_back(rival)
        if not other.damage and other.is_alive:  # its marker is laid once the rammer has moved on or back (R10)
            self._events.append(wreck(self._race, rival, at, "rammed", self._entry))

    def _rival(self) -> EntryId | None:
        chariots = self._race.chariots.items()
        return next((each for each, other in chariots if other.square == self._square and each != self._entry), None)

    def _set_back(self, rival: EntryId) -> None:
        """Go back to the first free space behind, and end there as if it was entered (8.4, R09)."""
        square = BEHIND[self._square]
        while square in heaps(self._race.track) or square in self._taken():
            square = BEHIND[square]
        self._stand(square, -advance(square, self._square))
        self._events.append(SetBack(self._entry, rival, square, self._chariot.pos))
        for effect in (self._corner, self._caltrop):
            if self._chariot.is_alive:
                effect()

    def _taken(self) -> Collection[Square]:
        chariots = self._race.chariots.items()
        return [other.square for entry, other in chariots if other.square is not None and entry != self._entry]

    def _wreck(self, why: WhyWrecked, by: EntryId | None = None) -> None:
        self._events.append(wreck(self._race, self._entry, self._square, why, by))
