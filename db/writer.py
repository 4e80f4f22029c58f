"""Transactions on two threads: all that write on one, all that read on the other.

A transaction is several statements. An asynchronous driver would take the event loop a step for each of them, and for
beginning and ending it; here the whole takes one.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Executable, Row

from db.database import open_writer

Result = TypeVar("Result")


class Writer:
    """The thread, and its connection."""

    writes = True

    def __init__(self, path: Path) -> None:
        self._opened = open_writer(path)
        self._engine = self._opened.execution_options(writes=self.writes)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=type(self).__name__.lower())

    async def run(self, work: Callable[[Connection], Result]) -> Result:
        """Do *work* in a transaction, all of it or nothing, and return what it returns."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._run, work)

    def _run(self, work: Callable[[Connection], Result]) -> Result:
        with self._engine.begin() as connection:
            return work(connection)

    def close(self) -> None:
        self._thread.shutdown()
        self._opened.dispose()


class Reader(Writer):
    """One that only reads: it does not wait for those who write, nor they for it."""

    writes = False

    async def rows(self, statement: Executable, values: Mapping[str, Any] | None = None) -> Sequence[Row[Any]]:
        """Return all rows that a statement selects."""
        return await self.run(lambda connection: connection.execute(statement, values).all())

    async def first(self, statement: Executable, values: Mapping[str, Any] | None = None) -> Row[Any] | None:
        """Return the first row that a statement selects; ``None`` if there is none."""
        return await self.run(lambda connection: connection.execute(statement, values).first())

    async def column(self, statement: Executable) -> Sequence[Any]:
        """Return what all rows that a statement selects begin with."""
        return await self.run(lambda connection: connection.scalars(statement).all())

    async def aside(self, work: Callable[[Connection], Result]) -> Result:
        """Do *work*, which takes long, as :meth:`run` does, but let nobody who reads wait for it."""
        return await asyncio.to_thread(self._run, work)
