"""Every move that a driver chooses: straight on, into another lane, sideways (6.2 to 6.45, 6.7).

6.23  There is at most one team or car in a square.
6.3   Forward is one movement factor a square.
6.4   A lane change goes forward and sideways: one factor to the outside, two to the inside. The square ahead, and both
      squares in the new lane, must be free. A chariot that changes into the wall flips there.
6.73  A sideslip goes sideways only, in a corner to the square that is partly behind.
"""

from collections.abc import Set

from engine.circus_maximus.control import chain
from engine.circus_maximus.harm import afoot, dragging, finish, flips, stepping
from engine.circus_maximus.position import board, obstacles, progress, steps
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.words.facts import LaneChanged, Moved, Sideslipped
from engine.circus_maximus.words.state import Chariot, Phase, Race
from engine.questions import Play
from engine.table import Table
from engine.track import Side
from records.values import EntryId, Square


def drive(race: Race, table: Table, entry: EntryId, squares: int) -> Play[None]:
    """Drive straight on; an event on the way ends the drive early (6.3)."""
    assert race.phase is not None
    chariot, phase = race.chariots[entry], race.phase
    driven, left, lying = 0, squares, _lying(race)
    while left:
        driven_freely = _drive_freely(race, entry, left, lying)
        driven, left = driven + driven_freely, left - driven_freely
        if not left:
            break
        left -= 1
        came_from = chariot.square
        to = TRACK.ahead[came_from]
        stepping.pay_step(phase, 1)
        stepping.place(race, entry, to)
        driven += 1
        meets = chariot.crossing is not None or to in lying or _drags_over_something(race, chariot)
        if not meets and (to not in TRACK.limit or came_from in TRACK.limit):
            continue
        is_checked = chariot.has_car and steps.is_checked(race, chariot, came_from, to, None, phase.total_speed)
        if meets or is_checked or progress.is_news(race, chariot, came_from, to):
            table.tell(Moved(entry, driven, to))
            driven = 0
        before = _condition(chariot, phase)
        if not (yield from _arrive(race, table, entry, came_from, None, (to,), lying)):
            return
        if meets and (chariot.crossing is not None or before != _condition(chariot, phase)):
            return
        if left:
            lying = _lying(race)
    if driven:
        table.tell(Moved(entry, driven, chariot.square))


def _drive_freely(race: Race, entry: EntryId, squares: int, lying: Set[Square]) -> int:
    """Drive over squares without a corner line, an obstacle or a man on foot; return the number of squares."""
    assert race.phase is not None
    chariot = race.chariots[entry]
    if chariot.on_grid or chariot.crossing is not None or chariot.dragging is not None:
        return 0
    driven = min(squares, len(_BEFORE_CORNER[chariot.square]))
    way = _BEFORE_CORNER[chariot.square][:driven]
    if lying:
        driven = next((place for place, square in enumerate(way) if square in lying), driven)
    if driven:
        stepping.pay_step(race.phase, driven)
        stepping.place(race, entry, way[driven - 1])
    return driven


def _before_corner(square: Square) -> tuple[Square, ...]:
    """Return the squares straight on from *square* up to where a corner begins that it is not in."""
    way: list[Square] = []
    while (ahead := TRACK.ahead[square]) not in TRACK.limit or square in TRACK.limit:
        way.append(ahead)
        square = ahead
    return tuple(way)


_BEFORE_CORNER = {square: _before_corner(square) for square in TRACK.lane}


def change_lane(race: Race, table: Table, entry: EntryId, side: Side) -> Play[None]:
    """Change one lane, into the wall if there is none (6.4, 6.44)."""
    assert race.phase is not None
    chariot = race.chariots[entry]
    came_from, ahead = chariot.square, TRACK.ahead[chariot.square]
    if progress.crosses_line(race, chariot, came_from, ahead):  # CM-8: the step forward is over the line
        yield from drive(race, table, entry, 1)
        return
    to = board.change_square_now(race, chariot, side)
    stepping.pay_step(race.phase, edition_of(race.options).costs.change[side])
    stepping.place(race, entry, to or ahead)
    if to is None:
        yield from _hit_wall(race, table, entry, came_from)
    else:
        table.tell(LaneChanged(entry, side, to))
        yield from _arrive(race, table, entry, came_from, side, (ahead, to), _lying(race))
        if race.weather is not None:
            yield from chain.slide_on(race, table, entry, side)


