"""PostgreSQL: many write at once, connections break, errors tell nothing, and what is wrong is told in a sentence."""

import asyncio
import threading
import traceback
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import URL, Connection, inspect, text, update

from db.opening import postgres
from db.opening.errors import Unusable
from db.opening.migrating import in_words, make_ready
from db.opening.postgres import PostgresDatabase, Session
from db.schema import letters, money, past, tables  # noqa: F401  all tables are known once these are read
from db.schema.tables import metadata
from db.store import Store
from db.upkeep.roles import make_ready_for
from db.writing.forgetting import How
from engine.betting.leaving import void_all_of
from tests import servers
from tests.databases import fresh
from tests.db.around import around_the_program
from tests.db.bets import GUILD, TooPoor, a_table, placing, refunds
from tests.db.samples import ANN, a_batch, a_lobby, a_notice, an_input

pytestmark = pytest.mark.of_server
SECRET = "told-to-nobody"
OF_SERVER = {"writer", "process", "lease", "press"}
"""Tables that only PostgreSQL has: they tell of its programs."""


@pytest.fixture
async def other(store: Store, tmp_path: Path) -> AsyncIterator[Store]:
    """Give another program on the same database."""
    other = Store(tmp_path / "races.sqlite3")
    yield other
    await other.close()


def database_of(store: Store) -> PostgresDatabase:
    assert isinstance(store._backend, PostgresDatabase)
    return store._backend


# Many at once


