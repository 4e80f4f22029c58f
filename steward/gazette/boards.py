"""Where the gazette is posted: once a week in one channel of a server, without a sound, in weeks that have news.

An issue tells the week up to Sunday at six in the evening, by the server's own clock, and comes out then; if the bot
was away, up to some days later.
"""

from db.store import Store
from records.boards import Board
from records.limits import DAY
from records.past import Seen
from steward.delivering.boards import Boards
from steward.gazette.weeks import Weeks, hour_of, latest_issue
from steward.telling.shown import GazettePost, Posts, RightMissing
from steward.time.standstill import Clock

LATE = 3 * DAY
"""Seconds after its hour until which an issue comes out still."""


class Gazettes(Boards[GazettePost]):
    """Keeps where the gazette is posted, and posts it."""

    what = "gazette"

    def __init__(self, store: Store, weeks: Weeks, posts: Posts, clock: Clock) -> None:
        super().__init__(store.gazettes, clock)
        self._store, self._weeks, self._posts = store, weeks, posts

    async def next_issue(self, guild: int) -> float:
        """Return when the next issue of a server comes out, in seconds since 1970."""
        zone = await self._zone(guild)
        return hour_of(latest_issue(self._clock(), zone) + 7, zone)

    async def _first(self, guild: int) -> int:
        return latest_issue(self._clock(), await self._zone(guild)) + 7

    async def _due(self, board: Board) -> int:
        """Return the Sunday that was last, while its issue may still come out and this process knows the server."""
        zone = await self._zone(board.guild)
        day = latest_issue(self._clock(), zone)
        if day < max(board.since, board.number) or self._clock() - hour_of(day, zone) > LATE:
            return 0
        if day == board.number and board.post is not None:
            return day
        return 0 if await self._hidden(board) is None else day

    async def _made(self, board: Board) -> GazettePost | None:
        hidden = await self._hidden(board)
        if hidden is None:
            raise RightMissing("the server is not known now")
        seen = Seen(guild=board.guild, hidden=hidden)
        week = await self._weeks.week(seen, board.number, await self._zone(board.guild), board.since)
        return None if week.is_empty and not week.sleeps else GazettePost(board, week)

    async def _send(self, post: GazettePost) -> int:
        return await self._posts.post_gazette(post)

    async def _hidden(self, board: Board) -> tuple[int, ...] | None:
        return await self._posts.hidden(board.guild, board.channel, await self._weeks.channels(board.guild))

    async def _zone(self, guild: int) -> str:
        return (await self._store.people.guild(guild)).zone
