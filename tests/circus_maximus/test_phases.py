"""Phases and turns of the Advanced Game: what comes when, and who takes part (5.4, 12.1, 13.1, 16.2, 17.1, 18)."""

from collections.abc import Sequence
from typing import Any

import pytest

from engine.circus_maximus.control import chain
from engine.circus_maximus.harm import finish, injuries
from engine.circus_maximus.position import speed
from engine.circus_maximus.turn import phase
from engine.circus_maximus.words.asks import (
    Avoid,
    Begin,
    BeginPhase,
    Change,
    ChooseSide,
    ChooseWayOut,
    Forward,
    GetFree,
    JumpFactors,
    Meet,
    NextAction,
    RunOnFoot,
)
from engine.circus_maximus.words.facts import (
    CarcassLeft,
    Drawn,
    DriverFreed,
    DriverHurt,
    EnduranceLost,
    Evaded,
    Flipped,
    HorseCutFree,
    Moved,
    ObstacleCrossed,
    PhaseBegan,
    PhaseEnded,
    RunDown,
    StoodUp,
    Stopped,
    TeamStrained,
    TurnBegan,
    WreckCameDown,
)
from engine.circus_maximus.words.state import Chariot, Crossing, Dragging, Obstacle, Options, Race, Runner
from engine.circus_maximus.words.threats import Threat
from engine.game import Fact, Rolled
from engine.session import Session
from engine.track import Side
from records.values import Square
from tests.circus_maximus import combat
from tests.circus_maximus.builders import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    a_chariot,
    a_race,
    a_session,
    asked,
    in_phase,
    told,
    unrolled,
)
from tests.circus_maximus.combat import Script, played

ADVANCED = Options(edition="advanced")


def a_phase(
    *chariots: Chariot,
    dice: Sequence[int] = (),
    lying: Sequence[str] = (),
    begin: Begin | None = None,
    **options: Any,
) -> Session[Race]:
    """Return a session on the phase of red, the first of *chariots*, in turn 4; green's wrecks lie about."""
    race = a_race(*chariots, turn=5, resume="draw", cup=[RED])
    race.options = Options(edition="advanced", **options)
    race.obstacles = [Obstacle("wreck", Square(square), GREEN) for square in lying]
    session = a_session(race, *dice)
    if RED in session.open and isinstance(session.open[RED].question, BeginPhase):
        session.answer(RED, begin or Begin())
    return session


def in_order(session: Session[Race], *kinds: type[Fact]) -> list[type[Fact]]:
    return [type(fact) for fact in session.table.told if isinstance(fact, kinds)]


# The end of a phase (12.1, 14.2, 16.2)


def test_rule_5_4_a_phase_ends_with_who_is_on_an_obstacle_then_wrecks_then_dragged_drivers() -> None:
    session = a_phase(a_chariot(written=2), a_chariot("A5.1"), lying=["A22.3"], dice=(1, 3, 4, 1, 1))

    session.answer(RED, Forward(2))
    session.answer(RED, JumpFactors(1))
    session.answer(RED, GetFree())

    kinds = (Moved, Flipped, WreckCameDown, DriverFreed, DriverHurt, PhaseEnded)
    assert in_order(session, *kinds) == [Moved, Flipped, WreckCameDown, DriverFreed, PhaseEnded]
    assert told(session, Flipped) == [Flipped(RED, "obstacle not cleared", Square("A22.3"))]
    assert unrolled(session) == 0


def test_ruling_e1_a_wreck_comes_down_before_the_driver_tries_to_get_free() -> None:
    session = a_phase(a_chariot("A20.8", written=1), a_chariot("A5.1"), dice=(4, 4))

    session.answer(RED, Change("outside"))

    assert told(session, WreckCameDown) == [WreckCameDown(RED, Square("A21.7"))]
    assert session.open[RED].question.kind == "on foot"


