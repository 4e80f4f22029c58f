"""Adding rows: of structs, as they are."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, insert

from db.opening.prepared import Prepared
from db.schema import tables
from records.cups import CupRecord
from records.races import RaceRecord
from records.values import RaceId

_ADD_RACE = Prepared(
    insert(tables.races).returning(tables.races.c.id),
    [name for name in RaceRecord.__struct_fields__ if name != "id"],
)


def row_of(record: RaceRecord | CupRecord) -> dict[str, Any]:
    """Return the row of a new race or cup, without its id: the database gives it."""
    row = msgspec.structs.asdict(record)
    del row["id"]
    row["seconds"] = msgspec.json.encode(record.seconds).decode()
    return row


def add_rows(connection: Connection, table: Table, race: RaceId, structs: Sequence[msgspec.Struct]) -> None:
    """Insert what belongs to a race."""
    if structs:
        rows = [{"race": race, **msgspec.structs.asdict(struct)} for struct in structs]
        adding(table, type(structs[0])).run_for_each(connection, rows)


@cache
def adding(table: Table, struct: type[msgspec.Struct]) -> Prepared:
    """Return the statement that adds rows of a race to a table."""
    return Prepared(insert(table), ["race", *struct.__struct_fields__])


def insert_race(connection: Connection, race: RaceRecord) -> RaceId:
    """Insert a race and return its new id.

    An existing race may rule this one out: then the error is a conflict (:func:`db.opening.errors.is_conflict`).
    """
    return RaceId(_ADD_RACE.value(connection, row_of(race)))
