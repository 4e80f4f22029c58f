"""A watch over all writes: each that changes a race raises its revision, so that no process goes on with the old."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from sqlalchemy import Connection, select

from db.opening.writer import Writer
from db.schema import tables

UNSEEN = {"panel", "revision"}
"""Columns of a race that no race in memory goes by."""

Kept = Mapping[int, tuple[int, tuple[Any, ...]]]
"""Of each race its revision, and all that a race in memory is made of."""


def kept(connection: Connection) -> Kept:
    """Return what is on record of all races."""
    columns = [each for each in tables.races.columns if each.name not in UNSEEN]
    rows = {row.id: [tuple(row)] for row in connection.execute(select(*columns))}
    for table in (tables.factions, tables.entries, tables.orders, tables.inputs, tables.checkpoints, tables.deadlines):
        for row in connection.execute(select(table).order_by(*table.primary_key.columns)):
            rows[row.race].append((table.name, *row))
    revisions = dict(connection.execute(select(tables.races.c.id, tables.races.c.revision)).fetchall())
    return {race: (revisions[race], tuple(found)) for race, found in rows.items()}


@pytest.fixture
def every_write_raises_revisions(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail if a transaction changes a race and leaves its revision as it was."""
    forgotten: list[str] = []
    run = Writer.run

    def watched(work: Callable[[Connection], Any]) -> Callable[[Connection], Any]:
        def compared(connection: Connection) -> Any:
            before = kept(connection)
            result = work(connection)
            for race, (revision, found) in kept(connection).items():
                known = before.get(race, (revision, found))
                if known[1] != found and known[0] == revision:
                    changed = set(known[1]) ^ set(found)
                    forgotten.append(f"{getattr(work, '__qualname__', work)}: race {race}: {sorted(map(str, changed))}")
            return result

        return compared

    async def watched_run(self: Writer, work: Callable[[Connection], Any], *races: int) -> Any:
        return await run(self, watched(work), *races)

    monkeypatch.setattr(Writer, "run", watched_run)
    yield
    assert not forgotten, "\n".join(forgotten)
