"""Knives (option 16.2).

A driver may throw his knife, once, at any chariot in range, whatever its bearing; the small knife that everybody has
flies too, but worse. It is an attack like any other, but cannot be avoided (H3). A die for each square of the range,
one worse each for the small knife, less his CDM: with 3 or less he hits. Then the target's two dice and CDM say whom,
and how badly.
"""

from collections import deque
from collections.abc import Iterator

from engine.circus_maximus import attacks, horses, setup, wounds
from engine.circus_maximus.asks import Attack, Means, Target
from engine.circus_maximus.data import KNIFE_HITS, TRACK, knife_effect
from engine.circus_maximus.facts import WeaponCode, WeaponTold, WeaponUsed
from engine.circus_maximus.state import Race
from engine.circus_maximus.threats import Threat, defending_cdm
from engine.game import Modifier, Table
from engine.track import SIDES, Side
from engine.values import EntryId, Square

_ON_DRIVERS = ("killed", "hits", "one hit")


def legal(race: Race, entry: EntryId) -> Iterator[Attack]:
    """Yield the chariots at which *entry*, who may attack, can throw a knife and hit; the better knife first."""
    chariot = race.chariots[entry]
    if not race.options.knife:
        return
    means: tuple[Means, ...] = ("knife", "small knife")
    for kind, has_it in zip(means, ("knife" in chariot.weapons, chariot.has_small_knife), strict=True):
        if has_it:
            near = _within(race, entry, reach(chariot.cdm, kind))
            yield from (Attack(other, _target(race, other), kind) for other in near)


def reach(cdm: int, means: Means) -> int:
    """Return the longest range, in squares, from which a knife or a small knife can hit; perhaps below 1."""
    return (KNIFE_HITS + cdm) // (2 if means == "small knife" else 1)  # each die shows at least 1, and 1 more


def throw(race: Race, table: Table, threat: Threat) -> None:
    """Throw a knife; it is gone, whether it hits or not."""
    attacker = race.chariots[threat.attacker]
    away = distance(race, threat.attacker, threat.defender)
    is_small = threat.means == "small knife"
    if is_small:
        attacker.has_small_knife = False
    else:
        attacker.weapons.remove("knife")
    modifiers = (Modifier("small knife", away if is_small else 0), Modifier("CDM", -attacker.cdm))
    rolled = table.roll(threat.attacker, threat.means, "16.2", count=away, modifiers=modifiers)
    has_hit = rolled.total <= KNIFE_HITS
    table.tell(WeaponUsed(threat.attacker, threat.defender, "small knife" if is_small else "knife", has_hit))
    if has_hit:
        _hit(race, table, threat)


def distance(race: Race, entry: EntryId, other: EntryId) -> int:
    """Return how many squares it is from the car of *entry* to another chariot's car, or to a team without a car.

    Squares are counted straight on, straight back and sideways, that of the target included.
    """
    return distances(_stand(race, entry), None)[_stand(race, other)]


def _target(race: Race, entry: EntryId) -> Target:
    return "driver" if attacks.is_driven(race, entry) else "team"


def _stand(race: Race, entry: EntryId) -> Square:
    chariot = race.chariots[entry]
    return TRACK.behind[chariot.square] if chariot.has_car else chariot.square


def _within(race: Race, entry: EntryId, most: int) -> Iterator[EntryId]:
    """Yield the rivals on the track that are no further off than *most* squares."""
    if most < 1:
        return
    near = distances(_stand(race, entry), most)
    for other, chariot in race.chariots.items():
        is_rival = other != entry and chariot.is_on_track and not attacks.is_own(race, entry, other)
        if is_rival and _stand(race, other) in near:
            yield other


def distances(start: Square, most: int | None) -> dict[Square, int]:
    """Return the squares no further from *start* than *most*, all if there is no limit, with how far off they are."""
    found = {start: 0}
    waiting = deque([start])
    while waiting:
        square = waiting.popleft()
        if found[square] == most:
            break
        sideways = (TRACK.beside[side][square] for side in SIDES if square in TRACK.beside[side])
        for next_to in (TRACK.ahead[square], TRACK.behind[square], *sideways):
            if next_to not in found:
                found[next_to] = found[square] + 1
                waiting.append(next_to)
    return found


def _hit(race: Race, table: Table, threat: Threat) -> None:
    """Do what the knife does; what would befall a driver comes to nothing where there is none (H8)."""
    entry = threat.defender
    cdm = Modifier("CDM", defending_cdm(race.chariots[entry]))
    code = knife_effect(table.roll(entry, "knife wound", "16.2", modifiers=(cdm,)).total)
    if code in _ON_DRIVERS and not attacks.is_driven(race, entry):
        return
    table.tell(WeaponTold(entry, "knife", code))
    if code in _ON_DRIVERS:
        _wound_driver(race, table, entry, code)
    else:
        _wound_horse(race, table, threat, code)


def _wound_driver(race: Race, table: Table, entry: EntryId, code: WeaponCode) -> None:
    match code:
        case "killed":
            wounds.kill(race, table, entry)
        case "hits":
            wounds.hurt(race, table, entry, table.roll(entry, "driver's hits", "16.2", count=1).total, "knife")
        case _:
            wounds.hurt(race, table, entry, 1, "knife")


def _wound_horse(race: Race, table: Table, threat: Threat, code: WeaponCode) -> None:
    entry = threat.defender
    place = _horse_hit(race, table, threat)
    match code:
        case "horse killed":
            points = race.chariots[entry].horses[place].speed
        case "horse hurt":
            points = table.roll(entry, "horse injury", "16.2", count=1).total
        case _:
            points = 1
    horses.injure(race, table, entry, place, points)


def _horse_hit(race: Race, table: Table, threat: Threat) -> int:
    """Return the place of the living horse nearest the thrower; dice choose one for a throw along the lane (H8)."""
    target = race.chariots[threat.defender]
    lane, thrown_from = (TRACK.lane[race.chariots[entry].square] for entry in (threat.defender, threat.attacker))
    if lane != thrown_from:
        side: Side = "inside" if thrown_from < lane else "outside"
        return horses.nearest(target, side)
    living = horses.living(target)
    return living[setup.draw_one(table, len(living), "which horse", "16.2")]
