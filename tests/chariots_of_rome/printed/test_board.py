"""How tracks are drawn: they close, and no two spaces lie on one another (15.7)."""

from itertools import combinations
from math import cos, dist, radians, sin

import pytest

from engine.chariots_of_rome.printed.board import LANE_WIDTH, TRACK_NAMES, Section, TrackName, track
from records.values import Square

Point = tuple[float, float]


def along(section: Section, lane: int, share: float) -> Point:
    """Return the point of a lane's centre line after a share of a section."""
    out = LANE_WIDTH * (lane - 1)
    if section.is_corner:
        at = radians(section.heading + section.turn * share - 90)
        return section.x + (section.radius + out) * cos(at), section.y + (section.radius + out) * sin(at)
    ahead, right = radians(section.heading), radians(section.heading - 90)
    gone = section.rank_length * section.lengths[lane - 1] * share
    return section.x + gone * cos(ahead) + out * cos(right), section.y + gone * sin(ahead) + out * sin(right)


def centre(name: TrackName, square: Square) -> Point:
    board = track(name)
    space, section = board.spaces[square], board.section_of(square)
    return along(section, space.lane, (space.rank - 0.5) / section.lengths[space.lane - 1])


@pytest.mark.parametrize("name", TRACK_NAMES)
def test_every_section_ends_where_the_next_begins(name: TrackName) -> None:
    board = track(name)
    for section, after in zip(board.sections, (*board.sections[1:], board.sections[0]), strict=True):
        for lane in range(1, board.lanes + 1):
            assert dist(along(section, lane, 1), along(after, lane, 0)) < 0.001


@pytest.mark.parametrize("name", TRACK_NAMES)
def test_no_two_spaces_lie_on_one_another(name: TrackName) -> None:
    centres = [centre(name, square) for square in track(name).spaces]

    assert min(dist(one, other) for one, other in combinations(centres, 2)) > LANE_WIDTH - 0.001


@pytest.mark.parametrize("name", TRACK_NAMES)
def test_a_lap_is_measured_from_the_line_to_the_line(name: TrackName) -> None:
    board = track(name)
    first = board.sections[0].id
    for lane in range(1, board.lanes + 1):
        behind, before = (Square(f"{first}/{lane}/{board.line + more}") for more in (1, 0))
        assert board.along[behind] < 0.05
        assert board.along[before] > 0.95
        assert board.crosses(before, behind)
        assert board.crosses_back(behind, before)
