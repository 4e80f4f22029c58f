"""Runaway teams (11.5, 15)."""

from typing import Any

import pytest

from engine.circus_maximus.control import chain
from engine.circus_maximus.harm import injuries
from engine.circus_maximus.position import board, speed
from engine.circus_maximus.turn import actions, runaways
from engine.circus_maximus.words.asks import Attack, Change, Forward, NextAction, RunInto, Sideslip
from engine.circus_maximus.words.facts import (
    BrakedBack,
    DriverDragged,
    Held,
    Moved,
    PhaseBegan,
    RanAway,
    Sideslipped,
    TeamDeclined,
)
from engine.circus_maximus.words.state import Chariot, Crossing, Dragging, Obstacle, Options, Race
from engine.circus_maximus.words.threats import Threat
from engine.session import Session
from engine.track import Side
from records.values import Square
from tests.circus_maximus import combat
from tests.circus_maximus.builders import BLUE, GREEN, RED, a_chariot, a_race, a_session, in_phase, told
from tests.circus_maximus.combat import Script, played

ADVANCED = Options(edition="advanced")


def a_runaway(square: str = "A20.3", **others: Any) -> Chariot:
    """Return a team without car and driver, with a team speed of 20."""
    given: dict[str, Any] = {"status": "runaway", "has_car": False, "driver": "dead", "hits": 0}
    return a_chariot(square, **(given | others))


def a_phase(*chariots: Chariot, dice: tuple[int, ...] = (), turn: int = 4) -> Session[Race]:
    """Return a session on the phase of red, a runaway team."""
    race = a_race(*chariots, turn=turn, resume="draw", cup=[RED])
    race.options = ADVANCED
    return a_session(race, *dice)


def asked_next(race: Race) -> NextAction:
    return actions.next_action(race, RED)


def a_question(*chariots: Chariot, lying: str = "") -> NextAction:
    """Return what red, a runaway team in its phase, may do."""
    race = in_phase(*chariots, speed=6)
    race.options = ADVANCED
    race.obstacles = [Obstacle("wreck", Square(lying), GREEN)] if lying else []
    return asked_next(race)


# Speed (15.22, 15.23)


def test_rule_9_41_what_was_whipped_into_it_counts_besides() -> None:
    session = a_phase(a_runaway(gain_must=4, evade_debit=2))

    assert told(session, PhaseBegan) == [PhaseBegan(RED, 20, 24, 22)]


def test_rule_6_9_the_standing_start_holds_for_it_too() -> None:
    session = a_phase(a_runaway("A3.3"), dice=(4,), turn=2)

    assert told(session, PhaseBegan) == [PhaseBegan(RED, 20, 16, 16)]


def test_rule_8_43_it_declines_until_it_has_no_speed_left() -> None:
    race = a_race(
        a_runaway(endurance=0, zero_since=1, decline=19), a_runaway(endurance=0, zero_since=1, decline=20), a_chariot()
    )
    race.options = ADVANCED

    assert told(a_session(race), TeamDeclined) == [TeamDeclined(RED, 20)]


def test_rule_9_51_its_speed_falls_with_its_horses() -> None:
    race = in_phase(a_runaway(modifier=-2), speed=20)
    race.options = ADVANCED

    injuries.injure(race, Script(), RED, 0, 3)

    assert race.phase is not None
    assert race.phase.factors == 17
    assert speed.max_speed(race.chariots[RED]) == 17


# Where it runs (15.21, 15.24)


@pytest.mark.parametrize(("square", "changes"), [("A26.3", ("inside", "outside")), ("A27.3", ()), ("A20.3", ())])
def test_rule_15_21_or_for_an_obstacle_within_its_factors(square: str, changes: tuple[Side, ...]) -> None:
    assert a_question(a_runaway(), lying=square).changes == changes


def test_rule_6_44_it_does_not_turn_into_the_wall() -> None:
    assert a_question(a_runaway("A20.1"), lying="A22.1").changes == ("outside",)
    assert a_question(a_runaway("A20.8"), lying="A22.8").changes == ("inside",)


def test_rule_15_21_nothing_beyond_the_finish_line_is_in_its_way() -> None:
    race = in_phase(a_runaway("B33.3", corners=5), speed=6)
    race.options = ADVANCED
    race.obstacles = [Obstacle("wreck", Square("E2.3"), GREEN)]

    assert asked_next(race).changes == ()


@pytest.mark.parametrize(
    ("question", "default"),
    [
        (NextAction(5, 3, ("inside",), 0, ("outside",), ()), Change("inside")),
        (NextAction(5, 3, (), 0, ("inside", "outside"), ()), Sideslip("outside")),
        (NextAction(5, 3, (), 0, ("inside",), ()), Sideslip("inside")),
        (NextAction(5, 3, (), 0, (), ()), Forward(3)),
        (NextAction(5, 0, (), 0, (), (), may_run_into=True), RunInto()),
    ],
)
def test_decision_11_else_inside_else_straight(question: NextAction, default: Any) -> None:
    assert runaways.default_action(question) == default


def test_rule_6_71_blocked_it_slips_aside_if_it_can() -> None:
    session = a_phase(a_runaway(horses=(2, 1, 1, 1)), a_chariot("A22.3"), a_chariot("A20.2"))

    assert told(session, Sideslipped) == [Sideslipped(RED, "outside", Square("A20.4"), forced=False)]
    assert told(session, Moved) == [Moved(RED, 2, Square("A22.4"))]


