"""Leaving for good: a cup, between its races or under way (CUP-11), a race under way, and reins of another (S-73).

A house driver drives on until somebody takes the reins.
"""

import json
from collections.abc import Sequence
from typing import Literal

import msgspec

from db.store import Store
from records.acts import ActRecord
from records.notices import Notice
from records.races import FactionRecord, PublicRace
from records.refusals import Reason, Refused
from records.values import CupId, PlayerId, RaceId
from steward.hosting.lobbies import Lobbies, public_race
from steward.hosting.seats import SeatChange, Seats
from steward.hosting.substitutes import Substitutes, gone_from
from steward.running.absence import handed_to
from steward.running.live import Rulesets
from steward.running.races import Races
from steward.telling.notices import Offer, act_notice, notice
from steward.time.standstill import Clock

Out = Literal["lobby", "free", "taken"]
"""What becomes of the place of somebody who leaves a cup: they had none yet in a race that began, a house driver has it
until a substitute takes the reins, or a substitute has them already."""


class Quitting:
    """Takes people out of cups and races under way, openly. Points, places and bets stay with the chariot."""

    def __init__(
        self,
        store: Store,
        races: Races,
        lobbies: Lobbies,
        seats: Seats,
        substitutes: Substitutes,
        rulesets: Rulesets,
        clock: Clock,
    ) -> None:
        self._store, self._races, self._lobbies, self._seats = store, races, lobbies, seats
        self._substitutes, self._rulesets, self._clock = substitutes, rulesets, clock
        self._leaving, self._giving_up = races.fleet.locks("leave"), races.fleet.locks("give up")

    async def leave(self, cup: CupId, player: PlayerId) -> Out:
        """Take somebody out of a cup for good, and return what becomes of the place; before its first race they simply
        leave that.

        Who drives in their place stays; else a house driver does, until a substitute takes the reins.

        :raises Refused: if they have no place of their own in it, have left it already, or it is over or paused.
        """
        async with self._leaving[cup]:
            return await self._leave(cup, player)

    async def _leave(self, cup: CupId, player: PlayerId) -> Out:
        company = await self._substitutes.of_cup(cup)
        if company.is_over:
            raise Refused(Reason.CUP_IS_OVER)
        home = company.home
        seat = next((each for each in home.factions if each.player == player), None)
        if seat is None:
            raise Refused(Reason.NOT_ENTERED)
        if home.record.state == "lobby" and await self._left_lobby(home, player):
            return "lobby"
        if player in gone_from(company.acts):
            raise Refused(Reason.LEFT_CUP)
        if home.record.state in ("finished", "cancelled"):
            act = self._record(home, player)
            await self._store.races.note(home.record.id, act, [act_notice(home.record.id, act, act.at)])
            self._races.wake()
        else:
            await self._seats.change(home.record.id, lambda race: self._leaves(race, player))
        return "free" if seat.substitute is None else "taken"

    async def leave_race(self, race: RaceId, player: PlayerId) -> None:
        """Give a place of a race under way to a house driver for good, and offer it; the owner may come back to it.

        :raises Refused: if they have no place of their own in it, have left it already, or it belongs to a cup or
            league, which has its own way out; or if it is not under way.
        """
        async with self._giving_up[race]:
            known = await public_race(self._store, race)
            require_own_place(known, player)
            seat = next(each for each in known.factions if each.player == player)
            if player in gone_from(await self._store.stories.acts(race)) and seat.at_the_reins != player:
                raise Refused(Reason.LEFT_RACE, title=known.record.title)
            await self._seats.require_driven(known, player)
            await self._seats.change(race, lambda found: self._leaves(found, player))

    async def require_in(self, race: PublicRace, player: PlayerId) -> None:
        """:raises Refused: if somebody with a place of their own has left a race already, or its cup."""
        record = race.record
        company = None if record.cup is None else await self._substitutes.of_cup(record.cup)
        acts = await self._store.stories.acts(record.id) if company is None else company.acts
        seat = next((each for each in race.factions if each.player == player), None)
        if seat is not None and player in gone_from(acts) and seat.at_the_reins != player:
            raise Refused(Reason.LEFT_RACE if company is None else Reason.LEFT_CUP, title=record.title)

    async def give_back(self, race: RaceId, player: PlayerId) -> None:
        """Take somebody off the reins that they have in another's place: a house driver drives, and all may take over.

        An owner who is still away for the days that they said gets them back as these end.

        :raises Refused: if they drive in nobody's place here, or as a league's deputy, or the race is not under way.
        """
        async with self._giving_up[race]:
            await self._require_no_deputy(await public_race(self._store, race), player)
            acts = await self._store.stories.acts(race)
            await self._seats.change(race, lambda found: self._gives_back(found, player, acts))

    def _gives_back(self, race: PublicRace, player: PlayerId, acts: Sequence[ActRecord]) -> SeatChange:
        seat = next((each for each in race.factions if each.substitute == player), None)
        if seat is None:
            raise Refused(Reason.NOT_ENTERED)
        now, stand_in = self._clock(), self._rulesets[race.record.ruleset].stand_in
        free = handed_to(seat, None, None if seat.player is None else stand_in)
        free = msgspec.structs.replace(free, away_until=_away_until(acts, seat.player, now))
        entry = next((each.entry for each in race.entries if each.faction == seat.faction), None)
        body = json.dumps({"faction": seat.faction, "was": player})
        act = ActRecord(kind="resign", by=player, entry=entry, body=body, at=now)
        owner = None if seat.player in gone_from(acts) else seat.player
        told = [] if owner is None else [act_notice(race.record.id, act, now).to(owner)]
        return SeatChange(free, act, [*told, notice(race.record.id, "offer", Offer(seat.faction), now)])

    async def _require_no_deputy(self, race: PublicRace, player: PlayerId) -> None:
        """:raises Refused: if somebody decides for a whole stable of a league: the league has its own way out."""
        league = None if race.record.season is None else await public_race(self._store, race.record.season)
        seat = None if league is None else league.faction_for(player)
        if league is not None and seat is not None and seat.player != player:
            raise Refused(Reason.DRIVES_FOR_ANOTHER, title=league.record.title, owner=seat.player, what="league")

    async def _left_lobby(self, home: PublicRace, player: PlayerId) -> bool:
        """Take somebody out of a race in which they enter the cup; tell whether it is one."""
        try:
            await self._lobbies.leave(home.record.id, player)
        except Refused as refused:
            if refused.reason is not Reason.STAYS_IN_CUP:
                raise
            return False
        return True

    def _leaves(self, race: PublicRace, player: PlayerId) -> SeatChange:
        seat = next((each for each in race.factions if each.player == player), None)
        if seat is None:
            raise Refused(Reason.NOT_ENTERED)
        act = self._record(race, player)
        told: Sequence[Notice] = [notice(race.record.id, "offer", Offer(seat.faction), act.at)]
        if seat.substitute is not None:
            return SeatChange(None, act)
        return SeatChange(quit_seat(seat, self._rulesets[race.record.ruleset].stand_in), act, told)

    def _record(self, race: PublicRace, player: PlayerId) -> ActRecord:
        faction = next(each.faction for each in race.factions if each.player == player)
        body = json.dumps({"faction": faction, "player": player})
        return ActRecord(kind="leave", by=player, body=body, at=self._clock())


def require_own_place(race: PublicRace, player: PlayerId) -> None:
    """:raises Refused: unless somebody may leave a race under way by itself: it belongs to no cup, league or lesson."""
    if not any(each.player == player for each in race.factions):
        raise Refused(Reason.NOT_ENTERED)
    if race.record.cup is not None:
        raise Refused(Reason.STAYS_IN_CUP)
    if race.record.season is not None or race.record.is_practice:
        raise Refused(Reason.STAYS_IN_RACE, title=race.record.title)


def quit_seat(seat: FactionRecord, stand_in: str) -> FactionRecord:
    """Return a place whose owner has left: a house driver has the reins, and others may take them."""
    return msgspec.structs.replace(seat, standin=stand_in, away_until=None, waits=None)


def _away_until(acts: Sequence[ActRecord], owner: PlayerId | None, now: float) -> float | None:
    """Return until when the owner of a place has said to be away, if that is to come and they have not been back."""
    mine = [
        each for each in acts if owner is not None and each.by == owner and each.kind in ("vacation", "return", "leave")
    ]
    if not mine or mine[-1].kind != "vacation":
        return None
    until = float(json.loads(mine[-1].body)["until"])
    return until if until > now else None
