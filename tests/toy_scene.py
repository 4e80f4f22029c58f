"""How the toy game is drawn: a strip, and a dot for each runner."""

from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from typing import Any

from PIL import Image, ImageDraw

from engine.facts import Fact
from engine.marks import ReachMark
from records.values import EntryId, Square
from renderers.scene import Names, Scene
from tests.toy_ruleset import RaceView, Walked

WIDTH, ROW, STEP = 400, 40, 20


def _strip(view: RaceView) -> bytes:
    image = Image.new("RGB", (WIDTH, ROW * len(view.runners)), "white")
    pen = ImageDraw.Draw(image)
    for row, runner in enumerate(view.runners):
        x = 20 + STEP * runner.place
        pen.ellipse((x - 8, row * ROW + 12, x + 8, row * ROW + 28), fill="black")
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def _words(view: RaceView, names: Names) -> str:
    return ", ".join(f"{names[runner.entry]} is at {runner.place}" for runner in view.runners)[:1024]


def draw_board(view: RaceView, names: Names, *, path: Any = None, title: str = "") -> bytes:
    return _strip(view)


def alt_board(view: RaceView, names: Names, *, path: Any = None, title: str = "") -> str:
    return f"{title}: {_words(view, names)}"[:1024]


def draw_cockpit(
    view: RaceView, names: Names, entry: EntryId, *, reach: Sequence[ReachMark] = (), path: Sequence[Square] = ()
) -> bytes:
    return _strip(view)


def alt_cockpit(
    view: RaceView, names: Names, entry: EntryId, *, reach: Sequence[ReachMark] = (), path: Sequence[Square] = ()
) -> str:
    return _words(view, names)


def draw_log_card(view: RaceView, names: Names, entry: EntryId) -> bytes:
    return _strip(view)


def alt_log_card(view: RaceView, names: Names, entry: EntryId) -> str:
    return _words(view, names)


def ways(before: RaceView, facts: Iterable[Fact]) -> dict[EntryId, tuple[Square, ...]]:
    gone: Mapping[EntryId, int] = {fact.entry: fact.to for fact in facts if isinstance(fact, Walked)}
    return {entry: (Square(str(to)),) for entry, to in gone.items()}


SCENE = Scene(draw_board, draw_cockpit, draw_log_card, alt_board, alt_cockpit, alt_log_card, ways)
