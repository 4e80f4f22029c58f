"""Runaway teams (15).

15.1   A team whose car is gone, or whose driver is no longer in it, runs on by itself when its colour is drawn.
15.21  It runs straight ahead, and turns aside only for a team, a car or an obstacle in its lane within the factors it
       has left. Without a car it needs but one free square.
15.22  It runs as fast as it can, brakes for nothing, and minds no corner (15.24) but with a car behind it.
15.25  With a dead horse it is halted: it moves no more, and is an obstacle.
6.74   Where it is blocked and cannot slip aside, it runs into what is ahead.
"""

from engine.circus_maximus import actions, afoot, attacks, finish, flips, movement, obstacles
from engine.circus_maximus.asks import Action, Change, Forward, NextAction, RunInto, Sideslip
from engine.circus_maximus.data import TRACK
from engine.circus_maximus.facts import RanAway, Stopped, TeamHalted, TeamRemoved
from engine.circus_maximus.state import Chariot, Obstacle, Race, Taken
from engine.game import Table
from engine.track import SIDES, Side
from engine.values import EntryId

_TURNS_ASIDE: tuple[Side, Side] = ("outside", "inside")
"""In which order a team that is left to itself tries the sides (5.5 of the decisions)."""


def run_away(race: Race, table: Table, entry: EntryId) -> None:
    """Let a team run without a driver in its car; one with a dead horse is halted at once (15.1, 15.25).

    What barred its driver from something bars the team from nothing.
    """
    chariot = race.chariots[entry]
    if chariot.status == "runaway":
        return
    if chariot.is_stationary:
        halt(race, table, entry)
        return
    chariot.status = "runaway"
    chariot.jostled = chariot.no_inside = chariot.has_cut = False
    chariot.no_strain, chariot.blinded_since = 0, None
    table.tell(RanAway(entry, chariot.has_car))


def halt(race: Race, table: Table, entry: EntryId) -> None:
    """Halt a team with a dead horse; it lies in the way, and a driver it dragged stands up (15.25, E18)."""
    chariot = race.chariots[entry]
    chariot.status = "halted"
    table.tell(TeamHalted(entry, chariot.square))
    _lie_down(race, table, entry)
    flips.end_phase(race, table, entry)


def stop(race: Race, table: Table, entry: EntryId) -> None:
    """Take a chariot without living horses out of the race: it lies in the way, its driver is on foot (9.53, E23)."""
    chariot = race.chariots[entry]
    table.tell(Stopped(entry))
    chariot.status = "out"
    if race.options.is_advanced:
        _lie_down(race, table, entry)


def _lie_down(race: Race, table: Table, entry: EntryId) -> None:
    """Leave a team, and the car if it pulls one, on the track as obstacles; a living driver is on foot."""
    chariot = race.chariots[entry]
    behind = TRACK.behind[chariot.square]
    fell = TRACK.behind[behind] if chariot.dragging is not None and chariot.dragging.behind_car else behind
    race.obstacles.append(Obstacle("halted team", chariot.square, entry))
    if chariot.has_car:
        chariot.has_car = False
        race.obstacles.append(Obstacle("wreck", behind, entry))
    chariot.crossing = None
    afoot.stand_up(race, table, entry, fell)


def remove(race: Race, table: Table, entry: EntryId) -> None:
    """Take a team without a living driver off the track, as it crosses the finish line for the last time (F6)."""
    race.chariots[entry].status = "out"
    table.tell(TeamRemoved(entry))
    flips.end_phase(race, table, entry)


# What it may do


def next_action(race: Race, entry: EntryId) -> NextAction:
    """Return the question what a runaway team does next, with all that is open to it (15.2)."""
    assert race.phase is not None
    chariot, phase = race.chariots[entry], race.phase
    taken = movement.occupied(race)
    forward = movement.squares_ahead(race, chariot, phase, taken)
    changes: tuple[Side, ...] = ()
    slips: tuple[Side, ...] = ()
    if is_in_the_way(race, chariot, phase.factors, taken):
        changes = tuple(side for side in SIDES if actions.may_change_to_lane(race, phase, side, taken))
        slips = actions.possible_sideslips(race, phase, forward, taken)
    is_blocked = TRACK.ahead[chariot.square] in taken
    reach = attacks.legal_attacks(race, entry)
    return NextAction(phase.factors, forward, changes, 0, slips, reach, may_run_into=is_blocked and not slips)


def is_in_the_way(race: Race, chariot: Chariot, factors: int, taken: Taken, *, teams_only: bool = False) -> bool:
    """Tell whether a team or car, or an obstacle, lies in its lane within so many squares ahead (15.21)."""
    square = chariot.square
    for _ in range(factors):
        ahead = TRACK.ahead[square]
        if finish.crosses_line(race, chariot, square, ahead) and ahead not in taken:
            return False
        if ahead in taken or (not teams_only and obstacles.worst_at(race, ahead)):
            return True
        square = ahead
    return False


def default_action(question: NextAction) -> Action:
    """Return what a team does by itself: it turns aside, to the outside if it can, or runs straight on."""
    for side in _TURNS_ASIDE:
        if side in question.changes:
            return Change(side)
    for side in _TURNS_ASIDE:
        if side in question.sideslips:
            return Sideslip(side)
    return Forward(question.forward) if question.forward else RunInto()


def is_open(race: Race, entry: EntryId, question: NextAction) -> bool:
    """Tell whether there is anything to decide for a runaway team: aside or not, where to ram a dragged driver."""
    if question.changes or question.attacks or len(question.sideslips) > 1:
        return True
    if question.sideslips:
        return question.forward > 0
    return _passes_dragged_driver(race, entry, question.forward)


def _passes_dragged_driver(race: Race, entry: EntryId, squares: int) -> bool:
    """Tell whether a dragged driver of another lies on the way straight on, where he could be rammed (16.5)."""
    dragged = [movement.trampling_square(other) for number, other in race.chariots.items() if number != entry]
    square = race.chariots[entry].square
    for _ in range(squares - 1):  # at the last square there is no factor to ram with
        square = TRACK.ahead[square]
        if square in dragged:
            return True
    return False
