"""Wheels: the phase of a mover that flips, and boxes of the detailed specification (7.4, 16.1)."""

import pytest

from engine.circus_maximus.harm import wheels
from engine.track import SIDES
from tests.circus_maximus.combat import RED, Script, a_chariot, a_race


def test_rule_7_4_a_mover_that_flips_has_no_phase_left() -> None:
    race = a_race({RED: a_chariot(wheels=(6, 0))}, factors=7)
    table = Script(1, 1)

    wheels.check(race, table, RED, SIDES, "strain")

    assert race.phase is not None
    assert (race.phase.is_ended, race.phase.factors) == (True, 0)


# The detailed specification


@pytest.mark.parametrize(("boxes", "points", "total"), [(4, 3, 3), (4, 4, 4), (4, 5, 4), (8, 5, 5)])
def test_rule_16_1_a_wheel_takes_no_more_than_its_boxes(boxes: int, points: int, total: int) -> None:
    race = a_race({RED: a_chariot(boxes_outside=boxes)})

    wheels.damage(race, Script(), RED, "outside", points)

    assert race.chariots[RED].wheels.outside == total
