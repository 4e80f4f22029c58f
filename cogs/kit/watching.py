"""What whoever runs the bot can watch: whether it lives, whether it is ready, and figures, on this machine alone.

It answers on the bot's own loop, so that silence means that the loop stands still; and from memory, so that a slow
database does not make a program that lives look dead. No figure names a server, a race or a person.
"""

import asyncio
import contextlib
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from aiohttp import web

from cogs.kit.client import Quadriga
from cogs.kit.requests import Requests
from records.figures import BOUNDS, OnRecord, Spans

LOOKS = 15.0
"""Seconds between two readings of what is on record."""

HERE = "127.0.0.1"
_TEXT = "text/plain; version=0.0.4; charset=utf-8"


class Watching:
    """Answers ``/healthz``, ``/readyz`` and ``/metrics`` as long as it is entered."""

    def __init__(self, bot: Quadriga, port: int) -> None:
        """:param port: on loopback; 0 takes a free one."""
        self._bot, self._port = bot, port
        self._read: tuple[float, OnRecord] | None = None  # when, by the monotonic clock
        self._ends = contextlib.AsyncExitStack()
        self.port = 0

    async def __aenter__(self) -> "Watching":
        told = web.Application()
        told.add_routes(
            [
                web.get("/healthz", self._lives),
                web.get("/readyz", self._is_ready),
                web.get("/metrics", self._figures),
            ]
        )
        runner = web.AppRunner(told, access_log=None)
        await runner.setup()
        self._ends.push_async_callback(runner.cleanup)
        site = web.TCPSite(runner, HERE, self._port)
        await site.start()
        self.port = runner.addresses[0][1]
        looking = asyncio.create_task(self._look())
        self._ends.callback(looking.cancel)
        return self

    async def __aexit__(self, *_why: object) -> None:
        await self._ends.aclose()

    async def _look(self) -> None:
        while True:
            with contextlib.suppress(Exception):  # how old the last reading is tells it
                self._read = time.monotonic(), await self._bot.steward.figures.now()
            await asyncio.sleep(LOOKS)

    async def _lives(self, _request: web.Request) -> web.Response:
        return web.Response(text="I live.\n")

    async def _is_ready(self, _request: web.Request) -> web.Response:
        missing = self._missing()
        return web.Response(text=f"{missing or 'I am ready.'}\n", status=503 if missing else 200)

    def _missing(self) -> str:
        """Return the reason for which people wait now; empty while everybody is served."""
        if self._bot.is_closed():
            return "I am ending."
        if away := self._bot.away():
            return _not_let_in(away, self._bot.shard_count)
        return "" if self._bot.is_ready() else "I am looking at my servers."

    async def _figures(self, _request: web.Request) -> web.Response:
        lines = [*self._of_program(), *self._of_record()]
        return web.Response(text="\n".join(lines) + "\n", headers={"Content-Type": _TEXT})

    def _of_program(self) -> Iterator[str]:
        stored, again = self._bot.steward.stored()
        yield from _spans("first_answer_seconds", "From a press to its first answer.", self._bot.first_answers)
        yield from _spans("stored_seconds", "How long a transaction took that writes.", stored)
        yield from _number("stored_again_total", "counter", "Transactions that were broken off and done again.", again)
        failed = self._bot.steward.failures.counts
        yield from _numbers("failures_total", "counter", "What failed in this program.", "what", failed)
        yield from self._of_requests(self._bot.requests)
        yield from _number("shards_away", "gauge", "Sessions with Discord that are not there.", len(self._bot.away()))
        yield from _number("ready", "gauge", "1 if everybody is served.", int(not self._missing()))

    @staticmethod
    def _of_requests(sent: Requests) -> Iterator[str]:
        about = "Requests that Discord counts together: all but answers to presses."
        yield from _numbers("requests_total", "counter", "Requests to Discord.", "status", sent.by_status)
        yield from _numbers(
            "requests_by_route_total", "counter", "The same by what they asked.", "route", sent.by_route
        )
        yield from _number("requests_counted_total", "counter", about, sent.counted)
        yield from _numbers("too_fast_total", "counter", "Answers of 429, by whose limit.", "scope", sent.too_fast)

    def _of_record(self) -> Iterator[str]:
        if self._read is None:
            return
        at, found = self._read
        now = time.time()
        yield from _number("record_age_seconds", "gauge", "Since the figures below were read.", time.monotonic() - at)
        yield from _numbers("races", "gauge", "Races and leagues.", "state", found.races)
        yield from _numbers("outbox", "gauge", "Posts that wait.", "kind", found.waiting)
        late, over = (max(0.0, now - (due or now)) for due in (found.oldest_due, found.oldest_deadline))
        yield from _number("outbox_late_seconds", "gauge", "How late the oldest post is.", late)
        yield from _number("deadline_late_seconds", "gauge", "How late the oldest deadline is.", over)
        yield from _number("ledger_sum", "gauge", "Of all postings. It must be 0.", found.ledger)


def _not_let_in(away: Sequence[int], total: int | None) -> str:
    """Return which sessions are not there.

    >>> _not_let_in([2, 3], 16)
    'Discord has not let shards 2, 3 of 16 in yet.'
    """
    if total is None:
        return "Discord has not let me in yet."
    noun = "shard" if len(away) == 1 else "shards"
    return f"Discord has not let {noun} {', '.join(map(str, away))} of {total} in yet."


def _about(name: str, kind: str, about: str) -> Iterator[str]:
    yield f"# HELP quadriga_{name} {about}"
    yield f"# TYPE quadriga_{name} {kind}"


def _number(name: str, kind: str, about: str, value: float) -> Iterator[str]:
    yield from _about(name, kind, about)
    yield f"quadriga_{name} {value:g}"


def _numbers(name: str, kind: str, about: str, label: str, values: Mapping[Any, int]) -> Iterator[str]:
    yield from _about(name, kind, about)
    yield from (f'quadriga_{name}{{{label}="{each}"}} {value}' for each, value in sorted(values.items()))


def _spans(name: str, about: str, spans: Spans) -> Iterator[str]:
    yield from _about(name, "histogram", about)
    yield from (f'quadriga_{name}_bucket{{le="{bound:g}"}} {spans.within(bound)}' for bound in BOUNDS)
    yield f'quadriga_{name}_bucket{{le="+Inf"}} {spans.count}'
    yield f"quadriga_{name}_sum {spans.sum:g}"
    yield f"quadriga_{name}_count {spans.count}"
