"""Following: what people chose to hear of, told to each alone, some races in one message, and never many in a row.

What is to be told is on record as a race is summed up (:mod:`db.writing.follows`); here it goes into the outbox when
its time has come. So a restart forgets nothing, and of several processes one looks.
"""

from collections.abc import Callable, Sequence
from functools import partial

from db.store import Store
from records.follows import Follow
from records.limits import FOLLOWS_OF_ONE, HOUR
from records.notices import Notice
from records.races import PublicRace
from records.refusals import Reason, Refused
from records.values import PlayerId, RaceId
from steward.fleet.fleet import Fleet
from steward.running.finishing import for_ever
from steward.telling.notices import Followed, notice
from steward.time.standstill import Clock

LOOK_EACH = 15.0
"""Seconds between two looks."""

GATHERED = 60.0
"""Seconds after the end of a race in which other ends are gathered: the result stands in its thread by then."""

RESTS = HOUR / 2
"""Seconds between two messages to one person."""

ON_THEIR_WAY = 8
"""Such messages that may wait for Discord at once, of all people together: no race waits for its posts meanwhile."""

RACES_AT_ONCE = 5
"""Races of which one message tells."""

TIDIED_EACH = HOUR
"""Seconds between two times at which what is over is dropped."""


class Follows:
    """Keeps what people follow, and has it told to them. Nobody can ask who follows somebody."""

    def __init__(self, store: Store, clock: Clock, fleet: Fleet, wake: Callable[[], None]) -> None:
        self._store, self._clock, self._fleet, self._wake = store, clock, fleet, wake
        self._tidied = 0.0

    async def follow(self, what: Follow) -> None:
        """Keep that somebody follows something. The caller checks that they may know of it.

        :raises Refused: if they follow as much as one may.
        """
        if not await self._store.follows.add(what, self._clock()):
            raise Refused(Reason.FOLLOWS_ENOUGH, at_most=FOLLOWS_OF_ONE.most)

    async def stop(self, what: Follow) -> None:
        """Forget that somebody follows something; what was to be told of it alone is told no more."""
        await self._store.follows.drop(what)

    async def of(self, player: PlayerId) -> list[Follow]:
        """Return what a person follows that can still bring news."""
        return await self._store.follows.of(player)

    async def about(self, player: PlayerId, race: PublicRace) -> list[Follow]:
        """Return for what a person is told of a race that is over; empty if they follow nothing of it any more."""
        return await self._store.follows.about(player, race.record.id)

    async def of_called_off(self, player: PlayerId, race: PublicRace) -> list[Follow]:
        """Return what a person follows of a race or league itself that was called off."""
        return await self._store.follows.of_race(player, race.record.id)

    async def run(self) -> None:
        """Have news told for ever.

        :raises Exception: the reason, if it cannot be read for minutes.
        """
        await for_ever(self.look, LOOK_EACH, "those who follow races could not be told")

    async def look(self) -> None:
        """Put into the outbox what people are to be told by now."""
        now, follows = self._clock(), self._store.follows
        if not self._fleet.is_home("follows"):
            return
        if now - self._tidied >= TIDIED_EACH:
            await follows.tidy(now)
            self._tidied = now
        due = await follows.due(now, gathered=GATHERED, rests=RESTS, at_most=ON_THEIR_WAY)
        for player in due:
            await follows.hand_over(player, now, RACES_AT_ONCE, partial(_told, player, now))
        if due:
            self._wake()


def _told(player: PlayerId, now: float, races: Sequence[RaceId]) -> Notice:
    return notice(races[0], "follow", Followed(tuple(races)), now, player)
