"""The campaign's charts and sums (17.16 to 17.18). Read-only; each number stands here once.

Chariots are fitted out by the charts of the race (3.61 to 3.64).
"""

from collections.abc import Mapping
from types import MappingProxyType

from engine.leagues.words.state import Allotment
from engine.plots import Device

HORSE_PRICES = range(500, 4_001, 500)
"""Sesterces (21.41)."""

_HORSE_SPEED: Mapping[int, tuple[int, ...]] = MappingProxyType(
    {
        2: (3, 4, 5, 6, 7, 8, 8, 8),
        3: (2, 3, 4, 5, 6, 7, 7, 8),
        4: (2, 2, 3, 4, 5, 6, 7, 7),
        5: (2, 2, 2, 3, 4, 5, 6, 7),
        6: (2, 2, 2, 2, 3, 4, 5, 6),
        7: (2, 2, 2, 2, 2, 3, 4, 5),
        8: (2, 2, 2, 2, 3, 4, 5, 6),
        9: (2, 3, 3, 4, 4, 5, 6, 7),
        10: (2, 3, 4, 5, 5, 6, 7, 8),
        11: (3, 4, 5, 6, 7, 7, 7, 8),
        12: (4, 5, 6, 7, 8, 8, 8, 8),
    }
)


def horse_speed(total: int, price: int) -> int:
    """Return the speed and boxes of a new horse (21.41).

    :param total: of two dice.
    :param price: one of :data:`HORSE_PRICES`.
    """
    return _HORSE_SPEED[total][HORSE_PRICES.index(price)]


DRIVER_PRICES: Mapping[int, int] = MappingProxyType({0: 1_500, 1: 2_500, 2: 4_000})
"""Sesterces by driver modifier (21.5)."""

CAR_PRICE = 500
LEAST_PRICE = 500
"""The lowest price of a car or a horse, in sesterces: no loss can be mended for less (21)."""
"""Sesterces (21.6)."""

DRIVER_LESSON = 25
HORSE_LESSON = 10
ENDURANCE_LESSON = 10
"""Points of experience: for a driver's modifier (23.4), a horse's speed (23.5), two dice of endurance (23.6)."""

LEAST_OF_ALL = 6
GOOD_HORSE = 8
BEST_HORSE = 10
"""A horse trains above 8 only once all are at least 6, and never above 10 (23.5)."""

MOST_POINTS_OF_EACH = 2
POINTS = 4
"""Of a chariot, in each category and in all (4.2)."""

UNSAID: tuple[Allotment, ...] = (
    Allotment(driver=2, car=2, team=0, endurance=0),
    Allotment(driver=2, car=0, team=2, endurance=0),
    Allotment(driver=1, car=0, team=1, endurance=2),
    Allotment(driver=1, car=1, team=1, endurance=1),
    Allotment(driver=1, car=0, team=2, endurance=1),
)
"""The five chariots of an owner who says nothing (R-G18)."""

_EXPERIENCE: Mapping[int, tuple[int, int, int]] = MappingProxyType(
    {1: (14, 3, 5), 2: (8, 2, 3), 3: (4, 1, 2), 4: (1, 1, 1)}
)
FIRST_GAP, SECOND_GAP = 6, 11


def experience(place: int | None, gap: int | None) -> int:
    """Return the points that driver and team each gain (23.1).

    >>> experience(1, 12), experience(1, 7), experience(2, None), experience(5, 20)
    (22, 17, 13, 0)

    :param gap: squares or movement factors to the next one behind; ``None`` with nobody behind.
    """
    if place is None or place not in _EXPERIENCE:
        return 0
    base, first, second = _EXPERIENCE[place]
    return base + first * (gap is None or gap >= FIRST_GAP) + second * (gap is None or gap >= SECOND_GAP)


MINIMUM: Mapping[Device, int] = MappingProxyType({"no attack": 500, "slow": 500, "drug": 500, "sabotage": 1_000})
"""Sesterces below which a device is not to be had (24, R-G47)."""

BET_STEP = 100
"""Sesterces (26.1)."""

MOST_HELP = 2_000
"""Sesterces that the bank lends, once a season (R-G34)."""

LEAST_FOR_LATE = 2_000
"""Sesterces of a stable that joins late (R-G39)."""

MOST_ENTRIES = 2
"""Chariots of a stable in a race (20.22)."""

MOST_DUE = 3
"""Times the sum lent that a loan may have to be paid back (R-G51)."""

LOT_START = 100
"""Sesterces from which a lot of a forced auction is sold (L-12)."""
