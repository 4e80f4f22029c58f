"""Where the spaces of the four tracks lie: sections one after the other, straight or bent, with lanes side by side.

Lanes are drawn broader than the tables' own sketch has them, so that a chariot's number fits between two lines on a
phone; the middles of the inner lane, headings and turns are theirs. The origin is the middle of the arena, one unit is
a pixel of the board's picture, and all bends turn left. A place along a lap is a section's number, 0 first, and how
much of it lies behind: 1.5 is the middle of the first bend.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import ceil, cos, hypot, radians, sin

from engine.chariots_of_rome.printed.board import Section, Track, TrackName, square_of
from engine.chariots_of_rome.printed.board import track as track_of
from records.values import Square
from renderers.geometry import Point

WIDTH = 1000
"""Of the arena in the picture of the board, in pixels."""

_BESIDE = 24.0  # pixels between the outer lane and the picture's edge, left and right
_ABOVE = 74.0  # above and below, where the stands are
_STEP = 7.0  # degrees between two points of a bend
_TALLEST = 560.0  # pixels of a track from its outer lane to the other


@dataclass(frozen=True)
class Course:
    """A track as it is drawn."""

    track: Track
    lane: float  # width of a lane
    scale: float  # units to one of the table's
    middle: Point  # of the arena, in the table's units
    height: int  # of the arena in the picture of the board

    @property
    def sections(self) -> tuple[Section, ...]:
        return self.track.sections

    @property
    def lanes(self) -> int:
        """How many lanes the track has."""
        return self.track.lanes

    @property
    def outer(self) -> float:
        """Return how far the outer edge of the outer lane lies from the inner edge of the inner lane."""
        return self.lanes * self.lane

    def at(self, place: float, across: float) -> Point:
        """Return the point at a place of a lap, so far from the inner edge of the inner lane."""
        number = int(place // 1) % len(self.sections)
        x, y = _raw(self.sections[number], place % 1, across / self.scale - self.lane / self.scale / 2)
        return Point(round((x - self.middle.x) * self.scale, 4), round((self.middle.y - y) * self.scale, 4))

    def heading(self, place: float) -> float:
        """Return where a chariot looks at a place of a lap, in degrees."""
        section = self.sections[int(place // 1) % len(self.sections)]
        return section.heading + section.turn * (place % 1)

    def extent(self, space: Square) -> tuple[float, float]:
        """Return the places where a space begins and ends."""
        section, lane, index = split(space)
        number = self._number(section)
        length = self.sections[number].lengths[lane - 1]
        return number + (index - 1) / length, number + index / length

    def amid(self, space: Square) -> float:
        """Return the place of a space's middle."""
        back, front = self.extent(space)
        return (back + front) / 2

    def across(self, space: Square) -> float:
        """Return how far a space's middle lies from the inner edge of the inner lane."""
        return (split(space)[1] - 0.5) * self.lane

    def centre(self, space: Square) -> Point:
        return self.at(self.amid(space), self.across(space))

    def facing(self, space: Square) -> float:
        """Return where a chariot in a space looks, in degrees."""
        return self.heading(self.amid(space))

    def outline(self, space: Square, within: float = 0.0) -> list[Point]:
        """Return a space's border, so many units within it."""
        back, front = self.extent(space)
        reach = self.across(space)
        shy = within * (front - back) / self.long(space)
        inner, outer = reach - self.lane / 2 + within, reach + self.lane / 2 - within
        back, front = back + shy, front - shy
        return [*self.arc(back, front, inner), *reversed(self.arc(back, front, outer))]

    def long(self, space: Square) -> float:
        """Return how many units long a space is along its middle."""
        points = self.arc(*self.extent(space), self.across(space))
        return sum(hypot(a.x - b.x, a.y - b.y) for a, b in pairwise(points))

    def arc(self, start: float, end: float, across: float) -> list[Point]:
        """Return the line from one place to a later one of the same section, at the same distance from the inside."""
        number = int((start + end) / 2)
        turn = self.sections[number].turn * (end - start)
        steps = max(1, ceil(turn / _STEP))
        return [self._within(number, start + (end - start) * step / steps, across) for step in range(steps + 1)]

    def _within(self, number: int, place: float, across: float) -> Point:
        """Return a point of a section, its end included."""
        x, y = _raw(self.sections[number], place - number, across / self.scale - self.lane / self.scale / 2)
        return Point(round((x - self.middle.x) * self.scale, 4), round((self.middle.y - y) * self.scale, 4))

    def ring(self, across: float) -> list[Point]:
        """Return a closed line all around, so far from the inner edge of the inner lane; the first point once."""
        return [point for number in range(len(self.sections)) for point in self.arc(number, number + 1, across)[:-1]]

    def on(self, place: float, across: float, section: str) -> Point:
        """Return a point of a section, its two ends included."""
        return self._within(self._number(section), place, across)

    def _number(self, section: str) -> int:
        return next(each for each, known in enumerate(self.sections) if known.id == section)

    def is_corner(self, section: str) -> bool:
        return self.sections[self._number(section)].is_corner

    @property
    def line(self) -> float:
        """Return the place of the finish line."""
        return self.track.line / self.sections[0].lengths[0]

    @property
    def half_barrier(self) -> float:
        """Return half of how wide the barrier is between two straights."""
        return abs(self.at(0.0, 0).y)

    def missing(self) -> list[Square]:
        """Return the spaces that a landslide has covered."""
        return [space for space in self.spaces() if space not in self.track.spaces]

    def spaces(self) -> list[Square]:
        """Return all spaces, also those that a landslide has covered."""
        return [
            square_of(section.id, lane, index)
            for section in self.sections
            for lane, length in enumerate(section.lengths, start=1)
            for index in range(1, length + 1)
        ]

    def way(self, through: Sequence[Square]) -> list[Point]:
        """Return the line through the middles of spaces; it bends with the track, also where a lane is changed."""
        points = [self.centre(through[0])] if through else []
        count = len(self.sections)
        for one, other in pairwise(through):
            start, gone = self.amid(one), (self.amid(other) - self.amid(one)) % count
            gone -= count if gone > count / 2 else 0  # set back
            steps = max(1, ceil(abs(gone) * 12))
            for step in range(1, steps + 1):
                share = step / steps
                aside = self.across(one) + (self.across(other) - self.across(one)) * share
                points.append(self.at((start + gone * share) % count, aside))
        return points


