"""Transactions off the event loop: one thread writes, some read.

A transaction is several statements: through an asynchronous driver each of them, and beginning and ending it, costs
the event loop a step; here the whole takes one. Work that is cut off still ends on its thread, and closes its
connection.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Connection, Row, Select

from db.opening.backend import Backend
from db.opening.prepared import Prepared

Result = TypeVar("Result")
Work = Callable[[Connection], Result]
How = Callable[[Work[Result]], Result]


class Writer:
    """The thread, and its connection."""

    writes, threads = True, 1

    def __init__(self, backend: Backend) -> None:
        self._opened = backend.engine()
        self._engine = self._opened.execution_options(writes=self.writes)
        self._thread = ThreadPoolExecutor(max_workers=self.threads, thread_name_prefix=type(self).__name__.lower())

    async def run(self, work: Work[Result]) -> Result:
        """Do *work* in a transaction, all of it or nothing, and return its result."""
        return await self._hand_over(self._run, work)

    async def _hand_over(self, how: How[Result], work: Work[Result]) -> Result:
        """Have *work* done on a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, how, work)

    def _run(self, work: Work[Result]) -> Result:
        with self._engine.begin() as connection:
            return work(connection)

    def close(self) -> None:
        self._thread.shutdown()
        self._opened.dispose()


class Reader(Writer):
    """Some that only read: they do not wait for those who write, nor a short reading for a long one."""

    writes, threads = False, 4

    async def rows(self, found: Select[Any], **values: Any) -> Sequence[Row[Any]]:
        """Return all rows of a statement; *values* are those of its parameters."""
        return await self.run(lambda connection: connection.execute(found, values).all())

    async def found(self, found: Prepared, **values: Any) -> list[Any]:
        """Return all rows of a compiled statement: a single statement is a transaction."""
        return await self._hand_over(self._alone, lambda connection: found.rows(connection, values))

    def _alone(self, work: Work[Result]) -> Result:
        with self._engine.connect() as connection:
            return work(connection)
