"""Ending in good order: work begun with the database ends before its connections close.

And ending at all: a part that always fails must not run for ever.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

log = logging.getLogger(__name__)

T = TypeVar("T")

AGAIN_AFTER = 1.0
"""Seconds after which a task that was cancelled, and goes on, is cancelled again."""

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
    """Await *work* and return its result; cancellations, however many, take effect only when it is done."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        while not task.done():
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.wait([task])
        if not task.cancelled() and (error := task.exception()):
            log.error("what was to be finished first has failed", exc_info=error)  # nobody else hears of it
        raise


async def for_ever(
    look: Callable[[], Coroutine[Any, Any, None]], pause: float, failed: str, news: asyncio.Event | None = None
) -> None:
    """Look after something again and again, with *pause* seconds in between, or less if there are *news*.

    :param failed: what the log says if a look comes to nothing.
    :raises Exception: the reason, if all looks fail for minutes.
    """
    patience, news = Patience(), news or asyncio.Event()
    while True:
        news.clear()
        try:
            await uninterrupted(look())
            patience.renew()
        except Exception:
            log.exception(failed)
            if patience.is_over():
                raise
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(pause):
                await news.wait()


def cut_off(task: asyncio.Task[Any]) -> None:
    """Cancel a task, and again each second until it is done: any of its steps may swallow a cancellation."""
    if not task.done():
        task.cancel()
        asyncio.get_running_loop().call_later(AGAIN_AFTER, cut_off, task)
