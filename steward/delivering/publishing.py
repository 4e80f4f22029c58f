"""Results are published to the servers that follow an announcement channel, where its own server wants that.

All follows from the record: what ended there, what was published, how much in the last hour. A publication that was
begun and not noted is tried again; Discord takes each message once.
"""

import logging

from db.writing.publishing import PublishingStore
from records.limits import DAY
from records.publishing import Due
from steward.running.finishing import for_ever
from steward.telling.shown import CannotPost, Posts, RightMissing
from steward.time.standstill import Clock

log = logging.getLogger(__name__)

LOOK_EACH = 60.0
"""Seconds between two looks at what has ended."""

LATE = 2 * DAY
"""Seconds after its end until which a result is published still."""


class Publishing:
    """Publishes results."""

    def __init__(self, store: PublishingStore, posts: Posts, clock: Clock) -> None:
        self._store, self._posts, self._clock = store, posts, clock

    async def set(self, guild: int, channel: int, *, is_on: bool) -> None:
        """Publish what ends in an announcement channel from now on, or nothing more."""
        await self._store.set(guild, channel, self._clock(), is_on=is_on)

    async def channels(self, guild: int) -> list[int]:
        """Return the channels of a server whose results are published."""
        return await self._store.channels(guild)

    async def run(self) -> None:
        """Publish for ever.

        :raises Exception: the reason, if what is due cannot be read for minutes.
        """
        await for_ever(self.look, LOOK_EACH, "results could not be published")

    async def look(self) -> None:
        """Publish what is due."""
        now = self._clock()
        for each in await self._store.due(now, now - LATE):
            if await self._store.claim(each, now):
                await self._publish(each)

    async def _publish(self, due: Due) -> None:
        try:
            await self._posts.publish(due.channel, due.card)
        except CannotPost as gone:
            log.info("the result of race %s is not published: %s", due.race, gone)
            await self._store.note(due.race, "not possible")
        except RightMissing:
            return  # it may come back: tried again
        except Exception as error:
            log.warning("the result of race %s is not published yet: %s", due.race, type(error).__name__)
        else:
            await self._store.note(due.race, "done")
