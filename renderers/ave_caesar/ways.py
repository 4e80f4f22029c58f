"""The ways that chariots went, read from facts."""

from collections.abc import Iterable
from typing import Any

from engine.ave_caesar.facts import CardPlayed
from engine.facts import Fact
from records.values import EntryId, Square


def ways(before: Any, facts: Iterable[Fact]) -> dict[EntryId, tuple[Square, ...]]:
    """Return the spaces each chariot went through, from where it stood; ``FINISH`` last over the last line."""
    del before  # a card tells both ends of its way
    gone: dict[EntryId, list[Square]] = {}
    for fact in facts:
        if isinstance(fact, CardPlayed):
            way = gone.setdefault(fact.entry, [Square(fact.start)])
            way += [Square(space) for space in fact.path]
    return {entry: tuple(spaces) for entry, spaces in gone.items()}
