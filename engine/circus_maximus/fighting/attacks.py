"""Attacks (3.4, 3.8, 9.1 to 9.2, 14.1, 15.25, 16.2, 16.5).

9.1   For one movement factor the mover may attack a chariot beside their car: its team, or its car and driver.
9.14  There is one attack a phase from any one square of the attacker's car.
9.2   A team or a car may be rammed, a team or a driver lashed; a lash needs a whip.
3.4   A faction does not attack its own chariots.
3.8   Nobody attacks from the grey squares of the start, 14.1 nor from an obstacle.
15.25 Of a runaway team only the horses can be attacked, and the car from which its driver was pulled (D24). It attacks
      nobody but a dragged driver.
16.5  A dragged driver can be rammed by a team that stands on the same square, or right behind the car they hang on.
"""

from collections.abc import Iterator

from engine.circus_maximus.control import chain, rams
from engine.circus_maximus.fighting import dust, knife, lashes, spear
from engine.circus_maximus.harm import plots, stepping
from engine.circus_maximus.position import board, horses, obstacles, reach
from engine.circus_maximus.position.steps import squares_from
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.words.asks import Attack, Means
from engine.circus_maximus.words.facts import Attacked
from engine.circus_maximus.words.state import Phase, Race, Taken
from engine.circus_maximus.words.threats import Threat
from engine.questions import Play
from engine.table import Table
from engine.track import OPPOSITE, SIDES, Side
from records.values import EntryId, Square

_AVOIDABLE: tuple[Means, ...] = ("lash", "ram")
"""Attacks that a defender may try to avoid; weapons have a roll of their own to hit (H3)."""


def legal_attacks(race: Race, entry: EntryId, taken: Taken | None = None) -> tuple[Attack, ...]:
    """Return the attacks that the mover may make from where they are (9.1, 9.2, 16.2, 16.5).

    First come those on chariots beside them, the inside first (9.1, 9.2), then those with weapons (16.2), then those on
    dragged drivers (16.5).

    :param taken: the squares that are taken, if the caller knows them.
    """
    if taken is not None and not _has_somebody(race, entry, taken):  # nearly always
        return ()
    if not _is_free_to_attack(race, entry):
        return ()
    return (*_driver_attacks(race, entry, taken), *_attacks_on_dragged(race, entry))


def _has_somebody(race: Race, entry: EntryId, taken: Taken) -> bool:
    """Tell whether there may be somebody to attack: beside the car, in the reins, or within range of a weapon."""
    chariot = race.chariots[entry]
    if chariot.weapons or race.options.knife or not taken.keys().isdisjoint(_BESIDE[TRACK.behind[chariot.square]]):
        return True
    is_near = not taken.keys().isdisjoint(squares_from(chariot.square)[:_REINS])
    return is_near and edition_of(race.options).leaves_wrecks  # else nobody is dragged


_REINS = 2
"""Squares by which a team is at most ahead of the square from which its dragged driver can be rammed (16.5)."""


_BESIDE = {
    square: [TRACK.beside[side][square] for side in SIDES if square in TRACK.beside[side]] for square in TRACK.lane
}


def _driver_attacks(race: Race, entry: EntryId, taken: Taken | None) -> Iterator[Attack]:
    chariot = race.chariots[entry]
    if chariot.status != "racing":
        return
    car = TRACK.behind[chariot.square]
    sides = [side for side in SIDES if taken is None or TRACK.beside[side].get(car) in taken]
    for side in sides:
        yield from (attack for attack in _attacks_on(race, entry, side) if chariot.has_whip or attack.means == "ram")
    if chariot.weapons and sides:
        yield from dust.legal(race, entry)
        yield from spear.legal(race, entry)
    if chariot.weapons or race.options.knife:
        yield from knife.legal(race, entry)


def may_attack(race: Race, entry: EntryId) -> bool:
    """Tell whether *entry* could attack from where it is if there were anybody beside it (9.1, 9.14, 9.52)."""
    return race.chariots[entry].status == "racing" and _is_free_to_attack(race, entry)


