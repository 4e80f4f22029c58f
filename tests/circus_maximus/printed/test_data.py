"""The board and the printed tables, as far as the cases of their charts do not read them cell by cell."""

from itertools import pairwise

from engine.circus_maximus.printed import epic_tables, tables
from engine.circus_maximus.printed.editions import EDITIONS
from engine.circus_maximus.printed.tables import TRACK
from records.values import Square

# The board (2.1)


def test_rule_2_1_eight_lanes_have_these_squares_and_safe_speeds() -> None:
    for corner in tables.CORNERS:
        section = next(section for section in TRACK.data.sections if section.id == corner)
        assert section.squares == (6, 9, 12, 15, 19, 22, 25, 28)
        assert section.limits == (8, 9, 12, 15, 18, 21, 24, 28)


def test_rule_2_1_corner_lanes_agree_with_all_that_is_known_of_the_board() -> None:
    corner = next(section for section in TRACK.data.sections if section.is_corner)
    squares, limits = corner.squares, corner.limits

    assert all(inner < outer for inner, outer in pairwise(limits))
    assert [squares[lane - 1] - limits[lane - 1] for lane in (2, 3, 4)] == [0, 0, 0]
    assert [squares[lane - 1] - limits[lane - 1] for lane in (5, 6)] == [1, 1]
    assert squares[7] > squares[6] >= 23
    assert squares[5] <= 22
    assert all(limits[lane] * squares[0] < limits[0] * squares[lane] for lane in range(1, 8))  # B12


def test_rule_2_1_straights_have_34_squares_and_four_sections_make_a_lap() -> None:
    assert [section.id for section in TRACK.data.sections] == ["A", "D", "B", "E"]
    assert tables.STRAIGHTS == ("A", "B")
    assert tables.CORNERS == ("D", "E")
    assert all(section.squares == (34,) * 8 for section in TRACK.data.sections if not section.is_corner)
    assert len(TRACK.lane) == 4 * 34 * 4 + 2 * (6 + 9 + 12 + 15 + 19 + 22 + 25 + 28)


def test_rule_2_1_27_squares_lead_to_the_next_corner_seven_squares_past_one() -> None:
    square = Square("B6.4")  # the seventh
    for _ in range(27):
        square = TRACK.ahead[square]

    assert TRACK.section[square] == "B"
    assert TRACK.ahead[square] == "E1.4"


def test_rule_3_8_grey_are_the_first_fifteen_squares_of_the_start_straight() -> None:
    assert len(tables.GREY) == 15 * 8
    assert {"A0.1", "A14.8"} <= tables.GREY
    assert not {"A15.1", "B3.3"} & tables.GREY


def test_rule_6_44_there_is_no_lane_beyond_the_walls() -> None:
    assert not any(square.endswith(".1") for square in TRACK.beside["inside"])
    assert not any(square.endswith(".8") for square in TRACK.ahead_of["outside"])


# Preparation (3.6)


def test_rule_3_62_cars_by_points() -> None:
    assert tables.CAR_TYPES == ("light", "normal", "heavy")
    assert dict(tables.CAR_MODIFIER) == {"light": -3, "normal": 0, "heavy": 3}
    assert tables.WHEEL_BOXES == 10


# Combat (9)


def test_rule_9_42_a_better_lash_never_wounds_less_often() -> None:
    ways = {total: 6 - abs(total - 7) for total in range(2, 13)}
    chart = tables.DRIVER_LASH
    wounds = [sum(ways[total] for total in ways if chart(total, factor) == "W") for factor in chart.columns]
    assert wounds == sorted(wounds) == [2, 3, 3, 5, 6, 7, 8, 8, 9, 10]


def test_rule_9_52_a_quarter_a_third_and_half_of_the_endurance_go_with_dead_horses() -> None:
    left = 23  # case D15
    lost = []
    for death in (1, 2, 3):
        lost.append(left // tables.DEAD_HORSE_DIVISORS[death])
        left -= lost[-1]
    assert (lost, left) == ([5, 6, 6], 6)


def test_rule_6_2_costs() -> None:
    for edition in EDITIONS.values():
        costs = edition.costs
        assert (costs.attack, costs.thrust, costs.sideslip, costs.avoiding_brake) == (1, 2, 3, 2)
        assert dict(costs.change) == {"inside": 2, "outside": 1}
    assert (tables.LEAST_TO_CHECK_WHEELS, tables.JOSTLE, tables.NO_STRAIN_TURNS) == (14, 3, 2)


def test_rule_3_7_markers_fall_in_turn() -> None:
    assert [tables.marker(number) for number in range(1, 7)] == ["dolphin", "egg"] * 3


def test_rule_3_2_there_are_colours_for_two_full_rows() -> None:
    assert len(set(tables.COLOURS)) == len(tables.COLOURS) == 16
    assert tables.FIELD == TRACK.data.lanes == 8


# Of the Epic edition


def test_rule_ii_8_9_3_a_team_is_worse_than_a_wreck_and_a_carcass_is_better() -> None:
    assert dict(epic_tables.OBSTACLE_MODIFIER) == {"wreck": 0, "halted team": -3, "carcass": 1}


def test_what_the_cars_are_like() -> None:
    assert dict(epic_tables.START_DICE) == {"light": 1, "normal": 2, "heavy": 3}
    assert dict(epic_tables.CAR_DIVISORS) == {"normal": 4, "heavy": 2}
    assert {car: tables.RAIN_STRAINS[car] for car in tables.CAR_TYPES} == {"light": 3, "normal": 2, "heavy": 1}
    assert tables.MUD_STRAINS == 1
    assert dict(tables.SKIDS_FROM) == {"light": 5, "normal": 6}
