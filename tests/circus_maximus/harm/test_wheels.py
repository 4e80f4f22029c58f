"""Wheels (7.4, 9.55, 9.56)."""

import pytest

from engine.circus_maximus.harm import wheels
from engine.circus_maximus.words.facts import Flipped, WheelDamaged, WheelLost
from engine.game import Modifier, Rolled
from engine.track import SIDES, Side
from records.values import Square
from tests.circus_maximus.combat import BLUE, RED, Script, a_chariot, a_race


def test_rule_9_55_damage_adds_up_on_the_wheel_that_was_hit() -> None:
    race = a_race({RED: a_chariot(wheels=(1, 2))})
    table = Script()

    wheels.damage(race, table, RED, "outside", 3)

    assert (race.chariots[RED].wheels.inside, race.chariots[RED].wheels.outside) == (1, 5)
    assert table.told == [WheelDamaged(RED, "outside", 3, total=5)]


def test_rule_9_56_a_wheel_has_ten_boxes() -> None:
    race = a_race({RED: a_chariot(wheels=(8, 0))})
    table = Script()

    wheels.damage(race, table, RED, "inside", 5)

    assert table.told == [WheelDamaged(RED, "inside", 2, total=10)]


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


def test_rule_7_4_a_chariot_flips_once() -> None:
    race = a_race({RED: a_chariot(wheels=(10, 10))})
    table = Script()

    wheels.check(race, table, RED, SIDES, "damage")
    wheels.check(race, table, RED, SIDES, "damage")

    assert sum(isinstance(fact, Flipped) for fact in table.told) == 1


# The detailed specification


@pytest.mark.parametrize(("boxes", "points", "total"), [(4, 3, 3), (4, 4, 4), (4, 5, 4), (8, 5, 5)])
def test_rule_16_1_a_wheel_takes_no_more_than_its_boxes(boxes: int, points: int, total: int) -> None:
    race = a_race({RED: a_chariot(boxes_outside=boxes)})

    wheels.damage(race, Script(), RED, "outside", points)

    assert race.chariots[RED].wheels.outside == total


@pytest.mark.parametrize(("side", "lost"), [("inside", True), ("outside", False)])
def test_rule_16_1_a_wheel_without_boxes_left_is_lost_without_a_roll(side: Side, lost: bool) -> None:
    race = a_race({RED: a_chariot(wheels=(4, 4), boxes_inside=4, boxes_outside=6)})
    table = Script(*([] if lost else [6, 6]))

    wheels.check(race, table, RED, (side,), "damage")

    assert (WheelLost(RED, side) in table.told) is lost
    assert (Flipped(RED, "destroyed wheel", Square("A20.3")) in table.told) is lost


@pytest.mark.parametrize(
    ("blades", "modifier"),
    [
        (("none", "none"), 0),
        (("regular", "regular"), 0),
        (("long", "long"), 0),
        (("regular", "none"), -1),
        (("none", "long"), -1),
        (("regular", "long"), -1),
    ],
)
def test_rule_16_1_unlike_blades_take_one_off_the_wheel_checks(blades: tuple[str, str], modifier: int) -> None:
    race = a_race({RED: a_chariot(wheels=(4, 0), blades_inside=blades[0], blades_outside=blades[1])})
    table = Script(3, 3)

    wheels.check(race, table, RED, SIDES, "speed")

    named = (Modifier("unlike blades", modifier),) if modifier else ()
    assert table.told[0] == Rolled(RED, "inside wheel", (3, 3), 6, named, 6 + modifier, "7.41")


# The Advanced Game


@pytest.mark.parametrize(("has_car", "rolls"), [(True, 1), (False, 0)])
def test_rule_16_7_the_wheels_of_a_team_that_runs_with_its_car_are_tried(has_car: bool, rolls: int) -> None:
    chariot = a_chariot(wheels=(4, 0), status="runaway", driver="dragged", has_car=has_car)
    race = a_race({RED: chariot}, edition="advanced")
    table = Script(*[6, 6][: 2 * rolls])

    wheels.check(race, table, RED, SIDES, "speed")

    assert len(table.told) == 2 * rolls


def test_rule_11_2_a_car_that_flies_has_no_other_wheel_to_lose() -> None:
    race = a_race({RED: a_chariot(wheels=(10, 10))}, edition="advanced")
    table = Script()

    wheels.check(race, table, RED, SIDES, "damage")

    assert [fact.side for fact in table.told if isinstance(fact, WheelLost)] == ["inside"]
    assert race.chariots[RED].status == "runaway"
