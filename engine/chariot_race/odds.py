"""Odds beside each choice (15.2): the outcome of each answer, from the public view.

Of dice, every way they can fall is looked at once. Of moves and attacks nothing is left to chance.
"""

from collections.abc import Iterable, Sequence
from functools import partial

import msgspec

from engine.chariot_race.asks import (
    ChooseAttack,
    ChooseRepair,
    ChooseReroll,
    DropCaltrop,
    EndTurn,
    FinishDice,
    FortunaReroll,
    PlanMove,
    Repair,
    SpendFortune,
    ThrowJavelin,
)
from engine.chariot_race.data import JAVELIN_DAMAGE, REPAIR_POINTS, Face
from engine.chariot_race.dicing import after_reroll, best_of, falls, for_moving, sorted_hand
from engine.chariot_race.outlooks import AttackOdds, DiceAnswer, DiceOdds, Odds, WayOdds
from engine.chariot_race.silence import default_reroll, turned
from engine.chariot_race.track import FINISH
from engine.chariot_race.views import ChariotView, RaceView
from engine.chariot_race.ways import Ground, Option, ground_of, options
from engine.chariot_race.worth import default_order, worth
from engine.questions import Ask

Falls = Iterable[tuple[Sequence[Face], float]]
"""Hands with their chances."""


def odds(view: RaceView, ask: Ask) -> tuple[Odds, ...]:
    """Return the outcomes of the answers to a question, the best first; empty for questions of the draft and of orders.

    It lists moves with the same outcome once, and rerolls of the same faces once: rolling the one or the other of two
    equal dice makes no difference.
    """
    own = view.chariot(ask.entry)
    match ask.question:
        case ChooseRepair():
            return _sorted([_repaired(view, own, Repair(use)) for use in (True, False)])
        case ChooseReroll(dice=dice) as question:
            rolls = {sorted_hand([dice[die] for die in answer.dice]): answer for answer in reversed(question.legal())}
            weigh = partial(_weighed, ground_of(view, own.entry), own)
            return _sorted([weigh(answer, after_reroll(dice, answer.dice)) for answer in rolls.values()])
        case SpendFortune() as question:
            return _fortune(view, own, question)
        case PlanMove() as question:
            ground = ground_of(view, own.entry)
            found = sorted(options(ground, question), key=lambda option: _rank(ground, own, option))
            return tuple(_way(ground, own, option) for option in found)
        case ChooseAttack() as question:
            return _attacks(view, question)
        case _:
            return ()


def _sorted(found: Iterable[DiceOdds]) -> tuple[DiceOdds, ...]:
    return tuple(sorted(found, key=lambda each: each.worth))


def _weighed(ground: Ground, own: ChariotView, answer: DiceAnswer, hands: Falls) -> DiceOdds:
    """Return the outcome of an answer about the dice, if the best move by worth follows."""
    wreck = damage = speed = gain = price = 0.0
    for hand, chance in hands:
        least, option = best_of(ground, own.board, own.speed, for_moving(hand))
        price += chance * least
        if option.way.is_wrecked:
            wreck += chance
            continue
        damage += chance * option.way.damage
        speed += chance * option.speed
        gain += chance * (option.way.pos - ground.pos)
    alive = 1 - wreck or 1.0
    return DiceOdds(answer, wreck, damage / alive, speed / alive, gain, price)


def _repaired(view: RaceView, own: ChariotView, answer: Repair) -> DiceOdds:
    """Return the outcome of a turn that begins with or without a repair; the free reroll is that of rule F."""
    ground = ground_of(view, own.entry)
    damage = min(own.sheet.damage_max, own.damage + REPAIR_POINTS * answer.use)
    ground = ground._replace(damage=damage)
    speed = min(own.speed, own.sheet.cap[damage])
    hands: dict[tuple[Face, ...], float] = {}
    for hand, chance in falls(own.sheet.dice[speed]):
        reroll = default_reroll(ground, speed, ChooseReroll(hand))
        for after, part in after_reroll(hand, reroll.dice):
            hands[after] = hands.get(after, 0.0) + chance * part
    return _weighed(ground, _at(own, speed), answer, hands.items())


def _at(own: ChariotView, speed: int) -> ChariotView:
    """Return the chariot at another speed."""
    return msgspec.structs.replace(own, speed=speed)


def _fortune(view: RaceView, own: ChariotView, question: SpendFortune) -> tuple[DiceOdds, ...]:
    weigh = partial(_weighed, ground_of(view, own.entry), own)
    dice = question.dice
    found = [weigh(FinishDice(), [(sorted_hand(dice), 1.0)])]
    turns = {sorted_hand(turned(dice, turn.die, turn.face)): turn for turn in reversed(question.turns())}
    found += [weigh(turn, [(hand, 1.0)]) for hand, turn in turns.items() if hand != sorted_hand(dice)]
    rolls = [answer for answer in reversed(question.legal()) if isinstance(answer, FortunaReroll)]
    distinct = {sorted_hand([dice[die] for die in answer.dice]): answer for answer in rolls}
    return _sorted([*found, *(weigh(answer, after_reroll(dice, answer.dice)) for answer in distinct.values())])


def _rank(ground: Ground, own: ChariotView, option: Option) -> tuple[float, tuple[object, ...]]:
    return worth(ground, own.sheet, option), default_order(option)


def _way(ground: Ground, own: ChariotView, option: Option) -> WayOdds:
    way = option.way
    return WayOdds(
        option.move,
        option.speed,
        None if way.is_wrecked else way.end,
        way.pos,
        min(way.damage, ground.damage),
        way.is_wrecked,
        not way.is_wrecked and way.pos > FINISH,
        way.rams,
        way.wrecks,
        worth(ground, own.sheet, option),
    )


def _attacks(view: RaceView, question: ChooseAttack) -> tuple[AttackOdds, ...]:
    """Return the outcome of each attack: throws first, the most hurt rival first, then caltrops, then nothing."""
    throws = [answer for answer in question.legal() if isinstance(answer, ThrowJavelin)]
    drops = [answer for answer in question.legal() if isinstance(answer, DropCaltrop)]
    hit = [AttackOdds(each, each.rival, max(0, view.chariot(each.rival).damage - JAVELIN_DAMAGE)) for each in throws]
    hit.sort(key=lambda each: each.left)
    return (*hit, *(AttackOdds(each, None, 0) for each in drops), AttackOdds(EndTurn(), None, 0))
