"""What a driver may do with his movement factors (6.2 to 6.7, 11.3)."""

from collections.abc import Sequence
from typing import Any

import pytest

from engine.circus_maximus.position import board, steps
from engine.circus_maximus.turn import actions
from engine.circus_maximus.words.asks import Action, Brake, Change, Forward, NextAction, RunInto, Sideslip
from engine.circus_maximus.words.facts import (
    Braked,
    CornerStrained,
    EnduranceGone,
    EnduranceLost,
    Flipped,
    LaneChanged,
    Moved,
    PhaseEnded,
    Sideslipped,
)
from engine.circus_maximus.words.reasons import CircusReason
from engine.circus_maximus.words.state import Chariot, Race
from engine.game import Answer, Reason, Refused
from engine.session import Session
from engine.track import Side
from records.values import Square
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


def test_rule_6_3_forward_is_one_factor_a_square() -> None:
    # Case P2
    session = driving("A20.3", 5)

    facts = session.answer(RED, Forward(3))

    assert facts == [Moved(RED, 3, Square("A23.3"))]
    assert asked(session).factors == 2


@pytest.mark.parametrize(("blocker", "squares"), [("A23.3", 1), ("A22.3", 0), ("A26.3", 4), ("A27.3", 5), ("A23.4", 5)])
def test_rule_6_23_a_drive_ends_behind_a_car(blocker: str, squares: int) -> None:
    assert offered("A20.3", 5, a_chariot(blocker)).forward == squares


def test_rule_6_23_a_chariot_out_of_the_race_is_in_nobodys_way() -> None:
    assert offered("A20.3", 5, a_chariot("A22.3", status="out"), a_chariot("A24.3", status="finished")).forward == 5


@pytest.mark.parametrize("squares", [0, -1])
def test_rule_6_3_there_is_no_driving_backward(squares: int) -> None:
    assert refusal(driving("A20.3", 5), Forward(squares))[0] is Reason.NOT_A_CHOICE


def test_rule_6_3_refusals_say_what_is_in_the_way() -> None:
    session = driving("A20.3", 5, a_chariot("A24.3"))

    assert refusal(session, Forward(6)) == (CircusReason.TOO_FEW_FACTORS, "6.22", {"need": 6, "have": 5})
    taken = {"by": BLUE, "part": "car", "square": "A23.3"}
    assert refusal(session, Forward(3)) == (CircusReason.SQUARE_TAKEN, "6.23", taken)
    session.answer(RED, Forward(2))


def test_rule_6_3_a_slow_chariot_drives_through_a_corner_without_a_stop() -> None:
    session = driving("A32.1", 8)

    assert session.answer(RED, Forward(8))[0] == Moved(RED, 2, Square("D1.1"))  # the first marker falls there
    assert told(session, Moved) == [Moved(RED, 2, Square("D1.1")), Moved(RED, 6, Square("B0.1"))]


def test_rule_6_3_who_is_not_first_in_a_corner_drives_on() -> None:
    session = a_phase(_mover("A32.1", 8), a_chariot("B20.4"), markers=1)

    session.answer(RED, Forward(8))

    assert told(session, Moved) == [Moved(RED, 8, Square("B0.1"))]


# Lane changes (6.4)


@pytest.mark.parametrize(("side", "left", "to"), [("inside", 3, "A21.2"), ("outside", 4, "A21.4")])
def test_rule_6_42_to_the_inside_costs_two_factors_to_the_outside_one(side: Side, left: int, to: str) -> None:
    # Case P3
    session = driving("A20.3", 5)

    facts = session.answer(RED, Change(side))

    assert facts == [LaneChanged(RED, side, Square(to))]
    assert asked(session).factors == left


@pytest.mark.parametrize(
    ("blocker", "changes"),
    [
        ("A22.3", ()),  # the square ahead: no diagonal (6.41)
        ("A23.3", ("inside", "outside")),
        ("A21.4", ("inside",)),  # the target
        ("A22.4", ("inside",)),
        ("A20.4", ("inside",)),  # where the car would go (6.45)
        ("A19.4", ("inside", "outside")),
        ("A23.4", ("inside", "outside")),
        ("A20.2", ("outside",)),
    ],
)
def test_rule_6_45_the_square_ahead_and_both_in_the_new_lane_must_be_free(
    blocker: str, changes: tuple[Side, ...]
) -> None:
    assert offered("A20.3", 5, a_chariot(blocker)).changes == changes


@pytest.mark.parametrize(("factors", "changes"), [(1, ("outside",)), (2, ("inside", "outside"))])
def test_rule_6_2_an_action_needs_its_factors_in_hand(factors: int, changes: tuple[Side, ...]) -> None:
    assert offered("A20.3", factors).changes == changes


@pytest.mark.parametrize(
    ("square", "side", "to"),
    [
        ("D4.2", "inside", "D3.1"),  # by way of D5.2
        ("D4.2", "outside", "D7.3"),
        ("D1.1", "outside", "D3.2"),
        ("A33.4", "inside", "D1.3"),  # onto the first corner square (B3)
        ("A33.4", "outside", "D1.5"),
        ("D15.4", "outside", "B0.5"),
    ],
)
def test_rule_6_42_in_a_corner_one_changes_half_a_square_back_or_ahead(square: str, side: Side, to: str) -> None:
    session = driving(square, 5)

    session.answer(RED, Change(side))

    assert told(session, LaneChanged) == [LaneChanged(RED, side, Square(to))]


