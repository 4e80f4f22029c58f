"""Small signs of a charioteer's figures: a heart, a star, a burst, chevrons, the back of a card, a cross."""

from functools import lru_cache
from math import cos, pi, sin

from PIL import Image

from renderers import palette
from renderers.canvas import Sketch, Spot
from renderers.palette import Colour


@lru_cache(maxsize=32)
def heart(size: int) -> Image.Image:
    """Return the sign of Endurance."""
    sketch = Sketch.blank(size, size, palette.INK, zoom=size / 40)
    for less, shade in ((0.0, palette.INK), (2.2, palette.HARM)):
        for x in (12.5, 27.5):
            sketch.disc((x, 14), 10.5 - less, shade)
        sketch.polygon([(3.2 + less, 18), (36.8 - less, 18), (20, 37.5 - 1.6 * less)], shade)
        sketch.polygon([(8, 12), (32, 12), (20, 28)], shade)
    return sketch.reduced()


@lru_cache(maxsize=32)
def star(size: int) -> Image.Image:
    """Return the sign of Tactics."""
    sketch = Sketch.blank(size, size, palette.INK, zoom=size / 40)
    for outer, shade in ((20.0, palette.INK), (16.0, palette.GOLD)):
        sketch.polygon(_rays(20, 21, outer, outer * 0.44, 5), shade)
    return sketch.reduced()


@lru_cache(maxsize=32)
def burst(size: int) -> Image.Image:
    """Return the sign of Rattled, which flies around a badly rattled driver on the track."""
    sketch = Sketch.blank(size, size, palette.INK, zoom=size / 40)
    for outer, shade in ((20.0, palette.INK), (17.0, palette.LOOKS["orange"].fill)):
        sketch.polygon(_rays(20, 20, outer, outer * 0.62, 9), shade)
    sketch.box((18.2, 10), (3.6, 12), palette.INK, 1)
    sketch.disc((20, 27), 2.4, palette.INK)
    return sketch.reduced()


def _rays(x: float, y: float, outer: float, inner: float, count: int) -> list[Spot]:
    return [
        (x + reach * sin(pi * step / count), y - reach * cos(pi * step / count))
        for step in range(2 * count)
        for reach in (inner if step % 2 else outer,)
    ]


@lru_cache(maxsize=32)
def chevrons(size: int, level: int) -> Image.Image:
    """Return the sign of a Speed Level: so many of three chevrons are filled."""
    wide = round(size * 1.5)
    sketch = Sketch.blank(wide, size, palette.INK, zoom=size / 40)
    for number in range(3):
        left = 2 + 18 * number
        for less, shade in ((0.0, palette.INK), (2.4, palette.LOOKS["blue"].fill if number < level else palette.PAPER)):
            points: list[Spot] = [
                (left + less, 5 + less), (left + 9, 5 + less), (left + 20 - 1.4 * less, 20), (left + 9, 35 - less),
                (left + less, 35 - less), (left + 11, 20),
            ]  # fmt: skip
            sketch.polygon(points, shade)
    return sketch.reduced()


@lru_cache(maxsize=32)
def card_back(size: int, colour: Colour = palette.PORPHYRY) -> Image.Image:
    """Return the back of a card, three quarters as wide as it is high."""
    wide = round(size * 0.75)
    sketch = Sketch.blank(wide, size, palette.INK, zoom=size / 40)
    sketch.box((0.5, 0.5), (29, 39), palette.INK, 5)
    sketch.box((2.2, 2.2), (25.6, 35.6), palette.CARD, 4)
    sketch.box((5, 5), (20, 30), colour, 2)
    sketch.polygon([(15, 9), (22, 20), (15, 31), (8, 20)], palette.GOLD)
    sketch.polygon([(15, 14), (18.6, 20), (15, 26), (11.4, 20)], colour)
    return sketch.reduced()


@lru_cache(maxsize=32)
def cross(size: int) -> Image.Image:
    """Return the sign of a wound."""
    sketch = Sketch.blank(size, size, palette.INK, zoom=size / 40)
    sketch.disc((20, 20), 19.6, palette.INK)
    sketch.disc((20, 20), 17.4, palette.WHITE)
    sketch.box((16, 8), (8, 24), palette.HARM)
    sketch.box((8, 16), (24, 8), palette.HARM)
    return sketch.reduced()
