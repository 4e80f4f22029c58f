"""Chances to win, worked out after each turn for all races with bets, from their public views (B-20).

The record names the work: any race whose newest turn has no chances. So a restart forgets no race, and turns that come
too fast are skipped. A race never waits for this: it takes no race's lock.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Literal

import msgspec

from db.store import Store
from db.writing.chances import LOBBY, EndedRace, Field, Wanted
from engine.betting.house import LEAST_SAMPLES, basis_of, odds_on
from engine.betting.model import Chances, Forecast, Job, chances_of
from engine.betting.pairs import odds_on_pairs
from engine.betting.record import Record, record_of
from engine.betting.records import ChanceRecord
from engine.betting.rules import TableRules
from engine.game import AnyRuleset, Entrant
from engine.options import shares_out
from records.races import PublicRace
from records.refusals import Refused
from records.values import EntryId, RaceId
from steward.chances.cup_odds import CupOdds
from steward.chances.failures import ATTEMPTS, Failures
from steward.chances.workshop import JobFailed, Works
from steward.hosting.cups import Cups
from steward.running import bookmaker
from steward.running.bookmaker import Decide
from steward.running.finishing import uninterrupted
from steward.running.live import Rulesets
from steward.time.standstill import Clock

log = logging.getLogger(__name__)

SHORTEST_WAIT, LONGEST_WAIT = 0.5, 60.0
"""Seconds between two looks at the record; after the longer one without work the process is let go."""

FEWER = 4
"""By this the races that are played out are divided in the second attempt: the machine may be slow."""

Awaited = Literal["", "places", "chariots", "work", "later"]
"""What the house's odds on a lobby wait for: all places to be taken, more chariots, or to be worked out, now or again
later since that has failed.
"""

_MOST_SEQS = 1 << 32


def _nothing() -> None:
    """Do nothing: nobody delivers."""


class Oddsmaker:
    """Works out what is wanted, one race at a time, and cups when no race is waiting."""

    def __init__(
        self,
        store: Store,
        cups: Cups,
        rulesets: Rulesets,
        clock: Clock,
        workshop: Works,
        samples: int,
        told: Callable[[], None] = _nothing,
    ) -> None:
        """Make one; it works once :meth:`run` is called.

        :param samples: races to be played out for each turn of a race; 0 for no chances at all.
        :param told: called when something may be new to be delivered.
        """
        self._is_home: Callable[[object], bool] = lambda _what: True
        self._of_cups = CupOdds(store, cups, rulesets, clock, workshop, samples)
        self._store, self._rulesets, self._clock = store, rulesets, clock
        self._workshop, self._samples = workshop, samples
        self._news = asyncio.Event()
        self._lobbies: dict[RaceId, bytes] = {}  # what the chances of each that are on record were worked out from
        self._told = told
        self._failed = Failures[tuple[RaceId, int]](clock)
        self._left: set[RaceId] = set()  # those under way of which there are no chances, however they go on
        self._lobbies_first = False  # by turns with races under way, so that neither waits for all of the others

    def works_for(self, is_home: Callable[[object], bool]) -> None:
        """Say which races, or jobs for all, have their home in this process: it works for no others."""
        self._is_home = is_home

    def wake(self) -> None:
        """Say that some race may have gone on."""
        self._news.set()

    async def run(self) -> None:
        """Work for ever; not at all, if no chances are wanted."""
        if not self._samples:
            return
        try:
            while True:
                self._news.clear()
                if not await self._step():
                    await self._wait()
                await asyncio.sleep(SHORTEST_WAIT)
        finally:
            await self._workshop.stop()

    async def _wait(self) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_WAIT):
                await self._news.wait()
                return
        await self._workshop.stop()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._soonest()):
                await self._news.wait()

    def _soonest(self) -> float | None:
        """Return after how many seconds something that failed is to be tried again; ``None`` without any."""
        waits = [each for each in (self._failed.soonest(), self._of_cups.failed.soonest()) if each is not None]
        return min(waits, default=None)

    async def _step(self) -> bool:
        """Work out the chances of one race, and tell whether there was one."""
        try:
            return await self.work_once()
        except JobFailed as failed:
            log.warning("chances could not be worked out: %s", failed)
        except Exception:
            log.exception("chances could not be looked after")
            await asyncio.sleep(LONGEST_WAIT)
        return True

    async def work_once(self) -> bool:
        """Work out the chances of the race that has waited longest, or else of a cup; tell whether one was waiting.

        :raises JobFailed: if that came to nothing.
        """
        chances = self._store.chances
        behind = [*filter(self._is_home, await uninterrupted(chances.behind()))]
        lobbies = [each for each in await uninterrupted(chances.lobbies()) if self._is_home(each.field.race.id)]
        self._forget_others({*behind, *(each.field.race.id for each in lobbies)})
        for of_lobbies in (self._lobbies_first, not self._lobbies_first):
            if await (self._first_of_lobbies(lobbies) if of_lobbies else self._first_behind(behind)):
                self._lobbies_first = not of_lobbies
                return True
        return self._is_home("cups") and await self._of_cups.work_once()

    async def _first_behind(self, behind: Sequence[RaceId]) -> bool:
        for race in behind:
            wanted = None if race in self._left else await uninterrupted(self._store.chances.wanted(race))
            if wanted is not None and await self._work_out(wanted):
                return True
        return False

    async def _first_of_lobbies(self, lobbies: Sequence[Wanted]) -> bool:
        for each in lobbies:
            if await self._work_out(each):
                return True
        return False

    async def awaited(self, lobby: PublicRace) -> Awaited:
        """Return what the house's odds on a lobby wait for; empty where none come."""
        wanted = Wanted(Field(lobby.record, lobby.factions, lobby.entries), None)
        rules, table = self._rulesets[lobby.record.ruleset], msgspec.json.decode(lobby.record.betting, type=TableRules)
        if not self._samples or lobby.record.state != "lobby" or rules.play_out is None or table.is_off:
            return ""
        options = rules.read_options(lobby.record.options)
        if shares_out(options):
            return ""
        if self._failed.rests(key_of(wanted)):
            return "later"
        if await self._will_be_filled(wanted):
            return "places"
        if len(lobby.entries) < rules.least_entries:
            return "chariots"
        entrants = [Entrant(each.entry, each.colour, each.faction) for each in lobby.entries]
        return "work" if _is_possible(rules, options, entrants) else ""

    async def _will_be_filled(self, wanted: Wanted) -> bool:
        """Tell whether house drivers will come into a lobby at its hour: odds made before are made for another race."""
        field = wanted.field
        if wanted.checkpoint is not None:
            return False
        plan = await uninterrupted(self._store.fixtures.plan_of(field.race.id))
        if plan is None or plan.circus or not plan.fills or any(each.player is None for each in field.factions):
            return False
        rules = self._rulesets[field.race.ruleset]
        return len(field.factions) < len(rules.colours_for(rules.read_options(field.race.options)))

    def _forget_others(self, races: Collection[RaceId]) -> None:
        """Forget what is remembered of races of which there is nothing to be worked out any more."""
        self._lobbies = {race: job for race, job in self._lobbies.items() if race in races}
        self._failed.keep(lambda key: key[0] in races)
        self._left.intersection_update(races)

    async def _work_out(self, wanted: Wanted) -> bool:
        """Work out what is wanted, and tell whether there was anything to do."""
        job = self._job_of(wanted)
        if job is not None:
            await self._do(wanted, msgspec.json.encode(job))
        return job is not None

    def _job_of(self, wanted: Wanted) -> Job | None:
        """Return the job that a race is due; ``None`` if it is due none, or has failed and rests."""
        key = key_of(wanted)
        if self._failed.rests(key):
            return None
        try:
            return self._job(wanted)
        except Exception:  # one race must not keep the others from theirs
            log.exception("race %s: its chances cannot be worked out", key[0])
            self._failed.note(key, at_least=ATTEMPTS)
            return None

    def _job(self, wanted: Wanted) -> Job | None:
        race, checkpoint = wanted.field.race, wanted.checkpoint
        rules = self._rulesets[race.ruleset]
        if rules.play_out is None or msgspec.json.decode(race.betting, type=TableRules).is_off:
            if checkpoint is not None:
                self._left.add(race.id)
            return None
        if checkpoint is None:
            return self._job_of_lobby(wanted, rules)
        state = msgspec.json.decode(checkpoint.state, type=rules.state)
        return self._played_from(wanted, rules, state)

    def _job_of_lobby(self, wanted: Wanted, rules: AnyRuleset) -> Job | None:
        """Return the job for a race that has not begun, unless it was done for the same field."""
        field = wanted.field
        options = rules.read_options(field.race.options)
        entrants = [Entrant(each.entry, each.colour, each.faction) for each in field.entries]
        if len(entrants) < rules.least_entries or not _is_possible(rules, options, entrants):
            return None
        job = self._played_from(wanted, rules, rules.new_race(options, entrants))
        return None if self._lobbies.get(field.race.id) == msgspec.json.encode(job) else job

    def _played_from(self, wanted: Wanted, rules: AnyRuleset, state: Any) -> Job:
        race = wanted.field.race
        view = msgspec.Raw(msgspec.json.encode(rules.view_for(state, {}, ())))
        seed = race.id * _MOST_SEQS + seq_of(wanted) + 1
        has_pairs = wanted.checkpoint is not None and wanted.checkpoint.seq > 0
        return Job(race.ruleset, view, temperaments_of(wanted), self._samples_for(wanted), seed, has_pairs)

    def _samples_for(self, wanted: Wanted) -> int:
        """Return how many races to play out: fewer once that has failed, but enough for odds."""
        if not self._failed.times(key_of(wanted)):
            return self._samples
        return min(self._samples, max(LEAST_SAMPLES, self._samples // FEWER))

    async def _do(self, wanted: Wanted, job: bytes) -> None:
        race, key = wanted.field.race.id, key_of(wanted)
        try:
            chances = msgspec.json.decode(await self._workshop.do(job), type=Chances)
        except JobFailed:
            self._failed.note(key)
            raise
        record = self._record(wanted, chances)
        decide = self._offering(wanted, record, chances.ahead, will_be_filled=await self._will_be_filled(wanted))
        await uninterrupted(self._store.chances.add(race, record, decide))
        self._told()
        if wanted.checkpoint is None:
            self._lobbies[race] = job
        else:
            self._lobbies.pop(race, None)

    def _offering(
        self, wanted: Wanted, record: ChanceRecord, ahead: Mapping[str, int], *, will_be_filled: bool
    ) -> Decide | None:
        """Return the decision by which the house takes bets at these chances, on the winner or on a turn.

        :param will_be_filled: there are no bets on a field that is sure to be another at the start.
        """
        race, factions, entries = wanted.field
        if record.turn and wanted.checkpoint is not None:
            odds = odds_on_pairs(ahead, record.samples)
            return bookmaker.pairing(self._rulesets[race.ruleset], odds, record.turn, wanted.checkpoint, self._clock())
        if record.seq not in (LOBBY, 0):
            return None
        wins = msgspec.json.decode(record.chances, type=dict[EntryId, int])
        odds = {} if will_be_filled else odds_on(wins, record.samples)
        return bookmaker.offering(odds, basis_of(race, factions, entries), self._clock())

    async def record(self, guild: int | None = None) -> Record:
        """Return how good the chances of finished races have been; of one server, or of all.

        Chances from before the start are left out.
        """
        ended = await self._store.chances.of_finished(guild)
        forecasts = await asyncio.to_thread(lambda: [forecast for each in ended for forecast in self._forecasts(each)])
        samples = min((record.samples for each in ended for record in each.records), default=0)
        return record_of(forecasts, races=len(ended), samples=samples)

    def _forecasts(self, ended: EndedRace) -> list[Forecast]:
        """Return the chances told in the course of a race that is over."""
        rules = self._rulesets[ended.race.ruleset]
        results = rules.results(rules.read_view(ended.view))
        winners = tuple(result.entry for result in results if result.place == 1)
        under_way = [chances_of(record) for record in ended.records if record.seq != LOBBY]
        return [Forecast(chances.thousandths, winners) for chances in under_way]

    def _record(self, wanted: Wanted, chances: Chances) -> ChanceRecord:
        wins = chances.wins
        if seq_of(wanted) in (LOBBY, 0):  # nobody has decided anything yet
            wins = alike(wins, temperaments_of(wanted))
        return ChanceRecord(
            turn=chances.turn,
            seq=seq_of(wanted),
            told=0 if wanted.checkpoint is None else wanted.checkpoint.told,
            at=self._clock(),
            samples=chances.samples,
            chances=msgspec.json.encode(wins).decode(),
        )


def alike(wins: Mapping[EntryId, int], temperaments: Mapping[EntryId, str]) -> dict[EntryId, int]:
    """Return how often chariots won, the same for all that differ only by their number.

    Before the preparation players are alike, and so are house drivers of one temperament: their wins differ by chance
    alone.

    >>> alike({1: 30, 2: 20, 3: 50}, {3: "racer"})
    {1: 25, 2: 25, 3: 50}
    """
    groups: dict[str | None, list[EntryId]] = {}
    for entry in wins:
        groups.setdefault(temperaments.get(entry), []).append(entry)
    means = {each: sum(wins[one] for one in group) / len(group) for group in groups.values() for each in group}
    return {entry: round(means[entry]) for entry in wins}


def seq_of(wanted: Wanted) -> int:
    """Return the number of the input after which a race's chances are wanted; :data:`LOBBY` before its start."""
    return LOBBY if wanted.checkpoint is None else wanted.checkpoint.seq


def key_of(wanted: Wanted) -> tuple[RaceId, int]:
    return wanted.field.race.id, seq_of(wanted)


def _is_possible(rules: AnyRuleset, options: Any, entrants: Sequence[Entrant]) -> bool:
    """Tell whether a race could start with these options and so many chariots."""
    try:
        rules.check_options(options, len(entrants))
    except Refused:
        return False
    return True


def temperaments_of(wanted: Wanted) -> dict[EntryId, str]:
    """Return the temperament of each house driver, by entry; chariots of players are left out."""
    driven = {each.faction: each.temperament for each in wanted.field.factions}
    found = {each.entry: driven.get(each.faction) for each in wanted.field.entries if each.faction is not None}
    return {entry: temper for entry, temper in found.items() if temper is not None}
