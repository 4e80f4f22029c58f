"""Wounds from a spear: of its target, and of its own carrier in an accident (option 16.2).

A driver with a spear who strains in a corner, rams or is rammed may be hurt by it: two dice less CDM, 10 or more.
Thrusts are attacks: see :mod:`engine.circus_maximus.fighting.spear`.
"""

from engine.circus_maximus.harm import wounds
from engine.circus_maximus.position import reach
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import SPEAR_HITS
from engine.circus_maximus.words.facts import WeaponTold, WeaponUsed
from engine.circus_maximus.words.state import Race
from engine.facts import Modifier
from engine.table import Table
from records.values import EntryId


def slip(race: Race, table: Table, entry: EntryId) -> bool:
    """Roll whether a driver's own spear hurts the driver, and return whether it did (16.2)."""
    chariot = race.chariots[entry]
    if "spear" not in chariot.weapons or not reach.is_driven(race, entry):
        return False
    if table.roll(entry, "own spear", "16.2", modifiers=(Modifier("CDM", -chariot.cdm),)).total < SPEAR_HITS:
        return False
    table.tell(WeaponUsed(entry, entry, "spear", True))
    pierce(race, table, entry)
    return True


def pierce(race: Race, table: Table, entry: EntryId) -> None:
    """Apply the spear's chart to the driver whom it hits; the CDM does not count (16.2)."""
    code = edition_of(race.options).spear_effect(table.roll(entry, "spear wound", "16.2").total)
    table.tell(WeaponTold(entry, "spear", code))
    wounds.wound(race, table, entry, code, "spear")
