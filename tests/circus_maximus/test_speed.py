"""Speed arithmetic and the start of a phase (6.1, 6.2, 6.5, 6.9, 7.353, 7.41, 9.51 to 9.53)."""

from collections.abc import Sequence
from typing import Any

import pytest

from engine.circus_maximus.harm import slowing
from engine.circus_maximus.position import speed
from engine.circus_maximus.turn.phase import may_strain
from engine.circus_maximus.words.asks import Begin, Forward, NextAction
from engine.circus_maximus.words.facts import (
    CornerStrained,
    FactorsLost,
    PhaseBegan,
    PhaseEnded,
    SpeedFell,
)
from engine.circus_maximus.words.reasons import CircusReason
from engine.circus_maximus.words.state import Chariot, Race
from engine.game import Refused, Table
from engine.session import Session
from tests.circus_maximus.builders import BLUE, RED, a_chariot, a_phase, in_phase, told, unrolled
from tests.scripted_dice import ScriptedDice

NO_WHIP: dict[str, Any] = {"has_whip": False}  # so that nobody is asked whether to strain


def begun(chariot: Chariot, dice: Sequence[int] = (), *, begin: Begin | None = None) -> Session[Race]:
    """Return a session in which the phase of *chariot*, who drives alone, has begun."""
    session = a_phase(chariot, dice=dice)
    if begin is not None:
        session.answer(RED, begin)
    return session


# Total speed and movement factors (6.1)


def test_rule_9_41_factors_whipped_into_a_team_are_used_even_above_the_maximum() -> None:
    session = begun(a_chariot("A1.3", written=20, gain_must=3, **NO_WHIP))

    assert told(session, PhaseBegan) == [PhaseBegan(RED, 20, 23, 23)]
    assert session.state.chariots[RED].gain_must == 0


def test_rule_9_41_there_may_be_nothing_to_take() -> None:
    session = begun(a_chariot(written=5))

    with pytest.raises(Refused) as refused:
        session.answer(RED, Begin(take_gain=True))

    assert (refused.value.reason, refused.value.rule) == (CircusReason.NO_GAIN, "9.41")


# Straining (6.52)


@pytest.mark.parametrize(
    ("changes", "may"),
    [
        ({}, True),
        ({"endurance": 1}, True),
        ({"endurance": 0}, False),
        ({"modifier": 0}, True),
        ({"modifier": -1}, False),
        ({"modifier": 2, "jostle": -2}, True),
        ({"modifier": 2, "jostle": -3}, False),
        ({"has_whip": False}, False),
        ({"jostled": True}, False),
        ({"no_strain": 1}, False),
        ({"horses": (5, 0, 5, 5)}, False),
        ({"has_cut": True}, False),
    ],
)
def test_rule_6_52_who_may_strain(changes: dict[str, Any], may: bool) -> None:
    assert may_strain(a_chariot(**changes)) is may


def test_rule_6_525_a_speed_below_the_new_maximum_is_not_touched() -> None:
    session = begun(a_chariot("A1.3", written=19, endurance=3), [5], begin=Begin(strain=True))

    assert told(session, PhaseBegan) == [PhaseBegan(RED, 19, 22, 22)]


@pytest.mark.parametrize("rule_breaker", [Begin(strain=True), Begin(cut=True)])
def test_rule_6_52_what_is_not_allowed_is_refused(rule_breaker: Begin) -> None:
    session = begun(a_chariot(written=5, gain_may=1, **NO_WHIP))
    reason, rule = (
        (CircusReason.CANNOT_STRAIN, "6.52") if rule_breaker.strain else (CircusReason.NOTHING_TO_CUT, "9.53")
    )

    with pytest.raises(Refused) as refused:
        session.answer(RED, rule_breaker)

    assert (refused.value.reason, refused.value.rule) == (reason, rule)


# Cutting free (9.52, 9.53)


def test_rule_9_52_who_does_not_cut_stands_still() -> None:
    session = begun(a_chariot("D3.1", horses=(6, 0, 6, 6), wheels=(3, 0), written=18), begin=Begin(cut=False))

    assert told(session, PhaseBegan) == [PhaseBegan(RED, 18, 0, 0)]
    assert told(session, FactorsLost) == [FactorsLost(RED, 18)]
    assert told(session, CornerStrained) == []