def test_rule_12_4_what_lies_under_it_is_jumped_as_its_phase_begins_before_the_corner() -> None:
    chariot = a_chariot("D3.1", written=10, crossing=Crossing(Square("D3.1"), 0, own=False))
    session = a_phase(chariot, a_chariot("A5.1"), lying=["D3.1"], dice=(1, 1, 1, 1, 1, 1, 1))

    session.answer(RED, JumpFactors(1))

    rules = [fact.rule for fact in told(session, Rolled)]
    assert rules == ["14.3", "14.3", "7.32"]
    assert len(told(session, ObstacleCrossed)) == 1


def test_rule_8_1_a_man_is_run_down_in_the_midst_of_a_drive() -> None:
    man = a_chariot("B1.8", status="out", driver="on foot", has_car=False, runner=Runner(Square("A22.3"), 3))
    session = a_phase(a_chariot(written=9), man, a_chariot("A5.1"), dice=(4,))

    session.answer(RED, Forward(9))

    assert told(session, RunDown) == [RunDown(BLUE, RED, 4, at_once=True)]
    assert told(session, Moved) == [Moved(RED, 2, Square("A22.3"))]
    assert asked(session).factors == 3


def test_cm_14_a_drive_goes_on_over_an_obstacle_that_does_nothing() -> None:
    session = a_phase(a_chariot(written=9), a_chariot("A5.1"), lying=["A22.3"], dice=(1, 2, 2, 2))

    session.answer(RED, Forward(2))
    session.answer(RED, JumpFactors(1))
    session.answer(RED, Forward(7))

    assert told(session, Moved)[1:] == [Moved(RED, 1, Square("A23.3")), Moved(RED, 6, Square("A29.3"))]


def test_cm_14_but_stops_where_it_did_something() -> None:
    session = a_phase(a_chariot(written=9), a_chariot("A5.1"), lying=["A22.3"], dice=(1, 3, 3, 3))

    session.answer(RED, Forward(2))
    session.answer(RED, JumpFactors(1))
    session.answer(RED, Forward(7))  # 9: jostled

    assert told(session, Moved)[1:] == [Moved(RED, 1, Square("A23.3"))]
    assert asked(session).factors == 6


def test_rule_16_2_evading_in_anothers_phase_drags_the_driver_too() -> None:
    runaway = a_chariot("A20.3", status="runaway", driver="dragged", has_car=False, modifier=0)
    runaway.dragging = Dragging([Square("A19.3")], may_try=False)
    race, table = in_phase(a_chariot("A21.2"), runaway), Script(3)
    race.options = ADVANCED

    played(chain.meet(race, table, Threat(RED, BLUE, "outside", "team", "ram")), Avoid("evade"))
    assert race.phase is not None
    race.phase.factors = 0
    played(phase.go_on(race, table, RED))

    assert DriverHurt(BLUE, 2, 5, "dragging") in table.told


# Straining (6.52, 13.1)


@pytest.mark.parametrize(("die", "gained"), [(1, 1), (5, 3), (6, 3)])
def test_rule_13_1_with_a_wounded_arm_straining_gains_half_rounded_up(die: int, gained: int) -> None:
    session = a_phase(a_chariot(written=2, arm=True), a_chariot("A5.1"), dice=(die,), begin=Begin(strain=True))

    assert told(session, TeamStrained) == [TeamStrained(RED, gained)]
    assert told(session, EnduranceLost) == [EnduranceLost(RED, gained, 40 - gained, "strain")]
    assert told(session, PhaseBegan) == [PhaseBegan(RED, 2, 2 + gained, 2 + gained)]


# Cutting free (9.52, 9.53, 16.2)


def test_rule_16_2_cutting_a_horse_free_needs_a_knife() -> None:
    held = a_chariot(horses=(5, 0, 5, 5), written=9, has_small_knife=False)
    session = a_phase(held, a_chariot("A5.1"))

    assert told(session, PhaseEnded) == [PhaseEnded(RED, Square("A20.3"))]
    assert told(session, Rolled) == []


