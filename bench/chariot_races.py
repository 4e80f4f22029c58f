"""How many Chariot Races of six house drivers a second, on one core, beside Circus Maximus races of eight."""

from collections.abc import Callable, Iterator
from itertools import count, islice
from time import process_time

from bench.figures import Figure, medians
from engine.chariot_race.drivers import DRIVERS
from engine.chariot_race.simulation import play_race
from engine.chariot_race.state import Options
from engine.chariot_race.track import TRACKS
from engine.circus_maximus.house.simulation import play_race as play_circus_race
from engine.circus_maximus.ruleset import RULESET as CIRCUS

CHARIOTS = 6
RACES = 24  # in a run
WARM_UP = 72  # what hands are worth is known, as in a bot that has run for a while
AT_LEAST = 6.0
"""Times as many as races of eight of the Basic Game of Circus Maximus."""

_CIRCUS_SEATS = ("careful", "racer", "brute", "racer", "careful", "brute", "racer", "careful")
_CIRCUS_RACES, _CIRCUS_WARM_UP = 8, 24


def figures() -> list[Figure]:
    """Play races of all tracks, house drivers of each strength by themselves and of all together taking turns."""
    circus = _rate(_play_circus, _CIRCUS_WARM_UP, _CIRCUS_RACES)
    found = [Figure("Circus Maximus races of eight a second, in the same run", circus)]
    for name in (*DRIVERS, "mixed"):
        rate = _rate(lambda number, name=name: _play(number, name), WARM_UP, RACES)  # type: ignore[misc]
        found.append(Figure(f"Chariot Races of six a second, {name}", rate))
    steady = found[1 + list(DRIVERS).index("steady")].value
    return [*found, Figure("steady drivers' races / Circus Maximus races", steady / circus, at_least=AT_LEAST)]


def _rate(play: Callable[[int], object], warm_up: int, races: int) -> float:
    """Return how many races are played in a second of the processor's time."""
    fresh = count()  # no race is played twice
    _some(play, fresh, warm_up)
    return 1 / medians(lambda: {"race": _timed(play, fresh, races)})["race"]


def _timed(play: Callable[[int], object], fresh: Iterator[int], races: int) -> float:
    begun = process_time()
    _some(play, fresh, races)
    return (process_time() - begun) / races


def _some(play: Callable[[int], object], fresh: Iterator[int], races: int) -> None:
    for number in islice(fresh, races):
        play(number)


def _play(number: int, name: str) -> None:
    names = list(DRIVERS)
    seats = [names[(number + place) % len(names)] if name == "mixed" else name for place in range(CHARIOTS)]
    play_race(b"bench %d" % number, seats, Options(TRACKS[number % len(TRACKS)]))


def _play_circus(number: int) -> None:
    play_circus_race(CIRCUS, b"bench %d" % number, _CIRCUS_SEATS)
