"""Where the race of the day is posted: once a day in one channel of a server, without a sound, while somebody drives.

A day's post goes out when the day before is closed: then that day's story can be told to all, and the new day is open
for as long as a day.
"""

from datetime import UTC, datetime

from db.writing.boards import BoardStore
from db.writing.daily import DailyStore
from records.boards import Board
from records.limits import BOARD_SLEEPS, DAY
from steward.daily.days import last_closed, number_at
from steward.daily.races import Daily
from steward.delivering.boards import Boards
from steward.telling.shown import DailyPost, Posts
from steward.time.standstill import Clock


class DailyBoards(Boards[DailyPost]):
    """Keeps where it is posted, and posts it."""

    what = "race of the day"

    def __init__(self, boards: BoardStore, store: DailyStore, daily: Daily, posts: Posts, clock: Clock) -> None:
        super().__init__(boards, clock)
        self._store, self._daily, self._posts = store, daily, posts

    async def _first(self, guild: int) -> int:
        del guild
        return number_at(self._now())

    async def _due(self, board: Board) -> int:
        """Return the day after that which closed last, or at first the newest."""
        now = self._now()
        due = last_closed(now) + 1 if board.number else number_at(now)
        return max(due, board.number)

    async def _made(self, board: Board) -> DailyPost:
        before = board.number - 1
        table = await self._daily.table(before, None, board.guild) or []
        last = max(await self._store.last_driven(board.guild), board.since - 1)
        return DailyPost(
            board,
            tuple(table),
            len(await self._daily.par(before)) if before >= 1 else 0,
            (board.number - 1 - last) * DAY >= BOARD_SLEEPS,
            not table and await self._is_news(board),
        )

    async def _is_news(self, board: Board) -> bool:
        """Tell whether it is new that nobody drove the day before: it was posted, and the one before it was driven."""
        before = board.number - 1
        if before < board.since:
            return False
        return before == board.since or bool(await self._daily.table(before - 1, None, board.guild))

    async def _send(self, post: DailyPost) -> int:
        return await self._posts.post_daily(post)

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self._clock(), UTC)
