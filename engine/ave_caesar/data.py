"""Cards, points and the schedule (3.2, 9.1, 9.2). Read-only; each number stands here once."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.ave_caesar.courses import CourseName, Direction, Side
from engine.ave_caesar.state import Options

COLOURS = ("red", "blue", "yellow", "green", "purple", "white")
"""One for each chariot."""

CARDS = (1, 2, 3, 4, 5, 6)
COPIES = 4
DECK = tuple(card for card in CARDS for _ in range(COPIES))
"""24 cards, 84 points, lowest first (3.2)."""

HAND_SIZE = 3
LEAST_PLAYERS = 3

POINTS = (6, 4, 3, 2, 1, 0)
"""Points by place, 1 first; a chariot that has not finished scores none (9.1)."""

GRID: Mapping[Side, int] = MappingProxyType({"A": 4, "B": 6})
"""Chariots on a full grid (11.2)."""

RACES = (1, 2, 3, 4)
"""How many races a tournament may have; the last is the usual number (4)."""

_COURSES: Mapping[Side, tuple[CourseName, CourseName]] = MappingProxyType(
    {"A": ("white", "blue"), "B": ("yellow", "red")}
)
_DIRECTIONS: tuple[Direction, ...] = ("clockwise", "clockwise", "anticlockwise", "anticlockwise")

SCHEDULE: Mapping[Side, tuple[tuple[CourseName, Direction], ...]] = MappingProxyType(
    {
        side: tuple((courses[number % 2], direction) for number, direction in enumerate(_DIRECTIONS))
        for side, courses in _COURSES.items()
    }
)
"""Course and direction of each race of a tournament (9.2)."""


def side_for(players: int) -> Side:
    """Return the side of the board for so many players (4)."""
    return "A" if players <= GRID["A"] else "B"


def scheduled(options: Options, players: int) -> tuple[CourseName, Direction]:
    """Return where a race is run: as the host chose, or else by the schedule (9.2).

    A course of the other side stands for the one in the same place on this side.
    """
    side = side_for(players)
    course, direction = SCHEDULE[side][(options.race_number - 1) % len(_DIRECTIONS)]
    if options.course is not None:
        course = next(
            _COURSES[side][pair.index(options.course)] for pair in _COURSES.values() if options.course in pair
        )
    return course, options.direction or direction


def points_for(place: int | None) -> int:
    """Return the points for a place, 0 for none (9.1)."""
    return POINTS[place - 1] if place is not None and place <= len(POINTS) else 0
