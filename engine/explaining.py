"""Why an answer is no choice, by the types of the question and the answer; the words are made at the edge."""

from collections.abc import Callable, Mapping
from typing import TypeVar, cast

from engine.questions import Answer, Ask, Question
from engine.refusals import GameReason
from records.refusals import Refused

Asked = TypeVar("Asked", bound=Question)
Given = TypeVar("Given", bound=Answer)

Kinds = tuple[type[Question], type[Answer]]
Why = Callable[[Question, Answer], Refused | None]
"""From a question and an answer to it: the refusal; ``None`` if nothing more can be said than that it is no choice."""


def why(asked: type[Asked], given: type[Given], reader: Callable[[Asked, Given], Refused | None]) -> tuple[Kinds, Why]:
    """Return a row of a table of refusals: the types that *reader* takes, and *reader*."""
    return (asked, given), cast(Why, reader)


def explained(table: Mapping[Kinds, Why], ask: Ask, answer: Answer) -> Refused:
    """Return the refusal of an answer that is not among those that *ask* allows.

    :param table: of rows that :func:`why` makes.
    """
    reader = table.get((type(ask.question), type(answer)))
    found = None if reader is None else reader(ask.question, answer)
    return found or Refused(GameReason.NOT_A_CHOICE)
