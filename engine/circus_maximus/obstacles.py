"""Obstacles: wrecks, halted teams and carcasses on the track (12.4, 14, 15.25, 16.6).

14.1  A team may go into their squares. Neither it nor its car there is a place to attack from.
14.2  The next square that the team enters takes it over the obstacle. Who is still on one that he entered as his phase
      ends, flips.
14.3  As the team enters, a die says how many endurance factors it takes to jump; as it leaves, three dice less the CDM
      and plus the factors that were not paid say how it went.
12.4  Who is on an obstacle against his will jumps it as his next phase begins in which he can move.
15.25 A halted team is worse to run over, and suffers with the horses that do.
16.6  A team without a driver feels it in its horses only; the driver it drags over an obstacle dies.
"""

from engine.circus_maximus import corners, dragging, endurance, flips, horses, speed, wheels
from engine.circus_maximus.asks import CrossObstacle, JumpFactors
from engine.circus_maximus.data import (
    OBSTACLE_DAMAGE,
    OBSTACLE_LIMIT,
    OBSTACLE_MODIFIER,
    TRACK,
    corner_strain,
    running_over,
)
from engine.circus_maximus.facts import CarcassLeft, CornerTaken, ObstacleCode, ObstacleCrossed, ObstacleEntered
from engine.circus_maximus.state import Chariot, Crossing, Obstacle, ObstacleKind, Race
from engine.game import Ask, Modifier, Play, Table
from engine.track import SIDES
from engine.values import EntryId, Square


def worst_at(race: Race, square: Square) -> ObstacleKind | None:
    """Return what lies on *square*; of several things the one that is worst to run over (E4)."""
    found = _worst(race, square)
    return None if found is None else found.kind


def bars_attack(race: Race, chariot: Chariot) -> bool:
    """Tell whether the team or the car is on an obstacle, from which nobody attacks (14.1)."""
    return bool(race.obstacles) and any(worst_at(race, square) for square in _squares(chariot))


def leave_carcass(race: Race, table: Table, entry: EntryId) -> None:
    """Leave the horse that *entry* has just cut free on the track, if the race is run so (16.3)."""
    if race.options.horse_carcasses:
        square = race.chariots[entry].square
        race.obstacles.append(Obstacle("carcass", square, entry))
        table.tell(CarcassLeft(entry, square))


# What a move meets


