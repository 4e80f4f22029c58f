"""The printed tables of Circus Maximus, and its track. Read-only; each number stands here once.

Charts are called to look something up (:mod:`engine.circus_maximus.printed.charts`). A race reads those of its edition
(:mod:`engine.circus_maximus.printed.editions`).
"""

from collections.abc import Mapping
from itertools import cycle, islice
from pathlib import Path
from types import MappingProxyType
from typing import Literal, NamedTuple

from engine.circus_maximus.printed.charts import Bands, Grid, Row
from engine.circus_maximus.words.facts import CornerCode, CriticalCode, LashCode, ObstacleCode, WeaponCode
from engine.circus_maximus.words.state import Blades, CarType, Marker, ObstacleKind
from engine.track import load_track
from records.values import Square

TRACK = load_track((Path(__file__).parent / "tracks" / "circus.json").read_bytes())
"""The board (2.1)."""

STRAIGHTS = tuple(section.id for section in TRACK.data.sections if not section.is_corner)


CORNERS = tuple(section.id for section in TRACK.data.sections if section.is_corner)
"""Straights and corners as they are driven; a race begins on the first straight and ends at the last corner."""


CORNERS_A_LAP = len(CORNERS)
"""Corners that a chariot enters in each lap."""

GREY: frozenset[Square] = frozenset(
    square
    for square, section in TRACK.section.items()
    if section == TRACK.data.start_section and TRACK.number(square) <= TRACK.data.grey_until
)
"""The grey squares behind and around the start; attacks are not made from them before they were left once (3.8)."""

COLOURS = (
    *("red", "blue", "yellow", "green", "purple", "black", "white", "orange"),
    *("pink", "brown", "grey", "cyan", "gold", "maroon", "lime", "navy"),
)
"""One for each chariot (3.2); the second eight race in an enlarged field only (18)."""

FIELD = 8
"""Chariots for which there is a start lane each; more need the enlarged field (3.2, 18)."""

_MARKERS: tuple[Marker, Marker] = ("dolphin", "egg")
"""Which lap marker falls at each corner of a lap (3.7)."""


def marker(number: int) -> Marker:
    """Return the lap marker that is removed as the *number*-th, 1 first (3.7)."""
    return next(islice(cycle(_MARKERS), number - 1, None))


LEAST_TO_CHECK_WHEELS = 14
"""Total speed from which damaged wheels are tried at the start of a phase (7.41)."""

WHEEL_BOXES = 10
"""Boxes of a wheel; it is destroyed when all are gone (9.56)."""

JOSTLE = 3
"""The loss of driver modifier by a J, for a time (7.351)."""

ONE_SIDED_BLADES = 2
"""Added to corner rolls with blades on one wheel only, or of two kinds (16.1)."""

NO_STRAIN_TURNS = 2
"""An SS bars straining for the rest of this turn and all of the next (7.33)."""

CAR_TYPES: tuple[CarType, CarType, CarType] = ("light", "normal", "heavy")

CAR_MODIFIER: Mapping[CarType, int] = MappingProxyType({"light": -3, "normal": 0, "heavy": 3})
"""Of the ramming car on horse injury, of the opposing car on wheel damage (9.5, 9.55)."""

DRIVER_HITS = Row({1: 5, 2: 6, 3: 6, 4: 7, 5: 7, 6: 8, 7: 9, 8: 10})
"""Chart 3.61: one die plus the driver modifier, to boxes."""

TEAM_SPEED: Mapping[int, tuple[tuple[int, int, int, int], ...]] = MappingProxyType(
    {
        2: ((7, 4, 4, 7), (7, 5, 3, 6), (7, 5, 4, 5), (7, 4, 3, 6), (6, 4, 4, 6), (7, 4, 3, 5)),
        1: ((6, 4, 4, 5), (6, 4, 3, 5), (5, 4, 4, 5), (6, 3, 3, 5), (5, 4, 3, 5), (5, 3, 3, 5)),
        0: ((5, 4, 3, 4), (4, 4, 4, 4), (5, 3, 2, 5), (5, 4, 2, 4), (5, 3, 2, 4), (4, 3, 3, 4)),
    }
)
"""Chart 3.63: points, then one die from 1; the horses from left to right."""

TEAM_ENDURANCE: Mapping[int, tuple[int, ...]] = MappingProxyType(
    {
        2: (74, 71, 68, 65, 62, 59),
        1: (55, 52, 49, 46, 43, 40),
        0: (36, 33, 30, 27, 24, 21),
    }
)
"""Chart 3.64: points, then one die from 1."""

DEAD_HORSE_DIVISORS: Mapping[int, int] = MappingProxyType({1: 4, 2: 3, 3: 2})
"""Endurance lost with the first, second and third dead horse: the rest divided by this, rounded down (9.52)."""


