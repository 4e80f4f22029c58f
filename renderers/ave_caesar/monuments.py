"""Monuments around the course: the obelisk and basins inside, and the box where Caesar sits."""

from functools import cache
from math import cos, hypot, pi, sin

from renderers import palette
from renderers.ave_caesar.geometry import ALLEY_GAP, LANE, Layout
from renderers.canvas import Sketch, Spot
from renderers.geometry import Point
from renderers.monuments import draw_obelisk
from renderers.palette import Colour, mixed

TABLET = (330.0, 84.0)
"""Width and height of the tablet that bears the course's name."""

_STEP = 0.1  # rows
_MARGIN = 64.0  # between the course and the lawn


def draw_infield(sketch: Sketch, layout: Layout) -> None:
    """Draw the ground inside the course: sand, a lawn with a rim of marble, trees and the obelisk."""
    lawn = lawn_of(layout)
    for edge, colour in ((20.0, palette.STONE_EDGE), (16.0, palette.MARBLE)):
        sketch.line([*lawn, *lawn[:2]], colour, edge)
    sketch.polygon(lawn, palette.LAWN)
    for spot in _trees(lawn, tablet_spot(layout)):
        _draw_tree(sketch, spot)
    at = tablet_spot(layout)
    draw_obelisk(sketch, Point(at.x, at.y - 76), 1.35)
    draw_tablet(sketch, at)


@cache
def lawn_of(layout: Layout) -> list[Point]:
    """Return the outline of the lawn: inside the curves and the far side, and well away from the home stretch."""
    home = min(layout.edges(space, layout.extent(space)[0])[0] for space in layout.spaces)
    rows = (place * _STEP for place in range(round(layout.rows / _STEP)))
    ring = [layout.at(row, -LANE - _MARGIN) for row in rows]
    return [point for point in ring if point.y < home - _MARGIN + 12]


@cache
def tablet_spot(layout: Layout) -> Point:
    """Return the middle of the tablet with the course's name: near the middle of the lawn."""
    lawn = lawn_of(layout)
    bottom = max(point.y for point in lawn)
    top = min(lawn, key=lambda point: point.y)
    return Point(round(top.x / 2), round(bottom - 58))


def draw_tablet(sketch: Sketch, at: Point) -> None:
    wide, high = TABLET
    sketch.box((at.x - wide / 2 + 4, at.y - high / 2 + 6), (wide, high), mixed(palette.LAWN, palette.INK, 0.35), 8)
    sketch.box((at.x - wide / 2, at.y - high / 2), (wide, high), palette.STONE_EDGE, 8)
    sketch.box((at.x - wide / 2 + 3, at.y - high / 2 + 3), (wide - 6, high - 6), palette.MARBLE, 6)


def _trees(lawn: list[Point], tablet: Point) -> list[Point]:
    """Return where trees stand: along the lawn's edge, not too near to each other or to the tablet."""
    middle = Point(sum(point.x for point in lawn) / len(lawn), sum(point.y for point in lawn) / len(lawn))
    found: list[Point] = []
    for point in lawn:
        away = max(1.0, hypot(middle.x - point.x, middle.y - point.y))
        spot = Point(point.x + (middle.x - point.x) * 46 / away, point.y + (middle.y - point.y) * 46 / away)
        is_inside = all(hypot(spot.x - each.x, spot.y - each.y) > 22 for each in lawn)
        is_apart = all(hypot(spot.x - each.x, spot.y - each.y) > 92 for each in found)
        is_free = abs(spot.x - tablet.x) > TABLET[0] / 2 + 24 or abs(spot.y - tablet.y) > 170
        if is_inside and is_apart and is_free:
            found.append(spot)
    return found


def _draw_tree(sketch: Sketch, spot: Point) -> None:
    sketch.disc((spot.x + 4, spot.y + 5), 15, mixed(palette.LAWN, palette.INK, 0.35))
    sketch.disc(spot, 15, mixed(palette.LEAF, palette.INK, 0.3))
    sketch.disc((spot.x - 2, spot.y - 2), 11.5, palette.LEAF)
    sketch.disc((spot.x - 4, spot.y - 5), 5, mixed(palette.LEAF, palette.LAWN, 0.6))


