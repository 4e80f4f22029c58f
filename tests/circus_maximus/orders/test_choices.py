"""The real choices of a turn, the ways on, and the way that needs no question (6.2, 6.11, 6.52, S-80)."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from engine.circus_maximus.orders.advice import good_ways
from engine.circus_maximus.orders.choices import MOST, Choice, choices
from engine.circus_maximus.orders.orders import Ahead, Orders
from engine.circus_maximus.orders.passing import passed_by, places_gained
from engine.circus_maximus.orders.unasked import unasked
from engine.circus_maximus.printed.editions import EDITIONS
from engine.circus_maximus.printed.odds import strain_odds
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.seen.forecast import forecast
from engine.circus_maximus.seen.risks import CornerRisk
from engine.circus_maximus.seen.views import RaceView, view_for
from engine.circus_maximus.words.asks import Begin, BeginPhase, Forward, NextAction, Speed, WriteSpeed
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.state import Chariot
from engine.questions import Ask
from tests.circus_maximus.builders import BLUE, GREEN, RED, a_chariot, a_phase, a_race

WHIPS = Orders(ahead=Ahead(turn=3, whips=True))
FORESEEN = BeginPhase(may_strain=True, gain=0, may_cut=False)


def speeds(*chariots: Chariot, writes_s: bool = False) -> tuple[RaceView, Ask]:
    """Return the question for red's speed."""
    for each in chariots:
        each.on_grid = False
    race = a_race(*chariots, turn=4, options=Options(written_straining=writes_s))
    question = WriteSpeed(20, may_strain=writes_s)
    return view_for(race, {}, [RED]), Ask(RED, question, Speed(0), secret=True)


def driving(*others: Chariot, square: str = "A10.1", written: int = 9) -> tuple[RaceView, Ask]:
    """Return the question for red's next action; it has no whip to be asked about before."""
    own = a_chariot(square, written=written, has_whip=False)
    for each in (own, *others):
        each.on_grid = False
    session = a_phase(own, *others)
    assert isinstance(session.open[RED].question, NextAction)
    view: RaceView = session.view([RED])
    return view, session.open[RED]


def test_the_choices_are_two_or_three_and_differ_in_speed_or_whip() -> None:
    view, ask = speeds(a_chariot("A10.3"), a_chariot("A14.5"))

    found = choices(view, ask)

    assert 2 <= len(found) <= MOST
    assert len({(each.speed, each.whips) for each in found}) == len(found)
    assert {each.whips for each in found} == {False, True}, "the whip is a choice of its own"
    for each in found:
        ask.question.verify(each.speed)
        assert each.begin == Begin(each.whips)


def test_where_nobody_may_whip_no_choice_does() -> None:
    for own in (a_chariot("A10.3", has_whip=False), a_chariot("A10.3", endurance=0)):
        found = choices(*speeds(own, a_chariot("A14.5")))
        assert found
        assert not any(each.whips for each in found)


def test_an_s_is_written_with_the_speed_and_no_whip_chosen_besides() -> None:
    found = choices(*speeds(a_chariot("A10.3"), a_chariot("A14.5"), writes_s=True))

    assert found
    assert not any(each.whips for each in found)


@pytest.mark.parametrize(
    ("question", "is_set"),
    [
        (FORESEEN, True),
        (BeginPhase(may_strain=True, gain=2, may_cut=False), False),
        (BeginPhase(may_strain=True, gain=0, may_cut=True), False),
    ],
)
def test_what_was_set_answers_only_the_question_that_was_foreseen(question: BeginPhase, is_set: bool) -> None:
    """A lash or a dead horse since then is news: its driver is asked."""
    view, _ = driving()

    followed = unasked(view, Ask(RED, question, Begin()), WHIPS)

    assert (followed is not None and followed.answer == Begin(strain=True)) == is_set


@pytest.mark.parametrize("orders", [None, Orders(), Orders(ahead=Ahead(turn=2, whips=True))])
def test_without_a_choice_in_this_turn_all_is_asked(orders: Orders | None) -> None:
    view, ask = driving()

    assert unasked(view, Ask(RED, FORESEEN, Begin()), orders) is None
    assert unasked(view, ask, orders) is None


