"""A native event of the server for each date of a fixture, where its host wants that; races never wait for it.

It is made once its race is open. A program that died before it had noted an event finds it by its place, the race's
thread. Without the right to make events a date has none, and nobody is told again.
"""

import logging

from db.store import Store
from records.fixtures import EventPost
from records.limits import DAY, HOUR
from records.races import Pace
from records.values import RaceId
from steward.telling.shown import CannotPost, Posts, RightMissing
from steward.time.standstill import Clock

log = logging.getLogger(__name__)

SOON = 60.0
"""Seconds before its hour from which on a race gets no event any more."""

LONG, SHORT = 24 * HOUR, 2 * HOUR
"""How long an event lasts: of a race by mail, and of one that is raced at once."""

LEFT_AFTER = 30 * DAY
"""Seconds after which the event of a race that was called off is left alone: its date has gone by, and it with it."""

NONE = 0
"""Stands for the event of a date that can have none, or whose event was taken away."""


class FixtureEvents:
    """Makes events, and takes away those of races that were called off."""

    def __init__(self, store: Store, posts: Posts, clock: Clock) -> None:
        self._store, self._posts, self._clock = store.fixtures, posts, clock

    async def look(self) -> None:
        """Make the events that are missing, and take away those that are out of date."""
        now = self._clock()
        for post in await self._store.without_event(now, now + SOON):
            if await self._store.claim_event(post.race, now):
                await self._make(post)
        for race, guild, event in await self._store.called_off_events(now - LEFT_AFTER):
            await self._end(race, guild, event)

    async def _make(self, post: EventPost) -> None:
        try:
            event = await self._posts.make_event(post)
        except (RightMissing, CannotPost) as missing:
            log.info("race %s has no event: %s", post.race, missing)
            event = NONE
        except Exception as error:
            log.warning("race %s has no event yet: %s", post.race, type(error).__name__)
            return
        await self._store.note_event(post.race, event)

    async def _end(self, race: RaceId, guild: int, event: int) -> None:
        try:
            await self._posts.end_event(guild, event)
        except (RightMissing, CannotPost) as missing:
            log.info("the event of race %s stays: %s", race, missing)
        except Exception as error:
            log.warning("the event of race %s stays for now: %s", race, type(error).__name__)
            return
        await self._store.note_event(race, NONE)


def lasts(pace: Pace) -> float:
    """Return how long an event of a race is said to last, in seconds."""
    return SHORT if pace is Pace.NOW else LONG
