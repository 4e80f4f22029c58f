"""Rams (6.74, 9.5, 9.6).

9.5   On a team: two dice, with 3 more for a heavy car and 3 less for a light one, hurt its nearest horse.
9.54  On a car: three dice with both CDMs say which cars are damaged, 9.55 by how much, each on the wheel that faces
      the other. Damage comes first, then the wheels are tried, the defender's before the attacker's.
9.6   A chariot that is forced into an occupied square does not go there, but rams with a CDM 3 (or 6) worse. In any
      case its next phase's highest speed falls by one.
6.74  A chariot that cannot stop runs its team into the car ahead; 9.61 its owner says which horses are hurt.
15.2  Teams without a car that run into each other, or are run into by a team, are both hurt as by a light car (B9).
16.1  With the detailed specification the blades of the wheel that strikes count, not the class of the car.
16.5  A team may trample a driver who is dragged across its square; the driver alone is hurt.
"""

from collections.abc import Sequence

from engine.circus_maximus.harm import dragging, injuries, slowing, spear_wounds, wheels
from engine.circus_maximus.position import board, horses
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import (
    BLADES_MODIFIER,
    CAR_MODIFIER,
    TRACK,
    CarDamage,
)
from engine.circus_maximus.words.asks import ShareInjuries, Shares
from engine.circus_maximus.words.facts import CarsDamaged, Rammed
from engine.circus_maximus.words.state import Race
from engine.circus_maximus.words.threats import Threat, defending_cdm
from engine.facts import Modifier
from engine.questions import Ask, Play
from engine.table import Table
from engine.track import OPPOSITE, Side
from records.values import EntryId

RAM_PENALTY = 1
"""Movement factors that an involuntary ram takes from the next phase's highest speed (9.63)."""

AS_LIGHT_CAR = Modifier("light car", CAR_MODIFIER["light"])
"""How hard a team hits a team, with any car or none (B9)."""


def striking_modifier(race: Race, entry: EntryId, side: Side | None) -> Modifier:
    """Return the modifier of the car of *entry* for the damage it does (9.5, 9.55, 16.1, H1).

    :param side: of the car that faces the victim; ``None`` for its front or its rear, where no blades are.
    """
    chariot = race.chariots[entry]
    if not race.options.detailed_specification:
        return Modifier(f"{chariot.car} car", CAR_MODIFIER[chariot.car])
    if side is None:
        return Modifier("blades", 0)
    blades = chariot.blades_inside if side == "inside" else chariot.blades_outside
    return Modifier("long blades" if blades == "long" else "blades", BLADES_MODIFIER[blades])


def ram_team(race: Race, table: Table, threat: Threat) -> None:
    """Ram a team: its horse nearest the attacker is hurt (9.5)."""
    table.tell(Rammed(threat.attacker, threat.defender, "team", threat.kind))
    defender, facing = race.chariots[threat.defender], OPPOSITE[threat.side]
    if not horses.is_shielded(defender, facing):  # a dead horse takes it; only an involuntary ram gets here (D17)
        striking = striking_modifier(race, threat.attacker, threat.side)
        _injure_nearest(race, table, threat.defender, facing, striking)
    _jolt(race, table, threat.defender, threat.attacker)


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

    damaged = _cars_damaged(threat, edition_of(race.options).car_damage(rolled.total))
    table.tell(CarsDamaged(threat.attacker, threat.defender, damaged))
    damage_cars(race, table, threat, damaged)
    _jolt(race, table, threat.defender, threat.attacker)


def damage_cars(race: Race, table: Table, threat: Threat, damaged: Sequence[EntryId]) -> None:
    """Damage the wheels with which the cars among attacker and defender touched, and try them (9.55, 9.56)."""
    facing = {threat.attacker: threat.side, threat.defender: OPPOSITE[threat.side]}
    other = {threat.attacker: threat.defender, threat.defender: threat.attacker}
    blows: dict[EntryId, int] = {}
    for entry in damaged:
        striking = striking_modifier(race, other[entry], facing[other[entry]])
        rolled = table.roll(entry, "wheel damage", "9.55", modifiers=(striking,))
        blows[entry] = edition_of(race.options).wheel_damage(rolled.total)
        wheels.damage(race, table, entry, facing[entry], blows[entry])
    for entry, blow in blows.items():
        wheels.check(race, table, entry, (facing[entry],), "damage", blow=blow)


def ram_dragged(race: Race, table: Table, threat: Threat) -> None:
    """Trample a dragged driver: the trampling team takes no harm, and cars do not count (16.5, E15)."""
    table.tell(Rammed(threat.attacker, threat.defender, "dragged driver", "ram"))
    cdm = Modifier("CDM", race.chariots[threat.attacker].cdm)
    rolled = table.roll(threat.attacker, "ram on a dragged driver", "16.5", count=3, modifiers=(cdm,))
    edition = edition_of(race.options)
    if edition.car_damage(rolled.total) in ("defender", "both"):
        points = edition.wheel_damage(table.roll(threat.defender, "driver's hits", "16.5").total)
        dragging.hurt(race, table, threat.defender, edition.dragged_hits * points, "ram")


