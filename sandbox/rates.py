"""Discord's rate limits: a bucket for each route and main resource, and 50 requests a second over all.

Discord publishes no numbers for the buckets; these come from its usual headers.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import md5
from types import MappingProxyType

from sandbox.clock import Clock, wait_until
from sandbox.errors import Json

LIMITS: Mapping[tuple[str, str], tuple[int, float]] = MappingProxyType(
    {
        # (method, route): requests, seconds
        ("POST", "/channels/{channel_id}/messages"): (5, 5.0),
        ("PATCH", "/channels/{channel_id}/messages/{message_id}"): (5, 5.0),
        ("DELETE", "/channels/{channel_id}/messages/{message_id}"): (5, 1.0),
        ("POST", "/channels/{channel_id}/messages/{message_id}/crosspost"): (10, 3600.0),
        ("PATCH", "/channels/{channel_id}"): (2, 600.0),
        ("POST", "/channels/{channel_id}/threads"): (5, 300.0),
        ("POST", "/webhooks/{webhook_id}/{webhook_token}"): (5, 2.0),
        ("POST", "/channels/{channel_id}/typing"): (5, 5.0),
    }
)
OTHERWISE = (50, 1.0)
OVER_ALL = 50  # requests a second; answers to interactions and follow-ups do not count
UNLIMITED = "/interactions/"
MAX_CONCURRENCY, IDENTIFY_SPAN = 1, 5.0
"""So many shards may identify in so many seconds: one for each remainder of their numbers."""

MOST_STARTS, DAY = 1000, 86_400.0
"""Sessions that may begin in a day."""


@dataclass
class Rates:
    """Counts requests and sessions. Headers are always given; refusals only while :attr:`are_enforced`."""

    clock: Clock
    are_enforced: bool = False
    _buckets: dict[tuple[str, str, str], deque[float]] = field(default_factory=dict)
    _all: deque[float] = field(default_factory=deque)
    _identified: dict[int, float] = field(default_factory=dict)  # by remainder of the shard: when it last did
    _starts: deque[float] = field(default_factory=deque)

    def count(self, method: str, route: str, resource: str) -> tuple[dict[str, str], Json | None]:
        """Count a request; return the headers of its answer, and the body of a 429 if it is one too many.

        :param resource: the id of its channel, server or webhook.
        """
        now = self.clock.now()
        limit, span = LIMITS.get((method, route), OTHERWISE)
        if not self.are_enforced:
            limit = max(limit, 1000)
        used = self._buckets.setdefault((method, route, resource), deque())
        while used and used[0] + span <= now:
            used.popleft()
        is_over = self.are_enforced and len(used) >= limit
        if not is_over:
            used.append(now)
        wait = wait_until(used[0] + span, now)
        headers = {
            "X-RateLimit-Limit": str(limit),
            "X-RateLimit-Remaining": str(max(0, limit - len(used))),
            "X-RateLimit-Reset": f"{wait_until(used[0] + span, 0):.3f}",
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Bucket": md5(f"{method} {route}".encode(), usedforsecurity=False).hexdigest(),
        }
        if is_over:
            return headers | {"X-RateLimit-Scope": "user"}, _body(wait, is_global=False)
        return self._count_over_all(now, route, headers)

    def _count_over_all(self, now: float, route: str, headers: dict[str, str]) -> tuple[dict[str, str], Json | None]:
        if not self.are_enforced or route.startswith((UNLIMITED, "/webhooks/")):
            return headers, None
        while self._all and self._all[0] + 1 <= now:
            self._all.popleft()
        if len(self._all) >= OVER_ALL:
            wait = wait_until(self._all[0] + 1, now)
            more = {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
            return headers | more, _body(wait, is_global=True)
        self._all.append(now)
        return headers, None

    def may_identify(self, shard: int) -> bool:
        """Count an IDENTIFY; tell whether it may begin a session."""
        now, key = self.clock.now(), shard % MAX_CONCURRENCY
        is_too_soon = key in self._identified and self._identified[key] + IDENTIFY_SPAN > now
        if self.are_enforced and (is_too_soon or not self.starts()["remaining"]):
            return False
        self._identified[key] = now
        self._starts.append(now)
        return True

    def starts(self) -> Json:
        """Return how many sessions may begin, and how fast, as ``GET /gateway/bot`` tells it."""
        now = self.clock.now()
        while self._starts and self._starts[0] + DAY <= now:
            self._starts.popleft()
        reset = wait_until(self._starts[0] + DAY, now) if self._starts else DAY
        return {
            "total": MOST_STARTS,
            "remaining": max(0, MOST_STARTS - len(self._starts)),
            "reset_after": int(reset * 1000),
            "max_concurrency": MAX_CONCURRENCY,
        }


def _body(wait: float, *, is_global: bool) -> Json:
    return {"message": "You are being rate limited.", "code": 0, "retry_after": wait, "global": is_global}
