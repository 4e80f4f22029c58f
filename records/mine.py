"""What is kept of one person, as it is handed out to them."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

KeptRow: TypeAlias = Mapping[str, object]
"""A row of the database, by column, without what is others'."""

Kept: TypeAlias = Mapping[str, Sequence[KeptRow]]
"""Rows by the names of their tables."""
