"""House drivers of Circus Maximus: three temperaments, after the personalities of rule 19.

A house driver sees what a player in its place sees, keeps no memory and rolls no dice. Where rule 19 has a die rolled
for each square from which an attack could be made, that die is read off the board: see :func:`temper_die`.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from engine.circus_maximus.asks import (
    Attack,
    Avoid,
    Begin,
    BeginPhase,
    Brake,
    ChooseWayOut,
    Forward,
    Meet,
    MeetAttack,
    NextAction,
    Preparation,
    Prepare,
    Sideslip,
    Speed,
    WriteSpeed,
)
from engine.circus_maximus.data import CHANGE_COST, SIDESLIP_COST, TRACK
from engine.circus_maximus.lines import Drive, best_line, corners_of, is_sprint, longest_line, taken_squares
from engine.circus_maximus.odds import OF_TWO, wheel_odds
from engine.circus_maximus.paces import (
    FACTOR,
    FASTEST,
    NO_TABLES,
    Pace,
    best_speed,
    costs_by_speed,
    counted_endurance,
    place_of,
    tables_for,
)
from engine.circus_maximus.views import ChariotView, RaceView
from engine.game import Answer, Ask, Question
from engine.track import SIDES
from engine.values import EntryId, Square

CORNER_ENDURANCE = 4
"""What a driver expects to spend in each corner still to come."""

_DIE = range(1, 7)

AFTER_DEAD_START = 4
"""What the first turn's die takes off the speed, rounded up from its mean (6.3)."""


class Temper(NamedTuple):
    """What tells the drivers apart; costs in hundredths of a movement factor."""

    personality: int  # rule 19: a die above it attacks, the same as it lashes
    least_gain: int  # of an attack that is in his own best interest
    flip: int  # how dear his chariot is to him
    reserve: int  # endurance that he would rather not touch
    preparations: tuple[Preparation, ...]  # one after the other, by entry


CAREFUL = Temper(6, 200, 200 * FACTOR, 9, (Preparation(1, 0, 2, 1), Preparation(1, 0, 1, 2), Preparation(2, 0, 1, 1)))
RACER = Temper(4, 120, 120 * FACTOR, 6, (Preparation(1, 0, 2, 1), Preparation(0, 0, 2, 2), Preparation(2, 0, 2, 0)))
BRUTE = Temper(2, 80, 80 * FACTOR, 4, (Preparation(0, 2, 2, 0), Preparation(1, 0, 2, 1), Preparation(0, 1, 2, 1)))


def drive(temper: Temper, view: RaceView, ask: Ask) -> Answer:
    """Answer *ask* as a driver of this temper does; always one of its legal answers."""
    answer = _ANSWERS.get(type(ask.question))
    return answer(temper, view, view.chariot(ask.entry), ask.question) if answer else ask.default


def _prepare(temper: Temper, view: RaceView, own: ChariotView, question: Prepare) -> Preparation:
    del view, question  # points do not depend on the others
    return temper.preparations[own.entry % len(temper.preparations)]


# Speed


def pace_of(temper: Temper, view: RaceView, own: ChariotView) -> Pace:
    """Return what bears on the speed of a chariot that this temper drives."""
    return Pace(
        top=min(FASTEST, max(1, own.max_speed + own.penalty)),
        cdm=own.cdm,
        may_strain=not own.may_not_strain,
        endurance=counted_endurance(own.endurance),
        price=_price(temper, view, own),
        flip=temper.flip,
        wheels=_wheel_cost(temper, own),
    )


def _price(temper: Temper, view: RaceView, own: ChariotView) -> int:
    """Return what an endurance factor is worth to him: the less is left for the corners to come, the more."""
    corners_left = corners_of(view) - own.corners
    to_spare = own.endurance - temper.reserve - CORNER_ENDURANCE * corners_left
    if to_spare > 2 * CORNER_ENDURANCE:
        return FACTOR // 5
    if to_spare > 0:
        return FACTOR * 6 // 10
    return FACTOR * 12 // 10 if own.endurance > temper.reserve else FACTOR * 5 // 2


