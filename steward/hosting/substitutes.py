"""Substitutes of a league or a cup (H.10): volunteers, asked in turn to drive where no person does.

A race never waits for them: a house driver holds the reins until somebody takes them. The queue has no record: it is
read off the acts in the league or cup and its races, and so it is whole at any instant.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from db.store import Store
from records.acts import ActKind, ActRecord
from records.limits import RETURNS
from records.races import PublicRace, RaceRecord
from records.refusals import Reason, Refused
from records.values import CupId, Faction, PlayerId, RaceId
from steward.hosting.lobbies import public_race
from steward.hosting.presence import Presence
from steward.hosting.seats import SeatChange, Seats, waits_or_runs
from steward.running.often import refusing_often, require_seldom
from steward.running.races import Races
from steward.telling import shown
from steward.telling.notices import Offer, act_notice, notice
from steward.telling.shown import NAME_LENGTH
from steward.time.schedules import HOUR
from steward.time.standstill import Clock

TO_DECIDE = 2 * HOUR
"""Seconds that the first in the queue has the request alone; less if the race's own questions wait less."""


class Request(NamedTuple):
    """A request to a substitute to drive for a faction."""

    player: PlayerId
    faction: Faction
    at: float


@dataclass(frozen=True)
class Company:
    """Those among whom substitutes drive: the people of a league, or of a cup."""

    home: PublicRace  # who has a place in it: the league, or the cup's latest race
    acts: Sequence[ActRecord]  # of the league, or of all races of the cup, in order
    races: Sequence[tuple[RaceId, Sequence[ActRecord]]]  # with what was done in each
    is_over: bool

    @property
    def owners(self) -> set[PlayerId]:
        """The players with a place, their own or as a league's deputy."""
        known = self.home.factions
        deputies = {each.substitute for each in known} if self.home.record.cup is None else set()
        return {player for player in {each.player for each in known} | deputies if player is not None}

    @property
    def drives(self) -> list[tuple[PlayerId, RaceId, float]]:
        """The players who took the reins of another's chariots, with race and time, in order."""
        return [
            (act.by, race, act.at)
            for race, acts in self.races
            for act in acts
            if act.kind == "substitute" and act.by is not None
        ]

    @property
    def given_back(self) -> set[tuple[PlayerId, RaceId]]:
        """The players who gave reins back, with the race."""
        resigned = [(act.by, race) for race, acts in self.races for act in acts if act.kind == "resign"]
        return {(player, race) for player, race in resigned if player is not None}

    @property
    def queue(self) -> list[PlayerId]:
        """The substitutes in the order of the queue: after a drive they go to the end."""
        since = dict[PlayerId, float]()
        for act in self.acts:
            if act.kind == "volunteer" and act.by is not None:
                since.setdefault(act.by, act.at)
            elif act.kind in ("withdraw", "expel"):
                since.pop(_player(act) or act.by or PlayerId(0), None)
        for player, _, at in self.drives:
            if player in since:
                since[player] = max(since[player], at)
        owners = self.owners
        return sorted((each for each in since if each not in owners), key=lambda player: since[player])


