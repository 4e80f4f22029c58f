"""The spina without its lap markers: a wall of marble, basins of water, the obelisk, and the turning posts."""

from math import cos, pi, sin

from renderers import palette
from renderers.canvas import Sketch
from renderers.circus_maximus.geometry import HALF_STRAIGHT, INNER_RADIUS
from renderers.geometry import Point
from renderers.palette import mixed

_RIM = 5.0


def draw_spina(sketch: Sketch) -> None:
    _draw_island(sketch, INNER_RADIUS, palette.STONE_EDGE)
    _draw_island(sketch, INNER_RADIUS - 2, palette.MARBLE)
    _draw_island(sketch, INNER_RADIUS - 2 - _RIM, palette.STONE[1])
    _draw_island(sketch, INNER_RADIUS - 4 - _RIM, mixed(palette.STONE[0], palette.MARBLE, 0.5))
    for centre in (-128.0, 128.0):
        _draw_basin(sketch, centre, 118)
    _draw_obelisk(sketch)
    for end in (-1, 1):
        _draw_turning_posts(sketch, end)


def _draw_island(sketch: Sketch, radius: float, colour: palette.Colour) -> None:
    sketch.box((-HALF_STRAIGHT - radius, -radius), (2 * (HALF_STRAIGHT + radius), 2 * radius), colour, radius)


def _draw_basin(sketch: Sketch, centre: float, width: float) -> None:
    sketch.box((centre - width / 2, -22), (width, 44), palette.STONE_EDGE, 9)
    sketch.box((centre - width / 2 + 1.5, -20.5), (width - 3, 41), palette.MARBLE, 8)
    sketch.box((centre - width / 2 + 5, -17), (width - 10, 34), palette.WATER, 5)
    for row in range(3):
        start = centre - width / 2 + 14 + 11 * (row % 2)
        for wave in range(3):
            x = start + wave * 32
            sketch.line([(x, -9 + 9 * row), (x + 12, -9 + 9 * row)], mixed(palette.WATER, palette.WHITE, 0.5), 1.5)


def _draw_obelisk(sketch: Sketch) -> None:
    """Draw the obelisk as if seen slanting from above, with its shadow to the right."""
    sketch.polygon([(6, 24), (66, 8), (72, 10), (20, 28)], palette.STONE_EDGE)
    sketch.box((-17, 13), (34, 15), palette.STONE_EDGE, 2)
    sketch.box((-15, 13), (30, 12), palette.MARBLE, 2)
    sketch.polygon([(-9, 15), (-6, -24), (0, -24), (0, 15)], mixed(palette.GRANITE, palette.WHITE, 0.25))
    sketch.polygon([(9, 15), (6, -24), (0, -24), (0, 15)], palette.GRANITE)
    sketch.polygon([(-6, -24), (0, -33), (0, -24)], mixed(palette.GOLD, palette.WHITE, 0.4))
    sketch.polygon([(6, -24), (0, -33), (0, -24)], palette.BRONZE)
    for row in range(4):
        sketch.box((-3, -16 + 7 * row), (6, 2), mixed(palette.GRANITE, palette.INK, 0.4))


def _draw_turning_posts(sketch: Sketch, end: int) -> None:
    """Draw the three gilded cones of the meta, on their half-round base at an end of the spina."""
    base = HALF_STRAIGHT + 3
    for radius, colour in ((27.0, palette.STONE_EDGE), (25.0, palette.WALL)):
        arc = [pi / 2 * (1 - step / 12) for step in range(25)]
        sketch.polygon([(end * (base + radius * cos(angle)), radius * sin(angle)) for angle in arc], colour)
    for x, y in ((base + 8, -14.0), (base + 15, 0.0), (base + 8, 14.0)):
        top = Point(end * x, y)
        sketch.disc(top, 6.5, palette.INK)
        sketch.disc(top, 5.5, palette.BRONZE)
        sketch.disc((top.x - 1, top.y - 1), 3, palette.GOLD)
