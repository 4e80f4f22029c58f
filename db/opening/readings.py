"""Long readings, statement by statement, beside the threads for short ones, which they never hold up.

Connections always close, even when the work is cut off.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncConnection

from db.opening.backend import Backend


class Readings:
    """Connections that only read."""

    def __init__(self, backend: Backend) -> None:
        self._backend, self._opened = backend, backend.asynchronous()
        self._engine = self._opened.execution_options(writes=False)

    async def health(self) -> tuple[str, int]:
        """Return the fault of the database, empty if it is whole, and its size in bytes."""
        backend = self._backend
        async with self.connect() as connection:
            return await connection.run_sync(lambda sync: (backend.fault(sync), backend.size(sync)))

    async def close(self) -> None:
        await self._opened.dispose()

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection; a cancellation waits until it is open, so that it can be closed."""
        connection = self._engine.connect()
        opening = asyncio.ensure_future(connection.start())
        async with AsyncExitStack() as open_now:
            try:
                await asyncio.shield(opening)
            except asyncio.CancelledError:
                await asyncio.wait([opening])
                raise
            finally:
                if opening.done() and opening.exception() is None:
                    open_now.push_async_exit(connection)
            yield connection
