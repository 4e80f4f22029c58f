"""Horses: injury, death and cutting free (9.5 to 9.53)."""

import pytest

from engine.circus_maximus.harm import injuries
from engine.circus_maximus.position import horses, speed
from engine.circus_maximus.words.facts import (
    CuttingFailed,
    EnduranceGone,
    EnduranceLost,
    FactorsLost,
    HorseCutFree,
    HorseDied,
    HorseInjured,
    SpeedFell,
    Stopped,
)
from engine.circus_maximus.words.threats import defending_cdm
from engine.game import Fact, Modifier, Rolled
from engine.track import Side
from tests.circus_maximus.combat import BLUE, RED, Script, a_chariot, a_race


def kinds(told: list[Fact]) -> list[type]:
    return [type(fact) for fact in told]


def test_rule_9_51_a_point_of_injury_is_a_point_of_speed() -> None:
    # Case P1: a horse of speed 6 with one injury
    race = a_race({RED: a_chariot(horses=(6, 4, 4, 6))}, mover=None)
    table = Script()

    injuries.injure(race, table, RED, 0, 1)

    assert race.chariots[RED].horses[0].speed == 5
    assert speed.team_speed(race.chariots[RED]) == 19
    assert table.told == [HorseInjured(RED, horse=1, points=1, speed=5)]


def test_rule_9_51_the_movers_speed_falls_at_once() -> None:
    race = a_race({RED: a_chariot(horses=(5, 5, 5, 5))}, factors=20)
    table = Script()

    injuries.injure(race, table, RED, 3, 2)

    assert table.told == [HorseInjured(RED, 4, 2, speed=3), SpeedFell(RED, total_speed=18, factors=18)]


def test_rule_9_51_another_horse_does_not_slow_the_mover() -> None:
    race = a_race({RED: a_chariot(), BLUE: a_chariot("A20.4")}, factors=20)

    injuries.injure(race, Script(), BLUE, 3, 2)

    assert race.phase is not None
    assert race.phase.factors == 20


@pytest.mark.parametrize(("points", "state"), [(3, "alive"), (4, "dead"), (5, "dead")])
def test_rule_9_51_a_horse_dies_when_its_boxes_are_gone(points: int, state: str) -> None:
    race = a_race({RED: a_chariot(horses=(4, 4, 4, 4))}, mover=None)

    injuries.injure(race, Script(), RED, 1, points)

    horse = race.chariots[RED].horses[1]
    assert (horse.state, horse.injury) == (state, min(points, 4))


def test_rule_9_51_no_injury_is_not_told() -> None:
    race = a_race({RED: a_chariot()}, mover=None)
    table = Script()

    injuries.injure(race, table, RED, 1, 0)

    assert table.told == []


def test_rule_9_51_a_dead_horse_is_hurt_no_more() -> None:
    race = a_race({RED: a_chariot(horses=(5, 0, 5, 5))}, mover=None)
    table = Script()

    injuries.injure(race, table, RED, 1, 3)

    assert table.told == []


@pytest.mark.parametrize(
    ("team", "dies", "endurance", "left"),
    [
        ((5, 5, 5, 5), 0, 23, 18),
        ((0, 5, 5, 5), 1, 18, 12),
        ((0, 0, 5, 5), 2, 12, 6),
        ((5, 5, 5, 5), 0, 3, 3),
        ((5, 5, 5, 5), 0, 4, 3),
        ((0, 5, 5, 5), 1, 2, 2),
        ((0, 0, 5, 5), 2, 1, 1),
        ((0, 0, 5, 5), 2, 2, 1),
    ],
)
def test_rule_9_52_endurance_goes_with_a_dead_horse(
    team: tuple[int, ...], dies: int, endurance: int, left: int
) -> None:
    # Case D15: 23, 18, 12, 6
    race = a_race({RED: a_chariot(horses=team, endurance=endurance)}, mover=None)
    table = Script()

    injuries.injure(race, table, RED, dies, 5)

    assert race.chariots[RED].endurance == left
    lost = [fact for fact in table.told if isinstance(fact, EnduranceLost)]
    assert lost == ([EnduranceLost(RED, endurance - left, left, "horse death")] if left < endurance else [])


