"""How many Ave Caesar races of house drivers a second, on one core."""

from collections.abc import Iterator
from itertools import count, islice

from bench.figures import Figure, medians, milliseconds
from engine.ave_caesar.house.simulation import play_race
from engine.ave_caesar.ruleset import RULESET
from engine.ave_caesar.state import Options

FIELDS = (3, 6)
"""Chariots, fewest and most."""

RACES = 12  # in a run
_TEMPERS = tuple(sorted(RULESET.drivers))


def figures() -> list[Figure]:
    """Play races of few and of many chariots, house drivers of all strengths taking turns."""
    return [_of_field(chariots) for chariots in FIELDS]


def _of_field(chariots: int) -> Figure:
    fresh = count()  # no race is played twice
    _play_some(fresh, chariots)
    race = medians(lambda: {"race": milliseconds(lambda: _play_some(fresh, chariots)) / RACES})["race"]
    return Figure(f"Ave Caesar races of {chariots} a second", 1000 / race)


def _play_some(fresh: Iterator[int], chariots: int) -> None:
    for race in islice(fresh, RACES):
        tempers = [_TEMPERS[(race + place) % len(_TEMPERS)] for place in range(chariots)]
        play_race(RULESET, b"bench %d" % race, tempers, Options())
