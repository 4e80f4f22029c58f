"""Practices and lessons: one player alone against house drivers. Another one ends the oldest (S-55)."""

from contextlib import suppress
from typing import Any

from db.store import Store
from records.races import PublicRace
from records.refusals import Reason, Refused
from records.values import RaceId
from steward.hosting.lobbies import ATTEMPTS, Lobbies, NewRace, public_race
from steward.seasons.leagues import Founded, Leagues

ALIVE = ("lobby", "running", "paused")
REPLACED = "another practice takes its place"


class Practices:
    """Opens practices, and ends those that others take the place of."""

    def __init__(self, store: Store, lobbies: Lobbies, leagues: Leagues) -> None:
        self._store, self._lobbies, self._leagues = store, lobbies, leagues

    async def open(self, new: NewRace | Founded, ended: list[PublicRace] | None = None) -> RaceId:
        """Open a practice, or the season of a lesson, and end the oldest if its player has as many as one may.

        :param ended: gets each that was ended, as it was before.
        :raises Refused: as races and leagues are refused, but for their number.
        """
        for _ in range(ATTEMPTS):
            try:
                return await (self._leagues.open(new) if isinstance(new, Founded) else self._lobbies.open_race(new))
            except Refused as refused:
                if refused.reason is not Reason.HOSTS_ENOUGH:
                    raise
                oldest = await public_race(self._store, _oldest(refused))
                with suppress(Refused):  # it has ended at this instant: look again
                    await self.end(oldest)
                    if ended is not None:
                        ended.append(oldest)
        raise Refused(Reason.CHANGED_MEANWHILE)

    async def end(self, race: PublicRace) -> None:
        """End a practice, or the season that it belongs to, unless it is over."""
        record = race.record
        if record.season is not None:
            league = await self._leagues.league(record.season)
            if league.record.state in ALIVE:
                await self._leagues.cancel(league.record.id, record.host, REPLACED)
        elif record.state in ALIVE:
            await self._lobbies.cancel(record.id, record.host)


def _oldest(refused: Refused) -> RaceId:
    races: Any = refused.values["races"]
    return RaceId(races[0])
