"""Ending in good order: work begun with the database ends before its connections close.

And ending at all: a part that always fails must not run for ever.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

BORNE_FOR = 300.0
"""Seconds for which a part that must run may fail each time; then it ends, and the program with it."""


class Patience:
    """Bears the failures of a part that runs for ever, until nothing but failures has come for minutes."""

    def __init__(self) -> None:
        self._since: float | None = None

    def renew(self) -> None:
        """Note that all went well."""
        self._since = None

    def is_over(self) -> bool:
        """Note a failure, and tell whether failures have lasted too long."""
        now = asyncio.get_running_loop().time()
        self._since = now if self._since is None else self._since
        return now - self._since >= BORNE_FOR


async def uninterrupted(work: Coroutine[Any, Any, T]) -> T:
    """Await *work* and return its result; a cancellation takes effect only when it is done."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise
