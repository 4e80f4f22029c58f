"""Parts that lessons of all games share: hints turn by turn, and remarks on the turn before."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from engine.facts import Fact
from engine.questions import Ask, Question
from records.values import EntryId
from words.shared.telling import InRounds

T = TypeVar("T")

Hints = Mapping[type[Question], Sequence[str]]
"""The hints before a question, round by round; the last one stays."""


def of_turn(texts: Sequence[T], number: int) -> T:
    """Return the text of a turn; the last text stays for all turns after it.

    :param texts: one or more, turn by turn.
    :param number: of the turn, 1 first; before it, too, the first text counts.

    >>> [of_turn(["first", "then"], number) for number in (0, 1, 2, 3)]
    ['first', 'first', 'then', 'then']
    """
    return texts[min(max(0, number - 1), len(texts) - 1)]


def of_kind(hints: Mapping[type[Question], str], ask: Ask) -> str:
    """Return the hint before a kind of question; empty if there is none."""
    return hints.get(type(ask.question), "")


def hints_by_round(hints: Hints) -> Callable[[InRounds, Ask], str]:
    """Make the function that gives a hint: view, question -> what to know before answering; empty for no hint."""

    def hint(view: InRounds, ask: Ask) -> str:
        texts = hints.get(type(ask.question), ())
        return of_turn(texts, view.round) if texts else ""

    return hint


def remarks_on(
    asked: tuple[type[Question], ...],
    begins: Callable[[Fact, EntryId], bool],
    remark: Callable[[Fact, EntryId], Iterable[str]],
) -> Callable[[Ask, Sequence[Fact]], list[str]]:
    """Make the function that remarks on the turn before: question, latest facts -> their lessons, each once.

    :param asked: the questions before which there are remarks.
    :param begins: whether a fact begins a turn of an entry.
    :param remark: the lesson of a fact for the driver of an entry.
    """

    def remarks(ask: Ask, facts: Sequence[Fact]) -> list[str]:
        if not isinstance(ask.question, asked):
            return []
        starts = [place for place, fact in enumerate(facts) if begins(fact, ask.entry)]
        latest = facts[starts[-2] : starts[-1]] if len(starts) > 1 else ()
        return list(dict.fromkeys(text for fact in latest for text in remark(fact, ask.entry)))

    return remarks
