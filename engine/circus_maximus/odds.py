"""Exact chances of what dice decide: whole numbers out of 216 for three dice, out of 36 for two."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import NamedTuple, get_args

from engine.circus_maximus.data import TRACK, WHEEL_BOXES, corner_strain
from engine.circus_maximus.facts import CornerCode
from engine.values import Lane

THREE_DICE = MappingProxyType(Counter(map(sum, product(range(1, 7), repeat=3))))
"""How many of the 216 ways three dice fall make each total."""

TWO_DICE = MappingProxyType(Counter(map(sum, product(range(1, 7), repeat=2))))
"""How many of the 36 ways two dice fall make each total."""

OF_THREE, OF_TWO = sum(THREE_DICE.values()), sum(TWO_DICE.values())

SAFE_SPEEDS: Mapping[Lane, int] = MappingProxyType(
    dict(sorted((TRACK.lane[at], most) for at, most in TRACK.limit.items()))
)
"""Of each lane, in movement factors a turn; both corners have the same (7.22)."""


@lru_cache(maxsize=512)
def strain_odds(points: int, cdm: int) -> Mapping[CornerCode, int]:
    """Return how many of 216 rolls give each result of chart 7.32, in the order of the chart.

    :param points: strain points; with 0 or less there is no roll, and nothing happens.
    """
    odds: dict[CornerCode, int] = dict.fromkeys(get_args(CornerCode), 0)
    for total, ways in THREE_DICE.items():
        odds[corner_strain(total - cdm, points) if points > 0 else "-"] += ways
    return MappingProxyType(odds)


def corner_odds(speed: int, lane: int, cdm: int) -> Mapping[CornerCode, int]:
    """Return the chances, out of 216, of each result of a corner check in *lane* at a total speed (7.2, 7.32).

    >>> dict(corner_odds(12, 1, 0))
    {'-': 81, 'S': 27, 'SS': 27, 'J': 25, 'LH': 21, 'RH': 15, 'FP': 20}
    """
    return strain_odds(speed - SAFE_SPEEDS[Lane(lane)], cdm)


class WheelOdds(NamedTuple):
    """Chances of a wheel that is tried, out of 36 (7.43)."""

    holds: int
    weakened: int
    lost: int


def wheel_odds(damage: int) -> WheelOdds:
    """Return the chances of a wheel with *damage*, 0 to 10; one without any is not tried.

    >>> wheel_odds(4)
    WheelOdds(holds=30, weakened=3, lost=3)
    """
    lost = sum(ways for total, ways in TWO_DICE.items() if total < damage)
    weakened = TWO_DICE.get(damage, 0)
    if damage + 1 >= WHEEL_BOXES:  # the point it would take destroys it
        weakened, lost = 0, lost + weakened
    return WheelOdds(OF_TWO - weakened - lost, weakened, lost)