def test_rule_9_52_a_horse_that_was_cut_free_counts_among_the_dead() -> None:
    race = a_race({RED: a_chariot(horses=(0, 5, 5, 5), endurance=18)}, mover=None)
    race.chariots[RED].horses[0].state = "cut free"

    injuries.injure(race, Script(), RED, 1, 5)

    assert race.chariots[RED].endurance == 12


def test_rule_9_52_a_dead_horse_stops_the_mover() -> None:
    race = a_race({RED: a_chariot(horses=(5, 5, 5, 5))}, factors=9)
    table = Script()

    injuries.injure(race, table, RED, 0, 5)

    assert race.phase is not None
    assert race.chariots[RED].is_stationary
    assert (race.phase.factors, race.phase.is_ended) == (0, True)
    assert kinds(table.told) == [HorseInjured, HorseDied, EnduranceLost, FactorsLost]
    assert table.told[-1] == FactorsLost(RED, 9)


def test_rule_9_52_a_dead_horse_of_another_does_not_stop_the_mover() -> None:
    race = a_race({RED: a_chariot(), BLUE: a_chariot("A20.4")}, factors=9)

    injuries.injure(race, Script(), BLUE, 0, 5)

    assert race.phase is not None
    assert race.chariots[BLUE].is_stationary
    assert (race.phase.factors, race.phase.is_ended) == (9, False)


def test_rule_9_53_the_fourth_dead_horse_takes_the_chariot_out() -> None:
    race = a_race({RED: a_chariot(horses=(0, 0, 0, 5), endurance=6)}, factors=9)
    table = Script()

    injuries.injure(race, table, RED, 3, 5)

    assert race.phase is not None
    assert race.chariots[RED].status == "out"
    assert race.chariots[RED].endurance == 6
    assert race.phase.is_ended
    assert table.told[-2:] == [HorseDied(RED, 4), Stopped(RED)]


def test_rule_9_53_the_third_does_not() -> None:
    race = a_race({RED: a_chariot(horses=(0, 0, 5, 5), endurance=6)}, mover=None)

    injuries.injure(race, Script(), RED, 3, 5)

    assert race.chariots[RED].status == "racing"


def test_rule_9_5_the_outermost_living_horses() -> None:
    chariot = a_chariot(horses=(0, 5, 5, 0))

    assert (horses.leftmost(chariot), horses.rightmost(chariot)) == (1, 2)
    assert (horses.nearest(chariot, "inside"), horses.nearest(chariot, "outside")) == (1, 2)


@pytest.mark.parametrize(
    ("team", "inside", "outside"),
    [
        ((5, 5, 5, 5), False, False),
        ((0, 5, 5, 5), True, False),
        ((5, 0, 5, 5), True, False),
        ((5, 5, 0, 5), False, True),
        ((5, 5, 5, 0), False, True),
        ((5, 0, 0, 5), True, True),
    ],
)
def test_rule_9_52_a_dead_horse_shields_its_side(team: tuple[int, ...], inside: bool, outside: bool) -> None:
    chariot = a_chariot(horses=team)

    assert horses.is_shielded(chariot, "inside") is inside
    assert horses.is_shielded(chariot, "outside") is outside


@pytest.mark.parametrize("side", ["inside", "outside"])
def test_rule_9_52_a_horse_that_was_cut_free_shields_nothing(side: Side) -> None:
    chariot = a_chariot(horses=(0, 5, 5, 0))
    for place in (0, 3):
        chariot.horses[place].state = "cut free"

    assert not horses.is_shielded(chariot, side)


def test_rule_9_53_cutting_free_costs_speed() -> None:
    # Case D19: three horses, CDM +1, written 12, dice 4, 3, 2
    race = a_race({RED: a_chariot(horses=(5, 0, 5, 5), modifier=1)})
    table = Script(4, 3, 2)

    left = injuries.cut_free(race, table, RED, 12)

    red = race.chariots[RED]
    assert left == 4
    assert (red.horses[1].state, red.is_stationary, red.has_cut) == ("cut free", False, True)
    assert table.told == [
        Rolled(RED, "cutting free", (4, 3, 2), 6, (Modifier("CDM", -1),), 8, "9.53"),
        HorseCutFree(RED, horse=2, cost=8),
    ]


