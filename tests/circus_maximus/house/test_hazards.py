"""House drivers where things go wrong: obstacles, runaway teams, the reins, on foot; and what they build and carry."""

from typing import Any

import pytest

from engine.circus_maximus.house.hazards import obstacle_harm
from engine.circus_maximus.house.lines import Drive, best_line, obstacle_squares
from engine.circus_maximus.house.registry import DELIBERATE, DRIVERS
from engine.circus_maximus.house.simulation import play_race
from engine.circus_maximus.house.speeds import FACTOR, tables_for
from engine.circus_maximus.house.tempers import RACER, form_of
from engine.circus_maximus.printed.editions import EDITIONS
from engine.circus_maximus.ruleset import RULESET
from engine.circus_maximus.seen.views import view_for
from engine.circus_maximus.words.asks import (
    Attack,
    Change,
    CrossObstacle,
    Forward,
    GetFree,
    JumpFactors,
    NextAction,
    Run,
    RunOnFoot,
    ShareInjuries,
    Shares,
    Sideslip,
    Speed,
    TryToGetFree,
    WriteSpeed,
)
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.specifications import Specify
from engine.circus_maximus.words.state import Obstacle, Race, Weather
from engine.questions import Answer, Ask, Question
from records.values import EntryId, Square
from tests.circus_maximus.builders import BLUE, RED, a_chariot, a_phase, a_race, in_phase

TEMPERS = [temper for temper in DRIVERS if temper not in DELIBERATE]


def answer_of(temper: str, race: Race, question: Question) -> Answer:
    answer = DRIVERS[temper](view_for(race, {}, [RED]), Ask(RED, question, question.legal()[0]))
    question.verify(answer)
    return answer


def a_wreck(square: str) -> Obstacle:
    return Obstacle("wreck", Square(square), EntryId(8))


def next_of(temper: str, *obstacles: Obstacle, square: str = "A10.3", speed: int = 12) -> Answer:
    """Return what red does next with *speed* factors on a track on which something lies."""
    red = a_chariot(square, written=speed, has_whip=False)
    session = a_phase(red, obstacles=list(obstacles))
    return DRIVERS[temper](session.view([RED]), session.open[RED])


# Obstacles


@pytest.mark.parametrize("temper", TEMPERS)
def test_rule_14_1_a_wreck_ahead_is_driven_round(temper: str) -> None:
    free, blocked = next_of(temper), next_of(temper, a_wreck("A15.3"))

    assert free == Forward(12)
    assert blocked != Forward(12)


def test_rule_14_1_a_line_leads_round_a_wreck() -> None:
    view = view_for(a_race(a_chariot("A10.3"), obstacles=[a_wreck("A15.3"), a_wreck("A16.4")]), {}, [RED])
    lying = obstacle_squares(view)

    line = best_line(_drive("A10.3", lying), 12)

    assert line is not None
    assert not lying & {square for _, square in line.steps}


def test_rule_14_2_a_line_goes_over_a_wreck_if_it_must_and_never_ends_on_one() -> None:
    wall = frozenset(Square(f"A15.{lane}") for lane in range(1, 9))

    over = best_line(_drive("A10.3", wall), 12)
    onto = best_line(_drive("A10.3", wall), 5)

    assert over is not None
    assert wall & {square for _, square in over.steps}
    assert over.steps[-1][1] not in wall
    assert onto is None or onto.braked or onto.steps[-1][1] not in wall


def _drive(square: str, lying: frozenset[Square]) -> Drive:
    view = view_for(a_race(a_chariot(square)), {}, [RED])
    tables = tables_for(form_of(RACER, view, view.chariot(RED)))
    return Drive(Square(square), 12, 12, {}, True, False, 0, FACTOR, tables, False, 0, lying)


@pytest.mark.parametrize("temper", TEMPERS)
def test_rule_14_3_the_die_is_paid_with_endurance_to_spare(temper: str) -> None:
    race = in_phase(a_chariot("A20.3", endurance=60, endurance_start=60))

    assert answer_of(temper, race, CrossObstacle("wreck", 5, 5)) == JumpFactors(5)


def test_rule_8_4_the_last_endurance_is_dearer_than_the_rest() -> None:
    race = in_phase(a_chariot("A20.3", endurance=1))

    assert answer_of("racer", race, CrossObstacle("carcass", 1, 1)) == JumpFactors(0)


def test_rule_14_3_an_obstacle_is_worse_for_who_is_fast_and_has_not_paid() -> None:
    flip, advanced = 100 * FACTOR, EDITIONS["advanced"]

    assert obstacle_harm(advanced, 0, flip, 18) < obstacle_harm(advanced, 3, flip, 18)
    assert obstacle_harm(advanced, 2, flip, 2) < obstacle_harm(advanced, 2, flip, 18)


# Runaway teams and drivers without a car


@pytest.mark.parametrize(("temper", "rams"), [("careful", False), ("racer", True), ("brute", True)])
def test_rule_16_5_some_ram_a_rival_in_the_reins(temper: str, rams: bool) -> None:
    race = in_phase(a_chariot(status="runaway", driver="dragged", has_car=False), a_chariot("A24.5"))
    ram = Attack(BLUE, "dragged driver", "ram")
    question = NextAction(6, 6, (), 0, (), (ram,))

    answer = DRIVERS[temper](view_for(race, {}, [RED]), Ask(RED, question, Forward(6)))

    assert answer == (ram if rams else Forward(6))


