"""Rows and the structs they hold."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, Select, Table, insert, select

from db import schema
from records.cups import CupRecord
from records.races import RaceRecord
from records.values import RaceId


def row_of(record: RaceRecord | CupRecord) -> dict[str, Any]:
    """Return what is to be inserted for a race or a cup; its id is given by the database."""
    row = msgspec.structs.asdict(record)
    del row["id"]
    row["seconds"] = msgspec.json.encode(record.seconds).decode()
    return row


def struct_of(row: Row[Any], kind: type[Any]) -> Any:
    values = row._mapping
    return kind(**{field: values[field] for field in kind.__struct_fields__})


def race_of(row: Row[Any]) -> RaceRecord:
    return RaceRecord(**_with_seconds(row))


def cup_of(row: Row[Any]) -> CupRecord:
    return CupRecord(**_with_seconds(row))


def _with_seconds(row: Row[Any]) -> dict[str, Any]:
    return {**row._mapping, "seconds": msgspec.json.decode(row._mapping["seconds"])}


def add_rows(connection: Connection, table: Table, race: RaceId, structs: Sequence[msgspec.Struct]) -> None:
    """Insert what belongs to a race."""
    rows = [{"race": race, **msgspec.structs.asdict(struct)} for struct in structs]
    if rows:
        connection.execute(insert(table), rows)


def insert_race(connection: Connection, race: RaceRecord) -> RaceId:
    """Insert a race and return the id that it was given."""
    added = connection.execute(insert(schema.races).values(row_of(race)).returning(schema.races.c.id))
    return RaceId(added.scalar_one())


def rows_of(
    connection: Connection,
    table: Table,
    race: RaceId,
    kind: type[Any],
    *where: ColumnElement[bool],
    newest: bool = False,
) -> list[Any]:
    """Return rows of a race as structs, by the table's own order; with *newest* the last one alone."""
    return [struct_of(row, kind) for row in connection.execute(of_race(table, race, where, newest))]


def of_race(table: Table, race: RaceId, where: Sequence[ColumnElement[bool]], newest: bool) -> Select[Any]:
    """Return the statement that selects rows of a race, by the table's own order."""
    key = list(table.primary_key.columns)[-1]
    found = select(table).where(table.c.race == race, *where).order_by(key.desc() if newest else key)
    return found.limit(1) if newest else found


def is_id(number: int) -> bool:
    """Tell whether a row could have this number: whoever forges one may name any.

    >>> is_id(7), is_id(10**30)
    (True, False)
    """
    return 0 <= number < 2**63
