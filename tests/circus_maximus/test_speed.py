"""Speed arithmetic and the start of a phase (6.1, 6.2, 6.5, 6.9, 7.353, 7.41, 9.51 to 9.53)."""

from collections.abc import Sequence
from typing import Any

import pytest

from engine.circus_maximus.harm import slowing
from engine.circus_maximus.position import speed
from engine.circus_maximus.turn.phase import may_strain
from engine.circus_maximus.words.asks import Begin, BeginPhase, Forward, NextAction
from engine.circus_maximus.words.facts import (
    CornerStrained,
    CuttingFailed,
    EnduranceGone,
    EnduranceLost,
    FactorsLost,
    GainTaken,
    HorseCutFree,
    PhaseBegan,
    PhaseEnded,
    SpeedFell,
    TeamStrained,
)
from engine.circus_maximus.words.reasons import CircusReason
from engine.circus_maximus.words.state import Chariot, Race
from engine.game import Refused, Rolled, Table
from engine.session import Session
from records.values import Square
from tests.circus_maximus.builders import BLUE, RED, a_chariot, a_phase, asked, in_phase, told, unrolled
from tests.scripted_dice import ScriptedDice

NO_WHIP: dict[str, Any] = {"has_whip": False}  # so that nobody is asked whether to strain


def begun(chariot: Chariot, dice: Sequence[int] = (), *, begin: Begin | None = None, turn: int = 3) -> Session[Race]:
    """Return a session in which the phase of *chariot*, who drives alone, has begun."""
    session = a_phase(chariot, dice=dice, turn=turn)
    if begin is not None:
        session.answer(RED, begin)
    return session


# Total speed and movement factors (6.1)


@pytest.mark.parametrize(
    ("written", "penalty", "total"), [(12, 0, 12), (20, 0, 20), (20, 3, 17), (15, 5, 15), (15, 6, 14)]
)
def test_rule_9_43_a_penalty_bites_only_above_the_lowered_maximum(written: int, penalty: int, total: int) -> None:
    session = begun(a_chariot("A1.3", written=written, penalty=penalty, **NO_WHIP))

    assert told(session, PhaseBegan) == [PhaseBegan(RED, written, total, total)]
    assert session.state.chariots[RED].penalty == 0


def test_rule_6_511_factors_spent_in_advance_count_as_speed() -> None:
    # Case P6: evaded to the inside before its phase
    session = begun(a_chariot("A1.3", written=12, evade_debit=2, **NO_WHIP))

    assert told(session, PhaseBegan) == [PhaseBegan(RED, 12, 12, 10)]
    assert session.state.chariots[RED].evade_debit == 0


@pytest.mark.parametrize(("written", "factors"), [(3, 1), (2, 0), (1, 0)])
def test_rule_9_311_a_debit_beyond_the_factors_is_forgiven(written: int, factors: int) -> None:
    session = begun(a_chariot(written=written, evade_debit=2, **NO_WHIP))

    assert told(session, PhaseBegan) == [PhaseBegan(RED, written, written, factors)]


def test_rule_9_41_factors_whipped_into_a_team_are_used_even_above_the_maximum() -> None:
    session = begun(a_chariot("A1.3", written=20, gain_must=3, **NO_WHIP))

    assert told(session, PhaseBegan) == [PhaseBegan(RED, 20, 23, 23)]
    assert session.state.chariots[RED].gain_must == 0


@pytest.mark.parametrize(("takes", "total"), [(True, 6), (False, 5)])
def test_rule_9_41_the_optional_factor_is_the_drivers_choice(takes: bool, total: int) -> None:
    session = begun(a_chariot("A1.3", written=5, gain_may=1, **NO_WHIP))
    assert session.open[RED].question == BeginPhase(False, 1, False)
    assert session.open[RED].default == Begin()

    session.answer(RED, Begin(take_gain=takes))

    assert told(session, PhaseBegan) == [PhaseBegan(RED, 5, total, total)]
    assert told(session, GainTaken) == ([GainTaken(RED, 1)] if takes else [])
    assert session.state.chariots[RED].gain_may == 0


def test_rule_9_41_there_may_be_nothing_to_take() -> None:
    session = begun(a_chariot(written=5))

    with pytest.raises(Refused) as refused:
        session.answer(RED, Begin(take_gain=True))

    assert (refused.value.reason, refused.value.rule) == (CircusReason.NO_GAIN, "9.41")


# The standing start (6.9)


