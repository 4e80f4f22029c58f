"""The oval, held against facts typed from the rules, and against what geometry wants."""

import doctest

import pytest

from engine.chariot_race import data, dicing, track
from engine.chariot_race.data import BLACK, BOARDS, FACES
from engine.chariot_race.track import (
    AHEAD,
    BEHIND,
    FRONT,
    INWARD,
    LANE,
    LAP,
    LIMITS,
    OUTWARD,
    SPACES,
    START_SLOTS,
    TOUCHING,
    TRACKS,
    advance,
    heaps,
    start_pos,
)

FRONTS = {
    "inner": "4 8 12 18 24 30 36 40 44 48 52 56 60 66 72 78 84 88 92 96",
    "middle": "4 8 12 16 20 24 28 32 36 40 44 48 52 56 60 64 68 72 76 80 84 88 92 96",
    "outer": "4 8 12 15 18 21 24 27 30 33 36 40 44 48 52 56 60 63 66 69 72 75 78 81 84 88 92 96",
}
HEAPS = {"AA": set(), "AB": {"M15"}, "BA": {"I06", "O13"}, "BB": {"I06", "O13", "M15"}}
BY_LIMIT = {3: {24, 36, 72, 84}, 5: {20, 32, 68, 80}, 7: {18, 30, 66, 78}}


def test_the_lanes_are_those_of_the_rules() -> None:
    for lane, fronts in FRONTS.items():
        assert [FRONT[square] for square in SPACES if LANE[square] == lane] == [int(front) for front in fronts.split()]


def test_corners_and_heaps_are_those_of_the_rules() -> None:
    assert {limit: {FRONT[square] for square in LIMITS if LIMITS[square] == limit} for limit in (3, 5, 7)} == BY_LIMIT
    assert {name: set(heaps(name)) for name in TRACKS} == HEAPS


def test_boards_and_dice_are_those_of_the_rules() -> None:
    assert FACES == ("plusminus", "sprint", "steer", "steer", "attack", "fortuna")
    assert {name: board.dice[-1] for name, board in BOARDS.items()} == {
        "white": 1, "blue": 2, "red": 1, "green": 1, "yellow": 1, "purple": 1, "orange": 1,
    }  # fmt: skip
    for board in BOARDS.values():
        assert len(board.dice) == board.speed_max + 1
        assert len(board.cap) == board.damage_max + 1
        assert list(board.cap) == sorted(board.cap)
        assert board.cap[-1] in (board.speed_max, board.damage_max)
        assert sorted(board.dice, reverse=True) == list(board.dice)
    assert set(BLACK) == set(BOARDS) - {"white"}


def test_a_lane_change_leads_ahead_to_a_space_that_touches() -> None:
    for steps in (INWARD, OUTWARD):
        for square, to in steps.items():
            assert to in TOUCHING[square]
            assert 0 < advance(square, to) <= 6
            nearer = [each for each in SPACES if LANE[each] == LANE[to] and advance(square, each) > 0]
            assert min(nearer, key=lambda each: advance(square, each)) == to


def test_touching_goes_both_ways_and_so_do_steps() -> None:
    for square, others in TOUCHING.items():
        assert all(square in TOUCHING[other] for other in others)
        assert BEHIND[AHEAD[square]] == square
        assert {AHEAD[square], BEHIND[square]} <= set(others)


def test_the_grid_stands_on_the_line_and_a_space_behind() -> None:
    assert [start_pos(square) for square in START_SLOTS] == [0, 0, 0, -4, -4, -4]
    assert sum(SPACES[square].front - SPACES[square].back for square in SPACES) == 3 * LAP


@pytest.mark.parametrize("module", [data, track, dicing], ids=lambda module: str(module.__name__))
def test_the_examples_in_docstrings_hold(module: object) -> None:
    tried = doctest.testmod(module)  # type: ignore[arg-type]

    assert tried.attempted
    assert not tried.failed