# fmt: off
CORNER_STRAIN: Grid[CornerCode] = Grid({
    #    1     2     3     4     5     6     7     8     9
    4:  ("-",  "-",  "-",  "-",  "-",  "-",  "-",  "-",  "-"),
    5:  ("-",  "-",  "-",  "-",  "-",  "-",  "-",  "-",  "S"),
    6:  ("-",  "-",  "-",  "-",  "-",  "-",  "-",  "S",  "SS"),
    7:  ("-",  "-",  "-",  "-",  "-",  "-",  "S",  "SS", "J"),
    8:  ("-",  "-",  "-",  "-",  "-",  "S",  "SS", "J",  "LH"),
    9:  ("-",  "-",  "-",  "-",  "S",  "SS", "J",  "LH", "RH"),
    10: ("-",  "-",  "-",  "S",  "SS", "J",  "LH", "RH", "FP"),
    11: ("-",  "-",  "S",  "SS", "J",  "LH", "RH", "FP", "FP"),
    12: ("-",  "S",  "SS", "J",  "LH", "RH", "FP", "FP", "FP"),
    13: ("S",  "SS", "J",  "LH", "RH", "FP", "FP", "FP", "FP"),
    14: ("SS", "J",  "LH", "RH", "FP", "FP", "FP", "FP", "FP"),
    15: ("J",  "LH", "RH", "FP", "FP", "FP", "FP", "FP", "FP"),
    16: ("LH", "RH", "FP", "FP", "FP", "FP", "FP", "FP", "FP"),
    17: ("RH", "FP", "FP", "FP", "FP", "FP", "FP", "FP", "FP"),
    18: ("FP", "FP", "FP", "FP", "FP", "FP", "FP", "FP", "FP"),
}, first=1)
"""Chart 7.32: three dice less the CDM (4 or less, 18 or more), then strain points from 1 (9 or more)."""

DRIVER_LASH: Grid[LashCode] = Grid({
    #    -4   -3   -2   -1   0    1    2    3    4    5
    2:  ("M", "M", "B", "G", "W", "M", "S", "-", "M", "G"),
    3:  ("G", "M", "G", "B", "B", "W", "B", "S", "G", "S"),
    4:  ("B", "-", "W", "M", "B", "B", "W", "G", "M", "B"),
    5:  ("G", "B", "M", "W", "M", "M", "G", "B", "S", "S"),
    6:  ("-", "G", "B", "B", "W", "G", "M", "M", "B", "W"),
    7:  ("G", "-", "G", "G", "G", "S", "S", "S", "S", "S"),
    8:  ("-", "G", "-", "-", "S", "W", "W", "W", "W", "W"),
    9:  ("M", "M", "M", "S", "-", "-", "-", "B", "W", "B"),
    10: ("M", "W", "S", "-", "-", "B", "B", "W", "-", "M"),
    11: ("W", "S", "-", "M", "B", "-", "B", "-", "B", "-"),
    12: ("S", "M", "-", "W", "M", "B", "-", "M", "B", "B"),
}, first=-4)
"""Chart 9.42: the attacker's second two dice, then the lash factor."""

CarDamage = Literal["attacker", "both", "none", "defender"]

HORSE_INJURY = Bands(((15, 8), (14, 6), (13, 5), (12, 4), (11, 3), (9, 2), (6, 1), (-1, 0)))
"""Chart 9.5, injury points: two dice with the ramming car's modifier."""

CAR_DAMAGE: Bands[CarDamage] = Bands(((13, "defender"), (10, "none"), (7, "both"), (3, "attacker")))
"""Chart 9.54, whose car is damaged: three dice, plus the attacker's CDM, less the defender's."""

WHEEL_DAMAGE = Bands(((15, 8), (14, 7), (13, 6), (12, 5), (10, 4), (8, 3), (5, 2), (-1, 1)))
"""Chart 9.55, points of damage: two dice with the opposing car's modifier."""

LONG_WHIP = 2
"""The addition of a long whip to the lash factor (16.1)."""

BLADES_MODIFIER: Mapping[Blades, int] = MappingProxyType({"none": 0, "regular": 2, "long": 4})
"""Of the wheel that strikes, on horse injury and wheel damage; it takes the place of the car's (16.1, H1)."""

UNEVEN_WHEEL_MODIFIER = -1
"""On the wheel checks of a car whose two wheels carry different blades (16.1)."""

CRITICAL_HITS: Row[CriticalCode] = Row({
    2: "pulled out", 3: "modifier", 4: "arm", 5: "eye", 6: "lashed again", 7: "hit",
    8: "-", 9: "-", 10: "-", 11: "-", 12: "tug of war",
})  # fmt: skip
"""Chart 13.1: two dice."""

DEADLY = None
"""An injury that kills, however much the horse could take."""

CRITICAL_HORSE_HITS: Row[int | None] = Row(dict.fromkeys(range(2, 9), 0) | {9: 1, 10: 2, 11: 3, 12: DEADLY})
"""Two dice, to further injury points (16.4)."""


