"""Seasons under way: a league's races are opened, and come home, once each.

It remembers nothing between two looks. A league's question and its races are both on record, so it does
not matter at which instant the program ends, nor how often it looks.
"""

import logging
from collections.abc import Callable, Sequence

import msgspec

from db.store import Store
from engine.leagues.races import RACE
from engine.leagues.words.sheets import CalledOff, RaceReturned, RunRace
from engine.leagues.words.state import CALENDAR
from engine.stables import Aftermath
from records.races import PublicRace, RaceRecord
from records.refusals import Refused
from records.values import PlayerId, RaceId
from steward.hosting.substitutes import Substitutes
from steward.running.bookmaker import voiding
from steward.running.live import Live, Rulesets
from steward.running.races import Races
from steward.running.unwritten import Source
from steward.seasons import settling
from steward.seasons.fields import Field, Opener, fields_of
from steward.seasons.homecoming import aftermath_of, call_off
from steward.seasons.matches import Matches
from steward.seasons.midway import MidwayDesk
from steward.seasons.pair_windows import PairWindows
from steward.seasons.reins import Reins
from steward.time.standstill import Clock

log = logging.getLogger(__name__)

GAME = RACE.rules.id
"""The game of a league's races, which time its season."""

ONE_IS_OFF = "another race of this evening was called off"


