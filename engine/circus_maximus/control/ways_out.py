"""Ways to avoid an attack: the right to evade or brake back, and the roll for it (9.3).

``chain.evade`` makes the move.
"""

from engine.circus_maximus.position import board, obstacles, speed, steps
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.words.asks import WayOut
from engine.circus_maximus.words.state import Race
from engine.circus_maximus.words.threats import Threat
from engine.facts import Modifier
from engine.table import Table
from engine.track import OPPOSITE, Side
from records.values import EntryId


def ways_out(race: Race, threat: Threat) -> tuple[WayOut, ...]:
    """Return how the defender could avoid *threat*, the roll won (9.3); to either side if it comes along the lane.

    A runaway team needs no roll, but cannot brake (15.25).
    """
    chariot = race.chariots[threat.defender]
    if chariot.is_stationary or chariot.has_cut or chariot.blinded_since is not None:  # 9.52, 16.2
        return ()
    ways: list[WayOut] = []
    if may_brake_back(race, threat.defender):
        ways.append("brake")
    if evading_sides(race, threat):
        ways.append("evade")
    return tuple(ways)


def evading_sides(race: Race, threat: Threat) -> list[Side]:
    """Return the sides to which the defender can evade; the one away from the threat first (9.31, 12.4, E3)."""
    if threat.is_astride:
        return [side for side in (threat.side, OPPOSITE[threat.side]) if may_evade(race, threat.defender, side)]
    if _is_unseen(race, threat):
        return []
    return [threat.side] if may_evade(race, threat.defender, threat.side) else []


def _is_unseen(race: Race, threat: Threat) -> bool:
    """Tell whether a threat comes from the side of an eye that the driver has lost (13.1, D26)."""
    chariot = race.chariots[threat.defender]
    return OPPOSITE[threat.side] in chariot.eyes_lost and chariot.status == "racing"


def may_brake_back(race: Race, entry: EntryId) -> bool:
    """Tell whether the driver has the endurance, and the square behind is free, of obstacles too (6.62, B13).

    In the turn in which a horse was to be cut free nobody brakes, not even by force (9.52, D6); in the Epic edition one
    that is free does, and its own carcass is no obstacle to it (II.8.9.3.3).
    """
    chariot = race.chariots[entry]
    behind = TRACK.behind[TRACK.behind[chariot.square]]
    cost = edition_of(race.options).costs.avoiding_brake
    if chariot.status != "racing" or chariot.has_cut or chariot.endurance < cost:
        return False
    return board.is_free(race, behind) and not obstacles.lies_in_the_way(race, entry, behind)


def may_evade(race: Race, entry: EntryId, away: Side) -> bool:
    """Tell whether *entry* can evade to the side *away*: there is room, and it can pay (9.31, 9.52)."""
    chariot = race.chariots[entry]
    if chariot.is_stationary or chariot.has_cut or chariot.blinded_since is not None:
        return False
    return _can_pay(race, entry, away) and steps.evade_square(race, entry, away) is not None


def _can_pay(race: Race, entry: EntryId, away: Side) -> bool:
    """Tell whether the next phase's highest speed can pay for all evading so far and this (9.52, D4).

    In the Epic edition it is paid as far as that phase can, and the rest lapses (EA-45).
    """
    chariot = race.chariots[entry]
    edition = edition_of(race.options)
    if edition.evades_on_credit:
        return True
    debt = edition.costs.change[away]
    if race.options.evade_cost == "debit":  # else the highest speed has fallen by what is owed
        debt += chariot.evade_debit
    highest = speed.max_speed(chariot)
    if race.phase is not None and race.phase.entry == entry:
        highest -= chariot.later_penalty  # what its move has booked for the turn of the next (T4)
    return debt <= highest


def wins(race: Race, table: Table, threat: Threat) -> bool:
    """Roll for both, and tell whether the defender gets away; a tie is theirs (9.32)."""
    defender, attacker = race.chariots[threat.defender], race.chariots[threat.attacker]
    avoiding = table.roll(threat.defender, "avoiding", "9.32", modifiers=(Modifier("CDM", defender.cdm),))
    cdm = 0 if threat.means == "wreck" else attacker.cdm  # 12.4
    modifiers = (Modifier("CDM", cdm), *threat.modifiers)
    pressing = table.roll(threat.attacker, "pressing the attack", "9.32", modifiers=modifiers)
    return avoiding.total >= pressing.total
