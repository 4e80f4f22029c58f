"""Dice as pictures: a sign for each face, with a word beside it where there is room."""

from collections.abc import Mapping
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image

from renderers import palette
from renderers.canvas import Sketch, Spot
from renderers.palette import Colour

WORDS: Mapping[str, str] = {
    "plusminus": "±1",
    "sprint": "sprint",
    "steer": "steer",
    "attack": "attack",
    "fortuna": "fortuna",
}
"""The words below a die."""

_GROUNDS: Mapping[str, Colour] = {
    "plusminus": palette.WHITE,
    "sprint": palette.CARDS[4],
    "steer": palette.CARDS[2],
    "attack": palette.CARDS[5],
    "fortuna": palette.CARDS[3],
}


@lru_cache(maxsize=64)
def die(face: str, size: int, is_marked: bool = False) -> Image.Image:
    """Return a die of *size* pixels; a marked one, such as one that the rules' default would reroll, has a red rim."""
    sketch = Sketch.blank(size, size, palette.INK, zoom=size / 100)
    sketch.box((0, 0), (100, 100), palette.INK, 20)
    if is_marked:
        sketch.box((2, 2), (96, 96), palette.HARM, 18)
    sketch.box((9, 9) if is_marked else (4, 4), (82, 82) if is_marked else (92, 92), _GROUNDS[face], 15)
    _SIGNS[face](sketch)
    return sketch.reduced()


def _draw_plusminus(sketch: Sketch) -> None:
    ink = palette.INK
    sketch.box((17, 29), (32, 10), ink)
    sketch.box((28, 18), (10, 32), ink)
    sketch.box((54, 66), (30, 10), ink)
    sketch.line([(25, 80), (76, 22)], palette.LIMIT, 6)


def _draw_sprint(sketch: Sketch) -> None:
    """Draw two chevrons: two speed at once."""
    for left in (14, 44):
        chevron: list[Spot] = [
            (left, 18),
            (left + 18, 18),
            (left + 42, 50),
            (left + 18, 82),
            (left, 82),
            (left + 24, 50),
        ]
        sketch.polygon(chevron, palette.PORPHYRY)


def _draw_steer(sketch: Sketch) -> None:
    """Draw a way that forks to both sides."""
    for side in (-1, 1):
        sketch.line([(50, 84), (50, 60), (50 + 22 * side, 36)], palette.INK, 10)
        tip: list[Spot] = [(50 + 36 * side, 18), (50 + 34 * side, 46), (50 + 10 * side, 24)]
        sketch.polygon(tip, palette.INK)


def _draw_attack(sketch: Sketch) -> None:
    """Draw two javelins crossed."""
    for side in (-1, 1):
        sketch.line([(50 + 32 * side, 84), (50 - 26 * side, 26)], palette.WOOD, 7)
        head: list[Spot] = [(50 - 37 * side, 14), (50 - 14 * side, 26), (50 - 27 * side, 39)]
        sketch.polygon(head, palette.INK)


def _draw_fortuna(sketch: Sketch) -> None:
    """Draw the wheel of fortune."""
    sketch.disc((50, 50), 36, palette.INK)
    sketch.disc((50, 50), 28, _GROUNDS["fortuna"])
    for spoke in range(4):
        x, y = 30 * cos(pi * spoke / 4), 30 * sin(pi * spoke / 4)
        sketch.line([(50 - x, 50 - y), (50 + x, 50 + y)], palette.INK, 5)
    sketch.disc((50, 50), 11, palette.INK)
    sketch.disc((50, 50), 6, palette.GOLD)


_SIGNS = {
    "plusminus": _draw_plusminus,
    "sprint": _draw_sprint,
    "steer": _draw_steer,
    "attack": _draw_attack,
    "fortuna": _draw_fortuna,
}
