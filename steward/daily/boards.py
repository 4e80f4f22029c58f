"""Where the race of the day is posted: once a day in one channel of a server, without a sound, while somebody drives.

A day's post goes out when the day before is closed: then that day's story can be told to all, and the new day is open
for as long as a day. The database alone knows what was posted: each try to post is claimed there.
"""

import asyncio
import logging
from datetime import UTC, datetime

from db.writing.daily import DailyStore
from records.daily import DailyBoard
from records.limits import BOARD_SLEEPS, DAY
from records.values import PlayerId
from steward.daily.days import last_closed, number_at
from steward.daily.races import Daily
from steward.running.finishing import for_ever
from steward.telling.faults import place_of
from steward.telling.shown import CannotPost, DailyPost, Posts
from steward.time.standstill import Clock

log = logging.getLogger(__name__)

LOOK_EACH = 60.0
"""Seconds between two looks at what is to be posted."""

MOST_TRIES = 30
"""To post one day; the next day is tried again."""

AT_ONCE = 8
"""Servers in which it is posted at a time."""

POSTED_WITHIN = 30.0
"""Seconds that one try may take."""


class DailyBoards:
    """Keeps where it is posted, and posts it."""

    def __init__(self, store: DailyStore, daily: Daily, posts: Posts, clock: Clock) -> None:
        self._store, self._daily, self._posts, self._clock = store, daily, posts, clock
        self._news = asyncio.Event()

    async def run(self) -> None:
        """Post for ever.

        :raises Exception: the reason, if what is to be posted cannot be read for minutes.
        """
        failed = "what is to be posted of the race of the day could not be read"
        await for_ever(self.look, LOOK_EACH, failed, self._news)

    def wake(self) -> None:
        """Say that something may be due."""
        self._news.set()

    async def board(self, guild: int) -> DailyBoard | None:
        """Return where a server has it posted, or had; ``None`` if it never had."""
        return await self._store.board(guild)

    async def begin(self, guild: int, channel: int, by: PlayerId) -> DailyBoard:
        """Post it in a channel of a server from now on, and in no other one; no day is posted twice."""
        now = datetime.fromtimestamp(self._clock(), UTC)
        known = await self._store.set_board(DailyBoard(guild=guild, channel=channel, by=by, since=number_at(now)))
        self.wake()
        return known

    async def end(self, guild: int) -> bool:
        """Post it no more on a server; tell whether it was posted there."""
        return await self._store.stop(guild, "off")

    async def look(self) -> None:
        """Post what is due, in some servers at once."""
        due = ((board, self._due(board)) for board in await self._store.boards())
        wanted = [(board, number) for board, number in due if board.number < number or board.post is None]
        room = asyncio.Semaphore(AT_ONCE)
        await asyncio.gather(*(self._alone(board, number, room) for board, number in wanted if number >= 1))

    def _due(self, board: DailyBoard) -> int:
        """Return which day is to be posted: the one after that which closed last, or at first the newest."""
        now = datetime.fromtimestamp(self._clock(), UTC)
        due = last_closed(now) + 1 if board.number else number_at(now)
        return max(due, board.number)

    async def _post(self, board: DailyBoard, number: int) -> None:
        if board.number == number and board.attempts >= MOST_TRIES:
            return
        claimed = await self._store.claim(board, number, self._clock())
        if claimed is None:
            return
        post = await self._made(claimed)
        try:
            async with asyncio.timeout(POSTED_WITHIN):
                message = await self._posts.post_daily(post)
        except CannotPost as gone:
            log.warning("the race of the day is posted on a server no more: %s", gone)
            await self._store.stop(board.guild, "lost")
            return
        await self._store.posted(board.guild, number, message)
        if post.is_last:
            await self._store.stop(board.guild, "asleep")

    async def _made(self, board: DailyBoard) -> DailyPost:
        before = board.number - 1
        table = await self._daily.table(before, None, board.guild) or []
        last = max(await self._store.last_driven(board.guild), board.since - 1)
        return DailyPost(
            board,
            tuple(table),
            len(await self._daily.par(before)) if before >= 1 else 0,
            (board.number - 1 - last) * DAY >= BOARD_SLEEPS,
        )

    async def _alone(self, board: DailyBoard, number: int, room: asyncio.Semaphore) -> None:
        """Post in one server; a failure keeps no other from its post, and is tried again."""
        async with room:
            try:
                await self._post(board, number)
            except Exception as error:
                where = f"{type(error).__name__} at {place_of(error)}"
                log.warning("the race of the day could not be posted on a server yet: %s", where)