@pytest.mark.parametrize(("square", "side", "left"), [("A20.1", "inside", 5), ("A20.8", "outside", 5)])
def test_rule_6_44_who_changes_into_the_wall_flips_a_square_on(square: str, side: Side, left: int) -> None:
    session = driving(square, left)

    session.answer(RED, Change(side))

    ahead = Square(square.replace("20", "21"))
    assert told(session, Moved) == [Moved(RED, 1, ahead)]
    assert told(session, Flipped) == [Flipped(RED, "wall", ahead)]
    assert told(session, PhaseEnded) == [PhaseEnded(RED, None)]


def test_rule_7_33_after_a_forced_sideslip_nobody_goes_inside() -> None:
    session = driving("A20.3", 5, no_inside=True)

    assert asked(session).changes == ("outside",)
    assert refusal(session, Change("inside")) == (CircusReason.NO_INSIDE, "7.33", {})


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


def test_rule_6_4_six_changes_inside_and_ten_squares() -> None:
    # Case P22: lane 7, sixteen squares before the corner, 22 factors
    session = driving("A17.7", 22, horses=(7, 4, 4, 7))
    for _ in range(6):
        session.answer(RED, Change("inside"))
    session.answer(RED, Forward(10))

    assert session.state.chariots[RED].square == "A33.1"
    assert told(session, PhaseEnded) == [PhaseEnded(RED, Square("A33.1"))]


def test_rule_6_32_eight_factors_clear_the_corner_in_lane_1() -> None:
    # Case P23: from the last straight square, car and all, without straining
    session = driving("A33.1", 8)
    session.answer(RED, Forward(8))

    assert session.state.chariots[RED].square == "B1.1"
    assert told(session, CornerStrained) == []


@pytest.mark.parametrize(("lane", "squares", "points"), [(2, 9, 2), (3, 12, 2), (4, 15, 2), (5, 19, 3), (6, 22, 3)])
def test_rule_6_32_clearing_other_lanes_strains(lane: int, squares: int, points: int) -> None:
    # Case P24: the corner's squares and two more
    session = driving(f"A33.{lane}", squares + 2, dice=[1, 1, 1], horses=(6, 6, 6, 6))
    session.answer(RED, Forward(squares + 2))

    assert session.state.chariots[RED].square == f"B1.{lane}"
    assert [fact.points for fact in told(session, CornerStrained)] == [points]


# Braking (6.6)


def test_rule_6_61_braking_burns_factors_for_endurance() -> None:
    # Case P7
    session = driving("A32.1", 4, endurance=9)
    session.answer(RED, Forward(2))

    session.answer(RED, Brake(2))

    assert told(session, Braked) == [Braked(RED, 2)]
    assert told(session, EnduranceLost) == [EnduranceLost(RED, 2, 7, "brake")]
    assert told(session, PhaseEnded) == [PhaseEnded(RED, Square("D1.1"))]


def test_rule_6_61_braking_does_not_lower_the_total_speed() -> None:
    # Case P14: 3 of 12 braked before a corner of 8
    session = driving("A33.1", 12, dice=[1, 1, 1])
    session.answer(RED, Brake(3))
    session.answer(RED, Forward(1))

    assert [fact.points for fact in told(session, CornerStrained)] == [4]
    assert asked(session).factors == 8


@pytest.mark.parametrize(("endurance", "brake"), [(0, 0), (1, 1), (5, 5), (9, 5)])
def test_rule_6_61_no_more_is_braked_than_endurance_and_factors_allow(endurance: int, brake: int) -> None:
    assert offered("A20.3", 5, endurance=endurance).brake == brake


def test_rule_6_61_refusals_of_braking() -> None:
    session = driving("A20.3", 5, endurance=2)

    assert refusal(session, Brake(3)) == (CircusReason.TOO_LITTLE_ENDURANCE, "6.61", {"need": 3, "have": 2})
    assert refusal(session, Brake(6)) == (CircusReason.TOO_FEW_FACTORS, "6.22", {"need": 6, "have": 5})
    assert refusal(session, Brake(0))[0] is Reason.NOT_A_CHOICE
    session.answer(RED, Brake(2))
    assert told(session, EnduranceGone) == [EnduranceGone(RED, -1)]


def test_rule_9_52_who_has_cut_a_horse_free_does_not_brake() -> None:
    session = driving("A20.3", 5, has_cut=True)

    assert asked(session).brake == 0
    assert refusal(session, Brake(1)) == (CircusReason.HAS_CUT, "9.52", {})


# Sideslips of one's own choice (6.7)

AHEAD = a_chariot("A22.3")


@pytest.mark.parametrize(("factors", "sides"), [(2, ()), (3, ("inside", "outside"))])
def test_rule_6_7_a_blocked_driver_may_slip_for_three_factors(factors: int, sides: tuple[Side, ...]) -> None:
    assert offered("A20.3", factors, AHEAD).sideslips == sides


