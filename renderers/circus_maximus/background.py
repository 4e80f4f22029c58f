"""The empty circus: drawn once at double size, and kept, packed."""

from functools import cache
from math import cos, pi, sin

from PIL import Image

from engine.circus_maximus.printed.tables import TRACK
from engine.track import Section, squares_of
from records.values import Square
from renderers import palette
from renderers.canvas import Sketch, Spot, large_ground
from renderers.circus import DOUBLE, FINE, Circus, circus_of, seat_crowd
from renderers.circus_maximus.geometry import (
    HALF_STRAIGHT,
    LANE_WIDTH,
    OUTER_RADIUS,
    edge_of,
    outline_of,
    place_at,
)
from renderers.circus_maximus.spina import draw_spina
from renderers.geometry import Point
from renderers.palette import Colour

STANDS = 32
"""How far the galleries reach beyond lane 8 in the picture of the board, to the left and the right."""

HIGH_STANDS = 52
"""How far they reach above and below: room for the names of squares."""

WIDTH = round(2 * (HALF_STRAIGHT + OUTER_RADIUS + STANDS))
HEIGHT = round(2 * (OUTER_RADIUS + HIGH_STANDS))

MIDDLE: Spot = (WIDTH / 2, HEIGHT / 2)
"""Where the geometry's origin lies in the arena's picture."""

MORE_STANDS = 64
"""How much farther the galleries reach at double size, so that a crop seldom looks beyond them."""

WIDE_MIDDLE: Spot = (DOUBLE * (MIDDLE[0] + MORE_STANDS), DOUBLE * (MIDDLE[1] + MORE_STANDS))
"""Where the geometry's origin lies in the arena at double size."""

_TIER = 28.0  # depth of a row of seats
_TIERS = 10  # enough to fill the corners of the picture
_SEAT = 80.0  # of spectators, from one to the next


def arena_at_double_size() -> Image.Image:
    """Return the empty arena, two pixels to a board unit, packed. Not to be drawn on."""
    return _circus().double


def arena() -> Image.Image:
    """Return the empty arena, a pixel to a board unit, packed. Not to be drawn on."""
    return _circus().single


@cache
def _circus() -> Circus:
    """Return the empty arena at double size and at its own."""
    return circus_of(_drawn(), (WIDTH, HEIGHT), MORE_STANDS)


def _drawn() -> Image.Image:
    size = (round(2 * WIDE_MIDDLE[0] * FINE), round(2 * WIDE_MIDDLE[1] * FINE))
    sketch = Sketch(large_ground(size, palette.STONE[0]), origin=WIDE_MIDDLE, zoom=DOUBLE, fine=FINE)
    _draw_stands(sketch)
    _draw_track(sketch)
    _draw_finish(sketch)
    draw_spina(sketch)
    return sketch.reduced()


def stadium(radius: float, steps: int = 96) -> list[Point]:
    """Return the outline of a stadium: two half rings of *radius* joined by the straights."""
    right = [(HALF_STRAIGHT, pi / 2 - pi * step / steps) for step in range(steps + 1)]
    left = [(-HALF_STRAIGHT, -pi / 2 - pi * step / steps) for step in range(steps + 1)]
    return [Point(x + radius * cos(angle), radius * sin(angle)) for x, angle in right + left]


def _draw_stands(sketch: Sketch) -> None:
    for tier in reversed(range(_TIERS)):
        outer = OUTER_RADIUS + 6 + (tier + 1) * _TIER
        sketch.polygon(stadium(outer), palette.STONE_EDGE)
        sketch.polygon(stadium(outer - 1.2), palette.STONE[tier % 2])
    for tier in range(_TIERS):
        seat_crowd(sketch, stadium(OUTER_RADIUS + 6 + (tier + 0.5) * _TIER, 192), _SEAT, tier)
    sketch.polygon(stadium(OUTER_RADIUS + 7), palette.WALL)
    sketch.polygon(stadium(OUTER_RADIUS + 2.5), palette.MARBLE)


def _draw_track(sketch: Sketch) -> None:
    for section in TRACK.data.sections:
        for lane in range(1, TRACK.data.lanes + 1):
            for square in squares_of(section, lane):
                sketch.polygon(outline_of(square, 6 if section.is_corner else 1), _ground(section, square))
    for section in TRACK.data.sections:
        _draw_lines(sketch, section)


def is_grey(square: Square) -> bool:
    """Tell whether a square belongs to the start grid (3.8)."""
    return TRACK.section[square] == TRACK.data.start_section and TRACK.number(square) <= TRACK.data.grey_until


def _ground(section: Section, square: Square) -> Colour:
    shades = palette.CORNER_SAND if section.is_corner else palette.GREY_SQUARES if is_grey(square) else palette.SAND
    return shades[TRACK.lane[square] % 2]


def _draw_lines(sketch: Sketch, section: Section) -> None:
    for lane in range(1, TRACK.data.lanes + 1):
        for square in squares_of(section, lane):
            grey = palette.GREY_LINE if is_grey(square) else palette.LINE
            colour = palette.CORNER_LINE if section.is_corner else grey
            sketch.line(edge_of(square, 0), colour, 1)
        if lane > 1 and not section.is_corner:  # in corners the lanes' shades do, and keep the file small
            wall = (lane - 1) * LANE_WIDTH
            sketch.line([place_at(section.id, part, wall) for part in (0, 1)], palette.LINE, 1.5)
    first = squares_of(section, 1).__next__()
    last = Square(first.rpartition(".")[0] + f".{TRACK.data.lanes}")
    if section.is_corner or TRACK.section[TRACK.behind[first]] != section.id:
        sketch.line([edge_of(first, 0)[0], edge_of(last, 0)[1]], palette.CORNER_LINE, 2.5)


def _draw_finish(sketch: Sketch) -> None:
    """Draw the finish as a chequered band of chalk, on the far edge of the last squares of the backstretch."""
    finish = TRACK.data.finish_before
    cells = 4 * TRACK.data.lanes
    deep = 5.0
    x = place_at(finish, 0, 0).x
    for cell in range(cells):
        for column in range(2):
            colour = palette.CHALK if (cell + column) % 2 == 0 else palette.INK
            size = LANE_WIDTH * TRACK.data.lanes / cells
            y = place_at(finish, 0, cell * size).y
            sketch.box((x + deep * column, y - size), (deep, size), colour)
