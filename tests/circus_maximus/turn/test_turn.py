"""The sequence of a turn (5, 6.1, 7.354, 8.43)."""

from typing import Any

import pytest

from engine.circus_maximus.turn.turn import write_speed
from engine.circus_maximus.words.asks import Speed, WriteSpeed
from engine.circus_maximus.words.reasons import CircusReason
from engine.circus_maximus.words.state import Race
from engine.session import Session
from records.refusals import Refused
from tests.circus_maximus.builders import (
    BLUE,
    RED,
    a_chariot,
    a_phase,
    a_race,
    a_session,
    unrolled,
)


def write(session: Session[Race], *speeds: int) -> None:
    for entry, factors in zip(list(session.open), speeds, strict=True):
        session.answer(entry, Speed(factors))


def pass_phases(session: Session[Race]) -> None:
    """Let every phase of the turn go by with the defaults."""
    while not any(ask.secret for ask in session.open.values()):
        for entry, ask in list(session.open.items()):
            session.answer(entry, ask.default)


# Writing speeds (6.11, 6.12)


@pytest.mark.parametrize(
    ("changes", "highest"),
    [
        ({}, 20),
        ({"modifier": 2}, 22),
        ({"jostle": -3}, 17),
        ({"penalty": 4}, 16),
        ({"decline": 6}, 14),
        ({"horses": (5, 5, 0, 5)}, 15),
        ({"modifier": 1, "jostle": -3, "penalty": 1, "decline": 1, "horses": (7, 4, 4, 7)}, 18),
        ({"decline": 50}, 0),
        ({"penalty": 21}, 0),
    ],
)
def test_rule_6_12_no_more_is_written_than_team_and_driver_allow(changes: dict[str, Any], highest: int) -> None:
    question = write_speed(a_race(), a_chariot(**changes))

    assert question == WriteSpeed(highest)
    assert list(question.legal()) == [Speed(factors) for factors in range(highest + 1)]


def test_rule_7_33_a_speed_above_the_safe_one_is_refused_under_the_ban() -> None:
    # Given red stays barred: its modifier is below 0
    session = a_session(a_race(a_chariot("D3.1", jostled=True, modifier=-1)))

    with pytest.raises(Refused) as refused:
        session.answer(RED, Speed(9))
    assert refused.value.reason is CircusReason.TOO_FAST_FOR_CORNER
    assert refused.value.values == {"wanted": 9, "at_most": 8}

    session.answer(RED, Speed(8))


def test_rule_5_3_a_phase_ends_with_a_picture() -> None:
    session = a_session(a_race(a_chariot("A20.3"), a_chariot("A20.5")), 1)
    write(session, 4, 6)
    scenes = len(session.scenes)
    pass_phases(session)

    assert scenes == 1  # the speeds
    assert len(session.scenes) == 3
    assert session.scenes[1].view.chariots[0].square == "A24.3"


# What changes with a turn (5.2 to 5.4)


def test_rule_7_33_no_inside_and_the_marks_of_cutting_last_to_the_end_of_the_turn() -> None:
    session = a_phase(a_chariot(no_inside=True, has_cut=True), a_chariot("A10.5", no_inside=True))

    assert session.state.turn == 4  # red had written nothing
    assert not any(chariot.no_inside or chariot.has_cut for chariot in session.state.chariots.values())


def test_rule_5_2_a_new_turn_forgets_who_has_moved() -> None:
    session = a_session(a_race(a_chariot("A20.3", has_moved=True, order=2), a_chariot("A20.5")), 2)
    write(session, 5, 5)

    red, blue = session.state.chariots[RED], session.state.chariots[BLUE]
    assert (red.has_moved, red.order) == (False, 0)
    assert (blue.has_moved, blue.order) == (False, 1)
    assert unrolled(session) == 0


@pytest.mark.parametrize(("square", "on_grid"), [("A14.3", True), ("A15.3", True), ("A16.3", False)])
def test_rule_3_8_grey_is_left_when_team_and_car_are_off_it(square: str, on_grid: bool) -> None:
    session = a_session(a_race(a_chariot(square)))

    assert session.state.chariots[RED].on_grid is on_grid
