"""What a player reads who asks for what cannot be done: the reason, the rule and what stands in the way."""

from typing import Any

import pytest

from engine.circus_maximus.seen.refusals import explain
from engine.circus_maximus.seen.views import view_for
from engine.circus_maximus.words.asks import (
    Attack,
    Begin,
    BeginPhase,
    Brake,
    Change,
    Forward,
    Meet,
    NextAction,
    Preparation,
)
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.reasons import CircusReason
from engine.circus_maximus.words.state import Chariot, Obstacle, Weather
from engine.questions import Answer, Ask
from engine.refusals import GameReason
from engine.session import Session
from records.refusals import Refused
from records.values import Faction, Square
from tests.circus_maximus.builders import BLUE, GREEN, RED, a_chariot, a_phase, a_race, a_session, asked

LASH, RAM = Attack(BLUE, "team", "lash"), Attack(BLUE, "team", "ram")


def refusal(session: Session[Any], answer: Answer) -> tuple[object, str | None, dict[str, object]]:
    with pytest.raises(Refused) as refused:
        session.answer(RED, answer)
    return refused.value.reason, refused.value.rule, refused.value.values


def driving(*others: Chariot, square: str = "A20.3", written: int = 5, **red: Any) -> Session[Any]:
    """Return a session in which red is asked what to do; its car is on the square behind *square*."""
    session = a_phase(a_chariot(square, written=written, **red), *others)
    if "start" in session.open[RED].question.kind:
        session.answer(RED, session.open[RED].default)
    return session


def test_rule_9_2_a_chariot_out_of_reach_cannot_be_attacked() -> None:
    session = driving(a_chariot("A22.4"))

    assert refusal(session, RAM) == (CircusReason.NOT_IN_REACH, "9.2", {"target": "team"})


def test_rule_9_2_beside_a_team_there_is_no_driver_to_lash() -> None:
    session = driving(a_chariot("A19.4"))

    assert LASH in asked(session).attacks
    assert refusal(session, Attack(BLUE, "driver", "lash")) == (CircusReason.NOT_IN_REACH, "9.2", {"target": "driver"})


def test_rule_9_2_at_the_wall_there_is_one_side() -> None:
    session = driving(a_chariot("A19.2"), square="A20.1")

    assert RAM in asked(session).attacks
    assert refusal(session, Attack(GREEN, "team", "ram"))[0] is CircusReason.NOT_IN_REACH


def test_rule_3_4_nobody_attacks_his_own_chariot() -> None:
    session = driving(a_chariot("A19.4", faction=Faction(2)), faction=Faction(2))

    assert refusal(session, RAM) == (CircusReason.OWN_CHARIOT, "3.4", {})


def test_rule_3_8_nobody_attacks_from_the_grid() -> None:
    session = driving(a_chariot("A10.4"), square="A11.3")

    assert refusal(session, RAM) == (CircusReason.ON_THE_GRID, "3.8", {})


def test_rule_9_14_nobody_attacks_twice_from_one_square() -> None:
    session = driving(a_chariot("A19.4", endurance=0), has_whip=True)
    session.answer(RED, LASH)
    if BLUE in session.open:
        session.answer(BLUE, Meet(False))

    assert refusal(session, RAM) == (CircusReason.ATTACKED_HERE, "9.14", {})


def test_rule_9_42_a_lash_needs_a_whip() -> None:
    session = driving(a_chariot("A19.4"), has_whip=False)

    assert RAM in asked(session).attacks
    assert refusal(session, LASH) == (CircusReason.NO_WHIP, "9.42", {})


def test_rule_9_52_a_team_is_safe_on_the_side_of_its_dead_horse() -> None:
    session = driving(a_chariot("A19.4", horses=(0, 5, 5, 5)))

    assert refusal(session, RAM) == (CircusReason.DEAD_HORSE_SIDE, "9.52", {})


def test_rule_9_52_who_has_cut_a_horse_free_does_not_attack() -> None:
    session = driving(a_chariot("A19.4"), has_cut=True)

    assert refusal(session, RAM) == (CircusReason.HAS_CUT, "9.52", {})


def test_rule_10_2_nobody_drives_beyond_the_finish() -> None:
    session = driving(square="B31.3", written=9, corners=5)

    assert refusal(session, Forward(4)) == (CircusReason.BEYOND_THE_FINISH, "10.2", {"at_most": 3})


@pytest.mark.parametrize("answer", [Preparation(1, 1, 1, 1), Meet(False)])
def test_rule_6_2_what_was_not_asked_for_has_no_better_reason(answer: Answer) -> None:
    assert refusal(driving(), answer) == (GameReason.NOT_A_CHOICE, None, {})


def test_rule_6_2_a_target_that_is_no_chariot_is_out_of_reach() -> None:
    assert refusal(driving(), RAM)[0] is CircusReason.NOT_IN_REACH


def test_rule_6_2_nothing_is_explained_that_is_allowed() -> None:
    # A legal answer never gets here; one that does has no reason to be refused
    session = driving(a_chariot("A19.4"))
    question = NextAction(5, 5, ("inside",), 5, (), ())
    view = session.view([RED])

    for answer in (RAM, Brake(0)):
        refused = explain(view, Ask(RED, question, Forward(1)), answer)
        assert refused.reason is GameReason.NOT_A_CHOICE


# The Advanced Game

DUST, SPEAR = Attack(BLUE, "driver", "dust"), Attack(BLUE, "driver", "spear")
KNIFE, SMALL_KNIFE = Attack(BLUE, "driver", "knife"), Attack(BLUE, "driver", "small knife")
ARMED = Options(edition="advanced", dust=True, knife=True, spear=True)


