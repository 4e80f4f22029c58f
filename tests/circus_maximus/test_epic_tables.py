"""The tables of the Epic edition, read like a proofreader: as they are printed, and by another way of telling them."""

from typing import get_args

import pytest

from engine.circus_maximus.printed import epic_tables, tables
from engine.circus_maximus.words.facts import CornerCode, ObstacleCode

PRINTED_CORNERS = """
≤3 Flip Flip Flip Flip Flip Flip Flip Flip Flip
4 RH Flip Flip Flip Flip Flip Flip Flip Flip
5 LH RH Flip Flip Flip Flip Flip Flip Flip
6 J LH RH Flip Flip Flip Flip Flip Flip
7 SS J LH RH Flip Flip Flip Flip Flip
8 S SS J LH RH Flip Flip Flip Flip
9 – S SS J LH RH Flip Flip Flip
10 – – S SS J LH RH Flip Flip
11 – – – S SS J LH RH Flip
12 – – – – S SS J LH RH
13 – – – – – S SS J LH
14 – – – – – – S SS J
15 – – – – – – – S SS
16 – – – – – – – – S
≥17 – – – – – – – – –
"""

PRINTED_WRECKS = """
2 1 left 3
3 2 left 5
4 0 - 0
5 0 - 2
6 0 - 1
7 1 right 3
8 1 right 1
9 1 right 4
10 3 right 2
11 4 right 6
12 3 left 4
"""


def test_rule_ii_9_2_the_corner_chart_as_printed() -> None:
    words = {"Flip": "FP", "–": "-"}
    rows = [line.split() for line in PRINTED_CORNERS.strip().splitlines()]
    printed = {int(total.strip("≤≥")): tuple(words.get(code, code) for code in codes) for total, *codes in rows}

    assert dict(epic_tables.CORNER_STRAIN.rows) == printed
    assert list(epic_tables.CORNER_STRAIN.columns) == list(range(1, 10))


@pytest.mark.parametrize("points", range(1, 12))
def test_case_t_20_each_cell_is_that_of_the_older_chart_turned_round(points: int) -> None:
    for total in range(-2, 24):
        assert epic_tables.CORNER_STRAIN(21 - total, points) == tables.CORNER_STRAIN(total, points)


def test_rule_ii_9_2_beyond_the_chart_the_nearest_cell_counts() -> None:
    assert epic_tables.CORNER_STRAIN(-1, 1) == "FP"
    assert epic_tables.CORNER_STRAIN(19, 14) == "-"
    assert epic_tables.CORNER_STRAIN(16, 14) == "S"


def test_rule_ii_8_9_running_over_obstacles_for_every_total() -> None:
    expected = ["flip"] * 6 + ["flip danger"] * 2 + ["seriously hobbled"] + ["hobbled"] * 2
    expected += ["car damaged", "jostled", "jostled", *["-"] * 8]

    assert [epic_tables.RUNNING_OVER(total) for total in range(-1, 21)] == expected
    assert all(epic_tables.RUNNING_OVER(21 - total) == tables.RUNNING_OVER(total) for total in range(-2, 24))


def test_rule_ii_8_9_3_a_team_is_worse_than_a_wreck_and_a_carcass_is_better() -> None:
    assert dict(epic_tables.OBSTACLE_MODIFIER) == {"wreck": 0, "halted team": -3, "carcass": 1}


@pytest.mark.parametrize(
    ("differences", "code"),
    [((-9, -4, -3), "G"), ((-2, -1), "-"), ((0, 1), "B"), ((2, 3), "M"), ((4,), "S"), ((5, 6, 14), "W")],
)
def test_rule_ii_10_4_2_the_difference_alone_says_what_a_lash_does(differences: tuple[int, ...], code: str) -> None:
    """G grab, B brake, M loss, S swerve, W wound and loss; no total of dice changes it."""
    for difference in differences:
        assert {epic_tables.DRIVER_LASH(total, difference) for total in range(2, 13)} == {code}


