"""Points of a board, and turning them; each scene says where things are on its board.

The origin is wherever a scene puts it; x grows to the right and y downwards, and headings are in degrees, anticlockwise
from due right.
"""

from math import cos, radians, sin
from typing import NamedTuple


class Point(NamedTuple):
    x: float
    y: float


def turned(point: Point, degrees: float) -> Point:
    """Return *point* turned anticlockwise, as seen on the board, around the origin.

    >>> turned(Point(1, 0), 90)
    Point(x=0.0, y=-1.0)
    """
    cosine, sine = cos(radians(degrees)), sin(radians(degrees))
    return Point(round(point.x * cosine + point.y * sine, 6), round(point.y * cosine - point.x * sine, 6))
