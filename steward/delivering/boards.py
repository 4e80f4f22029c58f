"""What is posted again and again in one channel of a server, by number: the race of the day, the gazette of the week.

The database alone knows what was posted: each try to post is claimed there. So it does not matter how many programs
look, or when one dies.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from typing import Generic, Protocol, TypeVar

from db.writing.boards import BoardStore
from records.boards import Board
from records.values import PlayerId
from steward.running.finishing import for_ever
from steward.telling.faults import place_of
from steward.telling.shown import CannotPost
from steward.time.standstill import Clock

log = logging.getLogger(__name__)

LOOK_EACH = 60.0
"""Seconds between two looks at what is to be posted."""

MOST_TRIES = 30
"""To post one number; the next one is tried again."""

AT_ONCE = 8
"""Servers in which it is posted at a time."""

POSTED_WITHIN = 30.0
"""Seconds that one try may take."""


class OnBoard(Protocol):
    """A post for a board."""

    @property
    def is_last(self) -> bool:
        """Whether it tells that nothing is posted any more until somebody wakes the board."""
        ...


P = TypeVar("P", bound=OnBoard)


class Boards(ABC, Generic[P]):
    """Keeps where something is posted, and posts it."""

    what: str
    """What it is, in a word for the log."""

    def __init__(self, store: BoardStore, clock: Clock) -> None:
        self._boards, self._clock = store, clock
        self._news = asyncio.Event()

    # What each kind says of itself

    @abstractmethod
    async def _first(self, guild: int) -> int:
        """Return the number from which a board that begins now counts how many in a row had nobody."""

    @abstractmethod
    async def _due(self, board: Board) -> int:
        """Return which number is to be posted, at least the board's own; 0 for none."""

    @abstractmethod
    async def _made(self, board: Board) -> P | None:
        """Return the post of a number that was claimed; ``None`` if there is nothing to post."""

    @abstractmethod
    async def _send(self, post: P) -> int:
        """Post it, or find it, and return the message; :exc:`CannotPost` if the channel is gone."""

    # For those who manage a server

    async def board(self, guild: int) -> Board | None:
        """Return where a server has it posted, or had; ``None`` if it never had."""
        return await self._boards.board(guild)

    async def begin(self, guild: int, channel: int, by: PlayerId) -> Board:
        """Post it in a channel of a server from now on, and in no other one; no number is posted twice."""
        board = Board(guild=guild, channel=channel, by=by, since=await self._first(guild))
        known = await self._boards.set_board(board)
        self.wake()
        return known

    async def end(self, guild: int) -> bool:
        """Post it no more on a server; tell whether it was posted there."""
        return await self._boards.stop(guild, "off")

    # Each time

    async def run(self) -> None:
        """Post for ever.

        :raises Exception: the reason, if what is to be posted cannot be read for minutes.
        """
        await for_ever(self.look, LOOK_EACH, f"what is to be posted of the {self.what} could not be read", self._news)

    def wake(self) -> None:
        """Say that something may be due."""
        self._news.set()

    async def look(self) -> None:
        """Post what is due, in some servers at once."""
        room = asyncio.Semaphore(AT_ONCE)
        await asyncio.gather(*(self._alone(board, room) for board in await self._boards.boards()))

    async def _post(self, board: Board) -> None:
        number = await self._due(board)
        is_done = board.number >= number and board.post is not None
        if number < 1 or is_done or (board.number == number and board.attempts >= MOST_TRIES):
            return
        claimed = await self._boards.claim(board, number, self._clock())
        if claimed is None:
            return
        post = await self._made(claimed)
        if post is None:
            await self._boards.posted(board.guild, number, 0)
            return
        try:
            async with asyncio.timeout(POSTED_WITHIN):
                message = await self._send(post)
        except CannotPost as gone:
            log.warning("the %s is posted on a server no more: %s", self.what, gone)
            await self._boards.stop(board.guild, "lost")
            return
        await self._boards.posted(board.guild, number, message)
        if post.is_last:
            await self._boards.stop(board.guild, "asleep")

    async def _alone(self, board: Board, room: asyncio.Semaphore) -> None:
        """Post in one server; a failure keeps no other from its post, and is tried again."""
        async with room:
            try:
                await self._post(board)
            except Exception as error:
                where = f"{type(error).__name__} at {place_of(error)}"
                log.warning("the %s could not be posted on a server yet: %s", self.what, where)
