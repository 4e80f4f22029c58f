"""The ways that men went, read from facts."""

from collections.abc import Iterable
from typing import Any

from engine.arena.facts import Moved
from engine.facts import Fact
from records.values import EntryId, Square
from renderers.arena.geometry import square_of


def ways(before: Any, facts: Iterable[Fact]) -> dict[EntryId, tuple[Square, ...]]:
    """Return the hexes each man went through, from where he stood."""
    del before  # a move tells both ends of its way
    gone: dict[EntryId, list[Square]] = {}
    for fact in facts:
        if isinstance(fact, Moved):
            way = [square_of(at) for at in fact.path]
            known = gone.setdefault(fact.entry, way[:1])
            known += way[1:] if known[-1] == way[0] else way
    return {entry: tuple(squares) for entry, squares in gone.items()}
