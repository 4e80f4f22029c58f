"""Attacks with a spear (option 16.2).

A driver with a spear may thrust it, once a turn and for two movement factors, at a driver whose car or team is beside.
It is an attack like any other, but cannot be avoided (H3), and the spear is kept. It hits with 10 or more of two dice
and CDM; then two dice say how badly.

9.52  No spear reaches over a team with a dead horse on that side.

The wound, and accidents with one's own spear: :mod:`engine.circus_maximus.harm.spear_wounds`.
"""

from collections.abc import Iterator

from engine.circus_maximus.harm import spear_wounds
from engine.circus_maximus.position import horses, reach
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import SPEAR_HITS
from engine.circus_maximus.words.asks import Attack
from engine.circus_maximus.words.facts import WeaponUsed
from engine.circus_maximus.words.state import Race
from engine.circus_maximus.words.threats import Threat
from engine.facts import Modifier
from engine.table import Table
from engine.track import OPPOSITE, SIDES
from records.values import EntryId


def legal(race: Race, entry: EntryId) -> Iterator[Attack]:
    """Yield the drivers in reach of the spear of *entry*, which may attack; those to the inside first (16.2)."""
    chariot = race.chariots[entry]
    if "spear" not in chariot.weapons or chariot.speared == race.turn:
        return
    if race.phase is None or race.phase.factors < edition_of(race.options).costs.thrust:
        return
    for side in SIDES:
        target = reach.enemy_beside(race, entry, side)
        if target is None or not reach.is_driven(race, target[0]):
            continue
        other, part = target
        facing = OPPOSITE[side]
        is_reached = part == "car" and not horses.shields_car(race, other, facing)
        if is_reached or (part == "team" and not horses.is_shielded(race.chariots[other], facing)):
            yield Attack(other, "driver", "spear")


def thrust(race: Race, table: Table, threat: Threat) -> None:
    """Thrust the spear; it is used for this turn, whether it hits or not (16.2)."""
    attacker = race.chariots[threat.attacker]
    attacker.speared = race.turn
    rolled = table.roll(threat.attacker, "spear", "16.2", modifiers=(Modifier("CDM", attacker.cdm),))
    has_hit = rolled.total >= SPEAR_HITS
    table.tell(WeaponUsed(threat.attacker, threat.defender, "spear", has_hit))
    if has_hit:
        spear_wounds.pierce(race, table, threat.defender)
