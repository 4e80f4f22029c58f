"""Attacks (3.4, 3.8, 9.1 to 9.2).

9.1   For one movement factor the mover may attack a chariot beside his car: its team, or its car and driver.
9.14  There is one attack a phase from any one square of the attacker's car.
9.2   A team or a car may be rammed, a team or a driver lashed; a lash needs a whip.
3.4   A faction does not attack its own chariots.
3.8   Nobody attacks from the grey squares of the start.
"""

from collections.abc import Iterator

from engine.circus_maximus import horses, lashes, movement, rams, responses
from engine.circus_maximus.asks import Attack
from engine.circus_maximus.data import ATTACK_COST, TRACK
from engine.circus_maximus.facts import Attacked
from engine.circus_maximus.state import Part, Phase, Race
from engine.circus_maximus.threats import Threat
from engine.game import Play, Table
from engine.track import OPPOSITE, SIDES, Side
from engine.values import EntryId, Square


def legal_attacks(race: Race, entry: EntryId) -> tuple[Attack, ...]:
    """Return the attacks that the mover may make from where he is, those to the inside first (9.1, 9.2)."""
    if not may_attack(race, entry):
        return ()
    has_whip = race.chariots[entry].has_whip
    found = (attack for side in SIDES for attack in _attacks_on(race, entry, side))
    return tuple(attack for attack in found if has_whip or attack.means == "ram")


def may_attack(race: Race, entry: EntryId) -> bool:
    """Tell whether *entry* could attack from where it is if there were anybody in reach (9.1, 9.14, 9.52)."""
    chariot, phase = race.chariots[entry], race.phase
    if phase is None or phase.entry != entry or phase.is_ended or phase.factors < ATTACK_COST:
        return False
    if chariot.status != "racing" or chariot.on_grid or chariot.is_stationary or chariot.has_cut:
        return False
    return TRACK.behind[chariot.square] not in phase.attacked_from


def in_reach(race: Race, entry: EntryId, side: Side) -> tuple[EntryId, Part] | None:
    """Return what stands beside the car of *entry* on *side*: whose, and its team or its car (9.2, 9.22)."""
    square = TRACK.beside[side].get(TRACK.behind[race.chariots[entry].square])
    return None if square is None else movement.occupant(race, square)


def is_own(race: Race, entry: EntryId, other: EntryId) -> bool:
    """Tell whether one faction drives both (3.4)."""
    faction = race.chariots[entry].faction
    return faction is not None and faction == race.chariots[other].faction


def attack(race: Race, table: Table, entry: EntryId, chosen: Attack) -> Play[None]:
    """Pay for an attack that is legal, let the defender meet it, and see what it does (9.1 to 9.5)."""
    assert race.phase is not None
    side = _side_of(race, entry, chosen.defender)
    _pay(race.phase, race.chariots[entry].square)
    table.tell(Attacked(entry, chosen.defender, chosen.target, chosen.means))

    threat = Threat(entry, chosen.defender, side, chosen.target, chosen.means)
    if (yield from responses.meet(race, table, threat)):
        return
    match chosen.target, chosen.means:
        case "team", "lash":
            lashes.lash_team(race, table, threat)
        case "driver", "lash":
            yield from lashes.lash_driver(race, table, threat)
        case "team", "ram":
            rams.ram_team(race, table, threat)
        case _:
            rams.ram_car(race, table, threat)


def _attacks_on(race: Race, entry: EntryId, side: Side) -> Iterator[Attack]:
    target = in_reach(race, entry, side)
    if target is None or is_own(race, entry, target[0]):
        return
    defender, part = target
    if part == "car":
        yield Attack(defender, "driver", "lash")
        yield Attack(defender, "car", "ram")
    elif not horses.is_shielded(race.chariots[defender], OPPOSITE[side]):  # 9.52
        yield Attack(defender, "team", "lash")
        yield Attack(defender, "team", "ram")


def _side_of(race: Race, entry: EntryId, defender: EntryId) -> Side:
    """Return the side on which *defender* is; it stands in one lane, so there is one."""
    is_inside = TRACK.lane[race.chariots[defender].square] < TRACK.lane[race.chariots[entry].square]
    return "inside" if is_inside else "outside"


def _pay(phase: Phase, square: Square) -> None:
    phase.factors -= ATTACK_COST
    phase.used += ATTACK_COST
    phase.attacked_from.append(TRACK.behind[square])
