"""Rows and the structs they hold."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, Table, bindparam, select

from db.opening.prepared import Prepared
from records.cups import CupRecord
from records.races import RaceRecord
from records.values import RaceId


def struct_of(row: Any, kind: type[Any]) -> Any:
    """Return a row as a struct of those columns that it has fields for."""
    values = row._mapping
    return kind(**{field: values[field] for field in kind.__struct_fields__})


def race_of(row: Any) -> RaceRecord:
    return RaceRecord(**_with_seconds(row))


def cup_of(row: Any) -> CupRecord:
    return CupRecord(**_with_seconds(row))


def _with_seconds(row: Any) -> dict[str, Any]:
    return {**row._mapping, "seconds": msgspec.json.decode(row.seconds)}


def rows_of(
    connection: Connection,
    table: Table,
    race: RaceId,
    kind: type[Any],
    *where: ColumnElement[bool],
    newest: bool = False,
) -> list[Any]:
    """Return rows of a race as structs, by the table's own order; with *newest* the last one alone."""
    if not where and not newest:
        return structs_of(connection, all_of(table), {"this": race}, kind)
    found = of_race(table, *where, newest=newest)
    return [struct_of(row, kind) for row in connection.execute(found, {"this": race})]


def of_race(table: Table, *where: ColumnElement[bool], newest: bool = False) -> Select[Any]:
    """Return the statement that selects rows of the race *this*, by the table's own order."""
    key = list(table.primary_key.columns)[-1]
    found = select(table).where(table.c.race == bindparam("this"), *where).order_by(key.desc() if newest else key)
    return found.limit(1) if newest else found


@cache
def all_of(table: Table) -> Prepared:
    """Return the same, compiled, for all rows of a race."""
    return Prepared(of_race(table))


def structs_of(connection: Connection, found: Prepared, values: Mapping[str, Any], kind: type[Any]) -> list[Any]:
    """Return the rows that a statement selects, as structs."""
    return [struct_of(row, kind) for row in found.rows(connection, values)]


def is_id(number: int) -> bool:
    """Tell whether a row could have this number: a forged id may name any.

    >>> is_id(7), is_id(2**31), is_id(10**30)
    (True, False, False)
    """
    return 0 <= number < 2**31
