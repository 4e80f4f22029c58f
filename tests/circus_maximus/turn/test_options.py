"""Smaller options: skilled starts and written straining (16.5, 16.6)."""

from typing import Any

import pytest

from engine.circus_maximus.turn import phase
from engine.circus_maximus.turn.turn import write_speed
from engine.circus_maximus.words.asks import Begin, BeginPhase, NextAction, Speed, WriteSpeed
from engine.circus_maximus.words.facts import PhaseBegan, SpeedsRevealed, StrainsRevealed, TeamStrained
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.reasons import CircusReason
from engine.circus_maximus.words.state import Chariot, Race
from engine.game import Refused
from engine.session import Session
from tests.circus_maximus.builders import BLUE, RED, a_chariot, a_race, a_session, told

NO_WHIP: dict[str, Any] = {"has_whip": False}  # so that nobody is asked whether to strain


# Written straining (16.6)


def writing(*dice: int, is_on: bool = True, **red: Any) -> Session[Race]:
    """Return a session at the writing of speeds; red is drawn first."""
    race = a_race(a_chariot("A20.3", **red), a_chariot("A20.6", **NO_WHIP), turn=3)
    race.options = Options(written_straining=is_on)
    return a_session(race, 1, *dice)


def written(session: Session[Race], red: Speed) -> Session[Race]:
    session.answer(RED, red)
    session.answer(BLUE, Speed(5))
    return session


def test_rule_16_6_an_s_is_written_in_secret_and_carried_out() -> None:
    session = writing(4)
    assert session.open[RED].secret
    written(session, Speed(12, strain=True))

    assert told(session, SpeedsRevealed) == [SpeedsRevealed(3, {RED: 12, BLUE: 5})]
    assert told(session, StrainsRevealed) == [StrainsRevealed(3, (RED,))]
    assert told(session, TeamStrained) == [TeamStrained(RED, 4)]
    assert told(session, PhaseBegan) == [PhaseBegan(RED, 12, 16, 16)]
    assert isinstance(session.open[RED].question, NextAction), "nothing is asked at the start of the phase"


def test_rule_h6_an_s_that_is_not_legal_when_the_phase_begins_is_ignored() -> None:
    # Given red's whip is gone by then
    race = a_race(a_chariot("A20.3", written=12, strain_written=True, **NO_WHIP), turn=4, resume="draw", cup=[RED])
    race.options = Options(written_straining=True)
    session = a_session(race)

    assert told(session, TeamStrained) == []
    assert told(session, PhaseBegan) == [PhaseBegan(RED, 12, 12, 12)]


def test_rule_h6_the_start_of_a_phase_still_asks_for_what_else_is_to_decide() -> None:
    race = a_race(a_chariot("A20.3", written=12, strain_written=True, gain_may=1), turn=4, resume="draw", cup=[RED])
    race.options = Options(written_straining=True)
    session = a_session(race, 3)

    assert session.open[RED].question == BeginPhase(False, 1, False)
    assert session.open[RED].default == Begin()
    session.answer(RED, Begin(take_gain=True))

    assert told(session, PhaseBegan) == [PhaseBegan(RED, 12, 16, 16)]


@pytest.mark.parametrize(
    ("changes", "may"),
    [
        ({}, True),
        ({"has_whip": False}, True),  # one may still be grabbed (CM-34)
        ({"endurance": 1}, True),
        ({"endurance": 0}, False),
        ({"modifier": -1}, False),
        ({"jostle": -1, "modifier": 1}, True),
        ({"jostled": True}, False),
        ({"no_strain": 1}, False),
        ({"horses": (5, 5, 5, 0)}, False),
        ({"blinded_since": 2}, False),
    ],
)
def test_rule_16_6_who_may_write_an_s(changes: dict[str, Any], may: bool) -> None:
    chariot: Chariot = a_chariot(**changes)
    assert phase.may_write_strain(chariot) is may

    race = a_race(chariot)
    assert not write_speed(race, chariot).may_strain
    race.options = Options(written_straining=True)
    question = write_speed(race, chariot)
    assert question.may_strain is may
    assert (Speed(3, strain=True) in question.legal()) is may


def test_rule_16_6_an_s_that_nobody_may_write_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        WriteSpeed(20).verify(Speed(12, strain=True))
    assert (refused.value.reason, refused.value.rule) == (CircusReason.CANNOT_STRAIN, "16.6")
    WriteSpeed(20, may_strain=True).verify(Speed(12, strain=True))
    assert len(WriteSpeed(20, may_strain=True).legal()) == 42


def test_rule_16_6_a_chariot_without_speed_may_still_be_strained() -> None:
    session = writing(4, horses=(1, 1, 1, 1), decline=4)

    assert session.open[RED].question == WriteSpeed(0, may_strain=True)
    assert session.open[RED].default == Speed(0)


def test_rule_16_6_a_silent_driver_writes_no_s_and_without_the_option_nothing_is_told() -> None:
    assert writing().open[RED].default == Speed(20)
    assert told(written(writing(is_on=False), Speed(4)), StrainsRevealed) == []