def test_rule_9_52_lash_gains_come_on_top_of_what_cutting_leaves() -> None:
    session = begun(a_chariot("A20.3", horses=(6, 0, 6, 6), written=9, gain_must=2), [1, 1, 1], begin=Begin(cut=True))

    assert told(session, PhaseBegan) == [PhaseBegan(RED, 9, 8, 8)]


# Wheels and corners as a phase begins (7.41, 7.23)


def test_rule_7_41_a_lost_wheel_ends_the_phase() -> None:
    session = begun(a_chariot("D2.1", wheels=(9, 0), written=14, **NO_WHIP), [2, 2])

    assert told(session, PhaseEnded) == [PhaseEnded(RED, None)]
    assert told(session, CornerStrained) == []
    assert session.state.chariots[RED].status == "out"


@pytest.mark.parametrize(("written", "is_checked"), [(8, False), (9, True)])
def test_rule_7_2_the_safe_speed_itself_is_safe(written: int, is_checked: bool) -> None:
    session = begun(a_chariot("D3.1", written=written, **NO_WHIP), [1, 1, 1])

    assert bool(told(session, CornerStrained)) is is_checked


# Speed lost in mid-phase (6.2)


def refreshed(race: Race, *, void_strain: bool = False) -> list[SpeedFell]:
    table = Table(ScriptedDice())
    slowing.refresh(race, table, RED, void_strain=void_strain)
    return [fact for fact in table.told if isinstance(fact, SpeedFell)]


@pytest.mark.parametrize(("used", "total", "factors"), [(13, 14, 1), (14, 14, 0), (16, 16, 0)])
def test_rule_7_353_squares_already_run_are_not_taken_back(used: int, total: int, factors: int) -> None:
    race = in_phase(a_chariot(horses=(4, 4, 4, 4), modifier=1, jostle=-3), speed=17)
    assert race.phase is not None
    race.phase.used, race.phase.factors = used, 17 - used

    assert refreshed(race) == [SpeedFell(RED, total, factors)]


def test_rule_7_33_unspent_factors_of_straining_are_void() -> None:
    race = in_phase(a_chariot(), speed=10)
    phase = race.phase
    assert phase is not None
    phase.base, phase.strain, phase.gain_must, phase.gain_may = 4, 3, 2, 1
    phase.used, phase.factors = 3, 7

    assert refreshed(race, void_strain=True) == [SpeedFell(RED, 7, 4)]


def test_rule_9_311_what_was_spent_in_advance_is_not_taken_back_either() -> None:
    race = in_phase(a_chariot(decline=15), speed=12)
    phase = race.phase
    assert phase is not None
    phase.evade_debit, phase.used, phase.factors = 3, 4, 5

    assert refreshed(race) == [SpeedFell(RED, 7, 0)]


def test_rule_9_311_a_debit_above_the_speed_does_not_raise_it() -> None:
    race = in_phase(a_chariot(decline=20), speed=1)
    phase = race.phase
    assert phase is not None
    phase.evade_debit, phase.factors = 2, 0

    assert refreshed(race) == []


def test_rule_6_2_a_loss_does_not_touch_who_is_not_moving() -> None:
    race = in_phase(a_chariot(decline=15), a_chariot("A10.3"), speed=12, mover=BLUE)

    assert refreshed(race) == []


def test_rule_9_43_a_penalty_earned_in_the_phase_counts_for_the_next() -> None:
    race = in_phase(a_chariot(penalty=9), speed=20)

    assert refreshed(race) == []


def test_rule_6_1_the_last_speed_is_remembered() -> None:
    session = begun(a_chariot("A1.3", written=7, **NO_WHIP))
    question = session.open[RED].question
    assert isinstance(question, NextAction)
    session.answer(RED, Forward(7))

    red = session.state.chariots[RED]
    assert (red.last_speed, red.square) == (7, "A8.3")
    assert unrolled(session) == 0


def test_rule_9_312_the_speed_of_an_evasion_is_that_of_this_turn() -> None:
    chariot = a_chariot(written=12, gain_must=2, gain_may=1, last_speed=9)
    race = in_phase(a_chariot("A10.3"), chariot)
    assert speed.turn_speed(race, BLUE) == 14

    chariot.penalty = 10
    assert speed.turn_speed(race, BLUE) == 12

    chariot.has_moved = True
    assert speed.turn_speed(race, BLUE) == 9
    assert speed.turn_speed(race, RED) == 10
