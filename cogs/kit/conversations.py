"""Where each question stands: asked in one place at a time, and not left standing when it is over.

Who answers in the race's thread goes on there, and is not asked by direct message what they see before them already.
All of it is kept in memory only: after a restart a question may stand in two places, and an old one is refused kindly.
"""

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence

import discord

from records.values import EntryId, PlayerId, RaceId
from steward import OpenAsk

PATIENCE = 8.0
"""Seconds for which a summons waits for the player's answer to be dealt with, and for as long again until the next
question stands before them; then they are asked all the same."""

_Place = tuple[RaceId, EntryId]


class Talks:
    """What is said to players, one at a time with each."""

    def __init__(self) -> None:
        self._talking: dict[PlayerId, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._in_private: dict[_Place, int] = {}  # the question that stands in an answer only they see
        self._underway: dict[_Place, asyncio.Event] = {}  # to there; set when it has arrived, or never will
        self._by_dm: dict[_Place, discord.Message] = {}
        self._newest: dict[int, int] = {}  # the newest post in each thread

    @contextlib.asynccontextmanager
    async def talking(self, player: PlayerId) -> AsyncIterator[None]:
        """Let a player's answer be dealt with; nothing new is asked of them meanwhile."""
        async with self._talking[player]:
            yield

    async def silent(self, player: PlayerId) -> None:
        """Wait until no answer of a player is being dealt with, but not for long."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE), self._talking[player]:
                pass

    @contextlib.contextmanager
    def putting(self, questions: Sequence[OpenAsk]) -> Iterator[None]:
        """Let questions be put in a private answer; they count as shown once they are there, and not before.

        A summons waits meanwhile (:meth:`put`): where the answer fails, or the program ends, it is sent.
        """
        places, done = [(each.race, each.entry) for each in questions], asyncio.Event()
        self._underway.update(dict.fromkeys(places, done))
        try:
            yield
            for each in questions:
                self.shown(each)
        finally:
            done.set()
            for place in places:
                if self._underway.get(place) is done:
                    del self._underway[place]

    async def put(self, race: RaceId, entries: Iterable[EntryId]) -> None:
        """Wait until no question to these chariots is on its way to a private answer, but not for long."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                for entry in entries:
                    if underway := self._underway.get((race, entry)):
                        await underway.wait()

    def shown(self, opened: OpenAsk) -> None:
        """Note that a question stands in a private answer."""
        self._in_private[opened.race, opened.entry] = opened.asked

    def is_shown(self, opened: OpenAsk) -> bool:
        return self._in_private.get((opened.race, opened.entry)) == opened.asked

    async def asked(self, opened: OpenAsk, message: discord.Message) -> None:
        """Note that a question stands in a direct message; the one before it is taken away."""
        await self.over(opened.race, opened.entry, message.id)
        self._by_dm[opened.race, opened.entry] = message

    async def over(self, race: RaceId, entry: EntryId, but: int | None = None) -> None:
        """Take away the direct message that asks *entry*: the question is over.

        :param but: a message that is left: the one that was answered, which says so itself, or one sent again.
        """
        message = self._by_dm.pop((race, entry), None)
        if message is None or message.id == but:
            return
        with contextlib.suppress(discord.HTTPException):
            await message.delete()

    def posted(self, thread: int, message: int) -> None:
        """Note a post in a thread, if it is the newest."""
        self._newest[thread] = max(message, self._newest.get(thread, 0))

    def is_newer(self, thread: int, message: int) -> bool:
        """Tell whether something was posted in a thread after *message*, so that one would have to look for that."""
        return self._newest.get(thread, 0) > message
