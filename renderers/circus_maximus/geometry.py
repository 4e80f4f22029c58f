"""Where the squares of the board lie, in numbers; other modules draw.

Board units: a square of a straight is 24 long and a lane 40 wide, as many pixels of the board picture. The origin is
the middle of the spina, x grows to the right and y downwards. Headings are in degrees, anticlockwise from due right, so
that chariots run along straight A at the bottom with heading 0 and turn left all the time.
"""

from collections.abc import Iterator
from itertools import pairwise
from math import cos, pi, sin

from engine.circus_maximus.printed.tables import TRACK
from records.values import Square
from renderers.geometry import Point

LENGTH = 24.0
"""Of a square of a straight."""

LANE_WIDTH = 40.0

INNER_RADIUS = 40.0
"""Of the spina's round ends: where lane 1 begins."""

OUTER_RADIUS = INNER_RADIUS + LANE_WIDTH * TRACK.data.lanes
"""Where lane 8 ends."""

HALF_STRAIGHT = LENGTH * TRACK.data.sections[0].squares[0] / 2

_QUARTERS = {section.id: place for place, section in enumerate(TRACK.data.sections)}  # bottom, right, top, left


def place_at(section: str, part: float, from_wall: float) -> Point:
    """Return the point that lies *part* of a section (0 to 1) along it, *from_wall* units outward of the spina."""
    radius = INNER_RADIUS + from_wall
    match _QUARTERS[section]:
        case 0:
            return Point(HALF_STRAIGHT * (2 * part - 1), radius)
        case 1:
            angle = pi * (0.5 - part)
            return Point(HALF_STRAIGHT + radius * cos(angle), radius * sin(angle))
        case 2:
            return Point(HALF_STRAIGHT * (1 - 2 * part), -radius)
        case _:
            angle = pi * (1.5 - part)
            return Point(-HALF_STRAIGHT + radius * cos(angle), radius * sin(angle))


def heading_at(section: str, part: float) -> float:
    """Return the direction of travel there, in degrees from 0 up to 360."""
    quarter = _QUARTERS[section]
    if is_round(section):
        return (90.0 * (quarter - 1) + 180.0 * part) % 360.0
    return 90.0 * quarter


def is_round(section: str) -> bool:
    return _QUARTERS[section] % 2 == 1


def extent_of(square: Square) -> tuple[float, float]:
    """Return where a square begins and ends, as parts of its section."""
    front = TRACK.front[square]
    behind = TRACK.behind[square]
    back = TRACK.front[behind] if TRACK.section[behind] == TRACK.section[square] else 0
    return float(back), float(front)


def centre_of(square: Square) -> Point:
    back, front = extent_of(square)
    return place_at(TRACK.section[square], (back + front) / 2, _middle_of_lane(square))


def heading_of(square: Square) -> float:
    """Return the direction in which a team drives on a square, as an angle in degrees."""
    back, front = extent_of(square)
    return heading_at(TRACK.section[square], (back + front) / 2)


def edge_of(square: Square, part: float) -> tuple[Point, Point]:
    """Return the inner and the outer end of a line across a square, *part* of the way from its back to its front."""
    back, front = extent_of(square)
    along = back + (front - back) * part
    outer = TRACK.lane[square] * LANE_WIDTH
    section = TRACK.section[square]
    return place_at(section, along, outer - LANE_WIDTH), place_at(section, along, outer)


def outline_of(square: Square, steps: int = 1) -> list[Point]:
    """Return the corners of a square, with *steps* pieces to each of its long edges."""
    edges = [edge_of(square, step / steps) for step in range(steps + 1)]
    return [inner for inner, _ in edges] + [outer for _, outer in reversed(edges)]


def line_through(squares: list[Square], pieces: int = 4) -> Iterator[Point]:
    """Yield points of a line through the middles of *squares*, which follow each other; it bends as the lanes do."""
    for one, other in pairwise(squares):
        yield centre_of(one)
        if TRACK.section[one] == TRACK.section[other] and is_round(TRACK.section[one]):
            yield from _bend(one, other, pieces)
    if squares:
        yield centre_of(squares[-1])


def _bend(one: Square, other: Square, pieces: int) -> Iterator[Point]:
    start, end = sum(extent_of(one)) / 2, sum(extent_of(other)) / 2
    near, far = _middle_of_lane(one), _middle_of_lane(other)
    for piece in range(1, pieces):
        done = piece / pieces
        yield place_at(TRACK.section[one], start + (end - start) * done, near + (far - near) * done)


def _middle_of_lane(square: Square) -> float:
    return (TRACK.lane[square] - 0.5) * LANE_WIDTH
