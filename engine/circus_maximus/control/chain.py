"""Corners, slips, ways out of attacks (evading, braking back) and obstacles, in one ring (6.7, 7.3, 9.3, 9.6, 14.2).

A strained corner may jostle, slip or flip the chariot (7.3). A slip, a skid or a swerve may end in an involuntary ram
(6.7, 9.6). The ram may be avoided by braking back or evading (9.3). An evasion may lead onto an obstacle (14.2), or
strain the next corner. These rules call each other in a ring, so they share a file.
"""

from collections.abc import Sequence

from engine.circus_maximus.control import crossing, rams, straining, ways_out
from engine.circus_maximus.control.crossing import enter
from engine.circus_maximus.harm import (
    dragging,
    endurance,
    finish,
    flips,
    plots,
    slowing,
    spear_wounds,
    stepping,
    wheels,
)
from engine.circus_maximus.position import board, horses, obstacles, sky, speed, steps
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import (
    OBSTACLE_DAMAGE,
    OBSTACLE_LIMIT,
    SKIDS_FROM,
    TRACK,
)
from engine.circus_maximus.words.asks import (
    Avoid,
    Change,
    ChooseSide,
    ChooseWayOut,
    Meet,
    MeetAttack,
    NameWayOut,
    WayOut,
)
from engine.circus_maximus.words.facts import (
    BrakedBack,
    Cause,
    CornerCode,
    CornerStrained,
    CornerTaken,
    Evaded,
    Held,
    ObstacleCode,
    ObstacleCrossed,
    Rammed,
    Sideslipped,
)
from engine.circus_maximus.words.state import Crossing, Obstacle, Race
from engine.circus_maximus.words.threats import Threat
from engine.facts import Modifier
from engine.questions import Ask, Play
from engine.table import Table
from engine.track import OPPOSITE, SIDES, Side
from records.values import EntryId, Square


def check_corner(race: Race, table: Table, entry: EntryId, *, speed: int | None = None) -> Play[bool]:
    """Take a chariot through the check of the corner it stands in, if it is too fast for it (7.2 to 7.41).

    :param speed: of a chariot that is not the mover; the mover's is the total speed of its phase (C13).
    :returns: whether nothing came of it but lost endurance.
    """
    assert race.phase is not None
    chariot, phase = race.chariots[entry], race.phase
    limit = steps.limit_at(race, chariot.square)
    points = (phase.total_speed if speed is None else speed) - (limit or 0)
    if limit is None or points <= 0 or not chariot.has_car:  # 15.24
        return True
    table.tell(CornerStrained(entry, TRACK.lane[chariot.square], limit, points))
    if not chariot.endurance:  # 8.41
        flips.flip(race, table, entry, "no endurance")
        return False

    before = (phase.total_speed, chariot.wheels.inside, chariot.wheels.outside)
    damaged = [side for side in SIDES if wheels.damage_of(chariot.wheels, side)]
    edition = edition_of(race.options)
    if edition.tries_wheels_first:
        straining.try_wheels(race, table, entry, damaged)
        if not chariot.pulls_car:  # T11: a wheel is lost
            return False
    if chariot.driver == "in car":
        straining.charge(race, table, entry, points)
    rolled = table.roll(entry, "corner", "7.32", count=3, modifiers=steps.strain_modifiers(race, chariot))
    code = edition.corner_strain(rolled.total, points)
    table.tell(CornerTaken(entry, code))
    yield from suffer(race, table, entry, code)
    if chariot.has_car and edition.remembers_survived:
        chariot.survived = limit if chariot.survived is None else min(limit, chariot.survived)
    if not edition.tries_wheels_first:
        straining.try_wheels(race, table, entry, damaged)
    is_hurt = spear_wounds.slip(race, table, entry)
    is_calm = code == "-" and chariot.has_car and chariot.is_on_track and not is_hurt
    return is_calm and before == (phase.total_speed, chariot.wheels.inside, chariot.wheels.outside)


