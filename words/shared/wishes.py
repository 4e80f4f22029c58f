"""The questions for lists of wishes, the dearest first."""

from collections.abc import Sequence
from typing import TypeVar

from engine.questions import Answer
from words.shared.codes import not_a_button
from words.shared.words import Choice, Style

Wishes = TypeVar("Wishes", bound=Answer)


def looked_at(plan: str, answers: Sequence[Answer], kind: type[Wishes]) -> Wishes:
    """Return the list that a plan holds so far.

    :param plan: its code.
    :param answers: the answers of that code.
    :raises Refused: if it holds no list, or one of another question.
    """
    if len(answers) != 1 or not isinstance(answers[0], kind):
        raise not_a_button(plan)
    return answers[0]


def ends_of(code: str, *, has_wishes: bool) -> tuple[Choice, ...]:
    """Return the buttons that seal a list of wishes and empty it.

    :param code: of the list as an answer.
    """
    style: Style = "success" if has_wishes else "secondary"
    seal = Choice("Seal my list" if has_wishes else "No wishes", "answer", code, style)
    return (seal, Choice("Start over", "plan", "")) if has_wishes else (seal,)
