"""The field: hexes in axial coordinates, directions, distances, front, flank and rear (D.2)."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

Hex = tuple[int, int]
"""q and r; hex (q, r) lies at x = q + r/2, y = -r·√3/2."""

Side = Literal["front", "flank", "rear"]
Hand = Literal["left", "right", "middle"]

DIRECTIONS: tuple[Hex, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""By number, 0 to 5."""

SMALL, LARGE = 5, 7
"""Radius of the field for up to four fighters, and for more."""

SINGLE: tuple[Hex, Hex] = ((-4, 0), (4, 0))
"""Where the two of single combat begin, the challenger first."""


def distance(one: Hex, other: Hex) -> int:
    """
    >>> distance((-4, 0), (4, 0)), distance((0, 0), (1, -1)), distance((0, 0), (1, 1))
    (8, 1, 2)
    """
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def is_inside(radius: int, at: Hex) -> bool:
    """Tell whether a hex lies on the field, not in its wall."""
    q, r = at
    return -radius <= q <= radius and -radius <= r <= radius and -radius <= q + r <= radius


@lru_cache(maxsize=8)
def field(radius: int) -> tuple[Hex, ...]:
    """Return all hexes of a field, lowest q first, then lowest r."""
    span = range(-radius, radius + 1)
    return tuple((q, r) for q in span for r in span if is_inside(radius, (q, r)))


@lru_cache(maxsize=8)
def ring(radius: int) -> tuple[Hex, ...]:
    """Return the hexes at so great a distance from the centre, one after the other, from (-radius, 0) on."""
    found, at = [], (-radius, 0)
    for q, r in ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)):
        for _ in range(radius):
            found.append(at)
            at = (at[0] + q, at[1] + r)
    return tuple(found)


def inner(one: Hex, other: Hex) -> int:
    """Return how much two ways have in common: greatest for the same direction."""
    return 2 * one[0] * other[0] + 2 * one[1] * other[1] + one[0] * other[1] + one[1] * other[0]


def between(one: Hex, other: Hex) -> Hex:
    """Return the way from one hex to another."""
    return other[0] - one[0], other[1] - one[1]


def _square(way: Hex) -> int:
    return way[0] * way[0] + way[0] * way[1] + way[1] * way[1]


@lru_cache(maxsize=4096)
def side_of(to_foe: Hex, to_attacker: Hex) -> Side:
    """Return on which side of somebody an attacker stands: front to 60 degrees, flank to 150 (D.2).

    :param to_foe: the way from him to his principal foe; he faces that one.
    :param to_attacker: the way from him to the attacker.
    """
    together, product = inner(to_foe, to_attacker), _square(to_foe) * _square(to_attacker)
    if together > 0 and together * together >= product:
        return "front"
    return "flank" if together >= 0 or together * together <= 3 * product else "rear"


def hand_of(to_foe: Hex, to_attacker: Hex) -> Hand:
    """Return on which hand of somebody an attacker stands; the shield is on the left."""
    turned = to_foe[0] * to_attacker[1] - to_foe[1] * to_attacker[0]
    return "right" if turned > 0 else "left" if turned < 0 else "middle"


@lru_cache(maxsize=4096)
def on_the_way(one: Hex, other: Hex) -> tuple[Hex, ...]:
    """Return the hexes between two that are two apart: one, or two side by side; none for any other pair."""
    if distance(one, other) != 2:
        return ()
    return tuple(each for each in neighbours(one) if distance(each, other) == 1)


def neighbours(at: Hex) -> Iterator[Hex]:
    """Yield the six hexes around one, by direction."""
    for q, r in DIRECTIONS:
        yield at[0] + q, at[1] + r
