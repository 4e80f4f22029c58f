"""The house circus: what house drivers have done in a server, read off the races that are kept.

Their ratings are among themselves, by the model of people's. No person's rating follows from them.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations, groupby

from db.reading.fame import Fame
from records.past import HouseRecord, HouseStart, Seen
from records.values import PlayerId
from steward.hosting.house_names import HOUSE_NAMES
from steward.remembering.ratings import Rating, rate

NEWEST = 600
"""The newest starts that are looked at."""

FORM = 5
"""Starts that a driver's form tells of."""


async def house_circus(fame: Fame, seen: Seen) -> list[HouseRecord]:
    """Return the records of all house drivers who have raced in a server, the best rating first."""
    return await asyncio.to_thread(records_of, await starts_of(fame, seen))


async def starts_of(fame: Fame, seen: Seen) -> list[HouseStart]:
    """Return the newest starts of house drivers in a server, in the order of their races."""
    return await fame.house_starts(seen, HOUSE_NAMES, NEWEST)


def records_of(starts: Sequence[HouseStart]) -> list[HouseRecord]:
    """Return the records that follow from some starts, which are in the order of their races."""
    races = [list(field) for _, field in groupby(starts, key=lambda each: each.race)]
    means, ahead = _means(races), _ahead(races)
    mine: defaultdict[str, list[HouseStart]] = defaultdict(list)
    for each in starts:
        mine[each.name].append(each)
    found = [_record(name, theirs, means[name], ahead) for name, theirs in mine.items()]
    return sorted(found, key=lambda each: (-each.mean, each.name))


def _record(name: str, mine: Sequence[HouseStart], mean: float, ahead: Counter[tuple[str, str]]) -> HouseRecord:
    met = Counter[str]()
    for (one, other), often in ahead.items():
        if name in (one, other):
            met[other if one == name else one] += often
    rival = min(met, key=lambda each: (-met[each], each), default="")
    won = [each.race for each in mine if each.place == 1]
    return HouseRecord(
        name=name,
        starts=len(mine),
        wins=len(won),
        form=tuple(each.place for each in mine[-FORM:]),
        mean=mean,
        rival=rival,
        ahead=ahead[name, rival],
        behind=ahead[rival, name],
        latest=won[-1] if won else None,
    )


def _means(races: Sequence[Sequence[HouseStart]]) -> dict[str, float]:
    """Return the rating of each after all races; those without a place are alike behind all others."""
    now: defaultdict[str, Rating] = defaultdict(Rating)
    for field in races:
        ordered = sorted(field, key=_place)
        ids = {PlayerId(number): each for number, each in enumerate(ordered, start=1)}
        ranks = [[[player] for player, _ in tied] for _, tied in groupby(ids.items(), key=lambda each: _place(each[1]))]
        rated = rate(ranks, {player: now[each.name] for player, each in ids.items()})
        now.update({ids[player].name: rating for player, rating in rated.items()})
    return {name: rating.mean for name, rating in now.items()}


def _ahead(races: Sequence[Sequence[HouseStart]]) -> Counter[tuple[str, str]]:
    """Return how often each came in before each other one."""
    found = Counter[tuple[str, str]]()
    for field in races:
        for one, other in combinations(sorted(field, key=_place), 2):
            if one.team != other.team and _place(one) < _place(other):
                found[one.name, other.name] += 1
    return found


def _place(start: HouseStart) -> tuple[bool, int]:
    return start.place is None, start.place or 0
