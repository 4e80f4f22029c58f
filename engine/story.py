"""A race's story, looked up: rules, results and words find a fact in it."""

from collections.abc import Sequence
from typing import TypeVar

from engine.facts import Fact

Kind = TypeVar("Kind", bound=Fact)


def latest(facts: Sequence[Fact], kind: type[Kind]) -> Kind:
    """Return the last fact of a kind, such as the one that ends a race.

    :raises StopIteration: if there is none.
    """
    return next(fact for fact in reversed(facts) if isinstance(fact, kind))
