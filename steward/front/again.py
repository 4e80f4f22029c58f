"""Again: what is over is opened anew for the same people, a race or the next season of a league; each once.

Whoever presses is in; for each of the others a place is reserved until they press, too (S-72).

The thread comes first, as Discord opens it; then one transaction keeps all the rest: the race, who is in it, its panel,
and after which race it was opened. A program that ends before that has kept nothing, and the next press uses the thread
that it left.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from typing import Protocol

import msgspec

from db.store import StaleRace, Store
from db.writing.again import Anew
from records.acts import ActRecord
from records.races import EntryRecord, FactionRecord, Place, PublicRace, RaceRecord
from records.refusals import Reason, Refused
from records.values import PlayerId, RaceId
from steward.hosting.anew import newcomer, timing_of, title_again, with_one_more
from steward.hosting.lobbies import Lobbies, NewRace, public_race
from steward.hosting.presence import Presence
from steward.hosting.reserved import place_like, reserved_for
from steward.hosting.room import refusing_more
from steward.running.bookmaker import opening
from steward.running.live import Rulesets
from steward.running.locks import Locks
from steward.telling.notices import Panel, act_notice, notice
from steward.time.standstill import Clock

NOT_KEPT = RaceId(0)
"""The number of a race that has none yet."""

Opens = Callable[[str], AbstractAsyncContextManager[int]]
"""Gives the id of a thread for a race of this title; takes the thread away again if what follows fails."""


@dataclass(frozen=True)
class Reopened:
    """What was opened after a race or season."""

    race: PublicRace
    is_new: bool  # else it had been opened before
    absent: tuple[str, ...] = ()  # names of those in the old one who could not be asked


class Renews(Protocol):
    """Makes anew what is over and is no race."""

    async def lobby(self, old: PublicRace, host: PlayerId) -> PublicRace:
        """Return the next one as it is to be kept: its host is in, and places are reserved for the others."""

    async def queue(self, old: PublicRace) -> list[PlayerId]:
        """Return the substitutes who come along."""


class Again:
    """Opens races and seasons anew. A press that comes twice, or after a crash, does no harm."""

    def __init__(
        self,
        store: Store,
        lobbies: Lobbies,
        others: Mapping[str, Renews],
        presence: Presence,
        rulesets: Rulesets,
        clock: Clock,
        wake: Callable[[], None],
    ) -> None:
        """
        :param others: who renews what is no race, by ruleset.
        :param wake: called when something is new to be delivered.
        """
        self._store, self._lobbies, self._others, self._presence = store, lobbies, others, presence
        self._rulesets, self._clock, self._wake = rulesets, clock, wake
        self._one_at_a_time = Locks[RaceId]()
        """Held while a race or season is opened anew, so that two presses do not open two threads."""

    async def open(self, old: RaceId, host: PlayerId, opens: Opens) -> Reopened:
        """Open a race, or the next season of a league, for the same people; once, unless that was called off.

        No place is reserved for those who have left the server, or the league.

        :param host: the person who presses, and hosts it.
        :raises Refused: if such a race cannot be opened now; then nothing is left behind.
        """
        async with self._one_at_a_time[old]:
            found = await self._store.again.opened_after(old)
            if found is not None:
                return Reopened(await public_race(self._store, found), is_new=False)
            known = await public_race(self._store, old)
            anew = await self._anew(known, host)
            with refusing_more():
                await self._store.again.require_room(anew.race)
            await self._try_messages(anew)
            async with opens(anew.race.title) as thread:
                number = await self._keep(anew, thread)
        self._wake()
        return Reopened(await public_race(self._store, number), is_new=True, absent=_absent(known, anew))

    async def _anew(self, old: PublicRace, host: PlayerId) -> Anew:
        """Return all that is to be kept but the thread."""
        now, renews = self._clock(), self._others.get(old.record.ruleset)
        lobby = await (self._lobby if renews is None else renews.lobby)(old, host)
        queue = [] if renews is None else await renews.queue(old)
        acts = [ActRecord(kind="volunteer", by=player, at=now) for player in queue]
        told = [act_notice(NOT_KEPT, act, now) for act in acts]
        panel = notice(NOT_KEPT, "panel", Panel(is_new=False), now)
        race = msgspec.structs.replace(lobby.record, again_of=old.record.id)
        return Anew(race, lobby.factions, lobby.entries, (*told, panel), acts)

    async def _try_messages(self, anew: Anew) -> None:
        """Have direct messages tried anew to all who are in it."""
        people = [*(each.player for each in anew.factions), *(each.by for each in anew.acts)]
        for player in people:
            if player is not None:
                await self._store.people.set_player(player, dms="unknown")

    async def _keep(self, anew: Anew, thread: int) -> RaceId:
        race = msgspec.structs.replace(anew.race, thread=thread)
        decide = opening(self._rulesets[race.ruleset], race.opened) if race.kind.has_table else None
        try:
            with refusing_more():
                return await self._store.again.add(replace(anew, race=race), decide)
        except StaleRace as error:
            raise Refused(Reason.CHANGED_MEANWHILE) from error

    async def _lobby(self, old: PublicRace, host: PlayerId) -> PublicRace:
        """Return a race like one that is over: options, clocks, colours, and as many house drivers.

        The host is in, if they drove; for all others places are reserved.
        """
        lobby = PublicRace(await self._like(old, host), (), ())
        people = await self._people(old)
        others = {player: seat for player, seat in people.items() if player != host}
        lobby = reserved_for(lobby, [place_like(seat, _chariot_of(old, seat), each) for each, seat in others.items()])
        if (mine := people.get(host)) is not None:
            member = newcomer(lobby, host, mine.name)
            lobby = with_one_more(lobby, member, self._chariot(lobby, member, old, mine))
        for seat in old.factions:
            if seat.driver is not None:
                factions, entries = self._lobbies.house(lobby, [seat.driver], 1)
                lobby = PublicRace(lobby.record, (*lobby.factions, *factions), (*lobby.entries, *entries))
        return lobby

    async def _people(self, old: PublicRace) -> dict[PlayerId, FactionRecord]:
        """Return who drove at the end of a race and is still on its server, each with their first place."""
        gone = await self._presence.gone_among(old.record.guild, [each.holder for each in old.factions])
        people = dict[PlayerId, FactionRecord]()
        for seat in old.factions:
            if seat.holder is not None and seat.holder not in gone:
                people.setdefault(seat.holder, seat)
        return people

    async def _like(self, old: PublicRace, host: PlayerId) -> RaceRecord:
        record = old.record
        options = self._rulesets[record.ruleset].read_options(record.options)
        title = title_again(record.title, await self._titles_beside(record))
        new = NewRace(record.guild, record.channel, host, record.ruleset, options, timing_of(record), title)
        return await self._lobbies.new_race(new._replace(is_rated=record.is_rated))

    async def _titles_beside(self, record: RaceRecord) -> set[str]:
        """Return the titles that a race opened after this one cannot have: those of its host, and of its channel.

        Whoever may press sees that channel; of races of other people elsewhere, and of practices, nothing shows.
        """
        index, here = self._store.index, Place((record.guild,))
        found = [each for each in await index.headings(here) if each.channel == record.channel and each.lesson is None]
        return {each.title for each in (*found, *await index.headings(here, record.host))}

    def _chariot(
        self, lobby: PublicRace, member: FactionRecord, old: PublicRace, seat: FactionRecord
    ) -> EntryRecord | None:
        """Return a player's chariot as it was; where that cannot be, in any colour; none if colours are drawn."""
        if self._lobbies.is_shared_out(lobby):
            return None
        before = _chariot_of(old, seat)
        looks = (None, None) if before is None else (before.colour, before.name)
        try:
            return self._lobbies.entry(lobby, member.faction, *looks)
        except Refused:
            return self._lobbies.entry(lobby, member.faction, None, None)


def _chariot_of(race: PublicRace, seat: FactionRecord) -> EntryRecord | None:
    """Return the first chariot of a place."""
    return next((each for each in race.entries if each.faction == seat.faction), None)


def _absent(old: PublicRace, new: Anew) -> tuple[str, ...]:
    """Return the names of the people of a race or season who are neither in the next one nor asked."""
    here = {each.player for each in new.factions} | {each.player for each in new.race.reservations}
    return tuple(
        each.name for each in old.factions if each.player is not None and here.isdisjoint((each.player, each.holder))
    )
