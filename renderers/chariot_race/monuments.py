"""Monuments on the barrier: turning posts, and dolphins that count the laps."""

from renderers import palette
from renderers.canvas import Sketch
from renderers.geometry import Point
from renderers.palette import mixed


def draw_metae(sketch: Sketch, at: Point) -> None:
    """Draw three turning posts, cones of bronze on a round base."""
    x, y = at
    sketch.disc((x, y + 8), 25, palette.STONE_EDGE)
    sketch.disc((x, y + 6), 24, palette.MARBLE)
    for right, down in ((-10, 0), (10, 0), (0, 8)):
        foot, top = (x + right, y + down + 8), (x + right, y + down - 24)
        sketch.polygon([(foot[0] - 8, foot[1]), (foot[0] + 8, foot[1]), top], palette.INK)
        sketch.polygon([(foot[0] - 6.6, foot[1] - 1), (foot[0], foot[1] - 1), (top[0], top[1] + 3)], palette.GOLD)
        sketch.polygon([(foot[0] + 6.6, foot[1] - 1), (foot[0], foot[1] - 1), (top[0], top[1] + 3)], palette.BRONZE)
        sketch.disc((top[0], top[1] + 1), 2.4, palette.GOLD)


def draw_dolphins(sketch: Sketch, at: Point) -> None:
    """Draw a beam on two pillars with a dolphin of bronze for each lap."""
    x, y = at
    for right in (-13, 9):
        sketch.box((x + right, y - 6), (4, 22), palette.STONE_EDGE)
    sketch.box((x - 18, y - 10), (36, 5), palette.GRANITE)
    for right in (-9, 9):
        body = [(-8, -2), (-4, -8), (3, -8), (8, -3), (5, -3), (0, -4), (-4, 0), (-9, 2)]
        sketch.polygon([(x + right + a, y - 10 + b) for a, b in body], mixed(palette.BRONZE, palette.INK, 0.2))
        sketch.disc((x + right + 4, y - 15), 1.2, palette.CHALK)
