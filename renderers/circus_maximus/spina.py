"""The spina without its lap markers: a wall of marble, basins of water, the obelisk, and the turning posts."""

from math import cos, pi, sin

from renderers import palette
from renderers.canvas import Sketch
from renderers.circus_maximus.geometry import HALF_STRAIGHT, INNER_RADIUS
from renderers.geometry import Point
from renderers.monuments import draw_basin, draw_obelisk

_RIM = 5.0


def draw_spina(sketch: Sketch) -> None:
    _draw_island(sketch, INNER_RADIUS, palette.STONE_EDGE)
    _draw_island(sketch, INNER_RADIUS - 2, palette.MARBLE)
    _draw_island(sketch, INNER_RADIUS - 2 - _RIM, palette.STONE[1])
    _draw_island(sketch, INNER_RADIUS - 4 - _RIM, palette.PAVING)
    for centre in (-128.0, 128.0):
        draw_basin(sketch, Point(centre, 0), 118)
    draw_obelisk(sketch, Point(0, 0))
    for end in (-1, 1):
        _draw_turning_posts(sketch, end)


def _draw_island(sketch: Sketch, radius: float, colour: palette.Colour) -> None:
    sketch.box((-HALF_STRAIGHT - radius, -radius), (2 * (HALF_STRAIGHT + radius), 2 * radius), colour, radius)


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
