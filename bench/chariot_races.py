"""How many Chariot Races of six house drivers a second, on one core, beside Circus Maximus races of eight."""

from collections.abc import Iterator
from itertools import count

from bench.beside import play_circus, play_some, side_by_side
from bench.figures import Figure
from engine.chariot_race.house.drivers import DRIVERS
from engine.chariot_race.house.simulation import play_race
from engine.chariot_race.state import Options
from engine.chariot_race.track import TRACKS

CHARIOTS = 6
WARM_UP = 400  # roads and what hands are worth are known, as in a bot that has run for a while
ROUNDS = 40
EACH = 5  # Chariot Races in a round, beside one race of Circus Maximus: about the same time
AT_LEAST = 6.0
"""Times as many as races of eight of the Basic Game of Circus Maximus."""

_CIRCUS_WARM_UP = 24


def figures() -> list[Figure]:
    """Play races of all tracks, house drivers of each strength by themselves and of all together taking turns."""
    numbers = count()  # no race is played twice
    play_some(play_circus, numbers, _CIRCUS_WARM_UP)
    found = []
    for name in (*DRIVERS, "mixed"):
        rate, circus = _side_by_side(name, numbers)
        found.append(Figure(f"Chariot Races of six a second, {name}", rate))
        target = AT_LEAST if name == "steady" else None
        found.append(Figure(f"the same / Circus Maximus races of eight, {name}", rate / circus, at_least=target))
    return [*found, Figure("Circus Maximus races of eight a second, in the last of these runs", circus)]


def _side_by_side(name: str, numbers: Iterator[int]) -> tuple[float, float]:
    """Return the races a second of the processor's time, and those of Circus Maximus, by turns on the same machine."""
    fresh = count()
    play_some(lambda number: _play(number, name), fresh, WARM_UP)
    return side_by_side(lambda number: _play(number, name), fresh, numbers, rounds=ROUNDS, each=EACH)


def _play(number: int, name: str) -> None:
    names = list(DRIVERS)
    seats = [names[(number + place) % len(names)] if name == "mixed" else name for place in range(CHARIOTS)]
    play_race(b"bench %d" % number, seats, Options(TRACKS[number % len(TRACKS)]))
