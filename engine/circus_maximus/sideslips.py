"""Forced sideslips and swerves, and when a driver may slip by choice (6.7, 7.34, 9.43).

7.34  S and SS take a chariot one or two lanes outward, a lashed driver swerves away from the lash; that costs nothing.
      Where there is no lane the chariot flips. Where there is no room it does not move, but rams what is in the way.
9.52  A chariot with a dead horse cannot be moved.
6.7   A driver may slip by choice when he is blocked, or will be whatever he does.
"""

from collections.abc import Container

from engine.circus_maximus import corners, finish, flips, movement, rams, speed
from engine.circus_maximus.data import CHANGE_COST, FORWARD_COST, TRACK
from engine.circus_maximus.facts import Sideslipped
from engine.circus_maximus.state import Chariot, Phase, Race
from engine.game import Play, Table
from engine.track import Side
from engine.values import EntryId, Square

RAM_MODIFIER = -3
"""On the CDM of who is forced into somebody (9.62)."""
DOUBLE_RAM_MODIFIER = -6
"""The same, for a double sideslip that gains no lane (7.34)."""


def forced_sideslip(race: Race, table: Table, entry: EntryId, count: int) -> Play[None]:
    """Slip *count* lanes outward, 1 (S) or 2 (SS); who gains a lane may not go inside again this turn (7.33, 7.34)."""
    chariot = race.chariots[entry]
    for slipped in range(count):
        is_stopped = not chariot.pulls_car or chariot.is_stationary
        modifier = DOUBLE_RAM_MODIFIER if count - slipped > 1 else RAM_MODIFIER
        if is_stopped or not (yield from _slip(race, table, entry, "outside", modifier)):
            return
        chariot.no_inside = True


def swerve(race: Race, table: Table, entry: EntryId, side: Side, count: int = 1) -> Play[None]:
    """Swerve to *side*, away from an attacker; inward in a corner it may strain the chariot (9.43, 7.22).

    :param count: of lanes: 1, or 2 from a cloud of dust (16.2).
    """
    chariot = race.chariots[entry]
    for swerved in range(count):
        came_from = chariot.square
        modifier = DOUBLE_RAM_MODIFIER if count - swerved > 1 else RAM_MODIFIER
        is_stopped = not chariot.pulls_car or chariot.is_stationary
        if is_stopped or not (yield from _slip(race, table, entry, side, modifier)):
            return
        if corners.is_checked(race, chariot, came_from, chariot.square, side, chariot.last_speed):  # C13
            yield from corners.check_corner(race, table, entry, speed=chariot.last_speed)


def slide(race: Race, table: Table, entry: EntryId, side: Side) -> Play[None]:
    """Slide one lane further to *side* after a lane change on a wet track; inward in a corner it may strain (16.7)."""
    chariot = race.chariots[entry]
    came_from = chariot.square
    if not (yield from _slip(race, table, entry, side, RAM_MODIFIER)):
        return
    is_mover = race.phase is not None and race.phase.entry == entry
    total_speed = speed.turn_speed(race, entry)
    if corners.is_checked(race, chariot, came_from, chariot.square, side, total_speed):
        yield from corners.check_corner(race, table, entry, speed=None if is_mover else total_speed)


def _slip(race: Race, table: Table, entry: EntryId, side: Side, modifier: int) -> Play[bool]:
    """Slip one lane against one's will, and return whether a lane was gained."""
    chariot = race.chariots[entry]
    if chariot.square not in TRACK.beside[side]:
        flips.flip(race, table, entry, "wall")
        return False
    to = movement.slip_square(chariot, side, movement.occupied(race))
    if to is None:
        yield from rams.involuntary(race, table, entry, side, modifier)
        return False
    movement.place(race, entry, to)
    table.tell(Sideslipped(entry, side, to, forced=True))
    yield from movement.settle_forced(race, table, entry)
    return True


def is_doomed(race: Race, chariot: Chariot, phase: Phase, taken: Container[Square]) -> bool:
    """Tell whether no forward moves and lane changes use all factors without standing blocked with some left (6.7, B5).

    All other chariots stay where they are. Going into the wall does not help, and to stand before a corner that is
    barred is not to be blocked (CM-5).
    """
    return not _Search(race, chariot, phase, taken).gets_through(chariot.square, phase.factors)


class _Search:
    """A search through all that the mover can do; what was found hopeless is remembered."""

    def __init__(self, race: Race, chariot: Chariot, phase: Phase, taken: Container[Square]) -> None:
        self._race, self._chariot, self._taken = race, chariot, taken
        self._total_speed = phase.total_speed
        self._hopeless: set[tuple[Square, int]] = set()

    def gets_through(self, square: Square, factors: int) -> bool:
        """Tell whether *factors* can be used up from *square*."""
        if not factors:
            return True
        ahead = TRACK.ahead[square]
        if ahead in self._taken or (square, factors) in self._hopeless:
            return False
        if self._goes_on(square, ahead, factors):
            return True
        self._hopeless.add((square, factors))
        return False

    def _goes_on(self, square: Square, ahead: Square, factors: int) -> bool:
        """Tell whether the finish, a barred corner or some step to the free square *ahead* is a way."""
        return (
            finish.crosses_line(self._race, self._chariot, square, ahead)
            or movement.is_barred(self._race, self._chariot, square, ahead, None, self._total_speed)
            or self.gets_through(ahead, factors - FORWARD_COST)
            or self._changes(square, ahead, factors, "outside")
            or self._changes(square, ahead, factors, "inside")
        )

    def _changes(self, square: Square, ahead: Square, factors: int, side: Side) -> bool:
        """Tell whether a lane change to *side* is a way to use the factors up."""
        if factors < CHANGE_COST[side]:
            return False
        to = movement.square_changed_to(ahead, side, self._taken, has_car=self._chariot.has_car)
        if to is None or movement.is_barred(self._race, self._chariot, square, to, side, self._total_speed):
            return False
        return self.gets_through(to, factors - CHANGE_COST[side])
