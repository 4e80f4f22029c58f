"""The editions: what the Basic and the Advanced Game do not share, and the charts that another edition may print anew.

A rule asks the race's edition what it has or how it counts, never which edition it is. Another edition is one more
value of :class:`Edition`; a mechanism of its own stands on the floor of its kind and asks a field of the edition.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from engine.circus_maximus.printed import tables
from engine.circus_maximus.printed.tables import CarDamage, Fall
from engine.circus_maximus.words.facts import CornerCode, CriticalCode, LashCode, ObstacleCode
from engine.circus_maximus.words.state import CarType, Chariot, EditionName, ObstacleKind, Options


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Edition:
    """What differs from edition to edition. Charts take the total of a roll and stay within the printed rows (A13).

    Each edition equals itself alone, so that odds can be kept by edition.
    """

    title: str
    leaves_wrecks: bool
    """Whether a car that flips becomes a wreck, its team runs away and its living driver is dragged (12, 15, 16). If
    not, the chariot leaves the track (11.2), and there are neither obstacles nor drivers on foot."""
    lacks: Mapping[str, str]  # options that must stay at their defaults, in the order checked, with their rules

    is_standing_start: Callable[[int, Chariot], bool]  # turn, chariot: whether its phase pays for a start from zero
    start_dice: Mapping[CarType, int]  # dice that such a start takes off the speed (6.9)
    slows: Callable[[bool, bool], int]  # rain falls, there is mud: what each team's speed loses (16.7)

    corner_strain: Callable[[int, int], CornerCode]  # total, strain points (7.32)
    driver_lash: Callable[[int, int], LashCode]  # total, lash factor (9.42)
    critical_hit: Callable[[int], CriticalCode] | None  # none where no wound is critical (13.1)
    horse_injury: Callable[[int], int]  # injury points (9.5)
    car_damage: Callable[[int], CarDamage]  # (9.54)
    wheel_damage: Callable[[int], int]  # damage points (9.55)
    dragged_hits: int  # for each point of that chart, when a dragged driver is trampled (16.5, E15)

    wreck_location: Mapping[int, Fall]  # (12.2)
    obstacle_modifier: Mapping[ObstacleKind, int]  # on the roll for running over it; the highest is the worst (14.3)
    running_over: Callable[[int], ObstacleCode]  # (14.3)


def _in_first_turn(turn: int, _chariot: Chariot) -> bool:
    """Tell whether it is the turn in which all start from zero (6.9)."""
    return turn == 1


def _both_slow(is_raining: bool, has_mud: bool) -> int:
    """Return what a team's speed loses in this weather, in movement factors: rain on mud costs both (16.7, H7)."""
    return tables.RAIN_SLOWS * is_raining + tables.MUD_SLOWS * has_mud


_ADVANCED = Edition(
    title="Advanced Game",
    leaves_wrecks=True,
    lacks=MappingProxyType({}),
    is_standing_start=_in_first_turn,
    start_dice=MappingProxyType({"light": 1, "normal": 1, "heavy": 1}),
    slows=_both_slow,
    corner_strain=tables.corner_strain,
    driver_lash=tables.driver_lash,
    critical_hit=tables.critical_hit,
    horse_injury=tables.horse_injury,
    car_damage=tables.car_damage,
    wheel_damage=tables.wheel_damage,
    dragged_hits=2,
    wreck_location=tables.WRECK_LOCATION,
    obstacle_modifier=tables.OBSTACLE_MODIFIER,
    running_over=tables.running_over,
)

_BASIC = replace(
    _ADVANCED,
    title="Basic Game",
    leaves_wrecks=False,
    lacks=MappingProxyType(
        {
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

EDITIONS: Mapping[EditionName, Edition] = MappingProxyType({"basic": _BASIC, "advanced": _ADVANCED})
"""By the word that a race's options keep."""


def edition_of(options: Options) -> Edition:
    """Return the edition that a race with these options is run by."""
    return EDITIONS[options.edition]
