"""The way out to Discord, which several processes share: whoever was given up is silent, and none spends too much."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

from steward.fleet.fleet import Fleet

TOGETHER = 40.0
"""Requests in a second for all processes together. Discord takes 50 from a bot; the rest is for people's presses."""

_PRIVATE = ("/interactions/", "/webhooks/")
"""How the ways begin that answer somebody's press: these Discord does not count, and they tell that person alone."""

Request = Callable[..., Coroutine[Any, Any, Any]]


class GivenUp(ConnectionError):
    """This process may have no effects outside: it was silent for too long."""


class Fence:
    """Lets requests through as long as this process is sure of its place, and as fast as its share allows."""

    def __init__(self, fleet: Fleet, seconds: Callable[[], float] = time.monotonic) -> None:
        self._fleet, self._seconds = fleet, seconds
        self._next = 0.0  # when there is room for another request

    def through(self, request: Request) -> Request:
        """Return the library's way to send a request, fenced."""

        async def sent(route: Any, **how: Any) -> Any:
            if not route.path.startswith(_PRIVATE):
                await self._wait()
                if not self._fleet.is_sure():
                    raise GivenUp
            return await request(route, **how)

        return sent

    async def _wait(self) -> None:
        """Wait until this process's share has room; a second's worth may come at once."""
        share = self._fleet.share(TOGETHER)
        if share is None:
            return
        now = self._seconds()
        self._next = max(self._next, now - 1.0) + 1.0 / share
        if self._next > now:
            await asyncio.sleep(self._next - now)
