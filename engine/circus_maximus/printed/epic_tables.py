"""The tables that the Epic edition prints anew; all others it shares with the editions before it.

Where a driver rolls, a high total is good: the corner chart and that of obstacles are those of the editions before it,
turned round (21 less the total). Numbers of rules are those of the edition's own book, II.
"""

from collections.abc import Mapping
from types import MappingProxyType

from engine.circus_maximus.printed.charts import Bands, Grid, Row
from engine.circus_maximus.printed.tables import Fall
from engine.circus_maximus.words.facts import CornerCode, LashCode, ObstacleCode, WeaponCode
from engine.circus_maximus.words.state import CarType, ObstacleKind

START_DICE: Mapping[CarType, int] = MappingProxyType({"light": 1, "normal": 2, "heavy": 3})
"""Dice that a start from zero takes off the speed (II.8.4.3)."""

CAR_DIVISORS: Mapping[CarType, int] = MappingProxyType({"normal": 4, "heavy": 2})
"""Endurance that a car costs its team for the race: all of it divided by this, rounded down; a light one none."""


# fmt: off
CORNER_STRAIN: Grid[CornerCode] = Grid({
    #    1     2     3     4     5     6     7     8     9
    3:  ("FP", "FP", "FP", "FP", "FP", "FP", "FP", "FP", "FP"),
    4:  ("RH", "FP", "FP", "FP", "FP", "FP", "FP", "FP", "FP"),
    5:  ("LH", "RH", "FP", "FP", "FP", "FP", "FP", "FP", "FP"),
    6:  ("J",  "LH", "RH", "FP", "FP", "FP", "FP", "FP", "FP"),
    7:  ("SS", "J",  "LH", "RH", "FP", "FP", "FP", "FP", "FP"),
    8:  ("S",  "SS", "J",  "LH", "RH", "FP", "FP", "FP", "FP"),
    9:  ("-",  "S",  "SS", "J",  "LH", "RH", "FP", "FP", "FP"),
    10: ("-",  "-",  "S",  "SS", "J",  "LH", "RH", "FP", "FP"),
    11: ("-",  "-",  "-",  "S",  "SS", "J",  "LH", "RH", "FP"),
    12: ("-",  "-",  "-",  "-",  "S",  "SS", "J",  "LH", "RH"),
    13: ("-",  "-",  "-",  "-",  "-",  "S",  "SS", "J",  "LH"),
    14: ("-",  "-",  "-",  "-",  "-",  "-",  "S",  "SS", "J"),
    15: ("-",  "-",  "-",  "-",  "-",  "-",  "-",  "S",  "SS"),
    16: ("-",  "-",  "-",  "-",  "-",  "-",  "-",  "-",  "S"),
    17: ("-",  "-",  "-",  "-",  "-",  "-",  "-",  "-",  "-"),
}, first=1)
"""Three dice plus the CDM (3 or less, 17 or more), then strain points from 1 (9 or more) (II.9.2)."""

RUNNING_OVER: Bands[ObstacleCode] = Bands((
    (13, "-"),
    (11, "jostled"),
    (10, "car damaged"),
    (8, "hobbled"),
    (7, "seriously hobbled"),
    (5, "flip danger"),
    (3, "flip"),
))
"""Three dice plus the CDM, less the unpaid part of the jump die (II.8.9)."""

OBSTACLE_MODIFIER: Mapping[ObstacleKind, int] = MappingProxyType({"wreck": 0, "halted team": -3, "carcass": 1})
"""On the roll for running over it (II.8.9.3)."""

DRIVER_LASH: Grid[LashCode] = Grid({
    #    -3   -2   -1   0    1    2    3    4    5
    0:  ("G", "-", "-", "B", "B", "M", "M", "S", "W"),
}, first=-3)
"""By the lash factor alone: the attacker's two dice and CDM less the defender's (II.10.4.2)."""

KNIFE_HITS = 10
"""The least of two dice and CDM, less the range in squares, with which a knife hits (II.10.5)."""

KNIFE_EFFECT: Row[WeaponCode] = Row({
    2: "killed", 3: "hits", 4: "hits", 5: "hits", 6: "hits",
    7: "horse killed", 8: "horse killed", 9: "horse killed",
    10: "horse hurt", 11: "one hit", 12: "horse grazed",
})
"""The effects of a knife, by the target's two dice and CDM (II.10.5)."""

