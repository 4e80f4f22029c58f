"""How house drivers answer their questions, each by its temper; :mod:`registry` lists them (CM-29, CM-30).

A house driver sees its player's view, keeps no memory and rolls no dice.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from engine.circus_maximus.house import attacking, hazards
from engine.circus_maximus.house.lines import Drive, best_line, is_sprint, longest_line
from engine.circus_maximus.house.speeds import (
    FASTEST,
    Form,
    best_speed,
    costs_by_speed,
    place_of,
)
from engine.circus_maximus.house.tempers import Temper, drive_of, form_of
from engine.circus_maximus.printed.editions import dice_of_start, edition_of
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.seen.views import ChariotView, RaceView
from engine.circus_maximus.words.asks import (
    Begin,
    BeginPhase,
    Brake,
    ChooseWayOut,
    CrossObstacle,
    Forward,
    MeetAttack,
    NameWayOut,
    NextAction,
    Preparation,
    Prepare,
    RunOnFoot,
    ShareInjuries,
    Sideslip,
    Speed,
    TryToGetFree,
    WriteSpeed,
)
from engine.circus_maximus.words.specifications import Specification, Specify, name_of
from engine.questions import Answer, Ask, Question
from records.refusals import Refused

_DIE = range(1, 7)


def mean_start(dice: int) -> int:
    """Return the movement factors that a start from zero with so many dice costs, rounded up from their mean (6.9).

    >>> [mean_start(dice) for dice in range(4)]
    [0, 4, 7, 11]
    """
    return -(-7 * dice // 2)


def drive(temper: Temper, view: RaceView, ask: Ask) -> Answer:
    """Return this temper's answer to *ask*, always a legal one (CM-29, CM-30)."""
    if isinstance(ask.question, NextAction):
        return _next_action(temper, view, ask, ask.question)
    answer = _ANSWERS.get(type(ask.question))
    return answer(temper, view, view.chariot(ask.entry), ask.question) if answer else ask.default


def _prepare(temper: Temper, view: RaceView, own: ChariotView, question: Prepare) -> Preparation:
    del view, question  # points do not depend on the others
    return temper.preparations[own.entry % len(temper.preparations)]


def _specify(temper: Temper, view: RaceView, own: ChariotView, question: Specify) -> Specification:
    del view
    wanted = temper.specifications[own.entry % len(temper.specifications)]
    possible = question.legal()
    return next((each for each in possible if name_of(each) == wanted), possible[0])


# Speed


def _write_speed(temper: Temper, view: RaceView, own: ChariotView, question: WriteSpeed) -> Speed:
    highest = question.highest
    if own.square is None or view.turn <= 1 or own.is_stationary or is_sprint(view, own):
        strains = question.may_strain and own.square is not None and is_sprint(view, own)
        return Speed(highest, strains, question.gain)
    if edition_of(view.options).waits_for_turn:
        return _write_with_gains(form_of(temper, view, own), own, question)
    form, place = form_of(temper, view, own), place_of(own.square)
    start = mean_start(dice_of_start(view.options, view.turn, own, highest))
    speed = min(highest, best_speed(place, form, highest) + start) if highest else 0
    if not question.may_strain:
        return Speed(speed)
    return Speed(speed, is_worth_straining(form, costs_by_speed(place, form, most=speed + len(_DIE)), speed))


def _write_with_gains(form: Form, own: ChariotView, question: WriteSpeed) -> Speed:
    """Return the best speed where all that was whipped into the team is known, and as much of it as that needs (T5)."""
    assert own.square is not None
    most = min(FASTEST, question.highest + own.gain_must + question.gain)
    wanted = best_speed(place_of(own.square), form, most) - own.gain_must if most else 0
    written = max(0, min(question.highest, wanted))
    return Speed(written, taken=max(0, min(question.gain, wanted - written)))


def _begin(temper: Temper, view: RaceView, own: ChariotView, question: BeginPhase) -> Begin:
    if question.may_cut and not question.gain:
        return Begin(question.may_strain_once_free and is_sprint(view, own), cut=True)
    if is_sprint(view, own):
        return Begin(question.may_strain, question.gain > 0, question.may_cut)

    assert own.square is not None
    assert view.phase is not None
    form, speed = form_of(temper, view, own), speed_before_dice(view, own)
    most = speed + max(question.gain, len(_DIE))
    costs = costs_by_speed(place_of(own.square), form, view.phase.evade_debit, most)
    with_gain = min(FASTEST, speed + question.gain)
    takes_gain = question.gain > 0 and costs[with_gain] <= costs[min(FASTEST, speed)]
    die = _gains(view, own)
    return Begin(question.may_strain and is_worth_straining(form, costs, speed, die), takes_gain, question.may_cut)


