"""Where squares lie, by numbers (board 7.3)."""

from math import dist, pi

import pytest

from engine.circus_maximus.printed.tables import TRACK
from engine.track import squares_of
from records.values import Square
from renderers.camera import Camera
from renderers.circus_maximus.geometry import (
    HALF_STRAIGHT,
    INNER_RADIUS,
    LANE_WIDTH,
    LENGTH,
    centre_of,
    edge_of,
    extent_of,
    heading_at,
    heading_of,
    line_through,
    outline_of,
)
from renderers.geometry import Point, turned

SQUARES = list(TRACK.lane)
CORNERS = [section for section in TRACK.data.sections if section.is_corner]


def near(one: Point, other: Point) -> bool:
    return dist(one, other) < 1e-6


def test_the_first_and_last_squares_of_the_straights_lie_where_they_should() -> None:
    # Straight A at the bottom runs to the right, B at the top to the left
    assert near(centre_of(Square("A0.1")), Point(-HALF_STRAIGHT + LENGTH / 2, INNER_RADIUS + LANE_WIDTH / 2))
    assert near(centre_of(Square("A33.8")), Point(HALF_STRAIGHT - LENGTH / 2, INNER_RADIUS + 7.5 * LANE_WIDTH))
    assert near(centre_of(Square("B0.1")), Point(HALF_STRAIGHT - LENGTH / 2, -INNER_RADIUS - LANE_WIDTH / 2))
    assert near(centre_of(Square("B33.8")), Point(-HALF_STRAIGHT + LENGTH / 2, -INNER_RADIUS - 7.5 * LANE_WIDTH))


@pytest.mark.parametrize("corner", CORNERS, ids=lambda corner: corner.id)
@pytest.mark.parametrize("lane", range(1, 9))
def test_rule_7_3_a_corner_is_a_half_ring_that_each_lane_shares_out_evenly(corner: object, lane: int) -> None:
    section = next(each for each in CORNERS if each is corner)
    squares = list(squares_of(section, lane))
    middle = Point(HALF_STRAIGHT if section.id == "D" else -HALF_STRAIGHT, 0)
    radius = INNER_RADIUS + (lane - 0.5) * LANE_WIDTH

    assert len(squares) == (6, 9, 12, 15, 19, 22, 25, 28)[lane - 1]
    for square in squares:
        assert dist(centre_of(square), middle) == pytest.approx(radius)
        back, front = extent_of(square)
        assert front - back == pytest.approx(1 / len(squares))
    headings = [heading_of(square) for square in squares]
    assert headings[-1] - headings[0] == pytest.approx(180 - 180 / len(squares))


@pytest.mark.parametrize(("section", "start", "end"), [("A", 0, 0), ("D", 0, 180), ("B", 180, 180), ("E", 180, 0)])
def test_travel_is_anticlockwise(section: str, start: int, end: int) -> None:
    assert heading_at(section, 0) == start
    assert heading_at(section, 1) == end


def test_every_square_begins_where_the_one_behind_it_ends() -> None:
    for square, ahead in TRACK.ahead.items():
        for one, other in zip(edge_of(square, 1), edge_of(ahead, 0), strict=True):
            assert near(one, other), (square, ahead)


def test_ahead_lies_in_the_direction_of_the_heading_and_inside_to_its_left() -> None:
    for square in SQUARES:
        here = centre_of(square)
        ahead = centre_of(TRACK.ahead[square])
        assert turned(Point(ahead.x - here.x, ahead.y - here.y), -heading_of(square)).x > 0, square
        inside = TRACK.beside["inside"].get(square)
        if inside is not None:
            there = centre_of(inside)
            assert turned(Point(there.x - here.x, there.y - here.y), -heading_of(square)).y < 0, square


def test_abreast_squares_have_the_same_heading() -> None:
    for square in SQUARES:
        inside = TRACK.beside["inside"].get(square)
        if inside is not None and square not in TRACK.limit:
            assert heading_of(square) == heading_of(inside)
            assert dist(centre_of(square), centre_of(inside)) == pytest.approx(LANE_WIDTH)


def test_no_two_squares_lie_closer_than_a_square_is_long() -> None:
    centres = sorted((centre_of(square), square) for square in SQUARES)
    for place, (one, square) in enumerate(centres):
        for other, another in centres[place + 1 :]:
            if other.x - one.x >= LENGTH:
                break
            assert dist(one, other) >= LENGTH - 1e-6, (square, another)


def test_outlines_enclose_as_much_as_the_squares_are_large() -> None:
    # A ring of lane 1 in a corner: half of pi times (80² - 40²), shared by 6
    area = _area(outline_of(Square("D2.1"), steps=64))
    assert area == pytest.approx(pi / 2 * ((INNER_RADIUS + LANE_WIDTH) ** 2 - INNER_RADIUS**2) / 6, rel=1e-3)
    assert _area(outline_of(Square("A5.5"))) == pytest.approx(LENGTH * LANE_WIDTH)


def _area(outline: list[Point]) -> float:
    pairs = zip(outline, [*outline[1:], outline[0]], strict=True)
    return abs(sum(one.x * other.y - other.x * one.y for one, other in pairs)) / 2


def test_a_line_through_a_corner_keeps_to_its_lane() -> None:
    squares = list(squares_of(CORNERS[0], 1))
    for point in line_through(squares):
        assert dist(point, Point(HALF_STRAIGHT, 0)) == pytest.approx(INNER_RADIUS + LANE_WIDTH / 2)
    assert list(line_through([])) == []


def test_a_camera_brings_its_middle_to_its_place_and_turns_around_it() -> None:
    camera = Camera(Point(100, 50), (400, 260), zoom=2, turn=-90)

    assert camera.see(Point(100, 50)) == (400, 260)
    assert camera.see(Point(100, 40)) == pytest.approx((420, 260))  # up is turned to the right, and enlarged
    assert camera.heading(90) == 0
