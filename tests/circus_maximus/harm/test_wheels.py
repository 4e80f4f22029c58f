"""Wheels (7.4, 9.55, 9.56)."""

import pytest

from engine.circus_maximus.harm import wheels
from engine.circus_maximus.words.facts import Flipped, WheelLost
from engine.track import SIDES
from records.values import Square
from tests.circus_maximus.combat import BLUE, RED, Script, a_chariot, a_race


def test_rule_7_43_a_chariot_that_has_flipped_tries_no_other_wheel() -> None:
    race = a_race({RED: a_chariot(wheels=(4, 7))})
    table = Script(1, 1)

    wheels.check(race, table, RED, SIDES, "speed")

    assert table.told[1:] == [WheelLost(RED, "inside"), Flipped(RED, "wheel", Square("A20.3"))]


def test_rule_7_4_a_mover_that_flips_has_no_phase_left() -> None:
    race = a_race({RED: a_chariot(wheels=(6, 0))}, factors=7)
    table = Script(1, 1)

    wheels.check(race, table, RED, SIDES, "strain")

    assert race.phase is not None
    assert (race.phase.is_ended, race.phase.factors) == (True, 0)


def test_rule_7_4_another_that_flips_leaves_the_movers_phase_alone() -> None:
    race = a_race({RED: a_chariot(), BLUE: a_chariot("A20.4", wheels=(6, 0))}, factors=7)

    wheels.check(race, Script(1, 1), BLUE, ("inside",), "damage")

    assert race.phase is not None
    assert race.chariots[BLUE].status == "out"
    assert (race.phase.is_ended, race.phase.factors) == (False, 7)


# The detailed specification


@pytest.mark.parametrize(("boxes", "points", "total"), [(4, 3, 3), (4, 4, 4), (4, 5, 4), (8, 5, 5)])
def test_rule_16_1_a_wheel_takes_no_more_than_its_boxes(boxes: int, points: int, total: int) -> None:
    race = a_race({RED: a_chariot(boxes_outside=boxes)})

    wheels.damage(race, Script(), RED, "outside", points)

    assert race.chariots[RED].wheels.outside == total


# The Advanced Game


def test_rule_11_2_a_car_that_flies_has_no_other_wheel_to_lose() -> None:
    race = a_race({RED: a_chariot(wheels=(10, 10))}, edition="advanced")
    table = Script()

    wheels.check(race, table, RED, SIDES, "damage")

    assert [fact.side for fact in table.told if isinstance(fact, WheelLost)] == ["inside"]
    assert race.chariots[RED].status == "runaway"
