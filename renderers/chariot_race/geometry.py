"""Where the spaces of the oval lie: straights of three rows, turns in which the lanes have different rows.

Places along a lap are counted as the rules count fronts, in 1/96 of a lap from the finish line. The origin is the
middle of the arena; the finish line lies below it, and chariots drive anticlockwise.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin

from engine.chariot_race.track import LANE as LANE_OF
from engine.chariot_race.track import LANES, LAP, SPACES
from records.values import Square
from renderers.geometry import Point

LANE = 70.0
"""How wide a lane is, in board units."""

INNER = 65.0
"""From the middle of a turn to the inner edge of the inner lane."""

OUTER = INNER + len(LANES) * LANE

STRAIGHT = 200.0
"""Half the length of a straight."""

_HALF = LAP / 2
_BEFORE = 12  # places from the middle of a straight to where the turn begins
_TURN = 24  # places of a turn
_STEP = 0.75  # places between two points of an outline


def at(place: float, across: float) -> Point:
    """Return the point at a place of a lap, so far from the middle of a turn, or of the arena on a straight."""
    half, rest = divmod(place % LAP, _HALF)
    sign = 1 if half == 0 else -1
    if rest <= _BEFORE:
        x, y = STRAIGHT * rest / _BEFORE, across
    elif rest >= _BEFORE + _TURN:
        x, y = STRAIGHT * (_HALF - rest) / _BEFORE, -across
    else:
        angle = pi * (rest - _BEFORE) / _TURN
        x, y = STRAIGHT + across * sin(angle), across * cos(angle)
    return Point(round(sign * x, 6), round(sign * y, 6))


def heading(place: float) -> float:
    """Return where a chariot looks at a place of a lap, in degrees."""
    half, rest = divmod(place % LAP, _HALF)
    return half * 180 + 180 * min(1.0, max(0.0, (rest - _BEFORE) / _TURN))


def extent(space: Square) -> tuple[int, int]:
    """Return the places where a space begins and ends."""
    found = SPACES[space]
    return found.back, found.front


def middle(space: Square) -> float:
    """Return the place of a space's middle."""
    back, front = extent(space)
    return (back + front) / 2


def across(space: Square) -> float:
    """Return how far the middle of a space's lane lies from the middle of a turn."""
    return INNER + LANE * (LANES.index(LANE_OF[space]) + 0.5)


def centre(space: Square) -> Point:
    return at(middle(space), across(space))


def spot_in(space: Square, along: float, aside: float) -> Point:
    """Return a point of a space, from its middle: *along* and *aside* (outward) as parts of half its size."""
    back, front = extent(space)
    return at(middle(space) + along * (front - back) / 2, across(space) + aside * LANE / 2)


def outline(space: Square, within: float = 0.0) -> list[Point]:
    """Return a space's border, so many units within it."""
    back, front = extent(space)
    reach = across(space)
    shy = within * (front - back) / _long(space)
    inner, outer = reach - LANE / 2 + within, reach + LANE / 2 - within
    return [*arc(back + shy, front - shy, inner), *arc(front - shy, back + shy, outer)]


def _long(space: Square) -> float:
    """Return how many units long a space is along its middle."""
    back, front = extent(space)
    points = arc(back, front, across(space))
    return sum(hypot(a.x - b.x, a.y - b.y) for a, b in pairwise(points))


def arc(start: float, end: float, reach: float) -> list[Point]:
    """Return the line from one place to another, at the same distance from the middle of a turn."""
    steps = max(1, round(abs(end - start) / _STEP))
    return [at(start + (end - start) * step / steps, reach) for step in range(steps + 1)]


def way(through: Sequence[Square]) -> list[Point]:
    """Return the line through the middles of spaces; it bends with the turn, also where a lane is changed."""
    points = [centre(through[0])] if through else []
    for one, other in pairwise(through):
        start, gone = middle(one), (middle(other) - middle(one)) % LAP
        if gone > _HALF:  # set back
            gone -= LAP
        steps = max(1, round(abs(gone) / _STEP))
        for step in range(1, steps + 1):
            share = step / steps
            points.append(at(start + gone * share, across(one) + (across(other) - across(one)) * share))
    return points
