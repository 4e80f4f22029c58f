"""Why an answer is no choice; the words are made at the edge."""

from collections.abc import Sequence

from engine.chariots_of_rome.position.steps import obstacles
from engine.chariots_of_rome.seen.views import RaceView
from engine.chariots_of_rome.words import answers, questions
from engine.chariots_of_rome.words.reasons import RaceReason
from engine.explaining import explained, why
from engine.questions import Answer, Ask
from engine.refusals import GameReason
from records.refusals import Refused
from records.values import EntryId


def explain(view: RaceView, ask: Ask, answer: Answer) -> Refused:
    """Return why *answer* is none to the question that is open."""
    if isinstance(ask.question, questions.ChooseStep) and isinstance(answer, answers.Step):
        return _step(view, ask.entry, ask.question, answer) or Refused(GameReason.NOT_A_CHOICE)
    return explained(_WHY, ask, answer)


def _charioteer(question: questions.DraftCharioteer, answer: answers.TakeCharioteer) -> Refused:
    return Refused(RaceReason.CHARIOTEER_TAKEN, "3", charioteer=answer.charioteer, free=question.display)


def _gate(question: questions.ChooseGate, answer: answers.TakeGate) -> Refused:
    return Refused(RaceReason.GATE_TAKEN, "3", gate=answer.gate, free=question.free)


def _charioteers(question: questions.RankCharioteers, answer: answers.CharioteerWishes) -> Refused:
    return _wished_twice(answer.charioteers, question.display)


def _gates(question: questions.RankGates, answer: answers.GateWishes) -> Refused:
    return _wished_twice(answer.gates, question.gates)


def _wished_twice(wishes: Sequence[str], possible: Sequence[str]) -> Refused:
    wrong = next(wish for wish in wishes if wish not in possible or wishes.count(wish) > 1)
    return Refused(RaceReason.WISHED_TWICE, "19.3", wish=wrong, possible=possible)


def _card(question: questions.ArrangeCards, answer: answers.MoveCard) -> Refused | None:
    if answer.card in question.cards:
        return None
    return Refused(RaceReason.NO_SUCH_CARD, "4", card=answer.card, possible=question.cards)


def _level(question: questions.ChooseSpeed, answer: answers.ChooseLevel) -> Refused:
    return Refused(RaceReason.LEVEL_TOO_HIGH, "5.1", level=answer.level, possible=question.levels)


def _hard(question: questions.ChooseHardDriving, answer: answers.DriveHard) -> Refused:
    return Refused(RaceReason.CANNOT_PAY, "5.2", pay=answer.pay, possible=question.payments)


def _step(view: RaceView, entry: EntryId, question: questions.ChooseStep, answer: answers.Step) -> Refused | None:
    """Return at which of its spaces a step or chain goes wrong."""
    if len(answer.squares) > question.moves_left:
        return Refused(RaceReason.TOO_FAR, "5.3", moves=len(answer.squares), left=question.moves_left)
    filled, board, at = obstacles(view, entry), view.board, question.square
    for place, to in enumerate(answer.squares, start=1):
        if to not in board.steps[at]:
            is_bound = to in board.inside_steps[at]
            reason = RaceReason.STAYS_IN_LANE if is_bound else RaceReason.NOT_NEXT
            return Refused(reason, "6.1" if is_bound else "5.3", square=to, possible=board.steps[at])
        is_last = place == len(answer.squares)
        if is_last == (to in filled):
            return Refused(RaceReason.SPACE_FILLED if is_last else RaceReason.SPACE_CLEAR, "7", square=to)
        at = to
    return None


def _attack(question: questions.ChooseAttack, answer: answers.Attack) -> Refused:
    possible = tuple((each.kind, each.rival) for each in question.attacks)
    return Refused(RaceReason.OUT_OF_REACH, "8.2", rival=answer.rival, kind=answer.kind, possible=possible)


def _defense(question: questions.ChooseDefense, answer: answers.Defend) -> Refused:
    return Refused(RaceReason.TOO_MANY_REMOVED, "9.1", have=answer.remove, at_most=question.most)


def _debris(question: questions.PlaceMarker, answer: answers.PlaceDebris) -> Refused:
    del question
    return Refused(RaceReason.NO_DEBRIS_THERE, "F08", square=answer.square)


_WHY = dict(
    (
        why(questions.DraftCharioteer, answers.TakeCharioteer, _charioteer),
        why(questions.ChooseGate, answers.TakeGate, _gate),
        why(questions.RankCharioteers, answers.CharioteerWishes, _charioteers),
        why(questions.RankGates, answers.GateWishes, _gates),
        why(questions.ArrangeCards, answers.MoveCard, _card),
        why(questions.ChooseSpeed, answers.ChooseLevel, _level),
        why(questions.ChooseHardDriving, answers.DriveHard, _hard),
        why(questions.ChooseAttack, answers.Attack, _attack),
        why(questions.ChooseDefense, answers.Defend, _defense),
        why(questions.PlaceMarker, answers.PlaceDebris, _debris),
    )
)