class Fall(NamedTuple):
    """Where a wreck comes down, seen from the square of the flip: lanes first, then squares forward (12.3)."""

    lanes: int  # to the outside; less than 0 to the inside
    forward: int


WRECK_LOCATION: Row[Fall] = Row({
    2:  Fall(-1, 3),
    3:  Fall(2, 5),
    4:  Fall(0, 0),
    5:  Fall(0, 2),
    6:  Fall(0, 1),
    7:  Fall(1, 3),
    8:  Fall(-1, 1),
    9:  Fall(1, 4),
    10: Fall(3, 2),
    11: Fall(4, 6),
    12: Fall(-3, 4),
})  # fmt: skip
"""Chart 12.2: two dice."""

RUNNING_OVER: Bands[ObstacleCode] = Bands((
    (17, "flip"),
    (15, "flip danger"),
    (14, "seriously hobbled"),
    (12, "hobbled"),
    (11, "car damaged"),
    (9, "jostled"),
    (3, "-"),
))  # fmt: skip
"""Chart 14.3: three dice, less the CDM, plus the unpaid part of the jump die; below 9 nothing happens."""

OBSTACLE_MODIFIER: Mapping[ObstacleKind, int] = MappingProxyType({"wreck": 0, "halted team": 3, "carcass": -1})
"""On the roll for running over it (14.3, 15.25, 16.3)."""

OBSTACLE_DAMAGE = -3
"""On the die for each wheel that is damaged, and each horse that is hobbled, by an obstacle (14.3)."""

OBSTACLE_LIMIT = 1
"""The safe speed where an obstacle threatens to turn the chariot over (14.3)."""

DUST_HITS = 10
"""The least of two dice and CDM with which dust hits (16.2)."""

STRAIGHT_PHASES = 2
"""How many of their next phases a driver who is half blinded by dust drives straight (16.2, H9)."""

SLIPS_AWAY = 2
"""Lanes that dust drives a chariot away from the attacker (16.2)."""

BLINDING_HITS = 2
"""Hits that come with being blinded by dust (16.2)."""

LEAST_TO_SEE = 5
"""The least of a die with which a blinded driver sees again (16.2)."""

KNIFE_HITS = 3
"""The most of the range's dice less the CDM with which a knife hits (16.2)."""

SPEAR_HITS = 10
"""The least of two dice and CDM with which a spear hits, and of two dice less CDM with which it hits its carrier."""

DUST_EFFECT: Row[WeaponCode] = Row({
    2: "falls out", 3: "swerves in", 4: "swerves in", 5: "swerves in",
    6: "half blind", 7: "half blind", 8: "half blind", 9: "slips away", 10: "slips away",
    11: "blinded", 12: "blown back",
})  # fmt: skip
"""The effects of dust, by the target's two dice and CDM (16.2, H9)."""

KNIFE_EFFECT: Row[WeaponCode] = Row({
    2: "killed", 3: "hits", 4: "hits", 5: "hits", 6: "hits", 7: "one hit", 8: "one hit", 9: "one hit",
    10: "horse grazed", 11: "horse hurt", 12: "horse killed",
})  # fmt: skip
"""The effects of a knife, by the target's two dice and CDM (16.2, H9)."""

SPEAR_EFFECT: Row[WeaponCode] = Row({
    2: "hits", 3: "hits", 4: "hits", 5: "hits", 6: "hits", 7: "one hit", 8: "one hit", 9: "one hit",
    10: "killed", 11: "killed", 12: "killed",
})  # fmt: skip
"""The effects of a spear, by two dice (16.2)."""

RAIN, MAYBE_LATER = 1, 2
"""The weather by the die before the race; from 3 on it is clear (chart 17.20)."""

CLEARS = 1
"""The die of an even turn at which rain ends (chart 17.20)."""

CORNERS_TO_MUD = 3
"""So many corners of the leader in unbroken rain make mud (16.7)."""

RAIN_SLOWS, MUD_SLOWS = 1, 2
"""A team's loss of speed as long as it rains, and to mud; both together where it rains on mud (16.7, H7)."""

MUD_LIMIT = 3
"""The fall of every safe speed by mud (16.7)."""

RAIN_STRAINS: Mapping[CarType, int] = MappingProxyType({"light": 3, "normal": 2, "heavy": 1})
"""The addition of rain to a corner roll (16.7); mud adds one more."""

MUD_STRAINS = 1

SKIDS_FROM: Mapping[CarType, int] = MappingProxyType({"light": 5, "normal": 6})
"""The die at which a chariot slides on after a lane change; a heavy one never does (16.7)."""

DRY_SHARE, MUD_SHARE = 2, 3
"""Half of a die is a dragged driver's injury, half of their hits a man's squares on foot; a third in mud (16.7)."""
