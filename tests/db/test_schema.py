"""The migrations lead to the tables the code speaks of, and the database holds what it was told."""

import asyncio
import os
import re
import signal
import sqlite3
import sys
import traceback
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from db.opening.backend import backend_of
from db.schema import letters, past  # noqa: F401  their tables are among them
from db.schema.tables import metadata
from db.store import StaleRace, Store
from tests.databases import fresh
from tests.db.samples import a_batch, a_faction, a_lobby, an_entry, an_input, seq_of

ROOT = str(Path(__file__).parents[2])
WRITER = """
import asyncio, sys
from pathlib import Path
from db.store import Store
from records.values import RaceId
from tests.db.samples import a_batch, a_notice, seq_of

async def main():
    store = Store(Path(sys.argv[1]))
    race = RaceId(1)
    _, seq = await seq_of(store, race)
    while True:
        await store.write(a_batch(race, seq, notices=(a_notice(race, body=str(seq)),)))
        seq += 1
        print(seq, flush=True)

asyncio.run(main())
"""


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a database that migrations have made and nobody changes."""
    return fresh(tmp_path_factory.mktemp("migrated") / "races.sqlite3")


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """Give a database that was made from the tables."""
    engine = backend_of(tmp_path / "made.sqlite3").engine()
    with engine.begin() as connection:
        metadata.create_all(connection)
    engine.dispose()
    return tmp_path / "made.sqlite3"


@pytest.mark.of_sqlite
def test_the_migrated_schema_is_that_of_the_tables(migrated: Path) -> None:
    engine = backend_of(migrated).engine()

    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    with engine.begin() as connection:
        assert differences(connection) == []
    engine.dispose()


@pytest.mark.slow
async def test_databases_that_are_opened_at_once_are_each_brought_up_to_date(tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.sqlite3" for number in range(3)]
    stores = [Store(path) for path in paths]

    await asyncio.gather(*(store.open() for store in stores))

    for path, store in zip(paths, stores, strict=True):
        await store.close()
        with closing(sqlite3.connect(path)) as database:
            assert database.execute("SELECT count(*) FROM alembic_version").fetchone() == (1,)


@pytest.mark.of_sqlite
def test_the_migrated_checks_are_those_of_the_tables(migrated: Path, made: Path) -> None:
    # The comparison above leaves checks out, so the statements themselves are compared.
    def checks(path: Path) -> list[str]:
        with closing(sqlite3.connect(path)) as database, database:
            statements = database.execute("SELECT sql FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
        lines = (line.strip(" ,\t") for (sql,) in statements for line in sql.splitlines())
        return sorted(line for line in lines if "CHECK" in line)

    assert checks(migrated) == checks(made)
    assert len(checks(made)) >= 6


@pytest.mark.of_sqlite
def test_the_migrated_triggers_are_those_of_the_tables(migrated: Path, made: Path) -> None:
    def triggers(path: Path) -> list[str]:
        with closing(sqlite3.connect(path)) as database, database:
            rows = database.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name").fetchall()
        return [sql for (sql,) in rows]

    assert triggers(migrated) == triggers(made)
    assert len(triggers(made)) >= 15


async def test_opening_twice_changes_nothing(tmp_path: Path) -> None:
    path = fresh(tmp_path / "races.sqlite3")
    for _ in range(2):
        store = Store(path)
        await store.open()
        race = await a_lobby(store)
        await store.close()

    assert race == 2


@pytest.mark.of_sqlite
async def test_the_file_is_in_wal_mode_and_keeps_foreign_keys(tmp_path: Path) -> None:
    engine = backend_of(tmp_path / "races.sqlite3").engine()
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    engine.dispose()


async def test_a_log_of_what_the_database_would_not_take_gives_no_secret_away(tmp_path: Path) -> None:
    store = Store(fresh(tmp_path / "races.sqlite3"))
    await store.open()
    race = await a_lobby(store)
    answers = (an_input(1, answer="told to nobody"), an_input(1, answer="told to nobody"))

    for fails in (
        store.write(a_batch(race, inputs=answers)),
        store.lobbies.enter(race, [a_faction(3)], [an_entry(3, "told to nobody", 3), an_entry(3, "told to nobody", 3)]),
    ):
        with pytest.raises(StaleRace) as stale:
            await fails
        logged = "".join(traceback.format_exception(stale.value))
        assert re.search("IntegrityError|UniqueViolation", logged)
        assert "told to nobody" not in logged

    await store.close()


@pytest.mark.slow
async def test_whatever_was_written_is_there_after_a_kill(tmp_path: Path) -> None:
    # Given a race, and a process that writes to it
    path = fresh(tmp_path / "races.sqlite3")
    store = Store(path)
    await store.open()
    race = await a_lobby(store)

    for _ in range(3):
        writer = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            WRITER,
            str(path),
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": ROOT},
        )
        assert writer.stdout is not None
        told = [int(await writer.stdout.readline()) for _ in range(5)]

        # When it is killed in the middle
        writer.send_signal(signal.SIGKILL)
        told += [int(line) for line in (await writer.stdout.read()).split()]
        await writer.wait()

        # Then all that it knew to be written is there, whole: with each answer its fact and its notice
        found = await seq_of(store, race)
        assert found is not None
        assert found[1] in (told[-1], told[-1] + 1)
        assert len(await store.stories.inputs(race)) == len(await store.stories.facts(race)) == found[1]
        assert len(await store.outbox.of_race(race)) == found[1]
    await store.close()
