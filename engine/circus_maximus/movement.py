"""Squares: who stands where, what is free, and every move that a driver chooses (6.2 to 6.45, 6.7, 9.31).

6.23  There is at most one team or car in a square.
6.3   Forward is one movement factor a square.
6.4   A lane change goes forward and sideways: one factor to the outside, two to the inside. The square ahead, and both
      squares in the new lane, must be free. Who changes into the wall flips there.
6.73  A sideslip goes sideways only, in a corner to the square that is partly behind.
9.31  Evading is a lane change; it is paid for in the next phase.
"""

from collections.abc import Container

from engine.circus_maximus import afoot, corners, dragging, finish, flips, obstacles, speed, weather
from engine.circus_maximus.data import CHANGE_COST, FORWARD_COST, GREY, SIDESLIP_COST, TRACK
from engine.circus_maximus.facts import Evaded, LaneChanged, Moved, Sideslipped
from engine.circus_maximus.state import Chariot, Part, Phase, Race
from engine.game import Play, Table
from engine.track import Side
from engine.values import EntryId, Square


def occupied(race: Race) -> dict[Square, tuple[EntryId, Part]]:
    """Return every square that is taken, with whose team or car is in it (6.23)."""
    taken: dict[Square, tuple[EntryId, Part]] = {}
    behind = TRACK.behind
    for entry, chariot in race.chariots.items():
        if chariot.is_on_track and chariot.square:
            taken[chariot.square] = entry, "team"
            if chariot.has_car:
                taken[behind[chariot.square]] = entry, "car"
    return taken


def occupant(race: Race, square: Square) -> tuple[EntryId, Part] | None:
    """Return whose team or car is in *square*."""
    ahead = TRACK.ahead[square]
    for entry, chariot in race.chariots.items():
        if chariot.square == square and chariot.is_on_track:
            return entry, "team"
        if chariot.square == ahead and chariot.pulls_car:
            return entry, "car"
    return None


def driver_square(chariot: Chariot) -> Square | None:
    """Return where a driver is who is dragged: behind his team, on his car or behind it (16.1, 16.7)."""
    if chariot.driver != "dragged" or not chariot.is_on_track:
        return None
    behind = TRACK.behind[chariot.square]
    return TRACK.behind[behind] if chariot.dragging is not None and chariot.dragging.behind_car else behind


def trampling_square(chariot: Chariot) -> Square | None:
    """Return where a team must stand to ram the driver who is dragged: on his square, or behind his car (16.5)."""
    square = driver_square(chariot)
    if square is None or not chariot.has_car:
        return square
    return TRACK.behind[TRACK.behind[chariot.square]]


def is_free(race: Race, square: Square) -> bool:
    """Tell whether there is neither a team nor a car in *square*."""
    return occupant(race, square) is None


def place(race: Race, entry: EntryId, square: Square) -> None:
    """Put the team into *square* and the car behind it (B18); grey is left for good once both are off it (3.8)."""
    chariot = race.chariots[entry]
    chariot.square = square
    if chariot.on_grid:
        chariot.on_grid = stands_on_grey(chariot)
    if chariot.dragging is not None:
        chariot.dragging.path.append(driver_square(chariot) or square)


def stands_on_grey(chariot: Chariot) -> bool:
    return chariot.square in GREY or TRACK.behind[chariot.square] in GREY


def may_brake(chariot: Chariot) -> bool:
    """Tell whether somebody can rein the team in: not after cutting a horse free, and not with dust in his eyes."""
    return chariot.status == "racing" and not chariot.has_cut and chariot.blinded_since is None  # 9.52, 15.23, 16.2


def pay(phase: Phase, factors: int) -> None:
    """Use up movement factors of the phase."""
    phase.factors -= factors
    phase.used += factors


# Where a move would lead


def change_square(chariot: Chariot, side: Side, taken: Container[Square]) -> Square | None:
    """Return where a lane change leads the team; ``None`` if something, or the wall, is in the way (6.41, 6.45)."""
    ahead = TRACK.ahead[chariot.square]
    return None if ahead in taken else square_changed_to(ahead, side, taken, has_car=chariot.has_car)


def square_changed_to(ahead: Square, side: Side, taken: Container[Square], *, has_car: bool = True) -> Square | None:
    """Return the square sideways of a lane change whose forward step leads to *ahead*, if it can be entered.

    In a corner that is the square abreast; else the one partly behind on the inside, partly ahead on the outside.

    :param has_car: whether the team pulls a car, which needs a square of its own (6.45, B15).
    """
    links = TRACK.beside if side == "inside" else TRACK.ahead_of
    to = links[side].get(ahead)
    if to is None or to in taken or (has_car and TRACK.behind[to] in taken):
        return None
    return to


