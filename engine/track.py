"""Geometry of a race track for every game: squares in lanes, and their neighbours.

A track is a ring of sections. In a straight the squares of all lanes are abreast; in a corner each lane has squares
of its own size. Where a square meets neighbours is computed exactly, with fractions of the section, and every link is
checked when a track is loaded. Tracks are data files.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from sys import intern
from typing import Literal

import msgspec

from records.values import Lane, Square

Side = Literal["inside", "outside"]
SIDES: tuple[Side, Side] = ("inside", "outside")
OPPOSITE: dict[Side, Side] = {"inside": "outside", "outside": "inside"}


class Section(msgspec.Struct, frozen=True):
    """A straight or a corner. Lists go by lane, from the inside."""

    id: str
    squares: tuple[int, ...]
    first: int = 1  # number of the first square of each lane
    limits: tuple[int, ...] = ()  # safe speed of each lane, in movement factors a turn; none on a straight

    @property
    def is_corner(self) -> bool:
        return bool(self.limits)


class StartRow(msgspec.Struct, frozen=True):
    """Where a row of chariots stands at the start, in every lane."""

    car: int
    team: int


class TrackData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A track as its file tells it."""

    name: str
    lanes: int
    laps: int
    sections: tuple[Section, ...]
    start_section: str
    start_rows: tuple[StartRow, ...]  # front row first
    grey_until: int  # last grey square of the start section
    finish_before: str  # the section whose first square lies behind the finish line


class BadTrack(ValueError):
    """A track file that contradicts itself."""


@dataclass(frozen=True)
class Track:
    """A track, with look-ups by square; a mapping leaves out neighbours that are walls.

    ``beside`` holds the square abreast or, in a corner, the one partially behind; ``ahead_of`` the square abreast or
    the one partially ahead. ``front`` is how much of its section lies behind a square's front edge, above 0, at most 1.
    """

    data: TrackData
    ahead: dict[Square, Square] = field(default_factory=dict)
    behind: dict[Square, Square] = field(default_factory=dict)
    beside: dict[Side, dict[Square, Square]] = field(default_factory=lambda: {side: {} for side in SIDES})
    ahead_of: dict[Side, dict[Square, Square]] = field(default_factory=lambda: {side: {} for side in SIDES})
    lane: dict[Square, Lane] = field(default_factory=dict)
    section: dict[Square, str] = field(default_factory=dict)
    front: dict[Square, Fraction] = field(default_factory=dict)
    limit: dict[Square, int] = field(default_factory=dict)  # corner squares only

    def is_parallel(self, square: Square, side: Side) -> bool:
        """Tell whether *square* lies exactly abreast of its neighbour on *side*."""
        beside = self.beside[side].get(square)
        return beside is not None and beside == self.ahead_of[side].get(square)

    def number(self, square: Square) -> int:
        """Return the square's number within its section and lane."""
        return int(square.partition(".")[0][len(self.section[square]) :])


def square_name(section: str, number: int, lane: int) -> Square:
    """Return the name of a square: the same string each time, so that look-ups by it compare no characters.

    >>> square_name("A", 12, 3)
    'A12.3'
    """
    return Square(intern(f"{section}{number}.{lane}"))


def load_track(stored: bytes) -> Track:
    """Build the track of a data file.

    :raises msgspec.ValidationError: if the file is not a track.
    :raises BadTrack: if it is one that contradicts itself.
    """
    track = Track(msgspec.json.decode(stored, type=TrackData))
    _check_data(track.data)
    for section in track.data.sections:
        _lay_squares(track, section)
    for section in track.data.sections:
        _link_sideways(track, section)
    _link_ahead(track)
    _check_links(track)
    return track


def squares_of(section: Section, lane: int) -> Iterator[Square]:
    """Yield the squares of a lane of a section, in the direction of travel."""
    for place in range(section.squares[lane - 1]):
        yield square_name(section.id, section.first + place, lane)


def _check_data(data: TrackData) -> None:
    ids = [section.id for section in data.sections]
    if len(set(ids)) != len(ids) or {data.start_section, data.finish_before} - set(ids):
        raise BadTrack("sections must have names of their own, and the start and finish must be among them")
    for section in data.sections:
        if len(section.squares) != data.lanes or min(section.squares) < 1:
            raise BadTrack(f"section {section.id} must have squares in each of {data.lanes} lanes")
        if section.is_corner and len(section.limits) != data.lanes:
            raise BadTrack(f"corner {section.id} must have a limit in each of {data.lanes} lanes")
        if not section.is_corner and len(set(section.squares)) != 1:
            raise BadTrack(f"the lanes of straight {section.id} must be equally long")


def _lay_squares(track: Track, section: Section) -> None:
    for lane in range(1, track.data.lanes + 1):
        count = section.squares[lane - 1]
        for place, square in enumerate(squares_of(section, lane), start=1):
            track.lane[square] = Lane(lane)
            track.section[square] = section.id
            track.front[square] = Fraction(place, count)
            if section.is_corner:
                track.limit[square] = section.limits[lane - 1]


def _link_ahead(track: Track) -> None:
    for lane in range(1, track.data.lanes + 1):
        ring = [square for section in track.data.sections for square in squares_of(section, lane)]
        for place, square in enumerate(ring):
            track.behind[square] = ring[place - 1]
            track.ahead[ring[place - 1]] = square


def _link_sideways(track: Track, section: Section) -> None:
    for lane in range(1, track.data.lanes + 1):
        if lane > 1:
            _link_lanes(track, section, lane, lane - 1, "inside")
        if lane < track.data.lanes:
            _link_lanes(track, section, lane, lane + 1, "outside")


def _link_lanes(track: Track, section: Section, lane: int, other: int, side: Side) -> None:
    """Link a lane to its neighbour: exact overlap of the squares' edges; both ends of a section meet abreast."""
    count, others = section.squares[lane - 1], section.squares[other - 1]
    neighbours = list(squares_of(section, other))
    for place, square in enumerate(squares_of(section, lane), start=1):
        beside = (place - 1) * others // count + 1
        ahead = -(-place * others // count)
        if place == 1:
            ahead = 1
        if place == count:
            beside = others
        track.beside[side][square] = neighbours[beside - 1]
        track.ahead_of[side][square] = neighbours[ahead - 1]


def _check_links(track: Track) -> None:
    """Raise :exc:`BadTrack` unless every way leads on and back, and every link across touches."""
    for square, following in track.ahead.items():
        if track.behind[following] != square or track.lane[following] != track.lane[square]:
            raise BadTrack(f"{square} and {following} do not follow each other")
    if len(track.ahead) != len(track.lane):
        raise BadTrack("a square leads nowhere")
    for links in (*track.beside.values(), *track.ahead_of.values()):
        for square, neighbour in links.items():
            if abs(track.lane[neighbour] - track.lane[square]) != 1 or not _touch(track, square, neighbour):
                raise BadTrack(f"{square} and {neighbour} do not touch")


def _touch(track: Track, one: Square, other: Square) -> bool:
    """Tell whether two squares of a section share a part of its length."""
    same = track.section[one] == track.section[other]
    return same and _back(track, one) < track.front[other] and _back(track, other) < track.front[one]


def _back(track: Track, square: Square) -> Fraction:
    behind = track.behind[square]
    return track.front[behind] if track.section[behind] == track.section[square] else Fraction(0)
