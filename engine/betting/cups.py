"""Chances to win a cup, from playing its remaining races out many times; only public results go in (CUP-3)."""

from collections.abc import Mapping, Sequence

import msgspec

from engine.betting.model import WHOLE, dice_for
from engine.game import AnyRuleset, Entrant
from engine.series import Outcome, ranking, standings
from records.values import EntryId, Faction

_MOST_RACES = 64


class Entered(msgspec.Struct, frozen=True):
    """A chariot of a cup."""

    entry: EntryId
    colour: str
    faction: Faction


class CupJob(msgspec.Struct, frozen=True, tag="cup"):
    """The work on a cup's chances, as it is handed to another process."""

    ruleset: str
    options: msgspec.Raw  # JSON, of all races
    series: msgspec.Raw  # JSON, of the options of the series
    races: int  # in all
    over: tuple[Outcome, ...]
    entered: tuple[Entered, ...]
    factions: tuple[Faction, ...]
    temperaments: dict[EntryId, str]  # of the house drivers; whoever is not among them is driven by a plain one
    samples: int
    seed: int


class CupChances(msgspec.Struct, frozen=True):
    """How often each won a cup that was played out."""

    samples: int  # cups played out, 1 or more
    wins: Mapping[Faction, int]  # those who share the first rank have all won

    @property
    def thousandths(self) -> dict[Faction, int]:
        """The chance of each faction to win the cup, in thousandths from 0 to 1000, halves rounded up (CUP-3)."""
        return {each: (2 * WHOLE * wins + self.samples) // (2 * self.samples) for each, wins in self.wins.items()}


def work_out_cup(rules: AnyRuleset, job: CupJob) -> CupChances:
    """Play a cup out many times and count the wins (CUP-3); the same job gives the same chances.

    :raises ValueError: for a game that cannot be played out.
    """
    wins = dict.fromkeys(job.factions, 0)
    for sample in range(job.samples):
        table = standings(rules.series, job.factions, _played(rules, job, sample))
        for each in table:
            wins[each.faction] += each.rank == 1
    return CupChances(job.samples, wins)


def _played(rules: AnyRuleset, job: CupJob, sample: int) -> Sequence[Outcome]:
    """Return all races of a cup: those that are over, then the others as they might end."""
    if rules.play_out is None:
        raise ValueError(f"{rules.id} cannot be played out")
    options = rules.read_options(job.options)
    chosen = msgspec.json.decode(job.series, type=rules.series.options)
    entrants = [Entrant(each.entry, each.colour, each.faction) for each in job.entered]
    owners = {each.entry: each.faction for each in job.entered}
    races = list(job.over)
    for number in range(len(races) + 1, job.races + 1):
        order = ranking(rules.series, chosen, job.factions, races)
        race = rules.new_race(rules.series.race_options(options, chosen, number, order), entrants)
        dice = dice_for(job.seed, sample * _MOST_RACES + number)
        races.append(Outcome(rules.play_out(rules.view_for(race, {}, ()), job.temperaments, dice), owners))
    return races
