"""Leagues rest while the bot cannot post in their thread (H.14): somebody deleted it, a right is missing, or the bot
was thrown out of the server. Their host and members hear of it by direct message. In a server that has thrown the bot
out races by themselves rest, too, and go on once it is back.
"""

import json
import logging
from collections.abc import Sequence
from contextlib import suppress

import msgspec

from db.store import Store
from records.acts import BESIDE_THE_GAME, ActRecord
from records.notices import Notice
from records.races import Place, PublicRace, RaceRecord, RaceState
from records.refusals import Reason, Refused
from records.values import PlayerId, RaceId
from steward.hosting.desk import Desk
from steward.hosting.lobbies import Lobbies
from steward.running.races import Races
from steward.telling.notices import Warned, act_notice, notice
from steward.time.standstill import Clock

log = logging.getLogger(__name__)

NO_CHANNEL = "10003"
"""Discord's number for a channel or thread that was deleted."""

NO_SERVER = "10004"
"""Discord's number for a server that the bot does not know: it was thrown out."""


class CutOff:
    """Lets leagues rest that nothing can be posted of, and takes them up again."""

    def __init__(self, store: Store, races: Races, desk: Desk, lobbies: Lobbies, clock: Clock) -> None:
        self._store, self._races, self._desk, self._lobbies, self._clock = store, races, desk, lobbies, clock

    async def lost(self, race: RaceId, why: str) -> None:
        """Let a league, or the league of a race, rest; a race outside leagues goes on by direct message.

        :param why: Discord's number for the obstacle.
        """
        league = await self._league_of(race)
        if league is None:
            return
        people = {league.record.host, *(each.holder for each in league.factions if each.holder is not None)}
        now = self._clock()
        told = [notice(league.record.id, "warning", Warned("", why), now, player) for player in sorted(people)]
        if await self._rest(league.record.id, why, told) or is_cut_off(await self._desk.acts(league.record.id)):
            for under_way in await self._races_of(league, "running"):  # also where the program ended in between
                await self._rest(under_way.id, why)
        self._races.wake()

    async def thread_gone(self, race: RaceId) -> None:
        """Note that the thread of a race or league was deleted; a league rests until it has another."""
        league = await self._league_of(race)
        for each in [race] if league is None else await self._told_with(league):
            await self._lobbies.thread_gone(each)
        await self.lost(race, NO_CHANNEL)

    async def channel_gone(self, guild: int, channel: int) -> None:
        """Note that a channel was deleted, and all threads in it: of these nobody tells."""
        for league in await self._store.leagues.running_in(guild):
            field = await self._store.index.field(league)
            if field is not None and field[0].channel == channel:
                await self.thread_gone(league)

    async def thrown_out(self, guild: int) -> None:
        """Let all leagues and races of a server rest: the bot is not in it any more, and nobody there is asked."""
        for league in await self._store.leagues.running_in(guild):
            await self.lost(league, NO_SERVER)
        for race in await self._store.index.headings(Place((guild,)), is_open=True):
            if race.state == "running":
                await self._rest(race.id, NO_SERVER)

    async def returned(self, guild: int) -> None:
        """Let what rests since the bot was thrown out of a server go on: it is back."""
        for is_for_leagues in (True, False):
            for race in await self._store.index.headings(Place((guild,), is_for_leagues=is_for_leagues), is_open=True):
                if race.state == "paused" and _rests_for(await self._desk.acts(race.id), NO_SERVER):
                    with suppress(Refused):  # a league took its race along
                        await (self.resume if is_for_leagues else self._desk.resume)(race.id, None)

    async def regained(self, race: RaceId) -> None:
        """Let a league that rested for this go on, as its thread takes posts again, and give back the time away."""
        league = await self._league_of(race)
        if league is None or league.record.state != "paused" or not is_cut_off(await self._desk.acts(league.record.id)):
            return
        with suppress(Refused):  # another post of it has just arrived
            await self.resume(league.record.id, None)

    async def resume(self, league: RaceId, by: PlayerId | None, reason: str = "") -> None:
        """Let a league that rests go on, and its race that rests with it.

        :raises Refused: if it does not rest.
        """
        known = await self._league_of(league)
        assert known is not None
        if known.record.state != "paused":
            raise Refused(Reason.NOT_PAUSED)
        for race in await self._races_of(known, "paused"):
            if is_cut_off(await self._desk.acts(race.id)):
                with suppress(Refused):  # its host was quicker
                    await self._desk.resume(race.id, by, reason)
        await self._desk.resume(league, by, reason)  # last: where the program ends before it, all is done again

    async def move(self, league: RaceId, thread: int) -> None:
        """Tell a league, and its race that is not over, in another thread from now on."""
        known = await self._league_of(league)
        assert known is not None
        for each in await self._told_with(known):
            await self._lobbies.set_thread(each, thread)

    async def _rest(self, race: RaceId, why: str, told: Sequence[Notice] = ()) -> bool:
        now = self._clock()
        act = ActRecord(kind="pause", by=None, body=msgspec.json.encode({"why": why}).decode(), at=now)
        if not await self._store.races.pause(race, act, [act_notice(race, act, now), *told], now, None):
            return False
        self._races.forget(race)
        log.warning("race or league %s rests: nothing can be posted of it (%s)", race, why)
        return True

    async def _league_of(self, race: RaceId) -> PublicRace | None:
        field = await self._store.index.field(race)
        if field is not None and field[0].season != race:
            field = None if field[0].season is None else await self._store.index.field(field[0].season)
        return None if field is None else PublicRace(*field)

    async def _races_of(self, league: PublicRace, state: RaceState) -> list[RaceRecord]:
        return [each for each in await self._store.leagues.races(league.record.id) if each.state == state]

    async def _told_with(self, league: PublicRace) -> list[RaceId]:
        """Return a league, and its races that are not over."""
        races = await self._store.leagues.races(league.record.id)
        return [*(each.id for each in races if each.state not in ("finished", "cancelled")), league.record.id]


def _rests_for(acts: Sequence[ActRecord], why: str) -> bool:
    """Tell whether a race rests for one reason why nothing can be posted of it."""
    of_the_game = [each for each in acts if each.kind not in BESIDE_THE_GAME]
    return is_cut_off(acts) and json.loads(of_the_game[-1].body).get("why") == why


def is_cut_off(acts: Sequence[ActRecord]) -> bool:
    """Tell whether a race that is paused rests as nothing can be posted of it: that was the last thing done to it."""
    of_the_game = [each for each in acts if each.kind not in BESIDE_THE_GAME]
    return bool(of_the_game) and of_the_game[-1].kind == "pause" and of_the_game[-1].by is None
