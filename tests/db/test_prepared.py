"""Statements that are compiled once give what SQLAlchemy gives, and their tests hear of each."""

import importlib
import pkgutil
from collections.abc import Iterator

import msgspec
import pytest
from sqlalchemy import Connection, Dialect, bindparam, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

import db
from db.opening.prepared import Prepared, any_of
from db.schema import tables
from db.store import Store
from tests.db.samples import a_race
from tests.db.statements import before_each

RACES, SETTINGS = tables.races, tables.settings
SET = Prepared(insert(SETTINGS), ["name", "value"])


async def test_rows_are_those_of_sqlalchemy_with_the_types_of_their_columns(store: Store) -> None:
    for number in range(3):
        await store.races.add(msgspec.structs.replace(a_race(), title=f"Race {number}", is_rated=number > 0))
    some = select(RACES).where(any_of(RACES.c.title, ["Race 0", "Race 2"]), RACES.c.guild == bindparam("where"))
    prepared = Prepared(some.order_by(RACES.c.id.desc()).limit(2))

    def work(connection: Connection) -> None:
        given = connection.execute(some.order_by(RACES.c.id.desc()), {"where": 1}).all()
        found = prepared.rows(connection, {"where": 1})
        assert [dict(row._mapping) for row in found] == [dict(row._mapping) for row in given]
        assert [[type(value) for value in row] for row in found] == [[type(value) for value in row] for row in given]
        assert [(row.title, row.is_rated) for row in found] == [("Race 2", True), ("Race 0", False)]
        assert prepared.value(connection, {"where": 1}) == 3
        assert prepared.first(connection, {"where": 2}) is None
        assert prepared.value(connection, {"where": 2}) is None

    await store._reader.run(work)


KINDS: dict[str, Dialect] = {
    "sqlite": sqlite.dialect(paramstyle="named"),
    "postgresql": postgresql.dialect(paramstyle="pyformat"),  # type: ignore[no-untyped-call]
}


def every_statement() -> Iterator[tuple[str, Prepared]]:
    """Yield all prepared statements of the database's room, each with the file that it stands in."""
    for each in pkgutil.walk_packages(db.__path__, "db."):
        if "migrations" in each.name:
            continue
        for value in vars(importlib.import_module(each.name)).values():
            several = value.values() if isinstance(value, dict) else value if isinstance(value, list) else [value]
            yield from ((each.name, one) for one in several if isinstance(one, Prepared))


def test_every_statement_is_one_that_each_kind_of_database_can_prepare() -> None:
    statements = list(every_statement())

    assert all(statement.on(kind).text for kind in KINDS.values() for _, statement in statements)
    assert len(statements) > 80
    assert {file for file, _ in statements} >= {"db.writing.batches", "db.reading.loading"}


def test_a_list_whose_length_differs_from_run_to_run_is_refused() -> None:
    with pytest.raises(AssertionError, match="any_of"):
        Prepared(select(RACES).where(RACES.c.state.in_(("lobby", "running")))).on(KINDS["sqlite"])


async def test_each_statement_is_heard_of_before_it_is_run(store: Store) -> None:
    heard: list[str] = []

    def work(connection: Connection) -> None:
        SET.run(connection, {"name": "one", "value": "1"})
        SET.run_for_each(connection, [{"name": "two", "value": "2"}])
        SET.run_for_each(connection, [])
        connection.execute(update(SETTINGS).values(value="3"))

    with before_each(heard.append):
        await store._writer.run(work)

    assert [each.split()[0] for each in heard] == ["INSERT", "INSERT", "UPDATE"]
    assert await store.memory.get("two") == "3"
