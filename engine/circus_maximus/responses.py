"""How an attack is met (6.62, 9.3).

9.3   The one attacked holds, or tries to get out of the way; to try, he needs a way out.
6.62  Braking costs two endurance factors and takes the whole chariot a square back, if that is free.
9.31  Evading is a lane change away from the attacker, paid for out of the next phase's movement factors.
13.1  Who has lost an eye evades no attack that comes from its side; what comes along his lane comes from no side.
9.32  Both roll two dice and add their CDM. With at least the attacker's total the defender may do as he likes.
12.4  A wreck that comes down is met in the same way; along the lane, either side is away from it.
15.25 A runaway team needs no roll to evade, and cannot brake.
"""

from engine.circus_maximus import endurance, movement, obstacles, speed
from engine.circus_maximus.asks import Avoid, Change, ChooseSide, ChooseWayOut, Meet, MeetAttack, WayOut
from engine.circus_maximus.data import AVOIDING_BRAKE_COST, CHANGE_COST, TRACK
from engine.circus_maximus.facts import BrakedBack, Cause, Held
from engine.circus_maximus.state import Race
from engine.circus_maximus.threats import Threat
from engine.game import Ask, Modifier, Play, Table
from engine.track import OPPOSITE, Side
from engine.values import EntryId


def meet(race: Race, table: Table, threat: Threat) -> Play[bool]:
    """Let the defender meet *threat*, and return whether he got away (9.3)."""
    ways = ways_out(race, threat)
    if not ways:
        table.tell(Held(threat.defender, by_choice=False))
        return False

    if race.chariots[threat.defender].status == "racing":
        question = MeetAttack(threat.attacker, threat.target, threat.means, ways, threat.modifier)
        meets: Meet = yield Ask(threat.defender, question, default=Meet(False))
        if not meets.avoid or not _wins(race, table, threat):  # 9.32
            table.tell(Held(threat.defender, by_choice=not meets.avoid))
            return False

    return (yield from _get_away(race, table, threat, ways))


def _get_away(race: Race, table: Table, threat: Threat, ways: tuple[WayOut, ...]) -> Play[bool]:
    """Let the defender choose his way out, take it, and return whether he did (9.32)."""
    entry, sides = threat.defender, _evading_sides(race, threat)
    to = movement.evade_square(race, entry, sides[0]) if sides else None
    choice: Avoid = yield Ask(entry, ChooseWayOut(threat.attacker, ways, to), default=Avoid(ways[0]))
    match choice.how:
        case "brake":
            yield from brake_back(race, table, entry, "avoid")
        case "evade":
            side = sides[0]
            if len(sides) > 1:  # E3
                change: Change = yield Ask(entry, ChooseSide(threat.attacker), default=Change("outside"))
                side = change.side
            yield from movement.evade(race, table, entry, side)
        case "hold":
            table.tell(Held(entry, by_choice=True))
    return choice.how != "hold"


def ways_out(race: Race, threat: Threat) -> tuple[WayOut, ...]:
    """Return how the defender could avoid *threat* if he won the roll, on either side if it comes along his lane.

    A runaway team needs no roll, but cannot brake (15.25).
    """
    chariot = race.chariots[threat.defender]
    if chariot.is_stationary or chariot.has_cut or chariot.blinded_since is not None:  # 9.52, 16.2
        return ()
    ways: list[WayOut] = []
    if may_brake_back(race, threat.defender):
        ways.append("brake")
    if _evading_sides(race, threat):
        ways.append("evade")
    return tuple(ways)


def _evading_sides(race: Race, threat: Threat) -> list[Side]:
    """Return to which sides the defender can evade; that away from a threat first (E3)."""
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

    In the turn in which a horse was to be cut free nobody brakes, not even by force (9.52, D6).
    """
    chariot = race.chariots[entry]
    behind = TRACK.behind[TRACK.behind[chariot.square]]
    if chariot.status != "racing" or chariot.has_cut or chariot.endurance < AVOIDING_BRAKE_COST:
        return False
    return movement.is_free(race, behind) and obstacles.worst_at(race, behind) is None


def brake_back(race: Race, table: Table, entry: EntryId, cause: Cause) -> Play[None]:
    """Take the whole chariot a square back, for two endurance factors (6.62, 9.43)."""
    to = TRACK.behind[race.chariots[entry].square]
    endurance.spend(race, table, entry, AVOIDING_BRAKE_COST, cause)
    movement.place(race, entry, to)
    table.tell(BrakedBack(entry, to, forced=cause == "forced brake"))
    yield from movement.settle_forced(race, table, entry)


def may_evade(race: Race, entry: EntryId, away: Side) -> bool:
    """Tell whether *entry* can evade to the side *away*: there is room, and it can pay (9.31, 9.52)."""
    chariot = race.chariots[entry]
    if chariot.is_stationary or chariot.has_cut or chariot.blinded_since is not None:
        return False
    return _can_pay(race, entry, away) and movement.evade_square(race, entry, away) is not None


def _can_pay(race: Race, entry: EntryId, away: Side) -> bool:
    """Tell whether the next phase's highest speed can pay for all evading so far and this (9.52, D4)."""
    chariot = race.chariots[entry]
    debt = CHANGE_COST[away]
    if race.options.evade_cost == "debit":  # else the highest speed has fallen by what is owed
        debt += chariot.evade_debit
    return debt <= speed.max_speed(chariot)


def _wins(race: Race, table: Table, threat: Threat) -> bool:
    """Roll for both; a tie is the defender's (9.32)."""
    defender, attacker = race.chariots[threat.defender], race.chariots[threat.attacker]
    avoiding = table.roll(threat.defender, "avoiding", "9.32", modifiers=(Modifier("CDM", defender.cdm),))
    cdm = 0 if threat.means == "wreck" else attacker.cdm  # 12.4
    modifiers = (Modifier("CDM", cdm), *threat.modifiers)
    pressing = table.roll(threat.attacker, "pressing the attack", "9.32", modifiers=modifiers)
    return avoiding.total >= pressing.total
