"""How house drivers attack, and how they meet attacks (9, 16.2, 16.5).

Where rule 19 has a die rolled for each square from which an attack could be made, that die is read off the board: see
:func:`temper_die`.
"""

from collections.abc import Sequence
from functools import cache
from types import MappingProxyType

from engine.circus_maximus.house.lines import Drive, is_sprint
from engine.circus_maximus.house.speeds import FACTOR, FASTEST, Form, place_of, tables_for
from engine.circus_maximus.house.tempers import CORNER_ENDURANCE, Temper, form_of
from engine.circus_maximus.position import reach
from engine.circus_maximus.position.steps import squares_from
from engine.circus_maximus.printed.editions import Edition, edition_of
from engine.circus_maximus.printed.odds import knife_hit_odds, weapon_hit_odds
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.seen.views import ChariotView, RaceView
from engine.circus_maximus.words.asks import Attack, Avoid, ChooseWayOut, Meet, MeetAttack, NameWayOut, NextAction
from engine.track import SIDES
from records.values import EntryId, Square


def temper_die(view: RaceView, entry: EntryId, square: Square) -> int:
    """Return the die of rule 19 for a team's square: read off the turn, the entry and the square, 1 to 6.

    >>> from engine.circus_maximus.words.options import Options
    >>> from engine.circus_maximus.words.state import Race
    >>> from engine.circus_maximus.seen.views import view_for
    >>> view = view_for(Race({}, Options(), 0, turn=2), {}, [])
    >>> [temper_die(view, EntryId(1), Square(f"B{number}.1")) for number in range(6)]
    [4, 5, 6, 1, 2, 3]
    """
    return (5 * view.turn + 3 * entry + _TEMPTING[square]) % 6 + 1


_TEMPTING = {square: TRACK.number(square) + 2 * lane for square, lane in TRACK.lane.items()}


def choose_attack(temper: Temper, view: RaceView, own: ChariotView, question: NextAction) -> Attack | None:
    """Return the attack that rule 19 and the driver's own interest choose, if any."""
    if own.square is None:
        return None
    return _chosen(temper, view, own, temper_die(view, own.entry, own.square), question.attacks)


def _chosen(temper: Temper, view: RaceView, own: ChariotView, die: int, attacks: Sequence[Attack]) -> Attack | None:
    """Return which of the *attacks* to make: by a die above the personality one of interest, by the same a lash."""
    if die < temper.personality:
        return None
    must_lash = die == temper.personality
    if must_lash:
        attacks = [attack for attack in attacks if attack.means == "lash"]
    if not attacks:
        return None
    gains = [gain_of(view, own, attack) for attack in attacks]
    most = max(gains)
    return attacks[gains.index(most)] if must_lash or most >= temper.least_gain else None


def gain_of(view: RaceView, own: ChariotView, attack: Attack) -> int:
    """Return roughly what an attack is worth to the attacker, in hundredths of a movement factor."""
    rival = view.chariot(attack.defender)
    match attack.target, attack.means:
        case _, "dust" | "spear" | "knife" | "small knife":
            return _gain_of_weapon(view, own, rival, attack)
        case "dragged driver", _:
            return _TO_KILL
        case "team", "ram":
            return _TEAM_RAM[own.car]
        case "car", "ram":
            return 60 * (own.cdm - rival.cdm) + _CAR_RAM[own.car] - _CAR_RAM[rival.car]
        case "driver", "lash":
            return 160 + 30 * (own.cdm - rival.cdm) + _BY_THE_WALL * (rival.lane in _WALLS)
        case _:
            return 150 if 0 < rival.endurance <= 6 else 0


def _gain_of_weapon(view: RaceView, own: ChariotView, rival: ChariotView, attack: Attack) -> int:
    """Return roughly what it is worth to use a weapon (16.2)."""
    if attack.means == "dust":
        return int(_BLINDED * weapon_hit_odds("dust", own.cdm))
    if attack.means == "spear":
        return int(_PIERCED * weapon_hit_odds("spear", own.cdm)) - FACTOR
    edition = edition_of(view.options)
    away = _distance(edition, own, rival, attack)
    odds = knife_hit_odds(edition, away, own.cdm, is_small=attack.means == "small knife") if away else 0
    return int(_PIERCED * odds)


def _distance(edition: Edition, own: ChariotView, rival: ChariotView, attack: Attack) -> int:
    """Return the range of a knife, in squares; 0 if unknown."""
    if own.car_square is None or rival.square is None:
        return 0
    near = reach.knife_distances(own.car_square, _MOST_THROWN)
    aimed_at = reach.aimed_at(edition, attack.target, rival.square, rival.has_car)
    return min((near[square] for square in aimed_at if square in near), default=0)


_TO_KILL = 140
_BLINDED, _PIERCED = 900, 900
"""The worth, in hundredths of a factor, of ramming a dragged driver, and of hitting with dust, knife or spear."""

_MOST_THROWN = 5
"""Squares beyond which a knife is not worth throwing."""

_WALLS = (1, TRACK.data.lanes)
_BY_THE_WALL = 300
"""The worth, in hundredths of a factor, of a wall that a swerving driver would hit (9.43)."""

_TEAM_RAM = MappingProxyType({"light": 50, "normal": 150, "heavy": 320})
_CAR_RAM = MappingProxyType({"light": 0, "normal": 100, "heavy": 200})


