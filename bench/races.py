"""How many races of eight house drivers a second, on one core, and what one takes in memory and in thought."""

import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count, islice
from time import process_time

from msgspec.json import encode

from bench.figures import Figure, medians
from engine.circus_maximus.house.registry import DRIVERS
from engine.circus_maximus.house.simulation import play_race
from engine.circus_maximus.ruleset import RULESET
from engine.circus_maximus.seen.views import RaceView
from engine.circus_maximus.words.options import EditionName, Options
from engine.dice import audit
from engine.facts import Concealed, Rolled
from engine.questions import Answer, Ask

SEATS = ("careful", "racer", "brute", "racer", "careful", "brute", "racer", "careful")
RACES = 20  # in a run
WARM_UP = 60  # the tables of the drivers fill, as in a bot that has run for a while
THOUGHT_OUT = 3  # races with a strategist among the eight
LEAST_RACES: dict[EditionName, float] = {"basic": 20.0, "advanced": 15.0}  # a second
MOST_THOUGHT = 50.0  # ms, on average
MOST_BUSY = 50.0  # ms of the event loop at a stretch

_STEPS = 1_000_000
_KIB = 1024


def figures() -> list[Figure]:
    """Play races, and beside them the floor: a plain loop of a million steps. All times are the processor's."""
    return [*_speed("basic"), *_speed("advanced"), _memory(), _checked(), *_thought()]


def _speed(edition: EditionName) -> list[Figure]:
    fresh = count()  # no race is played twice
    _play_some(fresh, WARM_UP, edition)
    measured = medians(lambda: _run(fresh, edition))
    return [
        Figure(f"{edition} races of eight a second", 1000 / measured["race"], at_least=LEAST_RACES[edition]),
        Figure(f"one {edition} race", measured["race"], "ms"),
        Figure(f"one {edition} race / a loop of a million steps", measured["race"] / measured["floor"]),
    ]


def _run(fresh: Iterator[int], edition: EditionName) -> dict[str, float]:
    race = _processor_ms(lambda: _play_some(fresh, RACES, edition)) / RACES
    return {"race": race, "floor": _processor_ms(_floor)}


def _processor_ms(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return (process_time() - start) * 1000


def _play_some(fresh: Iterator[int], races: int, edition: EditionName) -> None:
    for race in islice(fresh, races):
        turned = race % len(SEATS)
        play_race(RULESET, b"bench %d" % race, SEATS[turned:] + SEATS[:turned], Options(edition=edition))


def _floor() -> int:
    total, values = 0, list(range(256))
    for step in range(_STEPS):
        total += values[step & 255]
    return total


def _memory() -> Figure:
    """Play a race once the tables are filled; all that it tells is kept, as in a session."""
    tracemalloc.start()
    kept = play_race(RULESET, b"bench 0", SEATS, Options(edition="advanced"))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept.facts
    return Figure("memory of an advanced race at most", peak / _KIB, "KiB")


def _checked() -> Figure:
    """Read a long race as it is kept, and check its rolls: the event loop is busy with it when somebody asks."""
    told = play_race(RULESET, b"bench 0", (*SEATS, *SEATS), Options(edition="advanced", field=16)).facts
    kept = [encode(fact).decode() for fact in told]

    def check() -> None:
        facts = [RULESET.read_fact(fact) for fact in kept]
        assert audit(b"bench 0", [fact for fact in facts if isinstance(fact, Rolled | Concealed)]) is None

    measured = medians(lambda: {"checked": _processor_ms(check)})
    return Figure(f"{len(kept):,} facts read and their rolls checked", measured["checked"], "ms", at_most=MOST_BUSY)


def _thought() -> list[Figure]:
    """Let a strategist race against seven others, and see how long he takes."""
    taken: list[float] = []

    def thinks(view: RaceView, ask: Ask) -> Answer:
        start = process_time()
        answer = DRIVERS["strategist"](view, ask)
        taken.append((process_time() - start) * 1000)
        return answer

    rules = replace(RULESET, drivers={**DRIVERS, "strategist": thinks})
    for race in range(THOUGHT_OUT):
        play_race(rules, b"thought %d" % race, ("strategist", *SEATS[1:]), Options(edition="advanced"))
    return [
        Figure("an answer of the strategist, on average", sum(taken) / len(taken), "ms", at_most=MOST_THOUGHT),
        Figure("an answer of the strategist, the longest", max(taken), "ms"),
    ]