def test_rule_ii_10_4_5_the_critical_hits_are_those_of_the_older_chart() -> None:
    printed = {2: "pulled out", 3: "modifier", 4: "arm", 5: "eye", 6: "lashed again", 7: "hit", 12: "tug of war"}
    expected = [printed.get(total, "-") for total in range(2, 13)]
    assert [tables.CRITICAL_HITS(total) for total in range(2, 13)] == expected


def test_rule_ii_10_5_the_knife_as_printed() -> None:
    with_driver = ["killed"] * 3 + ["hits"] * 4 + ["horse killed"] * 3
    with_driver += ["horse hurt", "one hit", "horse grazed", "horse grazed"]
    without = ["horse killed"] * 10
    without += ["horse hurt", "horse grazed", "horse grazed", "horse grazed"]

    assert [epic_tables.KNIFE_EFFECT(total) for total in range(14)] == with_driver
    assert [epic_tables.KNIFE_ON_TEAM(total) for total in range(14)] == without
    assert epic_tables.KNIFE_HITS == 10


def test_rule_ii_10_5_only_results_on_drivers_change_where_there_is_none() -> None:
    differ = [total for total in range(2, 13) if epic_tables.KNIFE_EFFECT(total) != epic_tables.KNIFE_ON_TEAM(total)]
    assert differ == [2, 3, 4, 5, 6, 11]


def test_rule_ii_10_6_dust_as_printed() -> None:
    expected = ["falls out"] * 3 + ["swerves in"] * 3 + ["half blind"] * 3 + ["blinded"] * 2
    expected += ["slips away", "blown back", "blown back"]
    assert [epic_tables.DUST_EFFECT(total) for total in range(14)] == expected


def test_rules_ii_10_7_to_10_10_horses_wheels_and_rams_as_printed() -> None:
    horses = [0] * 4 + [1, 1, 1, 2, 2, 3, 4, 5, 6, 8]
    wheels = [1] * 3 + [2, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8]
    rams = ["attacker"] * 5 + ["both"] * 3 + ["none"] * 3 + ["defender"] * 4

    assert [tables.HORSE_INJURY(total) for total in range(2, 16)] == horses
    assert [tables.WHEEL_DAMAGE(total) for total in range(2, 16)] == wheels
    assert [tables.CAR_DAMAGE(total) for total in range(2, 17)] == rams


def test_rule_ii_13_1_2_wrecks_come_down_as_printed() -> None:
    printed = {}
    for line in PRINTED_WRECKS.strip().splitlines():
        total, lanes, side, forward = line.split()
        printed[int(total)] = (int(lanes) * {"left": -1, "right": 1, "-": 0}[side], int(forward))
    assert dict(epic_tables.WRECK_LOCATION.results) == printed


def test_rule_ii_13_1_2_two_rows_are_not_those_of_the_older_chart() -> None:
    differ = [total for total in range(2, 13) if epic_tables.WRECK_LOCATION(total) != tables.WRECK_LOCATION(total)]
    assert differ == [3, 8]


def test_what_the_cars_are_like() -> None:
    assert dict(epic_tables.START_DICE) == {"light": 1, "normal": 2, "heavy": 3}
    assert dict(epic_tables.CAR_DIVISORS) == {"normal": 4, "heavy": 2}
    assert dict(tables.CAR_MODIFIER) == {"light": -3, "normal": 0, "heavy": 3}
    assert {car: tables.RAIN_STRAINS[car] for car in tables.CAR_TYPES} == {"light": 3, "normal": 2, "heavy": 1}
    assert tables.MUD_STRAINS == 1
    assert dict(tables.SKIDS_FROM) == {"light": 5, "normal": 6}


def test_every_result_of_a_chart_is_one_that_there_is() -> None:
    corners = {code for row in epic_tables.CORNER_STRAIN.rows.values() for code in row}
    assert corners == set(get_args(CornerCode))
    assert {code for _, code in epic_tables.RUNNING_OVER.rows} == set(get_args(ObstacleCode))
