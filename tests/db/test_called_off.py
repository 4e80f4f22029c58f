"""Races called off that were summed up by an earlier version: only who called them off is marked in them."""

import importlib
from pathlib import Path

import pytest
from alembic.migration import MigrationContext
from alembic.operations import Operations
from msgspec.structs import replace
from sqlalchemy import Connection

from db.store import Store
from records.past import Summary
from records.values import PlayerId
from tests.databases import fresh
from tests.pasts import a_summary, keep

MIGRATION = importlib.import_module("db.opening.migrations.versions.0022_who_had_a_race_called_off")
ANN, BOB = PlayerId(100), PlayerId(200)


def marked(race: Summary) -> Summary:
    return replace(race, entries=tuple(replace(each, is_meddled=True) for each in race.entries))


@pytest.mark.parametrize(("outcome", "stays"), [("finished", True), ("called off", False)])
async def test_a_mark_of_old_makes_nobody_lose_a_race_that_another_called_off(
    tmp_path: Path, outcome: str, *, stays: bool
) -> None:
    store = Store(fresh(tmp_path / "races.sqlite3"))
    await store.open()
    await keep(store, marked(a_summary(1, ANN, BOB, outcome=outcome, called_off_by=ANN)))

    def work(connection: Connection) -> None:
        with Operations.context(MigrationContext.configure(connection)):
            MIGRATION.upgrade()

    await store._writer.run(work)

    kept = await store.past.everything()
    await store.close()
    assert [each[-1] for each in kept["past_entry"]] == [stays, stays]
