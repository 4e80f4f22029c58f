"""Databases for tests: one is made in each process, then copied, as making one takes longer than most tests.

What a program does once for its one database, each test would do again: a statement is compiled once for all databases
of a process, and migrations are not read where none is to be run. Nothing waits for the disk: a process that is killed
leaves what it wrote to the system all the same.
"""

import asyncio
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine

from db import store as its_store
from db.opening import backend, migrating, sqlite
from db.opening.backend import Backend
from db.store import Store
from tests import servers

KINDS = ("sqlite", "postgresql")
_kind = ["sqlite"]


def work_on(kind: str) -> None:
    """Say which kind of database stands for each file from now on."""
    _kind[:] = [kind]


def is_on_server() -> bool:
    return _kind[0] == "postgresql"


def database_of(database: str | Path) -> Backend:
    """Return the database that is at a path, or stands for it."""
    if not is_on_server() or "://" in str(database):
        return backend.backend_of(database)
    found = servers.database_for(Path(database))
    if not servers.exists(found):
        servers.make_empty(found)
    return found


def fresh(path: Path) -> Path:
    """Put an empty database, up to date, at *path*, unless there is one already; return the path."""
    if is_on_server():
        servers.give_fresh(path)
    elif not path.exists():
        path.write_bytes(_empty())
        know(path)
    return path


def know(path: Path) -> None:
    """Note that a file is a database which this process made, or looked at and brought up to date."""
    _known.add((path, path.stat().st_ino))


def is_known(path: Path) -> bool:
    return path.exists() and (path, path.stat().st_ino) in _known


_known: set[tuple[Path, int]] = set()


@cache
def _empty() -> bytes:
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor() as thread:  # here a loop may be running already
        path = Path(folder) / "empty.sqlite3"
        thread.submit(lambda: asyncio.run(_make(path))).result()
        return path.read_bytes()


async def _make(path: Path) -> None:
    store = Store(path)
    await store.open()
    await store.close()


# Done once for all


def _sharing(make: Callable[..., Any]) -> Callable[..., Any]:
    """Return what makes engines as *make* does, that share what they know of SQLite and each compiled statement."""
    known: list[Engine] = []

    def made(url: str, **options: Any) -> Any:
        engine = make(url, **options)
        sync: Engine = getattr(engine, "sync_engine", engine)
        if known and known[0].dialect.server_version_info:  # what it knows of SQLite, it knows since it was connected
            sync.dialect = sync.pool._dialect = known[0].dialect
            sync._compiled_cache = known[0]._compiled_cache
        else:
            known[:] = [sync]
        return engine

    return made


def _if_needed(upgrade: Callable[[Connection], None]) -> Callable[[Connection], None]:
    def upgraded(connection: Connection) -> None:
        if MigrationContext.configure(connection).get_current_revision() != _newest():
            upgrade(connection)

    return upgraded


@cache
def _newest() -> str | None:
    return ScriptDirectory(str(Path(migrating.__file__).parent / "migrations")).get_current_head()


def _unhurried(prepare: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
    def prepared(connection: Any, record: Any) -> None:
        prepare(connection, record)
        cursor = connection.cursor()
        cursor.execute("PRAGMA synchronous = OFF")
        cursor.close()

    return prepared


_ONCE: list[tuple[Any, str, Callable[[Callable[..., Any]], Callable[..., Any]]]] = [
    (sqlite, "create_engine", _sharing),
    (sqlite, "create_async_engine", _sharing),
    (migrating, "_upgrade", _if_needed),
    (sqlite, "_prepare", _unhurried),
    (its_store, "backend_of", lambda _its: database_of),
]
for _module, _name, _wrapped in _ONCE:
    setattr(_module, _name, _wrapped(getattr(_module, _name)))