@pytest.mark.parametrize(
    ("question", "is_open"),
    [
        (NextAction(5, 0, (), 0, ("inside",), ()), False),  # one way out
        (NextAction(5, 0, (), 0, ("inside", "outside"), ()), True),
        (NextAction(5, 1, (), 0, ("inside",), ()), True),  # it may run up to what is ahead first
        (NextAction(5, 5, ("inside",), 0, (), ()), True),
        (NextAction(5, 5, (), 0, (), ()), False),
        (NextAction(5, 0, (), 0, (), (), may_run_into=True), False),
    ],
)
def test_cm_73_its_owner_is_asked_only_if_there_is_a_choice(question: NextAction, is_open: bool) -> None:
    assert runaways.is_open(in_phase(a_runaway()), RED, question) is is_open


@pytest.mark.parametrize(("blocker", "may"), [("A22.3", True), ("A23.3", False)])
def test_rule_6_74_it_runs_only_into_what_is_right_ahead(blocker: str, may: bool) -> None:
    question = a_question(a_runaway(), a_chariot(blocker), a_chariot("A20.2"), a_chariot("A20.4"))

    assert question.may_run_into is may
    assert (question.forward == 0) is may


@pytest.mark.parametrize(("factors", "is_open"), [(2, False), (3, True)])
def test_rule_16_5_on_its_way_it_may_stop_to_ram_a_dragged_driver(factors: int, is_open: bool) -> None:
    dragged = a_runaway("A23.3", driver="dragged", hits=7, dragging=Dragging([Square("A22.3")]))
    race = in_phase(a_runaway("A20.3"), dragged, speed=factors)
    race.options = ADVANCED
    question = NextAction(factors, factors, (), 0, (), ())

    assert runaways.is_open(race, RED, question) is is_open


def test_rule_16_5_a_runaway_on_the_square_of_a_dragged_driver_may_ram_him() -> None:
    dragged = a_runaway("A21.3", driver="dragged", hits=7, dragging=Dragging([Square("A20.3")]))

    question = a_question(a_runaway("A20.3"), dragged)

    assert question.attacks == (Attack(BLUE, "dragged driver", "ram"),)


def test_rule_15_21_its_driver_asks_nothing_of_it_any_more() -> None:
    rival = a_chariot("A20.4")

    assert a_question(a_runaway(), rival).attacks == ()


# Squares (6.23, 7.4)


def test_rule_6_23_a_team_without_a_car_fills_one_square() -> None:
    race = in_phase(a_runaway("A20.3"), a_runaway("B20.3", has_car=True))

    assert board.occupied(race) == {"A20.3": (RED, "team"), "B20.3": (BLUE, "team"), "B19.3": (BLUE, "car")}
    assert board.is_free(race, Square("A19.3"))
    assert board.occupant(race, Square("B19.3")) == (BLUE, "car")


# Attacked (15.25)


def a_threat(side: Side = "outside") -> Threat:
    return Threat(BLUE, RED, side, "team", "ram")


def test_rule_15_25_it_never_brakes() -> None:
    blocks = a_chariot("A22.3"), a_chariot("A30.3")
    race, table = in_phase(a_runaway(), *blocks, mover=BLUE), Script()
    race.options = ADVANCED

    got_away, asks = played(chain.meet(race, table, a_threat()))

    assert not got_away
    assert asks == []
    assert table.told == [Held(RED, by_choice=False)]
    assert not [fact for fact in table.told if isinstance(fact, BrakedBack)]


def test_rule_9_52_it_cannot_evade_beyond_its_next_speed() -> None:
    race = in_phase(a_runaway(evade_debit=20), a_chariot("A21.2"), mover=BLUE)
    race.options = ADVANCED

    assert combat.ways_out(race, RED, "outside") == ()
    race.chariots[RED].evade_debit = 19
    assert combat.ways_out(race, RED, "outside") == ("evade",)


# Halted (15.25, E18)


def test_rule_15_25_the_car_that_it_still_pulled_lies_there_as_well() -> None:
    on_a_wreck = Crossing(Square("A20.3"), 0)
    race, table = in_phase(a_runaway(horses=(1, 5, 5, 5), has_car=True, crossing=on_a_wreck)), Script()
    race.options = ADVANCED

    injuries.injure(race, table, RED, 0, 1)

    chariot = race.chariots[RED]
    assert (chariot.has_car, chariot.crossing) == (False, None)
    assert [(each.kind, each.square) for each in race.obstacles] == [("halted team", "A20.3"), ("wreck", "A19.3")]


def test_rule_15_25_horses_of_a_halted_team_may_still_die_without_further_news() -> None:
    race, table = in_phase(a_runaway(horses=(0, 1, 5, 5), status="halted")), Script()
    race.options = ADVANCED

    injuries.injure(race, table, RED, 1, 1)

    assert race.chariots[RED].horses[1].state == "dead"
    assert race.obstacles == []


# The line (F6)


def test_ruling_f6_but_not_a_lap_before() -> None:
    session = a_phase(a_runaway("B30.3", corners=3), a_chariot("A5.1"))

    assert session.state.chariots[RED].status == "runaway"


# With a car (16.7)


def test_rule_16_7_its_driver_is_then_dragged_behind_the_team_when_it_flips() -> None:
    car = a_runaway(
        "A33.3", has_car=True, driver="dragged", hits=7, dragging=Dragging([Square("A32.3")], may_try=False)
    )
    session = a_phase(car, dice=(6, 6, 6, 2, 2))

    assert told(session, RanAway) == []  # it had run away before
    assert told(session, DriverDragged) == [DriverDragged(RED, Square("A33.3"))]
    assert session.open[RED].question.kind == "on foot"  # another attempt to get free (E17)