def draw_pulvinar(sketch: Sketch, layout: Layout) -> None:
    """Draw the box at the line, beyond the alley: purple cloth between columns, and Caesar under it."""
    top = (layout.lanes / 2 + 1) * LANE + ALLEY_GAP + 6
    sketch.box((-122, top), (244, 104), palette.STONE_EDGE, 4)
    sketch.box((-120, top + 2), (240, 102), palette.MARBLE, 4)
    sketch.box((-108, top + 10), (216, 92), palette.PORPHYRY, 3)
    for fold in range(-9, 10):
        sketch.box((fold * 11.4 - 1, top + 10), (2, 92), mixed(palette.PORPHYRY, palette.INK, 0.35))
    _draw_garlands(sketch, top + 10)
    for x in (-114, 114):
        _draw_column(sketch, x, top)
    for x in (-70, 70):
        _draw_eagle(sketch, x, top + 34)
    draw_caesar(sketch, (0, top + 36))


def _draw_garlands(sketch: Sketch, top: float) -> None:
    for number in range(4):
        left = -108 + 54 * number
        bow = [(left + 54 * step / 10, top + 12 * sin(pi * step / 10)) for step in range(11)]
        sketch.line(bow, mixed(palette.LEAF, palette.INK, 0.3), 5)
        sketch.line(bow, palette.LEAF, 3)
        sketch.disc((left, top), 4, palette.GOLD)
    sketch.disc((108, top), 4, palette.GOLD)


def _draw_column(sketch: Sketch, x: float, top: float) -> None:
    sketch.box((x - 11, top - 4), (22, 10), palette.STONE_EDGE, 2)
    sketch.box((x - 9.5, top - 2.5), (19, 7), palette.MARBLE, 2)
    sketch.box((x - 7, top + 6), (14, 98), palette.MARBLE)
    for flute in (-4.5, 0, 4.5):
        sketch.box((x + flute - 0.8, top + 8), (1.6, 94), palette.STONE_EDGE)


def _draw_eagle(sketch: Sketch, x: float, y: float) -> None:
    """Draw a standard: an eagle with its wings spread, on a pole."""
    sketch.box((x - 1.6, y), (3.2, 62), palette.BRONZE)
    wing = [(0, 2), (6, -6), (17, -12), (24, -9), (20, -4), (22, -1), (16, 2), (17, 5), (9, 7), (0, 10)]
    for side in (-1, 1):
        sketch.polygon([(x + side * a, y + b) for a, b in wing], palette.GOLD)
    sketch.polygon([(x - 4, y - 2), (x, y - 10), (x + 4, y - 2), (x + 3, y + 12), (x - 3, y + 12)], palette.GOLD)
    sketch.disc((x, y - 9), 4, palette.GOLD)
    sketch.polygon([(x + 2, y - 11), (x + 8, y - 8), (x + 2, y - 7)], palette.BRONZE)
    sketch.box((x - 10, y + 17), (20, 12), palette.BRONZE, 2)
    sketch.box((x - 8, y + 19), (16, 8), palette.WALL, 1)


def draw_caesar(sketch: Sketch, at: Spot) -> None:
    """Draw Caesar on the throne: a wreath of laurel, a white toga with a purple cloak, one arm raised."""
    x, y = at
    skin: Colour = (224, 172, 132)
    sketch.box((x - 27, y - 8), (54, 76), palette.BRONZE, 10)
    sketch.box((x - 23, y - 4), (46, 72), palette.WALL, 8)
    sketch.polygon([(x - 24, y + 68), (x - 17, y + 18), (x + 17, y + 18), (x + 24, y + 68)], palette.INK)
    sketch.polygon([(x - 22, y + 68), (x - 15, y + 19), (x + 15, y + 19), (x + 22, y + 68)], palette.WHITE)
    sketch.polygon([(x - 17, y + 18), (x + 2, y + 18), (x + 20, y + 68), (x + 4, y + 68)], palette.HARM)
    sketch.line([(x + 13, y + 24), (x + 27, y + 14), (x + 30, y - 6)], palette.INK, 10)
    sketch.line([(x + 13, y + 24), (x + 27, y + 14), (x + 30, y - 4)], skin, 7)
    sketch.disc((x + 30, y - 8), 5, skin)
    sketch.disc((x, y + 5), 13.5, palette.INK)
    sketch.disc((x, y + 5), 12, skin)
    sketch.disc((x - 4, y + 5), 1.7, palette.INK)
    sketch.disc((x + 4, y + 5), 1.7, palette.INK)
    sketch.line([(x - 4, y + 11), (x + 4, y + 11)], palette.WALL, 1.8)
    for side in (-1, 1):
        for leaf in range(5):
            angle = pi * (0.5 + side * (0.12 + 0.13 * leaf))
            spot = (x + 12.5 * cos(angle), y + 3 - 12.5 * sin(angle))
            sketch.disc(spot, 3.6, mixed(palette.LEAF, palette.INK, 0.3))
            sketch.disc(spot, 2.7, palette.GOLD if leaf % 2 else palette.LEAF)
