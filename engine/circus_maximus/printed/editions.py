"""The editions: what the Basic and the Advanced Game do not share, and the charts that another edition may print anew.

A rule asks the race's edition what it has or how it counts, never which edition it is. Another edition is one more
value of :class:`Edition`; a mechanism of its own stands on the floor of its kind and asks a field of the edition.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import Any

from engine.circus_maximus.printed import tables
from engine.circus_maximus.printed.charts import Bands, Grid, Row
from engine.circus_maximus.printed.tables import CarDamage, Fall
from engine.circus_maximus.words.facts import CornerCode, CriticalCode, LashCode, ObstacleCode, WeaponCode
from engine.circus_maximus.words.state import CarType, Chariot, EditionName, EpicRow, ObstacleKind, Options

Speeds = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Edition:
    """What differs from edition to edition. Charts are called with the total of a roll to look it up.

    Each edition equals itself alone, so that odds can be kept by edition.
    """

    title: str
    has_leagues: bool  # whether races of a league are run by it (20)
    leaves_wrecks: bool
    """Whether a car that flips becomes a wreck, its team runs away and its living driver is dragged (12, 15, 16). If
    not, the chariot leaves the track (11.2), and there are neither obstacles nor drivers on foot."""
    lacks: Mapping[str, str]  # options that must stay at their defaults, in the order checked, with their rules

    is_standing_start: Callable[[int, Chariot], bool]  # turn, chariot: whether its phase pays for a start from zero
    start_dice: Mapping[CarType, int]  # dice that such a start takes off the speed (6.9)
    slows: Callable[[bool, bool], int]  # rain falls, there is mud: what each team's speed loses (16.7)

    driver_hits: Row[int]  # boxes of a driver (3.61)
    team_speed: Mapping[int, tuple[Speeds, ...]]  # by points, then by a die from 1 (3.63)
    team_endurance: Mapping[int, tuple[int, ...]]  # by points, then by a die from 1 (3.64)

    corner_strain: Grid[CornerCode]  # total, strain points (7.32)
    driver_lash: Grid[LashCode]  # total, lash factor (9.42)
    critical_hit: Row[CriticalCode] | None  # none where no wound is critical (13.1)
    horse_injury: Bands[int]  # injury points (9.5)
    critical_horse_hit: Row[int | None]  # further injury points; none kills (16.4)
    car_damage: Bands[CarDamage]  # (9.54)
    wheel_damage: Bands[int]  # damage points (9.55)
    dragged_hits: int  # for each point of that chart, when a dragged driver is trampled (16.5, E15)
    dust_effect: Row[WeaponCode]  # (16.2)
    knife_effect: Row[WeaponCode]  # (16.2)
    spear_effect: Row[WeaponCode]  # (16.2)

    wreck_location: Row[Fall]  # (12.2)
    obstacle_modifier: Mapping[ObstacleKind, int]  # on the roll for running over it; the highest is the worst (14.3)
    running_over: Bands[ObstacleCode]  # (14.3)


def _in_first_turn(turn: int, _chariot: Chariot) -> bool:
    """Tell whether it is the turn in which all start from zero (6.9)."""
    return turn == 1


def _both_slow(is_raining: bool, has_mud: bool) -> int:
    """Return what a team's speed loses in this weather, in movement factors: rain on mud costs both (16.7, H7)."""
    return tables.RAIN_SLOWS * is_raining + tables.MUD_SLOWS * has_mud


_ADVANCED = Edition(
    title="Advanced Game",
    has_leagues=True,
    leaves_wrecks=True,
    lacks=MappingProxyType({"epic_without": "II"}),
    is_standing_start=_in_first_turn,
    start_dice=MappingProxyType({"light": 1, "normal": 1, "heavy": 1}),
    slows=_both_slow,
    driver_hits=tables.DRIVER_HITS,
    team_speed=tables.TEAM_SPEED,
    team_endurance=tables.TEAM_ENDURANCE,
    corner_strain=tables.CORNER_STRAIN,
    driver_lash=tables.DRIVER_LASH,
    critical_hit=tables.CRITICAL_HITS,
    horse_injury=tables.HORSE_INJURY,
    critical_horse_hit=tables.CRITICAL_HORSE_HITS,
    car_damage=tables.CAR_DAMAGE,
    wheel_damage=tables.WHEEL_DAMAGE,
    dragged_hits=2,
    dust_effect=tables.DUST_EFFECT,
    knife_effect=tables.KNIFE_EFFECT,
    spear_effect=tables.SPEAR_EFFECT,
    wreck_location=tables.WRECK_LOCATION,
    obstacle_modifier=tables.OBSTACLE_MODIFIER,
    running_over=tables.RUNNING_OVER,
)

_BASIC = replace(
    _ADVANCED,
    title="Basic Game",
    has_leagues=False,
    leaves_wrecks=False,
    lacks=MappingProxyType(
        {
            **_ADVANCED.lacks,
            "dust": "16.2",
            "knife": "16.2",
            "spear": "16.2",
            "horse_carcasses": "16.3",
            "free_attempts": "16.8",
            "field": "18",
        }
    ),
    critical_hit=None,
)

# What a host switches of the Epic edition, and what is part of it (EP-1 in docs/rulings.md). Numbers are those of the
# register of its differences.
#
# The host's options: the field (1), laps (5), epic_time_limit (6), epic_no_horse_ram (7), weather (12) and
# horse_carcasses (31). The preset "epic" switches on those that the edition prints as on.
#
# All others are the edition's own. A difference that stands by itself is a row of EPIC_ROWS: the fields of Edition that
# it sets. Options.epic_without names rows that a race does without: Advanced's rule holds in their place. A difference
# that goes with another, or has no switch in the register, is set once, in _EPIC. What Advanced has as a host's option,
# and Epic settles by itself or does not know, is among its lacks.
EPIC_ROWS: Mapping[EpicRow, Mapping[str, Any]] = MappingProxyType(
    {
        "car_type_start_dice": {"start_dice": MappingProxyType({"light": 1, "normal": 2, "heavy": 3})},  # 9
        "start_from_zero_anytime": {},  # 10
        "car_endurance": {},  # 11
        "used_move": {},  # 18, 19
        "obstacles": {},  # 30, 32
        "zero_speed_stationary": {},  # 36
        "placings": {},  # 49, 50
    }
)

_EPIC = replace(
    _ADVANCED,
    title="Epic edition",
    lacks=MappingProxyType(
        {
            "detailed_specification": "II",
            "spear": "II",
            "critical_horse_hits": "II",
            "first_turn_acceleration": "II.8.4.3",
            "written_straining": "II.8.3",
            "dust": "II.10.6",
            "knife": "II.10.5",
            "evade_cost": "II.10.3.3",
            "frontal_ram": "II.10.10.1",
            "free_attempts": "II.13.3.1",
        }
    ),
    **{name: value for row in EPIC_ROWS.values() for name, value in row.items()},
)

EDITIONS: Mapping[EditionName, Edition] = MappingProxyType({"basic": _BASIC, "advanced": _ADVANCED, "epic": _EPIC})
"""By the word that a race's options keep."""


def edition_of(options: Options) -> Edition:
    """Return the edition that a race with these options is run by."""
    return _without(options.epic_without) if options.epic_without else EDITIONS[options.edition]


@cache
def _without(rows: tuple[EpicRow, ...]) -> Edition:
    """Return the Epic edition with Advanced's rules in place of some of its own (EP-1)."""
    return replace(_EPIC, **{name: getattr(_ADVANCED, name) for row in rows for name in EPIC_ROWS[row]})
