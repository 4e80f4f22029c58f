"""Keeping deadlines: they are rows, so none is forgotten in a restart."""

import asyncio
import contextlib
import logging

from db.store import Store
from engine.kept import Deadline
from engine.values import RaceId
from steward.finishing import finished
from steward.live import Clock
from steward.notices import Summons, notice
from steward.races import Races

log = logging.getLogger(__name__)

GRACE = 60.0
"""Seconds that every deadline is given after a start: who was kept away by our absence is not punished for it."""

SHORTEST_WAIT, LONGEST_WAIT = 0.2, 15.0


class Timekeeper:
    """Gives the default where a deadline has passed, and reminds once before."""

    def __init__(self, store: Store, races: Races, clock: Clock) -> None:
        self._store, self._races, self._clock = store, races, clock
        self._news = asyncio.Event()

    def stir(self) -> None:
        """Say that deadlines have changed."""
        self._news.set()

    async def run(self) -> None:
        """Keep time for ever."""
        while True:
            self._news.clear()
            pause = LONGEST_WAIT
            try:
                await finished(self.tick())
                pause = await finished(self._pause())
            except Exception:
                log.exception("deadlines could not be looked at")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._news.wait()

    async def give_grace(self) -> None:
        """Let no deadline that passed while nobody was here count before the grace is over."""
        await self._store.postpone(self._clock() + GRACE)

    async def tick(self) -> None:
        """Do all that is due."""
        now = self._clock()
        for race, deadline in await self._store.due(now):
            try:
                if deadline.at <= now:
                    await self._races.default(race, deadline.entry, deadline.asked)
                else:
                    await self._remind(race, deadline, now)
            except Exception:
                log.exception("race %s: the deadline of chariot %s", race, deadline.entry)

    async def _remind(self, race: RaceId, deadline: Deadline, now: float) -> None:
        async with self._races.looked_at(race) as live:
            player = live.lobby.player_of(deadline.entry)
        assert player is not None
        reminder = notice(race, "reminder", Summons((deadline.entry,), deadline.asked), now, player)
        if await self._store.remind(race, deadline.entry, deadline.asked, reminder):
            self._races.stir()

    async def _pause(self) -> float:
        due = await self._store.next_due()
        return LONGEST_WAIT if due is None else max(SHORTEST_WAIT, min(due - self._clock(), LONGEST_WAIT))
