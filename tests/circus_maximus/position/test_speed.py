"""Speed arithmetic and the start of a phase (6.1, 6.2, 6.5, 6.9, 7.353, 7.41, 9.51 to 9.53)."""

from typing import Any

import pytest

from engine.circus_maximus.harm import slowing
from engine.circus_maximus.words.asks import Begin
from engine.circus_maximus.words.facts import (
    CornerStrained,
    PhaseEnded,
    SpeedFell,
)
from engine.circus_maximus.words.reasons import CircusReason
from engine.circus_maximus.words.state import Race
from engine.table import Table
from records.refusals import Refused
from tests.circus_maximus.builders import BLUE, RED, a_chariot, a_phase, in_phase, told
from tests.scripted_dice import ScriptedDice

NO_WHIP: dict[str, Any] = {"has_whip": False}  # so that nobody is asked whether to strain


# Total speed and movement factors (6.1)


def test_rule_9_41_there_may_be_nothing_to_take() -> None:
    session = a_phase(a_chariot(written=5))

    with pytest.raises(Refused) as refused:
        session.answer(RED, Begin(take_gain=True))

    assert (refused.value.reason, refused.value.rule) == (CircusReason.NO_GAIN, "9.41")


# Straining (6.52)


@pytest.mark.parametrize("rule_breaker", [Begin(strain=True), Begin(cut=True)])
def test_rule_6_52_what_is_not_allowed_is_refused(rule_breaker: Begin) -> None:
    session = a_phase(a_chariot(written=5, gain_may=1, **NO_WHIP))
    reason, rule = (
        (CircusReason.CANNOT_STRAIN, "6.52") if rule_breaker.strain else (CircusReason.NOTHING_TO_CUT, "9.53")
    )

    with pytest.raises(Refused) as refused:
        session.answer(RED, rule_breaker)

    assert (refused.value.reason, refused.value.rule) == (reason, rule)


# Wheels and corners as a phase begins (7.41, 7.23)


def test_rule_7_41_a_lost_wheel_ends_the_phase() -> None:
    session = a_phase(a_chariot("D2.1", wheels=(9, 0), written=14, **NO_WHIP), dice=[2, 2])

    assert told(session, PhaseEnded) == [PhaseEnded(RED, None)]
    assert told(session, CornerStrained) == []
    assert session.state.chariots[RED].status == "out"


# Speed lost in mid-phase (6.2)


def refreshed(race: Race) -> list[SpeedFell]:
    table = Table(ScriptedDice())
    slowing.refresh(race, table, RED)
    return [fact for fact in table.told if isinstance(fact, SpeedFell)]


def test_rule_9_311_a_debit_above_the_speed_does_not_raise_it() -> None:
    race = in_phase(a_chariot(decline=20), speed=1)
    phase = race.phase
    assert phase is not None
    phase.evade_debit, phase.factors = 2, 0

    assert refreshed(race) == []


def test_rule_6_2_a_loss_does_not_touch_who_is_not_moving() -> None:
    race = in_phase(a_chariot(decline=15), a_chariot("A10.3"), speed=12, mover=BLUE)

    assert refreshed(race) == []
