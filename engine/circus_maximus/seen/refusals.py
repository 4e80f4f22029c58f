"""Reasons why an answer is no choice, told from the view of the player who gave it."""

from collections.abc import Mapping

from engine.circus_maximus.fighting import knife
from engine.circus_maximus.position import horses, obstacles, reach
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.seen.race_from_view import race_from_view
from engine.circus_maximus.seen.views import ChariotView, RaceView
from engine.circus_maximus.turn import steering
from engine.circus_maximus.words.asks import (
    Attack,
    Begin,
    BeginPhase,
    Brake,
    Change,
    Forward,
    NextAction,
    RunInto,
    Sideslip,
)
from engine.circus_maximus.words.reasons import CircusReason
from engine.circus_maximus.words.state import Part
from engine.questions import Answer, Ask
from engine.refusals import GameReason
from engine.track import SIDES, Side
from records.refusals import Refused
from records.values import EntryId, Square

Taken = Mapping[Square, tuple[EntryId, Part]]


def explain(view: RaceView, ask: Ask, answer: Answer) -> Refused:
    """Return the refusal of an answer that *ask* does not allow, with the rule that stands in the way.

    :param view: of the player who drives the asked entry.
    """
    match ask.question, answer:
        case BeginPhase() as question, Begin():
            return _begin(view.chariot(ask.entry), question, answer) or _no_choice()
        case NextAction() as question, _:
            return _action(view, view.chariot(ask.entry), question, answer) or _no_choice()
        case _:
            return _no_choice()


def _if(name: str, is_so: bool) -> dict[str, bool]:
    """Return a value for a refusal's sentence that only some editions need."""
    return {name: True} if is_so else {}


def _no_choice() -> Refused:
    return Refused(GameReason.NOT_A_CHOICE)


def _begin(own: ChariotView, question: BeginPhase, answer: Begin) -> Refused | None:
    if answer.cut and not question.may_cut:
        return (
            Refused(CircusReason.NO_KNIFE, "16.2")
            if any(horse.state == "dead" for horse in own.horses)
            else Refused(CircusReason.NOTHING_TO_CUT, "9.53")
        )
    if answer.strain:
        with_cut = _if("once_free", question.may_strain_once_free)
        return Refused(CircusReason.CANNOT_STRAIN, "9.52" if question.may_cut else "6.52", **with_cut)
    if answer.take_gain and not question.gain:
        return Refused(CircusReason.NO_GAIN, "9.41")
    return None


def _action(view: RaceView, own: ChariotView, question: NextAction, answer: Answer) -> Refused | None:
    match answer:
        case Forward(squares) if squares > 0:
            return _forward(view, own, question, squares)
        case Change(side) | Sideslip(side) if side in SIDES:
            aside = _change if isinstance(answer, Change) else _sideslip
            return aside(view, own, question, side)
        case Brake(factors) if factors > 0:
            return _brake(own, question, factors)
        case Attack():
            return _attack(view, own, answer)
        case RunInto():
            return _run_into(view, own, question)
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
    cost = edition_of(view.options).costs.change[side]
    if question.factors < cost:
        return _too_few_factors(cost, question.factors)
    taken, ahead = _squares(view), _ahead(own)
    if refused := _taken(taken, ahead):
        return refused
    links = TRACK.beside if side == "inside" else TRACK.ahead_of
    return _sideways(own, taken, links[side].get(ahead), side) or _kept_straight(view)


def _sideslip(view: RaceView, own: ChariotView, question: NextAction, side: Side) -> Refused | None:
    edition = edition_of(view.options)
    cost = edition.costs.sideslip
    if question.factors < cost:
        return _too_few_factors(cost, question.factors)
    to = TRACK.beside[side].get(_team(own))
    if to is None:
        return Refused(CircusReason.WALL, "6.7", side=side)
    is_free = not question.sideslips and _ahead(own) not in _squares(view)
    if is_free and (edition.slips_only_blocked or not _is_doomed(view, own.entry)):
        return Refused(CircusReason.NO_SIDESLIP, "6.71", **_if("only_blocked", edition.slips_only_blocked))
    return _sideways(own, _squares(view), to, side) or _kept_straight(view)


