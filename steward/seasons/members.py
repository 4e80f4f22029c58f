"""Members of a league who come and go (H.10): leaving and coming back, expelling, new owners, a new host."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Literal

import msgspec

from db.store import Store
from engine.leagues.words.acts import Keep
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import CALENDAR, Status
from records.acts import ActKind, ActRecord
from records.limits import RETURNS
from records.races import FactionRecord, PublicRace
from records.refusals import Reason, Refused
from records.values import EntryId, PlayerId, RaceId
from steward.hosting.desk import require_reason
from steward.hosting.interests import require_somebody_else
from steward.hosting.presence import Presence
from steward.hosting.substitutes import Substitutes, expelled_from, gone_from
from steward.running.absence import handed_to, taking
from steward.running.live import Live
from steward.running.often import refusing_often, require_seldom
from steward.running.races import Races
from steward.running.unwritten import Source
from steward.seasons.keeper import take_back
from steward.seasons.leagues import WHAT, Leagues
from steward.seasons.membership import require_not_expelled
from steward.seasons.places import stable_of
from steward.seasons.reins import Reins
from steward.seasons.requests import asked_now
from steward.telling import shown
from steward.telling.notices import act_notice
from steward.telling.shown import NAME_LENGTH
from steward.time.standstill import Clock

Left = Literal["lobby", "stable", "deputy", "queue"]
"""A person's part in the league that they left."""

LEFT_SERVER = "left the server"
"""The reason of an owner's leaving that they did not ask for."""

FORMER = "Former owner"
"""The name of a member who left and asked to be taken out of the record (H.14)."""


