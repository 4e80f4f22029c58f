"""The bot's requests, and the problems that were found in them."""

import logging
from collections import deque
from dataclasses import dataclass, field, fields
from typing import Any

from sandbox.clock import Clock, iso
from sandbox.errors import Json

log = logging.getLogger("sandbox")


@dataclass(slots=True)
class Request:
    """One request of the bot, and how it was answered."""

    n: int  # 1 for the first
    at: str
    method: str
    path: str
    route: str | None  # as in Discord's OpenAPI description; None if there is none
    query: dict[str, str]
    is_whole: bool = False  # whether its body has come; it may have been cut off, or refused unread
    payload: Any = None
    files: list[Json] = field(default_factory=list)
    status: int = 0
    code: int | None = None
    fault: str | None = None
    ms: float = 0.0
    answer: Any = None  # kept only if the records keep answers


_PARTS = tuple(each.name for each in fields(Request))


@dataclass
class Records:
    """The requests and problems so far.

    :ivar most: how many requests are kept.
    :ivar keeps_answers: whether each request keeps the JSON of its answer, too.
    """

    clock: Clock
    most: int = 20_000
    keeps_answers: bool = False
    problems: list[Json] = field(default_factory=list)
    requests: "deque[Request]" = field(init=False)
    count: int = 0

    def __post_init__(self) -> None:
        self.requests = deque(maxlen=self.most)

    def begin(self, method: str, path: str, route: str | None, query: dict[str, str]) -> Request:
        """Note that a request has come."""
        self.count += 1
        request = Request(self.count, iso(self.clock.now()), method, path, route, query)
        self.requests.append(request)
        return request

    def since(self, n: int) -> list[Json]:
        """Return the requests after number *n*, oldest first."""
        return [{name: getattr(request, name) for name in _PARTS} for request in self.requests if request.n > n]

    def note(self, kind: str, text: str, request: Request | None = None) -> None:
        """Note a problem; see the README for the kinds."""
        log.warning("%s: %s", kind, text)
        problem: Json = {"kind": kind, "at": iso(self.clock.now()), "text": text}
        if len(self.problems) < self.most:
            self.problems.append(problem | {"request": request.n} if request else problem)
