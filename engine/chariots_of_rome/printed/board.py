"""The four tracks: their spaces, the neighbours of each, and how they are drawn (1, 15).

A space is called ``section/lane/index``, such as ``S2/3/16``. Lane 1 is innermost; ahead is anticlockwise, so left is
inward. In a corner each lane has spaces of its own size: of another lane the space whose centre is nearest is beside.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Literal, NamedTuple, get_args

from records.values import Square

TrackName = Literal["circus_maximus", "provincial", "talladegas", "daytonus"]
TRACK_NAMES: tuple[TrackName, ...] = get_args(TrackName)

LANE_WIDTH = 0.55
"""In spaces of an ordinary straight (15.7)."""


class Section(NamedTuple):
    """A straight or a corner, and how it is drawn (15.7).

    Coordinates are in spaces of an ordinary straight, x to the right, y up; headings in degrees anticlockwise from x.
    Lane l runs ``LANE_WIDTH * (l - 1)`` to the right of lane 1, in a bend at a radius that is larger by as much.
    """

    id: str
    name: str
    lengths: tuple[int, ...]  # spaces of each lane, lane 1 first; the same for all lanes of a straight
    x: float  # of a straight: where rank 1 of lane 1 begins; of a corner: the centre
    y: float
    heading: float  # with which it is entered
    rank_length: float = 1.0  # of a straight
    turn: float = 0.0  # of a corner, degrees
    radius: float = 0.0  # of the centre line of lane 1
    safe: tuple[int, ...] = ()  # Safe Speed of each lane; none on a straight
    missing: tuple[tuple[int, int, int], ...] = ()  # lane, first and last rank that do not exist

    @property
    def is_corner(self) -> bool:
        return bool(self.safe)


class TrackData(NamedTuple):
    """A track as section 15 prints it."""

    name: str
    most_chariots: int
    line: int  # rank of the first section behind which the finish line runs
    gates: tuple[tuple[int, int], ...]  # lane and rank on the first section, G01 first
    sections: tuple[Section, ...]


def _row(rank: int, lanes: range) -> tuple[tuple[int, int], ...]:
    return tuple((lane, rank) for lane in lanes)


_SIX, _SIX_SAFE = (4, 5, 6, 8, 10, 12), (4, 5, 6, 7, 8, 9)
_FIVE, _FIVE_SAFE = (5, 6, 7, 9, 11), (4, 5, 6, 7, 8)
_THREE, _THREE_SAFE = (3, 4, 5), (5, 6, 7)

_PRINTED: Mapping[TrackName, TrackData] = {
    "circus_maximus": TrackData(
        "Circus Maximus",
        12,
        8,
        _row(3, range(1, 7)) + _row(2, range(1, 7)),
        (
            Section("S1", "Gate straight", (18,) * 6, 0.0, 0.0, 0),
            Section("C1", "First turn", _SIX, 18.0, 1.3, 0, turn=180, radius=1.3, safe=_SIX_SAFE),
            Section("S2", "Far straight", (18,) * 6, 18.0, 2.6, 180),
            Section("C2", "Second turn", _SIX, 0.0, 1.3, 180, turn=180, radius=1.3, safe=_SIX_SAFE),
        ),
    ),
    "provincial": TrackData(
        "The Provincial Track",
        8,
        5,
        _row(2, range(1, 5)) + _row(1, range(1, 5)),
        (
            Section("S1", "Market straight", (13,) * 4, 0.0, 0.0, 0),
            Section("C1", "First turn", _SIX[:4], 13.0, 1.3, 0, turn=180, radius=1.3, safe=_SIX_SAFE[:4]),
            Section("S2", "River straight", (13,) * 4, 13.0, 2.6, 180),
            Section("C2", "Second turn", _SIX[:4], 0.0, 1.3, 180, turn=180, radius=1.3, safe=_SIX_SAFE[:4]),
        ),
    ),
    "talladegas": TrackData(
        "The Talladegas Track",
        8,
        5,
        _row(3, range(1, 4)) + _row(2, range(1, 4)) + _row(1, range(1, 3)),
        (
            Section("S1", "Stands straight", (13,) * 3, 0.0, 0.0, 0, rank_length=1.0487),
            Section("C1", "First bend", _THREE, 13.633, 1.27, 0, turn=135, radius=1.27, safe=_THREE_SAFE),
            Section("S2", "Upper straight", (9,) * 3, 14.531, 2.168, 135),
            Section("C2", "Second bend", _THREE, 6.8165, 7.1814, 135, turn=90, radius=1.91, safe=_THREE_SAFE),
            Section("S3", "Lower straight", (9,) * 3, 5.4659, 8.532, 225),
            Section("C3", "Third bend", _THREE, 0.0, 1.27, 225, turn=135, radius=1.27, safe=_THREE_SAFE),
        ),
    ),
    "daytonus": TrackData(
        "The Daytonus Track",
        12,
        10,
        _row(4, range(2, 6)) + _row(3, range(2, 6)) + _row(2, range(2, 6)),
        (
            Section("S1", "South straight", (24,) * 5, 0.0, 0.0, 0),
            Section("C1", "East turn", _FIVE, 24.0, 1.55, 0, turn=180, radius=1.55, safe=_FIVE_SAFE),
            Section(
                "S2",
                "North straight (landslide)",
                (24,) * 5,
                24.0,
                3.1,
                180,
                missing=((5, 8, 17), (4, 9, 16), (3, 10, 15)),
            ),
            Section("C2", "West turn", _FIVE, 0.0, 1.55, 180, turn=180, radius=1.55, safe=_FIVE_SAFE),
        ),
    ),
}


class Space(NamedTuple):
    """Where a space is."""

    section: int  # 0 first
    lane: int  # 1 first
    rank: int  # on a straight, or index in a corner; 1 first


Links = Mapping[Square, Square | None]
Neighbours = Mapping[Square, tuple[Square, ...]]


@dataclass(frozen=True)
class Track:
    """A track, with all that the rules ask of it worked out. Every mapping holds every space."""

    id: TrackName
    name: str
    most_chariots: int
    lanes: int
    sections: tuple[Section, ...]
    line: int  # rank of the first section behind which the finish line runs
    gates: Mapping[str, Square]  # by id, G01 first
    spaces: Mapping[Square, Space] = field(repr=False)
    ahead: Links = field(repr=False)
    ahead_left: Links = field(repr=False)
    ahead_right: Links = field(repr=False)
    back: Links = field(repr=False)
    back_left: Links = field(repr=False)
    back_right: Links = field(repr=False)
    beside_left: Links = field(repr=False)
    beside_right: Links = field(repr=False)
    steps: Neighbours = field(repr=False)  # legal single steps: ahead, then right, then left (1)
    clear_steps: Mapping[Square, tuple[tuple[Square], ...]] = field(repr=False)  # the same, each as a way of one step
    inside_steps: Neighbours = field(repr=False)  # the same with the one that C27 may take besides
    beside: Neighbours = field(repr=False)  # all spaces that are beside it, or that it is beside (1)
    lane: Mapping[Square, int] = field(repr=False)  # 1 first
    safe: Mapping[Square, int] = field(repr=False)  # Safe Speed of its lane; 0 on a straight
    corner: Mapping[Square, str] = field(repr=False)  # id of the corner it is in; empty on a straight
    rank: Mapping[Square, int] = field(repr=False)  # in race order within a lap, the lowest behind the line (1)
    distance: Mapping[Square, int] = field(repr=False)  # spaces of its lane from the line up to it, itself included
    along: Mapping[Square, float] = field(repr=False)  # how much of a lap lies behind it, 0 to 1, from the line
    corners: tuple[str, ...]  # ids, in the order of the track
    corner_mouths: frozenset[Square] = field(repr=False)  # the first spaces of corners: nothing else leads into one
    over_line: frozenset[Square] = field(repr=False)  # the first spaces beyond the line: nothing else leads over it

    @property
    def first_corner(self) -> str:
        return next(section.id for section in self.sections if section.is_corner)

    def section_of(self, square: Square) -> Section:
        return self.sections[self.spaces[square].section]

    def crosses(self, start: Square, end: Square) -> bool:
        """Tell whether a step from *start* to *end* leads over the finish line (4a)."""
        before, after = self.spaces[start], self.spaces[end]
        return before.section == after.section == 0 and before.rank == self.line and after.rank == self.line + 1

    def crosses_back(self, start: Square, end: Square) -> bool:
        """Tell whether a push from *start* back to *end* leads over the finish line (R34)."""
        before, after = self.spaces[start], self.spaces[end]
        is_before_line = after.section == 0 and after.rank <= self.line
        return is_before_line and before.section == 0 and before.rank > self.line


def square_of(section: str, lane: int, index: int) -> Square:
    """Return the name of a space."""
    return Square(f"{section}/{lane}/{index}")


class _Survey:
    """Works out the neighbours of every space of a track (1)."""

    def __init__(self, data: TrackData) -> None:
        self.sections = data.sections
        self.lanes = len(data.sections[0].lengths)
        missing = {
            Space(number, lane, rank)
            for number, section in enumerate(data.sections)
            for lane, first, last in section.missing
            for rank in range(first, last + 1)
        }
        self.all = [
            space
            for number, section in enumerate(data.sections)
            for lane, length in enumerate(section.lengths, start=1)
            for space in (Space(number, lane, index) for index in range(1, length + 1))
            if space not in missing
        ]
        self.exists = set(self.all)

    def name(self, space: Space) -> Square:
        return square_of(self.sections[space.section].id, space.lane, space.rank)

    def forward(self, space: Space | None) -> Space | None:
        if space is None:
            return None
        if space.rank < self.sections[space.section].lengths[space.lane - 1]:
            return space._replace(rank=space.rank + 1)
        return Space((space.section + 1) % len(self.sections), space.lane, 1)

    def backward(self, space: Space | None) -> Space | None:
        if space is None:
            return None
        if space.rank > 1:
            return space._replace(rank=space.rank - 1)
        before = (space.section - 1) % len(self.sections)
        return Space(before, space.lane, self.sections[before].lengths[space.lane - 1])

    def side(self, space: Space, towards: int) -> Space | None:
        """Return the space beside it, one lane to the left (-1) or right (1): the nearest centre, else the lower."""
        lane, lengths = space.lane + towards, self.sections[space.section].lengths
        if not 1 <= lane <= self.lanes:
            return None
        own, other = lengths[space.lane - 1], lengths[lane - 1]
        centre = (2 * space.rank - 1) * other  # in halves of a space of either lane
        index = min(range(1, other + 1), key=lambda each: (abs((2 * each - 1) * own - centre), each))
        return Space(space.section, lane, index)

    def existing(self, space: Space | None) -> Square | None:
        return self.name(space) if space in self.exists else None

    def links(self) -> dict[str, dict[Square, Square | None]]:
        found: dict[str, dict[Square, Square | None]] = {}
        for space in self.all:
            left, right = self.side(space, -1), self.side(space, 1)
            near = {
                "ahead": self.forward(space),
                "ahead_left": self.forward(left),
                "ahead_right": self.forward(right),
                "back": self.backward(space),
                "back_left": self.backward(left),
                "back_right": self.backward(right),
                "beside_left": left,
                "beside_right": right,
            }
            there = {way: self.existing(each) for way, each in near.items()}
            there["back"] = there["back"] or there["back_left"]  # R22
            for way, each in there.items():
                found.setdefault(way, {})[self.name(space)] = each
        return found


def _ranks(survey: _Survey, line: int) -> dict[Square, int]:
    """Return the race order of all spaces within a lap (1, R64)."""

    def key(space: Space) -> tuple[int, float, int]:
        length = survey.sections[space.section].lengths[space.lane - 1]
        number = len(survey.sections) if space.section == 0 and space.rank <= line else space.section
        return number, space.rank / length, -space.lane

    return {survey.name(space): number for number, space in enumerate(sorted(survey.all, key=key))}


def _distances(survey: _Survey, line: int) -> Iterator[tuple[Square, int]]:
    for lane in range(1, survey.lanes + 1):
        own = [space for space in survey.all if space.lane == lane]
        behind = [space for space in own if space.section == 0 and space.rank <= line]
        for number, space in enumerate(own[len(behind) :] + behind, start=1):
            yield survey.name(space), number


def _along(survey: _Survey, line: int) -> Iterator[tuple[Square, float]]:
    """Yield how much of a lap lies between the line and each space, measured in spaces of lane 1."""
    inner = [section.lengths[0] for section in survey.sections]
    for space in survey.all:
        share = (space.rank - 0.5) / survey.sections[space.section].lengths[space.lane - 1]
        behind = sum(inner[: space.section]) + share * inner[space.section] - line
        yield survey.name(space), behind % sum(inner) / sum(inner)


def _beside(links: Mapping[str, Mapping[Square, Square | None]]) -> dict[Square, tuple[Square, ...]]:
    """Return the spaces beside each, on either side: whichever of two is beside the other, both are."""
    beside: dict[Square, set[Square]] = {each: set() for each in links["beside_left"]}
    for side in ("beside_left", "beside_right"):
        for each, other in links[side].items():
            if other is not None:
                beside[each].add(other)
                beside[other].add(each)
    return {each: tuple(sorted(others)) for each, others in beside.items()}


@cache
def track(name: TrackName) -> Track:
    """Return a track."""
    data = _PRINTED[name]
    survey = _Survey(data)
    links = survey.links()
    spaces = {survey.name(space): space for space in survey.all}
    sections = {each: data.sections[space.section] for each, space in spaces.items()}
    corner = {each: section.id if section.is_corner else "" for each, section in sections.items()}
    ways = {each: [links[way][each] for way in ("ahead", "ahead_right", "ahead_left")] for each in spaces}
    first = data.sections[0].id
    steps = {each: _present(ways[each][: _open_ways(space, sections[each])]) for each, space in spaces.items()}
    return Track(
        name,
        data.name,
        data.most_chariots,
        survey.lanes,
        data.sections,
        data.line,
        {f"G{number:02}": square_of(first, lane, rank) for number, (lane, rank) in enumerate(data.gates, start=1)},
        spaces,
        **links,
        steps=steps,
        clear_steps={each: tuple((to,) for to in legal) for each, legal in steps.items()},
        inside_steps={each: _present(ways[each]) for each in spaces},
        beside=_beside(links),
        lane={each: space.lane for each, space in spaces.items()},
        safe={each: (sections[each].safe or (0,) * survey.lanes)[space.lane - 1] for each, space in spaces.items()},
        corner=corner,
        rank=_ranks(survey, data.line),
        distance=dict(_distances(survey, data.line)),
        along=dict(_along(survey, data.line)),
        corners=tuple(section.id for section in data.sections if section.is_corner),
        corner_mouths=frozenset(each for each, space in spaces.items() if corner[each] and space.rank == 1),
        over_line=frozenset(each for each, space in spaces.items() if _is_over_line(space, data.line)),
    )


def _open_ways(space: Space, section: Section) -> int:
    """Return 2 where no step leads to the left, in a corner except from the last space of a lane; else 3."""
    return 2 if section.is_corner and space.rank < section.lengths[space.lane - 1] else 3


def _is_over_line(space: Space, line: int) -> bool:
    """Tell whether a space is the first one beyond the line in its lane."""
    return space.section == 0 and space.rank == line + 1


def _present(squares: list[Square | None]) -> tuple[Square, ...]:
    return tuple(square for square in squares if square is not None)
