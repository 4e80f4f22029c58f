"""How long pictures take, against the floor: encoding a finished picture of the same size."""

from collections.abc import Callable, Sequence
from functools import partial
from io import BytesIO
from math import ceil
from statistics import median
from time import perf_counter, thread_time
from typing import Any, NamedTuple

from PIL import Image

from bench.figures import milliseconds
from engine.marks import ReachMark
from records.values import EntryId, Square
from renderers import SCENES, arena, ave_caesar, betting, chariot_race, chariots_of_rome, circus_maximus
from renderers.canvas import encoded
from tests.renderers import arena_samples
from tests.renderers import caesar_samples as caesar
from tests.renderers import chariot_samples as chariots
from tests.renderers import rome_samples as rome
from tests.renderers.advanced_samples import (
    MANY_NAMES,
    after_a_pile_up,
    at_a_large_start,
    in_a_large_race,
    in_rain_and_mud,
)
from tests.renderers.betting_samples import LONGEST_NAME, a_swing, the_longest_slip, when_settled, while_open
from tests.renderers.samples import NAMES, in_a_crowded_corner, in_mid_race, in_the_final_turn, long_paths

RUNS = 5
ROUNDS = 20  # of pictures in a run
TITLE = "The Games of Apollo"

Draw = Callable[[], bytes]


class Boards(NamedTuple):
    """Figures of one kind of board; medians of :data:`RUNS` runs."""

    p50: float  # milliseconds
    p95: float
    to_floor: float  # its time as a multiple of that of encoding it
    largest: float  # KiB


def preparing(ruleset: str) -> tuple[float, float]:
    """Return how many milliseconds a scene's preparation takes, and its longest part; 0 if it has none.

    Only the first time counts.
    """
    parts = iter(SCENES[ruleset].warm_up())
    parts_taken: list[float] = []
    while True:
        start = perf_counter()
        if next(parts, 0) is not None:
            return sum(parts_taken), max(parts_taken, default=0.0)
        parts_taken.append((perf_counter() - start) * 1000)


KINDS: dict[str, tuple[Draw, ...]] = {}


def _board(view: Any) -> Draw:
    """Return how a board is drawn with the mover's last way, as it is posted after each phase."""
    mover = view.phase.entry if view.phase is not None else EntryId(1)
    path = {mover: long_paths(view, 15)[mover]}
    return partial(circus_maximus.draw_board, view, MANY_NAMES, path=path, title=TITLE)


KINDS["board"] = tuple(map(_board, (in_mid_race(), in_a_crowded_corner(), in_the_final_turn())))
KINDS["board after a pile-up, or in rain and mud"] = tuple(map(_board, (after_a_pile_up(), in_rain_and_mud())))
KINDS["board of sixteen"] = tuple(map(_board, (at_a_large_start(), in_a_large_race())))
KINDS["Ave Caesar's board"] = tuple(
    partial(ave_caesar.draw_board, view, NAMES, title=TITLE)
    for view in (caesar.at_the_start("white", "clockwise"), caesar.in_mid_race(), caesar.at_its_worst())
)

ARENA = "the arena's board"
KINDS[ARENA] = tuple(
    partial(arena.draw_board, view, NAMES, title=TITLE)
    for view in (arena_samples.at_the_start(), arena_samples.at_close_quarters(), arena_samples.in_the_net())
)

CHARIOT_RACE: dict[str, Draw] = {
    f"Chariot Race's board, {name}": partial(chariot_race.draw_board, view, chariots.LONG_NAMES, title=TITLE)
    for name, view in {
        "four rounds on": chariots.in_mid_race(),
        "stones and twenty caltrops": chariots.at_its_worst(),
        "at the end": chariots.at_the_end(),
    }.items()
}
"""Boards of Chariot Race."""

CHARIOTS_OF_ROME: dict[str, Draw] = {
    f"Chariots of Rome's board, {name}": partial(chariots_of_rome.draw_board, view, rome.LONG_NAMES, title=TITLE)
    for name, view in {
        "six on the Circus": rome.in_mid_race(),
        "twelve in a bend of the Daytonus": rome.crowded("daytonus", 12),
        "eight on the Talladegas": rome.in_mid_race("talladegas", 8),
    }.items()
}
"""Boards of Chariots of Rome."""


BETTING: dict[str, Draw] = {
    "betting board of eight": partial(betting.draw_board, while_open()),
    "betting board of eight, settled": partial(betting.draw_board, when_settled()),
    "betting board of sixteen": partial(betting.draw_board, while_open(16, 9_999)),
    "chances of eight": partial(betting.draw_swing, a_swing(8, 12, outs=3)),
    "chances of sixteen, 60 turns": partial(betting.draw_swing, a_swing(16, 60, outs=9, name=LONGEST_NAME)),
    "payoff slip of forty bets": partial(betting.draw_slip, the_longest_slip()),
}
"""Pictures of the betting table."""


def cockpit() -> bytes:
    squares = [Square(f"D{number}.4") for number in range(7, 13)]
    reach = [ReachMark(square, str(cost), "forward") for cost, square in enumerate(squares, start=1)]
    return circus_maximus.draw_cockpit(
        in_mid_race(), NAMES, EntryId(3), reach=reach, path=[Square("D6.4"), *squares[:2]]
    )


def log_card() -> bytes:
    return circus_maximus.draw_log_card(in_mid_race(), NAMES, EntryId(4))


def boards(kind: str) -> Boards:
    """Return the figures of a kind of board, drawn with warm caches, as in a bot that has drawn some."""
    draws = KINDS[kind]
    finished = [Image.open(BytesIO(draw())) for draw in draws]
    for image in finished:
        image.load()
    runs = [_run(draws, finished) for _ in range(RUNS)]
    p50, p95, ratio = (median(figures) for figures in zip(*runs, strict=True))
    return Boards(p50, p95, ratio, max(len(draw()) for draw in draws) / 1024)


def _run(draws: Sequence[Draw], finished: Sequence[Image.Image]) -> tuple[float, float, float]:
    """Return the median and the 95th percentile in milliseconds, and the median's ratio to the floor's."""
    drawn, floors = [], []
    for turn in range(ROUNDS):
        floors.append(milliseconds(partial(encoded, finished[turn % len(draws)])))
        drawn.append(milliseconds(draws[turn % len(draws)]))
    return median(drawn), p95(drawn), median(drawn) / median(floors)


def slowest(draw: Draw) -> float:
    """Return the 95th percentile of a picture's time in milliseconds, the median of :data:`RUNS` runs."""
    draw()
    return median(p95([milliseconds(draw) for _ in range(ROUNDS)]) for _ in range(RUNS))


def work_of(draw: Draw) -> float:
    """Return the 95th percentile of a picture's processor time in milliseconds, the median of :data:`RUNS` runs."""
    draw()
    return median(p95([_worked(draw) for _ in range(ROUNDS)]) for _ in range(RUNS))


def _worked(work: Callable[[], object]) -> float:
    start = thread_time()
    work()
    return (thread_time() - start) * 1000


def p95(figures: list[float]) -> float:
    return sorted(figures)[ceil(0.95 * len(figures)) - 1]
