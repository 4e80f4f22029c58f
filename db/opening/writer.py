"""Transactions off the event loop: one thread writes, or some where the database bears that, and some read.

A transaction is several statements: through an asynchronous driver each of them, and beginning and ending it, costs
the event loop a step; here the whole takes one. Work that is cut off still ends on its thread, and closes its
connection.
"""

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Connection, Row, Select

from db.opening.backend import Backend
from db.opening.errors import Outlived, is_conflict, is_of_database
from db.opening.prepared import Prepared
from records.figures import Failures, Spans

Result = TypeVar("Result")
Work = Callable[[Connection], Result]
How = Callable[[Work[Result]], Result]


class Writer:
    """The threads that write, each with its connection."""

    writes = True

    def __init__(self, backend: Backend) -> None:
        self.spans, self.again = Spans(), 0  # how long transactions took, and how many had to be done again
        self.failures = Failures()
        self.process: int | None = None  # its number among others, where there may be any
        self._backend, self._engine = backend, backend.engine(writes=self.writes)
        self._thread = ThreadPoolExecutor(max_workers=self._threads, thread_name_prefix=type(self).__name__.lower())

    @property
    def _threads(self) -> int:
        return self._backend.writers

    async def run(self, work: Work[Result], *races: int) -> Result:
        """Do *work* in a transaction, all of it or nothing, and return its result.

        A transaction that another one broke off is done again, so *work* changes nothing but the database.

        :param races: all whose rows it decides on; if none is named, nobody else writes meanwhile.
        :raises Outlived: if this process was silent for so long that others have taken its place.
        """

        def held(connection: Connection) -> Result:
            self._backend.hold(connection, races or None, self.process)
            return work(connection)

        since = time.perf_counter()
        try:
            return await self._hand_over(self._run, held)
        except Exception as error:
            if isinstance(error, Outlived) or (is_of_database(error) and not is_conflict(error)):
                self.failures.note("write")
            raise
        finally:
            self.spans.note(time.perf_counter() - since)

    async def clear_away(self) -> None:
        """Leave nothing in files of what was deleted or overwritten."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._backend.clear_away, self._engine)

    async def _hand_over(self, how: How[Result], work: Work[Result]) -> Result:
        """Have *work* done on a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, how, work)

    def _run(self, work: Work[Result]) -> Result:
        return self._patiently(self._once, work)

    def _patiently(self, how: How[Result], work: Work[Result]) -> Result:
        """Have *work* done, again if it was broken off."""
        for wait in self._backend.waits:
            try:
                return how(work)
            except Exception as error:
                if not self._backend.is_passing(error):
                    raise
            self.again += 1
            time.sleep(wait * random.uniform(0.5, 1.5))  # noqa: S311  so that two do not meet again
        return how(work)

    def _once(self, work: Work[Result]) -> Result:
        try:
            with self._engine.begin() as connection:
                result = self._watched(connection, work)
        except Exception as error:
            self._note(error)
            if not self._backend.was_kept(error):
                raise
        return result

    def _note(self, error: BaseException) -> None:
        if self._backend.is_away(error):
            self.failures.note("database away")

    def _watched(self, connection: Connection, work: Work[Result]) -> Result:
        """Do *work*; a connection that breaks meanwhile is used no more."""
        try:
            return work(connection)
        except Exception:
            if self._backend.is_broken(connection):
                connection.invalidate()
            raise

    def close(self) -> None:
        self._thread.shutdown()
        self._engine.dispose()


class Reader(Writer):
    """Some that only read: they do not wait for those who write, nor a short reading for a long one."""

    writes = False

    def __init__(self, backend: Backend) -> None:
        super().__init__(backend)
        self._single = backend.single(self._engine)

    @property
    def _threads(self) -> int:
        return 4

    async def run(self, work: Work[Result], *_races: int) -> Result:
        """Do *work* in a transaction that only reads: all its statements see the same moment."""
        return await self._hand_over(self._run, work)

    async def rows(self, found: Select[Any], **values: Any) -> Sequence[Row[Any]]:
        """Return all rows of a statement; *values* are those of its parameters."""
        return await self.run(lambda connection: connection.execute(found, values).all())

    async def found(self, found: Prepared, **values: Any) -> list[Any]:
        """Return all rows of a compiled statement: a single statement is a transaction."""
        return await self._hand_over(self._alone, lambda connection: found.rows(connection, values))

    def _alone(self, work: Work[Result]) -> Result:
        return self._patiently(self._by_itself, work)

    def _by_itself(self, work: Work[Result]) -> Result:
        try:
            with self._single.connect() as connection:
                return self._watched(connection, work)
        except Exception as error:
            self._note(error)
            raise
