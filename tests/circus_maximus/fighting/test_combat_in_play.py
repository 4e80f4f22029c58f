"""Attacks in the middle of a turn: who is asked when, and what it means for the phases after (6.21, 9.1 to 9.6)."""

from engine.circus_maximus.words.asks import (
    Attack,
    Avoid,
    ChooseWayOut,
    Meet,
    MeetAttack,
)
from engine.circus_maximus.words.state import Race
from engine.session import Session
from records.values import Square
from tests.circus_maximus.builders import (
    BLUE,
    GREEN,
    RED,
    a_chariot,
    a_race,
    a_session,
    asked,
    unrolled,
)


def a_chain(*dice: int) -> Session[Race]:
    """Red lashes blue's driver, who swerves towards green."""
    red, blue, green = (
        a_chariot("A20.3", written=5, endurance=0),
        a_chariot("A20.4", written=10),
        a_chariot("A20.5", written=10),
    )
    session = a_session(a_race(red, blue, green, resume="draw", cup=[RED]), 3, 4, 3, 4, 4, 4, *dice)
    session.answer(RED, Attack(BLUE, "driver", "lash"))
    session.answer(BLUE, Meet(avoid=False))
    return session


def test_rule_9_61_a_lash_may_drive_its_victim_into_a_third_who_is_asked_too() -> None:
    session = a_chain(6, 6, 1, 1)

    assert list(session.open) == [GREEN]
    assert session.open[GREEN].question == MeetAttack(BLUE, "car", "ram", ("brake", "evade"), modifier=-3)
    session.answer(GREEN, Meet(avoid=True))
    assert session.open[GREEN].question == ChooseWayOut(BLUE, ("brake", "evade"), Square("A21.6"))
    session.answer(GREEN, Avoid("evade"))

    # The chain is over, blue has not moved, and red goes on with what it has left
    chariots = session.state.chariots
    assert [chariots[entry].square for entry in (RED, BLUE, GREEN)] == ["A20.3", "A20.4", "A21.6"]
    assert (chariots[BLUE].penalty, chariots[GREEN].evade_debit) == (1, 1)
    assert asked(session).factors == 4
    assert asked(session).attacks == ()
    assert unrolled(session) == 0
