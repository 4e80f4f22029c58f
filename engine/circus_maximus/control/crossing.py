"""Obstacles entered and crossed: the die, the jump and the damage (14.2, 14.3)."""

from engine.circus_maximus.harm import endurance, flips, injuries, wheels
from engine.circus_maximus.position import horses, obstacles
from engine.circus_maximus.printed.tables import OBSTACLE_DAMAGE
from engine.circus_maximus.words.asks import CrossObstacle, JumpFactors
from engine.circus_maximus.words.facts import ObstacleEntered
from engine.circus_maximus.words.state import Crossing, Obstacle, Race
from engine.facts import Modifier
from engine.questions import Ask, Play
from engine.table import Table
from engine.track import SIDES
from records.values import EntryId, Square


def end_phase(race: Race, table: Table, entry: EntryId) -> None:
    """Flip the mover if its phase ends on an obstacle that it entered; a team without a car waits there (14.2, E26)."""
    chariot = race.chariots[entry]
    if race.phase is not None:
        race.phase.is_ended = True  # what moves it from now on is no move of its own
    if chariot.crossing is not None and chariot.crossing.own and chariot.has_car and chariot.is_on_track:
        flips.flip(race, table, entry, "obstacle not cleared")


def enter(race: Race, table: Table, entry: EntryId, square: Square) -> Play[None]:
    """Begin to cross the obstacle on *square*: a die, and the endurance paid against it (14.3, E7)."""
    chariot, obstacle = race.chariots[entry], obstacles.worst_of(race, square, entry)
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


def hobble(race: Race, table: Table, entry: EntryId, obstacle: Obstacle, modifier: int) -> None:
    """Injure each living horse by a die; in a halted team the horse in the same place suffers as much (15.25, E28)."""
    for place in horses.living(race.chariots[entry]):
        rolled = table.roll(entry, "hobbled horse", "14.3", count=1, modifiers=(Modifier("hobbled", modifier),))
        points = max(0, rolled.total)
        injuries.injure(race, table, entry, place, points)
        if obstacle.kind == "halted team":
            injuries.injure(race, table, obstacle.entry, place, points)


def damage_car(race: Race, table: Table, entry: EntryId) -> None:
    """Damage each wheel by a die less three, then try those that took some (14.3, 9.56)."""
    damaged = []
    for side in SIDES:
        roll = f"{side} wheel on an obstacle"
        rolled = table.roll(entry, roll, "14.3", count=1, modifiers=(Modifier("car damaged", OBSTACLE_DAMAGE),))
        if rolled.total > 0:
            wheels.damage(race, table, entry, side, rolled.total)
            damaged.append(side)
    wheels.check(race, table, entry, damaged, "damage")