def _is_free_to_attack(race: Race, entry: EntryId) -> bool:
    """Tell whether the mover is held back by nothing; a runaway team is not, though it has few to attack."""
    chariot, phase = race.chariots[entry], race.phase
    if phase is None or phase.entry != entry or phase.is_ended or phase.factors < edition_of(race.options).costs.attack:
        return False
    if not chariot.is_on_track or chariot.on_grid or chariot.is_stationary or chariot.has_cut:
        return False
    if chariot.blinded_since is not None or obstacles.bars_attack(race, entry):
        return False
    has_stepped = phase.has_stepped or not edition_of(race.options).attacks_anew_after_step  # T7
    return has_stepped and TRACK.behind[chariot.square] not in phase.attacked_from


def attack(race: Race, table: Table, entry: EntryId, chosen: Attack) -> Play[None]:
    """Pay for an attack that is legal, let the defender meet it, and carry it out (9.1 to 9.5)."""
    assert race.phase is not None
    side = _side_of(race, entry, chosen.defender)
    _pay(race.phase, race.chariots[entry].square, reach.attack_cost(race.options, chosen.means))
    table.tell(Attacked(entry, chosen.defender, chosen.target, chosen.means))
    if (chosen.target, chosen.means) == ("team", "ram"):
        race.chariots[entry].has_rammed_horses = True  # II.10.7.3
    if plots.call_off(race, table, entry, chosen.defender):
        return
    plots.forgive_no_more(race, table, entry, chosen.defender)

    threat = Threat(entry, chosen.defender, side, chosen.target, chosen.means)
    is_avoidable = chosen.means in _AVOIDABLE and chosen.target != "dragged driver"
    if is_avoidable and (yield from chain.meet(race, table, threat)):
        return
    yield from _come_home(race, table, threat)


def _come_home(race: Race, table: Table, threat: Threat) -> Play[None]:
    """Carry out an attack that was not avoided."""
    match threat.target, threat.means:
        case _, "dust":
            yield from dust.throw(race, table, threat)
        case _, "knife" | "small knife":
            knife.throw(race, table, threat)
        case _, "spear":
            spear.thrust(race, table, threat)
        case "dragged driver", _:
            rams.ram_dragged(race, table, threat)
        case "team", "lash":
            lashes.lash_team(race, table, threat)
        case "driver", "lash":
            yield from lashes.lash_driver(race, table, threat)
        case "team", "ram":
            rams.ram_team(race, table, threat)
        case _:
            rams.ram_car(race, table, threat)


def _attacks_on(race: Race, entry: EntryId, side: Side) -> Iterator[Attack]:
    target = reach.enemy_beside(race, entry, side)
    if target is None:
        return
    defender, part = target
    if part == "car":
        if horses.shields_car(race, defender, OPPOSITE[side]):  # T17
            return
        if reach.is_driven(race, defender):
            yield Attack(defender, "driver", "lash")
        yield Attack(defender, "car", "ram")
    elif not horses.is_shielded(race.chariots[defender], OPPOSITE[side]):  # 9.52
        yield Attack(defender, "team", "lash")
        yield Attack(defender, "team", "ram")


def _attacks_on_dragged(race: Race, entry: EntryId) -> Iterator[Attack]:
    square = race.chariots[entry].square
    for other, chariot in race.chariots.items():
        if chariot.driver != "dragged":
            continue
        if board.trampling_square(chariot) == square and other != entry and not reach.is_spared(race, entry, other):
            yield Attack(other, "dragged driver", "ram")


def _side_of(race: Race, entry: EntryId, defender: EntryId) -> Side:
    """Return the side on which *defender* is; it stands in one lane, so there is one. In the same lane none counts."""
    is_inside = TRACK.lane[race.chariots[defender].square] < TRACK.lane[race.chariots[entry].square]
    return "inside" if is_inside else "outside"


def _pay(phase: Phase, square: Square, factors: int) -> None:
    stepping.pay(phase, factors)
    phase.attacked_from.append(TRACK.behind[square])
    phase.has_stepped = False
