"""Keeping deadlines: they are rows, so a restart forgets none, and players get back the time that we were away."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import msgspec

from db.store import Store
from records.acts import ActRecord
from records.notices import CALL_CHANGED, Notice
from records.people import PlayerRecord
from records.play import STEWARD, Deadline
from records.refusals import Refused
from records.values import RaceId
from steward.front.departures import Departures
from steward.hosting.desk import Desk
from steward.hosting.expiry import Expiry
from steward.papers.ballots import Ballots
from steward.running.finishing import Patience, uninterrupted
from steward.running.races import Races
from steward.seasons.events import Seasons
from steward.telling.notices import Digest, Panel, act_notice, notice, summons
from steward.time.presses import ON_ITS_WAY
from steward.time.schedules import last_time, next_reminder, quiet_until
from steward.time.standstill import ALIVE, Clock, Standstill

log = logging.getLogger(__name__)

LEAST_AFTER_DOWNTIME = 60.0
"""Seconds that every deadline gets after a start: our absence must not cost players a turn.

A player's own grace is another matter: see :mod:`steward.running.absence`.
"""

LEAST_GIVEN_BACK = 120.0
"""Seconds away; every deadline gets the time of a longer absence back."""

LEAST_SET_BACK = 2.0
"""Seconds by which the clock was set back; deadlines go back with it, so that all keep the time they had."""

START_WITHIN = 600.0
"""Seconds for which a race waits for the post of its start; then it begins without (S-20)."""

HEARTBEAT = 30.0


SHORTEST_WAIT, LONGEST_WAIT, LOOKS_FOR_OTHERS = 0.2, 15.0, 2.0
"""Seconds between two looks at what is due; the last where other processes may have set it sooner."""


class Timekeeper:
    """Gives the default where a deadline has passed, reminds before, and ends pauses."""

    def __init__(
        self,
        store: Store,
        races: Races,
        desk: Desk,
        seasons: Seasons,
        ballots: Ballots,
        departures: Departures,
        clock: Clock,
    ) -> None:
        self._store, self._races, self._desk, self._clock, self._fleet = store, races, desk, clock, races.fleet
        self._seasons, self._ballots, self._expiry = seasons, ballots, Expiry(store, races, desk, clock)
        self._departures = departures
        self.standstill: Standstill | None = None
        self._news = asyncio.Event()
        self._alive = 0.0
        self._has_reminded = False
        self._note_absence: Callable[[float, float], Awaitable[None]] | None = None
        self._others: list[Callable[[], Awaitable[None]]] = []

    def tells_absences(self, note: Callable[[float, float], Awaitable[None]]) -> None:
        """Say from when to when the program was away, or stood still, if that was long; it may be said twice."""
        self._note_absence = note

    def also(self, look: Callable[[], Awaitable[None]]) -> None:
        """Have something else looked at each time, by one process for all."""
        self._others.append(look)

    def wake(self) -> None:
        """Say that deadlines have changed."""
        self._news.set()

    async def run(self) -> None:
        """Keep time for ever.

        :raises Exception: the reason, if deadlines cannot be read for minutes.
        """
        patience = Patience()
        while True:
            self._news.clear()
            pause = LONGEST_WAIT
            try:
                await uninterrupted(self.look())
                pause = await uninterrupted(self._pause())
                patience.renew()
            except Exception:
                self._store.failures.note("deadline")
                log.exception("deadlines could not be looked at")
                if patience.is_over():
                    raise
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._news.wait()

    async def look(self) -> None:
        """Make up for a standstill or a clock that was set, then handle what is due.

        What was pressed before it may be on its way still, so it is handled some seconds later (S-63).
        """
        now = self._clock()  # first: a jump of the clock from here on makes nothing due before the next look
        await self._catch_up()
        await self.tick(now - ON_ITS_WAY)

    async def make_up_for_downtime(self) -> None:
        """Put off the deadlines that passed while the program did not run; tell the races of a long pause."""
        now = self._clock()
        alive = await self._store.memory.get(ALIVE)
        await self._make_up(now - float(alive) if alive else 0.0, now)

    async def _catch_up(self) -> None:
        """Do the same if the program stood still, or the clock was set, since the last look."""
        lost = self.standstill.lost if self.standstill is not None else 0.0
        if self.standstill is not None and lost and not self._fleet.is_alone:
            self.standstill.given_back(lost)  # others were there meanwhile
        elif self.standstill is not None and lost:
            log.warning("the program stood still, or the clock was set: %.0f s are made up for", lost)
            await self._make_up(lost, self._clock())
            self.standstill.given_back(lost)

    async def _make_up(self, away: float, now: float) -> None:
        """Make up for *away* seconds: give a long absence back, and leave every deadline some time from now."""
        if away > LEAST_GIVEN_BACK:
            if self._note_absence is not None:  # first: whoever is cut off here still knows since when
                await self._note_absence(now - away, now)
            await self._give_back(away, now)
        elif away < -LEAST_SET_BACK:
            await self._store.deadlines.give_back(away, [], (ALIVE, str(now)))
        await self._store.deadlines.postpone(now + LEAST_AFTER_DOWNTIME)
        await self._beat(now)

    async def _give_back(self, away: float, now: float) -> None:
        body = msgspec.json.encode({"seconds": away}).decode()
        act = ActRecord(kind="downtime", by=None, body=body, at=now)
        told = [(race, act, _told_later(race, act, now)) for race in await self._store.index.running()]
        await self._store.deadlines.give_back(away, told, (ALIVE, str(now)))

    async def _beat(self, now: float) -> None:
        """Note that we are alive, so that the next start knows since when we were not."""
        if not 0 <= now - self._alive < HEARTBEAT:  # never is it noted that we were alive at a time to come
            await self._store.memory.set(ALIVE, str(now))
            self._alive = now

    async def tick(self, now: float | None = None) -> None:
        """Handle every deadline, reminder and digest that is due.

        :param now: the time by which they are due, in seconds since 1970; the clock's if left out.
        """
        now = self._clock() if now is None else now
        is_home = self._fleet.is_home
        if is_home("alive"):
            await self._beat(self._clock())
        for race in filter(is_home, await self._store.deadlines.pauses_over(now)):
            await self._alone(race, self._desk.end_rest(race))
        for race in filter(is_home, await self._store.outbox.unstarted(now - START_WITHIN)):
            await self._alone(race, self._races.begin(race, 0))
        for race, deadline in await self._store.deadlines.due(now):
            if is_home(race):
                await self._alone(race, self._do(race, deadline, now))
        if self._has_reminded:  # once for all: one call in the thread tells those that go there
            self._has_reminded = False
            self._races.wake()
        await self._seasons.tick()
        await self._do_for_all(now)
        await self._send_digests(now)

    async def _alone(self, race: RaceId, work: Coroutine[Any, Any, None]) -> None:
        """Handle everything due in one race; a failure keeps no other race from its due, and is tried again."""
        try:
            await work
        except Refused:
            return  # it is not due any more
        except Exception:
            self._store.failures.note("deadline")
            log.exception("race %s: what is due could not be done", race)

    async def _do_for_all(self, now: float) -> None:
        """Do what one process does for all."""
        if self._fleet.is_home("ballots"):
            await self._ballots.tick()
        if self._fleet.is_home("vacations"):
            await self._desk.end_vacations(now)
        if self._fleet.is_home("expiry"):
            await self._expiry.tick()
        if not self._fleet.is_alone:
            await self._departures.learn()
        if self._fleet.is_home("departures"):
            await self._departures.look()
        for look in self._others if self._fleet.is_home("others") else ():
            await look()

    async def _do(self, race: RaceId, deadline: Deadline, now: float) -> None:
        if deadline.at <= now:
            await self._races.default(race, deadline.entry, deadline.asked)
        else:
            await self._remind(race, deadline, now)

    async def _remind(self, race: RaceId, deadline: Deadline, now: float) -> None:
        """Remind a player; in their quiet hours that waits for their end, if that is in time."""
        async with self._races.viewing(race) as live:
            player = None if deadline.entry == STEWARD else live.race.player_of(deadline.entry)
        known = None if player is None else await self._store.people.player(player)
        quiet = quiet_until(known, now) if known is not None else None
        if player is None:
            await self._store.deadlines.remind(race, deadline, [])
        elif quiet is not None and quiet < deadline.at:
            await self._store.deadlines.remind(race, deadline, [], again_at=quiet)
        else:
            again = next_reminder(deadline.opened, deadline.at, deadline.reminders + 1)
            if again is not None and again <= now:
                again = None  # two at once would be one too many
            reminder = summons(race, player, deadline, now, "reminder")
            if await self._store.deadlines.remind(race, deadline, [reminder], again):
                self._has_reminded = True

    async def _send_digests(self, now: float) -> None:
        """Send those who want one message a day theirs, if anything waits for them."""
        for player in await self._store.people.with_digest():
            if not self._fleet.is_home(f"digest {player.player}"):
                continue
            due = last_time(player, now)
            if player.digested < due:
                await self._send_digest(player, now)

    async def _send_digest(self, player: PlayerRecord, now: float) -> None:
        races = await self._store.deadlines.races_waiting_for(player.player)
        notices = [notice(races[0], "digest", Digest(), now, player.player)] if races else []
        await self._store.people.digest(player, now, notices)
        if notices:
            self._races.wake()

    async def _pause(self) -> float:
        due = await self._store.deadlines.next_due()
        longest = LONGEST_WAIT if self._fleet.is_alone else LOOKS_FOR_OTHERS
        return longest if due is None else max(SHORTEST_WAIT, min(due + ON_ITS_WAY - self._clock(), longest))


def _told_later(race: RaceId, act: ActRecord, now: float) -> list[Notice]:
    """Return the notices that all deadlines of a race fall later; neither its panel nor its call keeps the old ones."""
    call = Notice(race=race, kind="mention", body=CALL_CHANGED, due=now)
    return [act_notice(race, act, now), notice(race, "panel", Panel(), now), call]