class Substitutes:
    """Finds drivers for players who are silent, away or gone."""

    def __init__(self, store: Store, races: Races, seats: Seats, presence: Presence, clock: Clock) -> None:
        self._store, self._races, self._seats, self._clock = store, races, seats, clock
        self._presence = presence

    # The queue

    async def company(self, race: PublicRace) -> Company | None:
        """Return the people of a race's league or cup, or of a league; ``None`` for a single race."""
        record = race.record
        if record.cup is not None:
            return await self.of_cup(record.cup)
        return None if record.season is None else await self._of_league(await public_race(self._store, record.season))

    async def _of_league(self, league: PublicRace) -> Company:
        races = [
            (each.id, await self._store.stories.acts(each.id))
            for each in await self._store.leagues.races(league.record.id)
        ]
        is_over = league.record.state in ("finished", "cancelled")
        return Company(league, await self._store.stories.acts(league.record.id), races, is_over)

    async def of_cup(self, cup: CupId) -> Company:
        """Return the people of a cup.

        :raises Refused: if it has no race.
        """
        record, known = await self._store.cups.cup(cup), await self._store.cups.all_races(cup)
        if record is None or not known:
            raise Refused(Reason.NO_SUCH_CUP)
        races = [(each.id, await self._store.stories.acts(each.id)) for each in known]
        home = next((each for each in reversed(known) if each.state != "cancelled"), known[-1])
        acts = sorted((act for _, mine in races for act in mine), key=lambda act: act.at)
        return Company(await public_race(self._store, home.id), acts, races, record.state != "open")

    async def queue(self, race: PublicRace) -> list[PlayerId]:
        """Return the substitutes of a league, or of a race's cup, in the order of the queue."""
        company = await self.company(race)
        return [] if company is None else company.queue

    async def loyal(self, race: PublicRace) -> list[tuple[PlayerId, int]]:
        """Return the players who drove for others in a league or cup, with their races, the most loyal first."""
        company = await self.company(race)
        drove = (
            set() if company is None else {(player, race) for player, race, _ in company.drives} - company.given_back
        )
        return Counter(player for player, _ in sorted(drove)).most_common()

    async def drives_for_others(self, race: RaceId, player: PlayerId) -> bool:
        """Tell whether somebody is in the queue of the league or cup that a race belongs to, or that it is."""
        return player in await self.queue(await public_race(self._store, race))

    async def volunteer(self, race: RaceId, player: PlayerId, name: str) -> int:
        """Put somebody into the queue of a league, or of a race's cup, and return their place in it, 1 first.

        :raises Refused: if they have a place of their own here, were expelled, or it is over.
        """
        company = await self._company(race)
        home = company.home.record
        await self._races.keeper_of(home).require_outside(company.home, player)
        if company.is_over:
            raise Refused(Reason.RACE_IS_OVER if home.cup is None else Reason.CUP_IS_OVER)
        person = shown.visible(name, NAME_LENGTH, instead="Player")
        await self._store.people.set_player(player, name=person, dms="unknown")
        if player not in company.queue:
            await self._note(home.id, "volunteer", player)
        return (await self._company(race)).queue.index(player) + 1

    async def _company(self, race: RaceId) -> Company:
        company = await self.company(await public_race(self._store, race))
        if company is None:
            raise Refused(Reason.NO_SUCH_CUP)
        return company

    async def withdraw(self, race: PublicRace, player: PlayerId) -> bool:
        """Take somebody out of the queue of a league, or of a race's cup; tell whether they were in it."""
        company = await self.company(race)
        if company is None or player not in company.queue:
            return False
        await self._note(company.home.record.id, "withdraw", player)
        return True

    async def _note(self, race: RaceId, kind: ActKind, player: PlayerId) -> None:
        act = ActRecord(kind=kind, by=player, at=self._clock())
        with refusing_often():
            await self._store.races.note(race, act, [act_notice(race, act, act.at)])
        self._races.wake()

    # Places without people

    async def look_at_cups(self) -> None:
        """Ask the next substitute of each cup under way for places of its race that nobody of flesh has."""
        for cup in await self._store.cups.with_substitutes():
            races = await self._store.cups.races(cup)
            lobbies = [await public_race(self._store, each.id) for each in races if waits_or_runs(each)]
            await self.fill(lobbies)

    async def fill(self, lobbies: Sequence[PublicRace]) -> None:
        """Ask the next substitute for each place that wants somebody, of races of one league or cup."""
        wanting = [each for each in lobbies if any(each.is_free(seat) for seat in each.factions)]
        queue = await self.queue(wanting[0]) if wanting else []
        for race in wanting if queue else []:
            await self._ask(race, queue)

    async def _ask(self, race: PublicRace, queue: Sequence[PlayerId]) -> None:
        """Ask the next substitute for each place of a race, or stable, that nobody of flesh has."""
        race_id, out = race.record.id, await self._seats.out(race.record.id)
        free = [
            each.faction for each in race.factions if race.is_free(each) and not shown.is_out(race, each.faction, out)
        ]
        asked = _requests(await self._store.stories.acts(race_id))
        span, now = _span(race.record), self._clock()
        for faction in free:
            recent = {each.player for each in asked if now < each.at + span}
            mine = [each for each in asked if each.faction == faction]
            if mine and now < mine[-1].at + span:
                continue
            been = {each.player for each in mine} | recent
            others = [each for each in queue if each not in been and race.faction_for(each) is None]
            fresh = await self._first_here(race, others)
            if fresh is not None and await self._ask_one(race_id, faction, fresh):
                asked.append(Request(fresh, faction, now))

    async def _first_here(self, race: PublicRace, people: Sequence[PlayerId]) -> PlayerId | None:
        """Return the first of some people who is on a race's server; ``None`` if nobody is."""
        for each in people:
            if await self._presence.is_here(race.record.guild, each):
                return each
        return None

    async def _ask_one(self, race: RaceId, faction: Faction, player: PlayerId) -> bool:
        """Ask a substitute, openly; tell whether the place was still free."""

        def ask(found: PublicRace) -> SeatChange | None:
            seat = next(each for each in found.factions if each.faction == faction)
            if not found.is_free(seat):
                return None
            act = record_of("asked", found, faction, {"faction": faction, "player": player}, self._clock())
            return SeatChange(None, act, [notice(race, "offer", Offer(faction, is_asked=True), act.at, player)])

        return await self._seats.change(race, ask)


