"""Chances to win cups, worked out after each race by playing out the remaining races (CUP-3).

The record names the work, as for races: a cup under way without chances after its latest race. Chances come from
results alone, so they give away nothing of a race under way.
"""

import logging

import msgspec

from db.store import Store
from db.writing.outlooks import Behind
from engine.betting.cups import CupChances, CupJob, Entered
from records.cups import Outlook
from records.races import PublicRace
from records.values import EntryId, RaceId
from steward.chances.failures import ATTEMPTS, Failures
from steward.chances.workshop import JobFailed, Works
from steward.hosting.cups import Cup, Cups
from steward.running.finishing import uninterrupted
from steward.running.live import Rulesets
from steward.telling.notices import Standings, notice
from steward.time.standstill import Clock

log = logging.getLogger(__name__)

LEAST_SAMPLES = 40
"""Cups that are played out at least, however many races are left."""


class CupOdds:
    """Works out who is likely to win the cups under way, one at a time."""

    def __init__(
        self, store: Store, cups: Cups, rulesets: Rulesets, clock: Clock, workshop: Works, samples: int
    ) -> None:
        """:param samples: races that are played out for one cup, about; those that are left of it count each."""
        self._store, self._cups, self._rulesets, self._clock = store, cups, rulesets, clock
        self._workshop, self._samples = workshop, samples
        self.failed = Failures[tuple[RaceId, int]](clock)

    async def work_once(self) -> bool:
        """Work out the chances of the cup that has waited longest; tell whether one was waiting.

        :raises JobFailed: if that came to nothing.
        """
        behind = await uninterrupted(self._store.outlooks.behind())
        wanted = {each[1:] for each in behind}
        self.failed.keep(lambda key: key in wanted)
        for each in behind:
            if not self.failed.rests(each[1:]) and await self._work_out(each):
                return True
        return False

    async def _work_out(self, behind: Behind) -> bool:
        try:
            cup = await uninterrupted(self._cups.cup(behind.cup))
            job = self._job(cup, behind.race)
        except Exception:  # one cup must not keep the others from theirs
            log.exception("cup %s: its chances cannot be worked out", behind.cup)
            job = None
        if job is None:
            self.failed.note(behind[1:], at_least=ATTEMPTS)
            return False
        try:
            found = msgspec.json.decode(await self._workshop.do(msgspec.json.encode(job)), type=CupChances)
        except JobFailed:
            self.failed.note(behind[1:])
            raise
        await self._keep(cup, behind, found)
        return True

    def _job(self, cup: Cup, race: RaceId) -> CupJob | None:
        """Return the job for a cup; ``None`` if it cannot be played out, or has gone on meanwhile."""
        known, rules = cup.prospects, self._rulesets[cup.record.ruleset]
        if rules.play_out is None or known is None or not known.left or not cup.over or cup.over[-1].record.id != race:
            return None
        last = cup.over[-1]
        return CupJob(
            ruleset=rules.id,
            options=msgspec.Raw(cup.record.options.encode()),
            series=msgspec.Raw(cup.record.series.encode()),
            races=cup.record.races,
            over=known.races,
            entered=tuple(Entered(e.entry, e.colour, e.faction) for e in last.entries if e.faction is not None),
            factions=known.factions,
            temperaments=_temperaments(last),
            samples=max(min(self._samples, LEAST_SAMPLES), self._samples // known.left),
            seed=race,
        )

    async def _keep(self, cup: Cup, behind: Behind, found: CupChances) -> None:
        """Keep chances, with a notice if they are news: while the winner is open, and they were not told before."""
        wins, now = msgspec.json.encode(found.wins).decode(), self._clock()
        last = await uninterrupted(self._store.outlooks.of_race(behind.race))
        is_known = last is not None and last.wins == wins
        is_decided = any(each.worst == 1 for each in cup.ranges.values())
        body = Standings(behind.cup, cup.over[-1].record.round or 0, is_chances=True)
        told = [] if is_known or is_decided else [notice(behind.race, "cup", body, now)]
        outlook = Outlook(race=behind.race, revision=behind.revision, samples=found.samples, wins=wins, at=now)
        await uninterrupted(self._store.outlooks.add(outlook, told))


def _temperaments(race: PublicRace) -> dict[EntryId, str]:
    """Return the temperament of each house driver of a race that is over; players' chariots are left out."""
    found: dict[EntryId, str] = {}
    for entry in race.entries:
        faction = race.faction_of(entry.entry)
        if faction is not None and faction.temperament is not None:
            found[entry.entry] = faction.temperament
    return found
