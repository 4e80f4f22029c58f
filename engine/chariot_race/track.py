"""The oval (9.4): three lanes of unequal spaces, corners, stone heaps, lane changes and neighbours.

Positions count in 96ths of a lap. The front of a space is its leading border as seen from the finish line; that of the
last space of each lane is 96, the line itself. Half 1 runs from the line to the middle of the back straight.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from types import MappingProxyType
from typing import Literal, NamedTuple, get_args

from engine.chariot_race.data import JAVELIN_RANGE, LAPS
from records.values import Square

LaneName = Literal["inner", "middle", "outer"]
LANES: tuple[LaneName, ...] = get_args(LaneName)
TrackName = Literal["AA", "AB", "BA", "BB"]
TRACKS: tuple[TrackName, ...] = get_args(TrackName)
"""The side of half 1, then that of half 2."""

Section = Literal["straight", "turn"]

LAP = 96
"""Length of a lap in the unit of positions."""

FINISH = LAPS * LAP
"""A position beyond it is across the line for the last time (3.3)."""

_HALF_FRONTS: Mapping[LaneName, tuple[int, ...]] = {
    "inner": (4, 8, 12, 18, 24, 30, 36, 40, 44, 48),
    "middle": (4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48),
    "outer": (4, 8, 12, 15, 18, 21, 24, 27, 30, 33, 36, 40, 44, 48),
}
_TURN = range(12, 36)
"""Backs of the spaces of the turn of half 1."""

_LETTERS: Mapping[LaneName, str] = {"inner": "I", "middle": "M", "outer": "O"}

_CORNERS = {
    3: ("I05", "I07", "I15", "I17"),
    5: ("M05", "M08", "M17", "M20"),
    7: ("O05", "O09", "O19", "O23"),
}
LIMITS: Mapping[Square, int] = MappingProxyType(
    {Square(name): limit for limit, names in _CORNERS.items() for name in names}
)
"""Speed that a corner space takes without damage, on every side."""

_HEAPS: Mapping[str, tuple[str, ...]] = {"1A": (), "1B": ("I06", "O13"), "2A": (), "2B": ("M15",)}

START_SLOTS: tuple[Square, ...] = tuple(map(Square, ("O28", "M24", "I20", "O27", "M23", "I19")))
"""Slot 1 first: outer front, middle front, inner front, then the back row (5)."""


class Space(NamedTuple):
    """A space of the oval; all sides have the same."""

    square: Square
    lane: LaneName
    half: int  # 1 or 2
    back: int  # 0 to 93
    front: int  # 3 to 96
    section: Section


def _lay() -> Iterator[Space]:
    for lane in LANES:
        fronts = [0, *_HALF_FRONTS[lane], *(LAP // 2 + front for front in _HALF_FRONTS[lane])]
        for number, (back, front) in enumerate(pairwise(fronts), start=1):
            section: Section = "turn" if back % (LAP // 2) in _TURN else "straight"
            yield Space(
                Square(f"{_LETTERS[lane]}{number:02}"), lane, 1 if front <= LAP // 2 else 2, back, front, section
            )


SPACES: Mapping[Square, Space] = MappingProxyType({space.square: space for space in _lay()})
"""All 72 spaces, lane by lane from the inside, in the direction of travel."""

FRONT: Mapping[Square, int] = {square: space.front for square, space in SPACES.items()}
LANE: Mapping[Square, LaneName] = {square: space.lane for square, space in SPACES.items()}


def _follow() -> tuple[dict[Square, Square], dict[Square, Square]]:
    ahead: dict[Square, Square] = {}
    for lane in LANES:
        ring = [square for square, space in SPACES.items() if space.lane == lane]
        ahead |= dict(pairwise([*ring, ring[0]]))
    return ahead, {other: one for one, other in ahead.items()}


AHEAD, BEHIND = _follow()
"""The next space of the lane, and the one before."""


def _changes(step: int) -> dict[Square, Square]:
    """Return where a lane change inward (-1) or outward (1) leads: the least front strictly ahead (8.2, R06)."""
    found = {}
    for square, space in SPACES.items():
        lane = LANES.index(space.lane) + step
        if 0 <= lane < len(LANES):
            others = {
                (each.front - space.front - 1) % LAP: each for each in SPACES.values() if each.lane == LANES[lane]
            }
            found[square] = others[min(others)].square
    return found


INWARD, OUTWARD = _changes(-1), _changes(1)
"""Missing where there is no lane."""

STEPS: Mapping[str, Mapping[Square, Square]] = {"F": AHEAD, "I": INWARD, "O": OUTWARD}
"""By letter of a path (8.2)."""


def _touches(one: Space, other: Space) -> bool:
    if one.lane == other.lane:
        return other.square in (AHEAD[one.square], BEHIND[one.square])
    if abs(LANES.index(one.lane) - LANES.index(other.lane)) != 1:
        return False
    # The lap is a ring: what ends at the line touches what begins there.
    return any(one.back <= other.front + turn and other.back + turn <= one.front for turn in (-LAP, 0, LAP))


TOUCHING: Mapping[Square, tuple[Square, ...]] = {
    square: tuple(other.square for other in SPACES.values() if _touches(space, other))
    for square, space in SPACES.items()
}
"""Spaces that share a point of a border (8.7, R07)."""


def _in_range(square: Square) -> frozenset[Square]:
    reached = {square}
    for _ in range(JAVELIN_RANGE):
        reached |= {other for each in reached for other in TOUCHING[each]}
    return frozenset(reached - {square})


IN_RANGE: Mapping[Square, frozenset[Square]] = {square: _in_range(square) for square in SPACES}
"""Spaces at which a javelin can be thrown from a space: one or two steps of the touch graph."""


def distance(one: Square, other: Square) -> int:
    """Return the steps of the touch graph between two spaces: 0 for the same, 1 or 2 in range, 3 for all beyond."""
    if one == other:
        return 0
    return 1 if other in TOUCHING[one] else 2 if other in IN_RANGE[one] else 3


@cache
def heaps(track: TrackName) -> frozenset[Square]:
    """Return the spaces of a track that a stone heap fills (9.4)."""
    return frozenset(Square(name) for number, side in enumerate(track, start=1) for name in _HEAPS[f"{number}{side}"])


def advance(one: Square, other: Square) -> int:
    """Return how far *other* lies ahead of *one* in the direction of travel, 0 to 95."""
    return (FRONT[other] - FRONT[one]) % LAP


def start_pos(square: Square) -> int:
    """Return the position of a chariot on the grid: 0 in the front row, -4 in the back one (3.3)."""
    return FRONT[square] - LAP


def laps_done(pos: int) -> int:
    """Return how many laps are behind a chariot at this position, 0 to 2; on the line one is still before it (3.3).

    >>> laps_done(0), laps_done(96), laps_done(97), laps_done(193)
    (0, 0, 1, 2)
    """
    return min(LAPS, max(0, pos - 1) // LAP)
