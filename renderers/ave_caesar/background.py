"""The empty arena of each course: drawn once at double size, and kept, packed."""

from collections.abc import Callable
from functools import cache

from PIL import Image

from engine.ave_caesar.courses import CourseName, Space
from renderers import palette
from renderers.ave_caesar.geometry import ALLEY_GAP, LANE, Layout, layout_of, ramps
from renderers.ave_caesar.monuments import draw_infield, draw_pulvinar
from renderers.canvas import Sketch, Spot, large_ground
from renderers.circus import DOUBLE, FINE, Circus, circus_of, seat_crowd
from renderers.geometry import Point
from renderers.palette import Colour, mixed

WIDTH, HEIGHT = 1280, 940
"""Of the arena in the picture of the board, in pixels: one to a board unit."""

MORE = 40
"""How much farther the arena reaches at double size, on all sides, so that a crop seldom looks beyond it."""

_TOP = 52  # units above the farthest point of the course
_TIER = 34.0  # depth of a row of seats
_TIERS = 16
_SEAT = 72.0  # of spectators, from one to the next
_WALL = 9.0  # of stone, around all spaces
_STEP = 0.1  # rows, of the outlines of the stands


@cache
def middle_of(course: CourseName) -> Spot:
    """Return where the geometry's origin lies in the arena's picture."""
    points = [point for space in layout_of(course).spaces for point in layout_of(course).outline(space)]
    left, right = min(point.x for point in points), max(point.x for point in points)
    return (WIDTH / 2 - round((left + right) / 2), _TOP - round(min(point.y for point in points)))


@cache
def wide_middle_of(course: CourseName) -> Spot:
    """Return where the geometry's origin lies in the arena at double size."""
    x, y = middle_of(course)
    return (DOUBLE * (x + MORE), DOUBLE * (y + MORE))


def arena_at_double_size(course: CourseName) -> Image.Image:
    """Return the empty arena, two pixels to a board unit, packed. Not to be drawn on."""
    return _circus(course).double


def arena(course: CourseName) -> Image.Image:
    """Return the empty arena, a pixel to a board unit, packed. Not to be drawn on."""
    return _circus(course).single


@cache
def _circus(course: CourseName) -> Circus:
    """Return the empty arena at double size and at its own."""
    return circus_of(_drawn(course), (WIDTH, HEIGHT), MORE, palette.GROUND)


def _drawn(course: CourseName) -> Image.Image:
    size = (DOUBLE * FINE * (WIDTH + 2 * MORE), DOUBLE * FINE * (HEIGHT + 2 * MORE))
    image = large_ground(size, palette.STONE[0])
    sketch = Sketch(image, origin=wide_middle_of(course), zoom=DOUBLE, fine=FINE)
    layout = layout_of(course)
    _draw_stands(sketch, layout)
    draw_infield(sketch, layout)
    _draw_walls(sketch, layout)
    _draw_ground(sketch, layout)
    _draw_borders(sketch, layout)
    _draw_line(sketch, layout)
    draw_pulvinar(sketch, layout)
    return sketch.reduced()


def _draw_stands(sketch: Sketch, layout: Layout) -> None:
    podium = _podium(layout)
    for tier in reversed(range(_TIERS)):
        outer = _ring(layout, podium, 20 + (tier + 1) * _TIER)
        sketch.polygon(outer, palette.STONE[tier % 2])
        sketch.line([*outer, outer[0]], palette.STONE_EDGE, 1.2)
    for tier in range(_TIERS):
        seat_crowd(sketch, _ring(layout, podium, 20 + (tier + 0.5) * _TIER), _SEAT, tier)
    sketch.polygon(_ring(layout, podium, 20), palette.WALL)
    sketch.polygon(_ring(layout, podium, 14), palette.MARBLE)
    sketch.polygon(_ring(layout, podium, 10), palette.ARENA)


def _podium(layout: Layout) -> Callable[[float], float]:
    """Return how far outward the stands begin at a row: beyond all walls there, with smooth steps."""
    count = round(layout.rows / _STEP)
    farthest = [layout.reach(place * _STEP) for place in range(count)]
    around = round(1.0 / _STEP)
    wide = [max(farthest[(place + near) % count] for near in range(-around, around + 1)) for place in range(count)]
    smooth = [sum(wide[(place + near) % count] for near in range(-around, around + 1)) for place in range(count)]
    return lambda row: smooth[round(row / _STEP) % count] / (2 * around + 1)


