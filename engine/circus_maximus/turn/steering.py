"""Where a driver may still steer: lane changes into lanes, sideslips, and being doomed to a crash (6.7)."""

from engine.circus_maximus.position import board, progress, steps
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.words.state import Chariot, Phase, Race, Taken
from engine.track import SIDES, Side
from records.values import EntryId, Square


def may_change_to_lane(race: Race, phase: Phase, side: Side, taken: Taken) -> bool:
    """Tell whether the mover may change to a lane on *side*, if there is one (6.41 to 6.45)."""
    chariot = race.chariots[phase.entry]
    ahead = TRACK.ahead[chariot.square]
    if phase.factors < edition_of(race.options).costs.change[side] or ahead in taken:
        return False
    to = board.square_changed_to(ahead, side, taken, has_car=chariot.has_car)
    return to is not None and not steps.is_barred(race, chariot, chariot.square, to, side, phase.total_speed)


def possible_sideslips(race: Race, phase: Phase, forward: int, taken: Taken) -> tuple[Side, ...]:
    """Return to which sides the mover may slip (6.7, 6.71).

    :param forward: squares that it can drive straight on.
    """
    chariot = race.chariots[phase.entry]
    if phase.factors < edition_of(race.options).costs.sideslip or forward == phase.factors:
        return ()
    blocking = board.blocking(race, taken)
    if TRACK.ahead[chariot.square] not in blocking and (
        edition_of(race.options).slips_only_blocked  # T6
        or _goes_around(race, phase, taken, blocking)
        or not is_doomed(race, chariot, phase, taken)
    ):
        return ()
    return tuple([side for side in SIDES if _may_slip(race, phase, side, taken)])


def _goes_around(race: Race, phase: Phase, taken: Taken, blocking: board.Held) -> bool:
    """Tell whether one change of lane, and straight on from there, uses all factors: nearly always."""
    ahead, costs = TRACK.ahead[race.chariots[phase.entry].square], edition_of(race.options).costs.change
    for side in SIDES:
        if may_change_to_lane(race, phase, side, taken):
            way = steps.squares_from(board.ACROSS[side][ahead])[: phase.factors - costs[side]]
            if blocking.keys().isdisjoint(way):
                return True
    return False


def _may_slip(race: Race, phase: Phase, side: Side, taken: Taken) -> bool:
    chariot = race.chariots[phase.entry]
    to = board.slip_square(chariot, side, taken)
    return to is not None and not steps.is_barred(race, chariot, chariot.square, to, side, phase.total_speed)


def can_slip(race: Race, phase: Phase, slips: tuple[Side, ...]) -> bool:
    """Tell whether one of the *slips* saves the mover from the car ahead; a certain flip does not (6.74, 8.41, B6)."""
    return any(not _flips(race, phase, side) for side in slips)


def _flips(race: Race, phase: Phase, side: Side) -> bool:
    """Tell whether a slip to *side* strains a chariot that has no endurance for it (8.41)."""
    chariot = race.chariots[phase.entry]
    to = TRACK.beside[side][chariot.square]
    is_checked = steps.is_checked(race, chariot, chariot.square, to, side, phase.total_speed)
    return chariot.has_car and not chariot.endurance and is_checked


def is_doomed(race: Race, chariot: Chariot, phase: Phase, taken: board.Held) -> bool:
    """Tell whether no moves and lane changes use all factors without standing blocked with some left (6.71, B5).

    All other chariots stay where they are. Going into the wall does not help, and to stand before a corner that is
    barred is not to be blocked (CM-5).
    """
    return not _Search(race, chariot, phase, taken).gets_through(chariot.square, phase.factors)


def _of_others(held: board.Held, entry: EntryId, chariot: Chariot) -> board.Held:
    """Return the squares that others hold: the mover leaves its own, and may come back to them."""
    others = dict(held)
    for square in (chariot.square, TRACK.behind[chariot.square]):
        if square in others and others[square][0] == entry:
            del others[square]
    return others


class _Search:
    """A search through all actions of the mover; it remembers hopeless positions."""

    def __init__(self, race: Race, chariot: Chariot, phase: Phase, taken: board.Held) -> None:
        self._race, self._chariot = race, chariot
        self._taken = _of_others(taken, phase.entry, chariot)
        self._blocking = _of_others(board.blocking(race, taken), phase.entry, chariot)
        self._total_speed, self._costs = phase.total_speed, edition_of(race.options).costs.change
        self._may_finish = chariot.corners + 1 == progress.last_corner(race)
        self._is_held = chariot.no_inside or steps.is_straining_barred(chariot)  # else no step is barred
        self._hopeless: set[tuple[Square, int]] = set()

    def gets_through(self, square: Square, factors: int) -> bool:
        """Tell whether *factors* can be used up from *square*."""
        if not factors or self._is_clear(square, factors):
            return True
        ahead = TRACK.ahead[square]
        if ahead in self._blocking or (square, factors) in self._hopeless:
            return False
        if (
            (self._may_finish and progress.crosses_line(self._race, self._chariot, square, ahead))
            or (self._is_held and self._is_barred(square, ahead, None))
            or self._changes(square, ahead, factors, "outside")
            or self._changes(square, ahead, factors, "inside")
            or self.gets_through(ahead, factors - 1)
        ):
            return True
        self._hopeless.add((square, factors))
        return False

    def _is_clear(self, square: Square, factors: int) -> bool:
        """Tell whether nobody blocks the way straight on; what bars it otherwise lets the mover through, too."""
        return self._blocking.keys().isdisjoint(steps.squares_from(square)[:factors])

    def _changes(self, square: Square, ahead: Square, factors: int, side: Side) -> bool:
        """Tell whether a lane change to *side* is a way to use the factors up."""
        if factors < self._costs[side] or ahead in self._taken:
            return False
        to = board.square_changed_to(ahead, side, self._taken, has_car=self._chariot.has_car)
        if to is None or (self._is_held and self._is_barred(square, to, side)):
            return False
        return self.gets_through(to, factors - self._costs[side])

    def _is_barred(self, square: Square, to: Square, side: Side | None) -> bool:
        return steps.is_barred(self._race, self._chariot, square, to, side, self._total_speed)
