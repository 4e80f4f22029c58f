"""A typed plan that risks something is looked at before it is driven."""

from engine.circus_maximus.seen.notation import unpack_plan
from engine.circus_maximus.seen.views import RaceView
from engine.circus_maximus.words.asks import Change, Forward, WriteSpeed
from engine.questions import Ask
from tests.circus_maximus.builders import RED, a_chariot, a_phase
from words.circus_maximus import WORDS
from words.circus_maximus.cockpit import risky


def asked_at(square: str, written: int) -> tuple[RaceView, Ask]:
    """Return what red sees and is asked in its phase, after it has gone on without straining."""
    session = a_phase(a_chariot(square, written=written))
    while session.open[RED].question.kind != "action":
        session.answer(RED, session.open[RED].default)
    view: RaceView = session.view([RED])
    return view, session.open[RED]


def test_rule_6_51_a_plan_into_a_corner_above_its_limit_is_shown_first() -> None:
    view, ask = asked_at("A33.1", written=9)
    plan = (Forward(9),)

    code = risky(view, ask, plan)

    assert code is not None
    assert unpack_plan(code) == plan
    assert "you crash" in WORDS.controls(view, ask, {RED: "Red"}, code).text


def test_rule_6_51_a_plan_at_the_limit_is_driven_at_once() -> None:
    view, ask = asked_at("A33.1", written=8)

    assert risky(view, ask, (Forward(8),)) is None


def test_rule_6_44_a_plan_into_the_wall_is_shown_first() -> None:
    view, ask = asked_at("A10.1", written=8)

    assert risky(view, ask, (Change("inside"),)) == "i"


def test_what_is_no_plan_needs_no_look() -> None:
    view, _ = asked_at("A10.1", written=8)

    assert risky(view, Ask(RED, WriteSpeed(9), Forward(1)), ()) is None
