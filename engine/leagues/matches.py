"""Match races between two members (B.10, R-B11, R-B12, R-B29, R-B31, R-B40, R-B49)."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from engine.leagues.words.state import League, Stable
from engine.table import Table
from records.values import EntryId

OF_MEMBERS: Mapping[type, Callable[[League, Table, Stable, Any, Mapping[EntryId, int]], None]] = MappingProxyType({})
OF_STEWARD: Mapping[type, Callable[[League, Table, Any], None]] = MappingProxyType({})
