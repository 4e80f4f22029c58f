"""SQLite in WAL mode, and the one file that knows it. A database is a file, which one program runs on."""

import errno
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from db.opening.errors import Unusable

NOT_THROUGH_LINKS = getattr(os, "O_NOFOLLOW", 0)
"""For what is opened beside the database: a link there may be anybody's; 0 where the system has no such flag."""

BUSY_MILLISECONDS = 10_000
_OPTIONS: dict[str, Any] = {
    # Errors go to the log, but values of a failed write may be secret: a sealed bet or answer with its salt, a seed.
    "hide_parameters": True,
    # Values by name, as prepared statements hand them over.
    "paramstyle": "named",
}
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


@dataclass(frozen=True)
class SqliteFile:
    """A database in a file: a :class:`db.opening.backend.Backend`."""

    path: Path

    writers = 1
    waits = ()

    @property
    def list_of_forgotten(self) -> Path:
        return self.path.with_name(self.path.name + ".forgotten")

    def prepare(self) -> None:
        """Make the file, unless it is there, and let only its owner read it and SQLite's files beside it."""
        os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
        with suppress(PermissionError):
            self.path.chmod(0o600)
        for suffix in ("-wal", "-shm") if NOT_THROUGH_LINKS else ():
            with suppress(OSError):
                _make_private(self.path.with_name(self.path.name + suffix))

    def engine(self, *, writes: bool = True) -> Engine:
        engine = create_engine(f"sqlite:///{self.path}", **_OPTIONS)
        _listen(engine)
        return engine.execution_options(writes=writes)

    def single(self, engine: Engine) -> Engine:
        return engine

    def asynchronous(self) -> AsyncEngine:
        engine = create_async_engine(f"sqlite+aiosqlite:///{self.path}", **_OPTIONS)
        _listen(engine.sync_engine)
        return engine

    def alone(self, _connection: Connection) -> None:
        """Do nothing: a transaction that writes is alone from its beginning."""

    def hold(self, _connection: Connection, _races: Sequence[int] | None, _process: int | None = None) -> None:
        """Do nothing: a transaction that writes holds everything from its beginning."""

    def take_time(self, _connection: Connection) -> None:
        """Do nothing: no transaction is ended for being silent."""

    def is_passing(self, _error: BaseException) -> bool:
        return False

    def is_away(self, _error: BaseException) -> bool:
        return False

    def is_broken(self, _connection: Connection) -> bool:
        return False

    def was_kept(self, _error: BaseException) -> bool:
        return False

    def fault(self, connection: Connection) -> str:
        found = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one())
        return "" if found == "ok" else found

    def size(self, connection: Connection) -> int:
        told = ("page_count", "page_size")
        pages, size = (int(connection.exec_driver_sql(f"PRAGMA {each}").scalar_one()) for each in told)
        return pages * size

    def exists(self) -> bool:
        return self.path.is_file()

    def clear_away(self, engine: Engine) -> None:
        """Bring all that was written into the file itself, and empty the log beside it, which keeps what was before."""
        with closing(engine.raw_connection()) as connection:
            connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def numbers(self, connection: Connection) -> Mapping[str, int]:
        found = connection.exec_driver_sql("SELECT name, seq FROM sqlite_sequence")
        return {str(name): int(last) for name, last in found}

    def number_on(self, connection: Connection, numbers: Mapping[str, int]) -> None:
        for name, last in numbers.items():
            known = connection.exec_driver_sql(
                "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", (last, name)
            )
            if not known.rowcount:
                connection.exec_driver_sql("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (name, last))

    def back_up(self, copy: Path) -> None:
        """Copy it page by page, as SQLite itself does it."""
        _make_anew(copy)
        with closing(sqlite3.connect(self.path)) as database, closing(sqlite3.connect(copy)) as to:
            database.backup(to)

    def why_unusable(self, error: BaseException) -> Unusable:
        told = str(getattr(error, "orig", None) or error)
        known = next((cure for words, cure in _PROBLEMS.items() if words in told), None)
        return Unusable(f"I can't use the database {self.path}. {known or f'SQLite says: {told}.'}")

    def among(self) -> AbstractContextManager[None]:
        return self.only_one()

    def register(self) -> None:
        """Return nothing: nobody else is here."""

    @contextmanager
    def only_one(self) -> Iterator[None]:
        """Hold the lock beside the file."""
        beside = self.path.with_name(f"{self.path.name}.lock")
        if not beside.parent.is_dir():
            raise _unwritable(beside, os.strerror(errno.ENOENT))  # it would be made
        lock = FileLock(beside, blocking=False, mode=0o600)
        try:
            lock.acquire()
        except Timeout as error:
            raise Unusable(
                f"Another Quadriga runs on {self.path} already. Stop it before you start this one, or set another "
                "QUADRIGA_DATABASE."
            ) from error
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise Unusable(f"{beside} is a link, and I follow none there. Remove it, {AGAIN}") from error
            raise _unwritable(beside, error.strerror) from error
        try:
            yield
        finally:
            lock.release()


def _unwritable(lock: Path, why: str | None) -> Unusable:
    return Unusable(
        f"I can't write {lock}: {why}. Give me a folder that exists and that I may write to, by QUADRIGA_DATABASE, "
        f"{AGAIN}"
    )


def _make_anew(path: Path) -> None:
    """Make an empty file for its owner alone.

    :raises Unusable: if there is one of that name.
    """
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        raise Unusable(f"{path} is there already, and I write over nothing. Name another file.") from None


def _make_private(path: Path) -> None:
    """Let only its owner read a file. What a link leads to stays as it is: somebody else may have put the link there.

    :raises OSError: if it is a link, if there is none, or if it is another user's.
    """
    file = os.open(path, os.O_RDONLY | NOT_THROUGH_LINKS)
    try:
        os.chmod(file, 0o600)  # noqa: PTH101 the open file, whatever bears its name by now
    finally:
        os.close(file)


def _listen(engine: Engine) -> None:
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)


def _prepare(connection: Any, _record: Any) -> None:
    # The driver would begin transactions late, at the first write; _begin does it instead.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        # What is deleted is overwritten: a person may have asked for it.
        "secure_delete = ON",
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