class Members:
    """Owners and deputies of stables. Each act is kept, and told in the league's thread and its races at once."""

    def __init__(
        self,
        store: Store,
        races: Races,
        leagues: Leagues,
        substitutes: Substitutes,
        reins: Reins,
        presence: Presence,
        clock: Clock,
    ) -> None:
        self._store, self._races, self._leagues, self._clock = store, races, leagues, clock
        self._substitutes, self._reins, self._presence = substitutes, reins, presence
        self._voting = races.fleet.locks("vote")

    # Leaving and coming back

    async def left_server(self, league: RaceId, player: PlayerId) -> None:
        """Let a person who has left the server leave the league as well (H.14).

        Before its start that is for the host to decide.
        """
        known, acts = await self._leagues.league(league), await self._store.stories.acts(league)
        if known.record.state == "lobby" or player in gone_from(acts):
            return
        with suppress(Refused):  # it rests, or is over
            await self.leave(league, player, LEFT_SERVER)

    async def back_on_server(self, league: RaceId, player: PlayerId) -> None:
        """Give an owner the stable back who was out only because they had left the server."""
        acts = [each for each in await self._store.stories.acts(league) if each.by == player]
        if not acts or acts[-1].kind != "leave" or acts[-1].reason != LEFT_SERVER:
            return
        with suppress(Refused):  # it rests or is over, or somebody else has the stable
            await self.come_back(league, player)

    async def leave(self, league: RaceId, player: PlayerId, why: str = "") -> Left:
        """Take a person out of a league, and return their part in it.

        Before the start an owner leaves freely; afterwards the manager keeps the stable. A deputy gives the stable back
        to its owner; a substitute leaves the queue.

        :raises Refused: if they are not in it, or it is over.
        """
        known = await self._leagues.league(league)
        seat = known.faction_for(player)
        if seat is None:
            if await self._substitutes.withdraw(known, player):
                return "queue"
            raise Refused(LeagueReason.NOT_A_MEMBER)
        if known.record.state == "lobby":
            await self._leagues.withdraw(known, player)
            return "lobby"
        if player == seat.player:
            await self._let_go(league, player, player, "leave", why)
            return "stable"
        await self._resign(league, player)
        return "deputy"

    async def _resign(self, league: RaceId, deputy: PlayerId) -> None:
        async with self._races.editing(league) as live:
            seat = _seat(live.race, deputy)
            assert seat.player is not None
            live.seat(handed_to(seat, seat.player))
            self._act(live, "resign", deputy, seat, {"player": deputy, "was": seat.player}, seat.player)
        await self._free_races(league, seat, deputy)

    async def come_back(self, league: RaceId, player: PlayerId) -> PlayerId | None:
        """Give an owner the stable back from its manager or deputy, and the reins in a race under way (H.10).

        If they have it, and have asked somebody to be their deputy, take that request back, and return whom (L-51).

        :raises Refused: if they own none here, were expelled, or have it already and have asked nobody.
        """
        known = await self._leagues.league(league)
        owned(known, player)
        require_begun(known)
        await require_not_expelled(self._store, league, player)
        async with self._races.editing(league) as live:
            seat = owned(live.race, player)
            status = _status(live, seat)
            acts, now = await self._store.stories.acts(league), self._clock()
            if seat.at_the_reins == player and status != "kept":
                return self._take_request_back(live, seat, acts, now)
            require_seldom(acts, "return", player, RETURNS, now)
            self._races.takes_reins(live, seat, player, now)
            if seat.substitute is not None:
                live.also(act_notice(league, taking(live.race, seat, player, now), now).to(seat.substitute))
        for race in await self._races_of(league):
            async with self._races.editing(race) as live:
                mine = live.race.faction_for(player)
                if mine is not None and mine.player == player != mine.at_the_reins:
                    self._races.takes_reins(live, mine, player, self._clock())
        return None

    def _take_request_back(self, live: Live, seat: FactionRecord, acts: Sequence[ActRecord], now: float) -> PlayerId:
        """End an owner's request to be their deputy, and return whom they had asked; nobody else hears of it."""
        assert seat.player is not None
        asked = asked_now(acts, now).get(stable_of(live.race, seat))
        if asked is None:
            raise Refused(Reason.HOLDS_REINS, player=seat.player)
        body = {"faction": seat.faction, "player": seat.player, "was": seat.player, "asked": asked}
        live.act(self._record("return", seat.player, stable_of(live.race, seat), body))
        return asked

    async def remove_name(self, league: RaceId, player: PlayerId) -> None:
        """Leave the name of somebody who has left out of the record of a league and its races (H.14).

        :raises Refused: if they own none here, or have it still.
        """
        owned(await self._leagues.league(league), player)
        if player not in gone_from(await self._store.stories.acts(league)):
            raise Refused(LeagueReason.STILL_IN)
        await self._store.leagues.rename(league, player, FORMER)
        await self._races.show(league)

    # Acts of the host

    async def expel(self, league: RaceId, by: PlayerId, player: PlayerId, reason: str) -> None:
        """Put a member out of a league by an act of its host; the manager keeps their stable.

        They learn of it, and cannot come back but by :meth:`hand`. Money, horses and debts stay with the stable.

        Once the season runs, a member who hosts it expels nobody who has a place in it: a rival would be gone (S-48).

        :raises Refused: if they are not in it, or expel themselves.
        """
        why, known = require_reason(reason), await self._leagues.league(league)
        seat = known.faction_for(player)
        is_in = seat is not None or player in await self._substitutes.queue(known)
        if not is_in or player == by:
            raise Refused(LeagueReason.NO_SUCH_MEMBER, player=player)
        if seat is not None and known.record.state != "lobby":
            await require_somebody_else(self._store, known, by)
            await self._let_go(league, by, player, "expel", why)
            return
        if seat is not None:
            await self._leagues.withdraw(known, player)
        act = self._record("expel", by, None, {"player": player}, why)
        await self._tell(league, act, player)

    async def hand(self, league: RaceId, by: PlayerId, stable: EntryId, player: PlayerId, name: str, why: str) -> None:
        """Give a stable that its manager keeps to a new owner, or back to an expelled one, with all its debts (H.10).

        The stable keeps its name, chariots, account and record.

        :raises Refused: if there is no such stable, its owner plays, or the new one has a stable here, is not on the
            server, or acts for themselves.
        """
        if player == by:
            raise Refused(Reason.NEEDS_ANOTHER, what=WHAT)
        why, person = require_reason(why), shown.visible(name, NAME_LENGTH, instead="Player")
        known = await self._leagues.league(league)
        require_begun(known)
        await self._presence.require_here(known.record.guild, player)
        async with self._races.editing(league) as live:
            seat = live.race.faction_of(stable)
            if seat is None or seat.player is None:
                raise Refused(LeagueReason.NO_SUCH_STABLE, stable=stable)
            if _status(live, seat) != "kept":
                raise Refused(LeagueReason.HAS_AN_OWNER, stable=stable)
            if live.race.faction_for(player) not in (None, seat):
                raise Refused(LeagueReason.HAS_A_STABLE, player=player)
            new = msgspec.structs.replace(handed_to(seat, player), player=player, substitute=None, name=person)
            live.seat(new)
            take_back(live, seat.faction, self._clock())
            self._act(
                live, "hand", by, new, {"faction": seat.faction, "player": player, "was": seat.player}, player, why
            )
        await self._store.people.set_player(player, name=person, dms="unknown")
        await self._reins.look(league)

    # A new host

    async def vote(self, league: RaceId, voter: PlayerId, candidate: PlayerId) -> bool:
        """Vote for a member as host; tell whether more than half of those with a vote want them, and so they host now.

        Owners vote who are in the league and on its server (L-52).

        :raises Refused: if it has not begun, either takes no part, the voter has no vote, or the candidate hosts it
            already.
        """
        async with self._voting[league]:
            known, acts = await self._leagues.league(league), await self._store.stories.acts(league)
            if known.record.state == "lobby":
                raise Refused(LeagueReason.NO_VOTE_YET, host=known.record.host)
            await self._presence.require_here(known.record.guild, candidate)
            people = await self._presence.here_among(known.record.guild, _people(known) - gone_from(acts))
            owners = await self._leagues.owners(known)
            electors = people & {each.player for number in owners if (each := known.faction_of(number)) is not None}
            if voter not in people:
                raise Refused(LeagueReason.NOT_A_MEMBER)
            if voter not in electors:
                raise Refused(LeagueReason.NO_VOTE, "L-52")
            if candidate not in people:
                raise Refused(LeagueReason.NO_SUCH_MEMBER, player=candidate)
            if candidate == known.record.host:
                raise Refused(LeagueReason.HOST_ALREADY, player=candidate)
            if known.record.state in ("finished", "cancelled"):
                raise Refused(Reason.RACE_IS_OVER)
            votes = {each: _wanted(acts, each) for each in electors} | {voter: candidate}
            count, need = sum(each == candidate for each in votes.values()), len(electors) // 2 + 1
            body = {"player": candidate, "votes": count, "need": need}
            await self._tell(league, self._record("vote", voter, None, body))
            if count < need:
                return False
            elected = self._record("elect", None, None, {"player": candidate, "was": known.record.host})
            await self._tell(league, elected, candidate, host=candidate)
            return True

    # The next season

    async def people_of(self, league: PublicRace) -> set[PlayerId]:
        """Return the members of a league who have left neither it nor its server, and its host."""
        people = (_people(league) | {league.record.host}) - gone_from(await self._store.stories.acts(league.record.id))
        return await self._presence.here_among(league.record.guild, people)

    # How

    async def _let_go(self, league: RaceId, by: PlayerId, player: PlayerId, kind: ActKind, why: str = "") -> None:
        """Give a stable to its manager, as its owner leaves or is expelled; a deputy alone is only put out.

        :raises Refused: if they have left, or were expelled, already: it is told once.
        """
        async with self._races.editing(league) as live:
            acts = await self._store.stories.acts(league)
            if player in (gone_from(acts) if kind == "leave" else expelled_from(acts)):
                raise Refused(
                    LeagueReason.NOT_A_MEMBER if kind == "leave" else LeagueReason.NO_SUCH_MEMBER, player=player
                )
            seat = _seat(live.race, player)
            if player == seat.player and _status(live, seat) == "active":
                said = "left" if kind == "leave" else "expelled"
                live.do(CALENDAR, Keep(stable_of(live.race, seat), said), Source("steward"), self._clock())
            live.seat(handed_to(seat, seat.player))
            self._act(live, kind, by, seat, {"player": player}, player if by != player else None, why)
        await self._free_races(league, seat, seat.substitute)
        await self._reins.look(league)

    async def _free_races(self, league: RaceId, stable: FactionRecord, deputy: PlayerId | None) -> None:
        """Give the reins that a former deputy has in a race under way back to the stable's owner."""
        if deputy is None:
            return
        for race in await self._races_of(league):
            async with self._races.editing(race) as live:
                seat = live.race.faction_for(deputy)
                if seat is not None and seat.player is not None and seat.player == stable.player:
                    self._races.takes_reins(live, seat, seat.player, self._clock())

    async def _races_of(self, league: RaceId) -> list[RaceId]:
        """Return the races that have begun, or are about to; who decides in one that is held, is settled then."""
        return [each.id for each in await self._leagues.races(league) if each.state == "running" and not each.held]

    async def _tell(
        self, league: RaceId, act: ActRecord, player: PlayerId | None = None, host: PlayerId | None = None
    ) -> None:
        """Keep an act, and tell it in the thread and to the person it is about."""
        told = dict.fromkeys([None, player])
        notices = [msgspec.structs.replace(act_notice(league, act, act.at), player=each) for each in told]
        with refusing_often():
            await self._store.races.note(league, act, notices, host)
        await self._races.show(league)

    def _act(
        self,
        live: Live,
        kind: ActKind,
        by: PlayerId,
        seat: FactionRecord,
        body: Mapping[str, int | None],
        player: PlayerId | None = None,
        why: str = "",
    ) -> None:
        act = self._record(kind, by, stable_of(live.race, seat), body, why)
        live.act(act)
        told = act_notice(live.id, act, act.at)
        live.also(*(msgspec.structs.replace(told, player=each) for each in dict.fromkeys([None, player])))

    def _record(
        self, kind: ActKind, by: PlayerId | None, entry: EntryId | None, body: Mapping[str, int | None], why: str = ""
    ) -> ActRecord:
        return ActRecord(kind=kind, by=by, entry=entry, reason=why, body=json.dumps(body), at=self._clock())


