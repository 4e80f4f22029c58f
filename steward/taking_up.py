"""Taking up races that are under way: after a start, and as another process goes.

It runs beside everything else, race by race, and leaves half of the time to others. A race in which somebody presses,
or something is due, before its turn comes is taken up by that.
"""

import asyncio
import contextlib
import logging
from time import perf_counter

from db.store import Store
from records.refusals import Refused
from records.values import RaceId
from steward.fleet.fleet import Fleet
from steward.hosting.desk import Desk
from steward.running.finishing import Patience, uninterrupted
from steward.running.races import Races
from steward.seasons.cut_off import is_cut_off

log = logging.getLogger(__name__)

LONGEST_BREATH = 0.25
"""Seconds for which others have the processor at most between two races; usually as long as the last one took."""

AGAIN_AFTER = 1.0
"""Seconds until the races are tried again that could not be read."""


class TakingUp:
    """Has house drivers answer what they owed as the program ended, and races go on that could not be played."""

    def __init__(self, store: Store, races: Races, desk: Desk, fleet: Fleet) -> None:
        self._store, self._races, self._desk, self._fleet = store, races, desk, fleet
        self._wanted = asyncio.Event()

    def wants(self) -> None:
        """Say that all races that have their home here are to be taken up, once more if that is under way."""
        self._wanted.set()

    async def run(self) -> None:
        """Take races up whenever that is wanted, for ever.

        :raises Exception: the reason, if they cannot be read for minutes.
        """
        patience = Patience()
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            try:
                await self.all()
                patience.renew()
            except Exception:
                log.exception("races could not be taken up; tried again in %s s", AGAIN_AFTER)
                if patience.is_over():
                    raise
                self._wanted.set()
                await asyncio.sleep(AGAIN_AFTER)

    async def all(self) -> None:
        """Take up all races that have their home here: those first that nobody is asked in, then by their deadlines."""
        is_home = self._fleet.is_home
        for race in filter(is_home, await self._store.deadlines.resting()):
            await uninterrupted(self._try_again(race))
        for race in filter(is_home, await self._store.deadlines.running()):
            begun = perf_counter()
            await uninterrupted(self._take_up(race))
            await asyncio.sleep(min(perf_counter() - begun, LONGEST_BREATH))

    async def _try_again(self, race: RaceId) -> None:
        """Let a race go on that rests as its rules could not play it; one whose thread is gone has to wait for that."""
        with contextlib.suppress(Refused):  # no turn of it can be played still
            if not is_cut_off(await self._desk.acts(race)):
                await self._desk.resume(race, None)

    async def _take_up(self, race: RaceId) -> None:
        try:
            await self._races.resume(race)
        except Refused:
            return  # paused or over just now, and its host is told
        except Exception:  # one race must not keep the others from running
            log.exception("race %s could not be taken up", race)
