"""Track geometry, and the checks when a track is loaded."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from engine.track import OPPOSITE, SIDES, BadTrack, Track, load_track, square_name, squares_of
from records.values import Square

OVAL: dict[str, Any] = {
    "name": "small oval",
    "lanes": 3,
    "laps": 2,
    "sections": [
        {"id": "A", "first": 0, "squares": [4, 4, 4]},
        {"id": "D", "squares": [2, 3, 5], "limits": [4, 5, 6]},
        {"id": "B", "first": 0, "squares": [3, 3, 3]},
        {"id": "E", "squares": [2, 3, 5], "limits": [4, 5, 6]},
    ],
    "start_section": "A",
    "start_rows": [{"car": 0, "team": 1}],
    "grey_until": 2,
    "finish_before": "E",
}


def a_track(**changes: Any) -> Track:
    return load_track(msgspec.json.encode(OVAL | changes))


def with_section(place: int, **changes: Any) -> dict[str, Any]:
    sections = [dict(section) for section in OVAL["sections"]]
    sections[place] |= changes
    return {"sections": sections}


def test_squares_follow_each_other_round_each_lane() -> None:
    track = a_track()
    for lane, length in ((1, 11), (2, 13), (3, 17)):
        start = square_name("A", 0, lane)
        square, count = track.ahead[start], 1
        while square != start:
            assert track.lane[square] == lane
            assert track.behind[track.ahead[square]] == square
            square, count = track.ahead[square], count + 1
        assert count == length


def test_sections_follow_each_other() -> None:
    track = a_track()

    assert track.ahead[Square("A3.2")] == "D1.2"
    assert track.ahead[Square("D3.2")] == "B0.2"
    assert track.ahead[Square("E5.3")] == "A0.3"


def test_on_a_straight_all_lanes_are_abreast() -> None:
    track = a_track()
    for number in range(4):
        square = square_name("A", number, 2)
        assert track.beside["inside"][square] == track.ahead_of["inside"][square] == square_name("A", number, 1)
        assert track.is_parallel(square, "outside")


def test_in_a_corner_squares_meet_by_their_exact_edges() -> None:
    # Lane 2 has thirds, lane 3 fifths: the second third lies from 5/15 to 10/15, over the second to fourth fifth
    track = a_track()

    assert track.beside["outside"][Square("D2.2")] == "D2.3"
    assert track.ahead_of["outside"][Square("D2.2")] == "D4.3"
    assert not track.is_parallel(Square("D2.2"), "outside")
    assert track.front[Square("D2.2")] == Fraction(2, 3)


def test_both_ends_of_a_corner_are_parallel() -> None:
    track = a_track()

    assert track.is_parallel(Square("D1.2"), "outside")
    assert track.is_parallel(Square("D3.2"), "outside")
    assert track.ahead_of["outside"][Square("D1.1")] == "D1.2"
    assert track.beside["outside"][Square("D2.1")] == "D3.2"


def test_walls_have_no_neighbours_and_corners_have_limits() -> None:
    track = a_track()

    assert Square("A1.1") not in track.beside["inside"]
    assert Square("A1.3") not in track.ahead_of["outside"]
    assert Square("A1.1") not in track.limit
    assert [track.limit[square_name("D", 1, lane)] for lane in (1, 2, 3)] == [4, 5, 6]


def test_numbers_are_read_back_from_names() -> None:
    track = a_track()

    assert track.number(Square("D5.3")) == 5
    section = track.data.sections[1]
    assert list(squares_of(section, 2)) == ["D1.2", "D2.2", "D3.2"]
    assert [OPPOSITE[side] for side in SIDES] == ["outside", "inside"]


@pytest.mark.parametrize(
    "changes",
    [
        with_section(1, id="A"),
        {"start_section": "Z"},
        {"finish_before": "Z"},
        with_section(1, squares=[2, 3]),
        with_section(1, squares=[2, 0, 5]),
        with_section(1, limits=[4, 5]),
        with_section(0, squares=[4, 4, 5]),
        {"lanes": 4},
    ],
    ids=["two of a name", "no start", "no finish", "too few lanes", "empty", "too few limits", "uneven", "more lanes"],
)
def test_a_track_that_contradicts_itself_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(BadTrack):
        a_track(**changes)


@pytest.mark.parametrize("changes", [{"lanes": "three"}, {"colour": "sand"}, {"sections": [{"id": "A"}]}])
def test_a_file_that_is_no_track_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        a_track(**changes)
