"""Sharing: people post the trailer or the card of a race that is over in its channel. The caller checks the rights."""

from collections.abc import Callable

from db.store import Store
from records.limits import SHARES_OF_A_RACE
from records.races import PublicRace
from records.refusals import Reason, Refused
from records.shares import ShareKind
from records.values import PlayerId
from steward.telling.notices import Shared, notice
from steward.time.standstill import Clock


class Sharing:
    """Has races posted; the outbox posts each once, even if the program ends in between."""

    def __init__(self, store: Store, clock: Clock, wake: Callable[[], None]) -> None:
        self._store, self._clock, self._wake = store, clock, wake

    async def share(self, race: PublicRace, what: ShareKind, by: PlayerId) -> None:
        """Have a race posted by somebody.

        :raises Refused: if it is not over, they have posted the same of it, or it was posted as often as may be.
        """
        if race.record.state != "finished":
            raise Refused(Reason.NOTHING_TO_SHARE)
        full = await self._store.shares.put(notice(race.record.id, "share", Shared(what, by), self._clock()))
        if full == "own":
            raise Refused(Reason.SHARED_ALREADY, what=what)
        if full == "all":
            raise Refused(Reason.SHARED_ENOUGH, at_most=SHARES_OF_A_RACE.most)
        self._wake()
