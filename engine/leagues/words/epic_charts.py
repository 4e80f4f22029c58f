"""The charts and sums of the Epic campaign (B.5, B.7, B.10 to B.12). Read-only; each number stands here once.

Horses and drivers cost what they do in every league (`charts.py`): B.12.3 is the chart of 21.41.
"""

from collections.abc import Mapping
from types import MappingProxyType

from engine.leagues.words.state import CarType

START_MONEY = 20_000
END_FORTUNE = 100_000
"""Sesterces: at the start (B.2), and with which a player ends the campaign (B.1)."""

FIRST_MARKET, REFILLED_TO = 20, 10
"""Chariots on the market before the campaign, and after an auction at the least (B.4)."""

START_STEP, START_DICE = 100, 2
"""A lot starts at so many sesterces times two dice (B.4)."""

# fmt: off
_TEAMS: Mapping[int, tuple[tuple[int, ...], tuple[int, ...]]] = MappingProxyType({
    2:  ((4, 3, 3, 4), (59, 62, 65, 68, 71, 74)),
    3:  ((5, 3, 2, 4), (55, 59, 62, 65, 68, 71)),
    4:  ((5, 3, 2, 5), (52, 55, 59, 62, 65, 68)),
    5:  ((4, 4, 4, 4), (49, 52, 55, 59, 62, 65)),
    6:  ((5, 3, 3, 5), (46, 49, 52, 55, 59, 62)),
    7:  ((6, 3, 3, 5), (40, 43, 46, 49, 52, 55)),
    8:  ((6, 4, 3, 5), (33, 36, 40, 43, 46, 49)),
    9:  ((7, 4, 3, 5), (30, 33, 36, 40, 43, 46)),
    10: ((6, 4, 4, 6), (27, 30, 33, 36, 40, 43)),
    11: ((7, 5, 4, 5), (24, 27, 30, 33, 36, 40)),
    12: ((7, 4, 4, 7), (21, 24, 27, 30, 33, 36)),
})
"""Two dice: a random team, and its endurance by one die (B.12.1)."""
# fmt: on


def random_team(total: int) -> tuple[int, ...]:
    """Return the horses of a random team by the total of two dice, the leftmost first (B.12.1)."""
    return _TEAMS[total][0]


def random_endurance(total: int, die: int) -> int:
    """Return the endurance of the random team of that total, by a die (B.12.1)."""
    return _TEAMS[total][1][die - 1]


def random_car(die: int) -> CarType:
    """Return a random car by a die (B.12.2).

    >>> [random_car(die) for die in range(1, 7)]
    ['light', 'light', 'normal', 'normal', 'heavy', 'heavy']
    """
    kinds: tuple[CarType, ...] = ("light", "normal", "heavy")
    return kinds[(die - 1) // 2]


def random_modifier(die: int) -> int:
    """Return the modifier of a random driver by a die (B.12.2)."""
    return (die > 3) + (die > 5)


_HITS = (5, 6, 6, 7, 7, 8, 9, 10)
MOST_HITS = 10


def driver_hits(total: int) -> int:
    """Return the hits of a driver by a die and the modifier (B.12.2)."""
    return _HITS[max(1, min(total, len(_HITS))) - 1]


_ENDURANCE: tuple[tuple[int, tuple[int, ...]], ...] = (
    (16, (74, 71, 68, 65, 62, 59)),
    (19, (55, 52, 49, 46, 43, 40)),
    (40, (36, 33, 30, 27, 24, 21)),
)


def new_endurance(speed: int, die: int) -> int:
    """Return the endurance of a bought team by the speeds of its horses and a die (B.12.4).

    >>> [new_endurance(speed, 3) for speed in (16, 17, 19, 20)]
    [68, 49, 49, 30]
    """
    return next(row for most, row in _ENDURANCE if speed <= most)[die - 1]


CAR_PRICES: Mapping[CarType, int] = MappingProxyType({"light": 500, "normal": 500, "heavy": 750})
"""Sesterces (B.5)."""

PRIZES = (4_500, 3_600, 3_000, 2_700, 2_400, 2_100, 1_800, 1_500, 1_000)
"""Sesterces by place (B.7)."""

_EXPERIENCE: Mapping[int, tuple[int, int, int]] = MappingProxyType(
    {1: (14, 3, 5), 2: (8, 2, 3), 3: (6, 1, 2), 4: (4, 1, 1)}
)
FOR_STARTING = 3
FIRST_GAP, SECOND_GAP = 6, 11
FIELD_FOR_LAST = 5


def experience(place: int | None, gap: int | None, field: int) -> int:
    """Return the points that team and driver each gain (B.11).

    >>> experience(1, 12, 8), experience(1, None, 4), experience(1, None, 5), experience(4, 6, 8)
    (22, 14, 22, 5)

    :param gap: squares or movement factors to the next one behind; ``None`` with nobody behind.
    :param field: chariots that started.
    """
    if place is None or place not in _EXPERIENCE:
        return FOR_STARTING
    base, first, second = _EXPERIENCE[place]
    if gap is None:
        return base + (first + second) * (field >= FIELD_FOR_LAST)
    return base + first * (gap >= FIRST_GAP) + second * (gap >= SECOND_GAP)


WINS_OF_CHAMPION, FOR_CHAMPION = 10, 10_000
"""Wins that free a driver, and the sesterces that his owner has for him (B.11)."""

PRIVATE_WINS: Mapping[str, int] = MappingProxyType({"none": 0, "three": 3, "all": WINS_OF_CHAMPION})
"""Of a champion's wins, those of match races at the most (R-B15)."""

MATCH_STAKES: Mapping[int, tuple[int, int]] = MappingProxyType(
    {1: (100, 100), 2: (400, 200), 3: (1_200, 400), 4: (3_200, 800), 5: (8_000, 1_600)}
)
"""The least stakes of challenger and challenged, by the odds (B.10)."""

MOST_PER_SIDE = 3
"""Chariots of a side in a match (B.10)."""

SIDE_ODDS, SIDE_STEP = 5, 100
"""A side bet: so many times one stake may be the other, and steps of both in sesterces (H.2)."""

PLACE_STEP = 100
"""The least sum for a second place in a race, in sesterces, and the step (II.3.3.2)."""
