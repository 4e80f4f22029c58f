"""How many races of eight house drivers a second, on one core."""

from collections.abc import Iterator
from itertools import count, islice

from bench.figures import Figure, medians, milliseconds
from engine.circus_maximus.ruleset import RULESET
from engine.circus_maximus.simulation import play_race

DRIVERS = ("careful", "racer", "brute", "racer", "careful", "brute", "racer", "careful")
RACES = 30  # in a run
WARM_UP = 60  # the tables of the drivers fill, as in a bot that has run for a while
LEAST_RACES = 20.0  # a second

_STEPS = 1_000_000


def figures() -> list[Figure]:
    """Play races, and beside them the floor: a plain loop of a million steps."""
    fresh = count()  # no race is played twice
    _play_some(fresh, WARM_UP)
    measured = medians(lambda: _run(fresh))
    return [
        Figure("races of eight a second", 1000 / measured["race"], at_least=LEAST_RACES),
        Figure("a race", measured["race"], "ms"),
        Figure("a race / a loop of a million steps", measured["race"] / measured["floor"]),
    ]


def _run(fresh: Iterator[int]) -> dict[str, float]:
    return {
        "race": milliseconds(lambda: _play_some(fresh, RACES)) / RACES,
        "floor": milliseconds(_floor),
    }


def _play_some(fresh: Iterator[int], races: int) -> None:
    for race in islice(fresh, races):
        turned = race % len(DRIVERS)
        play_race(RULESET, b"bench %d" % race, DRIVERS[turned:] + DRIVERS[:turned])


def _floor() -> int:
    total, values = 0, list(range(256))
    for step in range(_STEPS):
        total += values[step & 255]
    return total
