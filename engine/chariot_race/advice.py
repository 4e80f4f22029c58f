"""The best answer known to each question: what the green button gives, and what suggested orders are drawn up by.

It weighs by J (15.4) and looks at the others: who stands in the way, who is in range, who follows closely. All of that
is public; dice to come are weighed by their chances.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from engine.chariot_race.asks import (
    BoardWishes,
    ChooseAttack,
    ChooseBoard,
    ChooseRepair,
    ChooseReroll,
    ChooseStart,
    DropCaltrop,
    EndTurn,
    FinishDice,
    FortunaReroll,
    FortunaTurn,
    PlanMove,
    Repair,
    SlotWishes,
    SpendFortune,
    TakeBoard,
    TakeSlot,
    ThrowJavelin,
    WishBoards,
    WishSlots,
)
from engine.chariot_race.data import REPAIR_POINTS, BoardName
from engine.chariot_race.dicing import best_of, best_reroll, for_moving, kept_worth
from engine.chariot_race.silence import turned
from engine.chariot_race.track import AHEAD, FINISH
from engine.chariot_race.views import ChariotView, RaceView
from engine.chariot_race.ways import Option, ground_of, options
from engine.chariot_race.worth import SPACE, WRECKED, default_order, worth
from engine.questions import Answer, Ask, Question
from records.values import Square

_MOST_RISK, _SPARED = 3, 5
"""Damage beyond the least possible that a good move may cost, and the health that it spares."""

TURN_GAIN = 2.0
"""How much J a die that is turned, or a reroll for fate, has to win (15.3)."""

BOARDS_BY_WINS: tuple[BoardName, ...] = ("orange", "yellow", "red", "green", "purple", "blue")
"""As masters like them."""

_LETHAL = 10
"""The worth of wrecking a rival, in damage."""

_BEHIND = 8
"""Spaces behind a caltrop within which a rival may well run over it."""


def advise(view: RaceView, ask: Ask) -> Answer | None:
    """Return the best answer known; ``None`` for orders."""
    advice = _ADVICE.get(type(ask.question))
    return None if advice is None else advice(view, ask, ask.question)


def is_last_dash(own: ChariotView) -> bool:
    """Tell whether the line may be crossed this turn at the speed there is."""
    return own.pos + SPACE * own.allowed > FINISH


def risk(own: ChariotView) -> int:
    """Return the damage beyond the least possible that a good move may cost; on the last dash all but one."""
    return own.damage - 1 if is_last_dash(own) else max(0, min(_MOST_RISK, own.damage - _SPARED))


def repair_at(own: ChariotView) -> int:
    """Return the highest health at which a repair pays: every point of it counts; none on the last dash.

    Health is speed, and a share of it pays for corners. Fate buys no more with dice.
    """
    return 0 if is_last_dash(own) else own.sheet.damage_max - REPAIR_POINTS - 1


def _repair(view: RaceView, ask: Ask, question: ChooseRepair) -> Answer:
    return Repair(question.damage <= repair_at(view.chariot(ask.entry)))


def _reroll(view: RaceView, ask: Ask, question: ChooseReroll) -> Answer:
    own = view.chariot(ask.entry)
    return best_reroll(ground_of(view, ask.entry), own.board, own.speed, question)


def _fortune(view: RaceView, ask: Ask, question: SpendFortune) -> Answer:
    """Turn a die or roll some again, whichever wins most, if it wins enough."""
    own, ground = view.chariot(ask.entry), ground_of(view, ask.entry)

    def weighed(answer: Answer) -> float:
        if isinstance(answer, FortunaReroll):
            return kept_worth(ground, own.board, own.speed, question.dice, answer.dice)
        dice = turned(question.dice, answer.die, answer.face) if isinstance(answer, FortunaTurn) else question.dice
        return best_of(ground, own.board, own.speed, for_moving(dice))[0]

    best = min(question.legal(), key=weighed)
    return best if weighed(best) <= weighed(FinishDice()) - TURN_GAIN else FinishDice()


def _move(view: RaceView, ask: Ask, question: PlanMove) -> Answer:
    """Drive the way that is worth most, of those that cost little more than they must."""
    ground, own = ground_of(view, ask.entry), view.chariot(ask.entry)
    found = options(ground, question)
    accepted = min((each.way.damage for each in found if not each.way.is_wrecked), default=WRECKED) + risk(own)

    def key(option: Option) -> tuple[Any, ...]:
        way = option.way
        return way.is_wrecked, way.damage > accepted, worth(ground, own.sheet, option), default_order(option)

    return min(found, key=key).move


# Attacks


def best_attack(view: RaceView, ask: Ask, question: ChooseAttack) -> Answer:
    """Throw at a rival whom it wrecks, else at the foremost in range; drop caltrops where somebody behind must pass."""
    own = view.chariot(ask.entry)
    if question.javelins:
        return ThrowJavelin(max(question.javelins, key=lambda rival: _prey(view.chariot(rival))))
    worths = {square: followers(view, own, square) for square in question.caltrops}
    square = max(question.caltrops, key=lambda each: worths[each], default=None)
    return DropCaltrop(square) if square is not None and worths[square] else EndTurn()


def _prey(rival: ChariotView) -> int:
    return rival.pos + _LETHAL * (rival.damage == 1)


def followers(view: RaceView, own: ChariotView, square: Square) -> int:
    """Return how many rivals stand close behind a space in its lane."""
    return sum(
        1
        for rival in view.chariots
        if rival.square is not None and rival.entry != own.entry and not _is_ally(own, rival)
        if _is_close_behind(rival.square, square)
    )


def _is_ally(own: ChariotView, rival: ChariotView) -> bool:
    return own.faction is not None and own.faction == rival.faction


def _is_close_behind(square: Square, target: Square) -> bool:
    for _ in range(_BEHIND):
        square = AHEAD[square]
        if square == target:
            return True
    return False


# The draft


def best_board(_view: RaceView, _ask: Ask, question: ChooseBoard) -> Answer:
    """Take the board that masters like best."""
    return TakeBoard(min(question.free, key=BOARDS_BY_WINS.index))


def _boards(_view: RaceView, _ask: Ask, question: WishBoards) -> Answer:
    return BoardWishes(tuple(sorted(question.boards, key=BOARDS_BY_WINS.index)))


def _slot(_view: RaceView, _ask: Ask, question: ChooseStart) -> Answer:
    """Start as far in front as one can: the front row wins two races in three."""
    return TakeSlot(min(question.free))


def _slots(_view: RaceView, _ask: Ask, question: WishSlots) -> Answer:
    return SlotWishes(tuple(sorted(question.slots)))


_ADVICE: Mapping[type[Question], Callable[[RaceView, Ask, Any], Answer]] = MappingProxyType(
    {
        ChooseBoard: best_board,
        ChooseStart: _slot,
        WishBoards: _boards,
        WishSlots: _slots,
        ChooseRepair: _repair,
        ChooseReroll: _reroll,
        SpendFortune: _fortune,
        PlanMove: _move,
        ChooseAttack: best_attack,
    }
)