def test_a_clear_road_is_driven_without_a_question() -> None:
    view, ask = driving(a_chariot("A25.7"))

    followed = unasked(view, ask, WHIPS)

    assert followed is not None
    assert followed.answer == Forward(9)
    assert followed.clause == "line-only"


def test_a_jump_over_lanes_is_asked_for() -> None:
    view, ask = driving(a_chariot("A25.7"), square="A10.5")

    assert sum(not isinstance(step, Forward) for step in good_ways(view, ask)[0].steps) > 1
    assert unasked(view, ask, WHIPS) is None


@pytest.mark.parametrize(
    ("others", "why"),
    [
        (["A14.1"], "on the way"),
        (["A15.2"], "beside the way"),
        (["A20.1"], "just beyond it"),
    ],
)
def test_with_somebody_within_reach_the_way_is_asked_for(others: list[str], why: str) -> None:
    view, ask = driving(*(a_chariot(each) for each in others))

    assert unasked(view, ask, WHIPS) is None, why


def test_a_way_that_endangers_the_chariot_is_shown_before_it_is_taken() -> None:
    view, ask = driving(square="A31.1", written=17)

    ways = good_ways(view, ask)

    assert forecast(view, ask, ways[0].steps).risks or len(ways[0].steps) > 1
    assert unasked(view, ask, WHIPS) is None


def test_lessons_are_always_asked() -> None:
    view, ask = driving(a_chariot("A25.7"))

    assert unasked(replace(view, options=replace(view.options, lesson=1)), ask, WHIPS) is None


def whipping(square: str) -> Choice:
    """Return red's choice with the whip."""
    view, ask = speeds(a_chariot(square, last_speed=21), a_chariot("A14.5"))
    return next(each for each in choices(view, ask) if each.whips)


def test_the_share_that_crashes_is_over_all_faces_of_the_whip() -> None:
    whipped = whipping("D16.5")  # lane 5 is safe at 18, which is what it writes

    basic = EDITIONS["basic"]
    assert whipped.crash == Fraction(sum(strain_odds(basic, face, 0)["FP"] for face in range(1, 7)), 6 * 216)
    assert round(100 * float(whipped.crash), 1) == 9.7
    assert whipped.crash > 2 * whipped.run.course.flip_chance, "with the die at its mean half of it is not seen"


def test_the_share_that_crashes_counts_slides_into_the_wall() -> None:
    whipped = whipping("A31.5")
    risks = [risk for course in whipped.courses for risk in course.forecast.risks]
    odds = [strain_odds(EDITIONS["basic"], points, 0) for points in (1, 2)]  # with a 5 and a 6, in lane 7

    assert [isinstance(risk, CornerRisk) and risk.lane for risk in risks] == [7, 7]
    assert whipped.crash == Fraction(sum(each["FP"] + each["SS"] for each in odds), 6 * 216)


def test_without_the_whip_the_share_is_that_of_the_way() -> None:
    view, ask = speeds(a_chariot("D16.5", last_speed=21), a_chariot("A14.5"))
    for each in choices(view, ask):
        if not each.whips:
            assert each.crash == each.run.course.flip_chance


def test_a_second_way_leads_to_another_lane_and_burns_no_more() -> None:
    for square in ("A10.3", "A26.2", "D4.5", "B12.6"):
        view, ask = driving(a_chariot("A14.3"), square=square, written=12)
        best, *others = good_ways(view, ask)
        lanes = [TRACK.lane[forecast(view, ask, way.steps).end] for way in (best, *others)]
        assert len(set(lanes)) == len(lanes) <= 2
        assert all(way.worth <= best.worth for way in others)


def test_who_is_passed_was_ahead_and_is_behind_then() -> None:
    view, ask = driving(a_chariot("A14.5", last_speed=20), a_chariot("A16.7"), a_chariot("A30.1"), a_chariot("A6.1"))
    own, seen = view.chariot(RED), forecast(view, ask, [Forward(9)])

    assert [each.entry for each in passed_by(view, own, seen)] == [GREEN, BLUE]
    assert places_gained(view, own, seen) == 1, "blue goes on by 20; green stays, and so is passed"
