"""The slowest tests begin first, spread over all processes, so that none of them is left for the end.

Of them, and of all others, those begin first that wait for bots or a browser: meanwhile other processes compute.

Each process begins to import in another place: so it finds compiled, in a fresh copy of the program, what another one
has imported by then.

What is compiled is kept, whatever the environment says: each process and each run would compile all tests anew.

Of modules without examples none are looked for. Nobody collects garbage while tests are collected, and what is there by
then is looked through no more: it stays to the end.

No test of many examples fails for being slow: a machine that is busy with other things says nothing of the program. Its
examples are the same in each run: none fails by chance.
"""

import gc
import importlib
import sys
from collections.abc import Generator, Sequence
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path
from typing import TypeVar

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import HealthCheck, settings

settings.register_profile("the same", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("the same")
sys.dont_write_bytecode = False

T = TypeVar("T")
HERE = Path(__file__).parent
WAITING = (HERE / "e2e", HERE / "sandbox_page")


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


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    slow = [item for item in items if item.get_closest_marker("slow")]
    quick = [item for item in items if not item.get_closest_marker("slow")]
    slow.sort(key=lambda item: not waits(item.path))
    waiting = [item for item in quick if waits(item.path)]
    items[:] = slow_first(slow, [item for item in quick if not waits(item.path)], workers, waiting)


def waits(path: Path) -> bool:
    """Tell whether a test in this file waits for other processes most of the time."""
    return path.parent in WAITING


def slow_first(slow: Sequence[T], others: Sequence[T], workers: int, waiting: Sequence[T] = ()) -> list[T]:
    """Return all tests in an order in which each worker's share begins with slow ones, then those that wait.

    Of tests in a row, pytest-xdist gives each worker the next part, as large as that of any other. Those that wait stay
    side by side: what they wait for is shared by those of a file.
    """
    total = len(slow) + len(waiting) + len(others)
    ends = [total * part // workers for part in range(workers + 1)]
    shares = [[*slow[worker::workers], *share_of(waiting, worker, workers)] for worker in range(workers)]
    left = iter(others)
    for worker, share in enumerate(shares):
        share.extend(islice(left, max(0, ends[worker + 1] - ends[worker] - len(share))))
    return [*chain.from_iterable(shares), *left]
