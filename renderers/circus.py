"""The common part of the empty circuses of all races: their sizes, and the crowd around them."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from PIL import Image

from renderers import palette
from renderers.canvas import Sketch, packed, settled
from renderers.geometry import Point
from renderers.palette import Colour

DOUBLE = 2
"""Pixels to a board unit in the larger of the two pictures."""

FINE = 2
"""How many times larger than double a circus is drawn, for smooth edges."""


class Circus(NamedTuple):
    """An empty circus, packed; neither picture is to be drawn on."""

    double: Image.Image  # two pixels to a board unit, with a margin all around
    single: Image.Image  # a pixel to a board unit


def circus_of(drawn: Image.Image, size: tuple[int, int], more: int, colours: Sequence[Colour] | None = None) -> Circus:
    """Return the two pictures of an empty circus.

    :param drawn: the circus at double size.
    :param size: of the circus in the picture of the board, in pixels.
    :param more: how much farther *drawn* reaches on all sides, in board units.
    :param colours: of the small picture; all that is seen outdoors if ``None``.
    """
    left = top = DOUBLE * more
    small = drawn.reduce(DOUBLE, (left, top, left + DOUBLE * size[0], top + DOUBLE * size[1]))
    return Circus(packed(drawn), settled(small) if colours is None else settled(small, colours))


def seat_crowd(sketch: Sketch, tier: Sequence[Point], apart: float, number: int) -> None:
    """Seat spectators along a tier: some places are empty, and colours vary, the same in every picture.

    :param tier: a closed outline, without its first point at the end.
    :param apart: board units from one seat to the next.
    :param number: of the tier, 0 first.
    """
    for seat, spot in enumerate(_along(tier, apart)):
        fate = (seat * 2654435761 + number * 40503) >> 7 & 0xFFFF
        if fate % 6:
            # At whole units all look the same, which makes the file smaller.
            sketch.disc((round(spot.x), round(spot.y)), 7.0, palette.CROWD[fate % 11 % len(palette.CROWD)])


def _along(outline: Sequence[Point], apart: float) -> Iterator[Point]:
    left_over = 0.0
    for one, other in pairwise([*outline, outline[0]]):
        length = hypot(other.x - one.x, other.y - one.y)
        at = left_over
        while at < length:
            yield Point(one.x + (other.x - one.x) * at / length, one.y + (other.y - one.y) * at / length)
            at += apart
        left_over = at - length