def _gains(view: RaceView, own: ChariotView) -> Sequence[int]:
    """Return what the whip may bring, by the die: half of it with a wounded arm (13.1).

    Only where a driver may announce it blindly, with a cut (T19): in the other editions house drivers have never minded
    their arms, and their races stay as they are.
    """
    is_halved = own.arm and edition_of(view.options).strains_once_free
    return [-(-die // 2) for die in _DIE] if is_halved else _DIE


def is_worth_straining(form: Form, costs: Sequence[int], speed: int, gains: Sequence[int] = _DIE) -> bool:
    """Tell whether a die of factors is worth as much endurance, over all ways it may fall (6.52).

    :param gains: what each side of the die brings.
    """
    gained = [costs[min(FASTEST, speed + gain)] for gain in gains]
    return sum(gained) + sum(gains) * form.price < len(gains) * costs[min(FASTEST, speed)]


def speed_before_dice(view: RaceView, own: ChariotView) -> int:
    """Return the total speed of the phase without additions, in movement factors; on the first turn, a guess (6.1)."""
    assert view.phase is not None
    speed = min(own.written or 0, max(0, own.max_speed - view.phase.penalty))
    gained = view.phase.gain_must
    if edition_of(view.options).waits_for_turn:  # all of it is known: T3, T5
        return max(0, speed - own.start_die) + gained + view.phase.gain_may
    dice = dice_of_start(view.options, view.turn, own, speed)
    return max(0, speed - mean_start(dice)) + gained


# Movement


def _next_action(temper: Temper, view: RaceView, ask: Ask, question: NextAction) -> Answer:
    """Return the driver's next action; the default if the rules forbid it."""
    own = view.chariot(ask.entry)
    if own.status == "runaway":
        return hazards.run_away(temper, question, ask.default)
    action = _action(temper, view, own, question)
    try:
        question.verify(action)
    except Refused:
        return ask.default
    return action


def _action(temper: Temper, view: RaceView, own: ChariotView, question: NextAction) -> Answer:
    attack = attacking.choose_attack(temper, view, own, question) if question.attacks else None
    if attack is not None:
        return attack
    brake = min(question.brake, max(0, own.endurance - temper.reserve // 2))
    drive = drive_of(temper, view, own, question, brake)
    line = best_line(drive, question.factors)
    if line is None:
        return _when_blocked(drive, view, own, question)
    first = line.first_action()
    if first is None:
        return Brake(line.braked)
    if not isinstance(first, Forward):
        return first
    stop = attacking.squares_to_target(temper, view, own, drive, first.squares)
    return Forward(min(stop, question.forward))


def _when_blocked(drive: Drive, view: RaceView, own: ChariotView, question: NextAction) -> Answer:
    """Slip past, or use the factors up some other way, since no line does."""
    for side in question.sideslips:
        to = TRACK.beside[side][drive.square]
        rest = question.factors - edition_of(view.options).costs.sideslip
        if not rest or best_line(msgspec.structs.replace(drive, square=to, forward=0), rest) is not None:
            return Sideslip(side)
    if question.forward:
        first = longest_line(drive, question.factors).first_action()
        if first is None and question.brake and TRACK.ahead[drive.square] in drive.obstacles:
            return Brake(min(question.brake, question.factors))  # the last factor onto an obstacle flips (14.2)
        return first if first is not None else Forward(question.forward)
    if question.attacks:  # it uses a factor up
        return max(question.attacks, key=lambda attack: attacking.gain_of(view, own, attack))
    if question.sideslips and question.brake < question.factors and not question.may_run_into:
        return Sideslip(question.sideslips[0])
    return question.legal()[-1]


_ANSWERS: Mapping[type[Question], Callable[[Temper, RaceView, ChariotView, Any], Answer]] = MappingProxyType(
    {
        Prepare: _prepare,
        Specify: _specify,
        WriteSpeed: _write_speed,
        BeginPhase: _begin,
        MeetAttack: attacking.meet,
        ChooseWayOut: attacking.way_out,
        NameWayOut: attacking.name_way,
        CrossObstacle: hazards.cross,
        RunOnFoot: hazards.run,
        TryToGetFree: hazards.get_free,
        ShareInjuries: hazards.share,
    }
)
