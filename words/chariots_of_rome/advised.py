"""The colour of answers: green is the best one known. If all are equally good, nothing is green."""

from engine.chariots_of_rome.orders.advice import advise
from engine.chariots_of_rome.seen.views import RaceView
from engine.questions import Answer, Ask
from words.shared.words import Style


class Advised:
    """What is advised at a question."""

    def __init__(self, view: RaceView, ask: Ask) -> None:
        self.answer = advise(view, ask)

    def style(self, answer: Answer, other: Style = "secondary") -> Style:
        """Return the colour of an answer's button.

        :param other: for an answer that is not the best.
        """
        return "success" if answer == self.answer else other
