"""What is kept of one person, as it is handed out to them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

KeptRow: TypeAlias = Mapping[str, object]
"""A row of the database, by column, without what is others'."""


class Known(NamedTuple):
    """What places are called whose numbers stand in rows, as far as that is known and nobody's secret."""

    races: Mapping[int, str] = {}  # game or title, and where
    servers: Mapping[int, str] = {}


class RaceKept(NamedTuple):
    """Where a race or a league is, and of which game."""

    id: int
    ruleset: str
    guild: int


Kept: TypeAlias = Mapping[str, Sequence[KeptRow]]
"""Rows by the names of their tables."""
