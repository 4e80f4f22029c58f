"""The race of the season: when a league or a cup is over, everybody who drove or owned in it names one race."""

from collections.abc import Sequence
from typing import NamedTuple

from db.store import Store
from records.letters import BallotRecord, Paper, VoteRecord
from records.notices import Notice
from records.races import PublicRace, RaceRecord
from records.refusals import Reason, Refused
from records.values import CupId, EntryId, PlayerId, RaceId
from steward.hosting.lobbies import public_race
from steward.papers.letters import people_in
from steward.running.live import Rulesets
from steward.telling.notices import BallotClosed, notice
from steward.time.presses import ON_ITS_WAY
from steward.time.standstill import Clock

OPEN_FOR = 7 * 86_400.0
"""Seconds."""

FEWEST = 2
"""Races among which there is something to choose."""


class BallotResult(NamedTuple):
    """The result of a vote that is closed."""

    winners: tuple[RaceRecord, ...]  # several share it if as many named each; none if nobody voted
    votes: int  # for each of them
    of: int  # all votes


class Ballots:
    """Votes. Until one closes nobody hears how it stands."""

    def __init__(self, store: Store, rulesets: Rulesets, clock: Clock) -> None:
        self._store, self._rulesets, self._clock = store, rulesets, clock

    async def open(self, paper: Paper) -> BallotRecord | None:
        """Open the vote of a league or a cup that is over, or find it; ``None`` where there is nothing to choose."""
        if len(await self.nominees(paper)) < FEWEST:
            return None
        ballot = BallotRecord(kind=paper.kind, number=paper.number, closes=self._clock() + OPEN_FOR)
        return await self._store.ballots.open(ballot)

    async def nominees(self, paper: Paper) -> list[RaceRecord]:
        """Return the races that were run to their end, in their order."""
        return [each for each in await self._races(paper) if each.state == "finished"]

    async def named_by(self, paper: Paper, player: PlayerId) -> RaceId | None:
        """Return the race that somebody named; ``None`` if they have not voted."""
        return await self._store.ballots.named_by(paper, player)

    async def name(self, paper: Paper, player: PlayerId, race: RaceId, *, pressed: float | None = None) -> RaceRecord:
        """Name a race, in the place of the one that this person named before; return it.

        :param pressed: when they did, in seconds since 1970; now if left out (S-63).
        :raises Refused: if the vote is not open, or they neither drove nor owned, or the race is none of these.
        """
        named = next((each for each in await self.nominees(paper) if each.id == race), None)
        if named is None:
            raise Refused(Reason.NO_SUCH_RACE)
        if player not in await self._voters(paper):
            raise Refused(Reason.NO_VOTER)
        now = self._clock()
        at = now if pressed is None else min(now, pressed)
        vote = VoteRecord(kind=paper.kind, number=paper.number, player=player, race=race, at=at)
        if await self.result(paper) is not None or not await self._store.ballots.vote(vote):
            raise Refused(Reason.NO_BALLOT)
        return named

    async def result(self, paper: Paper) -> BallotResult | None:
        """Return a vote's result; ``None`` while it is open, or if there was none."""
        ballot = await self._store.ballots.ballot(paper)
        if ballot is None or ballot.closes + ON_ITS_WAY > self._clock():
            return None
        counted = await self._store.ballots.counted(paper)
        most = max(counted.values(), default=0)
        winners = [each for each in await self.nominees(paper) if most and counted[each.id] == most]
        return BallotResult(tuple(winners), most, counted.total())

    async def tick(self) -> None:
        """Have the end told of each vote that has closed."""
        for ballot in await self._store.ballots.ended(self._clock() - ON_ITS_WAY):
            await self._store.ballots.note_told(ballot.paper, await self._notices(ballot.paper))

    async def _notices(self, paper: Paper) -> Sequence[Notice]:
        races = await self._races(paper)
        where = RaceId(paper.number) if paper.kind == "league" else races[-1].id
        return [notice(where, "ballot", BallotClosed(paper.kind, paper.number), self._clock())]

    async def _races(self, paper: Paper) -> list[RaceRecord]:
        if paper.kind == "cup":
            return await self._store.cups.races(CupId(paper.number))
        return await self._store.leagues.races(RaceId(paper.number))

    async def _voters(self, paper: Paper) -> set[PlayerId]:
        """Return the players who drove in one of the races, or own a stable that raced or could have."""
        races = [await public_race(self._store, each.id) for each in await self.nominees(paper)]
        drove = {player for each in races for player in people_in(each)}
        return drove if paper.kind == "cup" else drove | await self._owners(RaceId(paper.number))

    async def _owners(self, number: RaceId) -> set[PlayerId]:
        league: PublicRace = await public_race(self._store, number)
        last = await self._store.stories.last_scene(number)
        if last is None:
            return set()
        view = self._rulesets[league.record.ruleset].read_view(last.view)
        owning: set[EntryId] = {each.number for each in view.stables if each.role != "better"}
        return {
            seat.player
            for each in league.entries
            if each.entry in owning and (seat := league.faction_of(each.entry)) is not None and seat.player is not None
        }
