"""Two chariots that win together (option teams).

The rules know none, so this is a ruling (CM-32): allies do not attack each other, as the chariots of one faction do not
(3.4); each pair is ranked by the better of its chariots, and both share that place.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from engine.circus_maximus.words.facts import AlliesNamed
from engine.circus_maximus.words.state import Chariot, Race
from engine.game import Table
from records.values import EntryId


def pair(chariots: Mapping[EntryId, Chariot]) -> None:
    """Make allies of each two that entered one after the other, or follow each other by number (CM-32)."""
    entered = sorted(chariots, key=lambda entry: (chariots[entry].faction or len(chariots) + 1, entry))
    for one, other in zip(entered[::2], entered[1::2], strict=False):  # the last of an odd number stays alone
        chariots[one].ally, chariots[other].ally = other, one


def name_allies(race: Race, table: Table) -> None:
    """Tell who wins with whom, each pair once (CM-32)."""
    for entry, chariot in race.chariots.items():
        if chariot.ally is not None and entry < chariot.ally:
            table.tell(AlliesNamed(entry, chariot.ally))


def places(ranked: Sequence[EntryId], allies: Mapping[EntryId, EntryId | None]) -> Iterator[tuple[EntryId, int]]:
    """Yield each chariot that has a place, with it: 1 first, both of a pair the place of its better one (CM-32).

    An ally who is not ranked himself, as he is out of the race, comes right behind.

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
