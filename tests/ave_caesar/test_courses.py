"""The four courses: links, lanes, lengths, and what is refused on load (9.3 to 9.5)."""

from typing import Any

import msgspec
import pytest

from engine.ave_caesar.courses import (
    COURSES,
    DIRECTIONS,
    FINISH,
    SHORTEST,
    BadCourse,
    CourseData,
    CourseName,
    Direction,
    Space,
    check_course,
    course,
    load_course,
    runway,
)
from engine.ave_caesar.data import DECK

every_course = pytest.mark.parametrize("name", COURSES)
both_ways = pytest.mark.parametrize("direction", DIRECTIONS)


@pytest.mark.parametrize(("coin", "on_a", "on_b"), [(True, 80, 78), (False, 79, 76)])
@every_course
@both_ways
def test_t02_and_rule_9_3_how_long_the_shortest_way_is_with_the_alley_and_without(
    name: CourseName, direction: Direction, coin: bool, on_a: int, on_b: int
) -> None:
    way = runway(name, direction)

    assert {way.remaining[start, 0, coin] for start in way.starts} == {on_a if way.data.side == "A" else on_b}


@pytest.mark.parametrize(("side", "spare"), [("A", 4), ("B", 6)])
def test_t01_a_deck_has_24_cards_and_a_few_points_to_spare(side: Any, spare: int) -> None:
    assert (len(DECK), sum(DECK), sum(DECK) - SHORTEST[side]) == (24, 84, spare)


@pytest.mark.parametrize(
    ("space", "crossings", "coin", "steps"),
    [("26d", 0, True, 80), ("22b", 2, True, 32), ("22b", 2, False, 31), ("26b", 3, False, 1)],
)
def test_t36_remaining_distances(space: str, crossings: int, coin: bool, steps: int) -> None:
    assert runway("white", "clockwise").remaining[Space(space), crossings, coin] == steps


@every_course
def test_rule_a15_both_directions_use_the_same_steps_backwards(name: CourseName) -> None:
    one, other = runway(name, "clockwise"), runway(name, "anticlockwise")

    steps = {(space, onward) for space, nexts in one.ahead.items() for onward in nexts}
    assert steps == {(onward, space) for space, nexts in other.ahead.items() for onward in nexts}
    assert one.line == {(onward, space) for space, onward in other.line}


@every_course
@both_ways
def test_rule_a07_the_alley_is_longer_than_any_card(name: CourseName, direction: Direction) -> None:
    way = runway(name, direction)

    assert len(way.alley) == (7 if way.data.side == "A" else 8) > 6


@every_course
@both_ways
def test_rule_7_9_the_line_crosses_the_alley_in_its_middle(name: CourseName, direction: Direction) -> None:
    way = runway(name, direction)
    entered, left = way.alley_entry[1], way.alley_exit[0]

    assert any(start in way.alley for start, _ in way.line)
    assert all(entered not in step and left not in step for step in way.line)


@every_course
@both_ways
def test_rule_7_9_nobody_can_be_on_the_last_lap_with_a_coin_outside_the_alley(
    name: CourseName, direction: Direction
) -> None:
    way = runway(name, direction)
    reached = {(start, 0, True) for start in way.starts}
    waiting = list(reached)
    while waiting:
        for there in way.steps(waiting.pop()):
            if there not in reached:
                reached.add(there)
                waiting.append(there)

    assert all(not coin for _, crossings, coin in reached if crossings >= 3)
    assert any(space == FINISH for space, _, _ in reached)
    assert all(situation in way.remaining for situation in reached)  # none of them is stranded


@every_course
@both_ways
def test_rule_7_1_no_step_changes_lanes_through_a_wall(name: CourseName, direction: Direction) -> None:
    data, way = course(name), runway(name, direction)
    walls = {frozenset(border[:2]) for border in data.borders if border[2] == "wall"}

    assert walls
    assert not [wall for wall in walls for space in wall for onward in way.ahead[space] if onward in wall]


def broken(change: dict[str, Any]) -> CourseData:
    return msgspec.structs.replace(course("white"), **change)


def test_a_sound_course_is_accepted() -> None:
    check_course(broken({}))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"edges": (*course("white").edges, ("10b", "99z", "ahead"))}, "leads to no space"),
        ({"edges": (*course("white").edges, ("11b", "10b", "ahead"))}, "a link stands twice"),
        ({"edges": (*course("white").edges, ("10b", "12N", "over"))}, "unknown kind"),
        ({"edges": tuple(edge for edge in course("white").edges if edge[0] != "12N")}, "dead end"),
        ({"edges": (*course("white").edges, ("17b", "10b", "ahead"))}, "does not lead forward"),
        ({"edges": (*course("white").edges, ("06b1", "12N", "ahead"))}, "the shortest way from 26d has"),
        ({"edges": (*course("white").edges, ("22b", "A1", "alley-in"))}, "the alley is not entered"),
        ({"borders": (*course("white").borders, ("10b", "99z", "wall"))}, "lies between no two spaces"),
        ({"borders": (*course("white").borders, ("01b", "01a", "wall"))}, "both a wall and dashed"),
        ({"spaces": (*course("white").spaces, course("white").spaces[0])}, "a space stands twice"),
    ],
)
def test_a_course_that_contradicts_itself_is_refused(change: dict[str, Any], said: str) -> None:
    with pytest.raises(BadCourse, match=said):
        check_course(broken(change))


def test_a_step_that_is_barred_must_exist() -> None:
    directions = dict(course("white").directions)
    directions["clockwise"] = msgspec.structs.replace(
        directions["clockwise"], coin_lap2_forbidden_edges=((Space("10b"), Space("12N")),)
    )

    with pytest.raises(BadCourse, match="a step is barred that does not exist"):
        check_course(broken({"directions": directions}))


def test_something_else_is_no_course() -> None:
    with pytest.raises(msgspec.ValidationError):
        load_course(b'{"name": "green"}')