def squares_to_target(temper: Temper, view: RaceView, own: ChariotView, drive: Drive, squares: int) -> int:
    """Return how many of *squares* to drive straight on: to the first from which the driver would attack, else all."""
    if squares < 2 or own.on_grid:
        return squares
    square, taken = drive.square, drive.taken
    if taken.keys().isdisjoint(_beside_run(square)[: (squares - 1) * len(_BESIDE_CAR[square])]):
        return squares
    for count in range(1, squares):
        square = TRACK.ahead[square]
        for beside in _BESIDE_CAR[square]:
            if beside not in taken:
                continue
            die = temper_die(view, own.entry, square)
            is_tempted = die >= temper.personality  # seldom
            if is_tempted and _chosen(temper, view, own, die, _attacks_on(view, own, taken[beside], beside)):
                return count
    return squares


_BESIDE_CAR = {
    square: [TRACK.beside[side][car] for side in SIDES if car in TRACK.beside[side]]
    for square, car in TRACK.behind.items()
}
"""By a team's square, the squares beside its car: those it can attack from there."""


@cache
def _beside_run(square: Square) -> tuple[Square, ...]:
    """Return the squares in reach of attacks from the squares straight on from *square*, in order."""
    return tuple([beside for ahead in squares_from(square) for beside in _BESIDE_CAR[ahead]])


def _attacks_on(view: RaceView, own: ChariotView, entry: EntryId, square: Square) -> list[Attack]:
    """Return the attacks that *own* could make on another chariot's team, car or driver in *square* (9.2)."""
    rival = view.chariot(entry)
    if entry == own.ally or (own.faction is not None and own.faction == rival.faction):  # 3.4
        return []
    if rival.faction in own.spares:  # 24.3
        return []
    is_team = rival.square == square
    attacks = [Attack(entry, "team" if is_team else "car", "ram")]
    if own.has_whip and (is_team or rival.status == "racing"):
        attacks.append(Attack(entry, "team" if is_team else "driver", "lash"))
    return attacks


def meet(temper: Temper, view: RaceView, own: ChariotView, question: MeetAttack) -> Meet:
    """Try to get out of the way if it is worth it; after a won roll the driver may still hold (9.32)."""
    del view
    return Meet(_avoids(temper, own, question))


def name_way(temper: Temper, view: RaceView, own: ChariotView, question: NameWayOut) -> Avoid:
    """Name what is tried before the roll; who wins it has to do that (T9)."""
    if not _avoids(temper, own, question):
        return Avoid("hold")
    return way_out(temper, view, own, ChooseWayOut(question.attacker, question.ways, question.to))


def _avoids(temper: Temper, own: ChariotView, question: MeetAttack | NameWayOut) -> bool:
    match question.target, question.means:
        case "team", "lash":  # it costs endurance, but gives as much speed
            return own.endurance <= temper.reserve + CORNER_ENDURANCE
        case "car", "ram":
            return temper.personality > 2 or own.car != "heavy"
        case _:
            return True


_HIT = MappingProxyType({"light": 2 * FACTOR, "normal": 3 * FACTOR, "heavy": 6 * FACTOR})
"""The cost of being hit, by the attacker's car, in an attack worth avoiding."""

_LAST_ENDURANCE = 8 * FACTOR
"""The cost of braking with it (8.4)."""


def way_out(temper: Temper, view: RaceView, own: ChariotView, question: ChooseWayOut) -> Avoid:
    costs = {"hold": _HIT[view.chariot(question.attacker).car]}
    form = form_of(temper, view, own)
    if "brake" in question.ways:
        costs["brake"] = FACTOR + 2 * form.price + (own.endurance <= 2) * _LAST_ENDURANCE
    if "evade" in question.ways and question.to is not None and own.square is not None:
        costs["evade"] = _cost_of_evading(view, own, form, question.to)
    how = min(costs, key=lambda way: costs[way])
    return next(answer for answer in question.legal() if answer.how == how)


def _cost_of_evading(view: RaceView, own: ChariotView, form: Form, to: Square) -> int:
    """Return the cost of a lane change out of the way: factors of the next phase, the lane, a corner check (9.31)."""
    assert own.square is not None
    is_inward = TRACK.lane[to] < TRACK.lane[own.square]
    cost = FACTOR * edition_of(view.options).costs.change["inside" if is_inward else "outside"] - FACTOR
    if is_sprint(view, own):
        return cost
    tables, place, after = tables_for(form), place_of(own.square), place_of(to)
    is_entering = to in TRACK.limit and own.square not in TRACK.limit
    limit = TRACK.limit.get(to) or TRACK.limit.get(TRACK.behind[to])  # the car alone counts, too (6.32)
    is_survived = limit is not None and own.survived is not None and limit - form.lowered >= own.survived
    if limit is not None and (is_entering or is_inward) and not is_survived:
        speed = own.last_speed if own.has_moved else min(own.written or 0, own.max_speed) + own.gain_must
        cost += tables.strain[after.lane][min(FASTEST, speed)]
    if is_entering == (place.at < after.at):
        costs = tables.down_to(min(place.at, after.at))
        cost += costs[after.lane][after.at] - costs[place.lane][place.at]
    return cost
