"""Monuments that may stand in any circus; as if seen slanting from above."""

from collections.abc import Sequence

from renderers import palette
from renderers.canvas import Sketch, Spot
from renderers.geometry import Point
from renderers.palette import mixed


def draw_basin(sketch: Sketch, at: Point, width: float) -> None:
    """Draw a basin of water, 44 units deep, around *at*."""
    left, top = at.x - width / 2, at.y - 22
    sketch.box((left, top), (width, 44), palette.STONE_EDGE, 9)
    sketch.box((left + 1.5, top + 1.5), (width - 3, 41), palette.MARBLE, 8)
    sketch.box((left + 5, top + 5), (width - 10, 34), palette.WATER, 5)
    for row in range(3):
        start = left + 14 + 11 * (row % 2)
        for wave in range(3):
            x, y = start + wave * 32, at.y - 9 + 9 * row
            sketch.line([(x, y), (x + 12, y)], mixed(palette.WATER, palette.WHITE, 0.5), 1.5)


def draw_obelisk(sketch: Sketch, at: Point, size: float = 1.0) -> None:
    """Draw the obelisk on its base, with its shadow to the right."""

    def moved(points: Sequence[Spot]) -> list[Spot]:
        return [(at.x + x * size, at.y + y * size) for x, y in points]

    def box(left: float, top: float, width: float, height: float, fill: palette.Colour, radius: float = 0) -> None:
        sketch.box((at.x + left * size, at.y + top * size), (width * size, height * size), fill, radius)

    sketch.polygon(moved([(6, 24), (66, 8), (72, 10), (20, 28)]), palette.STONE_EDGE)
    box(-17, 13, 34, 15, palette.STONE_EDGE, 2)
    box(-15, 13, 30, 12, palette.MARBLE, 2)
    sketch.polygon(moved([(-9, 15), (-6, -24), (0, -24), (0, 15)]), mixed(palette.GRANITE, palette.WHITE, 0.25))
    sketch.polygon(moved([(9, 15), (6, -24), (0, -24), (0, 15)]), palette.GRANITE)
    sketch.polygon(moved([(-6, -24), (0, -33), (0, -24)]), mixed(palette.GOLD, palette.WHITE, 0.4))
    sketch.polygon(moved([(6, -24), (0, -33), (0, -24)]), palette.BRONZE)
    for row in range(4):
        box(-3, -16 + 7 * row, 6, 2, mixed(palette.GRANITE, palette.INK, 0.4))
