"""The day is chosen so that deciding well matters, and house drivers in your seat set its par.

Of up to :data:`CANDIDATES` seeds that a day's secret gives, the first is taken in which :data:`RUNS` house drivers,
each with an answer at random now and then, spread over at least :data:`SPREAD` places, most of them come home, and
masters beat novices. Nobody chooses: whoever has the secret can run it again.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.daily.attempt import Attempt, Day, Pilot, seed_of
from engine.daily.settings import CHARIOTS, Setting
from engine.dice import RaceDice
from engine.questions import Answer, Ask

RUNS = 100
CANDIDATES = 40
SPREAD = 4
"""Different places that the runs must end on, each of them one run in :data:`EACH` at least."""
EACH = 20

_SLIP_SIDES = 20
"""One answer in so many is given at random."""


class Choice(NamedTuple):
    """A day as chosen: which candidate, 0 first, and the place of each run in your seat, sorted."""

    candidate: int
    par: tuple[int, ...]


def choose(secret: bytes, setting: Setting, *, runs: int = RUNS, rest: Callable[[], None] = lambda: None) -> Choice:
    """Return the day that a secret gives; if no candidate will do, the one whose runs spread most.

    :param runs: in your seat, for each candidate.
    :param rest: called after each run: it takes some hundredths of a second, all of them some seconds or minutes.
    """
    tried: list[tuple[int, Choice]] = []
    for candidate in range(CANDIDATES):
        by_temper = run_all(Day(seed_of(secret, candidate), setting), runs, rest)
        places = sorted(place for ended in by_temper for place in ended)
        choice = Choice(candidate, tuple(places))
        come_home = sum(place <= CHARIOTS for place in places) * 2 > runs
        if come_home and _spread(places) >= SPREAD and _mean(by_temper[-1]) < _mean(by_temper[0]):
            return choice
        tried.append((_spread(places), choice))
    return max(tried, key=lambda each: each[0])[1]


def run_all(day: Day, runs: int, rest: Callable[[], None] = lambda: None) -> list[list[int]]:
    """Return the places at which house drivers end in your seat: a list for each temperament, the weakest first."""
    tempers, since = day.rules.mixed, Attempt(day).reins
    ended: list[list[int]] = [[] for _ in tempers]
    for run in range(runs):
        temper = run % len(tempers)
        ended[temper].append(Attempt(day, pilot=slipping(day, tempers[temper], run), since=since).place)
        rest()
    return ended


def slipping(day: Day, temperament: str, run: int) -> Pilot:
    """Return a house driver that gives an answer at random now and then; the same one for the same run."""
    drive = day.rules.driver(temperament)
    luck = RaceDice(day.seed + b"par" + run.to_bytes(2, "big"))

    def answer(attempt: Attempt, ask: Ask) -> Answer:
        if luck.roll(1, _SLIP_SIDES) == (1,):
            choices = ask.question.legal()
            return choices[_under(luck, len(choices))]
        return drive(attempt.view, ask)

    return answer


def better_than(par: Sequence[int], place: int) -> int:
    """Return how many of the runs in your seat ended behind a place."""
    return sum(run > place for run in par)


def _spread(places: Sequence[int]) -> int:
    return sum(places.count(place) * EACH >= len(places) for place in set(places))


def _under(luck: RaceDice, limit: int) -> int:
    """Return a number from 0 to below *limit*."""
    high, low = luck.roll(2, 256)
    return ((high - 1) * 256 + low - 1) % limit


def _mean(places: Sequence[int]) -> float:
    return sum(places) / len(places) if places else 0.0