@pytest.mark.parametrize(("written", "die", "total"), [(10, 4, 6), (4, 4, 0), (3, 6, 0)])
def test_rule_6_9_in_the_first_turn_a_die_is_taken_off(written: int, die: int, total: int) -> None:
    session = begun(a_chariot("A3.3", written=written, **NO_WHIP), [die], turn=1)

    assert told(session, PhaseBegan) == [PhaseBegan(RED, written, total, total)]
    assert [rolled.rule for rolled in told(session, Rolled)] == ["6.9"]


def test_rule_6_9_there_is_no_die_in_the_second_turn() -> None:
    session = begun(a_chariot("A3.3", written=10, **NO_WHIP), turn=2)

    assert told(session, PhaseBegan) == [PhaseBegan(RED, 10, 10, 10)]


def test_rule_6_9_straining_is_announced_before_the_die_and_gains_on_top() -> None:
    session = begun(a_chariot("A3.3", written=3), [6, 4], begin=Begin(strain=True), turn=1)

    assert told(session, PhaseBegan) == [PhaseBegan(RED, 3, 4, 4)]
    assert [rolled.rule for rolled in told(session, Rolled)] == ["6.9", "6.52"]


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


def test_rule_6_52_a_die_of_factors_is_gained_for_as_much_endurance() -> None:
    session = begun(a_chariot("A1.3", written=20, endurance=9), [5], begin=Begin(strain=True))

    assert told(session, TeamStrained) == [TeamStrained(RED, 5)]
    assert told(session, EnduranceLost) == [EnduranceLost(RED, 5, 4, "strain")]
    assert told(session, PhaseBegan) == [PhaseBegan(RED, 20, 25, 25)]  # above the maximum


def test_rule_6_52_the_default_is_not_to_strain() -> None:
    session = begun(a_chariot(written=5))

    assert session.open[RED].question == BeginPhase(True, 0, False)
    assert session.open[RED].default == Begin(False, False, False)


def test_rule_6_525_no_more_is_gained_than_there_is_endurance() -> None:
    # Case D37: the last endurance goes, and with it a point of the written speed
    session = begun(a_chariot("A1.3", written=20, endurance=3), [5], begin=Begin(strain=True))

    assert told(session, TeamStrained) == [TeamStrained(RED, 3)]
    assert told(session, EnduranceGone) == [EnduranceGone(RED, -1)]
    assert told(session, PhaseBegan) == [PhaseBegan(RED, 20, 22, 22)]
    assert told(session, SpeedFell) == []


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


def test_rule_9_52_cutting_free_costs_the_dice_less_the_cdm() -> None:
    # Case D19
    session = begun(a_chariot("A20.3", horses=(6, 0, 6, 6), modifier=1, written=12), [4, 3, 2], begin=Begin(cut=True))

    assert told(session, HorseCutFree) == [HorseCutFree(RED, 2, 8)]
    assert told(session, PhaseBegan) == [PhaseBegan(RED, 12, 4, 4)]
    assert asked(session).attacks == ()
    assert asked(session).brake == 0


def test_rule_9_52_who_cannot_pay_fails() -> None:
    # Case D20
    session = begun(a_chariot("A20.3", horses=(6, 0, 6, 6), modifier=1, written=12), [6, 5, 4], begin=Begin(cut=True))

    assert told(session, CuttingFailed) == [CuttingFailed(RED, 2)]
    assert told(session, PhaseBegan) == [PhaseBegan(RED, 12, 0, 0)]
    assert told(session, PhaseEnded) == [PhaseEnded(RED, Square("A20.3"))]
    assert session.state.chariots[RED].is_stationary


@pytest.mark.parametrize(("written", "is_cut"), [(7, False), (8, True)])
def test_rule_9_52_the_speed_must_be_at_least_the_cost(written: int, is_cut: bool) -> None:
    session = begun(a_chariot(horses=(6, 0, 6, 6), modifier=1, written=written), [4, 3, 2], begin=Begin(cut=True))

    assert bool(told(session, HorseCutFree)) is is_cut
    assert session.state.chariots[RED].is_stationary is not is_cut


def test_rule_9_52_cutting_is_the_default_and_excludes_straining() -> None:
    session = begun(a_chariot(horses=(6, 0, 6, 6), written=12))

    assert session.open[RED].question == BeginPhase(False, 0, True)
    assert session.open[RED].default == Begin(cut=True)
    with pytest.raises(Refused) as refused:
        session.answer(RED, Begin(strain=True, cut=True))
    assert (refused.value.reason, refused.value.rule) == (CircusReason.CANNOT_STRAIN, "9.52")


