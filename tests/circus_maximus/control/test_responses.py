"""How an attack is met: hold, brake, evade (6.62, 9.3)."""

from typing import Any

import pytest

from engine.circus_maximus.control import chain
from engine.circus_maximus.words.asks import Avoid, ChooseWayOut, Meet
from engine.circus_maximus.words.threats import Threat
from engine.game import Modifier, Rolled
from engine.track import Side
from records.values import Square
from tests.circus_maximus import combat
from tests.circus_maximus.combat import BLUE, RED, Script, a_chariot, a_race, played

FROM_INSIDE = Threat(RED, BLUE, "outside", "team", "ram")
"""Red, in lane 3, attacks blue's team in lane 4: blue would evade to the outside."""


def blue_beside_red(square: str = "A19.4", **blue: Any) -> Any:
    return a_race({RED: a_chariot("A20.3"), BLUE: a_chariot(square, **blue)})


def ways(race: Any, away: Side = "outside") -> tuple[str, ...]:
    return combat.ways_out(race, BLUE, away)


@pytest.mark.parametrize(("written", "found"), [(15, ("brake", "evade")), (16, ("brake",))])
def test_rule_7_33_a_jostled_driver_does_not_evade_into_strain(written: int, found: tuple[str, ...]) -> None:
    # Blue stands before the corner; evading takes it to D1.4, where 15 is safe
    blue = a_chariot("A33.3", jostled=True, jostle=-1, written=written)

    assert ways(a_race({BLUE: blue}, mover=None)) == found


def test_rule_9_52_a_standing_chariot_holds() -> None:
    assert ways(blue_beside_red(horses=(5, 5, 5, 0))) == ()


def test_rule_9_32_who_cannot_brake_evades_if_he_is_slow() -> None:
    race = blue_beside_red(endurance=1)

    _, asked = played(chain.meet(race, Script(6, 6, 1, 1), FROM_INSIDE), Meet(avoid=True), Avoid("hold"))

    assert asked[1].question == ChooseWayOut(RED, ("evade",), Square("A20.5"))
    assert asked[1].default == Avoid("evade")


@pytest.mark.parametrize(("red_rolls", "is_avoided"), [((5, 5), True), ((5, 6), False)])
def test_rule_9_62_an_involuntary_ram_presses_with_three_less(red_rolls: tuple[int, int], is_avoided: bool) -> None:
    race = blue_beside_red()
    table = Script(3, 4, *red_rolls)
    threat = FROM_INSIDE._replace(modifier=-3)
    answers = (Meet(avoid=True), Avoid("brake")) if is_avoided else (Meet(avoid=True),)

    assert played(chain.meet(race, table, threat), *answers)[0] is is_avoided
    assert table.told[1] == Rolled(
        RED,
        "pressing the attack",
        red_rolls,
        6,
        (Modifier("involuntary ram", -3),),
        sum(red_rolls) - 3,
        "9.32",
    )
