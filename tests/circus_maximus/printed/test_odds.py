"""Chances of attacks, of what meets them, of obstacles and of getting free: each adds up, and agrees with its chart."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from engine.circus_maximus.printed.editions import EDITIONS
from engine.circus_maximus.printed.odds import (
    OF_TWO,
    avoiding_odds,
    car_ram_odds,
    crossing_odds,
    cutting_odds,
    dice_ways,
    dodging_ways,
    driver_lash_odds,
    excess_odds,
    freeing_odds,
    injury_odds,
    killed_odds,
    knife_hit_odds,
    lash_chart_odds,
    struck_wheel_odds,
    team_lash_odds,
    weapon_hit_odds,
    weapon_odds,
    wheel_damage_odds,
    wheel_odds,
)
from engine.circus_maximus.printed.tables import DRIVER_LASH
from engine.circus_maximus.words.state import ObstacleKind

ADVANCED, EPIC = EDITIONS["advanced"], EDITIONS["epic"]

LYING: tuple[ObstacleKind, ...] = ("halted team", "carcass")
CDMS = (-6, -1, 0, 2, 5)


@pytest.mark.parametrize("count", range(5))
def test_dice_fall_in_as_many_ways_as_they_have_faces(count: int) -> None:
    assert sum(dice_ways(count).values()) == 6**count


def test_who_rolls_first_is_as_often_ahead_as_behind() -> None:
    odds = excess_odds(2)

    assert odds[3] == odds[-3]
    assert sum(odds.values()) == 1


@pytest.mark.parametrize(("attacker", "defender"), list(product(CDMS, CDMS)))
def test_the_chances_of_attacks_add_up(attacker: int, defender: int) -> None:
    all_odds: list[Mapping[Any, Fraction]] = [
        driver_lash_odds(ADVANCED, attacker, defender),
        driver_lash_odds(ADVANCED, attacker, defender, shift=2),
        car_ram_odds(ADVANCED, attacker, defender),
    ]
    lashed = team_lash_odds(ADVANCED, attacker, defender, 4)

    assert all(sum(odds.values()) == 1 for odds in all_odds)
    assert lashed.may + sum(lashed.must.values()) == 1


def test_rule_9_32_a_tie_is_the_defenders() -> None:
    assert avoiding_odds(0, 0) > Fraction(1, 2)
    assert avoiding_odds(10, 0) == 1
    assert avoiding_odds(0, 11) == 0
    assert avoiding_odds(0, 10) == Fraction(1, 1296)  # twelve against two


def test_rule_9_41_a_team_loses_no_more_than_it_has() -> None:
    assert max(team_lash_odds(ADVANCED, 5, 0, 3).must) == 3
    assert team_lash_odds(ADVANCED, 0, 5, 3).may == 1


def test_rule_9_42_beyond_the_chart_its_last_column_counts() -> None:
    column = lash_chart_odds(ADVANCED, 5)

    assert driver_lash_odds(ADVANCED, 40, 0) == {code: Fraction(ways, OF_TWO) for code, ways in column.items()}
    assert column["S"] == sum(ways for total, ways in dice_ways(2).items() if DRIVER_LASH(total, 5) == "S")


@pytest.mark.parametrize("modifier", [-3, 0, 2, 3, 4])
def test_rule_9_5_a_heavier_car_hurts_more(modifier: int) -> None:
    odds, worse = injury_odds(ADVANCED, modifier), injury_odds(ADVANCED, modifier + 1)

    assert sum(odds.values()) == 1
    assert sum(points * chance for points, chance in worse.items()) > sum(
        points * chance for points, chance in odds.items()
    )


def test_rule_9_51_a_horse_with_fewer_boxes_dies_sooner() -> None:
    # 15 and more kill a horse with eight boxes: only twelve, struck by a heavy car.
    assert killed_odds(ADVANCED, 8, 3) == Fraction(1, 36)
    assert killed_odds(ADVANCED, 9, 3) == 0
    assert killed_odds(ADVANCED, 1, 0) == Fraction(26, 36)


@pytest.mark.parametrize("modifier", [-3, 0, 3, 4])
def test_rule_9_55_the_chances_of_wheel_damage_add_up(modifier: int) -> None:
    assert sum(wheel_damage_odds(ADVANCED, modifier).values()) == 1


def test_rule_9_56_a_wheel_with_one_point_in_all_is_not_tried() -> None:
    # A light car does one point with 7 or less: of the rest, only three points are lost by a two, and by no tie.
    assert struck_wheel_odds(ADVANCED, 0, -3) == Fraction(3, 36) * Fraction(1, 36)
    assert struck_wheel_odds(ADVANCED, 4, 0) > struck_wheel_odds(ADVANCED, 3, 0)


def test_rule_16_1_a_wheel_with_fewer_boxes_is_lost_sooner() -> None:
    assert struck_wheel_odds(ADVANCED, 2, 0, boxes=4) > struck_wheel_odds(ADVANCED, 2, 0)
    assert wheel_odds(4, boxes=4).lost == OF_TWO
    assert wheel_odds(3, boxes=4).weakened == 0


def test_rule_16_1_uneven_blades_make_checks_worse_by_one() -> None:
    even, uneven = wheel_odds(5), wheel_odds(5, modifier=-1)

    assert (even.lost, even.weakened) == (6, 4)
    assert (uneven.lost, uneven.weakened) == (10, 5)


@pytest.mark.parametrize("obstacle", ["wreck", "halted team", "carcass"])
@pytest.mark.parametrize("unpaid", [0, 3, 6])
def test_rule_14_3_the_chances_of_an_obstacle_add_up(obstacle: Any, unpaid: int) -> None:
    assert sum(crossing_odds(ADVANCED, 1, unpaid, obstacle).values()) == 1


def test_rule_14_3_who_pays_less_falls_more_often() -> None:
    flips = [crossing_odds(ADVANCED, 0, unpaid)["flip"] for unpaid in range(7)]
    team, carcass = (crossing_odds(ADVANCED, 0, 0, obstacle)["flip"] for obstacle in LYING)

    assert flips == sorted(flips)
    assert flips[0] < flips[-1]
    assert team > flips[0] > carcass


def test_rule_9_52_three_horses_cost_three_to_eighteen_factors() -> None:
    assert cutting_odds(3, 0, 2) == 0
    assert cutting_odds(3, 0, 3) == Fraction(1, 216)
    assert cutting_odds(3, 0, 18) == 1
    assert cutting_odds(1, 6, 0) == 1


@pytest.mark.parametrize(("hits", "chance"), [(1, Fraction(0)), (2, Fraction(1, 36)), (12, Fraction(1))])
def test_rule_16_2_a_dragged_driver_needs_no_more_than_his_hits(hits: int, chance: Fraction) -> None:
    assert freeing_odds(0, hits) == chance


def test_odds_of_many_dice_are_told_at_once() -> None:
    assert dict(dice_ways(3)) == Counter(map(sum, product(range(1, 7), repeat=3)))
    assert sum(dice_ways(60).values()) == 6**60
    assert knife_hit_odds(ADVANCED, 120, 2) == 0


# The Epic edition, against all ways in which its dice can fall

DICE = range(1, 7)
EPIC_LASH = {"G": (-99, -3), "-": (-2, -1), "B": (0, 1), "M": (2, 3), "S": (4, 4), "W": (5, 99)}
EPIC_KNIFE = {"killed": (-9, 2), "hits": (3, 6), "horse killed": (7, 9), "horse hurt": (10, 10), "one hit": (11, 11)}
EPIC_DUST = {
    "falls out": (-9, 2),
    "swerves in": (3, 5),
    "half blind": (6, 8),
    "blinded": (9, 10),
    "slips away": (11, 11),
}


def in_band(total: int, bands: Mapping[str, tuple[int, int]], above: str) -> str:
    return next((code for code, (least, most) in bands.items() if least <= total <= most), above)


@pytest.mark.parametrize("endurance", [1, 4, 40])
def test_rule_ii_10_4_1_a_lash_on_a_team_is_one_die_whoever_lashes(endurance: int) -> None:
    counted = Counter(min(die, endurance) for die in DICE)

    for attacker, defender in ((0, 0), (3, -2)):
        odds = team_lash_odds(EPIC, attacker, defender, endurance)
        assert odds.may == 0
        assert odds.must == {lost: Fraction(ways, 6) for lost, ways in counted.items()}


@pytest.mark.parametrize(("attacker", "defender", "shift"), [(0, 0, 0), (2, -1, 0), (0, 3, -1)])
def test_rule_ii_10_4_2_a_lash_on_a_driver_is_the_difference(attacker: int, defender: int, shift: int) -> None:
    counted = Counter(
        in_band(one + two + attacker + shift - other - another - defender, EPIC_LASH, "?")
        for one, two, other, another in product(DICE, repeat=4)
    )

    odds = driver_lash_odds(EPIC, attacker, defender, shift)
    assert {code: chance for code, chance in odds.items() if chance} == {
        code: Fraction(ways, 6**4) for code, ways in counted.items()
    }


@pytest.mark.parametrize("cdm", [-3, 0, 2])
def test_rule_ii_10_5_a_knife_hits_and_hurts_as_its_dice_fall(cdm: int) -> None:
    rolls = [sum(dice) + cdm for dice in product(DICE, repeat=2)]
    hurt = Counter(in_band(roll, EPIC_KNIFE, "horse grazed") for roll in rolls)
    of_team = {"killed": "horse killed", "hits": "horse killed", "one hit": "horse grazed"}
    driverless = Counter(of_team.get(code, code) for code in hurt.elements())

    for away in range(1, 6):
        assert knife_hit_odds(EPIC, away, cdm) == Fraction(sum(roll - away >= 10 for roll in rolls), OF_TWO)
    assert weapon_odds(EPIC, "knife", cdm) == {code: Fraction(ways, OF_TWO) for code, ways in hurt.items()}
    assert weapon_odds(EPIC, "knife", cdm, has_driver=False) == {
        code: Fraction(ways, OF_TWO) for code, ways in driverless.items()
    }


@pytest.mark.parametrize("cdm", [-3, 0, 2])
def test_rule_ii_10_6_dust_hits_and_blinds_as_its_dice_fall(cdm: int) -> None:
    rolls = [sum(dice) + cdm for dice in product(DICE, repeat=2)]
    told = Counter(in_band(roll, EPIC_DUST, "blown back") for roll in rolls)

    assert weapon_hit_odds("dust", cdm) == Fraction(sum(roll >= 10 for roll in rolls), OF_TWO)
    assert weapon_odds(EPIC, "dust", cdm) == {code: Fraction(ways, OF_TWO) for code, ways in told.items()}


@pytest.mark.parametrize(("cdm", "hits"), [(0, 7), (2, 3), (-1, 10), (0, 1)])
def test_rule_ii_14_2_a_driver_on_foot_dodges_with_as_many_hits(cdm: int, hits: int) -> None:
    assert dodging_ways(cdm, hits) == sum(sum(dice) - cdm <= hits for dice in product(DICE, repeat=2))