def advancing(*others: Chariot, options: Options = ARMED, square: str = "A20.3", **red: Any) -> Session[Any]:
    """Return a session of the Advanced Game in which red is asked what to do."""
    race = a_race(
        a_chariot(square, **({"written": 5, "has_whip": False} | red)), *others, turn=4, resume="draw", cup=[RED]
    )
    race.options = options
    session = a_session(race)
    assert session.open[RED].question.kind == "action"
    return session


@pytest.mark.parametrize(("weapon", "attack"), [("dust", DUST), ("spear", SPEAR), ("knife", KNIFE)])
def test_rule_16_2_who_has_no_such_weapon_cannot_use_it(weapon: str, attack: Attack) -> None:
    assert refusal(advancing(a_chariot("A20.4")), attack) == (CircusReason.NO_WEAPON, "16.2", {"weapon": weapon})


def test_rule_16_2_the_small_knife_is_thrown_only_where_there_are_knives() -> None:
    session = advancing(a_chariot("A20.4"), options=Options(edition="advanced"))

    assert refusal(session, SMALL_KNIFE) == (CircusReason.NO_WEAPON, "16.2", {"weapon": "small knife"})


def test_rule_16_7_dust_does_not_fly_in_the_rain() -> None:
    race = a_race(
        a_chariot(written=5, has_whip=False, weapons=["dust"]), a_chariot("A20.4"), turn=4, resume="draw", cup=[RED]
    )
    race.options = Options(edition="advanced", dust=True, weather=True)
    race.weather = Weather(is_raining=True)

    assert refusal(a_session(race), DUST) == (CircusReason.RAIN, "16.7", {})


def test_rule_16_2_a_spear_is_used_once_a_turn_for_two_factors() -> None:
    thrust = advancing(a_chariot("A20.4"), weapons=["spear"], speared=3)
    poor = advancing(a_chariot("A20.4"), weapons=["spear"], written=1)

    assert refusal(thrust, SPEAR) == (CircusReason.THRUST_BEFORE, "16.2", {})
    assert refusal(poor, SPEAR) == (CircusReason.TOO_FEW_FACTORS, "6.22", {"need": 2, "have": 1})


@pytest.mark.parametrize(
    ("attack", "square", "values"),
    [(KNIFE, "A24.3", {"away": 4, "at_most": 3}), (SMALL_KNIFE, "A20.5", {"away": 2, "at_most": 1})],
)
def test_rule_16_2_a_knife_flies_only_so_far(attack: Attack, square: str, values: dict[str, int]) -> None:
    session = advancing(a_chariot(square), weapons=["knife"])

    assert refusal(session, attack) == (CircusReason.OUT_OF_RANGE, "16.2", values)


def test_no_knife_is_thrown_at_an_ally_nor_is_it_rammed() -> None:
    session = advancing(a_chariot("A20.4", ally=RED), ally=BLUE, weapons=["knife"])

    assert refusal(session, KNIFE) == (CircusReason.OWN_CHARIOT, "CM-32", {"ally": True})
    assert refusal(session, Attack(BLUE, "car", "ram")) == (CircusReason.OWN_CHARIOT, "CM-32", {"ally": True})


def test_rule_14_1_nobody_attacks_from_an_obstacle() -> None:
    race = a_race(a_chariot(written=5, has_whip=False), a_chariot("A20.4"), turn=4, resume="draw", cup=[RED])
    race.options = ARMED
    race.obstacles.append(Obstacle("wreck", Square("A19.3"), GREEN))

    assert refusal(a_session(race), Attack(BLUE, "car", "ram")) == (CircusReason.ON_AN_OBSTACLE, "14.1", {})


def test_rule_15_25_no_driver_is_lashed_who_is_not_there() -> None:
    session = advancing(a_chariot("A20.4", status="runaway", driver="dragged"), has_whip=True, endurance=0)

    assert refusal(session, Attack(BLUE, "driver", "lash")) == (CircusReason.NOBODY_THERE, "15.25", {})


def test_rule_16_5_a_dragged_driver_who_is_not_under_the_team_is_out_of_reach() -> None:
    session = advancing(a_chariot("A22.3", status="runaway", driver="dragged", has_car=False))

    given = refusal(session, Attack(BLUE, "dragged driver", "ram"))
    assert given == (CircusReason.NOT_IN_REACH, "9.2", {"target": "dragged driver"})


@pytest.mark.parametrize(
    ("answer", "reason", "rule"),
    [
        (Brake(1), CircusReason.NO_DRIVER, "15.23"),
        (Attack(GREEN, "car", "ram"), CircusReason.NO_DRIVER, "15.25"),
    ],
)
def test_rule_15_2_a_runaway_team_neither_brakes_nor_attacks(answer: Answer, reason: CircusReason, rule: str) -> None:
    # Blue's driver lies under red's team, so there is something to decide
    lost: dict[str, Any] = {"status": "runaway", "driver": "dragged", "has_car": False}
    session = advancing(a_chariot("A21.3", **lost), a_chariot("A20.4"), **lost)

    assert refusal(session, answer) == (reason, rule, {})


@pytest.mark.parametrize("answer", [Change("inside"), Change("outside")])
def test_rule_16_2_who_is_half_blind_does_not_turn_aside(answer: Change) -> None:
    session = advancing(straight_phases=1)

    assert refusal(session, answer) == (CircusReason.HALF_BLIND, "16.2", {})


def test_rule_16_2_without_a_knife_no_horse_is_cut_free() -> None:
    view = view_for(a_race(a_chariot(horses=(0, 5, 5, 5), has_small_knife=False)), {}, [RED])
    ask = Ask(RED, BeginPhase(may_strain=False, gain=1, may_cut=False), default=Begin())

    refused = explain(view, ask, Begin(cut=True))

    assert (refused.reason, refused.rule) == (CircusReason.NO_KNIFE, "16.2")
