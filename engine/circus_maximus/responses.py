"""How an attack is met (6.62, 9.3).

9.3   The one attacked holds, or tries to get out of the way; to try, he needs a way out.
6.62  Braking costs two endurance factors and takes the whole chariot a square back, if that is free.
9.31  Evading is a lane change away from the attacker, paid for out of the next phase's movement factors.
9.32  Both roll two dice and add their CDM. With at least the attacker's total the defender may do as he likes.
"""

from engine.circus_maximus import endurance, movement, speed
from engine.circus_maximus.asks import Avoid, ChooseWayOut, Meet, MeetAttack, WayOut
from engine.circus_maximus.data import AVOIDING_BRAKE_COST, CHANGE_COST, TRACK
from engine.circus_maximus.facts import BrakedBack, Cause, Held
from engine.circus_maximus.state import Race
from engine.circus_maximus.threats import Threat
from engine.game import Ask, Modifier, Play, Table
from engine.track import Side
from engine.values import EntryId


def meet(race: Race, table: Table, threat: Threat) -> Play[bool]:
    """Let the defender meet *threat*, and return whether he got away (9.3)."""
    ways = ways_out(race, threat.defender, threat.side)
    if not ways:
        table.tell(Held(threat.defender, by_choice=False))
        return False

    question = MeetAttack(threat.attacker, threat.target, threat.means, ways, threat.modifier)
    meets: Meet = yield Ask(threat.defender, question, default=Meet(False))
    if not meets.avoid:
        table.tell(Held(threat.defender, by_choice=True))
        return False
    if not _wins(race, table, threat):  # 9.32
        table.tell(Held(threat.defender, by_choice=False))
        return False

    to = movement.evade_square(race, threat.defender, threat.side) if "evade" in ways else None
    choice: Avoid = yield Ask(threat.defender, ChooseWayOut(threat.attacker, ways, to), default=Avoid(ways[0]))
    match choice.how:
        case "brake":
            brake_back(race, table, threat.defender, "avoid")
        case "evade":
            yield from movement.evade(race, table, threat.defender, threat.side)
        case "hold":
            table.tell(Held(threat.defender, by_choice=True))
    return choice.how != "hold"


def ways_out(race: Race, entry: EntryId, away: Side) -> tuple[WayOut, ...]:
    """Return how *entry* could avoid an attack if it won the roll; *away* is its side away from the attacker."""
    chariot = race.chariots[entry]
    if chariot.is_stationary or chariot.has_cut:  # 9.52
        return ()
    ways: list[WayOut] = []
    if may_brake_back(race, entry):
        ways.append("brake")
    if _may_evade(race, entry, away):
        ways.append("evade")
    return tuple(ways)


def may_brake_back(race: Race, entry: EntryId) -> bool:
    """Tell whether the chariot has the endurance, and the square behind its car is free (6.62)."""
    chariot = race.chariots[entry]
    behind = TRACK.behind[TRACK.behind[chariot.square]]
    return chariot.endurance >= AVOIDING_BRAKE_COST and movement.is_free(race, behind)


def brake_back(race: Race, table: Table, entry: EntryId, cause: Cause) -> None:
    """Take the whole chariot a square back, for two endurance factors (6.62, 9.43)."""
    to = TRACK.behind[race.chariots[entry].square]
    endurance.spend(race, table, entry, AVOIDING_BRAKE_COST, cause)
    movement.place(race, entry, to)
    table.tell(BrakedBack(entry, to, forced=cause == "forced brake"))


def _may_evade(race: Race, entry: EntryId, away: Side) -> bool:
    """Tell whether there is room to evade, and the next phase's highest speed can pay for it (9.31, 9.52)."""
    chariot = race.chariots[entry]
    debt = chariot.evade_debit + CHANGE_COST[away]
    return debt <= speed.max_speed(chariot) and movement.evade_square(race, entry, away) is not None


def _wins(race: Race, table: Table, threat: Threat) -> bool:
    """Roll for both; a tie is the defender's (9.32)."""
    defender, attacker = race.chariots[threat.defender], race.chariots[threat.attacker]
    avoiding = table.roll(threat.defender, "avoiding", "9.32", modifiers=(Modifier("CDM", defender.cdm),))
    modifiers = (Modifier("CDM", attacker.cdm), *threat.modifiers)
    pressing = table.roll(threat.attacker, "pressing the attack", "9.32", modifiers=modifiers)
    return avoiding.total >= pressing.total
