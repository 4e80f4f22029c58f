"""Transactions without threads, for tests of what stands above the database.

Such a test does some hundred transactions. Handing each to a thread and back takes a quarter of its time. Here each
is done by the event loop, at its next step: whoever waits for it waits, others go on meanwhile, and what is cut off is
done all the same. Most bots of tests/e2e do so, too. Threads are tested in tests/db, and by those bots that are killed
again and again in the middle of a race.
"""

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable
from typing import Any, ClassVar, Protocol, TypeVar

from sqlalchemy import Connection

from db import store as its_store
from db.opening import migrating
from db.opening.backend import Backend
from db.opening.sqlite import SqliteFile
from db.opening.writer import How, Reader, Work, Writer
from db.store import Store
from tests.databases import is_known, know

Result = TypeVar("Result")


class Patches(Protocol):
    """Puts something else in an attribute's place: a :class:`pytest.MonkeyPatch`, or what never takes it back."""

    def setattr(self, target: Any, name: str, value: object, /) -> None: ...


def at_once(patched: Patches) -> None:
    """Have each store made from now on work in the event loop, and look once whether a database is whole.

    A process that begins anew looks again, which takes longer than most of what tests have it do.
    """
    patched.setattr(its_store, "Writer", WriterAtOnce)
    patched.setattr(its_store, "Reader", ReaderAtOnce)
    patched.setattr(migrating, "bring_up_to_date", _unless_known(migrating.bring_up_to_date))


class WriterAtOnce(Writer):
    """Writes in the event loop, through one connection; who reads the same database does so through it as well."""

    newest: ClassVar[dict[Backend, "WriterAtOnce"]] = {}

    def __init__(self, backend: Backend) -> None:
        super().__init__(backend)
        self.begun = 0
        self._connection: Connection | None = None
        self._waiting: deque[tuple[How[Any], Work[Any], asyncio.Future[Any]]] = deque()
        self._is_closed = False
        self.newest.clear()
        self.newest[backend] = self

    async def _hand_over(self, how: How[Result], work: Work[Result]) -> Result:
        if self._is_closed:
            raise RuntimeError("nothing is done after the end")  # as a thread that has ended says
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Result] = loop.create_future()
        self._waiting.append((how, work, done))
        loop.call_soon(self._do)
        return await done

    def _do(self) -> None:
        if not self._waiting:
            return  # closed meanwhile: it was done then
        how, work, done = self._waiting.popleft()
        try:
            result = how(work)
        except Exception as error:
            if not done.cancelled():
                done.set_exception(error)
        else:
            if not done.cancelled():
                done.set_result(result)

    def _run(self, work: Work[Result]) -> Result:
        self.begun += 1
        connection = self.connection()
        with connection.begin():
            return work(connection)

    def connection(self) -> Connection:
        if self._connection is None or self._connection.closed:
            self._connection = self._engine.connect()
        return self._connection

    def close(self) -> None:
        while self._waiting:
            self._do()
        self._is_closed = True
        if self._connection is not None:
            self._connection.close()
        super().close()


class ReaderAtOnce(Reader):
    """Reads in the event loop, through the connection of who writes: of two transactions none is under way at once."""

    def __init__(self, backend: Backend) -> None:
        self._of = WriterAtOnce.newest.pop(backend)  # a store makes its reader next

    async def _hand_over(self, how: How[Result], work: Work[Result]) -> Result:
        return await self._of._hand_over(how, work)

    def _run(self, work: Work[Result]) -> Result:
        connection = self._of.connection().execution_options(writes=False)
        try:
            with connection.begin():
                return work(connection)
        finally:
            connection.execution_options(writes=True)

    def _alone(self, work: Work[Result]) -> Result:
        connection = self._of.connection()
        if connection.dialect.name == "sqlite":
            return work(connection)
        with connection.begin():  # the driver begins one in any case
            return work(connection)

    def close(self) -> None:
        """Nothing is open but what the writer closes."""


def transactions(store: Store) -> int | None:
    """Return how many transactions that write were begun through a store; ``None`` if threads or a server do them."""
    writer = store._writer
    return writer.begun if isinstance(writer, WriterAtOnce) and isinstance(writer._backend, SqliteFile) else None


def connection_of(store: Store) -> sqlite3.Connection:
    """Return the connection through which a store writes; nothing is under way in it."""
    assert isinstance(store._writer, WriterAtOnce)
    connection: Any = store._writer.connection().connection.dbapi_connection
    assert isinstance(connection, sqlite3.Connection)
    return connection


def _unless_known(migrate: Callable[[Any], None]) -> Callable[[Any], None]:
    def migrated(backend: Any) -> None:
        if isinstance(backend, SqliteFile) and not is_known(backend.path):
            migrate(backend)
            know(backend.path)

    return migrated
