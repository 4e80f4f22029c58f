"""Lashes (9.4).

9.41  On a team: a die each, with CDM. The defender's at least the attacker's: his team loses one endurance factor, and
      he may use a movement factor more in his next phase. Else it loses the difference, and he must use as many more.
9.42  On a driver: two dice each, with CDM; the difference is the lash factor, the column of the chart. The attacker
      rolls two dice for its row.
9.43  Wounds: at half of his hits a driver's modifier falls by one, at a third left by one more, with none he is dead.
"""

from engine.circus_maximus import endurance, flips, responses, sideslips
from engine.circus_maximus.asks import GrabbedWhip, KeepWhip
from engine.circus_maximus.data import AVOIDING_BRAKE_COST, driver_lash, lash_factor
from engine.circus_maximus.facts import (
    Cause,
    DriverDied,
    DriverLashed,
    Hindered,
    TeamLashed,
    Weakened,
    WhipLost,
    Wounded,
)
from engine.circus_maximus.state import Chariot, Race
from engine.circus_maximus.threats import Threat, defending_cdm
from engine.game import Ask, Modifier, Play, Table
from engine.values import EntryId


def lash_team(race: Race, table: Table, threat: Threat) -> None:
    """Lash a team: its endurance turns into movement factors (9.41); without endurance nothing happens (8.5)."""
    defender = race.chariots[threat.defender]
    if not defender.endurance:
        table.tell(TeamLashed(threat.defender, threat.attacker, 0, must_use=False))
        return

    excess = _excess(race, table, threat, "lash on a team", "9.41", count=1)
    factors, must_use = (min(excess, defender.endurance), True) if excess > 0 else (1, False)
    table.tell(TeamLashed(threat.defender, threat.attacker, factors, must_use))
    if must_use:
        defender.gain_must += factors
    else:
        defender.gain_may += factors
    endurance.spend(race, table, threat.defender, factors, "lash")


def lash_driver(race: Race, table: Table, threat: Threat) -> Play[None]:
    """Lash a driver, and do to him what the chart says (9.42, 9.43)."""
    factor = lash_factor(_excess(race, table, threat, "lash on a driver", "9.42", count=2))
    code = driver_lash(table.roll(threat.attacker, "driver lash chart", "9.42").total, factor)
    table.tell(DriverLashed(threat.defender, threat.attacker, factor, code))

    is_stationary = race.chariots[threat.defender].is_stationary
    match code:
        case "B":
            _force_brake(race, table, threat.defender)
        case "S" if not is_stationary:
            yield from sideslips.swerve(race, table, threat.defender, threat.side)
        case "M":
            _hinder(race, table, threat.defender)
        case "W":
            _wound(race, table, threat.defender)
        case "G":
            yield from _grab_whip(race, table, threat)


def _excess(race: Race, table: Table, threat: Threat, what_for: str, rule: str, *, count: int) -> int:
    """Return by how much the attacker's roll with CDM exceeds the defender's; the attacker rolls first."""
    cdm = Modifier("CDM", race.chariots[threat.attacker].cdm)
    attacking = table.roll(threat.attacker, what_for, rule, count=count, modifiers=(cdm,))
    cdm = Modifier("CDM", defending_cdm(race.chariots[threat.defender]))
    defending = table.roll(threat.defender, "defence", rule, count=count, modifiers=(cdm,))
    return attacking.total - defending.total


def _force_brake(race: Race, table: Table, entry: EntryId) -> None:
    """B: a square back; who cannot is wounded, who stands only pays (9.43, 9.52)."""
    if race.chariots[entry].is_stationary:
        endurance.spend(race, table, entry, AVOIDING_BRAKE_COST, "forced brake")
    elif responses.may_brake_back(race, entry):
        responses.brake_back(race, table, entry, "forced brake")
    else:
        _wound(race, table, entry)


def _hinder(race: Race, table: Table, entry: EntryId) -> None:
    """M: the highest speed of the next phase falls by a die (9.43)."""
    factors = table.roll(entry, "movement loss", "9.43", count=1).total
    race.chariots[entry].penalty += factors
    table.tell(Hindered(entry, factors, "lash"))


def _wound(race: Race, table: Table, entry: EntryId) -> None:
    """W: a hit, a movement loss, and what the hit does to the driver, in this order (9.43)."""
    chariot = race.chariots[entry]
    chariot.hits -= 1
    table.tell(Wounded(entry, chariot.hits))
    _hinder(race, table, entry)
    for cause in _thresholds_passed(chariot):
        chariot.modifier -= 1
        table.tell(Weakened(entry, chariot.modifier, cause))
    if not chariot.hits:
        table.tell(DriverDied(entry))
        flips.flip(race, table, entry, "driver dead")


def _thresholds_passed(chariot: Chariot) -> list[Cause]:
    """Return the thresholds that the last hit passed, of the driver's full boxes (9.43)."""
    passed: list[Cause] = []
    if _is_half_lost(chariot.hits, chariot.hits_start) and not _is_half_lost(chariot.hits + 1, chariot.hits_start):
        passed.append("half wounded")
    if _is_third_left(chariot.hits, chariot.hits_start) and not _is_third_left(chariot.hits + 1, chariot.hits_start):
        passed.append("third wounded")
    return passed


def _is_half_lost(hits: int, full: int) -> bool:
    return 2 * (full - hits) >= full


def _is_third_left(hits: int, full: int) -> bool:
    return 3 * hits <= full


def _grab_whip(race: Race, table: Table, threat: Threat) -> Play[None]:
    """G: the attacker's whip is gone; a defender without one may keep it (9.42)."""
    attacker, defender = race.chariots[threat.attacker], race.chariots[threat.defender]
    attacker.has_whip = False
    keeps = False
    if not defender.has_whip:
        answer: KeepWhip = yield Ask(threat.defender, GrabbedWhip(threat.attacker), default=KeepWhip(True))
        keeps = answer.keep
    if keeps:
        defender.has_whip = True
    table.tell(WhipLost(threat.attacker, threat.defender if keeps else None))
