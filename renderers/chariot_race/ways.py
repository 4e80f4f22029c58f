"""The ways that chariots went, read from facts."""

from collections.abc import Iterable
from typing import Any

from engine.chariot_race.facts import Drove, SetBack
from engine.facts import Fact
from records.values import EntryId, Square


def ways(before: Any, facts: Iterable[Fact]) -> dict[EntryId, tuple[Square, ...]]:
    """Return the spaces each chariot went through, from where it stood, and where it was set back to."""
    del before  # a drive tells both ends of its way
    gone: dict[EntryId, list[Square]] = {}
    for fact in facts:
        match fact:
            case Drove():
                gone.setdefault(fact.entry, [fact.start]).extend(fact.squares)
            case SetBack(entry=entry, square=square) if entry in gone:
                gone[entry].append(square)
    return {entry: tuple(spaces) for entry, spaces in gone.items()}