def clear(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Let a team that has just left the square of an obstacle get over it, if it was on one (14.3)."""
    chariot = race.chariots[entry]
    crossing, chariot.crossing = chariot.crossing, None
    if crossing is not None and chariot.is_on_track:
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
        if chariot.square == to and _lies_in_the_way(race, entry, square):
            yield from _enter(race, table, entry, square)
            yield from clear(race, table, entry)
    if chariot.square != to:
        return  # thrown aside by what it ran over; that move has seen to where it went
    if _lies_in_the_way(race, entry, to):
        yield from _enter(race, table, entry, to)
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
    for square in _squares(chariot):
        lie_under(race, entry, square)


def lie_under(race: Race, entry: EntryId, square: Square) -> None:
    """Let a chariot that has a part on *square*, and an obstacle there, jump it as it next begins to move (12.4)."""
    chariot = race.chariots[entry]
    is_there = square in _squares(chariot) and _lies_in_the_way(race, entry, square)
    if is_there and chariot.crossing is None:
        chariot.crossing = Crossing(square, 0, own=False)


def jump_below(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Let a chariot that begins to move jump what has come under it since it last did (12.4, E5)."""
    chariot = race.chariots[entry]
    crossing = chariot.crossing
    if crossing is None or crossing.own:
        return
    chariot.crossing = None
    if crossing.square in _squares(chariot) and _lies_in_the_way(race, entry, crossing.square):
        yield from _enter(race, table, entry, crossing.square)
        yield from clear(race, table, entry)


def end_phase(race: Race, table: Table, entry: EntryId) -> None:
    """Flip the mover if its phase ends on an obstacle that it entered; a team without a car waits there (14.2, E26)."""
    chariot = race.chariots[entry]
    if race.phase is not None:
        race.phase.is_ended = True  # what moves it from now on is no move of its own
    if chariot.crossing is not None and chariot.crossing.own and chariot.has_car and chariot.is_on_track:
        flips.flip(race, table, entry, "obstacle not cleared")


def _squares(chariot: Chariot) -> tuple[Square, ...]:
    """Return the squares of its team and of its car, as far as they are on the track."""
    if not chariot.is_on_track:
        return ()
    return (chariot.square, TRACK.behind[chariot.square]) if chariot.has_car else (chariot.square,)


def _worst(race: Race, square: Square, entry: EntryId | None = None) -> Obstacle | None:
    """Return the worst obstacle on *square*; for *entry*, if given, not the horse it cut free this turn (16.3)."""
    if not race.obstacles:
        return None
    has_cut = entry is not None and race.chariots[entry].has_cut
    found = [
        obstacle
        for obstacle in race.obstacles
        if obstacle.square == square and not (has_cut and obstacle.kind == "carcass" and obstacle.entry == entry)
    ]
    return max(found, key=lambda obstacle: OBSTACLE_MODIFIER[obstacle.kind], default=None)


def _lies_in_the_way(race: Race, entry: EntryId, square: Square) -> bool:
    return race.chariots[entry].is_on_track and _worst(race, square, entry) is not None


# Getting over it


def _enter(race: Race, table: Table, entry: EntryId, square: Square) -> Play[None]:
    """Begin to cross the obstacle on *square*: a die, and what endurance is paid against it (14.3, E7)."""
    chariot, obstacle = race.chariots[entry], _worst(race, square, entry)
    assert obstacle is not None, "there is nothing to cross"
    if chariot.status == "runaway":  # E10
        table.tell(ObstacleEntered(entry, square, obstacle.kind, 0))
        chariot.crossing = Crossing(square, 0)
        return

    die = table.roll(entry, "jump", "14.3", count=1).total
    table.tell(ObstacleEntered(entry, square, obstacle.kind, die))
    at_most = min(die, chariot.endurance)
    paid = 0
    if at_most:
        question = CrossObstacle(obstacle.kind, die, at_most)
        jump: JumpFactors = yield Ask(entry, question, default=JumpFactors(at_most))
        paid = endurance.spend(race, table, entry, jump.factors, "obstacle")
    chariot.crossing = Crossing(square, die - paid)


def _pull_over(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Let a move aside that has brought the car alone onto an obstacle take it over it at once (14.2)."""
    chariot = race.chariots[entry]
    square = TRACK.behind[chariot.square]
    if chariot.has_car and _lies_in_the_way(race, entry, square):
        yield from _enter(race, table, entry, square)
        yield from clear(race, table, entry)


def _get_over(race: Race, table: Table, entry: EntryId, crossing: Crossing) -> Play[None]:
    """Roll how a team gets over an obstacle, and do what the chart says (14.3)."""
    chariot, obstacle = race.chariots[entry], _worst(race, crossing.square, entry)
    assert obstacle is not None, "there is nothing to get over"
    modifiers = (
        Modifier("CDM", -chariot.cdm),
        Modifier("endurance not paid", 0 if chariot.status == "runaway" else crossing.unpaid),  # E10
        Modifier(obstacle.kind, OBSTACLE_MODIFIER[obstacle.kind]),
    )
    rolled = table.roll(entry, "obstacle", "14.3", count=3, modifiers=modifiers)
    code = running_over(rolled.total)
    table.tell(ObstacleCrossed(entry, crossing.square, code))
    if chariot.driver == "dragged":  # 16.6
        dragging.hurt(race, table, entry, chariot.hits, "obstacle")
    yield from _suffer(race, table, entry, code, obstacle)


def _suffer(race: Race, table: Table, entry: EntryId, code: ObstacleCode, obstacle: Obstacle) -> Play[None]:
    """Do what the chart says; a team that pulls no car feels it in its horses only (14.3, E10)."""
    has_car = race.chariots[entry].has_car
    match code:
        case "hobbled":
            _hobble(race, table, entry, obstacle, OBSTACLE_DAMAGE)
        case "seriously hobbled":
            _hobble(race, table, entry, obstacle, 0)
        case "jostled" if has_car:
            yield from corners.suffer(race, table, entry, "J")
        case "car damaged" if has_car:
            _damage_car(race, table, entry)
        case "flip danger" if has_car:
            yield from _stagger(race, table, entry)
        case "flip" if has_car:
            flips.flip(race, table, entry, "obstacle")


def _hobble(race: Race, table: Table, entry: EntryId, obstacle: Obstacle, modifier: int) -> None:
    """Injure each living horse by a die; in a halted team the horse in the same place suffers as much (15.25, E28)."""
    for place in horses.living(race.chariots[entry]):
        rolled = table.roll(entry, "hobbled horse", "14.3", count=1, modifiers=(Modifier("hobbled", modifier),))
        points = max(0, rolled.total)
        horses.injure(race, table, entry, place, points)
        if obstacle.kind == "halted team":
            horses.injure(race, table, obstacle.entry, place, points)


def _damage_car(race: Race, table: Table, entry: EntryId) -> None:
    """Damage each wheel by a die less three, then try those that took some (14.3, 9.56)."""
    damaged = []
    for side in SIDES:
        roll = f"{side} wheel on an obstacle"
        rolled = table.roll(entry, roll, "14.3", count=1, modifiers=(Modifier("car damaged", OBSTACLE_DAMAGE),))
        if rolled.total > 0:
            wheels.damage(race, table, entry, side, rolled.total)
            damaged.append(side)
    wheels.check(race, table, entry, damaged, "damage")


def _stagger(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Roll on the corner chart as in a corner with a safe speed of 1; it costs no endurance, tries no wheels (E8)."""
    points = speed.turn_speed(race, entry) - OBSTACLE_LIMIT
    if points <= 0:
        return
    modifiers = corners.modifiers_of(race, race.chariots[entry])
    rolled = table.roll(entry, "flip danger", "14.3", count=3, modifiers=modifiers)
    code = corner_strain(rolled.total, points)
    table.tell(CornerTaken(entry, code))
    yield from corners.suffer(race, table, entry, code)
