"""Small things that the pictures of the betting table share: coins, seals, states, and signs of winning."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType

from PIL import Image

from renderers import palette
from renderers.canvas import Sketch, Spot, paint_box
from renderers.counters import place
from renderers.lettering import length, write
from renderers.palette import Colour

WIDTH = 1000
"""Of each picture, in pixels: on a phone it is seen at two fifths of its size."""

SMALL = 33
"""The smallest lettering; 11.7 pixels high on a screen of 390."""

FIGURES = 33
"""Lettering of figures."""

ROW, BADGE, EDGE, GAP = 54, 44, 12, 8
"""Pixels: a row's height, a badge in it, the margin of a picture, the room between strips."""

Part = tuple[int, Callable[[Image.Image, int], None]]
"""A part drawn at a height: how high it is, and the function that draws it below there."""

_STATES: Mapping[str, tuple[Colour, Colour]] = MappingProxyType({
    "open": (palette.SOUND, palette.WHITE),
    "closed": (palette.INK, palette.PAPER),
    "settled": (palette.GOLD, palette.INK),
    "void": (palette.STONE[0], palette.INK),
    "no winner": (palette.STONE[0], palette.INK),
})  # fmt: skip
_PILL = 38
_WAX: Colour = (146, 24, 30)


@lru_cache(maxsize=8)
def coins(size: int) -> Image.Image:
    """Return three coins that lie on each other."""
    sketch = Sketch.blank(size, size, palette.INK, zoom=size / 40)
    for x, y, radius in ((13.0, 13.0, 11.0), (27.0, 17.0, 11.0), (17.0, 27.0, 11.0)):
        sketch.disc((x, y), radius + 1.4, palette.PORPHYRY)
        sketch.disc((x, y), radius, palette.GOLD)
        sketch.disc((x, y), radius - 2.2, palette.BRONZE)
        sketch.disc((x, y), radius - 3.6, palette.GOLD)
        sketch.box((x - 1.2, y - 4.6), (2.4, 9.2), palette.BRONZE, 1)
    return sketch.reduced()


@lru_cache(maxsize=4)
def wax_seal(size: int) -> Image.Image:
    """Return a seal of wax on two ribbons."""
    sketch = Sketch.blank(size, size, palette.INK, zoom=size / 40)
    for x in (-1, 1):
        ribbon: list[Spot] = [(20, 18), (20 + 13 * x, 37), (20 + 8 * x, 36), (20 + 5 * x, 40), (20, 22)]
        sketch.polygon(ribbon, palette.CARPET[0])
    for x, y in ((9, 12), (14, 27), (28, 26), (31, 12), (20, 7), (8, 19), (32, 20), (21, 30)):
        sketch.disc((x, y), 6, _WAX)
    sketch.disc((20, 18), 13, _WAX)
    sketch.disc((20, 18), 10, palette.CARPET[1])
    sketch.disc((20, 18), 8.6, _WAX)
    for x in (-4, 4):
        sketch.disc((20 + x, 20), 2.6, palette.CARPET[0])
    sketch.polygon([(14, 18), (26, 18), (23, 12), (17, 12)], palette.CARPET[0])
    return sketch.reduced()


@lru_cache(maxsize=2)
def _own_mark(size: int) -> Image.Image:
    sketch = Sketch.blank(size, size, palette.INK, zoom=size / 40)
    sketch.polygon([(20, 0), (40, 20), (20, 40), (0, 20)], palette.PORPHYRY)
    return sketch.reduced()


def mark_own(image: Image.Image, middle: Spot, size: int = 18) -> None:
    """Mark a choice that one of the viewer's own tickets is on."""
    place(image, _own_mark(size), middle)


def write_state(image: Image.Image, at: Spot, state: str) -> float:
    """Write a market's state on a ground of its colour, its left middle at *at*; return its width."""
    ground, ink = _STATES.get(state, _STATES["closed"])
    width = round(length(state, SMALL)) + 22
    paint_box(image, (round(at[0]), round(at[1]) - _PILL // 2), (width, _PILL), ground, _PILL // 2)
    write(image, (at[0] + 11, at[1]), state, ink, size=SMALL)
    return width


def paint_strip(image: Image.Image, at: tuple[int, int], size: tuple[int, int], *, is_won: bool = False) -> None:
    """Paint the ground of a line of figures, on paper: gold with a broad frame if it has won."""
    image.paste(_strip(size, is_won), at)


@lru_cache(maxsize=64)
def _strip(size: tuple[int, int], is_won: bool) -> Image.Image:
    edge, colour = (palette.PORPHYRY, palette.GOLD) if is_won else (palette.CARD_EDGE, palette.CARD)
    rim = 4 if is_won else 2
    image = Image.new("RGB", size, palette.PAPER)
    paint_box(image, (0, 0), size, edge, 10)
    paint_box(image, (rim, rim), (size[0] - 2 * rim, size[1] - 2 * rim), colour, 8)
    return image