def suffer(race: Race, table: Table, entry: EntryId, code: CornerCode) -> Play[None]:
    """Apply a result of the corner chart (7.32 to 7.35)."""
    match code:
        case "S":
            yield from forced_sideslip(race, table, entry, 1)
        case "SS":
            yield from forced_sideslip(race, table, entry, 2)
            if edition_of(race.options).double_slip_jostles:  # T16
                yield from suffer(race, table, entry, "J")
            else:
                straining.bar_straining(race, table, entry)
        case "J" if race.chariots[entry].driver == "in car":
            straining.jostle(race, table, entry)
        case "LH":
            straining.hurt_horse(race, table, entry, horses.leftmost(race.chariots[entry]))
        case "RH":
            straining.hurt_horse(race, table, entry, horses.rightmost(race.chariots[entry]))
        case "FP":
            flips.flip(race, table, entry, "corner")


def evade(race: Race, table: Table, entry: EntryId, side: Side) -> Play[None]:
    """Change lanes out of an attack's way; the next phase pays for it (9.31). There must be an :func:`evade_square`."""
    chariot = race.chariots[entry]
    total_speed, unused = speed.turn_speed(race, entry), _unused(race, entry)
    came_from, to = chariot.square, steps.evade_square(race, entry, side)
    cost = edition_of(race.options).costs.change[side]
    assert to is not None, "there is no room to evade"
    chariot.evade_debit += cost
    if race.options.evade_cost == "cap":  # A5: what is owed bites only if the speed written is too high for it
        slowing.hinder_next_move(race, entry, cost)
    stepping.place(race, entry, to)
    table.tell(Evaded(entry, side, to, cost))

    dragging.cross(race, table, entry)
    finish.note_corner(race, table, entry, came_from, max(0, unused - cost))  # F3
    if chariot.is_on_track:
        yield from _settle_on(race, table, entry)
    if chariot.pulls_car and steps.is_checked(race, chariot, came_from, to, side, total_speed):  # 9.312
        is_mover = race.phase is not None and race.phase.entry == entry
        yield from check_corner(race, table, entry, speed=None if is_mover else total_speed)
    if race.weather is not None:
        yield from slide_on(race, table, entry, side)


