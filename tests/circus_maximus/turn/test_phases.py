"""Phases of the Advanced Game: held chariots, and ways to evade (9.31, 9.53, 12.4)."""

from typing import Any

import pytest

from engine.circus_maximus.control import chain
from engine.circus_maximus.harm import finish
from engine.circus_maximus.position import speed
from engine.circus_maximus.turn import phase
from engine.circus_maximus.words.asks import (
    Avoid,
    Change,
    ChooseSide,
    ChooseWayOut,
    Meet,
)
from engine.circus_maximus.words.facts import (
    Evaded,
    PhaseBegan,
)
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.state import Chariot, Race
from engine.circus_maximus.words.threats import Threat
from records.values import Square
from tests.circus_maximus.builders import (
    BLUE,
    GREEN,
    RED,
    a_chariot,
    a_race,
    in_phase,
)
from tests.circus_maximus.combat import Script, played

ADVANCED = Options(edition="advanced")


# Cutting free (9.52, 9.53, 16.2)


def test_rule_f4_without_a_knife_a_held_chariot_never_moves_again() -> None:
    held = a_chariot(horses=(5, 0, 5, 5), has_small_knife=False)

    assert not finish.can_ever_move(a_race(held), held)
    held.has_small_knife = True
    assert finish.can_ever_move(a_race(held), held)


# Evading (9.31, 12.4, 13.1, switch of A5)


def wreck_along_the_lane(*others: Chariot) -> tuple[Race, Threat]:
    race = in_phase(a_chariot("B5.1"), a_chariot(endurance=0), a_chariot("A30.8", status="runaway"), *others)
    race.options = ADVANCED
    return race, Threat(GREEN, BLUE, "outside", "team", "wreck", is_astride=True)


def test_decision_14_a_wreck_along_the_lane_is_evaded_to_either_side() -> None:
    race, threat = wreck_along_the_lane()
    table = Script(3, 3, 3, 3)

    got_away, asks = played(chain.meet(race, table, threat), Meet(avoid=True), Avoid("evade"), Change("inside"))

    assert got_away
    assert asks[2].question == ChooseSide(GREEN)
    assert asks[2].default == Change("outside")
    assert table.told[-1] == Evaded(BLUE, "inside", Square("A21.2"), 2)


def test_decision_14_if_one_side_is_closed_nobody_asks() -> None:
    race, threat = wreck_along_the_lane(a_chariot("A21.4"))
    table = Script(3, 3, 3, 3)

    _, asks = played(chain.meet(race, table, threat), Meet(avoid=True), Avoid("evade"))

    assert asks[1].question == ChooseWayOut(GREEN, ("evade",), Square("A21.2"))
    assert table.told[-1] == Evaded(BLUE, "inside", Square("A21.2"), 2)


def an_evader(cost: Any, **red: Any) -> Race:
    race = in_phase(a_chariot(**red), a_chariot("B5.1"), mover=BLUE)
    race.options = Options(edition="advanced", evade_cost=cost)
    return race


@pytest.mark.parametrize(
    ("cost", "written", "total", "factors"),
    [("debit", 20, 20, 18), ("cap", 20, 20, 18), ("debit", 15, 15, 13), ("cap", 15, 17, 15)],
)
def test_switch_evade_cost_the_next_phase_pays_in_factors_or_with_its_highest_speed(
    cost: Any, written: int, total: int, factors: int
) -> None:
    race = an_evader(cost, written=written, has_whip=False)
    threat = Threat(BLUE, RED, "inside", "team", "ram")
    table = Script(6, 6, 1, 1)
    played(chain.meet(race, table, threat), Meet(avoid=True), Avoid("evade"))
    assert speed.turn_speed(race, RED) == total

    try:
        next(phase.play_phase(race, table, RED))
    except StopIteration:
        pytest.fail("there were factors to spend")

    assert [fact for fact in table.told if isinstance(fact, PhaseBegan)] == [PhaseBegan(RED, written, total, factors)]