def test_rule_9_52_who_does_not_cut_stands_still() -> None:
    session = begun(a_chariot("D3.1", horses=(6, 0, 6, 6), wheels=(3, 0), written=18), begin=Begin(cut=False))

    assert told(session, PhaseBegan) == [PhaseBegan(RED, 18, 0, 0)]
    assert told(session, FactorsLost) == [FactorsLost(RED, 18)]
    assert told(session, CornerStrained) == []


def test_rule_9_53_a_second_dead_horse_still_holds_the_chariot() -> None:
    session = begun(a_chariot(horses=(6, 0, 0, 6), written=12), [1, 2], begin=Begin(cut=True))

    assert told(session, HorseCutFree) == [HorseCutFree(RED, 2, 3)]
    assert told(session, FactorsLost) == [FactorsLost(RED, 9)]
    assert session.state.chariots[RED].is_stationary


def test_rule_9_52_lash_gains_come_on_top_of_what_cutting_leaves() -> None:
    session = begun(a_chariot("A20.3", horses=(6, 0, 6, 6), written=9, gain_must=2), [1, 1, 1], begin=Begin(cut=True))

    assert told(session, PhaseBegan) == [PhaseBegan(RED, 9, 8, 8)]


# Wheels and corners as a phase begins (7.41, 7.23)


@pytest.mark.parametrize(("written", "rolls"), [(13, 0), (14, 2)])
def test_rule_7_41_at_14_factors_every_damaged_wheel_is_tried(written: int, rolls: int) -> None:
    session = begun(a_chariot("A1.3", wheels=(2, 3), written=written, **NO_WHIP), [6, 6, 6, 6])

    assert [rolled.rule for rolled in told(session, Rolled)] == ["7.41"] * rolls


def test_rule_7_41_the_total_speed_counts() -> None:
    session = begun(a_chariot("A1.3", wheels=(2, 0), written=13, gain_must=1, **NO_WHIP), [6, 6])

    assert len(told(session, Rolled)) == 1


def test_rule_7_41_a_lost_wheel_ends_the_phase() -> None:
    session = begun(a_chariot("D2.1", wheels=(9, 0), written=14, **NO_WHIP), [2, 2])

    assert told(session, PhaseEnded) == [PhaseEnded(RED, None)]
    assert told(session, CornerStrained) == []
    assert session.state.chariots[RED].status == "out"


@pytest.mark.parametrize(
    ("square", "points"), [("D3.1", 2), ("D1.1", 2), ("B0.1", 2), ("A33.1", 0), ("B1.1", 0), ("D3.2", 1)]
)
def test_rule_7_23_who_begins_in_a_corner_too_fast_is_checked(square: str, points: int) -> None:
    # The car counts as well as the team (6.32)
    session = begun(a_chariot(square, written=10, **NO_WHIP), [1, 1, 1])

    assert [fact.points for fact in told(session, CornerStrained)] == ([points] if points else [])


@pytest.mark.parametrize(("written", "is_checked"), [(8, False), (9, True)])
def test_rule_7_2_the_safe_speed_itself_is_safe(written: int, is_checked: bool) -> None:
    session = begun(a_chariot("D3.1", written=written, **NO_WHIP), [1, 1, 1])

    assert bool(told(session, CornerStrained)) is is_checked


# Speed lost in mid-phase (6.2)


def refreshed(race: Race, *, void_strain: bool = False) -> list[SpeedFell]:
    table = Table(ScriptedDice())
    slowing.refresh(race, table, RED, void_strain=void_strain)
    return [fact for fact in table.told if isinstance(fact, SpeedFell)]


def test_rule_7_353_the_written_part_falls_to_the_new_maximum() -> None:
    # Case P10: a team of 16 with a driver of +1, jostled at full speed
    race = in_phase(a_chariot(horses=(4, 4, 4, 4), modifier=1, jostle=-3), speed=17)

    assert refreshed(race) == [SpeedFell(RED, 14, 14)]


@pytest.mark.parametrize(("used", "total", "factors"), [(13, 14, 1), (14, 14, 0), (16, 16, 0)])
def test_rule_7_353_squares_already_run_are_not_taken_back(used: int, total: int, factors: int) -> None:
    race = in_phase(a_chariot(horses=(4, 4, 4, 4), modifier=1, jostle=-3), speed=17)
    assert race.phase is not None
    race.phase.used, race.phase.factors = used, 17 - used

    assert refreshed(race) == [SpeedFell(RED, total, factors)]


def test_rule_7_353_a_written_part_below_the_maximum_stays() -> None:
    race = in_phase(a_chariot(horses=(4, 4, 4, 4), modifier=1, jostle=-3), speed=14)

    assert refreshed(race) == []


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