async def test_of_200_bets_on_one_race_by_eight_writers_none_is_lost(
    store: Store, other: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    race = await a_table(store)
    again: list[BaseException] = []

    def is_passing(_database: PostgresDatabase, error: BaseException) -> bool:
        again.append(error)
        return False

    monkeypatch.setattr(PostgresDatabase, "is_passing", is_passing)

    both = (store, other)
    await asyncio.gather(*(both[n % 2].wagers.change(race, placing(1 + n, f"k{n}")) for n in range(200)))

    book = await store.wagers.book(race)
    assert [each.number for each in book.tickets] == list(range(1, 201))
    assert (await store.purses.audit()).is_sound
    assert again == []


async def test_a_purse_pays_for_bets_on_two_races_at_once_and_never_owes(store: Store, other: Store) -> None:
    races = [await a_table(store), await a_table(store)]

    async def press(n: int) -> bool:
        try:
            await (store, other)[n % 2].wagers.change(races[n // 2 % 2], placing(ANN, f"k{n}", 300))
        except TooPoor:
            return False
        return True

    assert sum(await asyncio.gather(*(press(n) for n in range(40)))) == 3
    await asyncio.gather(*(each.wagers.change(race, refunds) for each in (store, other) for race in races))
    assert await store.wagers.purse(GUILD, ANN) == 1000
    assert (await store.purses.audit()).is_sound


async def test_who_reads_a_race_sees_one_moment_of_it(store: Store, other: Store) -> None:
    race = await a_lobby(store)
    await store.write(a_batch(race))
    is_read, goes_on = threading.Event(), threading.Event()

    def twice(connection: Connection) -> list[int]:
        found = []
        for _ in range(2):
            found.append(connection.execute(text("SELECT seq FROM race")).scalar_one())
            is_read.set()
            goes_on.wait(10)
        return found

    reading = asyncio.create_task(other._reader.run(twice))
    await asyncio.to_thread(is_read.wait, 10)
    await store.write(a_batch(race, 1))
    goes_on.set()

    assert await reading == [1, 1]


async def test_two_who_wait_for_each_other_are_both_done_in_the_end(store: Store) -> None:
    races = [await a_lobby(store), await a_lobby(store)]
    meeting = threading.Barrier(2)
    tries = [0, 0]

    def crossing(n: int) -> Any:
        def work(connection: Connection) -> None:
            tries[n] += 1
            for step, race in enumerate((races[n], races[1 - n])):
                this = update(tables.races).where(tables.races.c.id == race)
                connection.execute(this.values(revision=tables.races.c.revision + 1))
                if not step and tries[n] == 1:
                    meeting.wait(10)

        return work

    revisions = [await store.index.revision_of(race) for race in races]
    await asyncio.gather(*(store._writer.run(crossing(n), races[n]) for n in range(2)))

    assert sum(tries) == 3
    for race, was in zip(races, revisions, strict=True):
        assert was is not None
        assert await store.index.revision_of(race) == (was[0], was[1] + 2)


# Connections that break


async def rows(store: Store) -> int:
    return len(await store.outbox.waiting())


async def test_a_connection_that_is_lost_before_the_end_costs_nothing(store: Store, tmp_path: Path) -> None:
    race = await a_lobby(store)
    await store.races.set(race, thread=7)
    tries = []

    def work(connection: Connection) -> None:
        tries.append(connection.execute(text("SELECT pg_backend_pid()")).scalar_one())
        connection.execute(text("UPDATE race SET revision = revision + 1"))
        if len(tries) == 1:
            with around_the_program(tmp_path / "races.sqlite3") as way:
                way.execute(f"SELECT pg_terminate_backend({tries[0]}, 5000)")
            connection.execute(text("SELECT 1"))

    was = await store.index.revision_of(race)
    await store._writer.run(work, race)

    assert was is not None
    assert len(set(tries)) == 2
    assert await store.index.revision_of(race) == (was[0], was[1] + 1)
    assert (store.failures.counts["database away"], store.failures.counts["write"]) == (1, 0)


@pytest.mark.parametrize("is_kept", [True, False], ids=["after it was kept", "before it was kept"])
async def test_a_connection_that_is_lost_at_the_end_leaves_the_deed_done_once(
    store: Store, monkeypatch: pytest.MonkeyPatch, is_kept: bool
) -> None:
    race = await a_lobby(store)
    commit, broken = Session.commit, list[Session]()

    def breaking(self: Session) -> None:
        if self.mark and not broken:
            broken.append(self)
            if is_kept:
                psycopg.Connection.commit(self)
            self.close()
        commit(self)

    monkeypatch.setattr(Session, "commit", breaking)
    await store.write(a_batch(race, notices=(a_notice(race),)))

    assert len(broken) == store.failures.counts["database away"] == 1
    assert [each.seq for each in await store.stories.inputs(race)] == [1]
    assert await rows(store) == 1


async def test_readers_do_not_notice_that_their_connections_were_ended(
    store: Store, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    race = await a_lobby(store)
    assert await store.load(race)

    end_all(tmp_path / "races.sqlite3")

    assert await store.load(race)
    assert await store.index.revision_of(race)
    assert await store.health() == ("", (await store.health())[1])
    assert await asyncio.gather(*(store.outbox.waiting() for _ in range(8))) == [[]] * 8
    assert caplog.text == ""


def end_all(path: Path) -> None:
    """End all connections to a database but the one that says so."""
    with around_the_program(path) as way:
        way.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def test_only_one_program_runs_on_a_database(tmp_path: Path) -> None:
    path = tmp_path / "races.sqlite3"
    fresh(path)
    database = servers.database_for(path)

    is_told = pytest.raises(Unusable, match="Another Quadriga runs on it already")
    with database.only_one(), is_told, database.only_one():
        pass
    with database.only_one():
        pass


@pytest.mark.parametrize("is_taken", [True, False])
def test_a_program_takes_its_lock_again_after_the_server_was_away_or_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_taken: bool
) -> None:
    path = tmp_path / "races.sqlite3"
    fresh(path)
    database = servers.database_for(path)
    monkeypatch.setattr(postgres._RunningLock, "LOOKS", 0.01)
    ended, again = threading.Event(), threading.Event()
    monkeypatch.setattr("db.opening.postgres.os.kill", lambda *_who: ended.set())
    take = postgres._RunningLock.take

    with database.only_one():
        # Given that another is quicker, or not, to take the lock once its connection has ended
        def taking(lock: postgres._RunningLock) -> bool:
            again.set()
            return not is_taken and take(lock)

        monkeypatch.setattr(postgres._RunningLock, "take", taking)
        end_all(path)

        assert again.wait(10)
        assert ended.wait(10 if is_taken else 0.3) is is_taken
        if not is_taken:
            monkeypatch.setattr(postgres._RunningLock, "take", take)
            with pytest.raises(Unusable, match="runs on it already"), database.only_one():
                pass


# What errors tell


async def test_an_error_tells_no_value(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    race = await a_lobby(store)
    bad: dict[str, Any] = {"answer": SECRET, "salt": SECRET, "digest": SECRET}
    fails = [
        store.write(a_batch(race, inputs=(an_input(1, **{**bad, "by": "nobody"}),))),
        store.write(a_batch(race, inputs=(an_input(1, **{**bad, "clause": SECRET * 100}),))),
        store.write(a_batch(race, inputs=(an_input(1, **bad), an_input(1, **bad)))),
        store.memory.set("word", f"{SECRET}\0"),
    ]
    read = [  # not by any statement of ours: the first line of such an error has the value, so the server's log too
        store._writer.run(lambda found: found.execute(text("SELECT CAST(:x AS INTEGER)"), {"x": SECRET})),
        store._writer.run(lambda found: found.execute(text("SELECT CAST(:x AS JSON)"), {"x": SECRET})),
    ]

    for each in (*fails, *read):
        with pytest.raises(Exception, match=r".") as error:
            await each
        told = "".join(traceback.format_exception(error.value))
        assert SECRET not in told
    assert SECRET not in caplog.text
    logged = (servers.folder() / "log").read_text(encoding="utf-8")
    assert "violates check constraint" in logged
    assert not [line for line in logged.splitlines() if SECRET in line and "invalid input syntax" not in line]


async def test_every_check_of_every_table_keeps_quiet(store: Store, tmp_path: Path) -> None:
    del store
    database = servers.database_for(tmp_path / "races.sqlite3")
    checked = 0
    with database._connected() as session:
        for table in metadata.sorted_tables:
            named = ", ".join(f'"{column.name}"' for column in table.columns)
            values = ", ".join(_marked(column.type) for column in table.columns)
            with pytest.raises(psycopg.Error) as error:
                session.execute(f"INSERT INTO {table.name} ({named}) VALUES ({values}), ({values})")
            assert SECRET not in str(error.value)
            assert "424242" not in str(error.value)
            checked += 1
    assert checked > 25


def _marked(kind: Any) -> str:
    python = getattr(kind, "python_type", str)
    return {bool: "true", int: "424242", float: "424242.5"}.get(python, f"'{SECRET}'")


# What keeps it from being used


def called(name: str, user: str = servers.USER, **query: str) -> PostgresDatabase:
    given = {"host": str(servers.folder()), **query}
    return PostgresDatabase(URL.create("postgresql", username=user, password="pa55", database=name, query=given))


async def refusal(database: PostgresDatabase) -> str:
    with pytest.raises(Unusable) as refused, in_words(database):
        await make_ready(database)
    told = str(refused.value)
    assert "pa55" not in told
    assert len(told.splitlines()) == 1
    return told


async def test_a_database_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert "There is no such database" in await refusal(called("nowhere"))
    assert "does not let me in" in await refusal(called("postgres", user="nobody"))
    assert "does not answer" in await refusal(called("postgres", host=str(tmp_path)))


async def test_a_database_in_another_encoding_is_refused() -> None:
    made = "CREATE DATABASE {} TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'"
    servers.administer(made, "in_latin")
    try:
        assert "It is in LATIN1" in await refusal(called("in_latin"))
    finally:
        servers.administer("DROP DATABASE {}", "in_latin")


async def test_a_database_of_a_newer_program_is_left_alone(store: Store, tmp_path: Path) -> None:
    servers.spoil(tmp_path / "races.sqlite3")
    with around_the_program(tmp_path / "races.sqlite3") as way:
        way.execute("UPDATE alembic_version SET version_num = '9999'")

        assert "A newer Quadriga wrote it" in await refusal(database_of(store))

        assert way.execute("SELECT version_num FROM alembic_version").fetchone() == ("9999",)


async def test_a_database_that_may_only_be_read_is_named(store: Store, tmp_path: Path) -> None:
    servers.spoil(tmp_path / "races.sqlite3")
    servers.administer(
        "ALTER DATABASE {} SET default_transaction_read_only = on", str(database_of(store).address.database)
    )
    again = Store(database_of(store).address.render_as_string(hide_password=False))
    with pytest.raises(Unusable, match="only lets me read"):
        await again.open()
    await again.close()
    servers.administer(
        "ALTER DATABASE {} RESET default_transaction_read_only", str(database_of(store).address.database)
    )


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (psycopg.errors.DiskFull(), "disk of its server is full"),
        (psycopg.errors.TooManyConnections(), "no connection left"),
        (psycopg.errors.CannotConnectNow(), "shutting down or starting"),
        (psycopg.errors.DataCorrupted(), "It is damaged"),
        (psycopg.errors.SyntaxError(SECRET), "PostgreSQL says: 42601."),
    ],
)
def test_each_error_of_a_server_has_its_cure(error: psycopg.Error, told: str) -> None:
    assert told in str(called("races").why_unusable(error))
    assert SECRET not in str(called("races").why_unusable(error))


async def test_a_role_that_may_not_change_the_schema_asks_its_owner(store: Store, tmp_path: Path) -> None:
    servers.spoil(tmp_path / "races.sqlite3")
    with around_the_program(tmp_path / "races.sqlite3") as way:
        way.execute("UPDATE alembic_version SET version_num = '0027'")
        _make_role()
        make = "GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO player"
        way.execute(make)
    assert "My role may not do that" in await refusal(called(str(database_of(store).address.database), "player"))


def _make_role() -> None:
    if not servers.administer("SELECT 1 FROM pg_roles WHERE rolname = 'player'"):
        servers.administer("CREATE ROLE player LOGIN")


async def test_the_role_of_the_bot_plays_and_may_not_change_the_ledger(store: Store, tmp_path: Path) -> None:
    servers.spoil(tmp_path / "races.sqlite3")
    _make_role()
    make_ready_for(database_of(store), "player")
    address = called(str(database_of(store).address.database), "player").address
    bot = Store(address.render_as_string(hide_password=False), tmp_path / "races.forgotten")

    await bot.open()
    race = await a_table(bot)
    await bot.wagers.change(race, placing(ANN, "a"))
    await bot.write(a_batch(race, notices=(a_notice(race),)))

    for statement in (
        "UPDATE posting SET amount = 1",
        "DELETE FROM movement",
        "TRUNCATE posting",
        "ALTER TABLE posting DISABLE TRIGGER ALL",
        "DROP TRIGGER posting_follows ON posting",
        "SET session_replication_role = replica",
        "CREATE TABLE mine (a INTEGER)",
    ):
        with pytest.raises(Exception, match=r"permission denied|must be owner|InsufficientPrivilege"):
            await bot._writer.run(partial(_say, statement))
    how = How(lambda book: void_all_of(book, ANN, 5.0), {}, lambda number: a_notice(number, kind="panel"))
    former = (await bot.forgetting.finish(ANN, 4.0, 5.0, "00" * 32, how)).former
    assert former < 0
    assert await bot.purses.guilds_of(former)
    assert not await bot.purses.guilds_of(ANN)
    await bot.close()
    assert (await store.purses.audit()).is_sound


def _say(statement: str, connection: Connection) -> None:
    connection.execute(text(statement))


# The schema


def test_the_migrated_schema_is_that_of_the_tables_there_too(tmp_path: Path) -> None:
    fresh(tmp_path / "races.sqlite3")
    engine = servers.database_for(tmp_path / "races.sqlite3").engine()
    with engine.begin() as connection:
        context = MigrationContext.configure(connection, opts={"include_name": lambda name, *_: name not in OF_SERVER})
        assert compare_metadata(context, metadata) == []
        found = inspect(connection)
        for table in metadata.sorted_tables:
            wanted = {
                str(each.name) for each in table.constraints if type(each).__name__ == "CheckConstraint" and each.name
            }
            checks = {str(each["name"]) for each in found.get_check_constraints(table.name)}
            assert {name.rpartition(f"ck_{table.name}_")[2] for name in checks} == {
                name.rpartition(f"ck_{table.name}_")[2] for name in wanted
            }
        guarded = connection.execute(text("SELECT tgrelid::regclass::text FROM pg_trigger WHERE NOT tgisinternal"))
        assert set(guarded.scalars()) == {"account", "posting", "movement", "ticket", "side_bet", "market"}
    engine.dispose()


async def test_numbers_of_notices_go_on_beyond_two_thousand_millions(store: Store, tmp_path: Path) -> None:
    race = await a_lobby(store)
    with around_the_program(tmp_path / "races.sqlite3") as way:
        way.execute("SELECT setval('outbox_id_seq', 2147483647)")

    await store.outbox.put(a_notice(race))

    assert [each.id for each in await store.outbox.of_race(race)] == [2**31]
