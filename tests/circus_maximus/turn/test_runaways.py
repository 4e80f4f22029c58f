"""Runaway teams (11.5, 15)."""

from typing import Any

import pytest

from engine.circus_maximus.harm import injuries
from engine.circus_maximus.turn import actions, runaways
from engine.circus_maximus.words.asks import NextAction
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.state import Chariot, Crossing, Dragging, Obstacle, Race
from records.values import Square
from tests.circus_maximus import combat
from tests.circus_maximus.builders import BLUE, GREEN, RED, a_chariot, in_phase
from tests.circus_maximus.combat import Script

ADVANCED = Options(edition="advanced")


def a_runaway(square: str = "A20.3", **others: Any) -> Chariot:
    """Return a team without car and driver, with a team speed of 20."""
    given: dict[str, Any] = {"status": "runaway", "has_car": False, "driver": "dead", "hits": 0}
    return a_chariot(square, **(given | others))


def asked_next(race: Race) -> NextAction:
    return actions.next_action(race, RED)


# Where it runs (15.21, 15.24)


def test_rule_15_21_nothing_beyond_the_finish_line_is_in_its_way() -> None:
    race = in_phase(a_runaway("B33.3", corners=5), speed=6)
    race.options = ADVANCED
    race.obstacles = [Obstacle("wreck", Square("E2.3"), GREEN)]

    assert asked_next(race).changes == ()


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


@pytest.mark.parametrize(("factors", "is_open"), [(2, False), (3, True)])
def test_rule_16_5_on_its_way_it_may_stop_to_ram_a_dragged_driver(factors: int, is_open: bool) -> None:
    dragged = a_runaway("A23.3", driver="dragged", hits=7, dragging=Dragging([Square("A22.3")]))
    race = in_phase(a_runaway("A20.3"), dragged, speed=factors)
    race.options = ADVANCED
    question = NextAction(factors, factors, (), 0, (), ())

    assert runaways.is_open(race, RED, question) is is_open


# Attacked (15.25)


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
