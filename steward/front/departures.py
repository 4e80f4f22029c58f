"""What follows when somebody leaves a server, and when they come back (S-57).

In a race under way a house driver takes the reins at once and the place is offered; a league's stable goes to its
manager. Whoever comes back has the reins again, unless somebody else took them meanwhile: then they may take them back.
"""

import json
import logging
from collections.abc import Iterable
from contextlib import suppress

from db.store import Store
from records.acts import ActKind, ActRecord
from records.races import FactionRecord, Place, PublicRace, RaceHeading
from records.refusals import Refused
from records.values import EntryId, PlayerId, RaceId
from steward.hosting.lobbies import Lobbies, public_race
from steward.hosting.presence import Presence
from steward.running.absence import stand_in
from steward.running.races import Races
from steward.seasons.members import Members
from steward.time.standstill import Clock

log = logging.getLogger(__name__)


class Departures:
    """Follows what :class:`~steward.hosting.presence.Presence` learns. All of it may be done twice."""

    def __init__(
        self, store: Store, races: Races, lobbies: Lobbies, members: Members, presence: Presence, clock: Clock
    ) -> None:
        self._store, self._races, self._lobbies, self._members = store, races, lobbies, members
        self._presence, self._clock = presence, clock

    async def refused(self, race: RaceId, player: PlayerId) -> None:
        """Look for somebody who takes direct messages no more: they may have left the server."""
        record = (await public_race(self._store, race)).record
        if record.guild and not record.is_practice:
            await self._presence.is_here(record.guild, player, anew=True)

    async def left(self, guild: int, player: PlayerId) -> None:
        """Take somebody who has left a server off their reins there, and have what they host or are in tell it."""
        await self.look()
        await self._show(guild, player)

    async def came_back(self, guild: int, player: PlayerId) -> None:
        """Give somebody their reins and stables back, and have what they host or are in tell that they are here."""
        for league in await self._open(guild, player, is_for_leagues=True):
            await self._members.back_on_server(league.id, player)
        for race in await self._open(guild, player):
            if race.state == "running":
                with suppress(Refused):  # it has just ended
                    await self._give_back(race.id, player)
        await self._show(guild, player)

    async def learn(self) -> None:
        """Learn what other processes have noticed."""
        await self._presence.open()

    async def look(self) -> None:
        """Let nobody decide in a race or league under way who has left its server."""
        if not self._presence.anybody_gone:
            return
        for race, player in await self._store.people.gone_at_the_reins():
            try:
                await self._let_go(race, player)
            except Refused:
                continue  # it has just ended, or rests
            except Exception:  # one race must not keep the others from going on
                log.exception("race %s: the reins of somebody who left could not be given on", race)

    async def _let_go(self, race: RaceId, player: PlayerId) -> None:
        if (await public_race(self._store, race)).record.season == race:
            await self._members.left_server(race, player)
            return
        known = await self._store.people.player(player)
        async with self._races.editing(race) as live:
            seat = live.race.faction_for(player)
            if seat is not None and seat.at_the_reins == player:
                name = seat.name if known is None or not known.name else known.name
                stand_in(live, seat.faction, self._clock(), left=name)

    async def _give_back(self, race: RaceId, player: PlayerId) -> None:
        acts = await self._store.stories.acts(race)
        async with self._races.editing(race) as live:
            seat = live.race.faction_for(player)
            if seat is not None and _waits_for(live.race, seat, player, acts):
                self._races.takes_reins(live, seat, player, self._clock())

    async def _show(self, guild: int, player: PlayerId) -> None:
        for each in [*await self._open(guild, player), *await self._open(guild, player, is_for_leagues=True)]:
            await self._lobbies.show(each.id)

    async def _open(self, guild: int, player: PlayerId, *, is_for_leagues: bool = False) -> list[RaceHeading]:
        """Return the races of a server, or the leagues, that somebody hosts or is in and that are not over."""
        place = Place(player=player, is_for_leagues=is_for_leagues)
        found = await self._store.index.headings(place, is_open=True)
        return [each for each in found if each.guild == guild and each.lesson is None]


TAKEN: tuple[ActKind, ...] = ("absent", "replace", "vacation", "leave")
"""Acts that take somebody off the reins of their place."""


def _waits_for(race: PublicRace, seat: FactionRecord, player: PlayerId, acts: Iterable[ActRecord]) -> bool:
    """Tell whether a house driver holds the reins of a place only because its owner had left the server."""
    mine: set[EntryId] = {each.entry for each in race.entries if each.faction == seat.faction}
    of_seat = [each for each in acts if each.kind in TAKEN and _is_about(each, seat, mine)]
    is_free = seat.player == player and seat.at_the_reins is None and seat.substitute is None
    return is_free and bool(of_seat) and "left" in json.loads(of_seat[-1].body)


def _is_about(act: ActRecord, seat: FactionRecord, mine: set[EntryId]) -> bool:
    return act.entry in mine or json.loads(act.body).get("faction") == seat.faction
