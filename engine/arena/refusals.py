"""Why an answer is no choice: a plan says so itself; for all else there is nothing more to say."""

from engine.arena.views import MatchView
from engine.questions import Answer, Ask
from engine.refusals import GameReason
from records.refusals import Refused


def explain(view: MatchView, ask: Ask, answer: Answer) -> Refused:
    """Return the refusal of an answer that *ask* does not allow."""
    del view, ask, answer
    return Refused(GameReason.NOT_A_CHOICE)
