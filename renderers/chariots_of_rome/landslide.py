"""The landslide that buries lanes of the Daytonus: rubble from the stands down to the lanes that are left."""

from renderers import palette
from renderers.canvas import Sketch
from renderers.chariots_of_rome.geometry import Course
from renderers.geometry import Point
from renderers.palette import mixed

_EARTH = mixed(palette.WOOD, palette.SAND[0], 0.35)
_DARK = mixed(palette.WOOD, palette.INK, 0.35)


def draw_landslide(sketch: Sketch, lies: Course) -> None:
    """Draw rubble over all missing spaces, if there are any."""
    missing = lies.missing()
    if not missing:
        return
    for space in missing:
        sketch.polygon(lies.outline(space, -0.5), _EARTH)
    low = min(lies.centre(space).y for space in missing) - lies.lane / 2
    ends = [lies.centre(space).x for space in missing]
    left, right = min(ends) - lies.lane / 2, max(ends) + lies.lane / 2
    sketch.polygon([(left - 4, low + 2), (left + 40, low - 74), (right - 30, low - 74), (right + 4, low + 2)], _EARTH)
    for number in range(26):
        fate = (number * 2654435761) >> 5 & 0xFFFF
        x = left + 14 + (right - left - 28) * (fate % 97) / 96
        y = low - 66 + 66 * (fate // 97 % 89) / 88
        _draw_boulder(sketch, Point(x, y), 6 + fate % 7)
    for number, space in enumerate(missing):
        _draw_boulder(sketch, _shaken(lies.centre(space), number), lies.lane * (0.3 + 0.06 * (number % 3)))
        if number % 2:
            spot = _shaken(lies.centre(space), number + 7)
            _draw_boulder(sketch, Point(spot.x + lies.lane * 0.32, spot.y + lies.lane * 0.3), lies.lane * 0.17)


def _shaken(at: Point, number: int) -> Point:
    fate = (number * 40503) >> 3
    return Point(at.x + fate % 7 - 3, at.y + fate // 7 % 7 - 3)


def _draw_boulder(sketch: Sketch, at: Point, reach: float) -> None:
    corners = ((1.0, 0.1), (0.7, 0.75), (-0.1, 1.0), (-0.85, 0.6), (-1.0, -0.2), (-0.5, -0.9), (0.4, -0.95))
    sketch.polygon([(at.x + x * reach + 1.5, at.y + y * reach + 2) for x, y in corners], _DARK)
    sketch.polygon([(at.x + x * reach, at.y + y * reach) for x, y in corners], palette.GREY_SQUARES[1])
    light = ((0.5, -0.1), (0.0, 0.35), (-0.7, 0.2), (-0.75, -0.2), (-0.35, -0.7), (0.3, -0.7))
    sketch.polygon([(at.x + x * reach, at.y + y * reach) for x, y in light], palette.STONE[0])
