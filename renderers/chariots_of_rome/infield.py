"""The middle of the arena: the barrier with its channel, turning posts and obelisk, or a wide garden."""

from math import hypot

from renderers import palette
from renderers.canvas import Sketch
from renderers.chariots_of_rome.geometry import Course
from renderers.geometry import Point
from renderers.monuments import draw_obelisk
from renderers.palette import mixed


def draw_infield(sketch: Sketch, lies: Course) -> None:
    """Draw the barrier's wall, and the monuments within it."""
    walls = ((0, palette.STONE_EDGE), (1.5, palette.MARBLE), (6, palette.WALL), (8, palette.PAVING))
    for nearer, colour in walls:
        sketch.polygon(lies.ring(-nearer), colour)
    if len(lies.sections) > 4:
        _draw_garden(sketch, lies)
    else:
        _draw_barrier(sketch, lies)


def _draw_barrier(sketch: Sketch, lies: Course) -> None:
    """Draw a channel of water between turning posts, with statues, an obelisk and dolphins."""
    half = lies.half_barrier
    long = abs(lies.at(0.0, 0).x) - 4
    deep = max(16.0, half - 18)
    for left, right in ((-long + 34, -56), (56, long - 34)):
        _draw_channel(sketch, (left, right), deep)
    draw_obelisk(sketch, Point(0, 4 + half * 0.05), min(1.0, half / 34))
    for side in (-1, 1):
        _draw_posts(sketch, Point(side * (long + 4), 0), half / 34)


def _draw_channel(sketch: Sketch, ends: tuple[float, float], deep: float) -> None:
    left, right = ends
    sketch.box((left, -deep / 2), (right - left, deep), palette.STONE_EDGE, deep / 2)
    sketch.box((left + 1.5, 1.5 - deep / 2), (right - left - 3, deep - 3), palette.MARBLE, deep / 2)
    sketch.box((left + 4, 4 - deep / 2), (right - left - 8, deep - 8), palette.WATER, deep / 2)
    light = mixed(palette.WATER, palette.WHITE, 0.5)
    for wave in range(int((right - left - 40) / 26)):
        x, y = left + 22 + 26 * wave, -2.0 if wave % 2 else 3.0
        sketch.line([(x, y), (x + 11, y)], light, 1.5)
    middle = (left + right) / 2
    for x in (left + (right - left) / 4, middle, left + 3 * (right - left) / 4):
        _draw_statue(sketch, Point(x, 0), deep / 20)


def _draw_statue(sketch: Sketch, at: Point, size: float) -> None:
    """Draw a statue on a round base, seen from above and a little from the front."""
    x, y = at
    sketch.disc((x, y + 3 * size), 8.5 * size, palette.STONE_EDGE)
    sketch.disc((x, y + 2 * size), 8 * size, palette.MARBLE)
    bronze, dark = palette.BRONZE, mixed(palette.BRONZE, palette.INK, 0.4)
    foot, neck, high, low = 4 * size, 2.4 * size, y - 8 * size, y + 4 * size
    sketch.polygon([(x - foot, low), (x + foot, low), (x + neck, high), (x - neck, high)], dark)
    sketch.polygon([(x - foot, low), (x, low), (x, high), (x - neck, high)], bronze)
    sketch.disc((x, y - 10 * size), 2.8 * size, bronze)


def _draw_posts(sketch: Sketch, at: Point, size: float) -> None:
    """Draw three turning posts, cones of bronze on a round base."""
    x, y = at
    sketch.disc((x, y + 4 * size), 21 * size, palette.STONE_EDGE)
    sketch.disc((x, y + 3 * size), 20 * size, palette.MARBLE)
    for right, down in ((-9, 0), (9, 0), (0, 7)):
        foot = (x + right * size, y + (down + 8) * size)
        top = (foot[0], foot[1] - 27 * size)
        sketch.polygon([(foot[0] - 7 * size, foot[1]), (foot[0] + 7 * size, foot[1]), top], palette.INK)
        inner, high = 5.8 * size, top[1] + 3 * size
        sketch.polygon([(foot[0] - inner, foot[1] - 1), (foot[0], foot[1] - 1), (top[0], high)], palette.GOLD)
        sketch.polygon([(foot[0] + inner, foot[1] - 1), (foot[0], foot[1] - 1), (top[0], high)], palette.BRONZE)
        sketch.disc((top[0], top[1] + size), 2.2 * size, palette.GOLD)


def _draw_garden(sketch: Sketch, lies: Course) -> None:
    """Draw lawns, trees, a basin and an obelisk where the barrier encloses much."""
    sketch.polygon(lies.ring(-16), palette.LAWN)
    inner = lies.ring(-34)
    middle = Point(sum(p.x for p in inner) / len(inner), sum(p.y for p in inner) / len(inner))
    sketch.disc(middle, 86, palette.STONE_EDGE)
    sketch.disc(middle, 84, palette.PAVING)
    sketch.disc(middle, 66, palette.STONE_EDGE)
    sketch.disc(middle, 64, palette.MARBLE)
    sketch.disc(middle, 58, palette.WATER)
    light = mixed(palette.WATER, palette.WHITE, 0.5)
    for row in (-36, -12, 30, 42):
        for x in (-30, 8):
            sketch.line([(middle.x + x + row % 5 * 3, middle.y + row), (middle.x + x + 16, middle.y + row)], light, 1.6)
    sketch.disc(middle, 30, palette.STONE_EDGE)
    sketch.disc(middle, 28, palette.PAVING)
    draw_obelisk(sketch, Point(middle.x, middle.y + 2), 1.15)
    for number, spot in enumerate(_spread(lies)):
        if _away(spot, middle) > 112:
            _draw_tree(sketch, spot, 11 + number % 3 * 2)


def _spread(lies: Course) -> list[Point]:
    """Return spots along the garden's edge, one about as far from the next."""
    count = len(lies.sections)
    return [
        lies.at(number + share / 8, -32) for number in range(count) for share in (range(8) if number % 2 == 0 else (4,))
    ]


def _away(one: Point, other: Point) -> float:
    return hypot(one.x - other.x, one.y - other.y)


def _draw_tree(sketch: Sketch, at: Point, size: float) -> None:
    dark = mixed(palette.LEAF, palette.INK, 0.45)
    sketch.disc((at.x + 3, at.y + 4), size, mixed(palette.LAWN, palette.INK, 0.35))
    sketch.disc(at, size, dark)
    sketch.disc((at.x - size * 0.18, at.y - size * 0.2), size * 0.76, palette.LEAF)
    sketch.disc((at.x - size * 0.35, at.y - size * 0.4), size * 0.32, mixed(palette.LEAF, palette.WHITE, 0.3))
