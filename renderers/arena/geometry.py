"""Where hexes lie in pictures: the middle of the field is 0, 0, and one unit is a pixel of the board.

Hexes stand on a corner. A smaller field has larger hexes, so that every arena is as large as every other.
"""

from math import atan2, cos, degrees, pi, sin, sqrt

from engine.arena.hexes import Hex
from engine.arena.views import FighterView, MatchView
from records.values import Square
from renderers.geometry import Point

ACROSS = 748.0
"""From the left corner of the field to the right one."""

SAND = Point(421, 374)
"""Half of the sand's width and height; it is an ellipse around the field."""

_ROW = sqrt(3) / 2


def size_of(radius: int) -> float:
    """Return how wide a hex is."""
    return ACROSS / (2 * radius + 1)


def centre(radius: int, at: Hex) -> Point:
    """Return the middle of a hex (D.2)."""
    size = size_of(radius)
    return Point((at[0] + at[1] / 2) * size, at[1] * _ROW * size)


def outline(radius: int, at: Hex, share: float = 1.0) -> list[Point]:
    """Return the corners of a hex, or of one smaller by a share."""
    middle, reach = centre(radius, at), size_of(radius) / sqrt(3) * share
    angles = [pi / 6 + pi / 3 * corner for corner in range(6)]
    return [Point(middle.x + reach * cos(angle), middle.y + reach * sin(angle)) for angle in angles]


def heading(start: Point, end: Point) -> float:
    """Return the direction from one point to another, in degrees anticlockwise from due right."""
    return degrees(atan2(start.y - end.y, end.x - start.x))


def facing(view: MatchView, man: FighterView) -> int:
    """Return where a man faces, in whole degrees: his principal foe, else the middle of the field."""
    assert man.at is not None
    here = centre(view.radius, man.at)
    foe = view.fighter(man.foe).at if man.foe is not None else None
    there = Point(0, 0) if foe is None else centre(view.radius, foe)
    if there == here:
        return 0
    return round(heading(here, there)) % 360


def square_of(at: Hex) -> Square:
    """Return a hex as ways and marks name it.

    >>> square_of((-4, 0))
    '-4,0'
    """
    return Square(f"{at[0]},{at[1]}")


def hex_of(square: Square) -> Hex:
    """Return the hex of its name.

    >>> hex_of(Square("-4,0"))
    (-4, 0)
    """
    q, _, r = square.partition(",")
    return int(q), int(r)
