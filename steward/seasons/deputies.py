"""Deputies of a league's owners (H.7): asked by direct message, and only who accepts has the stable (L-51)."""

import json
from collections.abc import Mapping, Sequence

from db.store import Store
from engine.leagues.words.reasons import LeagueReason
from records.acts import ActKind, ActRecord
from records.races import FactionRecord, PublicRace
from records.refusals import Reason, Refused
from records.values import EntryId, Faction, PlayerId, RaceId
from steward.hosting.presence import Presence
from steward.running.absence import handed_to
from steward.running.live import Live
from steward.running.often import refusing_often
from steward.running.races import Races
from steward.seasons.leagues import Leagues
from steward.seasons.members import owned, require_active, require_begun
from steward.seasons.membership import require_not_expelled, require_outside
from steward.seasons.places import stable_of
from steward.seasons.reins import Reins
from steward.seasons.requests import asked_now
from steward.telling.notices import Offer, act_notice, notice
from steward.time.standstill import Clock


class Deputies:
    """Asks people to be deputies, and takes their answers."""

    def __init__(
        self,
        store: Store,
        races: Races,
        leagues: Leagues,
        reins: Reins,
        presence: Presence,
        clock: Clock,
    ) -> None:
        self._store, self._races, self._leagues, self._clock = store, races, leagues, clock
        self._reins, self._presence = reins, presence

    async def ask(self, league: RaceId, owner: PlayerId, deputy: PlayerId) -> None:
        """Ask somebody to have the whole stable of an owner until the owner comes back (H.7).

        Nothing changes before they accept. A later request of the same owner takes the place of this one.

        :raises Refused: if the owner has none that plays, was expelled or asked too often, or the other one is in this
            league, was expelled, declined before, or is not on the server.
        """
        known = await self._leagues.league(league)
        await self._presence.require_here(known.record.guild, deputy)
        seat = owned(known, owner)
        require_begun(known)
        await require_not_expelled(self._store, league, owner)
        await self._require_free(known, deputy)
        if (stable_of(known, seat), deputy) in _declined(await self._store.stories.acts(league)):
            raise Refused(LeagueReason.DECLINED, "H.7", player=deputy)
        async with self._races.viewing(league) as live:
            require_active(live, owned(live.race, owner))
        act = self._record("invite", owner, known, seat, {"player": deputy})
        told = [notice(league, "offer", Offer(seat.faction, deputy=deputy), act.at, deputy)]
        with refusing_often():
            await self._store.races.note(league, act, told)
        self._races.wake()

    async def accept(self, league: RaceId, faction: Faction, deputy: PlayerId) -> None:
        """Take a stable as its deputy.

        :raises Refused: if nobody asks this person now, or they are in this league by now, or were expelled.
        """
        known = await self._leagues.league(league)
        require_begun(known)
        await self._require_free(known, deputy)
        async with self._races.editing(league) as live:
            seat = await self._asked_for(live, faction, deputy)
            if live.race.faction_for(deputy) is not None:
                raise Refused(LeagueReason.HAS_A_STABLE)
            require_active(live, seat)
            live.seat(handed_to(seat, deputy))
            act = self._record("deputy", seat.player, live.race, seat, {"player": deputy, "was": seat.holder})
            live.act(act)
            told = act_notice(league, act, act.at)
            live.also(told, *(told.to(each) for each in (seat.player, seat.substitute) if each is not None))
        await self._reins.look(league)

    async def decline(self, league: RaceId, faction: Faction, deputy: PlayerId) -> None:
        """Decline a request; the owner hears of it, and cannot ask this person again.

        :raises Refused: if nobody asks them now.
        """
        known = await self._leagues.league(league)
        seat = self._asked(known, await self._store.stories.acts(league), faction, deputy)
        act = self._record("decline", deputy, known, seat, {"player": deputy})
        told = act_notice(league, act, act.at)
        await self._store.races.note(league, act, [] if seat.player is None else [told.to(seat.player)])
        self._races.wake()

    async def is_asked(self, league: RaceId, faction: Faction, player: PlayerId) -> bool:
        """Tell whether a request to somebody stands; no league, no request."""
        try:
            known = await self._leagues.league(league)
        except Refused:
            return False
        return _is_asked(known, await self._store.stories.acts(league), self._clock(), faction, player)

    async def was_asked(self, league: RaceId, faction: Faction, player: PlayerId) -> bool:
        """Tell whether somebody was ever asked to be the deputy of a stable, be the request over or not."""
        try:
            known = await self._leagues.league(league)
        except Refused:
            return False
        return _was_asked(known, await self._store.stories.acts(league), faction, player)

    async def asked_by(self, league: PublicRace, owner: PlayerId) -> PlayerId | None:
        """Return whom an owner has asked to be the deputy, while that waits for an answer."""
        seat = league.faction_for(owner)
        if seat is None or seat.player != owner or league.record.state == "lobby":
            return None
        acts = await self._store.stories.acts(league.record.id)
        return asked_now(acts, self._clock()).get(stable_of(league, seat))

    async def _require_free(self, league: PublicRace, deputy: PlayerId) -> None:
        if league.faction_for(deputy) is not None:
            raise Refused(LeagueReason.HAS_A_STABLE, player=deputy)
        await require_outside(self._store, league, deputy)

    async def _asked_for(self, live: Live, faction: Faction, deputy: PlayerId) -> FactionRecord:
        return self._asked(live.race, await self._store.stories.acts(live.id), faction, deputy)

    def _asked(
        self, league: PublicRace, acts: Sequence[ActRecord], faction: Faction, deputy: PlayerId
    ) -> FactionRecord:
        """Return the seat of a stable that somebody is asked to be the deputy of; :exc:`Refused` if nobody asks."""
        seat = next((each for each in league.factions if each.faction == faction), None)
        if seat is None or not _is_asked(league, acts, self._clock(), faction, deputy):
            if _was_asked(league, acts, faction, deputy):
                raise Refused(LeagueReason.REQUEST_IS_OVER, "L-51")
            raise Refused(Reason.NO_SEAT)
        return seat

    def _record(
        self,
        kind: ActKind,
        by: PlayerId | None,
        league: PublicRace,
        seat: FactionRecord,
        body: Mapping[str, int | None],
    ) -> ActRecord:
        stable, whole = stable_of(league, seat), {"faction": seat.faction, **body}
        return ActRecord(kind=kind, by=by, entry=stable, body=json.dumps(whole), at=self._clock())


def _is_asked(league: PublicRace, acts: Sequence[ActRecord], now: float, faction: Faction, player: PlayerId) -> bool:
    stable = next((each.entry for each in league.entries if each.faction == faction), None)
    return stable is not None and asked_now(acts, now).get(stable) == player


def _was_asked(league: PublicRace, acts: Sequence[ActRecord], faction: Faction, player: PlayerId) -> bool:
    stables = {each.entry for each in league.entries if each.faction == faction}
    requests = [act for act in acts if act.kind == "invite" and act.entry in stables]
    return player in [json.loads(act.body)["player"] for act in requests]


def _declined(acts: Sequence[ActRecord]) -> set[tuple[EntryId | None, PlayerId | None]]:
    """Return the stables of which somebody declined to be the deputy, with that person."""
    return {(act.entry, act.by) for act in acts if act.kind == "decline"}
