"""Runaway teams (15).

15.1   A team whose car is gone, or whose driver is no longer in it, runs on without one when its colour is drawn.
15.21  It runs straight ahead, and turns aside only for a team, a car or an obstacle in its lane within the factors it
       has left; in the Epic edition for a man on foot as well. Without a car it needs but one free square.
15.22  It runs as fast as it can, brakes for nothing, and minds no corner (15.24) but with a car behind it.
15.25  With a dead horse it is halted: it moves no more, and is an obstacle.
6.74   If it is blocked and cannot slip aside, it runs into the square ahead.
"""

from engine.circus_maximus.fighting import attacks
from engine.circus_maximus.position import board, obstacles, progress, steps
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.turn import steering
from engine.circus_maximus.words.asks import Action, Change, Forward, NextAction, RunInto, Sideslip
from engine.circus_maximus.words.state import Chariot, Race, Taken
from engine.track import SIDES, Side
from records.values import EntryId, Square

_TURNS_ASIDE: tuple[Side, Side] = ("outside", "inside")
"""In which order a team that is left to itself tries the sides (15.21, CM-73)."""


def next_action(race: Race, entry: EntryId) -> NextAction:
    """Return the question what a runaway team does next, with all that is open to it (15.2)."""
    assert race.phase is not None
    chariot, phase = race.chariots[entry], race.phase
    taken = board.occupied(race)
    blocking = board.blocking(race, taken)
    forward = steps.squares_ahead(race, chariot, phase, blocking)
    changes: tuple[Side, ...] = ()
    slips: tuple[Side, ...] = ()
    if is_in_the_way(race, chariot, phase.factors, taken):
        changes = tuple(side for side in SIDES if steering.may_change_to_lane(race, phase, side, taken))
        slips = steering.possible_sideslips(race, phase, forward, taken)
    is_blocked = TRACK.ahead[chariot.square] in blocking
    reach = attacks.legal_attacks(race, entry)
    may_run_into = is_blocked and not steering.can_slip(race, phase, slips)
    return NextAction(phase.factors, forward, changes, 0, slips, reach, may_run_into=may_run_into)


def is_in_the_way(race: Race, chariot: Chariot, factors: int, taken: Taken, *, teams_only: bool = False) -> bool:
    """Tell whether a team or car, or an obstacle, lies in its lane within so many squares ahead (15.21)."""
    square = chariot.square
    men = _men(race) if not teams_only and edition_of(race.options).shies_at_men else ()
    for _ in range(factors):
        ahead = TRACK.ahead[square]
        if progress.crosses_line(race, chariot, square, ahead) and ahead not in taken:
            return False
        if ahead in taken or ahead in men or (not teams_only and obstacles.worst_at(race, ahead)):
            return True
        square = ahead
    return False


def _men(race: Race) -> list[Square]:
    """Return where drivers are on foot (II.13.2.1.1)."""
    return [chariot.runner.square for chariot in race.chariots.values() if chariot.runner is not None]


def default_action(question: NextAction) -> Action:
    """Return a runaway team's action: it turns aside, to the outside if it can, or runs straight on (15.21)."""
    for side in _TURNS_ASIDE:
        if side in question.changes:
            return Change(side)
    if question.may_run_into:  # a slip that is possible besides flips the car for certain
        return RunInto()
    for side in _TURNS_ASIDE:
        if side in question.sideslips:
            return Sideslip(side)
    return Forward(question.forward)


def is_open(race: Race, entry: EntryId, question: NextAction) -> bool:
    """Tell whether a runaway team has anything to decide: aside or not, where to ram a dragged driver (15.21, 16.5)."""
    if question.changes or question.attacks or len(question.sideslips) > 1:
        return True
    if question.sideslips:
        return question.forward > 0 or question.may_run_into
    return _passes_dragged_driver(race, entry, question.forward)


def _passes_dragged_driver(race: Race, entry: EntryId, squares: int) -> bool:
    """Tell whether a dragged driver of another lies on the way straight on, where they could be rammed (16.5)."""
    dragged = [board.trampling_square(other) for number, other in race.chariots.items() if number != entry]
    square = race.chariots[entry].square
    for _ in range(squares - 1):  # at the last square there is no factor to ram with
        square = TRACK.ahead[square]
        if square in dragged:
            return True
    return False
