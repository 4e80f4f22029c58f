"""What is opened and never begun ends by itself: its host hears of it before, and all stakes go back (S-54)."""

import logging
from collections.abc import Awaitable, Sequence

from db.store import Store
from records.acts import ActRecord
from records.cups import CupRecord
from records.limits import DAY, HOUR, LEAGUES_REST, LOBBIES_WAIT
from records.notices import Notice
from records.races import RaceRecord
from records.refusals import Refused
from records.values import CupId, PlayerId, RaceId
from steward.hosting.desk import Desk
from steward.running.bookmaker import voiding
from steward.running.races import Races
from steward.telling.notices import CupExpired, EndsSoon, act_notice, notice
from steward.time.standstill import Clock

log = logging.getLogger(__name__)

WARNED_BEFORE = 7 * DAY
"""Seconds between the word to the host and the end."""

NEVER_BEGUN = f"it waited {LOBBIES_WAIT / DAY:.0f} days for its start"
RESTED_TOO_LONG = f"it rested for {LEAGUES_REST / DAY:.0f} days"


class Expiry:
    """Ends lobbies that never start, cups that never go on, and what rests without an end."""

    def __init__(self, store: Store, races: Races, desk: Desk, clock: Clock) -> None:
        self._store, self._races, self._desk, self._clock = store, races, desk, clock
        self._looked = 0.0

    async def tick(self) -> None:
        """Look once an hour; nothing that fails keeps anything else from its end."""
        now = self._clock()
        if 0 <= now - self._looked < HOUR:
            return
        self._looked = now
        warned_from = now - LOBBIES_WAIT + WARNED_BEFORE
        for race in await self._store.index.waiting_since(warned_from):
            await _alone(race.title, self._look_at_lobby(race, now))
        for cup, last in await self._store.cups.idle_since(warned_from):
            await _alone(cup.title, self._look_at_cup(cup, last, now))
        for race in await self._store.index.resting_since(now - LEAGUES_REST):
            await _alone(race.title, self._desk.call_off(race.id, RESTED_TOO_LONG))

    async def _look_at_lobby(self, race: RaceRecord, now: float) -> None:
        if race.is_practice:
            is_due = race.opened + LOBBIES_WAIT <= now  # its player alone knows of it, and loses nothing
        else:
            is_due = await self._is_due(f"ends:{race.id}", race.id, race.host, race.cup, now)
        if not is_due:
            return
        act = ActRecord(kind="close", by=None, reason=NEVER_BEGUN, at=now)
        told = act_notice(race.id, act, now)
        both = [told] if race.is_practice else _to_all_and(race.host, told)
        if race.cup is not None:  # first: a cup without a race under way is found again, if the program ends here
            await self._store.cups.cancel(race.cup, now)
        if await self._store.races.close(race.id, act, both, voiding("cancelled", now), only_if=("lobby",)):
            self._races.forget(race.id)
            await self._races.show(race.id)

    async def _look_at_cup(self, cup: CupRecord, last: RaceId, now: float) -> None:
        if await self._is_due(f"ends:cup:{cup.id}:{last}", last, cup.host, cup.id, now):
            told = notice(last, "ending", CupExpired(cup.id), now)
            await self._store.cups.cancel(cup.id, now, _to_all_and(cup.host, told))
            self._races.wake()

    async def _is_due(self, duty: str, race: RaceId, host: PlayerId, cup: CupId | None, now: float) -> bool:
        """Tell whether the host was warned long enough ago; warn them if they were not."""
        warned = await self._store.outbox.noted(duty)
        if warned is None:
            told = notice(race, "ending", EndsSoon(now + WARNED_BEFORE, cup), now, duty=duty)
            await self._store.outbox.put(*_to_all_and(host, told))
            self._races.wake()
        return warned is not None and warned + WARNED_BEFORE <= now


def _to_all_and(player: PlayerId, told: Notice) -> Sequence[Notice]:
    """Return a notice to the thread, and to one person directly."""
    return [told, told.to(player)]


async def _alone(title: str, work: Awaitable[None]) -> None:
    try:
        await work
    except Refused:
        return  # it has begun or ended at this instant
    except Exception:
        log.exception("%s could not be ended", title)
