"""Keeps summaries and ratings of races that are over: it makes missing ones, and remakes those with changed facts.

The record names the work, so a restart forgets none of it, and dropped rows come back. Ratings build on each other:
from the first race that they lack, it works out all later ones again.
"""

import asyncio
import logging
from collections.abc import Sequence

from db.reading.past import CupPast, SeasonPast
from db.store import Store
from engine.series import Outcome, Result, standings
from records.acts import ActRecord
from records.past import KNOWN, PastTitle, Summary
from records.races import RaceRecord
from records.values import EntryId, Faction, RaceId
from steward.fleet.fleet import Fleet
from steward.remembering.ratings import ALONE_WITHIN, Ratings
from steward.remembering.summing_up import DriverName, LuckOf, no_luck, sum_up
from steward.running.cup_races import corrections_in
from steward.running.finishing import uninterrupted
from steward.running.live import Rulesets

log = logging.getLogger(__name__)

SHORTEST_WAIT, AFTER_A_FAILURE = 1.0, 60.0
"""Seconds between two looks at the record."""

AT_ONCE = 100
"""Races whose ratings are worked out and kept together."""


class Chronicler:
    """Works off what is missing, one piece at a time, and then waits until races have gone on."""

    def __init__(
        self,
        store: Store,
        rulesets: Rulesets,
        luck_of: LuckOf = no_luck,
        driver_name: DriverName = str,
        fleet: Fleet | None = None,
    ) -> None:
        """:param fleet: of several processes one keeps the past; ``None`` if there are no others."""
        self._fleet = fleet
        self._past, self._summaries, self._rulesets = store.past, store.summaries, rulesets
        self._luck_of, self._driver_name = luck_of, driver_name
        self._news = asyncio.Event()
        self._failed: set[tuple[RaceId, int]] = set()

    def wake(self) -> None:
        """Say that some race may be over, or has gone back."""
        self._news.set()

    async def run(self) -> None:
        """Work for ever."""
        while True:
            self._news.clear()
            try:
                if self._fleet is None or self._fleet.is_home("past"):
                    await uninterrupted(self.catch_up())
            except Exception:
                log.exception("what is looked up of past races could not be brought up to date")
                await asyncio.sleep(AFTER_A_FAILURE)
                self._news.set()
            await self._news.wait()
            await asyncio.sleep(SHORTEST_WAIT)

    async def catch_up(self) -> None:
        """Bring everything up to date with the facts."""
        for race in await self._past.gone():
            await self._summaries.forget(race)
        for race in await self._past.missing():
            await self._sum_up(race)
        for cup in await self._past.cups_behind():
            known = await self._past.cup(cup)
            await self._summaries.put_titles("cup", cup, () if known is None else self._titles_of_cup(known))
        for league in await self._past.seasons_behind():
            season = await self._past.season(league)
            await self._summaries.put_titles("season", league, () if season is None else self._titles_of_season(season))
        while await self._rate():
            pass

    async def _sum_up(self, race: RaceId) -> None:
        dossier = await self._past.dossier(race)
        if dossier is None:
            return
        record: RaceRecord = dossier.field[0]
        key = record.id, record.revision
        if key in self._failed:
            return
        try:
            rules = self._rulesets[record.ruleset]
            summary = await asyncio.to_thread(sum_up, dossier, rules, self._luck_of, self._driver_name)
        except Exception:  # one race must not keep the others from theirs
            log.exception("race %s cannot be summed up", race)
            self._failed.add(key)
            return
        await self._summaries.put(summary)

    def _titles_of_cup(self, known: CupPast) -> list[PastTitle]:
        """Return the final ranks in a cup of all drivers of its last race."""
        last, series = known.races[-1], self._rulesets[known.cup.ruleset].series
        named = {each.faction: each for each in reversed(last.entries) if each.faction is not None}
        table = standings(series, sorted(named), [_outcome(race, known.acts[race.race.race]) for race in known.races])
        return [
            PastTitle(
                kind="cup",
                number=known.cup.id,
                faction=each.faction,
                stamp=known.stamp,
                guild=known.cup.guild,
                ruleset=known.cup.ruleset,
                title=known.cup.title,
                at=last.race.at,
                rank=each.rank,
                person=named[each.faction].person,
                name=named[each.faction].name,
            )
            for each in table
        ]

    def _titles_of_season(self, season: SeasonPast) -> list[PastTitle]:
        """Return how all stables that count ended a season; the owner at its end has the title."""
        rules, league = self._rulesets[season.league.ruleset], season.league
        view = rules.read_view(season.view)
        places = {each.entry: each.place for each in rules.results(view)}
        seats = {each.faction: each for each in season.factions}
        named = [each for each in season.entries if places.get(each.entry) is not None]
        return [
            PastTitle(
                kind="season",
                number=league.id,
                faction=Faction(each.entry),
                stamp=league.revision,
                guild=league.guild,
                ruleset=league.ruleset,
                title=league.title,
                at=league.opened if league.ended is None else league.ended,
                rank=places[each.entry] or 0,
                person=None if each.faction is None else seats[each.faction].player,
                name=each.name,
            )
            for each in named
        ]

    async def _rate(self) -> bool:
        """Work out the ratings of some races that are not in them, of each server and game; tell whether any were."""
        waiting = await self._past.unrated()
        for first in waiting:
            races = await self._past.rated_from(first, AT_ONCE)
            known = await self._past.ratings_before(first)
            strangers = [each.player for each in known if each.rivals < KNOWN]
            ratings = Ratings(
                known,
                await self._past.pairs_before(first, first.at - ALONE_WITHIN),
                await self._past.met_before(first, strangers),
            )
            rows = await asyncio.to_thread(ratings.after_all, races)
            await self._summaries.put_ratings(first, rows)
        return bool(waiting)

    async def make_anew(self) -> int:
        """Drop all that is kept here, make it anew from facts, and return of how many races."""
        await self._summaries.drop()
        self._failed.clear()
        await self.catch_up()
        return len((await self._past.everything())["past_race"])


def _outcome(summary: Summary, acts: Sequence[ActRecord]) -> Outcome:
    """Return a race of a cup in the form that standings need.

    :param acts: the race's acts; the host may have given points.
    """
    ranked = sorted((each for each in summary.entries if each.rank is not None), key=lambda each: each.rank or 0)
    factions = {each.entry: each.faction for each in summary.entries if each.faction is not None}
    return Outcome(tuple(Result(EntryId(each.entry), each.place) for each in ranked), factions, corrections_in(acts))