@pytest.mark.parametrize("temper", TEMPERS)
def test_rule_15_21_a_runaway_team_does_what_it_would_by_itself(temper: str) -> None:
    race = in_phase(a_chariot(status="runaway", driver="dragged", has_car=False), a_chariot("A24.3"))
    question = NextAction(6, 3, ("outside",), 0, (), ())

    answer = DRIVERS[temper](view_for(race, {}, [RED]), Ask(RED, question, Change("outside")))

    assert answer == Change("outside")


@pytest.mark.parametrize("temper", TEMPERS)
def test_rule_16_2_a_dragged_driver_cuts_himself_free(temper: str) -> None:
    race = in_phase(a_chariot("A20.3", status="runaway", driver="dragged"))

    assert answer_of(temper, race, TryToGetFree(6, 0)) == GetFree(True)


@pytest.mark.parametrize(("hits", "tries"), [(3, True), (7, False)])
def test_rule_16_4_who_can_be_dragged_over_the_line_alive_hangs_on(hits: int, tries: bool) -> None:
    race = in_phase(a_chariot("B28.3", corners=5, status="runaway", driver="dragged", hits=hits))

    assert answer_of("racer", race, TryToGetFree(hits, 0)) == GetFree(tries)


@pytest.mark.parametrize("temper", TEMPERS)
def test_rule_17_1_a_man_on_foot_runs_for_the_wall_and_out_of_the_way(temper: str) -> None:
    race = a_race(a_chariot("A10.3", driver="on foot"))
    start, inside, outside = Square("A20.3"), Square("A20.2"), Square("A20.4")

    assert answer_of(temper, race, RunOnFoot(((start,), (start, outside), (start, inside)))) == Run(inside)


def test_rule_17_3_who_can_climb_out_does() -> None:
    race = a_race(a_chariot("A10.3", driver="on foot"))
    start, along = Square("A20.1"), Square("A21.1")

    assert answer_of("racer", race, RunOnFoot(((start,), (start, along)), climbs=(along,))) == Run(along)


@pytest.mark.parametrize("temper", TEMPERS)
def test_rule_9_61_injuries_are_shared_so_that_no_horse_dies(temper: str) -> None:
    race = in_phase(a_chariot())

    shares = answer_of(temper, race, ShareInjuries(6, (2, 4, 1, 5)))

    assert isinstance(shares, Shares)
    assert all(points < boxes for points, boxes in zip(shares.points, (2, 4, 1, 5), strict=True))


# Options


@pytest.mark.parametrize("temper", TEMPERS)
def test_rule_16_1_each_builds_what_he_likes(temper: str) -> None:
    view = view_for(a_race(*[a_chariot() for _ in range(4)]), {}, [])
    question = Specify(32, ("spear",))

    built = [DRIVERS[temper](view, Ask(EntryId(entry), question, question.legal()[0])) for entry in range(1, 5)]

    assert len(set(built)) > 1
    assert all(answer in question.legal() for answer in built)


@pytest.mark.parametrize(("endurance", "strains"), [(70, True), (5, False)])
def test_rule_16_6_an_s_is_written_where_straining_pays(endurance: int, strains: bool) -> None:
    race = a_race(a_chariot("A1.3", endurance=endurance), turn=4)

    answer = answer_of("racer", race, WriteSpeed(18, may_strain=True))

    assert isinstance(answer, Speed)
    assert answer.strain is strains


def test_rule_16_7_in_mud_corners_are_taken_more_slowly() -> None:
    speeds = []
    for has_mud in (False, True):
        race = a_race(a_chariot("A33.1", endurance=5), weather=Weather(has_mud, has_mud), turn=5)
        answer = answer_of("careful", race, WriteSpeed(18))
        assert isinstance(answer, Speed)
        speeds.append(answer.factors)

    assert speeds[1] < speeds[0]


@pytest.mark.parametrize(("means", "is_worth_it"), [("dust", True), ("spear", False)])
def test_rule_16_2_a_weapon_is_used_by_those_who_see_a_gain_in_it(means: Any, is_worth_it: bool) -> None:
    race = in_phase(a_chariot("A20.3", weapons=["dust", "spear"]), a_chariot("A20.4"), speed=6)
    weapon = Attack(BLUE, "driver", means)

    answer = answer_of("brute", race, NextAction(6, 6, (), 0, (), (weapon,)))

    assert (answer == weapon) is is_worth_it


def test_rule_14_a_blocked_way_is_left_to_the_rules() -> None:
    race = in_phase(a_chariot("A20.3", endurance=0, straight_phases=2), a_chariot("A22.3"), speed=6)
    question = NextAction(6, 0, (), 0, ("outside",), ())

    assert answer_of("racer", race, question) == Sideslip("outside")


# Whole races

FULL = {
    "edition": "advanced",
    "laps": 1,
    "detailed_specification": True,
    "dust": True,
    "knife": True,
    "spear": True,
    "horse_carcasses": True,
    "critical_horse_hits": True,
    "written_straining": True,
    "weather": True,
    "frontal_ram": "owner",
    "free_attempts": "every phase",
}


@pytest.mark.parametrize("seed", range(6))
def test_house_drivers_know_an_answer_to_everything(seed: int) -> None:
    seats = [TEMPERS[(seed + place) % len(TEMPERS)] for place in range(8)]

    outcome = play_race(RULESET, b"everything %d" % seed, seats, Options(**FULL))  # type: ignore[arg-type]

    assert 3 <= outcome.turns <= 40
