"""Alliances: two chariots that win together (CM-32, option teams).

The rules know none, so this is a ruling: allies do not attack each other, as the chariots of one faction do not
(3.4); each pair is ranked by the better of its chariots, and both share that place.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from records.values import EntryId


def places(ranked: Sequence[EntryId], allies: Mapping[EntryId, EntryId | None]) -> Iterator[tuple[EntryId, int]]:
    """Yield each chariot that has a place, with it: 1 first, both of a pair the place of its better one (CM-32).

    An ally that is out of the race, and so has no rank, comes right behind.

    >>> list(places([5, 2, 1], {1: None, 2: 7, 5: None, 7: 2}))
    [(5, 1), (2, 2), (7, 2), (1, 3)]
    """
    numbers, given = count(1), dict[EntryId, int]()
    for entry in ranked:
        if entry in given:
            continue
        place = next(numbers)
        for each in (entry, allies.get(entry)):
            if each is not None:
                given[each] = place
    yield from sorted(given.items(), key=lambda item: item[1])
