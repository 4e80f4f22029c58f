"""The last word to somebody who was forgotten, also if the program ended in between.

Kept for it is the token of their press alone, with nobody's number; as long as it is good, my answer to that press can
be edited. Whom I forget once it is too old gets a direct message, unless the program ends before that.
"""

import logging

from db.store import Store
from records.people import Farewell
from records.values import PlayerId
from steward.running.locks import Locks
from steward.telling.shown import Posts
from steward.time.standstill import Clock

log = logging.getLogger(__name__)

OWED_FOR, TRIED_EVERY = 900.0, 60.0
"""Seconds for which it is tried to tell somebody, as Discord takes a token no longer; and how often."""


class Farewells:
    """Tells people that they are forgotten, once each."""

    def __init__(self, store: Store, posts: Posts, clock: Clock) -> None:
        self._store, self._posts, self._clock = store, posts, clock
        self._one_at_a_time = Locks[str]()
        self._people: dict[str, PlayerId] = {}  # by token, in memory alone
        self._tried: dict[str, float] = {}

    def owed(self, token: str, player: PlayerId) -> None:
        """Learn who is owed a word; until they have it they are known in memory alone."""
        self._people[token] = player

    async def told(self, token: str) -> None:
        """Note that somebody knows, or never can."""
        await self._store.forgetting.settle(token)
        self._people.pop(token, None)
        self._tried.pop(token, None)

    async def look(self) -> None:
        """Tell those who are owed a word."""
        for farewell in await self._store.forgetting.owed():
            async with self._one_at_a_time[farewell.token]:
                await self._tell(farewell)

    async def _tell(self, farewell: Farewell) -> None:
        now, token = self._clock(), farewell.token
        if now < self._tried.get(token, -TRIED_EVERY) + TRIED_EVERY:
            return
        self._tried[token] = now
        try:
            is_settled = await self._posts.tell_forgotten(farewell, self._people.get(token))
        except Exception as error:
            log.warning("somebody who was forgotten could not be told so: %s", type(error).__name__)
            is_settled = False
        if is_settled or now > farewell.at + OWED_FOR:
            await self.told(token)
