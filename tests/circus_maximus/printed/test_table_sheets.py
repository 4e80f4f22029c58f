"""The charts of the Table game, cell by cell against a copy of its sheets that was typed for this test alone."""

import pytest

from engine.circus_maximus.printed.editions import EDITIONS
from engine.circus_maximus.printed.tables import CAR_MODIFIER, DEAD_HORSE_DIVISORS

TABLE = EDITIONS["table"]

CORNERS = """
 4  -   -   -   -   -   -   -   -   -
 5  -   -   -   -   -   -   -   -   S
 6  -   -   -   -   -   -   -   S   SS
 7  -   -   -   -   -   -   S   SS  J
 8  -   -   -   -   -   S   SS  J   LH
 9  -   -   -   -   S   SS  J   LH  RH
10  -   -   -   S   SS  J   LH  RH  FP
11  -   -   S   SS  J   LH  RH  FP  FP
12  -   S   SS  J   LH  RH  FP  FP  FP
13  S   SS  J   LH  RH  FP  FP  FP  FP
14  SS  J   LH  RH  FP  FP  FP  FP  FP
15  J   LH  RH  FP  FP  FP  FP  FP  FP
16  LH  RH  FP  FP  FP  FP  FP  FP  FP
17  RH  FP  FP  FP  FP  FP  FP  FP  FP
18  FP  FP  FP  FP  FP  FP  FP  FP  FP
"""
"""Three dice less CDM, then the points over the safe speed, 1 to 9."""

WHIP = """
 2  M M B G W M S - M G
 3  G M G B B W B S G S
 4  B - W M B B W G M B
 5  G B M W M M G B S S
 6  - G B B W G M M B W
 7  G - G G G S S S S S
 8  - G - - S W W W W W
 9  M M M S - - - B W B
10  M W S - - B B W - M
11  W S - M B - B - B -
12  S M - W M B - M B B
"""
"""Two dice, then the difference, -4 to 5."""

WRECKS = {2: (-1, 3), 3: (-2, 5), 4: (0, 0), 5: (0, 2), 6: (0, 1), 7: (1, 3), 8: (1, 1), 9: (1, 4), 10: (3, 2),
          11: (4, 6), 12: (-3, 4)}  # fmt: skip
"""Two dice: lanes to the right, then squares forward."""

HORSES = [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5, 6, 8, 8]
WHEELS = [1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 8]
"""From a total of -1 on; beyond 15 it counts as 15."""

RAMS = {3: "attacker", 6: "attacker", 7: "both", 9: "both", 10: "none", 12: "none", 13: "defender", 18: "defender"}
OVER = {3: "-", 8: "-", 9: "jostled", 10: "jostled", 11: "car damaged", 12: "hobbled", 13: "hobbled",
        14: "seriously hobbled", 15: "flip danger", 16: "flip danger", 17: "flip", 24: "flip"}  # fmt: skip
CRITICAL = ["pulled out", "modifier", "arm", "eye", "lashed again", "hit", "-", "-", "-", "-", "tug of war"]


def rows(chart: str) -> dict[int, list[str]]:
    return {int(number): cells for number, *cells in map(str.split, chart.strip().splitlines())}


def test_corners_as_printed_and_by_the_closed_form() -> None:
    codes = ["S", "SS", "J", "LH", "RH"]
    for total, cells in rows(CORNERS).items():
        assert [TABLE.corner_strain(total, points) for points in range(1, 10)] == cells
        for points, code in enumerate(cells, start=1):
            k = total + points - 14
            assert code == ("-" if k < 0 else [*codes, *["FP"] * 20][k])
    assert sum(map(len, rows(CORNERS).values())) == 135


def test_whips_on_a_driver_as_printed() -> None:
    for total, cells in rows(WHIP).items():
        assert [TABLE.driver_lash(total, difference) for difference in range(-4, 6)] == cells
    assert sum(map(len, rows(WHIP).values())) == 110


def test_wrecks_as_printed_with_rows_of_their_own() -> None:
    assert {total: tuple(TABLE.wreck_location(total)) for total in range(2, 13)} == WRECKS
    base = EDITIONS["advanced"].wreck_location
    assert [total for total in WRECKS if tuple(base(total)) != WRECKS[total]] == [3, 8]


def test_horses_wheels_and_rams_as_printed() -> None:
    totals = range(-1, 17)
    assert [TABLE.horse_injury(total) for total in totals] == HORSES
    assert [TABLE.wheel_damage(total) for total in totals] == WHEELS
    assert {total: TABLE.car_damage(total) for total in RAMS} == RAMS
    assert CAR_MODIFIER == {"light": -3, "normal": 0, "heavy": 3}


def test_running_over_and_critical_hits_as_printed() -> None:
    assert {total: TABLE.running_over(total) for total in OVER} == OVER
    assert TABLE.critical_hit is not None
    assert [TABLE.critical_hit(total) for total in range(2, 13)] == CRITICAL


def test_preparation_as_printed() -> None:
    assert [TABLE.driver_hits(total) for total in range(1, 9)] == [5, 6, 6, 7, 7, 8, 9, 10]
    assert TABLE.team_endurance[2] == (74, 71, 68, 65, 62, 59)
    assert TABLE.team_endurance[1] == (55, 52, 49, 46, 43, 40)
    assert TABLE.team_endurance[0] == (36, 33, 30, 27, 24, 21)
    assert ["".join(map(str, team)) for team in TABLE.team_speed[2]] == ["7447", "7536", "7545", "7436", "6446", "7435"]
    assert ["".join(map(str, team)) for team in TABLE.team_speed[1]] == ["6445", "6435", "5445", "6335", "5435", "5335"]
    assert ["".join(map(str, team)) for team in TABLE.team_speed[0]] == ["5434", "4444", "5325", "5424", "5324", "4334"]


def test_costs_as_on_the_cards() -> None:
    costs = TABLE.costs
    assert (dict(costs.change), costs.sideslip) == ({"outside": 1, "inside": 2}, 3)
    assert (costs.attack, costs.avoiding_brake) == (1, 2)
    assert dict(DEAD_HORSE_DIVISORS) == {1: 4, 2: 3, 3: 2}


@pytest.mark.parametrize("other", ["corner_strain", "driver_lash", "horse_injury", "car_damage", "running_over"])
def test_whatever_no_sheet_changes_is_the_base_games(other: str) -> None:
    assert getattr(TABLE, other) is getattr(EDITIONS["advanced"], other)
