"""How orders drive: step by step along the line ordered, past others, to those who are to be attacked (6, 9.1, 14).

Each step is looked for anew, so what happened meanwhile is taken into account. The clause says the step's purpose.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, get_args

import msgspec

from engine.circus_maximus.house.attacking import gain_of
from engine.circus_maximus.house.lines import (
    Drive,
    Line,
    Step,
    best_line,
    every_line,
    longest_line,
    ways,
)
from engine.circus_maximus.house.speeds import FACTOR
from engine.circus_maximus.house.tempers import drive_of
from engine.circus_maximus.orders.ordered_speed import TEMPER, accepted, wished_lane
from engine.circus_maximus.orders.orders import AttackWish, BlockedPolicy, Orders
from engine.circus_maximus.position.reach import attack_cost as cost_of_attack
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.seen.views import ChariotView, RaceView
from engine.circus_maximus.words.asks import Action, Attack, Brake, Forward, NextAction, RunInto, Sideslip
from engine.game import Followed
from engine.questions import Answer
from engine.track import SIDES
from records.refusals import Refused
from records.values import Lane, Square

_OFF_LANE = 5 * FACTOR
"""The price of coming to the corner a lane beside the one ordered."""

_BEYOND = 10 * FACTOR
"""The price of each strain point beyond those that orders accept."""


class _Step(NamedTuple):
    """The position and orders for the next step."""

    view: RaceView
    own: ChariotView
    orders: Orders
    question: NextAction
    drive: Drive


def next_action(view: RaceView, own: ChariotView, orders: Orders, question: NextAction) -> Followed | None:
    """Return the next step that orders take; ``None`` where they stop: no driver in the car, or nothing fits."""
    if own.status != "racing" or own.square is None or view.phase is None or own.blinded:
        return None
    step = _Step(view, own, orders, question, drive_of(TEMPER, view, own, question, question.brake))
    found = _step(step)
    return found if found is not None and _is_legal(question, found.answer) else None


def _is_legal(question: NextAction, answer: Answer) -> bool:
    try:
        question.verify(answer)
    except Refused:
        return False
    return True


def _step(step: _Step) -> Followed | None:
    orders, may_attack = step.orders, _may_attack(step)
    if may_attack and orders.eagerness != "spare":
        attack = _wished(step, step.question.attacks)
        if attack is not None:
            return Followed(attack, f"attack-{_name(attack)}")
    if may_attack and orders.eagerness == "hunt":
        hunted = _hunt(step)
        if hunted is not None:
            return hunted
    line = _ordered_line(step)
    if line is None:
        return _when_blocked(step)
    return _along(step, line, stops=may_attack and orders.eagerness != "spare")


def _along(step: _Step, line: Line, *, stops: bool) -> Followed:
    """Return the first step of *line*; straight on it ends beside a chariot to attack, if it *stops* for one."""
    question, code = step.question, _line_code(step, line)
    if step.orders.eagerness == "spare" and line.braked and _may_attack(step):
        attack = _wished(step, question.attacks)
        if attack is not None and cost_of_attack(step.view.options, attack.means) <= line.braked:
            return Followed(attack, f"attack-{_name(attack)}-spare")
    first = line.first_action()
    if first is None:
        return Followed(Brake(line.braked), f"{code}-brake-{line.braked}")
    if not isinstance(first, Forward):
        return Followed(first, code)
    squares = list(line.straight_on())
    stop = _stop(step, squares) if stops else len(squares)
    return Followed(Forward(min(stop, question.forward)), code)


# The line


def _ordered_line(step: _Step) -> Line | None:
    """Return the line to drive; ``None`` if every way ends behind somebody."""
    line = _nearest_line(step)
    return _farther(step, line) if line is not None and line.braked else line


def _farther(step: _Step, line: Line) -> Line:
    """Return the line that burns as few factors as possible, if it strains no more than orders accept; else *line*.

    A chariot that would stop before a safe corner drives into it, up to the chariot in its way (CM-86).
    """
    longest = longest_line(step.drive, step.question.factors, shuns=_ways_with_obstacles(step)[0])
    may_drive = bool(longest.steps) and longest.braked <= step.question.brake and _fits(step, longest)
    is_farther = may_drive and longest.braked < line.braked
    return longest if is_farther and strain_points(step.drive, longest.steps) <= _strained_at_most(step, line) else line


def _strained_at_most(step: _Step, line: Line) -> int:
    """Return the strain points that may be taken in place of *line*: those it takes itself, or those accepted."""
    return max(accepted(step.own, step.orders), strain_points(step.drive, line.steps))


def _nearest_line(step: _Step) -> Line | None:
    """Return the line that comes nearest to the orders; ``None`` if every way ends behind somebody."""
    if (best := _unbound(step)) is not None:
        return best
    for shuns in _ways_with_obstacles(step):
        lines = [line for line in every_line(step.drive, step.question.factors, shuns=shuns) if _fits(step, line)]
        if lines:
            fitting = [line for line in lines if _is_as_ordered(step, line)]
            return min(fitting or lines, key=lambda line: _price(step, line))
        if shuns and step.orders.wreck == "brake":
            line = longest_line(step.drive, step.question.factors, shuns=True)
            if line.braked <= step.question.brake and _fits(step, line):
                return line
    return None


def _unbound(step: _Step) -> Line | None:
    """Return the line that a house driver would choose, where orders name no lane and accept what it strains."""
    drive, orders = step.drive, step.orders
    if orders.wreck != "around" or wished_lane(TRACK.lane[drive.square], orders) is not None:
        return None
    line = best_line(drive, step.question.factors)
    if line is None or line.braked or not _fits(step, line):
        return None
    return line if strain_points(drive, line.steps) <= accepted(step.own, orders) else None


def _ways_with_obstacles(step: _Step) -> tuple[bool, ...]:
    """Return whether to look for a way around obstacles only, one try after the other."""
    if not step.drive.obstacles or step.orders.wreck == "over":
        return (False,)
    return (True, False)


def _fits(step: _Step, line: Line) -> bool:
    """Tell whether the rules allow the first step of *line*; one on an obstacle must leave it (14.2)."""
    if not line.steps:
        return bool(line.braked) and not (step.own.crossing and step.own.crossing_own)
    side = line.steps[0][0]
    return side in step.question.changes if side else step.question.forward > 0


def _price(step: _Step, line: Line) -> int:
    """Return how far *line* is from the orders, in hundredths of a factor."""
    drive, orders = step.drive, step.orders
    if drive.is_sprint:  # what changes of lane cost is missing beyond the line (10.2)
        return line.cost + FACTOR * sum(drive.tables.change[side] - 1 for side, _ in line.steps if side)
    beyond = max(0, strain_points(drive, line.steps) - accepted(step.own, orders))
    wish = wished_lane(TRACK.lane[drive.square], orders)
    off = 0 if wish is None else abs(_lane_at_corner(drive, line.steps) - wish)
    return line.cost + _BEYOND * beyond + _OFF_LANE * off


def _is_as_ordered(step: _Step, line: Line) -> bool:
    """Tell whether *line* enters the corner in the lane ordered, strains no more than accepted, and burns nothing.

    An order that can be kept is kept, even if another lane would save something (CM-90).
    """
    drive, orders = step.drive, step.orders
    entered = None if drive.is_sprint or line.braked else _entered(drive, line.steps)
    is_there = entered is not None and TRACK.lane[entered] == wished_lane(TRACK.lane[drive.square], orders)
    return is_there and strain_points(drive, line.steps) <= accepted(step.own, orders)


def strain_points(drive: Drive, steps: Sequence[Step]) -> int:
    """Return the strain points of the corner that *steps* enter, 0 if they enter none or strain nothing (7.31)."""
    entered = None if drive.is_sprint else _entered(drive, steps)
    limit = drive.speed if entered is None else TRACK.limit[entered] - drive.lowered
    is_survived = drive.survived is not None and limit >= drive.survived  # 7.22
    return 0 if is_survived else max(0, drive.speed - limit)


def _entered(drive: Drive, steps: Sequence[Step]) -> Square | None:
    """Return the first square of a corner that *steps* enter from the straight."""
    before = drive.square
    for _, square in steps:
        if square in TRACK.limit and before not in TRACK.limit:
            return square
        before = square
    return None


def _lane_at_corner(drive: Drive, steps: Sequence[Step]) -> Lane:
    """Return the lane in which *steps* enter a corner, or else end."""
    entered = _entered(drive, steps)
    return TRACK.lane[entered or (steps[-1][1] if steps else drive.square)]


def _line_code(step: _Step, line: Line) -> str:
    if step.drive.is_sprint:
        return "line-finish"
    points = strain_points(step.drive, line.steps)
    code = f"line-{step.orders.line}"
    if _crosses_obstacle(step, line):
        code = "wreck-over"
    if not points:
        return code
    return f"{code}-strain-{points}" + ("-beyond" if points > accepted(step.own, step.orders) else "")


def _crosses_obstacle(step: _Step, line: Line) -> bool:
    return any(square in step.drive.obstacles for _, square in line.steps)


# Attacks


def _may_attack(step: _Step) -> bool:
    """Tell whether orders leave an attack in this phase."""
    assert step.view.phase is not None
    return bool(step.orders.attacks) and len(step.view.phase.attacked_from) < step.orders.most_attacks


def _wished(step: _Step, attacks: Sequence[Attack]) -> Attack | None:
    """Return the attack wished for most; of several that one wish names, the one that is worth most."""
    for wish in step.orders.attacks:
        named = [attack for attack in attacks if _is_named(wish, attack)]
        if named:
            return max(named, key=lambda attack: gain_of(step.view, step.own, attack))
    return None


def _is_named(wish: AttackWish, attack: Attack) -> bool:
    return (
        wish.rival in (None, attack.defender)
        and wish.means == attack.means
        and wish.target in (None, attack.target)
    )  # fmt: skip


def _name(attack: Attack) -> str:
    return f"{attack.defender}-{attack.means}-{attack.target}".replace(" ", "-")


def _stop(step: _Step, squares: Sequence[Square]) -> int:
    """Return how many of *squares* to drive: up to the first one beside a target, else all."""
    if step.own.on_grid:
        return len(squares)
    ends = (count for count, square in enumerate(squares[:-1], start=1) if _attack_from(step, square) is not None)
    return next(ends, len(squares))


def _attack_from(step: _Step, square: Square) -> Attack | None:
    """Return the attack that orders would make with the team on *square* (9.2)."""
    assert step.view.phase is not None
    if TRACK.behind[square] in step.view.phase.attacked_from:
        return None
    return _wished(step, list(_attacks_from(step, square)))


def _attacks_from(step: _Step, square: Square) -> Iterator[Attack]:
    """Yield the rams and lashes possible on a chariot beside the car then; weapons are not foreseen."""
    for side in SIDES:
        beside = TRACK.beside[side].get(TRACK.behind[square])
        entry = None if beside is None else step.drive.taken.get(beside)
        rival = None if entry is None else step.view.chariot(entry)
        if rival is None or rival.entry == step.own.ally or _is_same_faction(step.own, rival):
            continue
        if rival.faction in step.own.spares:
            continue
        is_team = rival.square == beside
        yield Attack(rival.entry, "team" if is_team else "car", "ram")
        if step.own.has_whip and (is_team or rival.status == "racing"):
            yield Attack(rival.entry, "team" if is_team else "driver", "lash")


def _is_same_faction(own: ChariotView, rival: ChariotView) -> bool:
    return own.faction is not None and own.faction == rival.faction


def _hunt(step: _Step) -> Followed | None:
    """Return the first step of the cheapest way beside the rival wished for most, if orders allow the way (hunt)."""
    if step.own.on_grid or step.drive.is_sprint:
        return None
    factors = step.question.factors
    found: list[tuple[int, int, tuple[Step, ...], Attack]] = []
    for number, (square, steps) in enumerate(ways(step.drive, factors - 1).items()):
        attack = _attack_from(step, square) if steps else None
        if attack is not None and _may_be_gone(step, steps):
            found.append((_rank(step.orders, attack), number, steps, attack))
    if not found:
        return None
    *_, steps, attack = min(found)
    first = Line(steps, 0, 0).first_action()
    assert first is not None
    return Followed(first, f"hunt-{attack.defender}")


def _may_be_gone(step: _Step, steps: tuple[Step, ...]) -> bool:
    points = strain_points(step.drive, steps)
    return points <= accepted(step.own, step.orders) and _fits(step, Line(steps, 0, 0))


def _rank(orders: Orders, attack: Attack) -> int:
    return next(place for place, wish in enumerate(orders.attacks) if _is_named(wish, attack))


# Where the way is blocked


def _when_blocked(step: _Step) -> Followed | None:
    """Return the step where no way uses up all factors: close up, then the ordered policy, then the others."""
    policies = (step.orders.blocked, *get_args(BlockedPolicy))
    if step.orders.blocked != "slip" and step.question.forward:
        return _close_up(step)
    for policy in policies:
        found = _BLOCKED[policy](step)
        if found is not None:
            return Followed(found[0], f"blocked-{found[1]}")
        if step.question.forward:
            return _close_up(step)
    return None


def _close_up(step: _Step) -> Followed | None:
    """Drive on as far as there is a way."""
    line = longest_line(step.drive, step.question.factors)
    if not line.steps or not _fits(step, line):
        return Followed(Forward(step.question.forward), "blocked-close-up")
    first = line.first_action()
    if isinstance(first, Forward):
        first = Forward(min(first.squares, step.question.forward))
    return None if first is None else Followed(first, "blocked-close-up")


_Found = tuple[Action, str] | None


def _slip(step: _Step) -> _Found:
    """Slip to the side from which most of what is left can be driven, if that is more than from here (CM-93)."""
    factors = step.question.factors
    rest = factors - edition_of(step.view.options).costs.sideslip
    left = {side: _left_over(step, TRACK.beside[side][step.drive.square], rest) for side in step.question.sideslips}
    if not left:
        return None
    side = min(left, key=left.__getitem__)
    must_slip = not left[side] or step.question.brake < factors
    return (Sideslip(side), f"slip-{side}") if must_slip or left[side] < _left_over_here(step) else None


def _left_over(step: _Step, square: Square, factors: int) -> int:
    """Return how many of *factors* cannot be driven from *square*."""
    drive = msgspec.structs.replace(step.drive, square=square, forward=0)
    if not factors or any(True for _ in every_line(drive, factors, shuns=False)):
        return 0
    return longest_line(drive, factors).braked


def _left_over_here(step: _Step) -> int:
    return longest_line(step.drive, step.question.factors).braked


def _brake(step: _Step) -> _Found:
    """Brake, if that burns all factors."""
    factors = step.question.factors
    return (Brake(factors), f"brake-{factors}") if step.question.brake >= factors else None


def _attack(step: _Step) -> _Found:
    """Attack a chariot in reach, those named first: it uses a factor up. The last knife flies by order alone."""
    attacks = step.question.attacks
    open_to_all = [each for each in attacks if not _is_last_knife(step.own, each)]
    attack = _wished(step, attacks)
    if attack is None and open_to_all:
        attack = max(open_to_all, key=lambda each: gain_of(step.view, step.own, each))
    return None if attack is None else (attack, f"attack-{_name(attack)}")


def _is_last_knife(own: ChariotView, attack: Attack) -> bool:
    """Tell whether a throw leaves nothing to cut a horse or the reins with (16.2, II.12.2.2)."""
    return "knife" in attack.means and not (own.has_small_knife and "knife" in own.weapons)


def _run_into(step: _Step) -> _Found:
    if not step.question.may_run_into:
        return None
    ahead = step.drive.taken.get(TRACK.ahead[step.drive.square])
    return RunInto(), "run-into" if ahead is None else f"run-into-{ahead}"


_BLOCKED = {"slip": _slip, "brake": _brake, "attack": _attack, "run into": _run_into}
