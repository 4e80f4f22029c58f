"""The empty arena that all tracks share: drawn once at double size, and kept, packed."""

from functools import cache

from PIL import Image

from engine.chariot_race.track import LANES, LAP, LIMITS, SPACES, Space
from renderers import palette
from renderers.canvas import Sketch, Spot, large_ground
from renderers.chariot_race.geometry import INNER, LANE, OUTER, STRAIGHT, arc, at, outline
from renderers.chariot_race.monuments import draw_dolphins, draw_metae
from renderers.circus import DOUBLE, FINE, Circus, circus_of, seat_crowd
from renderers.geometry import Point
from renderers.monuments import draw_basin, draw_obelisk
from renderers.palette import mixed

WIDTH, HEIGHT = 1000, 656
"""Of the arena in the picture of the board, in pixels: one to a board unit."""

MORE = 40
"""How much farther the arena reaches at double size, on all sides, so that a crop seldom looks beyond it."""

_WALL = 8.0
_TIER = 30.0  # depth of a row of seats
_TIERS = 9
_SEAT = 64.0  # of spectators, from one to the next


def middle_of() -> Spot:
    """Return where the geometry's origin lies in the arena's picture."""
    return (WIDTH / 2, HEIGHT / 2)


def wide_middle_of() -> Spot:
    """Return where the geometry's origin lies in the arena at double size."""
    x, y = middle_of()
    return (DOUBLE * (x + MORE), DOUBLE * (y + MORE))


def arena_at_double_size() -> Image.Image:
    """Return the empty arena, two pixels to a board unit, packed. Not to be drawn on."""
    return _circus().double


def arena() -> Image.Image:
    """Return the empty arena, a pixel to a board unit, packed. Not to be drawn on."""
    return _circus().single


@cache
def _circus() -> Circus:
    """Return the empty arena at double size and at its own."""
    return circus_of(_drawn(), (WIDTH, HEIGHT), MORE, palette.GROUND)


def _drawn() -> Image.Image:
    size = (DOUBLE * FINE * (WIDTH + 2 * MORE), DOUBLE * FINE * (HEIGHT + 2 * MORE))
    image = large_ground(size, palette.STONE[0])
    sketch = Sketch(image, origin=wide_middle_of(), zoom=DOUBLE, fine=FINE)
    _draw_stands(sketch)
    for space in SPACES.values():
        sketch.polygon(outline(space.square), _ground(space))
    _draw_borders(sketch)
    _draw_infield(sketch)
    _draw_line(sketch)
    return sketch.reduced()


def _ring(reach: float) -> list[Point]:
    """Return a closed line around the arena, so far from the middle of a turn."""
    return arc(0, LAP - 0.01, reach)


def _draw_stands(sketch: Sketch) -> None:
    for tier in reversed(range(_TIERS)):
        ring = _ring(OUTER + 18 + (tier + 1) * _TIER)
        sketch.polygon(ring, palette.STONE[tier % 2])
        sketch.line([*ring, ring[0]], palette.STONE_EDGE, 1.2)
    for tier in range(_TIERS):
        seat_crowd(sketch, _ring(OUTER + 18 + (tier + 0.5) * _TIER), _SEAT, tier)
    for farther, colour in ((18, palette.STONE_EDGE), (16, palette.MARBLE), (_WALL, palette.WALL), (3, palette.ARENA)):
        sketch.polygon(_ring(OUTER + farther), colour)


def _ground(space: Space) -> palette.Colour:
    """Return a space's colour: darker in turns, and red where a number limits the speed."""
    if space.square in LIMITS:
        return palette.GRANITE
    shades = palette.CORNER_SAND if space.section == "turn" else palette.SAND
    return shades[LANES.index(space.lane) % 2]


def _draw_borders(sketch: Sketch) -> None:
    """Draw the ends of all spaces, and between the lanes dashes of chalk: a chariot may change there."""
    for space in SPACES.values():
        inner = INNER + LANE * LANES.index(space.lane)
        colour = palette.CORNER_LINE if space.section == "turn" else palette.LINE
        sketch.line([at(space.back, inner), at(space.back, inner + LANE)], colour, 2.2)
    for reach in (INNER + LANE, INNER + 2 * LANE):
        for start in range(0, 2 * LAP, 2):
            sketch.line(arc(start / 2 + 0.15, start / 2 + 0.7, reach), palette.CHALK, 3)


def _draw_infield(sketch: Sketch) -> None:
    """Draw the barrier that the race is run around, with basins, obelisk and turning posts."""
    for nearer, colour in ((0, palette.STONE_EDGE), (2, palette.MARBLE), (9, palette.WALL), (12, palette.PAVING)):
        sketch.polygon(_ring(INNER - nearer), colour)
    sketch.box((-196, -36), (392, 72), palette.STONE_EDGE, 12)
    sketch.box((-194, -36), (388, 68), palette.MARBLE, 11)
    for x in (-128, 128):
        draw_basin(sketch, Point(x, -2), 100)
    draw_obelisk(sketch, Point(0, 2))
    draw_dolphins(sketch, Point(-50, 6))
    draw_dolphins(sketch, Point(50, 6))
    for side in (-1, 1):
        draw_metae(sketch, Point(side * (STRAIGHT + 20), 2))


def _draw_line(sketch: Sketch) -> None:
    """Draw the start and finish line as a chequered band across the lanes."""
    cells = 8 * len(LANES)
    size = (OUTER - INNER) / cells
    for cell in range(cells):
        for column in range(2):
            colour = palette.CHALK if (cell + column) % 2 == 0 else palette.INK
            sketch.box((6 * column - 6, INNER + cell * size), (6, size), colour)
    sketch.box((-7, OUTER), (14, 12), mixed(palette.WALL, palette.INK, 0.5))
