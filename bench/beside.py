"""Races timed by turns with races of eight of Circus Maximus, so that a busy machine slows both alike."""

from collections.abc import Callable, Iterator
from itertools import islice
from time import process_time

from engine.circus_maximus.house.simulation import play_race
from engine.circus_maximus.ruleset import RULESET

_SEATS = ("careful", "racer", "brute", "racer", "careful", "brute", "racer", "careful")


def side_by_side(
    play: Callable[[int], object], fresh: Iterator[int], numbers: Iterator[int], *, rounds: int, each: int
) -> tuple[float, float]:
    """Return a game's races a second of the processor's time, and those of Circus Maximus.

    :param play: plays the race of a number.
    :param fresh: numbers of races not played yet; *each* of them in a round.
    :param numbers: likewise of Circus Maximus; one in a round.
    """
    times = [(_timed(play, fresh, each), _timed(play_circus, numbers, 1)) for _ in range(rounds)]
    own, circus = (sum(column) / rounds for column in zip(*times, strict=True))
    return 1 / own, 1 / circus


def play_some(play: Callable[[int], object], fresh: Iterator[int], races: int) -> None:
    """Play some races."""
    for number in islice(fresh, races):
        play(number)


def play_circus(number: int) -> None:
    """Play a race of eight of Circus Maximus."""
    play_race(RULESET, b"bench %d" % number, _SEATS)


def _timed(play: Callable[[int], object], fresh: Iterator[int], races: int) -> float:
    """Return how many seconds a race takes."""
    begun = process_time()
    play_some(play, fresh, races)
    return (process_time() - begun) / races
