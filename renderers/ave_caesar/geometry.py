"""Where the spaces of a course lie, in numbers; other modules draw.

Board units are as many pixels of the board picture. The origin is where the centre line crosses the start and finish
line; x grows to the right and y downwards. Headings are in degrees, anticlockwise from due right. A place on the course
is a row, counted clockwise from the line and parted as finely as wanted, and an offset from the centre line, outward.

The three stretches between the three curves close only with curves of certain radii: two are chosen, and the straights
on the far side follow from them.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import cos, radians, sin
from typing import NamedTuple

from engine.ave_caesar.courses import CourseData, CourseName, Direction, Space, SpaceData, course
from renderers.geometry import Point

ROW = 72.0
"""Length of a row of the home stretch."""

LANE = 46.0
"""Width of a lane."""

HOME_ROWS = 5
"""On either side of the line, before the first curve and after the last."""

ALLEY_GAP = 0.28 * LANE
"""Width of the wall between the alley and the lane beside it."""

PINCH = 0.3
"""How much narrower than two lanes a bottleneck is at its middle, as a part."""

_PARTS = 60  # of a row, as courses count
_ALLEY_SLOPE = 0.75  # rows in which the alley goes from beside four lanes to beside six


class Form(NamedTuple):
    """Which way a course is bent: how far its first and last curve turn, in degrees, and the radii of all three."""

    first_turn: float
    last_turn: float
    first: float
    far: float
    last: float


FORMS: Mapping[CourseName, Form] = {
    "white": Form(151, 139, 165, 325, 165),
    "blue": Form(154, 133, 165, 425, 185),
    "yellow": Form(163, 133, 165, 350, 165),
    "red": Form(160, 130, 165, 325, 185),
}


class Piece(NamedTuple):
    """A straight or an arc of the centre line, clockwise; *turn* is 0 for a straight."""

    row: float  # where it begins
    rows: float
    start: Point
    heading: float  # clockwise from due right, where it begins
    length: float
    radius: float
    turn: float

    def at(self, part: float) -> tuple[Point, float]:
        """Return the place and the heading so far along it, 0 to 1."""
        heading = self.heading + self.turn * part
        if not self.turn:
            along = self.length * part
            return Point(self.start.x + along * _cos(heading), self.start.y + along * _sin(heading)), heading
        x, y = _arc(self.heading, self.turn * part)
        return Point(self.start.x + self.radius * x, self.start.y + self.radius * y), heading


def _cos(degrees: float) -> float:
    return cos(radians(degrees))


def _sin(degrees: float) -> float:
    return sin(radians(degrees))


def _arc(heading: float, turn: float) -> tuple[float, float]:
    """Return how far an arc of radius 1 leads that begins with *heading* and turns clockwise."""
    return _sin(heading + turn) - _sin(heading), _cos(heading) - _cos(heading + turn)


class Layout:
    """The shape of one course: pieces of its centre line, and where every space lies."""

    def __init__(self, data: CourseData) -> None:
        self.data = data
        self.rows = data.rows
        self.lanes = 4 if data.side == "A" else 6
        self.spaces: dict[Space, SpaceData] = {space.id: space for space in data.spaces}
        self.pieces = _pieces(FORMS[data.name], _curves(data.spaces), data.rows)

    def at(self, row: float, offset: float = 0.0) -> Point:
        """Return the point at a row, so many units outward of the centre line."""
        spot, heading = self._piece(row)
        return Point(spot.x + offset * _sin(heading), spot.y - offset * _cos(heading))

    def course_heading(self, row: float) -> float:
        """Return the course's direction there, driven clockwise, in degrees from 0 to 360."""
        return -self._piece(row)[1] % 360

    def _piece(self, row: float) -> tuple[Point, float]:
        row %= self.rows
        piece = next(each for each in reversed(self.pieces) if each.row <= row)
        return piece.at((row - piece.row) / piece.rows)

    def extent(self, space: Space) -> tuple[float, float]:
        """Return the rows where a space begins and ends, clockwise."""
        found = self.spaces[space]
        return found.start / _PARTS, found.end / _PARTS

    def edges(self, space: Space, row: float) -> tuple[float, float]:
        """Return how far its inner and outer edge lie outward of the centre line at a row."""
        found = self.spaces[space]
        if found.kind == "bottleneck":
            back, front = self.extent(space)
            half = LANE * (1 - PINCH * max(0.0, _sin(180 * (row - back) / (front - back))))
            return -half, half
        inner = self._alley(row) if found.kind == "alley" else self._lane(found.lane)
        return inner, inner + LANE

    def _lane(self, lane: str | None) -> float:
        return ("abcdef".index(lane or "a") - self.lanes / 2) * LANE

    def _alley(self, row: float) -> float:
        """Return the inner edge of the alley: it keeps beside the outermost lane there is."""
        from_line = min(row % self.rows, -row % self.rows)
        reach = HOME_ROWS - 2  # the rows of the alley on either side of the line
        climb = min(1.0, max(0.0, (reach - from_line) / _ALLEY_SLOPE))
        lanes = 2 + (self.lanes / 2 - 2) * climb
        return lanes * LANE + ALLEY_GAP

    def outline(self, space: Space, steps: int = 8) -> list[Point]:
        """Return the corners of a space, with *steps* pieces to each of its long edges."""
        back, front = self.extent(space)
        rows = [back + (front - back) * step / steps for step in range(steps + 1)]
        inner = [self.at(row, self.edges(space, row)[0]) for row in rows]
        outer = [self.at(row, self.edges(space, row)[1]) for row in rows]
        return inner + outer[::-1]

    def centre(self, space: Space) -> Point:
        back, front = self.extent(space)
        middle = (back + front) / 2
        inner, outer = self.edges(space, middle)
        return self.at(middle, (inner + outer) / 2)

    def heading(self, space: Space, direction: Direction) -> float:
        """Return the direction in which a chariot there looks, in degrees from 0 to 360."""
        back, front = self.extent(space)
        row = (back + front) / 2
        return (self.course_heading(row) + (180 if direction == "anticlockwise" else 0)) % 360

    def way(self, spaces: Sequence[Space]) -> Iterator[Point]:
        """Yield points of a line through the middles of *spaces*, which follow each other; it bends as the lanes do."""
        for one, other in pairwise(spaces):
            yield self.centre(one)
            yield from self._between(one, other)
        if spaces:
            yield self.centre(spaces[-1])

    def _between(self, one: Space, other: Space, steps: int = 6) -> Iterator[Point]:
        start, end = (sum(self.extent(each)) / 2 for each in (one, other))
        if abs(end - start) > self.rows / 2:
            end += self.rows if end < start else -self.rows
        near, far = (sum(self.edges(each, sum(self.extent(each)) / 2)) / 2 for each in (one, other))
        alleys = [self.spaces[each].kind == "alley" for each in (one, other)]
        if alleys[0] != alleys[1]:
            yield from self._over_ramp(start < self.rows / 2, alleys[1])
            return
        for step in range(1, steps):
            part = step / steps
            yield self.at(start + (end - start) * part, near + (far - near) * part)

    def _over_ramp(self, is_behind_line: bool, into_alley: bool) -> Iterator[Point]:
        far, near, mouth, corner = list(ramps(self))[0 if is_behind_line else 1]
        ends = (between(mouth, corner, 0.5), between(far, near, 0.5))
        yield from ends if into_alley else reversed(ends)

    def reach(self, row: float) -> float:
        """Return how far outward the course goes at a row, walls and alley included."""
        widest = 0.0
        for space in self.data.spaces:
            back, front = self.extent(space.id)
            if back <= row % self.rows < front:
                widest = max(widest, self.edges(space.id, row % self.rows)[1])
        return widest


