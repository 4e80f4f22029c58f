"""Goods that owners put into the next auction (H.5)."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from engine.leagues.words.state import League, Stable
from engine.table import Table
from records.values import EntryId

OF_MEMBERS: Mapping[type, Callable[[League, Table, Stable, Any, Mapping[EntryId, int]], None]] = MappingProxyType({})
