"""Who hosts a race: handed on by its host, or taken over after the host has left the server (S-58)."""

import json
from typing import NamedTuple

from db.store import NoRoom, Store
from records.acts import ActRecord
from records.people import is_former
from records.races import PublicRace, RaceRecord
from records.refusals import Reason, Refused
from records.values import PlayerId, RaceId
from steward.hosting.handing import handing, request_for
from steward.hosting.lobbies import public_race
from steward.hosting.presence import Presence
from steward.hosting.room import no_room
from steward.running.often import refusing_often
from steward.running.races import Races
from steward.telling.notices import act_notice
from steward.time.schedules import DAY
from steward.time.standstill import Clock

UNTIL_TAKEN_OVER = DAY
"""Seconds for which a host who has left the server keeps the race: they may come back."""


class Orphaned(NamedTuple):
    """A race, cup or league whose host has left the server."""

    host: str  # the name; empty if it is not known
    heir: PlayerId | None  # who may take over: the first to enter who is still here; none if nobody is
    at: float  # from when on, in seconds since 1970; at once where the host was forgotten
    is_forgotten: bool = False  # nobody comes back as this host
    is_elected: bool = False  # whether nobody takes over, as the owners of the league elect another host


class Hosts:
    """Changes hosts, openly. A cup changes hands with its race; a league under way elects its host instead."""

    def __init__(self, store: Store, races: Races, presence: Presence, clock: Clock) -> None:
        self._store, self._races, self._presence, self._clock = store, races, presence, clock
        self._changing = races.fleet.locks("host")

    async def orphaned(self, race: PublicRace, *, anew: bool = False) -> Orphaned | None:
        """Tell of a host who has left the server, or was forgotten; ``None`` if they are there, or the race is over.

        :param anew: ask Discord in any case.
        """
        race = await self.latest(race)
        record = race.record
        is_open = record.state in ("lobby", "running", "paused") or await self._has_open_cup(race)
        if record.is_practice or not is_open:
            return None
        if await self._presence.is_here(record.guild, record.host, anew=anew):
            return None
        if is_former(record.host):
            is_elected = _is_elected(record)
            heir = None if is_elected else await self._heir(race)
            return Orphaned("", heir, 0.0, is_forgotten=True, is_elected=is_elected)
        since = self._presence.gone_since(record.guild, record.host)
        known = await self._store.people.player(record.host)
        name, at = "" if known is None else known.name, (self._clock() if since is None else since) + UNTIL_TAKEN_OVER
        if _is_elected(record):
            return Orphaned(name, None, at, is_elected=True)
        return Orphaned(name, await self._heir(race), at)

    async def take_over(self, race: RaceId, player: PlayerId) -> None:
        """Let the first to enter host a race whose host left its server a day ago, or was forgotten.

        :raises Refused: if the host is there, or another is first, or it is too early, or the members elect a host; or
            they host as many as they may (S-53).
        """
        async with self._changing[race]:
            known = await self._changeable(race)
            if player == known.record.host:
                raise Refused(Reason.HOSTS_ALREADY, player=player)
            orphaned = await self.orphaned(known)
            if orphaned is None:
                raise Refused(Reason.HOST_IS_HERE, host=known.record.host)
            if player != orphaned.heir:
                raise Refused(Reason.NOT_NEXT_AS_HOST, player=orphaned.heir)
            if self._clock() < orphaned.at:
                raise Refused(Reason.HOST_MAY_RETURN, at=int(orphaned.at))
            await self._change(known, player, player, took=True)

    async def ask(self, race: RaceId, by: PlayerId, player: PlayerId) -> None:
        """Ask somebody who is in a race to host it, openly; nothing changes before they accept (S-74).

        :param by: the host, or a moderator.
        :raises Refused: if that person is not in it, is not on its server, hosts it already, or hosts as many as they
            may (S-53); or it is over, or changed hands too often today.
        """
        async with self._changing[race]:
            known = await self._to_hand_to(race, player)
            number, now = known.record.id, self._clock()
            act = handing(by, player, known.record.host, None, now)
            with refusing_often():
                await self._store.races.note(number, act, [act_notice(number, act, now)])
        self._races.wake()

    async def accept(self, race: RaceId, player: PlayerId) -> None:
        """Let somebody host a race who was asked to.

        :raises Refused: if they are not asked now, or as :meth:`ask` does; or another hosts it since.
        """
        async with self._changing[race]:
            known = await self._to_hand_to(race, player)
            acts = [act for each in {race, known.record.id} for act in await self._store.stories.acts(each)]
            request = request_for(sorted(acts, key=lambda act: act.at), player, None, self._clock())
            if request.by is None or json.loads(request.body)["was"] != known.record.host:
                raise Refused(Reason.NOT_HANDED)
            await self._change(known, request.by, player)

    async def _to_hand_to(self, race: RaceId, player: PlayerId) -> PublicRace:
        """Return a race that somebody may host next."""
        known = await self._changeable(race)
        if player == known.record.host:
            raise Refused(Reason.HOSTS_ALREADY, player=player)
        if known.faction_for(player) is None:
            raise Refused(Reason.NOT_IN_IT, player=player)
        await self._presence.require_here(known.record.guild, player)
        return known

    async def _changeable(self, race: RaceId) -> PublicRace:
        known = await self.latest(await public_race(self._store, race))
        if _is_elected(known.record):
            raise Refused(Reason.ELECTED_HERE)
        if known.record.state in ("finished", "cancelled") and not await self._has_open_cup(known):
            raise Refused(Reason.RACE_IS_OVER)
        return known

    async def latest(self, race: PublicRace) -> PublicRace:
        """Return a race; of a cup the latest, which has the cup's host."""
        known = [] if race.record.cup is None else await self._store.cups.races(race.record.cup)
        return race if not known or known[-1].id == race.record.id else await public_race(self._store, known[-1].id)

    async def _has_open_cup(self, race: PublicRace) -> bool:
        cup = None if race.record.cup is None else await self._store.cups.cup(race.record.cup)
        return cup is not None and cup.state == "open"

    async def _heir(self, race: PublicRace) -> PlayerId | None:
        """Return the first person to enter who is still on the server, besides the host."""
        for each in sorted(race.factions, key=lambda each: each.faction):
            player = each.player
            if player is None or player == race.record.host:
                continue
            if await self._presence.is_here(race.record.guild, player):
                return player
        return None

    async def _change(self, race: PublicRace, by: PlayerId, player: PlayerId, *, took: bool = False) -> None:
        number, now = race.record.id, self._clock()
        body = json.dumps({"player": player, "was": race.record.host, **({"took": True} if took else {})})
        act = ActRecord(kind="elect", by=by, body=body, at=now)
        try:
            with refusing_often():
                await self._store.races.note(number, act, [act_notice(number, act, now)], host=player)
        except NoRoom as full:
            raise no_room(full) from full
        await self._races.show(number)


def _is_elected(race: RaceRecord) -> bool:
    """Tell whether the owners of a league elect the host: of it once it has begun, and of its races."""
    return race.league is not None or (race.kind.elects_host and race.state != "lobby")