def _wheel_cost(temper: Temper, own: ChariotView) -> int:
    """Return what it costs to have the wheels tried; a wheel that is weakened is half lost."""
    tried = [wheel_odds(damage) for damage in (own.wheel_inside, own.wheel_outside) if damage]
    return sum(temper.flip * (2 * odds.lost + odds.weakened) // (2 * OF_TWO) for odds in tried)


def _write_speed(temper: Temper, view: RaceView, own: ChariotView, question: WriteSpeed) -> Speed:
    highest = question.highest
    if not highest or own.square is None or view.turn <= 1 or own.is_stationary or is_sprint(view, own):
        return Speed(highest)
    return Speed(best_speed(place_of(own.square), pace_of(temper, view, own), highest))


def _begin(temper: Temper, view: RaceView, own: ChariotView, question: BeginPhase) -> Begin:
    if question.may_cut:
        return Begin(cut=True)
    if is_sprint(view, own):
        return Begin(strain=question.may_strain, take_gain=question.gain > 0)

    assert own.square is not None
    assert view.phase is not None
    pace, speed = pace_of(temper, view, own), _speed_before_dice(view, own)
    costs = costs_by_speed(place_of(own.square), pace, view.phase.evade_debit)
    as_it_is, *gained = (costs[min(FASTEST, speed + more)] for more in range(len(_DIE) + 1))
    takes_gain = 0 < question.gain < len(gained) and gained[question.gain - 1] <= as_it_is
    strained = sum(cost + die * pace.price for die, cost in zip(_DIE, gained, strict=True))
    return Begin(question.may_strain and strained < len(_DIE) * as_it_is, takes_gain)


def _speed_before_dice(view: RaceView, own: ChariotView) -> int:
    """Return what the total speed of the phase will be if nothing is added; on the first turn, what it may be (6.1)."""
    assert view.phase is not None
    speed = min(own.written or 0, max(0, own.max_speed - view.phase.penalty))
    if view.turn == 1:
        speed = max(0, speed - AFTER_DEAD_START)
    return speed + view.phase.gain_must


# Movement


def _action(temper: Temper, view: RaceView, own: ChariotView, question: NextAction) -> Answer:
    attack = _attack(temper, view, own, question)
    if attack is not None:
        return attack
    drive = _drive_of(temper, view, own, question)
    line = best_line(drive, question.factors)
    if line is None:
        return _when_blocked(drive, view, own, question)
    first = line.first_action()
    if first is None:
        return Brake(line.braked)
    if not isinstance(first, Forward):
        return first
    stop = _first_target(temper, view, own, drive, tuple(line.straight_on()))
    return Forward(min(stop, question.forward))


def _drive_of(temper: Temper, view: RaceView, own: ChariotView, question: NextAction) -> Drive:
    assert own.square is not None
    assert view.phase is not None
    pace, sprints = pace_of(temper, view, own), is_sprint(view, own)
    spare = max(0, own.endurance - temper.reserve // 2)
    return Drive(
        own.square,
        question.forward,
        view.phase.total_speed,
        taken_squares(view, own.entry),
        pace.may_strain,
        own.no_inside,
        min(question.brake, spare),
        FACTOR + pace.price,
        NO_TABLES if sprints else tables_for(pace),
        sprints,
    )


def _when_blocked(drive: Drive, view: RaceView, own: ChariotView, question: NextAction) -> Answer:
    """No line uses up all factors: slip past, or use them up some other way."""
    for side in question.sideslips:
        to = TRACK.beside[side][drive.square]
        rest = question.factors - SIDESLIP_COST
        if not rest or best_line(drive._replace(square=to, forward=0), rest) is not None:
            return Sideslip(side)
    if question.forward:
        first = longest_line(drive, question.factors).first_action()
        return first if first is not None else Forward(question.forward)
    if question.attacks:  # it uses a factor up
        return max(question.attacks, key=lambda attack: _gain_of(view, own, attack))
    if question.sideslips and question.brake < question.factors:
        return Sideslip(question.sideslips[0])
    return question.legal()[-1]


# Attack and defence


def temper_die(view: RaceView, entry: EntryId, square: Square) -> int:
    """Return the die of rule 19 for a team's square: read off the turn, the entry and the square, 1 to 6.

    >>> from engine.circus_maximus.state import Options, Race
    >>> from engine.circus_maximus.views import view_for
    >>> view = view_for(Race({}, Options(), 0, turn=2), {}, [])
    >>> [temper_die(view, EntryId(1), Square(f"B{number}.1")) for number in range(6)]
    [4, 5, 6, 1, 2, 3]
    """
    return (5 * view.turn + 3 * entry + TRACK.number(square) + 2 * TRACK.lane[square]) % 6 + 1


def _attack(temper: Temper, view: RaceView, own: ChariotView, question: NextAction) -> Attack | None:
    """Return the attack that rule 19 and his own interest make him choose, if any."""
    if not question.attacks or own.square is None:
        return None
    return _chosen(temper, view, own, temper_die(view, own.entry, own.square), question.attacks)


def _chosen(temper: Temper, view: RaceView, own: ChariotView, die: int, attacks: Sequence[Attack]) -> Attack | None:
    """Return which of the *attacks* he makes: above his personality one in his interest, the same as it a lash."""
    must_lash = die == temper.personality
    if must_lash:
        attacks = [attack for attack in attacks if attack.means == "lash"]
    if die < temper.personality or not attacks:
        return None
    wanted = max(attacks, key=partial(_gain_of, view, own))
    return wanted if must_lash or _gain_of(view, own, wanted) >= temper.least_gain else None


def _gain_of(view: RaceView, own: ChariotView, attack: Attack) -> int:
    """Return roughly what an attack is worth to the attacker."""
    rival = view.chariot(attack.defender)
    match attack.target, attack.means:
        case "team", "ram":
            return _TEAM_RAM[own.car]
        case "car", "ram":
            return 60 * (own.cdm - rival.cdm) + _CAR_RAM[own.car] - _CAR_RAM[rival.car]
        case "driver", "lash":
            return 160 + 30 * (own.cdm - rival.cdm) + _BY_THE_WALL * (rival.lane in _WALLS)
        case _:
            return 150 if 0 < rival.endurance <= 6 else 0


_WALLS = (1, TRACK.data.lanes)
_BY_THE_WALL = 300
"""What it is worth that a driver who swerves would run into the wall (9.43)."""

_TEAM_RAM = MappingProxyType({"light": 50, "normal": 150, "heavy": 320})
_CAR_RAM = MappingProxyType({"light": 0, "normal": 100, "heavy": 200})


def _first_target(temper: Temper, view: RaceView, own: ChariotView, drive: Drive, squares: tuple[Square, ...]) -> int:
    """Return how many of *squares* to drive: to the first from which he would attack, else all."""
    if own.on_grid or not drive.taken:
        return len(squares)
    for count, square in enumerate(squares[:-1], start=1):
        die = temper_die(view, own.entry, square)
        if die < temper.personality:
            continue
        car = TRACK.behind[square]
        for beside in (TRACK.beside[side].get(car, Square("")) for side in SIDES):
            rival = drive.taken.get(beside)
            if rival is not None and _chosen(temper, view, own, die, _attacks_on(view, own, rival, beside)):
                return count
    return len(squares)


def _attacks_on(view: RaceView, own: ChariotView, entry: EntryId, square: Square) -> list[Attack]:
    """Return the attacks that *own* could make on whatever of another chariot is in *square* (9.2)."""
    rival = view.chariot(entry)
    if own.faction is not None and own.faction == rival.faction:  # 3.4
        return []
    is_team = rival.square == square
    attacks = [Attack(entry, "team" if is_team else "car", "ram")]
    if own.has_whip:
        attacks.append(Attack(entry, "team" if is_team else "driver", "lash"))
    return attacks


def _meet(temper: Temper, view: RaceView, own: ChariotView, question: MeetAttack) -> Meet:
    """Try to get out of the way if it is worth it; whoever wins the roll may still hold (9.32)."""
    del view
    return Meet(_avoids(temper, own, question))


def _avoids(temper: Temper, own: ChariotView, question: MeetAttack) -> bool:
    match question.target, question.means:
        case "team", "lash":  # it costs endurance, but gives as much speed
            return own.endurance <= temper.reserve + CORNER_ENDURANCE
        case "car", "ram":
            return temper.personality > 2 or own.car != "heavy"
        case _:
            return True


_HIT = MappingProxyType({"light": 2 * FACTOR, "normal": 3 * FACTOR, "heavy": 6 * FACTOR})
"""What it costs to be hit, by the attacker's car, in an attack that was worth avoiding."""

_LAST_ENDURANCE = 8 * FACTOR
"""What it costs to brake with it (8.4)."""


def _way_out(temper: Temper, view: RaceView, own: ChariotView, question: ChooseWayOut) -> Avoid:
    costs = {"hold": _HIT[view.chariot(question.attacker).car]}
    pace = pace_of(temper, view, own)
    if "brake" in question.ways:
        costs["brake"] = FACTOR + 2 * pace.price + (own.endurance <= 2) * _LAST_ENDURANCE
    if "evade" in question.ways and question.to is not None and own.square is not None:
        costs["evade"] = _cost_of_evading(view, own, pace, question.to)
    how = min(costs, key=lambda way: costs[way])
    return next(answer for answer in question.legal() if answer.how == how)


def _cost_of_evading(view: RaceView, own: ChariotView, pace: Pace, to: Square) -> int:
    """Return what a lane change out of the way costs: factors of the next phase, the lane, a corner check (9.31)."""
    assert own.square is not None
    is_inward = TRACK.lane[to] < TRACK.lane[own.square]
    cost = FACTOR * CHANGE_COST["inside" if is_inward else "outside"] - FACTOR
    if is_sprint(view, own):
        return cost
    tables, place, after = tables_for(pace), place_of(own.square), place_of(to)
    is_entering = to in TRACK.limit and own.square not in TRACK.limit
    if is_entering or (is_inward and to in TRACK.limit):
        speed = own.last_speed if own.has_moved else min(own.written or 0, own.max_speed) + own.gain_must
        cost += tables.strain[after.lane][min(FASTEST, speed)]
    if is_entering == (place.at < after.at):
        cost += tables.costs[after.lane][after.at] - tables.costs[place.lane][place.at]
    return cost


_ANSWERS: Mapping[type[Question], Callable[[Temper, RaceView, ChariotView, Any], Answer]] = MappingProxyType(
    {
        Prepare: _prepare,
        WriteSpeed: _write_speed,
        BeginPhase: _begin,
        NextAction: _action,
        MeetAttack: _meet,
        ChooseWayOut: _way_out,
    }
)

HouseDriver = Callable[[RaceView, Ask], Answer]

DRIVERS: Mapping[str, HouseDriver] = MappingProxyType(
    {
        "careful": partial(drive, CAREFUL),
        "racer": partial(drive, RACER),
        "brute": partial(drive, BRUTE),
    }
)
"""By temperament."""

TITLES: Mapping[str, str] = MappingProxyType({"careful": "Careful", "racer": "Racer", "brute": "Brute"})
