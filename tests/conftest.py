"""Makes the tests quick and steady.

The slowest tests begin first, spread over all processes, so that none is left for the end.

Tests of a file stay together, so that they play, or start, their common things once. Tests that wait for bots or a
browser go to few processes, since each of these imports a bot's whole program anew; meanwhile the others compute.

Each process begins its imports in another place: in a fresh copy of the program it then finds modules that another
process has already compiled.

Compiled tests stay on disk, whatever the environment says; otherwise each process and each run would compile them anew.

Modules without examples are not searched for doctests. The garbage collector rests while pytest collects the tests, and
never looks at the objects from that time again: they live to the end.

A test of many examples may be slow, since a busy machine proves nothing about the program. It uses the same examples in
each run, so it never fails by chance.
"""

import gc
import importlib
import sys
from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path
from typing import TypeVar

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import HealthCheck, settings

from tests import servers

settings.register_profile("the same", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("the same")
sys.dont_write_bytecode = False

T = TypeVar("T")
HERE = Path(__file__).parent
HOMES = {HERE / "e2e": (0, 1, 3), HERE / "sandbox_page": (2,)}
"""Processes that wait for bots, and for a browser, by the folder of the tests."""


class OnlyExamples:
    """Leaves modules that hold no example to those who import them."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self, file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        return with_examples(file_path, (yield))


def with_examples(path: Path, found: Sequence[pytest.Collector]) -> list[pytest.Collector]:
    """Return what was found in a file, but for examples where there are none: to look for them takes long."""
    return [each for each in found if not isinstance(each, DoctestModule) or b">>>" in path.read_bytes()]


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(OnlyExamples())  # for all folders; what stands in this file is for tests alone
    if not hasattr(config, "workerinput"):
        servers.plan()


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        servers.clear_away()


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    worker = getattr(session.config, "workerinput", None)
    if worker is not None or session.config.getoption("dist", "no") == "no":  # who only hands out tests collects none
        gc.disable()
    if worker is None or HERE.name not in (Path(each).name for each in session.config.args):
        return
    for module in share_of(sorted(HERE.rglob("test_*.py")), int(worker["workerid"][2:]), worker["workercount"]):
        with suppress(Exception):  # it is told where the tests of the module are collected
            importlib.import_module(".".join(module.relative_to(HERE.parent).with_suffix("").parts))


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


def share_of(all_of_them: Sequence[T], worker: int, workers: int) -> Sequence[T]:
    """Return the part of something that is one worker's, the first being number 0."""
    return all_of_them[len(all_of_them) * worker // workers : len(all_of_them) * (worker + 1) // workers]


@pytest.hookimpl(trylast=True)  # what is left out is gone by then
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    others = [item for item in items if not begins(item)]
    files = by_file(filter(begins, items))
    shares = dealt([(each, homes_of(path, workers)) for path, each in files.items()], workers, cost)
    items[:] = in_shares(shares, others)


def begins(test: pytest.Item) -> bool:
    """Tell whether a test is slow, or waits for other processes."""
    return test.get_closest_marker("slow") is not None or test.path.parent in HOMES


def cost(test: pytest.Item) -> int:
    """Return about how long a test takes, a quick one taking 1."""
    if test.get_closest_marker("slow") is None:
        return 1
    return 100 if test.path.parent in HOMES else 20


def by_file(tests: Iterable[pytest.Item]) -> dict[Path, list[pytest.Item]]:
    """Return tests by the file they are in."""
    files: dict[Path, list[pytest.Item]] = defaultdict(list)
    for test in tests:
        files[test.path].append(test)
    return files


def homes_of(path: Path, workers: int) -> Sequence[int]:
    """Return the workers that may do the tests of a file."""
    return [home % workers for home in HOMES.get(path.parent, range(workers))]


def dealt(
    groups: Iterable[tuple[Sequence[T], Sequence[int]]], workers: int, cost: Callable[[T], int] = lambda _: 1
) -> list[list[T]]:
    """Deal groups to workers, each to one of those named for it: the one with the least to do by then.

    Those that only few may have are dealt first, then the largest.
    """
    shares: list[list[T]] = [[] for _ in range(workers)]
    costs = [0] * workers
    priced = [(sum(map(cost, group)), set(homes), group) for group, homes in groups]
    for price, homes, group in sorted(priced, key=lambda each: (len(each[1]), -each[0])):
        home = min(homes, key=lambda worker: (costs[worker], worker))
        shares[home].extend(group)
        costs[home] += price
    return shares


def in_shares(shares: Sequence[list[T]], others: Sequence[T]) -> list[T]:
    """Return all tests in an order in which each worker's part begins with its share.

    Of tests in a row, pytest-xdist gives each worker the next part, as large as that of any other.
    """
    total, workers = sum(map(len, shares)) + len(others), len(shares)
    ends = [total * part // workers for part in range(workers + 1)]
    left = iter(others)
    for worker, share in enumerate(shares):
        share.extend(islice(left, max(0, ends[worker + 1] - ends[worker] - len(share))))
    return [*chain.from_iterable(shares), *left]
