"""What a steward puts right as a turn begins."""

from typing import Any

import msgspec
import pytest

from engine.circus_maximus.words.reasons import CircusReason
from engine.circus_maximus.words.state import Obstacle, Race
from engine.refusals import GameReason
from records.refusals import Refused
from records.values import EntryId, Square
from tests.circus_maximus.builders import BLUE, GREEN, RED, RULES, a_chariot, a_race

CORRECTIONS = RULES.corrections
assert CORRECTIONS is not None


def put_right(race: Race, field: str, value: str, entry: EntryId = RED) -> str:
    """Correct a field, and return what it is now."""
    assert CORRECTIONS is not None
    CORRECTIONS.correct(race, entry, field, value)
    return CORRECTIONS.fields(race, entry)[field]


def refused(race: Race, field: str, value: str) -> Refused:
    """Return why a correction is refused; nothing has changed."""
    before = msgspec.json.encode(race)
    with pytest.raises(Refused) as error:
        put_right(race, field, value)
    assert msgspec.json.encode(race) == before
    return error.value


def one(square: str = "A20.3", **others: Any) -> Race:
    return a_race(a_chariot(square, **others), a_chariot("A20.5"), turn=4)


def test_what_may_be_put_right_is_told_as_it_is() -> None:
    assert CORRECTIONS is not None
    race = one(wheels=(2, 0), horses=(5, 0, 5, 5), has_whip=False)
    assert CORRECTIONS.fields(race, RED) == {
        "square": "A20.3", "endurance": "40", "hits": "7", "whip": "no", "inside wheel": "2", "outside wheel": "0",
        "horse 1": "0", "horse 2": "5", "horse 3": "0", "horse 4": "0",
    }  # fmt: skip


@pytest.mark.parametrize("status", ["out", "finished", "halted"])
def test_of_a_chariot_that_is_gone_nothing_can_be(status: str) -> None:
    assert CORRECTIONS is not None
    assert not CORRECTIONS.fields(one(status=status), RED)
    assert not CORRECTIONS.fields(one(), EntryId(9))
    assert refused(one(status=status), "endurance", "3").reason is GameReason.NOTHING_TO_CORRECT


def test_a_team_that_runs_away_has_no_driver_to_correct() -> None:
    assert CORRECTIONS is not None
    race = one(status="runaway", driver="on foot", has_car=False)
    assert set(CORRECTIONS.fields(race, RED)) == {"square", "horse 1", "horse 2", "horse 3", "horse 4"}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("endurance", "0"), ("endurance", "60"), ("hits", "1"), ("whip", "no"), ("inside wheel", "9"),
        ("outside wheel", "3"), ("horse 2", "4"), ("square", "A25.8"),
    ],
)  # fmt: skip
def test_a_value_is_put_right(field: str, value: str) -> None:
    assert put_right(one(), field, value) == value


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("endurance", "61"), ("endurance", "-1"), ("endurance", "many"), ("endurance", "٣"), ("hits", "0"),
        ("hits", "8"), ("whip", "perhaps"), ("inside wheel", "10"), ("horse 4", "5"), ("square", "A20.9"),
        ("square", ""), ("endurance", "9" * 5000),
    ],
)  # fmt: skip
def test_a_value_that_cannot_be_is_refused(field: str, value: str) -> None:
    error = refused(one(), field, value)
    assert error.reason is GameReason.NO_SUCH_OPTION
    assert error.values["possible"]


def test_what_cannot_be_put_right_is_refused_with_what_can() -> None:
    error = refused(one(), "colour", "red")
    assert error.reason is GameReason.NOTHING_TO_CORRECT
    assert "square" in error.values["possible"]  # type: ignore[operator]


@pytest.mark.parametrize(("to", "taken", "part"), [("A20.5", "A20.5", "team"), ("A21.5", "A20.5", "team"),
                                                  ("A19.5", "A19.5", "car")])  # fmt: skip
def test_a_square_that_is_taken_is_refused(to: str, taken: str, part: str) -> None:
    error = refused(one(), "square", to)
    assert error.reason is CircusReason.SQUARE_TAKEN
    assert error.values == {"by": BLUE, "part": part, "square": taken}


def test_a_chariot_may_be_moved_onto_its_own_squares() -> None:
    assert put_right(one(), "square", "a21.3") == "A21.3"


@pytest.mark.parametrize(
    ("square", "corners", "to", "credited"),
    [
        ("A33.3", 0, "D1.3", 1),  # over the line of the first corner
        ("D1.3", 1, "A33.3", 0),  # and back
        ("D5.3", 1, "B2.3", 1),
        ("B33.3", 1, "E1.3", 2),
        ("E1.3", 2, "B33.3", 1),
        ("A0.3", 2, "E5.3", 2),
        ("A33.3", 1, "A30.3", 1),  # braked back over the line, it keeps the credit
        ("A33.3", 1, "D1.3", 1),
    ],
)
def test_corners_are_credited_as_the_chariot_is_moved(square: str, corners: int, to: str, credited: int) -> None:
    race = one(square, corners=corners)
    race.markers = corners
    put_right(race, "square", to)
    assert race.chariots[RED].corners == credited
    assert race.markers == max(corners, credited)


@pytest.mark.parametrize(
    ("square", "corners", "to"),
    [("A20.3", 0, "B2.3"), ("A20.3", 0, "E25.8"), ("B33.3", 5, "E1.3")],  # the last one is the finish
)
def test_nobody_is_moved_further_than_to_the_next_section_nor_over_the_line(square: str, corners: int, to: str) -> None:
    assert refused(one(square, corners=corners), "square", to).reason is GameReason.NO_SUCH_OPTION


def test_who_has_endurance_again_does_not_decline() -> None:
    race = one(endurance=0, zero_since=2, decline=1)
    put_right(race, "endurance", "5")
    red = race.chariots[RED]
    assert (red.zero_since, red.decline) == (None, 0)


def test_who_has_none_any_more_declines_from_now_on() -> None:
    race = one()
    put_right(race, "endurance", "0")
    assert race.chariots[RED].zero_since == race.turn


def test_a_horse_that_should_not_have_died_lives_again() -> None:
    race = one(horses=(5, 0, 5, 5))
    put_right(race, "horse 2", "3")
    assert not race.chariots[RED].is_stationary
    assert race.chariots[RED].horses[1].speed == 2


def test_who_is_put_onto_a_wreck_jumps_it_as_his_phase_begins() -> None:
    race = one()
    race.obstacles = [Obstacle("wreck", Square("A24.3"), GREEN)]
    put_right(race, "square", "A24.3")
    crossing = race.chariots[RED].crossing
    assert crossing is not None
    assert (crossing.square, crossing.own) == ("A24.3", False)
    put_right(race, "square", "A27.3")
    assert race.chariots[RED].crossing is None
