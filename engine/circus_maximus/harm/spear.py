"""Spears (option 16.2).

A driver with a spear may thrust it, once a turn and for two movement factors, at a driver whose car or team is beside.
It is an attack like any other, but cannot be avoided (H3), and the spear is kept. It hits with 10 or more of two dice
and CDM; then two dice say how badly.

9.52  No spear reaches over a team with a dead horse on that side.

A driver with a spear who strains in a corner, rams or is rammed may be hurt by it: two dice less CDM, 10 or more.
"""

from collections.abc import Iterator

from engine.circus_maximus.harm import wounds
from engine.circus_maximus.position import horses, reach
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import SPEAR_COST, SPEAR_HITS
from engine.circus_maximus.words.asks import Attack
from engine.circus_maximus.words.facts import WeaponTold, WeaponUsed
from engine.circus_maximus.words.state import Race
from engine.circus_maximus.words.threats import Threat
from engine.game import Modifier, Table
from engine.track import OPPOSITE, SIDES
from records.values import EntryId


def legal(race: Race, entry: EntryId) -> Iterator[Attack]:
    """Yield the drivers in reach of the spear of *entry*, which may attack; those to the inside first (16.2)."""
    chariot = race.chariots[entry]
    if "spear" not in chariot.weapons or chariot.speared == race.turn:
        return
    if race.phase is None or race.phase.factors < SPEAR_COST:
        return
    for side in SIDES:
        target = reach.enemy_beside(race, entry, side)
        if target is None or not reach.is_driven(race, target[0]):
            continue
        other, part = target
        if part == "car" or not horses.is_shielded(race.chariots[other], OPPOSITE[side]):
            yield Attack(other, "driver", "spear")


def thrust(race: Race, table: Table, threat: Threat) -> None:
    """Thrust the spear; it is used for this turn, whether it hits or not (16.2)."""
    attacker = race.chariots[threat.attacker]
    attacker.speared = race.turn
    rolled = table.roll(threat.attacker, "spear", "16.2", modifiers=(Modifier("CDM", attacker.cdm),))
    has_hit = rolled.total >= SPEAR_HITS
    table.tell(WeaponUsed(threat.attacker, threat.defender, "spear", has_hit))
    if has_hit:
        _pierce(race, table, threat.defender)


def slip(race: Race, table: Table, entry: EntryId) -> bool:
    """Roll whether a driver's own spear hurts the driver, and return whether it did (16.2)."""
    chariot = race.chariots[entry]
    if "spear" not in chariot.weapons or not reach.is_driven(race, entry):
        return False
    if table.roll(entry, "own spear", "16.2", modifiers=(Modifier("CDM", -chariot.cdm),)).total < SPEAR_HITS:
        return False
    table.tell(WeaponUsed(entry, entry, "spear", True))
    _pierce(race, table, entry)
    return True


def _pierce(race: Race, table: Table, entry: EntryId) -> None:
    """Apply the spear's chart to the driver whom it hits; the CDM does not count."""
    code = edition_of(race.options).spear_effect(table.roll(entry, "spear wound", "16.2").total)
    table.tell(WeaponTold(entry, "spear", code))
    wounds.wound(race, table, entry, code, "spear")