def _is_doomed(view: RaceView, entry: EntryId) -> bool:
    """Tell whether the mover is bound to be blocked, and so might slip if there were room (6.7)."""
    race = race_from_view(view)
    return race.phase is not None and steering.is_doomed(race, race.chariots[entry], race.phase, _squares(view))


def _kept_straight(view: RaceView) -> Refused | None:
    """Return why the chariot does not turn aside: a half blind driver does so only for others (16.2)."""
    is_straight = view.phase is not None and view.phase.is_straight
    return Refused(CircusReason.HALF_BLIND, "16.2") if is_straight else None


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
    if own.status == "runaway":
        return Refused(CircusReason.NO_DRIVER, "15.23")
    if own.has_cut:
        return Refused(CircusReason.HAS_CUT, "9.52")
    if factors > question.factors:
        return _too_few_factors(factors, question.factors)
    return Refused(CircusReason.TOO_LITTLE_ENDURANCE, "6.61", need=factors, have=own.endurance)


def _run_into(view: RaceView, own: ChariotView, question: NextAction) -> Refused | None:
    """Return why the chariot does not run into the one ahead: there is none, it can slip, or brake all (6.74)."""
    if _ahead(own) not in _squares(view) or _ahead(own) in view.squares_of_standing(own.entry):
        return Refused(CircusReason.NOT_BLOCKED, "6.74")
    if question.sideslips and question.brake < question.factors:
        return Refused(CircusReason.CAN_SLIP, "6.74", sides=question.sideslips)
    return Refused(CircusReason.CAN_BRAKE, "6.74", factors=question.factors)


def _attack(view: RaceView, own: ChariotView, answer: Attack) -> Refused | None:
    if own.status == "runaway" and answer.target != "dragged driver":
        return Refused(CircusReason.NO_DRIVER, "15.25")
    if refused := _held_back(view, own) or _unarmed(view, own, answer):
        return refused
    if answer.defender not in [chariot.entry for chariot in view.chariots]:
        return Refused(CircusReason.NOT_IN_REACH, "9.2", target=answer.target)
    return _throw(view, own, answer) if "knife" in answer.means else _target(view, own, answer)


def _held_back(view: RaceView, own: ChariotView) -> Refused | None:
    """Return why the chariot attacks nobody from where it is (3.8, 9.14, 9.52, 14.1)."""
    if own.has_cut:
        return Refused(CircusReason.HAS_CUT, "9.52")
    if own.on_grid:
        edition = edition_of(view.options)
        return Refused(CircusReason.ON_THE_GRID, "3.8", **_if("team_alone", edition.grid_is_left_by_team))
    if obstacles.bars_attack(race_from_view(view), own.entry):
        return Refused(CircusReason.ON_AN_OBSTACLE, "14.1")
    if view.phase is not None and TRACK.behind[_team(own)] in view.phase.attacked_from:
        return Refused(CircusReason.ATTACKED_HERE, "9.14")
    if view.phase is not None and not view.phase.has_stepped and edition_of(view.options).attacks_anew_after_step:
        return Refused(CircusReason.NO_STEP_SINCE, "9.14")
    return None


def _unarmed(view: RaceView, own: ChariotView, answer: Attack) -> Refused | None:
    """Return the refusal of an attack for want of a whip or weapon (9.42, 16.2)."""
    if answer.means == "lash" and not own.has_whip:
        return Refused(CircusReason.NO_WHIP, "9.42")
    if answer.means in ("lash", "ram"):
        return None
    has_small_knife = own.has_small_knife and view.options.knife
    if answer.means not in own.weapons and not (answer.means == "small knife" and has_small_knife):
        return Refused(CircusReason.NO_WEAPON, "16.2", weapon=answer.means)
    return _unready(view, own, answer)


