"""Horses: injury, death and cutting free (9.5 to 9.53)."""

import pytest

from engine.circus_maximus.harm import injuries
from engine.circus_maximus.position import horses
from engine.circus_maximus.words.facts import (
    HorseCutFree,
)
from engine.circus_maximus.words.threats import defending_cdm
from engine.track import Side
from tests.circus_maximus.combat import BLUE, RED, Script, a_chariot, a_race


def test_rule_9_51_another_horse_does_not_slow_the_mover() -> None:
    race = a_race({RED: a_chariot(), BLUE: a_chariot("A20.4")}, factors=20)

    injuries.injure(race, Script(), BLUE, 3, 2)

    assert race.phase is not None
    assert race.phase.factors == 20


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


def test_rule_9_52_a_horse_that_was_cut_free_counts_among_the_dead() -> None:
    race = a_race({RED: a_chariot(horses=(0, 5, 5, 5), endurance=18)}, mover=None)
    race.chariots[RED].horses[0].state = "cut free"

    injuries.injure(race, Script(), RED, 1, 5)

    assert race.chariots[RED].endurance == 12


def test_rule_9_52_a_dead_horse_of_another_does_not_stop_the_mover() -> None:
    race = a_race({RED: a_chariot(), BLUE: a_chariot("A20.4")}, factors=9)

    injuries.injure(race, Script(), BLUE, 0, 5)

    assert race.phase is not None
    assert race.chariots[BLUE].is_stationary
    assert (race.phase.factors, race.phase.is_ended) == (9, False)


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


def test_rule_9_52_cutting_free_never_gives_speed() -> None:
    race = a_race({RED: a_chariot(horses=(0, 0, 0, 5), modifier=2)})
    table = Script(1)

    assert injuries.cut_free(race, table, RED, 5) == 5
    assert table.told[-1] == HorseCutFree(RED, horse=1, cost=0)


@pytest.mark.parametrize(("modifier", "jostle", "defends"), [(2, 0, 0), (0, 0, 0), (1, -3, -2)])
def test_rule_9_52_a_standing_chariot_defends_without_a_bonus(modifier: int, jostle: int, defends: int) -> None:
    assert defending_cdm(a_chariot(horses=(0, 5, 5, 5), modifier=modifier, jostle=jostle)) == defends


@pytest.mark.parametrize(("modifier", "defends"), [(2, 0), (0, 0), (-1, -1)])
def test_rule_9_52_a_driver_who_has_cut_a_horse_free_defends_without_a_bonus(modifier: int, defends: int) -> None:
    assert defending_cdm(a_chariot(has_cut=True, modifier=modifier)) == defends


@pytest.mark.parametrize("modifier", [2, -1])
def test_rule_9_4_any_other_defends_with_his_cdm(modifier: int) -> None:
    assert defending_cdm(a_chariot(modifier=modifier)) == modifier
