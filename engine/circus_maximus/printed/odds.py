"""Exact chances of the dice.

Those of a single roll are whole numbers, out of 216 for three dice and out of 36 for two; those of several rolls are
fractions, 0 to 1. CDMs and modifiers are those of the rules, added as the rules add them. Functions of a chart
that editions may print anew take the edition first.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeVar, get_args

from engine.circus_maximus.printed.editions import EDITIONS, Edition
from engine.circus_maximus.printed.tables import (
    DRIVER_LASH,
    DUST_HITS,
    KNIFE_HITS,
    SPEAR_HITS,
    TRACK,
    WHEEL_BOXES,
    CarDamage,
)
from engine.circus_maximus.words.facts import CornerCode, LashCode, ObstacleCode, WeaponCode
from engine.circus_maximus.words.state import ObstacleKind, Weapon
from records.values import Lane

T = TypeVar("T")

THREE_DICE = MappingProxyType(Counter(map(sum, product(range(1, 7), repeat=3))))
"""How many of the 216 ways three dice fall make each total."""

TWO_DICE = MappingProxyType(Counter(map(sum, product(range(1, 7), repeat=2))))
"""How many of the 36 ways two dice fall make each total."""

LEAST_TRIED_WHEN_DAMAGED = 2
"""Damage from which a wheel that has just been struck is tried (9.56)."""

OF_THREE, OF_TWO = sum(THREE_DICE.values()), sum(TWO_DICE.values())

SAFE_SPEEDS: Mapping[Lane, int] = MappingProxyType(
    dict(sorted((TRACK.lane[at], most) for at, most in TRACK.limit.items()))
)
"""Of each lane, in movement factors a turn; both corners have the same (7.22)."""


@lru_cache(maxsize=512)
def strain_odds(edition: Edition, points: int, cdm: int) -> Mapping[CornerCode, int]:
    """Return how many of 216 rolls give each result of chart 7.32, in the order of the chart.

    :param points: strain points; with 0 or less there is no roll and no effect.
    """
    odds: dict[CornerCode, int] = dict.fromkeys(get_args(CornerCode), 0)
    for total, ways in THREE_DICE.items():
        odds[edition.corner_strain(total + edition.helps * cdm, points) if points > 0 else "-"] += ways
    return MappingProxyType(odds)


def corner_odds(edition: Edition, speed: int, lane: int, cdm: int) -> Mapping[CornerCode, int]:
    """Return the chances, out of 216, of each result of a corner check in *lane* at a total speed (7.2, 7.32).

    >>> dict(corner_odds(EDITIONS["basic"], 12, 1, 0))
    {'-': 81, 'S': 27, 'SS': 27, 'J': 25, 'LH': 21, 'RH': 15, 'FP': 20}
    """
    return strain_odds(edition, speed - SAFE_SPEEDS[Lane(lane)], cdm)


class WheelOdds(NamedTuple):
    """Chances of a wheel that is tried, out of 36 (7.43)."""

    holds: int
    weakened: int
    lost: int


def wheel_odds(damage: int, boxes: int = WHEEL_BOXES, modifier: int = 0) -> WheelOdds:
    """Return the chances of a wheel with *damage*, 0 to *boxes* (7.43); one without any is not tried.

    :param boxes: of that wheel, 2 to 10 (16.1).
    :param modifier: on the roll; -1 for uneven blades (16.1).

    >>> wheel_odds(4)
    WheelOdds(holds=30, weakened=3, lost=3)
    """
    if damage >= boxes:
        return WheelOdds(0, 0, OF_TWO)
    lost = sum(ways for total, ways in TWO_DICE.items() if total + modifier < damage)
    weakened = TWO_DICE.get(damage - modifier, 0)
    if damage + 1 >= boxes:  # the point it would take destroys it
        weakened, lost = 0, lost + weakened
    return WheelOdds(OF_TWO - weakened - lost, weakened, lost)


# Dice in general


@lru_cache(maxsize=16)
def dice_ways(count: int) -> Mapping[int, int]:
    """Return how many of the 6 to the power of *count* ways *count* dice fall, 0 or more, make each total."""
    ways = Counter({0: 1})
    for _ in range(count):
        added: Counter[int] = Counter()
        for (total, each), die in product(ways.items(), range(1, 7)):
            added[total + die] += each
        ways = added
    return MappingProxyType(ways)


ONE_DIE = MappingProxyType(dict.fromkeys(range(1, 7), Fraction(1, 6)))
"""The chances of each face of a die."""


@lru_cache(maxsize=64)
def excess_odds(count: int) -> Mapping[int, Fraction]:
    """Return the chances of each difference between the totals of two rolls of *count* dice, first less second."""
    ways, odds = dice_ways(count), Counter[int]()
    for first, second in product(ways, repeat=2):
        odds[first - second] += ways[first] * ways[second]
    return MappingProxyType({excess: Fraction(each, 6 ** (2 * count)) for excess, each in sorted(odds.items())})


def _read_off(count: int, modifier: int, chart: Callable[[int], T]) -> dict[T, Fraction]:
    """Return the chances of each result of *chart* for the total of *count* dice and *modifier*."""
    odds: dict[T, Fraction] = {}
    for total, ways in dice_ways(count).items():
        row = chart(total + modifier)
        odds[row] = odds.get(row, Fraction()) + Fraction(ways, 6**count)
    return odds


# Attacks and how they are met


@lru_cache(maxsize=256)
def avoiding_odds(defender: int, attacker: int) -> Fraction:
    """Return the chance to win the roll that lets one brake or evade: two dice each, a tie is the defender's (9.32).

    :param defender: CDM.
    :param attacker: CDM, and an involuntary ram's -3 or -6; 0 for a falling wreck (12.4).

    >>> avoiding_odds(0, 0)
    Fraction(721, 1296)
    """
    return sum((chance for excess, chance in excess_odds(2).items() if excess + defender >= attacker), Fraction())


class TeamLashOdds(NamedTuple):
    """The chances of a lash on a team (9.41, II.10.4.1)."""

    may: Fraction  # it loses one endurance factor; its driver may use one movement factor more
    must: Mapping[int, Fraction]  # it loses so many endurance factors, and must use as many movement factors more


@lru_cache(maxsize=256)
def team_lash_odds(edition: Edition, attacker: int, defender: int, endurance: int) -> TeamLashOdds:
    """Return the chances of a lash on a team by both CDMs, 0 for a runaway team, and its endurance, 1 or more (9.41).

    Uncontested, one die decides, without CDMs (II.10.4.1).

    >>> team_lash_odds(EDITIONS["advanced"], 0, 0, 2)
    TeamLashOdds(may=Fraction(7, 12), must=mappingproxy({1: Fraction(5, 36), 2: Fraction(5, 18)}))
    """
    must: dict[int, Fraction] = {}
    chances = excess_odds(1) if edition.team_lash_is_contested else ONE_DIE
    better = attacker - defender if edition.team_lash_is_contested else 0
    for excess, chance in chances.items():
        lost = min(excess + better, endurance)
        if lost > 0:
            must[lost] = must.get(lost, Fraction()) + chance
    return TeamLashOdds(1 - sum(must.values(), Fraction()), MappingProxyType(must))


@lru_cache(maxsize=256)
def driver_lash_odds(edition: Edition, attacker: int, defender: int, shift: int = 0) -> Mapping[LashCode, Fraction]:
    """Return the chances of each result of a lash on a driver that is not avoided, over all factors (9.42).

    :param shift: on the lash factor: 2 for a long whip (16.1), -1 for a lash repeated (13.1).
    """
    odds: dict[LashCode, Fraction] = dict.fromkeys(get_args(LashCode), Fraction())
    for excess, chance in excess_odds(2).items():
        factor = edition.driver_lash.column(excess + attacker - defender + shift)
        for code, ways in lash_chart_odds(edition, factor).items():
            odds[code] += chance * Fraction(ways, OF_TWO)
    return MappingProxyType(odds)


@lru_cache(maxsize=len(EDITIONS) * len(DRIVER_LASH.columns))
def lash_chart_odds(edition: Edition, factor: int) -> Mapping[LashCode, int]:
    """Return how many of 36 rolls give each result in one column of chart 9.42, -4 to 5."""
    odds: dict[LashCode, int] = dict.fromkeys(get_args(LashCode), 0)
    for total, ways in TWO_DICE.items():
        odds[edition.driver_lash(total, factor)] += ways
    return MappingProxyType(odds)


@lru_cache(maxsize=64)
def injury_odds(edition: Edition, modifier: int) -> Mapping[int, Fraction]:
    """Return the chances of each number of injury points of chart 9.5, before the horse's own boxes limit them.

    :param modifier: 3, 0 or -3 by the striking car; 2 or 4 for blades (16.1); 0 for LH and RH.
    """
    return MappingProxyType(dict(sorted(_read_off(edition.horse_dice, modifier, edition.horse_injury).items())))


def killed_odds(edition: Edition, boxes: int, modifier: int) -> Fraction:
    """Return the chance that a horse with so many boxes left, 1 or more, dies of one roll on chart 9.5.

    >>> killed_odds(EDITIONS["basic"], 5, 3), killed_odds(EDITIONS["basic"], 3, -3)
    (Fraction(1, 6), Fraction(0, 1))
    """
    return sum((chance for points, chance in injury_odds(edition, modifier).items() if points >= boxes), Fraction())


@lru_cache(maxsize=256)
def car_ram_odds(edition: Edition, attacker: int, defender: int) -> Mapping[CarDamage, Fraction]:
    """Return the chances of whose car is damaged by a ram on a car that is not avoided (9.54).

    The same roll, with the CDM of a team that rams and 0 for the driver, is made against a dragged driver (10.9):
    "both" and "defender" hit them.

    :param attacker: CDM, and an involuntary ram's -3 or -6.
    :param defender: CDM; at most 0 behind a dead horse, 0 without a driver.
    """
    read = _read_off(3, attacker - defender, edition.car_damage)
    return MappingProxyType({damaged: read.get(damaged, Fraction()) for damaged in get_args(CarDamage)})


@lru_cache(maxsize=64)
def wheel_damage_odds(edition: Edition, modifier: int) -> Mapping[int, Fraction]:
    """Return the chances of each number of points of chart 9.55.

    :param modifier: 3, 0 or -3 by the other car; 2 or 4 for blades (16.1).
    """
    return MappingProxyType(dict(sorted(_read_off(2, modifier, edition.wheel_damage).items())))


@lru_cache(maxsize=512)
def struck_wheel_odds(
    edition: Edition, damage: int, modifier: int, boxes: int = WHEEL_BOXES, on_check: int = 0
) -> Fraction:
    """Return the chance that a wheel is lost at once when its car is damaged: the points, then the check (9.55, 9.56).

    :param damage: that it has already.
    :param modifier: on the roll for points: 3, 0 or -3 by the other car; 2 or 4 for blades.
    :param boxes: of the wheel.
    :param on_check: on the check; -1 for uneven blades (16.1).

    >>> struck_wheel_odds(EDITIONS["basic"], 9, 0), struck_wheel_odds(EDITIONS["basic"], 0, -3)
    (Fraction(1, 1), Fraction(1, 432))
    """
    lost = Fraction()
    for points, chance in wheel_damage_odds(edition, modifier).items():
        total = min(boxes, damage + points)
        if total >= LEAST_TRIED_WHEN_DAMAGED or total == boxes:
            lost += chance * Fraction(wheel_odds(total, boxes, on_check).lost, OF_TWO)
    return lost


# Getting free


@lru_cache(maxsize=256)
def cutting_odds(horses: int, cdm: int, speed: int) -> Fraction:
    """Return the chance to cut a dead horse free: a die for each living one, less the CDM, is at most the speed (9.52).

    :param horses: living ones, 1 to 3.

    >>> cutting_odds(3, 1, 17), cutting_odds(3, 0, 2), cutting_odds(3, 1, 12)
    (Fraction(1, 1), Fraction(0, 1), Fraction(181, 216))
    """
    ways = sum(each for total, each in dice_ways(horses).items() if max(0, total - cdm) <= speed)
    return Fraction(ways, 6**horses)


def freeing_odds(cdm: int, hits: int) -> Fraction:
    """Return the chance of a dragged driver to get free: two dice less the CDM are at most the hits left (16.2).

    >>> freeing_odds(1, 6)
    Fraction(7, 12)
    """
    return Fraction(sum(ways for total, ways in TWO_DICE.items() if total - cdm <= hits), OF_TWO)


def dodging_ways(cdm: int, hits: int) -> int:
    """Return how many of 36 rolls let a driver on foot dodge: two dice less the CDM, at most the hits left (II.14.2).

    >>> dodging_ways(1, 6)
    21
    """
    return int(freeing_odds(cdm, hits) * OF_TWO)


# Obstacles


def crossing_odds(
    edition: Edition, cdm: int, unpaid: int, obstacle: ObstacleKind = "wreck"
) -> Mapping[ObstacleCode, Fraction]:
    """Return the chances of each result of running over an obstacle, the mildest first (14.3).

    :param cdm: 0 for a team without a driver (E10).
    :param unpaid: points of the jump die for which no endurance was paid.
    """
    return running_over_odds(edition, edition.helps * (cdm - unpaid) + edition.obstacle_modifier[obstacle])


@lru_cache(maxsize=256)
def running_over_odds(edition: Edition, modifier: int) -> Mapping[ObstacleCode, Fraction]:
    """Return the chances of each result of chart 14.3 by all that is added to the three dice, the mildest first.

    >>> running_over_odds(EDITIONS["advanced"], 0)["flip"], running_over_odds(EDITIONS["advanced"], 6)["flip"]
    (Fraction(1, 54), Fraction(1, 2))
    """
    read = _read_off(3, modifier, edition.running_over)
    return MappingProxyType({code: read.get(code, Fraction()) for code in get_args(ObstacleCode)})


# Weapons


def weapon_hit_odds(weapon: Literal["dust", "spear"], cdm: int) -> Fraction:
    """Return the chance that dust or a spear hits: two dice and the CDM (16.2).

    >>> weapon_hit_odds("dust", 0), weapon_hit_odds("spear", 2)
    (Fraction(1, 6), Fraction(5, 12))
    """
    least = DUST_HITS if weapon == "dust" else SPEAR_HITS
    return Fraction(sum(ways for total, ways in TWO_DICE.items() if total + cdm >= least), OF_TWO)


@lru_cache(maxsize=256)
def knife_hit_odds(edition: Edition, away: int, cdm: int, *, is_small: bool = False) -> Fraction:
    """Return the chance that a knife hits.

    A die for each square, one worse each for a small one, less the CDM (16.2); or two dice and CDM, less the range
    (II.10.5).

    :param away: squares, that of the target included, 1 or more.

    >>> advanced = EDITIONS["advanced"]
    >>> knife_hit_odds(advanced, 1, 0), knife_hit_odds(advanced, 1, 0, is_small=True), knife_hit_odds(advanced, 4, 0)
    (Fraction(1, 2), Fraction(1, 3), Fraction(0, 1))
    """
    if edition.knife_least is not None:
        return Fraction(
            sum(ways for total, ways in TWO_DICE.items() if total + cdm - away >= edition.knife_least), OF_TWO
        )
    worse = away if is_small else 0
    if away + worse - cdm > KNIFE_HITS:  # though every die shows a 1
        return Fraction()
    ways = sum(each for total, each in dice_ways(away).items() if total + worse - cdm <= KNIFE_HITS)
    return Fraction(ways, 6**away)


@lru_cache(maxsize=64)
def weapon_odds(
    edition: Edition, weapon: Weapon, cdm: int, *, has_driver: bool = True
) -> Mapping[WeaponCode, Fraction]:
    """Return the chances of a hit's effects, by weapon and the target's CDM, which a spear ignores (16.2).

    :param has_driver: whether somebody is in the car; else a knife may have another chart (II.10.5).
    """
    match weapon:
        case "dust":
            return MappingProxyType(_read_off(2, cdm, edition.dust_effect))
        case "knife":
            chart = edition.knife_effect if has_driver else edition.knife_on_team or edition.knife_effect
            return MappingProxyType(_read_off(2, cdm, chart))
        case "spear":
            return MappingProxyType(_read_off(2, 0, edition.spear_effect))
