"""The requests to Discord, counted."""

from collections import Counter
from types import SimpleNamespace
from typing import Any

import aiohttp


class Requests:
    """Counts the requests to Discord by the status of their answers."""

    def __init__(self) -> None:
        self.by_status: Counter[str] = Counter()
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_end.append(self._ended)
        self.trace.on_request_exception.append(self._broke)

    async def _ended(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        self.by_status[str(ended.response.status)] += 1

    async def _broke(self, *_what: Any) -> None:
        self.by_status["broken"] += 1
