"""Rams (6.74, 9.5, 9.6).

9.5   On a team: two dice, with 3 more for a heavy car and 3 less for a light one, hurt its nearest horse.
9.54  On a car: three dice with both CDMs say which cars are damaged, 9.55 by how much, each on the wheel that faces
      the other. Damage comes first, then the wheels are tried, the defender's before the attacker's.
9.6   A chariot that is forced into an occupied square does not go there, but rams with a CDM 3 (or 6) worse. Whatever
      comes of it, its next phase's highest speed falls by one.
6.74  A chariot that cannot stop runs its team into the car ahead; the injuries are spread over its horses.
"""

from collections.abc import Sequence

from engine.circus_maximus import horses, movement, responses, wheels
from engine.circus_maximus.data import CAR_MODIFIER, TRACK, CarDamage, car_damage, horse_injury, wheel_damage
from engine.circus_maximus.facts import CarsDamaged, Hindered, Rammed
from engine.circus_maximus.state import CarType, Race
from engine.circus_maximus.threats import Threat, defending_cdm
from engine.game import Modifier, Play, Table
from engine.track import OPPOSITE, Side
from engine.values import EntryId

RAM_PENALTY = 1
"""Movement factors that an involuntary ram takes from the next phase's highest speed (9.63)."""


def ram_team(race: Race, table: Table, threat: Threat) -> None:
    """Ram a team: its horse nearest the attacker is hurt (9.5)."""
    table.tell(Rammed(threat.attacker, threat.defender, "team", threat.kind))
    defender, facing = race.chariots[threat.defender], OPPOSITE[threat.side]
    if horses.is_shielded(defender, facing):  # only an involuntary ram gets here
        return
    points = _roll_injury(table, threat.defender, race.chariots[threat.attacker].car)
    horses.injure(race, table, threat.defender, horses.nearest(defender, facing), points)


def ram_car(race: Race, table: Table, threat: Threat) -> None:
    """Ram a car: either car may be damaged, or both (9.54 to 9.56)."""
    table.tell(Rammed(threat.attacker, threat.defender, "car", threat.kind))
    attacker, defender = race.chariots[threat.attacker], race.chariots[threat.defender]
    modifiers = (
        Modifier("CDM", attacker.cdm),
        Modifier("defender's CDM", -defending_cdm(defender)),
        *threat.modifiers,
    )
    rolled = table.roll(threat.attacker, "ram on a car", "9.54", count=3, modifiers=modifiers)

    damaged = _cars_damaged(threat, car_damage(rolled.total))
    table.tell(CarsDamaged(threat.attacker, threat.defender, damaged))
    facing = {threat.attacker: threat.side, threat.defender: OPPOSITE[threat.side]}
    other = {threat.attacker: defender.car, threat.defender: attacker.car}
    for entry in damaged:
        rolled = table.roll(entry, "wheel damage", "9.55", modifiers=_struck_by(other[entry]))
        wheels.damage(race, table, entry, facing[entry], wheel_damage(rolled.total))
    for entry in damaged:
        wheels.check(race, table, entry, (facing[entry],), "damage")


def involuntary(race: Race, table: Table, entry: EntryId, side: Side, modifier: int) -> Play[None]:
    """Let *entry*, which is forced to *side* and finds no room, ram what stands there (9.61 to 9.63).

    Its car meets what is beside it; if there is nothing, its team runs into the car beside the team. It stays where it
    is, and its next phase is slower by one.

    :param modifier: on its CDM in this ram: -3, or -6 for a double sideslip that gains no lane.
    """
    square = TRACK.beside[side][race.chariots[entry].square]
    met_by_car = movement.occupant(race, TRACK.behind[square])
    met = met_by_car or movement.occupant(race, square)
    assert met is not None, "an involuntary ram needs somebody in the way"
    blocker, part = met
    threat = Threat(entry, blocker, side, part, "ram", modifier)

    if not (yield from responses.meet(race, table, threat)):
        if not met_by_car:
            _run_into_car(race, table, entry, blocker, side)
        elif part == "team":
            ram_team(race, table, threat)
        else:
            ram_car(race, table, threat)
    _slow_down(race, table, entry)  # 9.63


def frontal(race: Race, table: Table, entry: EntryId) -> None:
    """Run the team of *entry* into the car ahead of it (6.74, 9.61). The caller takes its factors."""
    chariot = race.chariots[entry]
    met = movement.occupant(race, TRACK.ahead[chariot.square])
    assert met is not None, "a frontal ram needs a car ahead"
    blocker, _ = met
    table.tell(Rammed(entry, blocker, "car", "frontal"))
    points = _roll_injury(table, entry, race.chariots[blocker].car)
    for place, share in _spread(table, entry, horses.living(chariot), points):
        horses.injure(race, table, entry, place, share)
    _slow_down(race, table, entry)


def _run_into_car(race: Race, table: Table, entry: EntryId, blocker: EntryId, side: Side) -> None:
    """The team that was forced into a car is itself what is hurt, on the side of that car (9.61)."""
    table.tell(Rammed(entry, blocker, "car", "involuntary"))
    points = _roll_injury(table, entry, race.chariots[blocker].car)
    horses.injure(race, table, entry, horses.nearest(race.chariots[entry], side), points)


def _roll_injury(table: Table, entry: EntryId, striking: CarType) -> int:
    """Roll how badly a car of this type hurts horses of *entry*, in injury points (9.5)."""
    return horse_injury(table.roll(entry, "horse injury", "9.5", modifiers=_struck_by(striking)).total)


def _struck_by(car: CarType) -> tuple[Modifier, ...]:
    return (Modifier(f"{car} car", CAR_MODIFIER[car]),)


def _cars_damaged(threat: Threat, result: CarDamage) -> tuple[EntryId, ...]:
    """Return whose cars are damaged, the defender's first."""
    match result:
        case "attacker":
            return (threat.attacker,)
        case "both":
            return (threat.defender, threat.attacker)
        case "defender":
            return (threat.defender,)
        case _:
            return ()


def _spread(table: Table, entry: EntryId, living: Sequence[int], points: int) -> list[tuple[int, int]]:
    """Return each living horse with its share of *points*; dice say which horses take one more (9.6)."""
    share, rest = divmod(points, len(living))
    more: list[int] = []
    while len(more) < rest:
        place = table.roll(entry, "which horse", "9.6", count=1).total - 1
        if place in living and place not in more:
            more.append(place)
    return [(place, share + (place in more)) for place in living]


def _slow_down(race: Race, table: Table, entry: EntryId) -> None:
    chariot = race.chariots[entry]
    if chariot.status == "racing":
        chariot.penalty += RAM_PENALTY
        table.tell(Hindered(entry, RAM_PENALTY, "involuntary ram"))
