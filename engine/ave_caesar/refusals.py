"""Why a play is no choice, or a card cannot be played (7.1 to 7.9): reasons from the mover's own view."""

from engine.ave_caesar.asks import Play, PlayCard
from engine.ave_caesar.courses import LONGEST_CARD, Space
from engine.ave_caesar.movement import Path, is_as_long, landings, step_to, steps_of
from engine.ave_caesar.reasons import CaesarReason
from engine.ave_caesar.views import RaceView
from engine.questions import Answer, Ask
from engine.refusals import GameReason
from records.refusals import Refused


def explain(view: RaceView, ask: Ask, answer: Answer) -> Refused:
    """Return the refusal of an answer that *ask* does not allow, with the rule that stands in the way.

    :param view: of the player who drives the asked entry.
    """
    if not isinstance(ask.question, PlayCard) or not isinstance(answer, Play):
        return Refused(GameReason.NOT_A_CHOICE)
    question = ask.question
    return why_not(view, ask, answer.card) or _why_no_path(view, question, answer) or Refused(GameReason.NOT_A_CHOICE)


def why_not(view: RaceView, ask: Ask, card: int) -> Refused | None:
    """Return why a card cannot be played at all; ``None`` if it can (7.1, 7.2, 7.4, 7.9)."""
    question = ask.question
    assert isinstance(question, PlayCard)
    if card not in question.hand:
        return Refused(CaesarReason.NO_SUCH_CARD, "7.2", card=card, hand=question.hand)
    if card == LONGEST_CARD and not question.sixes:
        return Refused(CaesarReason.SIX_FOR_LEADER, "7.4", leaders=view.leaders)
    if question.ends(card):
        return None
    paid = landings(question.runway, (question.space, question.crossings, False), question.taken_bits)
    if question.coin and paid[card]:
        return Refused(CaesarReason.COIN_FIRST, "7.9", card=card)
    return Refused(CaesarReason.NO_WAY, "7.1", card=card, taken=_in_the_way(question))


def _in_the_way(question: PlayCard) -> tuple[Space, ...]:
    """Return the spaces near by that are taken."""
    way = question.runway
    return tuple(space for space in question.taken if way.bit[space] & way.near[question.space])


def _why_no_path(view: RaceView, question: PlayCard, answer: Play) -> Refused | None:
    """Return the fault in the path of a card that could be played otherwise (7.1, 7.9)."""
    if not is_as_long(question.runway, answer.card, answer.path):
        have = steps_of(question.runway, answer.path)
        return Refused(CaesarReason.WRONG_LENGTH, "7.1", need=answer.card, have=have)
    return _why_no_step(view, question, answer.path)


def _why_no_step(view: RaceView, question: PlayCard, path: Path) -> Refused | None:
    way = question.runway
    by = {chariot.space: chariot.entry for chariot in view.chariots if chariot.space is not None}
    here = question.here
    for to in path:
        start = here[0]
        if question.coin and question.crossings == 2 and (start, to) in way.barred:
            return Refused(CaesarReason.COIN_FIRST, "7.9", card=len(path))
        there = step_to(way, here, to)
        if there is None:
            return Refused(CaesarReason.NO_STEP, "7.1", start=start, to=to)
        if to in question.taken:
            return Refused(CaesarReason.SPACE_TAKEN, "7.1", space=to, by=by.get(to))
        here = there
    return None
