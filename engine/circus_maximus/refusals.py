"""Why an answer is no choice: what stands in the way, told from the view of the one who gave it."""

from collections.abc import Mapping

from engine.circus_maximus.asks import (
    Attack,
    Begin,
    BeginPhase,
    Brake,
    Change,
    Forward,
    NextAction,
    Sideslip,
)
from engine.circus_maximus.data import CHANGE_COST, SIDESLIP_COST, TRACK
from engine.circus_maximus.reasons import CircusReason
from engine.circus_maximus.state import Part
from engine.circus_maximus.views import ChariotView, RaceView
from engine.game import Answer, Ask, Reason, Refused
from engine.track import SIDES, Side
from engine.values import EntryId, Square

Taken = Mapping[Square, tuple[EntryId, Part]]


def explain(view: RaceView, ask: Ask, answer: Answer) -> Refused:
    """Return the refusal of an answer that is not among those that *ask* allows.

    :param view: of one who drives the entry that was asked.
    """
    match ask.question, answer:
        case BeginPhase() as question, Begin():
            return _begin(question, answer) or _no_choice()
        case NextAction() as question, _:
            return _action(view, view.chariot(ask.entry), question, answer) or _no_choice()
        case _:
            return _no_choice()


def _no_choice() -> Refused:
    return Refused(Reason.NOT_A_CHOICE)


def _begin(question: BeginPhase, answer: Begin) -> Refused | None:
    if answer.cut and not question.may_cut:
        return Refused(CircusReason.NOTHING_TO_CUT, "9.52")
    if answer.strain:
        return Refused(CircusReason.CANNOT_STRAIN, "9.52" if question.may_cut else "6.52")
    if answer.take_gain and not question.gain:
        return Refused(CircusReason.NO_GAIN, "9.41")
    return None


def _action(view: RaceView, own: ChariotView, question: NextAction, answer: Answer) -> Refused | None:
    match answer:
        case Forward(squares) if squares > 0:
            return _forward(view, own, question, squares)
        case Change(side) if side in SIDES:
            return _change(view, own, question, side)
        case Sideslip(side) if side in SIDES:
            return _sideslip(view, own, question, side)
        case Brake(factors) if factors > 0:
            return _brake(own, question, factors)
        case Attack():
            return _attack(view, own, answer)
        case _:
            return None


def _forward(view: RaceView, own: ChariotView, question: NextAction, squares: int) -> Refused | None:
    if squares > question.factors:
        return _too_few_factors(squares, question.factors)
    ahead = _ahead(own)
    for _ in range(question.forward):
        ahead = TRACK.ahead[ahead]
    if refused := _taken(_squares(view), ahead):
        return refused
    if own.may_not_strain and ahead in TRACK.limit:
        return Refused(CircusReason.STRAINING_BARRED, "7.33")
    return Refused(CircusReason.BEYOND_THE_FINISH, "10.2", at_most=question.forward)


def _change(view: RaceView, own: ChariotView, question: NextAction, side: Side) -> Refused | None:
    if question.factors < CHANGE_COST[side]:
        return _too_few_factors(CHANGE_COST[side], question.factors)
    taken, ahead = _squares(view), _ahead(own)
    if refused := _taken(taken, ahead):
        return refused
    links = TRACK.beside if side == "inside" else TRACK.ahead_of
    return _sideways(own, taken, links[side].get(ahead), side)


def _sideslip(view: RaceView, own: ChariotView, question: NextAction, side: Side) -> Refused | None:
    if question.factors < SIDESLIP_COST:
        return _too_few_factors(SIDESLIP_COST, question.factors)
    to = TRACK.beside[side].get(_team(own))
    if to is None:
        return Refused(CircusReason.WALL, "6.7", side=side)
    if not question.sideslips and _ahead(own) not in _squares(view):
        return Refused(CircusReason.NO_SIDESLIP, "6.71")
    return _sideways(own, _squares(view), to, side)


def _sideways(own: ChariotView, taken: Taken, to: Square | None, side: Side) -> Refused | None:
    """Return why the chariot may not come into the lane on *side*, its team to *to*."""
    if side == "inside" and own.no_inside:
        return Refused(CircusReason.NO_INSIDE, "7.33")
    if to is None:
        return None
    refused = _taken(taken, to) or _taken(taken, TRACK.behind[to])
    if refused is None and own.may_not_strain:
        return Refused(CircusReason.STRAINING_BARRED, "7.33")
    return refused


def _brake(own: ChariotView, question: NextAction, factors: int) -> Refused | None:
    if own.has_cut:
        return Refused(CircusReason.HAS_CUT, "9.52")
    if factors > question.factors:
        return _too_few_factors(factors, question.factors)
    return Refused(CircusReason.TOO_LITTLE_ENDURANCE, "6.61", need=factors, have=own.endurance)


def _attack(view: RaceView, own: ChariotView, answer: Attack) -> Refused | None:
    if own.has_cut:
        return Refused(CircusReason.HAS_CUT, "9.52")
    if own.on_grid:
        return Refused(CircusReason.ON_THE_GRID, "3.8")
    if view.phase is not None and own.car_square in view.phase.attacked_from:
        return Refused(CircusReason.ATTACKED_HERE, "9.14")
    if answer.means == "lash" and not own.has_whip:
        return Refused(CircusReason.NO_WHIP, "9.42")
    return _target(view, own, answer)


def _target(view: RaceView, own: ChariotView, answer: Attack) -> Refused | None:
    """Return why this target cannot be attacked from where the chariot is (3.4, 9.2, 9.52)."""
    assert own.car_square is not None
    part: Part = "team" if answer.target == "team" else "car"
    taken = _squares(view)
    beside = (TRACK.beside[side].get(own.car_square) for side in SIDES)
    if (answer.defender, part) not in (taken.get(square) for square in beside if square is not None):
        return Refused(CircusReason.NOT_IN_REACH, "9.2", target=answer.target)
    other = view.chariot(answer.defender)
    if own.faction is not None and own.faction == other.faction:
        return Refused(CircusReason.OWN_CHARIOT, "3.4")
    if part == "team" and other.is_stationary:
        return Refused(CircusReason.DEAD_HORSE_SIDE, "9.52")
    return None


def _too_few_factors(need: int, have: int) -> Refused:
    return Refused(CircusReason.TOO_FEW_FACTORS, "6.22", need=need, have=have)


def _taken(taken: Taken, square: Square) -> Refused | None:
    if square not in taken:
        return None
    entry, part = taken[square]
    return Refused(CircusReason.SQUARE_TAKEN, "6.23", by=entry, part=part, square=square)


def _squares(view: RaceView) -> Taken:
    """Return every square that is taken, with whose team or car is in it."""
    taken: dict[Square, tuple[EntryId, Part]] = {}
    for chariot in view.chariots:
        if chariot.square is not None and chariot.car_square is not None:
            taken[chariot.square] = chariot.entry, "team"
            taken[chariot.car_square] = chariot.entry, "car"
    return taken


def _team(own: ChariotView) -> Square:
    assert own.square is not None, "who moves is on the track"
    return own.square


def _ahead(own: ChariotView) -> Square:
    return TRACK.ahead[_team(own)]
