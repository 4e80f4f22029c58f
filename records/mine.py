"""What is kept of one person, as it is handed out to them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

KeptRow: TypeAlias = Mapping[str, object]
"""A row of the database, by column, without what is others'."""


class Known(NamedTuple):
    """What is known of that whose number or name stands in rows, as far as it is nobody's secret."""

    races: Mapping[int, str] = {}  # game or title, and where
    servers: Mapping[int, str] = {}
    games: Mapping[int, str] = {}  # ids, by race
    purses: Mapping[str, int] = {}  # what is in them, by their names in the ledger
    markets: Mapping[tuple[int, int], str] = {}  # kinds of bets, by race and number


class RaceKept(NamedTuple):
    """Where a race or a league is, and of which game."""

    id: int
    ruleset: str
    guild: int
    markets: Mapping[int, str] = {}  # the kinds of bets of its table, by their numbers


Kept: TypeAlias = Mapping[str, Sequence[KeptRow]]
"""Rows by the names of their tables."""