def split(space: Square) -> tuple[str, int, int]:
    """Return a space's section, lane and index.

    >>> split(Square("S2/3/16"))
    ('S2', 3, 16)
    """
    section, lane, index = space.split("/")
    return section, int(lane), int(index)


def _raw(section: Section, share: float, aside: float) -> tuple[float, float]:
    """Return a point of a section in the table's units, *aside* to the right of the middle of the inner lane."""
    angle = radians(section.heading)
    if not section.is_corner:
        along = share * section.lengths[0] * section.rank_length
        return (
            section.x + along * cos(angle) + aside * sin(angle),
            section.y + along * sin(angle) - aside * cos(angle),
        )
    angle += radians(section.turn * share)
    reach = section.radius + aside
    return section.x + reach * sin(angle), section.y - reach * cos(angle)


@cache
def course(track: TrackName) -> Course:
    """Return a track's course, as large as the board's picture lets it be."""
    rough = Course(track_of(track), 1.0, 1.0, Point(0, 0), 0)
    points = rough.ring(rough.outer)
    left, right = min(point.x for point in points), max(point.x for point in points)
    top, bottom = min(point.y for point in points), max(point.y for point in points)
    scale = min((WIDTH - 2 * _BESIDE) / (right - left), _TALLEST / (bottom - top))
    height = 2 * round(((bottom - top) * scale + 2 * _ABOVE) / 2)
    return Course(track_of(track), scale, scale, Point((left + right) / 2, -(top + bottom) / 2), height)