def slip_square(chariot: Chariot, side: Side, taken: Container[Square]) -> Square | None:
    """Return where a sideslip leads the team; ``None`` if something, or the wall, is in the way (6.73)."""
    to = TRACK.beside[side].get(chariot.square)
    if to is None or to in taken or (chariot.has_car and TRACK.behind[to] in taken):
        return None
    return to


def evade_square(race: Race, entry: EntryId, side: Side) -> Square | None:
    """Return where evading leads the team; ``None`` if there is no room or it is barred (9.31, 7.33, B12).

    Barred is the inside after a forced sideslip, and what would strain a chariot that may not strain. Whether the
    chariot can pay, and is not held by a dead horse, is for the caller to say.
    """
    chariot = race.chariots[entry]
    to = change_square(chariot, side, occupied(race))
    if to is None or is_barred(race, chariot, chariot.square, to, side, speed.turn_speed(race, entry)):
        return None
    return to


def is_barred(race: Race, chariot: Chariot, came_from: Square, to: Square, side: Side | None, total_speed: int) -> bool:
    """Tell whether a chosen step is forbidden: to the inside after S or SS, or straining under a ban (7.33, 9.4)."""
    if side == "inside" and chariot.no_inside:
        return True
    return corners.is_straining_barred(chariot) and corners.is_strained(race, came_from, to, side, total_speed)


def squares_ahead(race: Race, chariot: Chariot, phase: Phase, taken: Container[Square]) -> int:
    """Return how many squares the mover can drive straight on: free, paid for, and not into a corner barred to it.

    The step over the finish line is the last.
    """
    square, barred = chariot.square, corners.is_straining_barred(chariot)
    for count in range(phase.factors):
        ahead = TRACK.ahead[square]
        if ahead in taken:
            return count
        if ahead in TRACK.limit and square not in TRACK.limit:
            if finish.crosses_line(race, chariot, square, ahead):
                return count + 1
            if barred and corners.is_strained(race, square, ahead, None, phase.total_speed):
                return count
        square = ahead
    return phase.factors


# Moves


def drive(race: Race, table: Table, entry: EntryId, squares: int) -> Play[None]:
    """Drive straight on; what happens on the way ends the drive before its time (6.3)."""
    assert race.phase is not None
    chariot, phase = race.chariots[entry], race.phase
    driven, is_advanced = 0, race.options.is_advanced
    for _ in range(squares):
        came_from, to = chariot.square, TRACK.ahead[chariot.square]
        pay(phase, FORWARD_COST)
        place(race, entry, to)
        driven += 1
        meets = is_advanced and _meets(race, chariot)
        if not meets and (to not in TRACK.limit or came_from in TRACK.limit):
            continue
        is_checked = chariot.has_car and corners.is_checked(race, chariot, came_from, to, None, phase.total_speed)
        if meets or is_checked or finish.is_news(race, chariot, came_from, to):
            table.tell(Moved(entry, driven, to))
            driven = 0
        before = _condition(chariot, phase)
        if not (yield from _arrive(race, table, entry, came_from, None, (to,))):
            return
        if meets and (chariot.crossing is not None or before != _condition(chariot, phase)):
            return
    if driven:
        table.tell(Moved(entry, driven, chariot.square))


def change_lane(race: Race, table: Table, entry: EntryId, side: Side) -> Play[None]:
    """Change one lane, into the wall if there is none (6.4, 6.44)."""
    assert race.phase is not None
    chariot = race.chariots[entry]
    came_from, ahead = chariot.square, TRACK.ahead[chariot.square]
    if finish.crosses_line(race, chariot, came_from, ahead):  # CM-8: the step forward is over the line
        yield from drive(race, table, entry, 1)
        return
    to = change_square(chariot, side, occupied(race))
    pay(race.phase, CHANGE_COST[side])
    place(race, entry, to or ahead)
    if to is None:
        yield from _hit_wall(race, table, entry, came_from)
    else:
        table.tell(LaneChanged(entry, side, to))
        yield from _arrive(race, table, entry, came_from, side, (ahead, to))
        if race.weather is not None:
            yield from weather.slide_on(race, table, entry, side)


