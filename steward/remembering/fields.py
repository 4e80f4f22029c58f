"""Ranks the field of a race by rating, for start places and allies (S-45)."""

from collections import defaultdict
from collections.abc import Mapping

from db.reading.fame import Fame
from engine.fair_start import Ranked
from records.past import KNOWN
from records.races import FactionRecord, PublicRace
from records.values import EntryId, PlayerId
from steward.remembering.ratings import MEAN

RACES = 10
"""A rating tells how strong somebody is once it rests on so many races."""


async def ranked_by_rating(fame: Fame, race: PublicRace) -> Ranked:
    """Return the chariots of a race by the rating of their people; empty while some chariot has no player (S-45).

    A person counts with the best rating that they ever had, and no less than a beginner, so losing makes no one weaker.
    A person with too few races counts as the strongest: a new account is never the weaker one.
    """
    seats = {each.faction: each for each in race.factions}
    people = [each.holder for each in race.factions if each.holder is not None]
    best = await fame.best_ratings(race.record.guild, race.record.ruleset, people, RACES, KNOWN)
    groups: defaultdict[float, list[EntryId]] = defaultdict(list)
    for entry in race.entries:
        if entry.faction is None:
            return ()
        groups[_strength(seats[entry.faction], best)].append(entry.entry)
    return tuple(tuple(groups[each]) for each in sorted(groups, reverse=True))


def _strength(seat: FactionRecord, best: Mapping[PlayerId, float]) -> float:
    """Return the strength that counts for the holder of a place; house drivers count as beginners."""
    if seat.holder is None:
        return MEAN
    return max(MEAN, best[seat.holder]) if seat.holder in best else float("inf")
