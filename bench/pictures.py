"""How long pictures take, against the floor: encoding a finished picture of the same size."""

from collections.abc import Callable
from io import BytesIO
from math import ceil
from statistics import median
from time import perf_counter

from PIL import Image

from engine.circus_maximus.views import RaceView
from engine.values import EntryId, Square
from renderers import ReachMark
from renderers.canvas import encoded
from renderers.circus_maximus import draw_board, draw_cockpit, draw_log_card
from tests.renderers.samples import NAMES, in_a_crowded_corner, in_mid_race, in_the_final_turn, long_paths

RUNS = 5
ROUNDS = 20  # of pictures in a run
TITLE = "The Games of Apollo"


def picture_figures() -> dict[str, float]:
    """Return milliseconds, bytes and the ratio to the floor; medians of :data:`RUNS` runs.

    Caches are warm, as they are in a bot that has drawn its first picture; the first picture has its own figure.
    """
    first = _taken(lambda: _board(in_mid_race()))
    runs = [_measure_run() for _ in range(RUNS)]
    return {"first board ms": first} | {name: median(run[name] for run in runs) for name in runs[0]}


def _measure_run() -> dict[str, float]:
    views = (in_mid_race(), in_a_crowded_corner(), in_the_final_turn())
    finished = [Image.open(BytesIO(_board(view))) for view in views]
    for image in finished:
        image.load()
    boards, floors, cockpits, cards = [], [], [], []
    for turn in range(ROUNDS):
        view, image = views[turn % len(views)], finished[turn % len(views)]
        floors.append(_taken(lambda image=image: encoded(image)))  # type: ignore[misc]
        boards.append(_taken(lambda view=view: _board(view)))  # type: ignore[misc]
        cockpits.append(_taken(_cockpit))
        cards.append(_taken(lambda: draw_log_card(in_mid_race(), NAMES, EntryId(4))))
    return {
        "board p50 ms": median(boards),
        "board p95 ms": _p95(boards),
        "floor p50 ms": median(floors),
        "board / floor": median(boards) / median(floors),
        "cockpit p95 ms": _p95(cockpits),
        "log card p95 ms": _p95(cards),
        "board bytes, largest": max(len(_board(view)) for view in views),
    }


def _board(view: RaceView) -> bytes:
    """Draw a board with the mover's last way, as it is posted after each phase."""
    mover = view.phase.entry if view.phase is not None else EntryId(1)
    return draw_board(view, NAMES, path={mover: long_paths(view, 15)[mover]}, title=TITLE)


def _cockpit() -> bytes:
    squares = [Square(f"D{number}.4") for number in range(7, 13)]
    reach = [ReachMark(square, str(cost), "forward") for cost, square in enumerate(squares, start=1)]
    return draw_cockpit(in_mid_race(), NAMES, EntryId(3), reach=reach, path=[Square("D6.4"), *squares[:2]])


def _taken(work: Callable[[], object]) -> float:
    """Return how many milliseconds *work* takes."""
    start = perf_counter()
    work()
    return (perf_counter() - start) * 1000


def _p95(figures: list[float]) -> float:
    return sorted(figures)[ceil(0.95 * len(figures)) - 1]
