"""A store, a clock that a test sets, and the race of the day over them."""

from collections.abc import Collection
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import msgspec

from db.store import Store
from engine.daily.working import DayJob, done
from records.daily import TryRecord
from records.fixtures import EventPost
from records.people import Farewell
from records.removals import Receipt
from records.values import PlayerId
from renderers import SCENES
from steward.daily.boards import DailyBoards
from steward.daily.days import opens
from steward.daily.races import Daily
from steward.delivering.pictures import Studio
from steward.telling.shown import DailyPost, GazettePost

ANNE, BOB, CATO = PlayerId(1), PlayerId(2), PlayerId(3)
HERE = 7
RUNS = 6


class QuickChoice:
    """Chooses days in this process, by few runs."""

    def __init__(self) -> None:
        self.jobs = 0

    async def do(self, job: bytes) -> bytes:
        self.jobs += 1
        return done(msgspec.json.encode(msgspec.structs.replace(msgspec.json.decode(job, type=DayJob), runs=RUNS)))

    async def stop(self) -> None:
        """Nothing runs."""


class Channels:
    """Remembers what was posted; a test may have it fail, or end the program in the middle."""

    def __init__(self) -> None:
        self.posted: dict[tuple[int, int], int] = {}  # by server and day: the message
        self.posts: list[DailyPost] = []  # each that stands in a channel
        self.before: Exception | None = None
        self.after: Exception | None = None

    async def post_daily(self, post: DailyPost) -> int:
        if self.before is not None:
            raise self.before
        key = post.board.guild, post.board.number
        if key not in self.posted:
            self.posted[key] = 1000 + len(self.posted)
            self.posts.append(post)
        if self.after is not None:
            raise self.after
        return self.posted[key]

    async def post_gazette(self, post: GazettePost) -> int:
        raise AssertionError(f"nobody posts the gazette of day {post.week.day}")

    async def hidden(self, guild: int, channel: int, others: Collection[int]) -> tuple[int, ...] | None:
        raise AssertionError(f"nobody asks who sees {channel} of {guild}, and {others}")

    async def make_event(self, post: EventPost) -> int:
        raise AssertionError(f"nobody makes an event of race {post.race}")

    async def end_event(self, guild: int, event: int) -> None:
        raise AssertionError(f"nobody ends event {event} of {guild}")

    async def publish(self, channel: int, message: int) -> None:
        raise AssertionError(f"nobody publishes {message} of {channel}")

    def opened_thread(self, guild: int, channel: int, title: str) -> AbstractAsyncContextManager[int]:
        raise AssertionError(f"nobody opens {title} in {channel} of {guild}")

    async def has_channel(self, guild: int, channel: int) -> bool | None:
        raise AssertionError(f"nobody asks for {channel} of {guild}")

    async def is_in(self, guild: int) -> bool | None:
        raise AssertionError(f"nobody asks for {guild}")

    async def leave(self, guild: int) -> None:
        raise AssertionError(f"nobody leaves {guild}")

    async def tell_left(self, receipt: Receipt) -> bool:
        raise AssertionError(f"nobody is told of {receipt.guild}")

    async def tell_forgotten(self, farewell: Farewell, player: PlayerId | None) -> bool:
        raise AssertionError(f"{player} is not told of {farewell.at}")


class World:
    """A store, a clock, and the race of the day over them."""

    def __init__(self, path: Path) -> None:
        self.path, self.at, self.choice = path, opens(1).timestamp() + 3600, QuickChoice()
        self.store = Store(path)
        self.studio, self.channels = Studio(SCENES), Channels()
        self.daily = self._daily()
        self.boards = self._boards()

    def _boards(self) -> DailyBoards:
        return DailyBoards(self.store.daily_boards, self.store.daily, self.daily, self.channels, lambda: self.at)

    def _daily(self) -> Daily:
        store = self.store
        return Daily(store.daily, store.memory, self.studio, lambda: self.at, lambda n: b"\x05" * n, self.choice)

    async def restarted(self) -> None:
        """Go on as after a kill: nothing is known but what was kept."""
        await self.store.close()
        self.store = Store(self.path)
        await self.store.open()
        self.daily = self._daily()
        self.boards = self._boards()

    async def drive(
        self,
        person: PlayerId,
        number: int = 1,
        *,
        most: int = 1000,
        restarts: bool = False,
        here: int = HERE,
        since: float | None = None,
    ) -> Any:
        """Drive a try on by what each question offers first.

        :param since: since when the person is a member of the server.
        """
        tried = await self.daily.begin(number, person, f"P{person}", here, since)
        for _ in range(most):
            if tried.attempt.ask is None:
                break
            answer = tried.attempt.begun() if tried.day.book else tried.attempt.ask.default
            if restarts:
                await self.restarted()
            tried = await self.daily.give(number, person, tried.record.given, answer)
        return tried

    async def has_driven(self, person: PlayerId, number: int, *, place: int = 3, counts: bool = True) -> None:
        """Keep a try that is over, as if it had been driven."""
        began = TryRecord(
            number=number, person=person, name=f"P{person}", guild=HERE, began=opens(number).timestamp(), counts=counts
        )
        await self.store.daily.begin(began)
        over = msgspec.structs.replace(began, given=1, ended=began.began + 300, place=place, better=50)
        assert await self.store.daily.go_on(over, 0)