def settle_forced(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """See to the obstacles that a chariot has met in a move against its will; the caller has told the move (9.5)."""
    dragging.cross(race, table, entry)
    yield from _settle_on(race, table, entry)


def _settle_on(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """See to the obstacles in a move against one's will, after those that the dragged driver has met."""
    if obstacles.lying(race) or race.chariots[entry].crossing is not None:
        yield from note_forced(race, table, entry)


def _unused(race: Race, entry: EntryId) -> int:
    """Return how many factors a chariot could still use this turn (F3)."""
    chariot, phase = race.chariots[entry], race.phase
    if phase is not None and phase.entry == entry:
        return phase.factors
    if chariot.has_moved:
        return 0
    offered = 0 if edition_of(race.options).waits_for_turn else chariot.gain_may  # else it is in the speed (T5)
    return speed.turn_speed(race, entry) + offered - chariot.evade_debit


def clear(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Let a team that has just left the square of an obstacle get over it, if it was on one (14.3)."""
    chariot = race.chariots[entry]
    crossing, chariot.crossing = chariot.crossing, None
    if crossing is None or not chariot.is_on_track:
        return
    if obstacles.lies_in_the_way(race, entry, crossing.square):  # what could not move may have driven off
        yield from _get_over(race, table, entry, crossing)


def arrive(
    race: Race, table: Table, entry: EntryId, entered: tuple[Square, ...], *, slipped: bool = False
) -> Play[None]:
    """See to the obstacles that the mover's team has left behind, run over or met in a move (14.1 to 14.3).

    :param entered: the squares of the move in order, the one it ends on last; more than one in a lane change.
    :param slipped: whether the move was a sideslip, which may put the car alone on an obstacle.
    """
    yield from clear(race, table, entry)
    chariot, to = race.chariots[entry], entered[-1]
    for square in entered[:-1]:  # 14.2: entered and cleared in one
        if chariot.square == to and obstacles.lies_in_the_way(race, entry, square):
            yield from crossing.enter(race, table, entry, square)
            yield from clear(race, table, entry)
    if chariot.square != to:
        return  # thrown aside by what it ran over; that move has seen to where it went
    if obstacles.lies_in_the_way(race, entry, to):
        yield from crossing.enter(race, table, entry, to)
    elif slipped or len(entered) > 1:
        yield from _pull_over(race, table, entry)


def note_forced(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """See to the obstacles that a chariot has left or met in a move of another's making, or out of its phase (12.4).

    The mover, as long as it moves, meets them as ever; another one jumps as its next phase begins.
    """
    chariot, phase = race.chariots[entry], race.phase
    if chariot.crossing is not None and not chariot.crossing.own:
        chariot.crossing = None  # E5
    if phase is not None and phase.entry == entry and not phase.is_ended:
        yield from arrive(race, table, entry, (chariot.square,), slipped=True)
        return
    yield from clear(race, table, entry)
    for square in obstacles.squares_of(chariot):
        stepping.lie_under(race, entry, square)


def jump_below(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Let a chariot that begins to move jump the obstacle that has come under it since it last did (12.4, E5)."""
    chariot = race.chariots[entry]
    crossing = chariot.crossing
    if crossing is None or crossing.own:
        return
    chariot.crossing = None
    if crossing.square in obstacles.squares_of(chariot) and obstacles.lies_in_the_way(race, entry, crossing.square):
        yield from enter(race, table, entry, crossing.square)
        yield from clear(race, table, entry)


def _pull_over(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Let a move aside that has brought the car alone onto an obstacle take it over it at once (14.2)."""
    chariot = race.chariots[entry]
    square = TRACK.behind[chariot.square]
    if chariot.has_car and obstacles.lies_in_the_way(race, entry, square):
        yield from crossing.enter(race, table, entry, square)
        yield from clear(race, table, entry)


def _get_over(race: Race, table: Table, entry: EntryId, crossing: Crossing) -> Play[None]:
    """Roll how a team gets over an obstacle, and apply the chart (14.3)."""
    chariot, obstacle = race.chariots[entry], obstacles.worst_of(race, crossing.square, entry)
    assert obstacle is not None, "there is nothing to get over"
    edition = edition_of(race.options)
    modifiers = (
        Modifier("CDM", edition.helps * chariot.cdm),
        Modifier("endurance not paid", 0 if chariot.status == "runaway" else -edition.helps * crossing.unpaid),  # E10
        Modifier(obstacle.kind, edition.obstacle_modifier[obstacle.kind]),
    )
    rolled = table.roll(entry, "obstacle", "14.3", count=3, modifiers=modifiers)
    code = edition.running_over(rolled.total)
    table.tell(ObstacleCrossed(entry, crossing.square, code))
    if chariot.driver == "dragged" and dragging.kills(race, obstacle.kind):  # 16.6
        dragging.hurt(race, table, entry, chariot.hits, "obstacle")
    yield from _suffer(race, table, entry, code, obstacle)


def _suffer(race: Race, table: Table, entry: EntryId, code: ObstacleCode, obstacle: Obstacle) -> Play[None]:
    """Apply a result of the obstacle chart; without a car only the horses suffer (14.3, E10)."""
    has_car = race.chariots[entry].has_car
    match code:
        case "hobbled":
            crossing.hobble(race, table, entry, obstacle, OBSTACLE_DAMAGE)
        case "seriously hobbled":
            crossing.hobble(race, table, entry, obstacle, 0)
        case "jostled" if has_car:
            yield from suffer(race, table, entry, "J")
        case "car damaged" if has_car:
            crossing.damage_car(race, table, entry)
        case "flip danger" if has_car:
            yield from _stagger(race, table, entry)
        case "flip" if has_car:
            flips.flip(race, table, entry, "obstacle")


def _stagger(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Roll on the corner chart as in a corner with a safe speed of 1; it costs no endurance, tries no wheels (E8)."""
    points = speed.turn_speed(race, entry) - OBSTACLE_LIMIT
    if points <= 0:
        return
    modifiers = steps.strain_modifiers(race, race.chariots[entry])
    rolled = table.roll(entry, "flip danger", "14.3", count=3, modifiers=modifiers)
    code = edition_of(race.options).corner_strain(rolled.total, points)
    table.tell(CornerTaken(entry, code))
    yield from suffer(race, table, entry, code)


def involuntary(race: Race, table: Table, entry: EntryId, side: Side, modifier: int) -> Play[None]:
    """Let *entry*, which is forced to *side* and finds no room, ram the chariot there (9.61 to 9.63).

    Its car meets what is beside it; if there is nothing, its team runs into the car beside the team, or into a team
    that has none. It stays where it is, and its next phase is slower by one.

    :param modifier: on its CDM in this ram: -3, or -6 for a double sideslip that gains no lane.
    """
    barred = board.blocking(race, board.occupied(race))
    square = TRACK.beside[side][race.chariots[entry].square]
    met_by_car = barred.get(TRACK.behind[square])
    met = met_by_car or barred.get(square)
    assert met is not None, "an involuntary ram needs somebody in the way"
    blocker, part = met
    threat = Threat(entry, blocker, side, part, "ram", modifier)

    if not (yield from meet(race, table, threat)):
        if horses.shields_car(race, blocker, OPPOSITE[side]):  # T17: nothing comes of it
            table.tell(Rammed(entry, blocker, part, "involuntary"))
        elif not met_by_car and part == "car":
            rams.run_into_car(race, table, threat)
        elif not met_by_car:
            rams.run_into_team(race, table, threat)
        elif part == "team":
            rams.ram_team(race, table, threat)
        else:
            rams.ram_car(race, table, threat)
    rams.slow_down(race, table, entry)  # 9.63


def meet(race: Race, table: Table, threat: Threat) -> Play[bool]:
    """Let the defender meet *threat*, and return whether they got away (9.3)."""
    plots.before_decision(race, table, threat.defender)
    ways = ways_out.ways_out(race, threat)
    if not ways:
        table.tell(Held(threat.defender, by_choice=False))
        return False

    if race.chariots[threat.defender].status == "racing":
        if edition_of(race.options).names_way_out:
            return (yield from _do_as_named(race, table, threat, ways))
        question = MeetAttack(threat.attacker, threat.target, threat.means, ways, threat.modifier)
        meets: Meet = yield Ask(threat.defender, question, default=Meet(False))
        if not meets.avoid or not ways_out.wins(race, table, threat):  # 9.32
            table.tell(Held(threat.defender, by_choice=not meets.avoid))
            return False

    return (yield from _get_away(race, table, threat, ways))


def _do_as_named(race: Race, table: Table, threat: Threat, ways: tuple[WayOut, ...]) -> Play[bool]:
    """Let the defender name a way out, or hold, before the roll; who wins it does as named (T9)."""
    entry, sides = threat.defender, ways_out.evading_sides(race, threat)
    to = steps.evade_square(race, entry, sides[0]) if sides else None
    question = NameWayOut(threat.attacker, threat.target, threat.means, ways, threat.modifier, to)
    named: Avoid = yield Ask(entry, question, default=Avoid("hold"))
    side = yield from _side_of_evasion(entry, threat, sides) if named.how == "evade" else _no_side()
    if named.how == "hold" or not ways_out.wins(race, table, threat):
        table.tell(Held(entry, by_choice=named.how == "hold"))
        return False
    if named.how == "brake":
        yield from brake_back(race, table, entry, "avoid")
    elif side is not None:
        yield from evade(race, table, entry, side)
    return True


def _no_side() -> Play[Side | None]:
    yield from ()
    return None


def _side_of_evasion(entry: EntryId, threat: Threat, sides: Sequence[Side]) -> Play[Side]:
    """Let the defender choose where a wreck is evaded that comes along the lane; else there is one side (E3)."""
    if len(sides) == 1:
        return sides[0]
    change: Change = yield Ask(entry, ChooseSide(threat.attacker), default=Change("outside"))
    return change.side


def _get_away(race: Race, table: Table, threat: Threat, ways: tuple[WayOut, ...]) -> Play[bool]:
    """Let the defender choose their way out, take it, and return whether they did (9.32)."""
    entry, sides = threat.defender, ways_out.evading_sides(race, threat)
    to = steps.evade_square(race, entry, sides[0]) if sides else None
    choice: Avoid = yield Ask(entry, ChooseWayOut(threat.attacker, ways, to), default=Avoid(ways[0]))
    match choice.how:
        case "brake":
            yield from brake_back(race, table, entry, "avoid")
        case "evade":
            yield from evade(race, table, entry, (yield from _side_of_evasion(entry, threat, sides)))
        case "hold":
            table.tell(Held(entry, by_choice=True))
    return choice.how != "hold"


def brake_back(race: Race, table: Table, entry: EntryId, cause: Cause) -> Play[None]:
    """Take the whole chariot a square back, for two endurance factors (6.62, 9.43)."""
    to = TRACK.behind[race.chariots[entry].square]
    endurance.spend(race, table, entry, edition_of(race.options).costs.avoiding_brake, cause)
    stepping.place(race, entry, to)
    table.tell(BrakedBack(entry, to, forced=cause == "forced brake"))
    yield from settle_forced(race, table, entry)


RAM_MODIFIER = -3
"""Added to the CDM of a chariot that is forced into another (9.62)."""

DOUBLE_RAM_MODIFIER = -6
"""The same, for a double sideslip that gains no lane (7.34)."""


def forced_sideslip(race: Race, table: Table, entry: EntryId, count: int) -> Play[None]:
    """Slip *count* lanes outward, 1 (S) or 2 (SS); a lane gained bars the inside for this turn (7.33, 7.34)."""
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
    at_speed = speed.turn_speed(race, entry) if edition_of(race.options).swerves_at_speed else chariot.last_speed  # C13
    for swerved in range(count):
        came_from = chariot.square
        modifier = DOUBLE_RAM_MODIFIER if count - swerved > 1 else RAM_MODIFIER
        is_stopped = not chariot.pulls_car or chariot.is_stationary
        if is_stopped or not (yield from _slip(race, table, entry, side, modifier)):
            return
        if steps.is_checked(race, chariot, came_from, chariot.square, side, at_speed):
            yield from check_corner(race, table, entry, speed=at_speed)


def slide(race: Race, table: Table, entry: EntryId, side: Side) -> Play[None]:
    """Slide one lane further to *side* after a lane change on a wet track; inward in a corner it may strain (16.7)."""
    chariot = race.chariots[entry]
    came_from = chariot.square
    if not (yield from _slip(race, table, entry, side, RAM_MODIFIER)):
        return
    chariot.no_inside = chariot.no_inside or edition_of(race.options).slides_bar_inside
    is_mover = race.phase is not None and race.phase.entry == entry
    total_speed = speed.turn_speed(race, entry)
    if steps.is_checked(race, chariot, came_from, chariot.square, side, total_speed):
        yield from check_corner(race, table, entry, speed=None if is_mover else total_speed)


def _slip(race: Race, table: Table, entry: EntryId, side: Side, modifier: int) -> Play[bool]:
    """Slip one lane against one's will, and return whether a lane was gained."""
    chariot = race.chariots[entry]
    if chariot.square not in TRACK.beside[side]:
        flips.flip(race, table, entry, "wall")
        return False
    to = board.slip_square(chariot, side, board.blocking(race, board.occupied(race)))
    if to is None:
        yield from involuntary(race, table, entry, side, modifier)
        return False
    stepping.place(race, entry, to)
    table.tell(Sideslipped(entry, side, to, forced=True))
    yield from settle_forced(race, table, entry)
    return True


def slide_on(race: Race, table: Table, entry: EntryId, side: Side) -> Play[None]:
    """After a lane change to *side* on a slippery track, perhaps slide one lane further (16.7).

    It is free, and has all consequences of a forced sideslip; to the inside in a corner it may strain.
    """
    chariot = race.chariots[entry]
    if not sky.is_wet(race) or not chariot.has_car or not chariot.is_on_track or chariot.is_stationary:
        return
    least = SKIDS_FROM.get(sky.wet_class(race, chariot))
    if least is not None and table.roll(entry, "sliding on", "16.7", count=1).total >= least:
        yield from slide(race, table, entry, side)