def test_rule_6_7_a_free_driver_may_not() -> None:
    session = driving("A20.3", 5)

    assert asked(session).sideslips == ()
    assert refusal(session, Sideslip("inside")) == (CircusReason.NO_SIDESLIP, "6.71", {})


def test_rule_6_73_a_sideslip_goes_sideways_only() -> None:
    session = driving("A20.3", 5, AHEAD)

    facts = session.answer(RED, Sideslip("outside"))

    assert facts == [Sideslipped(RED, "outside", Square("A20.4"), forced=False)]
    assert asked(session).factors == 2


@pytest.mark.parametrize(
    ("beside", "sides"),
    [
        ("A20.4", ("inside",)),
        ("A19.4", ("inside",)),
        ("A21.4", ("inside",)),
        ("A22.4", ("inside", "outside")),
        ("A20.2", ("outside",)),
    ],
)
def test_rule_6_7_both_squares_must_be_free(beside: str, sides: tuple[Side, ...]) -> None:
    assert offered("A20.3", 5, AHEAD, a_chariot(beside)).sideslips == sides


@pytest.mark.parametrize(("square", "sides"), [("A20.1", ("outside",)), ("A20.8", ("inside",))])
def test_rule_6_7_nobody_slips_into_the_wall_by_choice(square: str, sides: tuple[Side, ...]) -> None:
    blocker = a_chariot(square.replace("20", "22"))
    session = driving(square, 5, blocker)
    wall: Side = "inside" if square.endswith("1") else "outside"

    assert asked(session).sideslips == sides
    assert refusal(session, Sideslip(wall)) == (CircusReason.WALL, "6.7", {"side": wall})


def test_rule_7_33_no_sideslip_inside_after_a_forced_one() -> None:
    session = driving("A20.3", 5, AHEAD, no_inside=True)

    assert asked(session).sideslips == ("outside",)
    assert refusal(session, Sideslip("inside")) == (CircusReason.NO_INSIDE, "7.33", {})


def test_rule_6_7_refusals_of_a_sideslip() -> None:
    session = driving("A20.3", 2, AHEAD, a_chariot("A20.4"), on_grid=False)
    assert refusal(session, Sideslip("inside")) == (CircusReason.TOO_FEW_FACTORS, "6.22", {"need": 3, "have": 2})

    session = driving("A20.3", 5, AHEAD, a_chariot("A20.4"))
    taken = {"by": GREEN, "part": "team", "square": "A20.4"}
    assert refusal(session, Sideslip("outside")) == (CircusReason.SQUARE_TAKEN, "6.23", taken)


@pytest.mark.parametrize(("to", "points"), [("inside", 2), ("outside", 0)])
def test_rule_7_22_a_sideslip_inside_a_corner_strains_like_a_lane_change(to: Side, points: int) -> None:
    # Given red in lane 4 with 14 factors, where 15 are safe, and 12 in lane 3
    session = driving("D5.4", 14, a_chariot("D7.4"), dice=[1, 1, 1])

    session.answer(RED, Sideslip(to))

    assert [fact.points for fact in told(session, CornerStrained)] == ([points] if points else [])


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


def test_rule_11_3_a_silent_driver_strains_through_corners() -> None:
    assert offered("A33.1", 12).forward == 12


def test_rule_11_3_silence_drives_the_phase_to_its_end() -> None:
    session = driving("A20.3", 12, a_chariot("A25.3"))
    while RED in session.open and not session.open[RED].secret:
        session.answer(RED, session.open[RED].default)

    assert told(session, Moved) == [Moved(RED, 3, Square("A23.3")), Moved(RED, 6, Square("A29.4"))]
    assert told(session, Sideslipped) == [Sideslipped(RED, "outside", Square("A23.4"), forced=False)]


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


@pytest.mark.parametrize(
    ("square", "side", "to"),
    [
        ("A20.3", "inside", "A21.2"),
        ("A20.3", "outside", "A21.4"),
        ("A20.1", "inside", None),
        ("A20.8", "outside", None),
        ("D4.2", "inside", "D3.1"),
    ],
)
def test_rule_9_31_evading_is_a_lane_change_but_never_into_the_wall(square: str, side: Side, to: str | None) -> None:
    assert evading(square, side) == to


@pytest.mark.parametrize("blocker", ["A22.3", "A21.4", "A20.4", "A22.4"])
def test_rule_9_31_evading_needs_the_same_free_squares(blocker: str) -> None:
    assert evading("A20.3", "outside", a_chariot(blocker)) is None


def test_rule_7_33_no_evading_inside_after_a_forced_sideslip_nor_into_a_strain() -> None:
    assert evading("A20.3", "inside", no_inside=True) is None
    assert evading("A20.3", "outside", no_inside=True) == "A21.4"
    assert evading("A33.2", "inside", no_strain=1, has_moved=True, last_speed=9) is None
    assert evading("A33.2", "inside", no_strain=1, has_moved=True, last_speed=8) == "D1.1"
