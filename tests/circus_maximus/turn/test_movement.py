"""What a driver may do with his movement factors (6.2 to 6.7, 11.3)."""

from collections.abc import Sequence
from typing import Any

import pytest

from engine.circus_maximus.position import board, steps
from engine.circus_maximus.turn import actions
from engine.circus_maximus.words.asks import Action, Brake, Change, Forward, NextAction, RunInto, Sideslip
from engine.circus_maximus.words.facts import (
    EnduranceGone,
)
from engine.circus_maximus.words.reasons import CircusReason
from engine.circus_maximus.words.state import Chariot, Race
from engine.questions import Answer
from engine.refusals import GameReason
from engine.session import Session
from engine.track import Side
from records.refusals import Refused
from tests.circus_maximus.builders import BLUE, GREEN, RED, a_chariot, a_phase, asked, in_phase, told


def driving(square: str, factors: int, *others: Chariot, dice: Sequence[int] = (), **red: Any) -> Session[Race]:
    """Return a session in which red, on *square*, has so many factors to spend."""
    return a_phase(_mover(square, factors, **red), *others, dice=dice)


def _mover(square: str, factors: int, **red: Any) -> Chariot:
    return a_chariot(square, written=factors, **({"has_whip": False} | red))


def offered(square: str, factors: int, *others: Chariot, **red: Any) -> NextAction:
    """Return what a mover could do, whether or not it is asked."""
    race = in_phase(_mover(square, factors, **red), *others, speed=factors)
    return actions.next_action(race, RED)


def refusal(session: Session[Race], answer: Answer) -> tuple[object, str | None, dict[str, Any]]:
    with pytest.raises(Refused) as refused:
        session.answer(RED, answer)
    return refused.value.reason, refused.value.rule, refused.value.values


# Forward (6.3)


def test_rule_6_3_refusals_say_what_is_in_the_way() -> None:
    session = driving("A20.3", 5, a_chariot("A24.3"))

    assert refusal(session, Forward(6)) == (CircusReason.TOO_FEW_FACTORS, "6.22", {"need": 6, "have": 5})
    taken = {"by": BLUE, "part": "car", "square": "A23.3"}
    assert refusal(session, Forward(3)) == (CircusReason.SQUARE_TAKEN, "6.23", taken)
    session.answer(RED, Forward(2))


# Lane changes (6.4)


def test_rule_7_33_nor_into_the_inner_wall() -> None:
    assert offered("A20.1", 5, no_inside=True).changes == ("outside",)


def test_rule_6_4_refusals_of_a_lane_change() -> None:
    session = driving("A20.3", 1, a_chariot("A21.4"))
    assert refusal(session, Change("inside")) == (CircusReason.TOO_FEW_FACTORS, "6.22", {"need": 2, "have": 1})
    in_target = {"by": BLUE, "part": "team", "square": "A21.4"}
    assert refusal(session, Change("outside")) == (CircusReason.SQUARE_TAKEN, "6.23", in_target)

    session = driving("A20.3", 3, a_chariot("A20.4"))
    beside_the_car = {"by": BLUE, "part": "team", "square": "A20.4"}
    assert refusal(session, Change("outside")) == (CircusReason.SQUARE_TAKEN, "6.23", beside_the_car)


# Braking (6.6)


def test_rule_6_61_refusals_of_braking() -> None:
    session = driving("A20.3", 5, endurance=2)

    assert refusal(session, Brake(3)) == (CircusReason.TOO_LITTLE_ENDURANCE, "6.61", {"need": 3, "have": 2})
    assert refusal(session, Brake(6)) == (CircusReason.TOO_FEW_FACTORS, "6.22", {"need": 6, "have": 5})
    assert refusal(session, Brake(0))[0] is GameReason.NOT_A_CHOICE
    session.answer(RED, Brake(2))
    assert told(session, EnduranceGone) == [EnduranceGone(RED, -1)]


# Sideslips of one's own choice (6.7)

AHEAD = a_chariot("A22.3")


@pytest.mark.parametrize(("square", "sides"), [("A20.1", ("outside",)), ("A20.8", ("inside",))])
def test_rule_6_7_nobody_slips_into_the_wall_by_choice(square: str, sides: tuple[Side, ...]) -> None:
    blocker = a_chariot(square.replace("20", "22"))
    session = driving(square, 5, blocker)
    wall: Side = "inside" if square.endswith("1") else "outside"

    assert asked(session).sideslips == sides
    assert refusal(session, Sideslip(wall)) == (CircusReason.WALL, "6.7", {"side": wall})


def test_rule_6_7_refusals_of_a_sideslip() -> None:
    session = driving("A20.3", 2, AHEAD, a_chariot("A20.4"), on_grid=False)
    assert refusal(session, Sideslip("inside")) == (CircusReason.TOO_FEW_FACTORS, "6.22", {"need": 3, "have": 2})

    session = driving("A20.3", 5, AHEAD, a_chariot("A20.4"))
    taken = {"by": GREEN, "part": "team", "square": "A20.4"}
    assert refusal(session, Sideslip("outside")) == (CircusReason.SQUARE_TAKEN, "6.23", taken)


# A silent driver (11.3)


@pytest.mark.parametrize(
    ("others", "endurance", "expected"),
    [
        ([], 9, Forward(5)),
        (["A23.3"], 9, Forward(1)),
        (["A22.3"], 9, Sideslip("outside")),
        (["A22.3", "A20.4"], 9, Sideslip("inside")),
        (["A22.3", "A20.4", "A20.2"], 9, Brake(5)),
        (["A22.3", "A20.4", "A20.2"], 4, RunInto()),
    ],
)
def test_rule_11_3_a_silent_driver_goes_on_as_straight_as_he_can(
    others: list[str], endurance: int, expected: Action
) -> None:
    question = offered("A20.3", 5, *(a_chariot(square) for square in others), endurance=endurance)

    assert actions.default_action(question, ("inside", "outside")) == expected


# Squares (6.23)


def test_rule_6_23_a_chariot_takes_two_squares() -> None:
    race = in_phase(a_chariot("D1.3"), a_chariot("A20.3", status="out"))

    assert board.occupied(race) == {"D1.3": (RED, "team"), "A33.3": (RED, "car")}
    assert board.occupant(race, race.chariots[BLUE].square) is None
    assert not board.is_free(race, race.chariots[RED].square)


# Evading (9.31)


def evading(square: str, side: Side, *others: Chariot, **blue: Any) -> str | None:
    """Return where blue, on *square*, would evade to while red moves."""
    chariot = a_chariot(square, **blue)
    race = in_phase(a_chariot("B5.5"), chariot, *others, mover=RED)
    return steps.evade_square(race, BLUE, side)


@pytest.mark.parametrize("blocker", ["A22.3", "A21.4", "A20.4", "A22.4"])
def test_rule_9_31_evading_needs_the_same_free_squares(blocker: str) -> None:
    assert evading("A20.3", "outside", a_chariot(blocker)) is None