KNIFE_ON_TEAM: Row[WeaponCode] = Row({
    2: "horse killed", 3: "horse killed", 4: "horse killed", 5: "horse killed", 6: "horse killed",
    7: "horse killed", 8: "horse killed", 9: "horse killed",
    10: "horse hurt", 11: "horse grazed", 12: "horse grazed",
})
"""The same where there is no driver in the car (II.10.5)."""

DUST_EFFECT: Row[WeaponCode] = Row({
    2: "falls out", 3: "swerves in", 4: "swerves in", 5: "swerves in",
    6: "half blind", 7: "half blind", 8: "half blind", 9: "blinded", 10: "blinded",
    11: "slips away", 12: "blown back",
})
"""The effects of dust, by the target's two dice and CDM (II.10.6)."""

WRECK_LOCATION: Row[Fall] = Row({
    2:  Fall(-1, 3),
    3:  Fall(-2, 5),
    4:  Fall(0, 0),
    5:  Fall(0, 2),
    6:  Fall(0, 1),
    7:  Fall(1, 3),
    8:  Fall(1, 1),
    9:  Fall(1, 4),
    10: Fall(3, 2),
    11: Fall(4, 6),
    12: Fall(-3, 4),
})
"""Two dice; rows 3 and 8 are not those of chart 12.2 (II.13.1.2)."""


# fmt: off
NUMBERS: Mapping[str, str] = MappingProxyType({
    "3.2": "II.3.5", "3.3": "II.3.6", "3.4": "II.3.6", "3.4 own chariot": "II.3", "3.8": "II.10.1",
    "18": "II.3.3", "18 second row": "II.3.5",
    "5.2": "II.6.C", "6.11": "II.6.B", "6.12": "II.8.2", "6.2": "II.6.D", "6.22": "II.8", "6.23": "II.8.4.1",
    "6.4": "II.8.6", "6.5": "II.8.3", "6.52": "II.8.3", "6.6": "II.8.7", "6.61": "II.8.7", "6.7": "II.8.8",
    "6.71": "II.8.8.1", "6.74": "II.8.8.4", "6.9": "II.8.4.3",
    "7": "II.9", "7.2": "II.9.1", "7.32": "II.9.2", "7.33": "II.9.4", "7.33 no inside": "II.9.3", "7.35": "II.9.4",
    "7.41": "II.12.3", "7.43": "II.12.3",
    "9.1": "II.10.1", "9.14": "II.10.1", "9.2": "II.10.2", "9.3": "II.10.3", "9.32": "II.10.3",
    "9.41": "II.10.4.1", "9.42": "II.10.4.2", "9.43": "II.10.4.3", "9.5": "II.10.7", "9.52": "II.12.2.3",
    "9.52 cannot strain": "II.8.3", "9.53": "II.12.2.2", "9.54": "II.10.8", "9.55": "II.10.8", "9.56": "II.12.3",
    "9.6": "II.10.10", "9.61": "II.10.10.1", "10.2": "II.15",
    "12.2": "II.13.1.2", "12.4": "II.13.1.4", "13.1": "II.10.4.5",
    "14": "II.8.9", "14.1": "II.8.9", "14.3": "II.8.9", "15.2": "II.13.2", "15.23": "II.13.2", "15.25": "II.13.2",
    "16": "II.13.3",
    "16.2": "II.10.5", "16.2 dust": "II.10.6", "16.2 dust in the eyes": "II.10.6", "16.2 seeing again": "II.10.6",
    "16.2 half blind": "II.10.6", "16.2 no knife": "II.12.2.2", "16.2 weapons": "II.10.5, II.10.6",
    "16.2 getting free": "II.13.3.1",
    "16.3": "II.13.3.2", "16.5": "II.10.9",
    "16.7": "II.3.7", "16.7 sliding on": "II.8.6.6", "17": "II.14", "17.3": "II.14.1", "17.4": "II.14.2",
    "17.20": "II.3.7",
})
# fmt: on


"""Epic's rule numbers (II) by the base's, and by the purpose of a roll or refusal if one number has several.

All others keep the base's number: purchases with points (3.6, EP-3), and plots of a league (24).
"""
