"""Promises that races of all games keep."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from engine.facts import Fact

End = TypeVar("End", bound=Fact)


def broken_with_end(story: Sequence[Fact], kind: type[End], wrong_with: Callable[[End], Iterable[str]]) -> list[str]:
    """Return in words the broken promises of a race that is over: it ends once, and as that fact says.

    :param kind: the fact that ends a race.
    """
    ends = [fact for fact in story if isinstance(fact, kind)]
    return list(wrong_with(ends[0])) if len(ends) == 1 else [f"the race has ended {len(ends)} times"]
