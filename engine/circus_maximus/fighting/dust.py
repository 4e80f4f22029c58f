"""Dust thrown at a driver (option 16.2).

A driver who has a bag of dust may throw it, once in the race, at a driver in the car beside. It is an attack like any
other, but cannot be avoided (H3). It does not fly in the rain. It hits with 10 or more of two dice and CDM; then the
target's two dice and CDM decide the effect (H9). In the Epic edition every driver may throw some (II.10.6).
"""

from collections.abc import Iterator

from engine.circus_maximus.control import chain, rams, straining
from engine.circus_maximus.harm import flips, wounds
from engine.circus_maximus.position import horses, reach, sky
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import BLINDING_HITS, DUST_HITS, SLIPS_AWAY, STRAIGHT_PHASES, TRACK
from engine.circus_maximus.words.asks import Attack
from engine.circus_maximus.words.facts import Blinded, DrivesStraight, WeaponTold, WeaponUsed
from engine.circus_maximus.words.state import Race
from engine.circus_maximus.words.threats import Threat, defending_cdm
from engine.facts import Modifier
from engine.questions import Play
from engine.table import Table
from engine.track import OPPOSITE, SIDES, Side
from records.values import EntryId


def legal(race: Race, entry: EntryId) -> Iterator[Attack]:
    """Yield the drivers in reach of dust thrown by *entry*, which may attack; those to the inside first (16.2)."""
    if "dust" not in race.chariots[entry].weapons or sky.is_raining(race):
        return
    for side in SIDES:
        match reach.enemy_beside(race, entry, side):
            case other, "car" if reach.is_driven(race, other) and not horses.shields_car(race, other, OPPOSITE[side]):
                yield Attack(other, "driver", "dust")


def throw(race: Race, table: Table, threat: Threat) -> Play[None]:
    """Throw the dust; it is gone, whether it hits or not (16.2, H9)."""
    attacker, defender = race.chariots[threat.attacker], race.chariots[threat.defender]
    attacker.weapons.remove("dust")
    rolled = table.roll(threat.attacker, "dust", "16.2", modifiers=(Modifier("CDM", attacker.cdm),))
    has_hit = rolled.total >= DUST_HITS
    table.tell(WeaponUsed(threat.attacker, threat.defender, "dust", has_hit))
    if not has_hit:
        return

    cdm = Modifier("CDM", defending_cdm(defender))
    rolled = table.roll(threat.defender, "dust in the eyes", "16.2", modifiers=(cdm,))
    code = edition_of(race.options).dust_effect(rolled.total)
    table.tell(WeaponTold(threat.defender, "dust", code))
    match code:
        case "falls out":
            flips.pull_out(race, table, threat.defender, None)
        case "swerves in" if not defender.is_stationary:  # 9.52
            rams.damage_cars(race, table, threat, (threat.defender, threat.attacker))
        case "half blind":
            _half_blind(race, table, threat.defender, OPPOSITE[threat.side])
        case "slips away":
            yield from _slip_away(race, table, threat)
        case "blinded":
            _blind(race, table, threat.defender)
        case "blown back":
            _half_blind(race, table, threat.attacker, threat.side)


def _slip_away(race: Race, table: Table, threat: Threat) -> Play[None]:
    """Drive a chariot two lanes away; that may bar the same as a double sideslip (II.10.6, R-A18, R-A61)."""
    chariot = race.chariots[threat.defender]
    came_from = TRACK.lane[chariot.square]
    yield from chain.swerve(race, table, threat.defender, threat.side, SLIPS_AWAY)
    if edition_of(race.options).dust_bars and chariot.status == "racing":
        chariot.no_inside = chariot.no_inside or TRACK.lane[chariot.square] != came_from  # R-A62
        straining.bar_straining(race, table, threat.defender)


def _half_blind(race: Race, table: Table, entry: EntryId, side: Side) -> None:
    """Take the sight to the side from which the dust came; the next phases are driven straight."""
    wounds.blind_eye(race, table, entry, side)
    race.chariots[entry].straight_phases = STRAIGHT_PHASES
    table.tell(DrivesStraight(entry, STRAIGHT_PHASES))


def _blind(race: Race, table: Table, entry: EntryId) -> None:
    """Hurt the driver and blind them until they see again."""
    wounds.hurt(race, table, entry, BLINDING_HITS, "dust")
    if reach.is_driven(race, entry):
        race.chariots[entry].blinded_since = race.turn
        table.tell(Blinded(entry))
