"""The empty arenas of the four tracks: each drawn once at double size, and kept, packed."""

from functools import cache

from PIL import Image

from engine.chariots_of_rome.printed.board import TrackName
from records.values import Square
from renderers import palette
from renderers.canvas import Sketch, Spot, large_ground
from renderers.chariots_of_rome.geometry import WIDTH, Course, course, split
from renderers.chariots_of_rome.infield import draw_infield
from renderers.chariots_of_rome.landslide import draw_landslide
from renderers.circus import DOUBLE, FINE, Circus, circus_of, seat_crowd
from renderers.geometry import Point
from renderers.palette import mixed

MORE = 40
"""How much farther the arena reaches at double size, on all sides, so that a crop seldom looks beyond it."""

_WALL = 7.0
_TIER = 27.0  # depth of a row of seats
_TIERS = 12
_SEAT = 60.0  # of spectators, from one to the next


def middle_of(track: TrackName) -> Spot:
    """Return where the geometry's origin lies in the arena's picture."""
    return (WIDTH / 2, course(track).height / 2)


def wide_middle_of(track: TrackName) -> Spot:
    """Return where the geometry's origin lies in the arena at double size."""
    x, y = middle_of(track)
    return (DOUBLE * (x + MORE), DOUBLE * (y + MORE))


def arena_at_double_size(track: TrackName) -> Image.Image:
    """Return the empty arena, two pixels to a unit, packed. Not to be drawn on."""
    return _circus(track).double


def arena(track: TrackName) -> Image.Image:
    """Return the empty arena, a pixel to a unit, packed. Not to be drawn on."""
    return _circus(track).single


@cache
def _circus(track: TrackName) -> Circus:
    """Return the empty arena of a track at double size and at its own."""
    return circus_of(_drawn(course(track)), (WIDTH, course(track).height), MORE, palette.GROUND)


def _drawn(lies: Course) -> Image.Image:
    size = (DOUBLE * FINE * (WIDTH + 2 * MORE), DOUBLE * FINE * (lies.height + 2 * MORE))
    sketch = Sketch(large_ground(size, palette.STONE[0]), origin=wide_middle_of(lies.track.id), zoom=DOUBLE, fine=FINE)
    _draw_stands(sketch, lies)
    _draw_lanes(sketch, lies)
    draw_infield(sketch, lies)
    _draw_line(sketch, lies)
    draw_landslide(sketch, lies)
    return sketch.reduced()


def _draw_stands(sketch: Sketch, lies: Course) -> None:
    for tier in reversed(range(_TIERS)):
        ring = lies.ring(lies.outer + 15 + (tier + 1) * _TIER)
        sketch.polygon(ring, palette.STONE[tier % 2])
        sketch.line([*ring, ring[0]], palette.STONE_EDGE, 1.2)
    for tier in range(_TIERS):
        seat_crowd(sketch, lies.ring(lies.outer + 15 + (tier + 0.5) * _TIER), _SEAT, tier)
    walls = ((15, palette.STONE_EDGE), (13, palette.MARBLE), (_WALL, palette.WALL), (2.5, palette.ARENA))
    for farther, colour in walls:
        sketch.polygon(lies.ring(lies.outer + farther), colour)


def _draw_lanes(sketch: Sketch, lies: Course) -> None:
    """Draw all spaces, the ends of each, and between the lanes dashes of chalk: a chariot may change there."""
    spaces = lies.spaces()
    gates = set(lies.track.gates.values())
    for space in spaces:
        sketch.polygon(lies.outline(space), _ground(lies, space, space in gates))
    for space in spaces:
        _draw_end(sketch, lies, space)
    for lane in range(1, lies.lanes):
        for number, section in enumerate(lies.sections):
            count = max(section.lengths)
            for step in range(count):
                start, end = number + (step + 0.14) / count, number + (step + 0.66) / count
                sketch.line(lies.arc(start, end, lane * lies.lane), palette.CHALK, 1.6)


def _ground(lies: Course, space: Square, is_gate: bool) -> palette.Colour:
    """Return a space's colour: darker in bends, grey at the gates, reddish where a bend begins."""
    section, lane, index = split(space)
    if lies.is_corner(section):
        return palette.GRANITE if index == 1 else palette.CORNER_SAND[(lane + index) % 2]
    return palette.GREY_SQUARES[lane % 2] if is_gate else palette.SAND[(lane + index) % 2]


def _draw_end(sketch: Sketch, lies: Course, space: Square) -> None:
    """Draw the line that a space begins at."""
    section, lane, _ = split(space)
    back, _ = lies.extent(space)
    inner = (lane - 1) * lies.lane
    colour = palette.CORNER_LINE if lies.is_corner(section) else palette.LINE
    sketch.line([lies.on(back, inner, section), lies.on(back, inner + lies.lane, section)], colour, 1.6)


def _draw_line(sketch: Sketch, lies: Course) -> None:
    """Draw the start and finish line as a chequered band across the lanes."""
    cells = 4 * lies.lanes
    across = lies.lane / 4
    wide = 5.0
    for cell in range(cells):
        for column in (0, 1):
            start: Point = lies.at(lies.line, cell * across)
            end: Point = lies.at(lies.line, (cell + 1) * across)
            colour = palette.CHALK if (cell + column) % 2 == 0 else palette.INK
            left = start.x + (column - 1) * wide
            sketch.box((left, min(start.y, end.y)), (wide, abs(end.y - start.y)), colour)
    foot = lies.at(lies.line, lies.outer)
    sketch.box((foot.x - 6, foot.y), (12, 11), mixed(palette.WALL, palette.INK, 0.5))
