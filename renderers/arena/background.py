"""The empty arena: hexes in an ellipse of sand, its wall with two gates and the box, the crowd around it."""

from collections.abc import Callable
from functools import cache
from math import cos, pi, sin

from PIL import Image

from engine.arena.hexes import field
from renderers import palette
from renderers.arena.geometry import SAND, centre, outline
from renderers.canvas import Sketch, Spot, in_few_colours, large_ground
from renderers.circus import seat_crowd
from renderers.geometry import Point

WIDTH, HEIGHT = 1000, 830

MIDDLE: Spot = (WIDTH / 2, HEIGHT / 2 + 6)
"""Where the geometry's origin lies in the arena's picture."""

_FINE = 3
_TIER = 31.0  # depth of a row of seats
_TIERS = 9
_SEAT = 64.0  # of spectators, from one to the next
_WALL = 21.0  # of the podium, with its coping


@cache
def arena(radius: int, zoom: float = 1.0) -> Image.Image:
    """Return the empty arena with a field of *radius*, packed. Not to be drawn on.

    :param zoom: pixels to a unit.
    """
    size = (round(WIDTH * zoom) * _FINE, round(HEIGHT * zoom) * _FINE)
    origin = (MIDDLE[0] * zoom, MIDDLE[1] * zoom)
    sketch = Sketch(large_ground(size, palette.STONE[0]), origin=origin, zoom=zoom, fine=_FINE)
    _draw_stands(sketch)
    _draw_podium(sketch)
    _draw_sand(sketch)
    _draw_gates(sketch)
    _draw_box(sketch)
    _draw_field(sketch, radius)
    return in_few_colours(sketch.reduced().convert("RGB"))


def ellipse(more: float, steps: int = 120) -> list[Point]:
    """Return the outline of the sand, or of an ellipse so many units larger."""
    return [
        Point((SAND.x + more) * cos(2 * pi * step / steps), (SAND.y + more) * sin(2 * pi * step / steps))
        for step in range(steps)
    ]


def _draw_stands(sketch: Sketch) -> None:
    for tier in reversed(range(_TIERS)):
        outer = ellipse(_WALL + (tier + 1) * _TIER)
        sketch.polygon(outer, palette.STONE[tier % 2])
        sketch.line([*outer, outer[0]], palette.STONE_EDGE, 1.4)
    for stair in range(16):
        angle = 2 * pi * (stair + 0.5) / 16
        way = [Point((SAND.x + more) * cos(angle), (SAND.y + more) * sin(angle)) for more in (_WALL, _TIERS * _TIER)]
        sketch.line(way, palette.STONE_EDGE, 9)
        sketch.line(way, palette.PAVING, 6)
    for tier in range(_TIERS):
        seat_crowd(sketch, ellipse(_WALL + (tier + 0.5) * _TIER), _SEAT - 2 * tier, tier)


def _draw_podium(sketch: Sketch) -> None:
    """Draw the wall around the sand: a coping of marble, painted panels below it, and the shadow it throws."""
    for more, colour in (
        (_WALL, palette.STONE_EDGE),
        (_WALL - 1.5, palette.MARBLE),
        (_WALL - 7, palette.STONE_EDGE),
        (_WALL - 8.5, palette.WALL),
    ):
        sketch.polygon(ellipse(more), colour)
    panels = ellipse(8, 72)
    for panel in range(0, 72, 2):
        sketch.line(panels[panel : panel + 2], palette.GRANITE, 4)
    sketch.polygon(ellipse(2.5), palette.STONE_EDGE)


def _draw_sand(sketch: Sketch) -> None:
    sketch.polygon(ellipse(0), palette.ARENA)
    for share in (0.985, 0.955):  # raked around the wall
        ring = [Point(point.x * share, point.y * share) for point in ellipse(0)]
        sketch.line([*ring, ring[0]], palette.LINE, 1.4)


def _draw_gates(sketch: Sketch) -> None:
    """Draw the gate of the living to the left, and that of the dead to the right."""
    for side, wings in ((-1, palette.WOOD), (1, palette.PORPHYRY)):
        x = side * (SAND.x + 12)
        sketch.box((x - 14, -46), (28, 92), palette.STONE_EDGE, 5)
        sketch.box((x - 12, -44), (24, 88), palette.MARBLE, 4)
        sketch.box((x - 9, -35), (18, 70), palette.INK, 3)
        for top in (-33, 1):
            sketch.box((x - 7, top), (14, 32), wings, 2)
            sketch.line([(x, top + 4), (x, top + 28)], palette.BRONZE, 2.4)


def _draw_box(sketch: Sketch) -> None:
    """Draw the box of the giver of the games, above the sand: an awning between two eagles."""
    top = -(SAND.y + 42)
    sketch.box((-104, top), (208, 46), palette.STONE_EDGE, 6)
    sketch.box((-101, top + 2), (202, 41), palette.MARBLE, 5)
    for strip in range(10):
        colour = palette.PORPHYRY if strip % 2 else palette.GOLD
        left = -90 + 18 * strip
        sketch.box((left, top + 6), (18, 21), colour)
        sketch.slice((left + 9, top + 27), 9, 0, 180, colour)
    for side in (-1, 1):
        sketch.disc((side * 101, top + 10), 9, palette.BRONZE)
        sketch.disc((side * 101, top + 10), 5.5, palette.GOLD)


def _draw_field(sketch: Sketch, radius: int) -> None:
    """Draw the hexes in three shades, none beside its own; the middle of the field bears a ring of chalk."""
    shades = (palette.SAND[0], palette.SAND[1], palette.ARENA)
    hexes = field(radius)
    edge: Callable[[float], list[list[Point]]] = lambda share: [outline(radius, at, share) for at in hexes]  # noqa: E731
    for shape in edge(1.09):
        sketch.polygon(shape, palette.CORNER_LINE)
    for at, shape in zip(hexes, edge(1.0), strict=True):
        sketch.polygon(shape, shades[(at[0] - at[1]) % 3])
    for shape in edge(1.0):
        sketch.line([*shape, shape[0]], palette.LINE, 1.5)
    for number, at in enumerate(hexes):
        _scuff(sketch, centre(radius, at), number)
    middle = centre(radius, (0, 0))
    ring = [(middle.x + 15 * cos(pi * step / 12), middle.y + 15 * sin(pi * step / 12)) for step in range(25)]
    sketch.line(ring, palette.CHALK, 2.5)


def _scuff(sketch: Sketch, middle: Point, number: int) -> None:
    """Draw what feet have left in the sand of a hex, the same in every picture."""
    fate = (number * 2654435761) >> 5 & 0xFFFF
    for print_ in range(fate % 3):
        x = middle.x + (fate >> 2 + 3 * print_) % 37 - 18
        y = middle.y + (fate >> 4 + 2 * print_) % 33 - 16
        sketch.line([(x - 5, y + 1), (x - 1, y - 1), (x + 4, y)], palette.LINE, 2.2)
