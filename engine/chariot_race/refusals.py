"""Why an answer is no choice; the words are made at the edge."""

from collections.abc import Sequence

from engine.chariot_race.asks import (
    BoardWishes,
    ChooseAttack,
    ChooseBoard,
    ChooseReroll,
    ChooseStart,
    DropCaltrop,
    FortunaReroll,
    FortunaTurn,
    Move,
    PlanMove,
    Reroll,
    SlotWishes,
    SpendFortune,
    TakeBoard,
    TakeSlot,
    ThrowJavelin,
    WishBoards,
    WishSlots,
)
from engine.chariot_race.data import KINDS, NOT_TURNED_TO
from engine.chariot_race.reasons import RaceReason
from engine.chariot_race.track import LANE, STEPS
from engine.chariot_race.views import RaceView
from engine.explaining import explained, why
from engine.questions import Answer, Ask
from records.refusals import Refused


def explain(view: RaceView, ask: Ask, answer: Answer) -> Refused:
    """Return why *answer* is none to the question that is open."""
    del view  # the question holds all that is needed
    return explained(_WHY, ask, answer)


def _board(question: ChooseBoard, answer: TakeBoard) -> Refused:
    return Refused(RaceReason.BOARD_TAKEN, "11.4", board=answer.board, free=question.free)


def _slot(question: ChooseStart, answer: TakeSlot) -> Refused:
    return Refused(RaceReason.SLOT_TAKEN, "11.4", slot=answer.slot, free=question.free)


def _wished_boards(question: WishBoards, answer: BoardWishes) -> Refused:
    return _wished_twice(answer.boards, question.boards)


def _wished_slots(question: WishSlots, answer: SlotWishes) -> Refused:
    return _wished_twice(answer.slots, question.slots)


def _wished_twice(wishes: Sequence[str | int], possible: Sequence[str | int]) -> Refused:
    wrong = next(wish for wish in wishes if wish not in possible or wishes.count(wish) > 1)
    return Refused(RaceReason.WISHED_TWICE, "15.2", wish=wrong, possible=possible)


def _reroll(question: ChooseReroll | SpendFortune, answer: Reroll | FortunaReroll) -> Refused | None:
    if not answer.dice:
        return Refused(RaceReason.NO_DICE_CHOSEN, "7", cost=getattr(question, "cost", 0))
    return next((_no_die(question, die) for die in answer.dice if die not in range(len(question.dice))), None)


def _no_die(question: ChooseReroll | SpendFortune, die: int) -> Refused:
    return Refused(RaceReason.NO_SUCH_DIE, "7", die=die + 1, dice=len(question.dice))


def _turn(question: SpendFortune, answer: FortunaTurn) -> Refused:
    if answer.die not in range(len(question.dice)):
        return _no_die(question, answer.die)
    possible = tuple(face for face in KINDS if face != NOT_TURNED_TO)
    return Refused(RaceReason.NOT_TO_FORTUNA, "R02", face=answer.face, possible=possible)


def _move(question: PlanMove, answer: Move) -> Refused | None:
    if not 0 <= answer.plus <= question.plusminus:
        return Refused(RaceReason.TOO_MANY_PLUS, "8.1", have=answer.plus, at_most=question.plusminus)
    if set(answer.path) - set(STEPS):
        return None
    speed, changes = question.speed(answer.plus), sum(letter != "F" for letter in answer.path)
    if len(answer.path) != speed:
        return Refused(RaceReason.WRONG_LENGTH, "8.2", need=speed, have=len(answer.path))
    if changes > question.steers:
        return Refused(RaceReason.TOO_MANY_CHANGES, "8.2", need=changes, have=question.steers)
    return _off_the_track(question, answer.path)


def _off_the_track(question: PlanMove, path: str) -> Refused | None:
    square = question.square
    for step, letter in enumerate(path, start=1):
        if square not in STEPS[letter]:
            return Refused(RaceReason.OFF_THE_TRACK, "8.2", step=step, lane=LANE[square])
        square = STEPS[letter][square]
    return None


def _caltrop(question: ChooseAttack, answer: DropCaltrop) -> Refused:
    return Refused(RaceReason.NOT_PASSED, "8.6", square=answer.square, possible=question.caltrops)


def _javelin(question: ChooseAttack, answer: ThrowJavelin) -> Refused:
    return Refused(RaceReason.OUT_OF_RANGE, "8.7", rival=answer.rival, in_range=question.javelins)


_WHY = dict(
    (
        why(ChooseBoard, TakeBoard, _board),
        why(ChooseStart, TakeSlot, _slot),
        why(WishBoards, BoardWishes, _wished_boards),
        why(WishSlots, SlotWishes, _wished_slots),
        why(ChooseReroll, Reroll, _reroll),
        why(SpendFortune, FortunaReroll, _reroll),
        why(SpendFortune, FortunaTurn, _turn),
        why(PlanMove, Move, _move),
        why(ChooseAttack, DropCaltrop, _caltrop),
        why(ChooseAttack, ThrowJavelin, _javelin),
    )
)
