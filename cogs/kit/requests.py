"""The requests to Discord, counted."""

import re
from collections import Counter
from types import SimpleNamespace
from typing import Any

import aiohttp

MOST_ROUTES = 60
"""Routes that are counted each by itself; all others together."""

UNCOUNTED = ("interactions", "webhooks")
"""How the routes begin that answer somebody's press: in its limit for all requests Discord leaves them out."""

SCOPES = ("user", "shared", "global")
"""For whom a limit of Discord's is: for a route, for all who write there, for everything that the bot asks."""

_DIGIT = re.compile(r"\d")
_VERSION = re.compile(r"/api/v\d+/")
_LONG = 20  # signs: a secret, and no word of a route


class Requests:
    """Counts the requests to Discord: by the status of their answers, by route, and those that came too fast."""

    def __init__(self) -> None:
        self.by_status: Counter[str] = Counter()
        self.by_route: Counter[str] = Counter()
        self.too_fast: Counter[str] = Counter()
        self.counted = 0  # those that Discord counts together
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_end.append(self._ended)
        self.trace.on_request_exception.append(self._broke)

    async def _ended(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        status = ended.response.status
        self.by_status[str(status)] += 1
        found = route_of(ended.url.path)
        if found is None:
            return
        self.counted += not found.startswith(UNCOUNTED)
        named = f"{ended.method} {found}"
        self.by_route[named if named in self.by_route or len(self.by_route) < MOST_ROUTES else "others"] += 1
        if status == 429:
            scope = ended.response.headers.get("X-RateLimit-Scope", "")
            self.too_fast[scope if scope in SCOPES else "other"] += 1

    async def _broke(self, *_what: Any) -> None:
        self.by_status["broken"] += 1


def route_of(path: str) -> str | None:
    """Return the route of a request, without anybody's number and without secrets; ``None`` if it is none of the API.

    >>> route_of("/api/v10/channels/123/messages/456")
    'channels/-/messages/-'
    >>> route_of("/api/v10/webhooks/123/aW50ZXJhY3Rpb24tdG9rZW4/messages/@original")
    'webhooks/-/-/messages/@original'
    """
    found = _VERSION.match(path)
    if found is None:
        return None
    parts = path[found.end() :].split("/")
    return "/".join("-" if _DIGIT.search(part) or len(part) > _LONG else part for part in parts)