def between(one: Point, other: Point, share: float) -> Point:
    """Return the point that lies a share of the way from one to the other."""
    return Point(one.x + (other.x - one.x) * share, one.y + (other.y - one.y) * share)


def ramps(layout: Layout) -> Iterator[tuple[Point, Point, Point, Point]]:
    """Yield the ways between the lane at the wall and the two ends of the alley, that behind the line first.

    Each is the corners of its end at the alley, the inner one first, and those of its mouth.
    """
    reach = HOME_ROWS - 2
    near, far = 2 * LANE + ALLEY_GAP, 3 * LANE + ALLEY_GAP
    for line, way in ((0, 1), (layout.rows, -1)):
        end = line + way * reach
        corners = ((end, near), (end, far), (end + 0.92 * way, LANE), (end + 0.08 * way, LANE))
        one, other, mouth, corner = (layout.at(row, offset) for row, offset in corners)
        yield one, other, mouth, corner


def _curves(spaces: Sequence[SpaceData]) -> list[tuple[float, float]]:
    """Return where the three curves begin and end, in rows."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted((space.start, space.end) for space in spaces if space.zone == "curve"):
        if joined and start <= joined[-1][1]:  # side by side, or one behind the other
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return [(start / _PARTS, end / _PARTS) for start, end in joined]


def _pieces(form: Form, curves: Sequence[tuple[float, float]], rows: float) -> list[Piece]:
    """Return the pieces of the centre line in their order, from the line."""
    (first, far_from), (far, last_from), (last, home) = (
        (curves[0], curves[1][0]),
        (curves[1], curves[2][0]),
        (curves[2], rows),
    )
    far_turn = 360 - form.first_turn - form.last_turn
    up, down = _far_straights(form)
    steps = (
        (first[0], ROW * HOME_ROWS, 0.0, 0.0),
        (first[1] - first[0], 0.0, form.first, form.first_turn),
        (far_from - first[1], up, 0.0, 0.0),
        (far[1] - far[0], 0.0, form.far, far_turn),
        (last_from - far[1], down, 0.0, 0.0),
        (last[1] - last[0], 0.0, form.last, form.last_turn),
        (home - last[1], ROW * HOME_ROWS, 0.0, 0.0),
    )
    pieces: list[Piece] = []
    row, spot, heading = 0.0, Point(0, 0), 180.0
    for count, length, radius, turn in steps:
        piece = Piece(row, count, spot, heading, length, radius, turn)
        pieces.append(piece)
        (spot, heading), row = piece.at(1), row + count
    return pieces


def _far_straights(form: Form) -> tuple[float, float]:
    """Return the lengths of the two straights beside the far curve that bring the centre line back to its start."""
    up, down = 180 + form.first_turn, 180 - form.last_turn
    x, y = -2 * HOME_ROWS * ROW, 0.0
    for radius, heading, turn in (
        (form.first, 180.0, form.first_turn),
        (form.far, up, 360 - form.first_turn - form.last_turn),
        (form.last, down, form.last_turn),
    ):
        along, aside = _arc(heading, turn)
        x, y = x + radius * along, y + radius * aside
    across = _sin(down - up)
    return (y * _cos(down) - x * _sin(down)) / across, (x * _sin(up) - y * _cos(up)) / across


@cache
def layout_of(name: CourseName) -> Layout:
    """Return the shape of a course, worked out once."""
    return Layout(course(name))