def test_rule_16_2_a_throwing_knife_will_do() -> None:
    held = a_chariot(horses=(5, 0, 5, 5), written=9, has_small_knife=False, weapons=["knife"])
    session = a_phase(held, a_chariot("A5.1"), dice=(1, 1, 1), begin=Begin(cut=True))

    assert told(session, HorseCutFree) == [HorseCutFree(RED, 2, 3)]


_FIRST, _FOURTH = HorseCutFree(RED, 1, 4), HorseCutFree(RED, 4, 0)


@pytest.mark.parametrize(("switch", "freed"), [("one", [_FIRST]), ("all", [_FIRST, _FOURTH])])
def test_switch_horse_cut_one_roll_frees_one_horse_or_all(switch: Any, freed: list[HorseCutFree]) -> None:
    race, table = in_phase(a_chariot(horses=(0, 5, 5, 0))), Script(2, 2)
    race.options = Options(edition="advanced", horse_cut=switch)

    assert injuries.cut_free(race, table, RED, 9) == 5
    assert table.told[1:] == freed
    assert race.chariots[RED].is_stationary is (switch == "one")


def test_rule_16_3_a_horse_that_is_cut_free_leaves_a_carcass() -> None:
    race, table = in_phase(a_chariot(horses=(0, 5, 5, 5))), Script(1, 1, 1)
    race.options = Options(edition="advanced", horse_carcasses=True)

    injuries.cut_free(race, table, RED, 9)

    assert table.told[-1] == CarcassLeft(RED, Square("A20.3"))


def test_ruling_e23_with_the_fourth_dead_horse_the_driver_is_on_foot_beside_two_obstacles() -> None:
    race, table = in_phase(a_chariot(horses=(0, 0, 1, 0))), Script()
    race.options = ADVANCED

    injuries.injure(race, table, RED, 2, 1)

    assert race.chariots[RED].status == "out"
    assert race.chariots[RED].driver == "on foot"
    assert [(each.kind, each.square) for each in race.obstacles] == [("halted team", "A20.3"), ("wreck", "A19.3")]
    assert table.told[-2:] == [Stopped(RED), StoodUp(RED, Square("A19.3"))]


def test_rule_9_53_in_the_basic_game_it_leaves_the_track() -> None:
    race, table = in_phase(a_chariot(horses=(0, 0, 1, 0))), Script()

    injuries.injure(race, table, RED, 2, 1)

    assert (race.obstacles, race.chariots[RED].driver) == ([], "in car")
    assert table.told[-1] == Stopped(RED)


def test_rule_f4_without_a_knife_a_held_chariot_never_moves_again() -> None:
    held = a_chariot(horses=(5, 0, 5, 5), has_small_knife=False)

    assert not finish.can_ever_move(a_race(held), held)
    held.has_small_knife = True
    assert finish.can_ever_move(a_race(held), held)


# Evading (9.31, 12.4, 13.1, switch of A5)


@pytest.mark.parametrize(("away", "ways"), [("outside", ("brake", "evade")), ("inside", ("brake",))])
def test_rule_13_1_nobody_evades_an_attack_from_the_side_of_a_lost_eye(away: Side, ways: tuple[str, ...]) -> None:
    race = in_phase(a_chariot(eyes_lost=["outside"]), a_chariot("B5.1"), mover=BLUE)

    assert combat.ways_out(race, RED, away) == ways


def test_rule_13_1_a_team_that_has_run_away_sees_for_itself() -> None:
    race = in_phase(
        a_chariot(eyes_lost=["outside"], status="runaway", has_car=False, driver="dead"), a_chariot("B5.1"), mover=BLUE
    )

    assert combat.ways_out(race, RED, "inside") == ("evade",)