def expelled_from(acts: Sequence[ActRecord]) -> set[PlayerId]:
    """Return the players who were expelled from a league, and not given a stable since."""
    return _out(acts, ("expel",), ("hand",))


def gone_from(acts: Sequence[ActRecord]) -> set[PlayerId]:
    """Return the players who have left a league, or were expelled, and have not come back."""
    return _out(acts, ("leave", "expel"), ("hand", "return"))


def _out(acts: Sequence[ActRecord], out: tuple[ActKind, ...], back: tuple[ActKind, ...]) -> set[PlayerId]:
    found = set[PlayerId]()
    for act in acts:
        player = _player(act) or act.by
        if player is not None and act.kind in out:
            found.add(player)
        elif player is not None and act.kind in back:
            found.discard(player)
    return found


async def was_asked(store: Store, race: PublicRace, player: PlayerId, faction: Faction) -> bool:
    """Tell whether a substitute has a request to drive for a faction."""
    return any(each[:2] == (player, faction) for each in _requests(await store.stories.acts(race.record.id)))


async def require_may_return(store: Store, race: PublicRace, player: PlayerId, now: float) -> None:
    """:raises Refused: if somebody has left a race, its cup or reins, and come back as often as they may (S-55)."""
    acts = await store.stories.acts(race.record.id)
    if player in gone_from(acts):
        require_seldom(acts, "return", player, RETURNS, now)
    if any((each.kind, each.by) == ("resign", player) for each in acts):
        require_seldom(acts, "substitute", player, RETURNS, now)


def _span(race: RaceRecord) -> float:
    return min(TO_DECIDE, max(race.seconds.values(), default=0) or TO_DECIDE)


def _requests(acts: Sequence[ActRecord]) -> list[Request]:
    bodies = [(json.loads(act.body), act.at) for act in acts if act.kind == "asked"]
    return [Request(PlayerId(body["player"]), Faction(body["faction"]), at) for body, at in bodies]


def _player(act: ActRecord) -> PlayerId | None:
    """Return the player that an act is about; ``None`` if that is the actor."""
    player: PlayerId | None = json.loads(act.body).get("player")
    return player


def record_of(
    kind: ActKind, race: PublicRace, faction: Faction, body: Mapping[str, int | None], now: float
) -> ActRecord:
    """Return an act of the steward about a place."""
    entry = next((each.entry for each in race.entries if each.faction == faction), None)
    return ActRecord(kind=kind, by=None, entry=entry, body=json.dumps(body), at=now)
