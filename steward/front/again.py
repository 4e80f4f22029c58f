"""Again: what is over is opened anew for the same people: a race, a cup or the next season of a league; each once.

After the last race of a cup that is the cup.

Whoever presses is in; for each of the others a place is reserved until they press, too (S-72).

The thread comes first, as Discord opens it; then one transaction keeps all the rest: the race, who is in it, its panel,
and after which race it was opened. A program that ends before that has kept nothing, and the next press uses the thread
that it left.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from typing import Protocol

import msgspec

from db.store import StaleRace, Store
from db.writing.again import Anew
from records.acts import ActRecord
from records.cups import CupRecord
from records.notices import Notice
from records.races import PublicRace
from records.refusals import Reason, Refused
from records.values import PlayerId, RaceId
from steward.fleet.fleet import Fleet
from steward.front.next_races import NextRaces
from steward.hosting.lobbies import public_race
from steward.hosting.room import refusing_more
from steward.running.bookmaker import opening
from steward.running.live import Rulesets
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
    """Opens races, cups and seasons anew. A press that comes twice, or after a crash, does no harm."""

    def __init__(
        self,
        store: Store,
        races: NextRaces,
        others: Mapping[str, Renews],
        rulesets: Rulesets,
        clock: Clock,
        wake: Callable[[], None],
        fleet: Fleet,
    ) -> None:
        """
        :param others: who renews what is no race, by ruleset.
        :param wake: called when something is new to be delivered.
        """
        self._store, self._next_races, self._others = store, races, others
        self._rulesets, self._clock, self._wake = rulesets, clock, wake
        self._one_at_a_time = fleet.locks("again")
        """Held while a race or season is opened anew, so that two presses do not open two threads."""

    async def open(self, old: RaceId, host: PlayerId, opens: Opens) -> Reopened:
        """Open a race, a cup or the next season of a league for the same people; once, unless that was called off.

        No place is reserved for those who have left the server, the cup or the league.

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
                await self._store.again.require_room(anew)
            await self._try_messages(anew)
            async with opens(anew.race.title) as thread:
                number = await self._keep(anew, thread)
        self._wake()
        return Reopened(await public_race(self._store, number), is_new=True, absent=_absent(known, anew))

    async def _anew(self, old: PublicRace, host: PlayerId) -> Anew:
        """Return all that is to be kept but the thread."""
        now, renews = self._clock(), self._others.get(old.record.ruleset)
        if renews is None:
            lobby, cup = await self._next_races.after(old, host)
            return _kept_after(old, lobby, now, cup=cup)
        lobby, queue = await renews.lobby(old, host), await renews.queue(old)
        acts = [ActRecord(kind="volunteer", by=player, at=now) for player in queue]
        told = [act_notice(NOT_KEPT, act, now) for act in acts]
        return _kept_after(old, lobby, now, acts, told)

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


def _kept_after(
    old: PublicRace,
    lobby: PublicRace,
    now: float,
    acts: Sequence[ActRecord] = (),
    told: Sequence[Notice] = (),
    cup: CupRecord | None = None,
) -> Anew:
    """Return all that is to be kept of a lobby after what is over, but the thread."""
    panel = notice(NOT_KEPT, "panel", Panel(is_new=False), now)
    race = msgspec.structs.replace(lobby.record, again_of=old.record.id)
    return Anew(race, lobby.factions, lobby.entries, (*told, panel), acts, cup)


def _absent(old: PublicRace, new: Anew) -> tuple[str, ...]:
    """Return the names of the people of a race or season who are neither in the next one nor asked."""
    here = {each.player for each in new.factions} | {each.player for each in new.race.reservations}
    return tuple(
        each.name for each in old.factions if each.player is not None and here.isdisjoint((each.player, each.holder))
    )
