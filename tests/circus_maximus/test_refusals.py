"""What a player reads who asks for what cannot be done: the reason, the rule and what stands in the way."""

from typing import Any

import pytest

from engine.circus_maximus.asks import Attack, Brake, Forward, Meet, NextAction, Preparation, RunInto
from engine.circus_maximus.reasons import CircusReason
from engine.circus_maximus.refusals import explain
from engine.circus_maximus.state import Chariot
from engine.game import Answer, Ask, Reason, Refused
from engine.session import Session
from engine.values import Faction
from tests.circus_maximus.builders import BLUE, GREEN, RED, a_chariot, a_phase, asked

LASH, RAM = Attack(BLUE, "team", "lash"), Attack(BLUE, "team", "ram")


def refusal(session: Session[Any], answer: Answer) -> tuple[object, str | None, dict[str, object]]:
    with pytest.raises(Refused) as refused:
        session.answer(RED, answer)
    return refused.value.reason, refused.value.rule, refused.value.values


def driving(*others: Chariot, square: str = "A20.3", written: int = 5, **red: Any) -> Session[Any]:
    """Return a session in which red is asked what to do; its car is on the square behind *square*."""
    session = a_phase(a_chariot(square, written=written, **red), *others)
    if "start" in session.open[RED].question.kind:
        session.answer(RED, session.open[RED].default)
    return session


def test_rule_9_2_a_chariot_out_of_reach_cannot_be_attacked() -> None:
    session = driving(a_chariot("A22.4"))

    assert refusal(session, RAM) == (CircusReason.NOT_IN_REACH, "9.2", {"target": "team"})


def test_rule_9_2_beside_a_team_there_is_no_driver_to_lash() -> None:
    session = driving(a_chariot("A19.4"))

    assert LASH in asked(session).attacks
    assert refusal(session, Attack(BLUE, "driver", "lash")) == (CircusReason.NOT_IN_REACH, "9.2", {"target": "driver"})


def test_rule_9_2_at_the_wall_there_is_one_side() -> None:
    session = driving(a_chariot("A19.2"), square="A20.1")

    assert RAM in asked(session).attacks
    assert refusal(session, Attack(GREEN, "team", "ram"))[0] is CircusReason.NOT_IN_REACH


def test_rule_3_4_nobody_attacks_his_own_chariot() -> None:
    session = driving(a_chariot("A19.4", faction=Faction(2)), faction=Faction(2))

    assert refusal(session, RAM) == (CircusReason.OWN_CHARIOT, "3.4", {})


def test_rule_3_8_nobody_attacks_from_the_grid() -> None:
    session = driving(a_chariot("A10.4"), square="A11.3")

    assert refusal(session, RAM) == (CircusReason.ON_THE_GRID, "3.8", {})


def test_rule_9_14_nobody_attacks_twice_from_one_square() -> None:
    session = driving(a_chariot("A19.4", endurance=0), has_whip=True)
    session.answer(RED, LASH)
    if BLUE in session.open:
        session.answer(BLUE, Meet(False))

    assert refusal(session, RAM) == (CircusReason.ATTACKED_HERE, "9.14", {})


def test_rule_9_42_a_lash_needs_a_whip() -> None:
    session = driving(a_chariot("A19.4"), has_whip=False)

    assert RAM in asked(session).attacks
    assert refusal(session, LASH) == (CircusReason.NO_WHIP, "9.42", {})


def test_rule_9_52_a_team_is_safe_on_the_side_of_its_dead_horse() -> None:
    session = driving(a_chariot("A19.4", horses=(0, 5, 5, 5)))

    assert refusal(session, RAM) == (CircusReason.DEAD_HORSE_SIDE, "9.52", {})


def test_rule_9_52_who_has_cut_a_horse_free_does_not_attack() -> None:
    session = driving(a_chariot("A19.4"), has_cut=True)

    assert refusal(session, RAM) == (CircusReason.HAS_CUT, "9.52", {})


def test_rule_10_2_nobody_drives_beyond_the_finish() -> None:
    session = driving(square="B31.3", written=9, corners=5)

    assert refusal(session, Forward(4)) == (CircusReason.BEYOND_THE_FINISH, "10.2", {"at_most": 3})


@pytest.mark.parametrize("answer", [Preparation(1, 1, 1, 1), Meet(False), RunInto()])
def test_rule_6_2_what_was_not_asked_for_has_no_better_reason(answer: Answer) -> None:
    assert refusal(driving(), answer) == (Reason.NOT_A_CHOICE, None, {})


def test_rule_6_2_a_target_that_is_no_chariot_is_out_of_reach() -> None:
    assert refusal(driving(), RAM)[0] is CircusReason.NOT_IN_REACH


def test_rule_6_2_nothing_is_explained_that_is_allowed() -> None:
    # A legal answer never gets here; one that does has no reason to be refused
    session = driving(a_chariot("A19.4"))
    question = NextAction(5, 5, ("inside",), 5, (), ())
    view = session.view([RED])

    for answer in (RAM, Brake(0)):
        refused = explain(view, Ask(RED, question, Forward(1)), answer)
        assert refused.reason is Reason.NOT_A_CHOICE
