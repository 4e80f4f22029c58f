"""How an attack is met: hold, brake, evade (6.62, 9.3)."""

from typing import Any

import pytest

from engine.track import Side
from tests.circus_maximus import combat
from tests.circus_maximus.combat import BLUE, a_chariot, a_race


def ways(race: Any, away: Side = "outside") -> tuple[str, ...]:
    return combat.ways_out(race, BLUE, away)


@pytest.mark.parametrize(("written", "found"), [(15, ("brake", "evade")), (16, ("brake",))])
def test_rule_7_33_a_jostled_driver_does_not_evade_into_strain(written: int, found: tuple[str, ...]) -> None:
    # Blue stands before the corner; evading takes it to D1.4, where 15 is safe
    blue = a_chariot("A33.3", jostled=True, jostle=-1, written=written)

    assert ways(a_race({BLUE: blue}, mover=None)) == found
