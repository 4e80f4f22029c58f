"""The ways that chariots went, read from facts."""

from collections.abc import Iterable
from typing import Any

from engine.chariots_of_rome.words.facts import Drove, GateTaken, Swerved
from engine.facts import Fact
from records.values import EntryId, Square


def ways(before: Any, facts: Iterable[Fact]) -> dict[EntryId, tuple[Square, ...]]:
    """Return the spaces each chariot went through, from where it stood, and where it was pushed."""
    del before  # each fact tells both ends of its way
    gone: dict[EntryId, list[Square]] = {}
    for fact in facts:
        match fact:
            case GateTaken():
                gone[fact.entry] = [fact.square]
            case Drove():
                gone.setdefault(fact.entry, [fact.start]).extend(fact.squares)
            case Swerved():
                gone.setdefault(fact.entry, [fact.start]).append(fact.square)
    return {entry: tuple(spaces) for entry, spaces in gone.items()}