@pytest.mark.parametrize(("square", "ways"), [("A18.3", ("evade",)), ("A17.3", ("brake", "evade"))])
def test_ruling_b13_nobody_brakes_back_onto_an_obstacle(square: str, ways: tuple[str, ...]) -> None:
    race = in_phase(a_chariot(), a_chariot("B5.1"), mover=BLUE)
    race.obstacles = [Obstacle("carcass", Square(square), GREEN)]

    assert combat.ways_out(race, RED, "inside") == ways


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


def test_rule_12_4_a_wreck_rolls_without_a_modifier() -> None:
    race, threat = wreck_along_the_lane()
    race.chariots[GREEN].modifier, race.chariots[GREEN].status = 3, "halted"
    table = Script(3, 3, 3, 3)

    played(chain.meet(race, table, threat), Meet(avoid=True), Avoid("hold"))

    assert [fact.total for fact in table.told if isinstance(fact, Rolled)] == [6, 6]


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


@pytest.mark.parametrize("cost", ["debit", "cap"])
@pytest.mark.parametrize(("debt", "may_evade"), [(18, True), (19, False)])
def test_ruling_d4_all_evading_must_be_within_the_next_highest_speed(cost: Any, debt: int, may_evade: bool) -> None:
    penalty = debt if cost == "cap" else 0
    race = an_evader(cost, evade_debit=debt, penalty=penalty)

    assert ("evade" in combat.ways_out(race, RED, "inside")) is may_evade


# Half blind (16.2)


def half_blind(*others: Chariot, factors: int = 6, square: str = "A20.3") -> NextAction:
    """Return what red may do in a phase that it drives straight."""
    session = a_phase(a_chariot(square, written=factors, straight_phases=2), *others)
    assert session.state.chariots[RED].straight_phases == 1
    return asked(session)


def test_rule_16_2_half_blind_he_changes_no_lane_of_his_own_will() -> None:
    question = half_blind(a_chariot("A28.3"))

    assert (question.changes, question.sideslips, question.forward) == ((), (), 6)


def test_rule_16_2_but_turns_aside_for_others_to_the_outside() -> None:
    assert half_blind(a_chariot("A27.3")).changes == ("outside",)


def test_rule_16_2_and_inside_if_there_is_no_outside() -> None:
    assert half_blind(a_chariot("A27.8"), square="A20.8").changes == ("inside",)


# Drivers on foot, and the second row (17.1, 18)


def test_rule_17_1_men_run_as_the_turn_ends() -> None:
    man = a_chariot("B1.8", status="out", driver="on foot", has_car=False, runner=Runner(Square("A22.5"), 3))
    session = a_phase(a_chariot(written=1, has_whip=False), man, dice=(1,))

    session.answer(RED, Forward(1))

    assert isinstance(session.open[BLUE].question, RunOnFoot)
    assert told(session, TurnBegan) == []
    session.answer(BLUE, session.open[BLUE].default)
    assert told(session, TurnBegan) == [TurnBegan(5)]


def test_rule_18_in_the_first_turn_the_second_row_waits_for_the_front_row() -> None:
    front = [a_chariot(f"A3.{lane}", written=0, has_whip=False) for lane in (1, 2)]
    behind = [a_chariot(f"A1.{lane}", written=0, has_whip=False) for lane in (1, 2)]
    race = a_race(behind[0], front[0], behind[1], front[1], turn=2, resume="draw", cup=[RED, BLUE, GREEN, YELLOW])
    race.options = ADVANCED
    session = a_session(race, 2, 1, 1, 1, 1, 1)  # each draw is out of two, and a die slows each start

    assert [fact.entry for fact in told(session, Drawn)] == [YELLOW, BLUE, RED, GREEN]


def test_rule_18_from_the_second_turn_on_all_are_mixed() -> None:
    front, behind = (a_chariot(f"A{number}.1", written=0, has_whip=False) for number in (3, 1))
    race = a_race(behind, front, turn=3, resume="draw", cup=[RED, BLUE])
    race.options = ADVANCED
    session = a_session(race, 1)

    assert [fact.entry for fact in told(session, Drawn)] == [RED, BLUE]
