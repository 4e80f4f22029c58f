"""Transactions on a thread of their own: all that write, and the reading of a whole race.

A transaction is several statements: through the asynchronous driver each of them, and beginning and ending it, costs
the event loop a step; here the whole takes one.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection

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
