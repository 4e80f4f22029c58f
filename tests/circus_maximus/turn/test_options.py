"""Written straining: in secret, by whom, and how it is refused (16.6)."""

from typing import Any

import pytest

from engine.circus_maximus.turn import phase
from engine.circus_maximus.turn.turn import write_speed
from engine.circus_maximus.words.asks import NextAction, Speed, WriteSpeed
from engine.circus_maximus.words.facts import PhaseBegan, SpeedsRevealed, StrainsRevealed, TeamStrained
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.reasons import CircusReason
from engine.circus_maximus.words.state import Chariot, Race
from engine.session import Session
from records.refusals import Refused
from tests.circus_maximus.builders import BLUE, RED, a_chariot, a_race, a_session, told

NO_WHIP: dict[str, Any] = {"has_whip": False}  # so that nobody is asked whether to strain


# Written straining (16.6)


def writing(*dice: int) -> Session[Race]:
    """Return a session at the writing of speeds; red is drawn first."""
    race = a_race(a_chariot("A20.3"), a_chariot("A20.6", **NO_WHIP), turn=3)
    race.options = Options(written_straining=True)
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