def frontal(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Run the team of *entry* into the car, or the team without one, ahead of it (6.74, 9.61, B9).

    The caller takes its factors.
    """
    met = board.occupant(race, TRACK.ahead[race.chariots[entry].square])
    assert met is not None, "a frontal ram needs somebody ahead"
    blocker, part = met
    table.tell(Rammed(entry, blocker, part, "frontal"))
    striking = AS_LIGHT_CAR if part == "team" else striking_modifier(race, blocker, None)
    for hurt in (entry, blocker) if part == "team" else (entry,):
        yield from _hurt_all(race, table, hurt, _roll_injury(race, table, hurt, striking))
    slow_down(race, table, entry)
    _jolt(race, table, blocker, entry)


def run_into_car(race: Race, table: Table, threat: Threat) -> None:
    """The team that was forced into a car is hurt itself, on the side of that car (9.61)."""
    table.tell(Rammed(threat.attacker, threat.defender, "car", "involuntary"))
    striking = striking_modifier(race, threat.defender, OPPOSITE[threat.side])
    _injure_nearest(race, table, threat.attacker, threat.side, striking)
    _jolt(race, table, threat.defender, threat.attacker)


def run_into_team(race: Race, table: Table, threat: Threat) -> None:
    """Hurt both teams on the sides that meet, the one without a car first (15.2, B9)."""
    table.tell(Rammed(threat.attacker, threat.defender, "team", "involuntary"))
    _injure_nearest(race, table, threat.defender, OPPOSITE[threat.side], AS_LIGHT_CAR)
    _injure_nearest(race, table, threat.attacker, threat.side, AS_LIGHT_CAR)
    _jolt(race, table, threat.attacker)


def _injure_nearest(race: Race, table: Table, entry: EntryId, side: Side, striking: Modifier) -> None:
    """Injure the living horse that is nearest to *side* (9.5)."""
    points = _roll_injury(race, table, entry, striking)
    injuries.injure(race, table, entry, horses.nearest(race.chariots[entry], side), points)


def _roll_injury(race: Race, table: Table, entry: EntryId, striking: Modifier) -> int:
    """Roll how badly horses of *entry* are hurt, in injury points (9.5)."""
    edition = edition_of(race.options)
    rolled = table.roll(entry, "horse injury", "9.5", count=edition.horse_dice, modifiers=(striking,))
    return edition.horse_injury(rolled.total)


def _jolt(race: Race, table: Table, *entries: EntryId) -> None:
    """Let those who rammed or were rammed look to their spears (16.2)."""
    for entry in entries:
        spear_wounds.slip(race, table, entry)


def _cars_damaged(threat: Threat, result: CarDamage) -> tuple[EntryId, ...]:
    """Return the chariots whose cars are damaged, the defender's first."""
    match result:
        case "attacker":
            return (threat.attacker,)
        case "both":
            return (threat.defender, threat.attacker)
        case "defender":
            return (threat.defender,)
        case _:
            return ()


def _hurt_all(race: Race, table: Table, entry: EntryId, points: int) -> Play[None]:
    """Share injury points out among the living horses, as the owner likes or evenly (9.61, 9.6, B8, II.10.10.1)."""
    living = horses.living(race.chariots[entry])
    if edition_of(race.options).spreads_collision:
        shares = yield from _spread_and_ask(race, entry, living, points)
    elif race.options.frontal_ram == "owner":
        shares = yield from _ask_shares(race, entry, living, points)
    else:
        shares = _spread(table, entry, living, points)
    for place, share in shares:
        injuries.injure(race, table, entry, place, share)


def _ask_shares(race: Race, entry: EntryId, living: Sequence[int], points: int) -> Play[list[tuple[int, int]]]:
    """Let the owner share the points out if there is a choice; points beyond all boxes together are lost."""
    boxes = tuple(race.chariots[entry].horses[place].speed for place in living)
    question, chosen = ShareInjuries(points, boxes), _sparing(points, boxes)
    if len(question.legal()) > 1:
        chosen = yield Ask(entry, question, default=chosen)
    return list(zip(living, chosen.points, strict=True))


def _spread_and_ask(race: Race, entry: EntryId, living: Sequence[int], points: int) -> Play[list[tuple[int, int]]]:
    """Spread the points evenly, and let the owner choose which horses take one of the rest (II.10.10.1)."""
    share, rest = divmod(points, len(living))
    boxes = tuple(max(0, race.chariots[entry].horses[place].speed - share) for place in living)
    question = ShareInjuries(rest, boxes, share)
    chosen = Shares(tuple(_one_each(rest, boxes)))
    if len(question.legal()) > 1:
        chosen = yield Ask(entry, question, default=chosen)
    return [(place, share + more) for place, more in zip(living, chosen.points, strict=True)]


def _one_each(points: int, boxes: Sequence[int]) -> list[int]:
    """Return one point for each of the horses with most boxes left, the leftmost of several first (R-A59)."""
    order = sorted(range(len(boxes)), key=lambda place: -boxes[place])
    hurt = [place for place in order if boxes[place]][:points]
    return [int(place in hurt) for place in range(len(boxes))]


def _sparing(points: int, boxes: Sequence[int]) -> Shares:
    """Return points shared out one by one, each to the horse with most boxes left, the leftmost of several (9.61)."""
    left = list(boxes)
    for _ in range(min(points, sum(boxes))):
        left[left.index(max(left))] -= 1
    return Shares(tuple(most - rest for most, rest in zip(boxes, left, strict=True)))


def _spread(table: Table, entry: EntryId, living: Sequence[int], points: int) -> list[tuple[int, int]]:
    """Return each living horse with its share of *points*; dice say which horses take one more (9.6)."""
    share, rest = divmod(points, len(living))
    more: list[int] = []
    while len(more) < rest:
        place = table.roll(entry, "which horse", "9.6", count=1).total - 1
        if place in living and place not in more:
            more.append(place)
    return [(place, share + (place in more)) for place in living]


def slow_down(race: Race, table: Table, entry: EntryId) -> None:
    """Lower the highest speed of the next phase by one after an involuntary ram (9.63)."""
    chariot = race.chariots[entry]
    if chariot.is_on_track:
        slowing.hinder(race, table, entry, RAM_PENALTY, "involuntary ram")
