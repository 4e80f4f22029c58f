"""Opening the database: SQLite in WAL mode, its schema brought up to date."""

import asyncio
import os
import sqlite3
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DatabaseError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

BUSY_MILLISECONDS = 10_000
HIDES_VALUES = True
"""Errors go to the log, but values of a failed write may be secret: a sealed bet or answer with its salt, a seed."""
NOT_THROUGH_LINKS = getattr(os, "O_NOFOLLOW", 0)
"""For what I open beside the database: a link there may be anybody's; 0 where the system has no such flag."""


AGAIN = "then start again."
_PROBLEMS = {
    "is locked": f"Another program holds it: a backup, or a database browser. Close that, {AGAIN}",
    "disk is full": f"Its disk is full. Free some space, {AGAIN}",
    "readonly": f"I may not write to it. Let the user that runs me write the file and its folder, {AGAIN}",
    "unable to open": f"Its folder is missing, or I may not enter it. Create it or set QUADRIGA_DATABASE, {AGAIN}",
    "disk I/O error": f"Its disk fails to read or write. Check the disk and the space on it, {AGAIN}",
    "not a database": "It is damaged, or no database of mine. Restore a copy: docs/deploy.md says how.",
    "malformed": "It is damaged. Restore a copy: docs/deploy.md says how.",
    "Can't locate revision": "A newer Quadriga wrote it. Update me, or restore a copy from before the update.",
}
"""The cure for a database that cannot be used, by words of the error."""


class Unusable(Exception):
    """The database cannot be used; the message gives the reason and the cure."""


def why_unusable(path: Path, error: BaseException) -> Unusable:
    """Return in words what keeps a database from being used."""
    told = str(getattr(error, "orig", None) or error)
    known = next((cure for words, cure in _PROBLEMS.items() if words in told), None)
    return Unusable(f"I can't use the database {path}. {known or f'SQLite says: {told}.'}")


def is_of_database(error: BaseException) -> bool:
    """Tell whether an error is the database's: SQLAlchemy's, or the driver's own from a prepared statement."""
    return isinstance(error, DatabaseError | sqlite3.DatabaseError)


def make_private(path: Path) -> None:
    """Make the file, unless it is there, and let only its owner read it and SQLite's files beside it."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    with suppress(PermissionError):
        path.chmod(0o600)
    for suffix in ("-wal", "-shm") if NOT_THROUGH_LINKS else ():
        with suppress(OSError):
            _make_private(path.with_name(path.name + suffix))


def _make_private(path: Path) -> None:
    """Let only its owner read a file. What a link leads to stays as it is: somebody else may have put the link there.

    :raises OSError: if it is a link, if there is none, or if it is another user's.
    """
    file = os.open(path, os.O_RDONLY | NOT_THROUGH_LINKS)
    try:
        os.chmod(file, 0o600)  # noqa: PTH101 the open file, whatever bears its name by now
    finally:
        os.close(file)


def open_database(path: Path) -> AsyncEngine:
    """Return the engine of a database file, without reading or writing yet."""
    engine = create_async_engine(f"sqlite+aiosqlite:///{path}", hide_parameters=HIDES_VALUES)
    event.listen(engine.sync_engine, "connect", _prepare)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def open_writer(path: Path) -> Engine:
    """Return a blocking engine of the same file, for another thread."""
    engine = create_engine(f"sqlite:///{path}", hide_parameters=HIDES_VALUES)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _record: Any) -> None:
    # The driver would begin transactions late, at the first write; _begin does it instead.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        f"busy_timeout = {BUSY_MILLISECONDS}",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    # A writer takes its lock at once: two of them wait for each other instead of failing half way.
    writes = connection.get_execution_options().get("writes", True)
    cursor = connection.connection.cursor()
    cursor.execute("BEGIN IMMEDIATE" if writes else "BEGIN")
    cursor.close()


async def migrate(path: Path) -> None:
    """Check the file and bring the schema up to date, in a thread: neither blocks the event loop."""
    await asyncio.to_thread(_migrate, path)


def _migrate(path: Path) -> None:
    writer = open_writer(path)
    try:
        with _ONE_AT_A_TIME, writer.begin() as connection:
            found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
            if found != "ok":
                raise DatabaseError("PRAGMA quick_check", None, Exception(f"malformed: {found}"))
            _upgrade(connection)
    finally:
        writer.dispose()


_ONE_AT_A_TIME = threading.Lock()
"""Alembic keeps the migration under way in a global; a second one would take its place."""


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
