"""An answer stored in two checkouts side by side: ``python -m bench.stored OTHER [--pairs 40]``.

Three programs wait beside each other: the other checkout, this one, and this one without ``secure_delete``. Each plays
a race, and keeps all of it anew whenever it is told to; they are told in turn, so that all meet the same machine. Every
few pairs they begin anew. Times are the processor's, of the whole program. Rules that have changed may tell a race by
other rows, so the rows of an answer are counted beside it.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

HERE = Path(__file__).parents[1]
PAIRS = 40
IN_A_ROW = 8
"""Pairs before the programs begin anew: how a program lies in memory moves its times, too."""

_PROGRAM = """
import asyncio, sys, tempfile
from pathlib import Path
from time import process_time
from bench.storage import _again, _played, _rows, _steward
from db.store import Store
from db.opening import sqlite
from sqlalchemy import event

def off(engine, before=sqlite._listen):
    before(engine)
    event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA secure_delete = OFF"))

if {off!r}:
    sqlite._listen = off

async def main():
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "races.sqlite3")
        steward = _steward(store)
        await steward.open()
        played = await _played(steward, store)
        rows = sum(len(values) for batch in played for _, values in _rows(batch)) / len(played)
        for _ in range(2):
            await keep(store, played)
        print("ready", flush=True)
        for _ in sys.stdin:
            print(await keep(store, played), rows, flush=True)
        await steward.close()

async def keep(store, played):
    batches = await _again(store, played)
    start = process_time()
    for batch in batches:
        await store.write(batch)
    return (process_time() - start) * 1000 / len(batches)

asyncio.run(main())
"""


class Kept(NamedTuple):
    """What an answer took."""

    milliseconds: float
    rows: float


class Program:
    """A checkout that keeps a race whenever it is told to."""

    def __init__(self, checkout: Path, *, is_off: bool = False) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM.format(off=is_off)],
            cwd=checkout,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, *_why: object) -> None:
        self._process.communicate()

    def wait(self) -> None:
        """Wait until it has played its race.

        :raises RuntimeError: if it cannot.
        """
        if self._line() != "ready":
            raise RuntimeError("a checkout cannot play a race")

    def keep(self) -> Kept:
        """Have the race kept once more."""
        assert self._process.stdin is not None
        print(file=self._process.stdin, flush=True)
        milliseconds, rows = map(float, self._line().split())
        return Kept(milliseconds, rows)

    def _line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


def main(arguments: Sequence[str]) -> int:
    """Measure, and print a table as Markdown."""
    parser = argparse.ArgumentParser(prog="python -m bench.stored", description=__doc__)
    parser.add_argument("other", type=Path, help="folder of the other checkout")
    parser.add_argument("--pairs", type=int, default=PAIRS, help=f"{PAIRS} if left out")
    chosen = parser.parse_args(arguments)
    found = list(_measured(chosen.other.resolve(), chosen.pairs))
    print("| checkout | processor time of an answer | rows of it | to the other: median, middle half |")
    print("|---|---|---|---|")
    for place, name in enumerate(("the other", "this", "this, secure_delete off")):
        kept = [each[place] for each in found]
        low, _, high = quantiles([each[place].milliseconds / each[0].milliseconds for each in found])
        ratio = median(each[place].milliseconds / each[0].milliseconds for each in found)
        time, rows = median(each.milliseconds for each in kept), median(each.rows for each in kept)
        print(f"| {name} | {time:.3f} ms | {rows:.1f} | {ratio:.3f}, {low:.3f} to {high:.3f} |")
    return 0


def _measured(other: Path, pairs: int) -> Iterator[tuple[Kept, ...]]:
    for begun in range(0, pairs, IN_A_ROW):
        with ExitStack() as stack:
            programs = [
                stack.enter_context(each) for each in (Program(other), Program(HERE), Program(HERE, is_off=True))
            ]
            for each in programs:
                each.wait()
            for number in range(begun, min(pairs, begun + IN_A_ROW)):
                order = [(number + place) % 3 for place in range(3)]
                kept = {place: programs[place].keep() for place in order}
                yield tuple(kept[place] for place in range(3))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