def _hit_wall(race: Race, table: Table, entry: EntryId, came_from: Square) -> Play[None]:
    """Flip at the wall that a lane change has led into; the team alone runs over an obstacle there (6.44)."""
    to = race.chariots[entry].square
    table.tell(Moved(entry, 1, to))
    finish.note_corner(race, table, entry, came_from, 0)
    if edition_of(race.options).leaves_wrecks:
        yield from chain.clear(race, table, entry)
        afoot.run_down(race, table, entry, (to,))
    flips.flip(race, table, entry, "wall")
    if race.chariots[entry].is_on_track:
        yield from chain.arrive(race, table, entry, (to,))


def sideslip(race: Race, table: Table, entry: EntryId, side: Side) -> Play[None]:
    """Slip one lane sideways by choice (6.7); the caller has seen that it may be done."""
    assert race.phase is not None
    chariot = race.chariots[entry]
    came_from, to = chariot.square, TRACK.beside[side][chariot.square]
    stepping.pay(race.phase, edition_of(race.options).costs.sideslip)
    stepping.place(race, entry, to)
    table.tell(Sideslipped(entry, side, to, forced=False))
    yield from _arrive(race, table, entry, came_from, side, (to,), _lying(race))


def _lying(race: Race) -> Set[Square]:
    """Return the squares on which a team comes upon an obstacle or a man on foot (8.1)."""
    if not edition_of(race.options).leaves_wrecks:
        return _NOTHING
    lying = [obstacle.square for obstacle in obstacles.lying(race)]
    running = [other.runner.square for other in race.chariots.values() if other.runner is not None]
    return {*lying, *running} if lying or running else _NOTHING


_NOTHING: frozenset[Square] = frozenset()


def _drags_over_something(race: Race, chariot: Chariot) -> bool:
    """Tell whether a driver is dragged, and onto an obstacle (8.1)."""
    if chariot.driver != "dragged":
        return False
    square = board.driver_square(chariot)
    return any(obstacle.square == square for obstacle in obstacles.lying(race))


def _condition(chariot: Chariot, phase: Phase) -> tuple[object, ...]:
    """Return the values that must stay the same for the mover to drive on as planned (CM-14)."""
    injuries = [horse.injury for horse in chariot.horses]
    wheels = chariot.wheels.inside, chariot.wheels.outside
    return chariot.square, chariot.pulls_car, chariot.cdm, injuries, wheels, phase.total_speed, phase.factors


def _arrive(
    race: Race,
    table: Table,
    entry: EntryId,
    came_from: Square,
    side: Side | None,
    entered: tuple[Square, ...],
    lying: Set[Square],
) -> Play[bool]:
    """Settle the mover's encounters after a move, and return whether it can go on as planned.

    The finish line comes first, then the obstacle left behind, men on foot, obstacles met, the corner (CM-50).

    :param lying: the squares of all obstacles and men on foot, see :func:`_lying`.
    """
    assert race.phase is not None
    chariot = race.chariots[entry]
    dragging.cross(race, table, entry)
    finish.note_corner(race, table, entry, came_from, race.phase.factors)
    if not chariot.is_on_track:
        return False
    if chariot.crossing is not None or not lying.isdisjoint((*entered, TRACK.behind[chariot.square])):
        yield from chain.clear(race, table, entry)
        afoot.run_down(race, table, entry, entered)
        is_slip = side is not None and len(entered) == 1
        yield from chain.arrive(race, table, entry, entered, slipped=is_slip)
    to, total_speed = chariot.square, race.phase.total_speed
    if chariot.pulls_car and steps.is_checked(race, chariot, came_from, to, side, total_speed):
        return (yield from chain.check_corner(race, table, entry))
    return True