def _seat(league: PublicRace, player: PlayerId) -> FactionRecord:
    """:raises Refused: unless somebody is in a league, as owner, bettor or deputy."""
    seat = league.faction_for(player)
    if seat is None:
        raise Refused(LeagueReason.NOT_A_MEMBER)
    return seat


def owned(league: PublicRace, owner: PlayerId) -> FactionRecord:
    """Return somebody's own seat in a league.

    :raises Refused: unless somebody is in a league for themselves, and not as a deputy.
    """
    seat = _seat(league, owner)
    if seat.player != owner:
        raise Refused(LeagueReason.NOT_THE_OWNER)
    return seat


def require_begun(league: PublicRace) -> None:
    """:raises Refused: before the season begins."""
    if league.record.state == "lobby":
        raise Refused(LeagueReason.NOT_NOW, phase="founding")


def require_active(live: Live, seat: FactionRecord) -> None:
    """:raises Refused: unless a stable plays."""
    status = _status(live, seat)
    if status != "active":
        raise Refused(LeagueReason.OUT_OF_THE_SEASON, "H.10", status=status)


def _status(live: Live, seat: FactionRecord) -> Status:
    """Return the status of a stable, of one that joins at the next reckoning as well.

    A late stable has none for an instant after the league went back to before it joined.
    """
    state, number = live.session.state, stable_of(live.race, seat)
    known = (*state.stables.values(), *state.joining)
    return next((each.status for each in known if each.number == number), "retired")


def _people(league: PublicRace) -> set[PlayerId]:
    return {each.player for each in league.factions if each.player is not None}


def _wanted(acts: list[ActRecord], voter: PlayerId) -> PlayerId | None:
    """Return the candidate of a member's latest vote since the last election of a host."""
    since = max((place for place, act in enumerate(acts) if act.kind == "elect"), default=-1)
    mine = [act for act in acts[since + 1 :] if act.kind == "vote" and act.by == voter]
    return PlayerId(json.loads(mine[-1].body)["player"]) if mine else None