class Seasons:
    """Opens the race that a league waits for, and hands it what came home."""

    def __init__(
        self,
        store: Store,
        races: Races,
        substitutes: Substitutes,
        rulesets: Rulesets,
        clock: Clock,
        entropy: Callable[[int], bytes],
    ) -> None:
        self._store, self._races, self._rulesets, self._clock = store, races, rulesets, clock
        self._fleet = races.fleet
        self._substitutes = substitutes
        self._opener = Opener(store, races, rulesets, clock, entropy)
        self._matches = Matches(store, races, rulesets, self._opener, clock)
        self.midway, self.pairs = MidwayDesk(store, races, rulesets, clock), PairWindows(store, races, rulesets, clock)
        self.reins = Reins(store, races, substitutes, clock)

    async def tick(self) -> None:
        """Look at all leagues and cups whose home is here; one that fails keeps no other from going on."""
        for league in filter(self._fleet.is_home, await self._store.leagues.running()):
            try:
                await self.look(league)
            except Refused:
                continue  # it rests, or is over
            except Exception:
                self._store.failures.note("deadline")
                log.exception("league %s could not go on", league)
        for race in await self._store.leagues.unsettled():
            if not self._fleet.is_home(race.id):
                continue
            try:
                await self._settle(race)
            except Exception:
                log.exception("the bets on race %s could not be settled", race.id)
        if self._fleet.is_home("seasons"):
            await self._look_at_the_rest()

    async def _look_at_the_rest(self) -> None:
        """End matches that nobody waits for, and look for substitutes of cups."""
        try:
            await self._matches.end_left()
        except Exception:
            log.exception("matches of seasons that are over could not be ended")
        try:
            await self._substitutes.look_at_cups()
        except Refused:
            return  # a race has started or ended this instant: it is looked at again
        except Exception:
            log.exception("substitutes of cups could not be asked")

    async def _settle(self, race: RaceRecord) -> None:
        """Pay the bets on a race that an earlier version reckoned, undid, or called off with its league."""
        now = self._clock()
        if race.state == "cancelled":
            await self._store.wagers.change(race.id, voiding("cancelled", now))
        elif await self._store.leagues.is_settled(race):
            decide = await settling.paying(self._store, self._rulesets, race, now)
            await self._store.wagers.change(race.id, decide)
        else:
            return
        self._races.wake()

    async def look(self, league: RaceId) -> None:
        """Let a league go on if it waits for a race: open that, or take its aftermath. Find people for its places.

        :raises Refused: if the league is not under way.
        """
        await self._go_on(league)
        await self._matches.look(league)
        await self.reins.look(league)

    async def _go_on(self, league: RaceId) -> None:
        async with self._races.viewing(league) as live:
            event, drawn, season = _waits_for(live), _has_drawn(live), live.race
            fields = fields_of(live.session.state) if drawn or event is not None else []
            is_gala = live.session.state.gala is not None
        if not fields:
            return
        known = [each for each in await self._store.leagues.races(league) if each.round == fields[0].round]
        there = sorted((each for each in known if each.state != "cancelled"), key=lambda each: each.number)
        missing = [each for each in fields if each.number not in {race.number for race in there}]
        if event is None:
            await self._open_pools(season, missing)
        elif missing and await self._store.leagues.was_called_off(league):
            for race in there:
                await call_off(
                    self._store, self._races, race, ONE_IS_OFF, self._clock()
                )  # all anew, from the eve (R-G22)
            await self._give(league, event, CalledOff(), ())
        elif missing:
            for field in missing:
                await self._opener.open(season, field)
        elif under_way := [each for each in there if each.state != "finished"]:
            if is_gala:
                await self._show(season, fields, there)
                return
            is_one_over = len(under_way) < len(there)
            await self.midway.look(league, [each.id for each in under_way], is_one_over=is_one_over)
        elif (came_home := await self._aftermath_of(there)) is not None:
            await self._give(league, event, RaceReturned(came_home), there)

    async def _open_pools(self, season: PublicRace, drawn: Sequence[Field]) -> None:
        """Open the matches of a gala as its pairs are drawn: spectators bet on them, and the show waits (H.8.4).

        A match that was called off meanwhile turns the whole event back as the show begins.
        """
        if drawn and not await self._store.leagues.was_called_off(season.record.id):
            for field in drawn:
                await self._opener.open(season, field, held=True)

    async def _show(self, season: PublicRace, fields: Sequence[Field], matches: Sequence[RaceRecord]) -> None:
        """Let the matches of a gala begin that waited for the show, and look at bets on those under way (H.8.1)."""
        drawn = {each.number: each for each in fields}
        for race in matches:
            await self._opener.begin(season, drawn[race.number], race)
        await self.pairs.look(season.record.id, matches)

    async def _give(
        self, league: RaceId, event: int, answer: RaceReturned | CalledOff, over: Sequence[RaceRecord]
    ) -> None:
        """Answer a league's question, unless it waits no more, or a race that is *over* has gone back meanwhile.

        Players who drove in one are not silent, though their sheets were (H.10).
        """
        async with self._races.seasons[league], self._races.editing(league) as live:
            stand = [await self._store.index.revision_of(each.id) == (each.state, each.revision) for each in over]
            if all(stand) and _waits_for(live) == event:
                drove = {player for each in over for player in await self._drove(each.id)}
                for seat in live.race.factions:
                    if seat.missed and drove.intersection((seat.player, seat.substitute)):
                        live.seat(msgspec.structs.replace(seat, missed=0))
                live.give(CALENDAR, answer, Source("steward"), now=self._clock())

    async def _drove(self, race: RaceId) -> set[PlayerId]:
        """Return the players who decided anything in a race."""
        return {each.player for each in await self._store.stories.inputs(race) if each.player is not None}

    async def _aftermath_of(self, contests: Sequence[RaceRecord]) -> Aftermath | None:
        """Return the aftermath of an event: of its race, or of all its contests together."""
        found = list[Aftermath]()
        for race in contests:
            if (came_home := await aftermath_of(self._races, self._rulesets, race)) is None:
                return None
            found.append(came_home)
        return found[0] if len(found) == 1 else Aftermath.together(found)


def _waits_for(live: Live) -> int | None:
    """Return the event whose race a league waits for; ``None`` if it waits for none."""
    ask = live.session.open.get(CALENDAR)
    return ask.question.event if ask is not None and isinstance(ask.question, RunRace) else None


def _has_drawn(live: Live) -> bool:
    """Tell whether the pairs of a gala are drawn, and its eve is open."""
    state = live.session.state
    return state.gala is not None and state.phase == "eve"
