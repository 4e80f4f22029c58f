"""Rows and the structs they hold."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Row, Table, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.kept import CupRecord, RaceRecord
from engine.values import RaceId


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


async def add_rows(connection: AsyncConnection, table: Table, race: RaceId, structs: Sequence[msgspec.Struct]) -> None:
    """Insert what belongs to a race."""
    rows = [{"race": race, **msgspec.structs.asdict(struct)} for struct in structs]
    if rows:
        await connection.execute(insert(table), rows)