def _unready(view: RaceView, own: ChariotView, answer: Attack) -> Refused | None:
    """Return why a weapon that the driver has cannot be used now (16.2, 16.7)."""
    if answer.means == "dust" and view.is_raining:
        return Refused(CircusReason.RAIN, "16.7")
    if answer.means == "spear" and own.speared == view.turn:
        return Refused(CircusReason.THRUST_BEFORE, "16.2")
    cost = edition_of(view.options).costs.thrust
    if answer.means == "spear" and view.phase is not None and view.phase.factors < cost:
        return _too_few_factors(cost, view.phase.factors)
    return None


def _throw(view: RaceView, own: ChariotView, answer: Attack) -> Refused | None:
    """Return why a knife does not fly to this target: too far, no target there, a dead horse before it (16.2, 9.52)."""
    other = view.chariot(answer.defender)
    square = other.car_square if answer.target == "driver" else other.square
    if unwilling := _unwilling(own, other):
        return unwilling
    if answer.target == "driver" and other.status != "racing":
        return Refused(CircusReason.NOBODY_THERE, "16.2")
    if own.car_square is None or square is None:
        return None
    is_kept_off = answer.target == "team" or edition_of(view.options).shields_whole
    if is_kept_off and _is_shielded(own, other):
        return Refused(CircusReason.DEAD_HORSE_SIDE, "9.52")
    at_most = knife.reach(edition_of(view.options), own.cdm, answer.means)
    distances = reach.knife_distances(own.car_square, None)
    aimed_at = reach.aimed_at(edition_of(view.options), answer.target, _team(other), other.has_car)
    away = min(distances[square] for square in aimed_at)
    if away > at_most:
        return Refused(CircusReason.OUT_OF_RANGE, "16.2", away=away, at_most=at_most)
    return None


def _target(view: RaceView, own: ChariotView, answer: Attack) -> Refused | None:
    """Return why this target cannot be attacked from where the chariot is (3.4, 9.2, 9.52)."""
    other, parts = view.chariot(answer.defender), _parts(answer)
    taken, car = _squares(view), TRACK.behind[_team(own)]
    beside = [taken.get(TRACK.beside[side][car]) for side in SIDES if car in TRACK.beside[side]]
    if not any((answer.defender, part) in beside for part in parts):
        return Refused(CircusReason.NOT_IN_REACH, "9.2", target=answer.target)
    if unwilling := _unwilling(own, other):
        return unwilling
    if answer.target == "driver" and other.status != "racing":
        return Refused(CircusReason.NOBODY_THERE, "15.25")
    if other.is_stationary and ("team" in parts or edition_of(view.options).shields_whole):
        return Refused(CircusReason.DEAD_HORSE_SIDE, "9.52")
    return None


def _is_shielded(own: ChariotView, other: ChariotView) -> bool:
    """Tell whether a dead horse lies between the team of another chariot and this one (9.52)."""
    side = knife.side_of(_team(other), _team(own))
    return side is not None and any(other.horses[place].state == "dead" for place in horses.HORSES_ON[side])


def _parts(answer: Attack) -> tuple[Part, ...]:
    """Return beside which part of the other chariot one must stand for this attack; beside none to trample somebody."""
    if answer.target == "dragged driver":
        return ()
    if answer.means == "spear":
        return "team", "car"
    return ("team",) if answer.target == "team" else ("car",)


def _unwilling(own: ChariotView, other: ChariotView) -> Refused | None:
    """Return why the driver never attacks this chariot: it is an ally's, or a briber's (3.4, 24.3)."""
    if own.ally == other.entry:
        return Refused(CircusReason.OWN_CHARIOT, "CM-32", ally=True)
    if own.faction is not None and own.faction == other.faction:
        return Refused(CircusReason.OWN_CHARIOT, "3.4")
    if other.faction in own.spares:
        return Refused(CircusReason.BRIBED, "24.3")
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
        if chariot.status not in ("racing", "runaway"):
            continue
        if chariot.square is not None:
            taken[chariot.square] = chariot.entry, "team"
        if chariot.car_square is not None:
            taken[chariot.car_square] = chariot.entry, "car"
    return taken


def _team(own: ChariotView) -> Square:
    assert own.square is not None, "who moves is on the track"
    return own.square


def _ahead(own: ChariotView) -> Square:
    return TRACK.ahead[_team(own)]
