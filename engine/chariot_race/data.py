"""Dice, boards, costs and points (9.1 to 9.3, 16). Read-only; each number stands here once."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple, get_args

Face = Literal["plusminus", "sprint", "steer", "attack", "fortuna"]
"""The faces of a die: one speed more or less; two more for a damage; a lane change; a caltrop or javelin; a fate."""

FACES: tuple[Face, ...] = ("plusminus", "sprint", "steer", "steer", "attack", "fortuna")
"""By number, 1 first (9.1)."""

KINDS: tuple[Face, ...] = get_args(Face)

MOST_DICE = 5
"""That are rolled in a turn (9.1)."""

NOT_TURNED_TO: Face = "fortuna"
"""The face to which no die may be turned (R02)."""

BoardName = Literal["white", "blue", "red", "green", "yellow", "purple", "orange"]
BLACK: tuple[BoardName, ...] = ("blue", "red", "green", "yellow", "purple", "orange")
"""The boards of the draft, in the order in which a silent player takes them (6, 11.4)."""

COLOURS: tuple[str, ...] = BLACK
"""One for each chariot; without a meaning but where boards are drafted (4)."""

LEAST_PLAYERS = 2
PAIRED_UP_TO = 3
"""Players; up to so many drive two chariots each (4)."""

LAPS = 2
MOST_ROUNDS = 60
"""Then the leader has won (10, R20)."""

SUPPLY = 20
"""Caltrop markers (5)."""

REPAIR_COST = REPAIR_POINTS = 3
FORTUNE_COST = 2
SPRINT_SPEED = 2
SPRINT_DAMAGE = 1
RAM_DAMAGE = 2
CALTROP_DAMAGE = 1
JAVELIN_DAMAGE = 1
JAVELIN_RANGE = 2
"""In steps of the touch graph (8.7)."""

POINTS = (6, 4, 3, 2, 1, 0)
"""By place, 1 first (16)."""

RACES, MOST_RACES = 4, 8
"""Of a series (16)."""


class Board(NamedTuple):
    """A charioteer's board (9.2, 9.3). Damage and speed count from 0."""

    damage_max: int  # and at the start
    speed_max: int
    speed_start: int
    fate_max: int
    fate_start: int
    dice: tuple[int, ...]  # 1 to 5, by speed, 0 first
    cap: tuple[int, ...]  # the highest speed at which a turn may begin, by damage value, 0 first


def _dice(*ends: int) -> tuple[int, ...]:
    """Return the dice of each speed; *ends* are the last speeds with 5, 4, 3, 2 and 1 dice.

    >>> _dice(5, 7, 9, 11, 12)
    (5, 5, 5, 5, 5, 5, 4, 4, 3, 3, 2, 2, 1)
    """
    starts = (-1, *ends)
    return tuple(5 - band for band, end in enumerate(ends) for _ in range(starts[band], end))


def _spanned(damage_max: int, speed_max: int) -> tuple[int, ...]:
    """Return the caps of a board whose speed and damage columns have the same height but unequal rows (9.3).

    >>> _spanned(10, 12)
    (0, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
    """
    lost = range(damage_max, 0, -1)
    return (0, *(speed_max - gone * speed_max // damage_max for gone in (each - 1 for each in lost)))


def _level(damage_max: int, speed_max: int) -> tuple[int, ...]:
    """Return the caps of a board on which a row of damage is a row of speed (9.2)."""
    return tuple(min(damage, speed_max) for damage in range(damage_max + 1))


_USUAL = (5, 7, 9, 11, 12)

BOARDS: Mapping[BoardName, Board] = MappingProxyType(
    {
        "white": Board(12, 12, 4, 6, 3, _dice(*_USUAL), _level(12, 12)),
        "blue": Board(11, 11, 4, 6, 3, _dice(6, 8, 10, 11), _level(11, 11)),
        "red": Board(13, 12, 4, 5, 2, _dice(*_USUAL), _level(13, 12)),
        "green": Board(10, 12, 5, 6, 4, _dice(6, 7, 9, 11, 12), _spanned(10, 12)),
        "yellow": Board(15, 10, 4, 6, 2, _dice(5, 6, 8, 9, 10), _spanned(15, 10)),
        "purple": Board(9, 12, 6, 6, 4, _dice(6, 8, 10, 11, 12), _spanned(9, 12)),
        "orange": Board(11, 12, 4, 6, 5, _dice(*_USUAL), _level(11, 12)),
    }
)
"""By name; the white one is the same for all colours."""


def points_for(place: int | None) -> int:
    """Return the points for a place, 0 for none (16)."""
    return POINTS[place - 1] if place is not None and place <= len(POINTS) else 0


def chariots_each(players: int) -> int:
    """Return how many chariots each of so many players drives: two of 2 or 3 players, one of 4 to 6 (4, 11.1)."""
    return 2 if players <= PAIRED_UP_TO else 1