def test_rule_9_52_cutting_free_fails_when_it_costs_more_than_there_is() -> None:
    # Case D20: the same, dice 6, 5, 4
    race = a_race({RED: a_chariot(horses=(5, 0, 5, 5), modifier=1)})
    table = Script(6, 5, 4)

    left = injuries.cut_free(race, table, RED, 12)

    red = race.chariots[RED]
    assert left is None
    assert (red.horses[1].state, red.is_stationary, red.has_cut) == ("dead", True, True)
    assert table.told[-1] == CuttingFailed(RED, short=2)


@pytest.mark.parametrize(("turn_speed", "left"), [(8, 0), (7, None)])
def test_rule_9_52_cutting_free_may_take_the_whole_speed(turn_speed: int, left: int | None) -> None:
    race = a_race({RED: a_chariot(horses=(5, 0, 5, 5), modifier=1)})

    assert injuries.cut_free(race, Script(4, 3, 2), RED, turn_speed) == left


def test_rule_9_52_cutting_free_never_gives_speed() -> None:
    race = a_race({RED: a_chariot(horses=(0, 0, 0, 5), modifier=2)})
    table = Script(1)

    assert injuries.cut_free(race, table, RED, 5) == 5
    assert table.told[-1] == HorseCutFree(RED, horse=1, cost=0)


def test_rule_9_52_a_low_cdm_makes_cutting_free_dearer() -> None:
    race = a_race({RED: a_chariot(horses=(0, 0, 0, 5), modifier=1, jostle=-3)})

    assert injuries.cut_free(race, Script(1), RED, 5) == 2


def test_rule_9_53_one_horse_is_cut_free_at_a_time_the_leftmost_first() -> None:
    race = a_race({RED: a_chariot(horses=(5, 0, 0, 5))})

    injuries.cut_free(race, Script(1, 1), RED, 12)

    red = race.chariots[RED]
    assert [horse.state for horse in red.horses] == ["alive", "cut free", "dead", "alive"]
    assert red.is_stationary


@pytest.mark.parametrize(("modifier", "jostle", "defends"), [(2, 0, 0), (0, 0, 0), (1, -3, -2)])
def test_rule_9_52_a_standing_chariot_defends_without_a_bonus(modifier: int, jostle: int, defends: int) -> None:
    assert defending_cdm(a_chariot(horses=(0, 5, 5, 5), modifier=modifier, jostle=jostle)) == defends


@pytest.mark.parametrize(("modifier", "defends"), [(2, 0), (0, 0), (-1, -1)])
def test_rule_9_52_a_driver_who_has_cut_a_horse_free_defends_without_a_bonus(modifier: int, defends: int) -> None:
    assert defending_cdm(a_chariot(has_cut=True, modifier=modifier)) == defends


@pytest.mark.parametrize("modifier", [2, -1])
def test_rule_9_4_any_other_defends_with_his_cdm(modifier: int) -> None:
    assert defending_cdm(a_chariot(modifier=modifier)) == modifier


def test_rule_9_52_two_deaths_at_once_each_take_their_own_part() -> None:
    # 24: a quarter leaves 18, a third of that leaves 12
    race = a_race({RED: a_chariot(horses=(1, 1, 5, 5), endurance=24)}, mover=None)

    injuries.injure(race, Script(), RED, 0, 1)
    injuries.injure(race, Script(), RED, 1, 1)

    assert race.chariots[RED].endurance == 12


def test_rule_8_44_the_endurance_of_a_dying_horse_may_be_the_last() -> None:
    # Endurance 1 and the third death: half of it is nothing, so it stays; 2 leave 1 - never the last
    race = a_race({RED: a_chariot(horses=(0, 0, 5, 5), endurance=2)}, mover=None)
    table = Script()

    injuries.injure(race, table, RED, 2, 5)

    assert EnduranceGone not in kinds(table.told)
    assert race.chariots[RED].endurance == 1
