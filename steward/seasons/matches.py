"""Match races beside a league's calendar (B.10, H.6): they are opened, come home once each, and end in time.

It remembers nothing between two looks but when what has begun, which it reads again as soon as the league has moved.
A match is known by the input that began it: after going back, no other ever has its number. So it does not matter at
which instant the program ends, nor how often it looks.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

import msgspec

from db.store import Store
from db.writing.leagues import Told
from engine.leagues.words.arena_acts import CloseNaming, DuelReturned
from engine.leagues.words.arena_facts import DuelAgreed, DuelNamed, DuelOffered
from engine.leagues.words.epic_acts import CountVotes, MatchCalledOff, MatchReturned
from engine.leagues.words.epic_facts import EndVoteBegan, MatchAgreed, MatchNamed, MatchOffered
from engine.leagues.words.state import CALENDAR
from engine.questions import Answer
from records.limits import BALLOTS_STAND, CHALLENGES_STAND, MEN_NAMED_WITHIN, POOL_STANDS
from records.races import MATCHES, Pace, PublicRace, RaceRecord
from records.refusals import Refused
from records.values import EntryId, PlayerId, RaceId
from steward.running.live import Live, Rulesets
from steward.running.races import Races
from steward.running.unwritten import Source
from steward.seasons.fields import Field, Opener, field_of
from steward.seasons.homecoming import aftermath_of, call_off
from steward.time.standstill import Clock

POOL_STANDS_NOW = 120.0
"""Seconds for which spectators may bet on a duel at the pace *now*."""

IS_VOID = "its match came to nothing"


_OFFERED = (MatchOffered, DuelOffered)
_AGREED = (MatchAgreed, DuelAgreed)
_NAMED = (MatchNamed, DuelNamed)


class Waiting(NamedTuple):
    """A challenge that waits for an answer, or a match for names."""

    number: int
    is_agreed: bool
    is_duel: bool


class Begun(msgspec.Struct, frozen=True):
    """When what has begun in a league that ends by itself, and by which input."""

    offered: dict[int, float] = {}  # challenges by number, seconds since 1970; the last word counts
    agreed: dict[int, float] = {}
    named: dict[int, int] = {}  # inputs by which matches began
    ballot: float = 0.0


class Matches:
    """Runs the matches of leagues beside their calendars, and lets challenges and votes end in time."""

    def __init__(self, store: Store, races: Races, rulesets: Rulesets, opener: Opener, clock: Clock) -> None:
        self._store, self._races, self._rulesets = store, races, rulesets
        self._opener, self._clock = opener, clock
        self._known: dict[RaceId, tuple[int, Begun]] = {}

    async def look(self, league: RaceId) -> None:
        """Open the races of matches that have begun, take their aftermaths, and end what was not answered in time.

        :raises Refused: if the league is not under way.
        """
        async with self._races.viewing(league) as live:
            state, season, revision = live.session.state, live.race, live.revision
            if not state.is_epic:
                return
            waiting = [each for each in state.matches if each.state in ("offered", "agreed")]
            running = [each for each in state.matches if each.state == "running"]
            over = [each.number for each in state.matches if each.state == "over"]
            has_ballot = state.ballot is not None and state.ballot.is_open
            begun = await self._begun(live, revision) if state.matches or has_ballot else Begun()
            waits = [Waiting(each.number, each.state == "agreed", each.is_duel) for each in waiting]
            fields = {each.number: field_of(state, each, begun.named[each.number]) for each in running}
            fought = {each.number for each in running if each.is_duel}
        known = [each for each in await self._store.leagues.races(league) if each.round == MATCHES]
        await self._end_orphans(known, {begun.named[number] for number in (*fields, *over)})
        for number, field in fields.items():
            mine = [each for each in known if each.number == field.number]
            there = [each for each in mine if each.state != "cancelled"]
            if there:
                await self._begin_in_time(season, field, there[0])
                await self._take_home(league, number, there[0], is_duel=number in fought)
            elif mine:
                await self._do(league, MatchCalledOff(number, _member(season, mine[-1].called_off_by)))
            else:
                await self._opener.open(season, field, held=number in fought)
        await self._end_in_time(league, waits, begun, has_ballot=has_ballot)

    async def _begin_in_time(self, season: PublicRace, field: Field, race: RaceRecord) -> None:
        """Let a duel begin once spectators have had the time for their bets (H.8.4)."""
        waits = POOL_STANDS_NOW if race.pace is Pace.NOW else POOL_STANDS
        if self._clock() >= race.opened + waits:
            await self._opener.begin(season, field, race)

    async def _begun(self, live: Live, revision: int) -> Begun:
        """Return what has begun and when, by the facts that hold."""
        kept = self._known.get(live.id)
        if kept is not None and kept[0] == revision:
            return kept[1]
        kinds = [each.__name__ for each in (*_OFFERED, *_AGREED, *_NAMED, EndVoteBegan)]
        begun = _read(live, await self._store.leagues.told(live.id, kinds))
        self._known[live.id] = revision, begun
        return begun

    async def _take_home(self, league: RaceId, number: int, race: RaceRecord, *, is_duel: bool) -> None:
        """Give a league the aftermath of a match whose race is over, unless that has gone back meanwhile."""
        if race.state != "finished" or (came_home := await aftermath_of(self._races, self._rulesets, race)) is None:
            return
        async with self._races.seasons[league], self._races.editing(league) as live:
            if await self._store.index.revision_of(race.id) == (race.state, race.revision):
                act = DuelReturned(number, came_home) if is_duel else MatchReturned(number, came_home)
                with suppress(Refused):  # it came home meanwhile
                    live.do(CALENDAR, act, Source("steward"), self._clock())

    async def _do(self, league: RaceId, act: Answer) -> None:
        async with self._races.editing(league) as live:
            with suppress(Refused):  # somebody was quicker
                live.do(CALENDAR, act, Source("steward"), self._clock())

    async def _end_orphans(self, known: Sequence[RaceRecord], numbers: set[int]) -> None:
        """Call off races whose matches came to nothing, or were undone with what led to them."""
        for race in known:
            if race.state != "cancelled" and race.number not in numbers:
                await call_off(self._store, self._races, race, IS_VOID, self._clock())

    async def end_left(self) -> None:
        """Call off the races of matches whose seasons are over."""
        for race in await self._store.leagues.matches_left():
            await call_off(self._store, self._races, race, IS_VOID, self._clock())

    async def _end_in_time(
        self, league: RaceId, waiting: Sequence["Waiting"], begun: Begun, *, has_ballot: bool
    ) -> None:
        """Decline challenges without an answer, call off matches whose chariots are not named, count votes (H.6).

        In a duel the healthiest men of whoever is silent are named (H.8.7).
        """
        now = self._clock()
        for each in waiting:
            number, names_men = each.number, each.is_agreed and each.is_duel
            since = begun.agreed.get(number) if each.is_agreed else begun.offered.get(number)
            if since is not None and now >= since + (MEN_NAMED_WITHIN if names_men else CHALLENGES_STAND):
                await self._do(league, CloseNaming(number) if names_men else MatchCalledOff(number))
        if has_ballot and now >= begun.ballot + BALLOTS_STAND:
            await self._do(league, CountVotes())


def _member(season: PublicRace, player: PlayerId | None) -> EntryId | None:
    """Return the stable of who called a race off; ``None`` if nobody did, or somebody without a part in the league."""
    return None if player is None else next(iter(season.shown_to(player)), None)


def _read(live: Live, told: Sequence[Told]) -> Begun:
    begun = Begun()
    ballot = 0.0
    for each in told:
        fact = live.rules.read_fact(each.fact)
        if isinstance(fact, _OFFERED):
            begun.offered[fact.number] = each.at
        elif isinstance(fact, _AGREED):
            begun.agreed[fact.number] = each.at
        elif isinstance(fact, _NAMED):
            begun.named[fact.number] = each.seq
        else:
            ballot = each.at
    return msgspec.structs.replace(begun, ballot=ballot)
