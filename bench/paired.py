"""Two checkouts side by side: ``python -m bench.paired OTHER [--only WORD ...] [--pairs 5]``.

Each piece of work runs in a short process of its own, in turn in the other checkout and in this one, so that both
meet the same machine. Times are the processor's. The last column is the median of the pairs' ratios, other to this:
2 means that this checkout is twice as fast. The other checkout needs the modules of ``bench`` that a piece names; a
piece that it cannot do is left out, with the reason.
"""

import argparse
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from operator import truediv
from pathlib import Path
from statistics import median
from typing import NamedTuple

HERE = Path(__file__).parents[1]
PAIRS = 5
PATIENCE = 900  # seconds for one process


class Work(NamedTuple):
    """A piece of work: Python that prints one number, in a checkout's own words."""

    name: str
    unit: str
    code: str


_RACES = """
from itertools import count
from time import process_time
from bench.races import _play_some
fresh = count()
_play_some(fresh, 15, {edition!r})
start = process_time()
_play_some(fresh, 10, {edition!r})
print((process_time() - start) / 10 * 1000)
"""

_PLAY_OUTS = """
from time import process_time
from bench.odds import KINDS, _midst
from engine.betting.model import work_out
kind = next(each for each in KINDS if each.name == {kind!r})
view, tempers = _midst(kind)
work_out(kind.rules, view, tempers, 10, 0)
start = process_time()
work_out(kind.rules, view, tempers, 50, 1)
print(process_time() - start)
"""

_BOARDS = """
from functools import partial
from io import BytesIO
from statistics import median
from time import thread_time
from PIL import Image
from bench.pictures import KINDS
from renderers.canvas import encoded
def taken(work):
    start = thread_time()
    work()
    return thread_time() - start
draws = KINDS[{kind!r}]
finished = [Image.open(BytesIO(draw())) for draw in draws]
for image in finished:
    image.load()
pairs = [
    (taken(draw), taken(partial(encoded, image))) for _ in range(8) for draw, image in zip(draws, finished)
]
print(median(drawn / floor for drawn, floor in pairs))
"""

_STORED = """
from bench.storage import storage_figures
print(storage_figures()["an answer stored / bare commit"])
"""

_INTERACTIONS = """
from bench.interactions import figures
print(figures()[{place}].value)
"""

WORKS = (
    Work("a Basic race of eight", "ms", _RACES.format(edition="basic")),
    Work("an Advanced race of eight", "ms", _RACES.format(edition="advanced")),
    # A checkout from before the Epic edition plays something else in its place: look at the other rows then.
    Work("an Epic race of eight", "ms", _RACES.format(edition="epic")),
    Work("50 play-outs from turn 7, Basic", "s", _PLAY_OUTS.format(kind="Basic Game")),
    Work("50 play-outs from turn 7, Advanced", "s", _PLAY_OUTS.format(kind="Advanced Game")),
    Work("board of eight / its encoding", "", _BOARDS.format(kind="board")),
    Work("board of sixteen / its encoding", "", _BOARDS.format(kind="board of sixteen")),
    Work("an answer stored / a bare commit", "", _STORED),
    Work("first answer, p50 / an empty request", "", _INTERACTIONS.format(place=2)),
    Work("first answer, p99", "ms", _INTERACTIONS.format(place=1)),
)


class Failed(Exception):
    """A checkout cannot do a piece of work; the message is the last line that it wrote."""


def main(arguments: Sequence[str]) -> int:
    """Measure the pieces that are wanted, and print a table as Markdown; 2 if none is of that name."""
    parser = argparse.ArgumentParser(prog="python -m bench.paired", description=__doc__)
    parser.add_argument("other", type=Path, help="folder of the other checkout")
    parser.add_argument("--only", nargs="*", default=[], metavar="WORD", help="pieces with one of these in their name")
    parser.add_argument("--pairs", type=int, default=PAIRS, help=f"how often each is measured; {PAIRS} if left out")
    chosen = parser.parse_args(arguments)
    wanted = [work for work in WORKS if not chosen.only or any(word in work.name for word in chosen.only)]
    if not wanted:
        print(f"no piece of work is called that; there are: {', '.join(work.name for work in WORKS)}", file=sys.stderr)
        return 2
    print("| work | other | this | other / this |\n|---|---|---|---|")
    for work in wanted:
        print(_row(work, chosen.other.resolve(), chosen.pairs), flush=True)
    return 0


def _row(work: Work, other: Path, pairs: int) -> str:
    try:
        measured = list(side_by_side(lambda: measure(work, other), lambda: measure(work, HERE), pairs))
    except Failed as error:
        return f"| {work.name} | {error} | | |"
    others, own = zip(*measured, strict=True)
    ratio = median(map(truediv, others, own))
    return f"| {work.name} | {median(others):.3g} {work.unit} | {median(own):.3g} {work.unit} | {ratio:.2f} |"


def side_by_side(one: Callable[[], float], other: Callable[[], float], pairs: int) -> Iterator[tuple[float, float]]:
    """Yield what both give, pair by pair; each goes first every other time."""
    for number in range(pairs):
        if number % 2:
            second = other()
            yield one(), second
        else:
            yield one(), other()


def measure(work: Work, checkout: Path) -> float:
    """Do *work* in a process of its own in *checkout*, and return the number that it prints.

    :raises Failed: if it prints none.
    """
    command = [sys.executable, "-c", work.code]
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, timeout=PATIENCE, check=False)
    try:
        return float(done.stdout.split()[-1])
    except (IndexError, ValueError):
        lines = list(chain(done.stderr.split("\n"), done.stdout.split("\n")))
        raise Failed(next((line for line in reversed(lines) if line.strip()), "prints nothing")) from None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