def _hit_wall(race: Race, table: Table, entry: EntryId, came_from: Square) -> Play[None]:
    """Flip at the wall that a lane change has led into; what lies there the team alone runs over (6.44)."""
    to = race.chariots[entry].square
    table.tell(Moved(entry, 1, to))
    finish.note_corner(race, table, entry, came_from, 0)
    if race.options.is_advanced:
        yield from obstacles.clear(race, table, entry)
        afoot.run_down(race, table, entry, (to,))
    flips.flip(race, table, entry, "wall")
    if race.chariots[entry].is_on_track:
        yield from obstacles.arrive(race, table, entry, (to,))


def sideslip(race: Race, table: Table, entry: EntryId, side: Side) -> Play[None]:
    """Slip one lane sideways by choice (6.7); the caller has seen that it may be done."""
    assert race.phase is not None
    chariot = race.chariots[entry]
    came_from, to = chariot.square, TRACK.beside[side][chariot.square]
    pay(race.phase, SIDESLIP_COST)
    place(race, entry, to)
    table.tell(Sideslipped(entry, side, to, forced=False))
    yield from _arrive(race, table, entry, came_from, side, (to,), slipped=True)


def evade(race: Race, table: Table, entry: EntryId, side: Side) -> Play[None]:
    """Change lanes out of an attack's way; the next phase pays for it (9.31). There must be an :func:`evade_square`."""
    chariot = race.chariots[entry]
    total_speed, unused = speed.turn_speed(race, entry), _unused(race, entry)
    came_from, to, cost = chariot.square, evade_square(race, entry, side), CHANGE_COST[side]
    assert to is not None, "there is no room to evade"
    chariot.evade_debit += cost
    if race.options.evade_cost == "cap":  # A5: what is owed bites only if the speed written is too high for it
        chariot.penalty += cost
    place(race, entry, to)
    table.tell(Evaded(entry, side, to, cost))

    dragging.cross(race, table, entry)
    finish.note_corner(race, table, entry, came_from, max(0, unused - cost))  # F3
    if chariot.is_on_track:
        yield from settle_forced(race, table, entry)
    if chariot.pulls_car and corners.is_checked(race, chariot, came_from, to, side, total_speed):  # 9.312
        is_mover = race.phase is not None and race.phase.entry == entry
        yield from corners.check_corner(race, table, entry, speed=None if is_mover else total_speed)
    if race.weather is not None:
        yield from weather.slide_on(race, table, entry, side)


def settle_forced(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """See to the obstacles that a chariot has met in a move against its will; the caller has told the move (9.5)."""
    if race.obstacles or race.chariots[entry].crossing is not None:
        dragging.cross(race, table, entry)
        yield from obstacles.note_forced(race, table, entry)


def _meets(race: Race, chariot: Chariot) -> bool:
    """Tell whether the mover has come upon an obstacle or a man on foot, or is getting over an obstacle (8.1)."""
    squares = (chariot.square, driver_square(chariot))
    if chariot.crossing is not None or any(obstacle.square in squares for obstacle in race.obstacles):
        return True
    return any(other.runner is not None and other.runner.square == chariot.square for other in race.chariots.values())


def _condition(chariot: Chariot, phase: Phase) -> tuple[object, ...]:
    """Return what must not have changed for the mover to drive on as it meant to (CM-14)."""
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
    *,
    slipped: bool = False,
) -> Play[bool]:
    """See to what the mover meets after a move, and return whether it can go on as if nothing had happened.

    The finish line comes first, then the obstacle left behind, men on foot, obstacles met, the corner (CM-50).
    """
    assert race.phase is not None
    chariot = race.chariots[entry]
    dragging.cross(race, table, entry)
    finish.note_corner(race, table, entry, came_from, race.phase.factors)
    if not chariot.is_on_track:
        return False
    if race.options.is_advanced:
        yield from obstacles.clear(race, table, entry)
        afoot.run_down(race, table, entry, entered)
        yield from obstacles.arrive(race, table, entry, entered, slipped=slipped)
    to, total_speed = chariot.square, race.phase.total_speed
    if chariot.pulls_car and corners.is_checked(race, chariot, came_from, to, side, total_speed):
        return (yield from corners.check_corner(race, table, entry))
    return True


def _unused(race: Race, entry: EntryId) -> int:
    """Return how many factors a chariot could still use this turn (F3)."""
    chariot, phase = race.chariots[entry], race.phase
    if phase is not None and phase.entry == entry:
        return phase.factors
    if chariot.has_moved:
        return 0
    return speed.turn_speed(race, entry) + chariot.gain_may - chariot.evade_debit