def _ring(layout: Layout, podium: Callable[[float], float], farther: float) -> list[Point]:
    """Return an outline of the whole arena, so many units beyond the podium."""
    rows = (place * _STEP for place in range(round(layout.rows / _STEP)))
    return [layout.at(row, podium(row) + _WALL + farther) for row in rows]


def _draw_walls(sketch: Sketch, layout: Layout) -> None:
    """Draw walls around all that can be driven on, by drawing it larger first."""
    shapes = [layout.outline(space) for space in layout.spaces] + list(ramps(layout))
    for width, colour in ((2 * _WALL + 2.5, palette.STONE_EDGE), (2 * _WALL, palette.MARBLE), (5, palette.WALL)):
        for shape in shapes:
            sketch.line([*shape, shape[0], shape[1]], colour, width)


def _draw_ground(sketch: Sketch, layout: Layout) -> None:
    for ramp in ramps(layout):
        sketch.polygon(ramp, palette.CARPET[1])
    for space in layout.spaces:
        sketch.polygon(layout.outline(space), _ground(layout, space))
        if layout.spaces[space].kind == "bottleneck":
            _draw_jaws(sketch, layout, space)
    for space in layout.spaces:
        back, front = layout.extent(space)
        for row in (back, front):
            edges = layout.edges(space, row)
            sketch.line([layout.at(row, edge) for edge in edges], _line_of(layout, space), 1.5)


def _ground(layout: Layout, space: Space) -> Colour:
    data = layout.spaces[space]
    if data.kind == "alley":
        return palette.CARPET[layout.data.alley.index(space) % 2]
    if data.kind == "bottleneck":
        return palette.GREY_SQUARES[0]
    shades = palette.CORNER_SAND if data.zone == "curve" else palette.SAND
    return shades["abcdef".index(data.lane or "a") % 2]


def _line_of(layout: Layout, space: Space) -> Colour:
    data = layout.spaces[space]
    if data.kind == "alley":
        return palette.PORPHYRY
    if data.kind == "bottleneck":
        return palette.GREY_LINE
    return palette.CORNER_LINE if data.zone == "curve" else palette.LINE


def _draw_jaws(sketch: Sketch, layout: Layout, space: Space) -> None:
    """Draw the stones that make a bottleneck narrow."""
    back, front = layout.extent(space)
    rows = [back + (front - back) * step / 12 for step in range(13)]
    for side in (0, 1):
        near = [layout.at(row, layout.edges(space, row)[side]) for row in rows]
        sketch.line(near, palette.WALL, 5)


def _draw_borders(sketch: Sketch, layout: Layout) -> None:
    """Draw between lanes dashes of chalk where a chariot may change, and a wall where it may not."""
    for one, other, kind in layout.data.borders:
        if "alley" in (layout.spaces[one].kind, layout.spaces[other].kind):
            continue
        edge = _shared(layout, one, other)
        if kind == "wall":
            sketch.line(edge, palette.STONE_EDGE, 8)
    for one, other, kind in layout.data.borders:
        if "alley" in (layout.spaces[one].kind, layout.spaces[other].kind):
            continue
        edge = _shared(layout, one, other)
        if kind == "wall":
            sketch.line(edge, palette.WALL, 5.5)
        else:
            for place in range(1, len(edge) - 1, 4):
                sketch.line(edge[place : place + 3], palette.CHALK, 3)


def _shared(layout: Layout, one: Space, other: Space) -> list[Point]:
    """Return the line where two spaces lie side by side."""
    (back, front), (other_back, other_front) = layout.extent(one), layout.extent(other)
    start, end = max(back, other_back), min(front, other_front)
    edges, others = layout.edges(one, start), layout.edges(other, start)
    offset = edges[1] if abs(edges[1] - others[0]) < 1 else edges[0]
    return [layout.at(start + (end - start) * step / 12, offset) for step in range(13)]


def _draw_line(sketch: Sketch, layout: Layout) -> None:
    """Draw the start and finish line as a chequered band, across the lanes and the alley."""
    half = layout.lanes / 2 * LANE
    inner = half + ALLEY_GAP
    for start, end in ((-half, half), (inner, inner + LANE)):
        cells = 4 * round((end - start) / LANE)
        size = (end - start) / cells
        for cell in range(cells):
            for column in range(2):
                colour = palette.CHALK if (cell + column) % 2 == 0 else palette.INK
                sketch.box((6 * column - 6, start + cell * size), (6, size), colour)
    sketch.line([(0, -half - _WALL), (0, -half)], mixed(palette.WALL, palette.INK, 0.5), 12)
