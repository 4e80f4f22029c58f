"""What a database holds, counted: two that hold the same give the same."""

import hashlib
import importlib
import pkgutil
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, RowMapping, Select, Table, func, select

from db import schema
from db.schema.tables import metadata

for _module in pkgutil.iter_modules(schema.__path__, "db.schema."):  # all tables are known once these are read
    importlib.import_module(_module.name)

AT_ONCE = 500
"""Rows that are read, or written, in one go: some hold a whole scene."""

_LEDGER = ("account", "posting", "movement")
"""In the order in which the guards take them: a movement closes its postings."""


class Held(NamedTuple):
    """How many rows a table has, and the digest of all their values."""

    rows: int
    digest: str


def tables_in_order() -> Sequence[Table]:
    """Return all tables, each after those that its rows refer to."""
    others = [table for table in metadata.sorted_tables if table.name not in _LEDGER]
    cut = 1 + max(n for n, table in enumerate(others) if table.name == "race")
    return [*others[:cut], *(metadata.tables[name] for name in _LEDGER), *others[cut:]]


def everything(table: Table) -> Select[Any]:
    return select(table).order_by(*table.primary_key.columns)


def portions(connection: Connection, table: Table) -> Iterator[Sequence[RowMapping]]:
    """Yield all rows of a table, some at a time."""
    found = connection.execute(everything(table).execution_options(yield_per=AT_ONCE)).mappings()
    yield from found.partitions()


def held(connection: Connection) -> dict[str, Held]:
    """Return what each table holds."""
    return {table.name: _held(connection, table) for table in tables_in_order()}


def _held(connection: Connection, table: Table) -> Held:
    count, digest = 0, hashlib.sha256()
    for some in portions(connection, table):
        for row in some:
            count += 1
            digest.update(msgspec.json.encode([row[column.name] for column in table.columns]))
    return Held(count, digest.hexdigest())


def is_empty(connection: Connection) -> bool:
    """Tell whether there is no row but what a start writes."""
    filled = [table for table in tables_in_order() if table.name != "setting"]
    return not any(connection.scalar(select(func.count()).select_from(table)) for table in filled)
