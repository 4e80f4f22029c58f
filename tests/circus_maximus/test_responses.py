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
from tests.circus_maximus.combat import BLUE, GREEN, RED, Script, a_chariot, a_race, played

FROM_INSIDE = Threat(RED, BLUE, "outside", "team", "ram")
"""Red, in lane 3, attacks blue's team in lane 4: blue would evade to the outside."""


def blue_beside_red(square: str = "A19.4", **blue: Any) -> Any:
    return a_race({RED: a_chariot("A20.3"), BLUE: a_chariot(square, **blue)})


def ways(race: Any, away: Side = "outside") -> tuple[str, ...]:
    return combat.ways_out(race, BLUE, away)


@pytest.mark.parametrize(("square", "found"), [("A17.4", ("evade",)), ("A16.4", ("brake", "evade"))])
def test_rule_6_62_the_square_behind_the_car_must_be_free(square: str, found: tuple[str, ...]) -> None:
    # Blue's car is in A18.4; the one behind has its team in A17.4 or A16.4
    race = blue_beside_red()
    race.chariots[GREEN] = a_chariot(square)

    assert ways(race) == found


@pytest.mark.parametrize("square", ["A20.4", "A21.4", "A20.5", "A19.5", "A21.5"])
def test_rule_9_313_evading_needs_the_square_ahead_and_both_beside_it(square: str) -> None:
    # Blue would go over A20.4 to A20.5, its car to A19.5
    race = blue_beside_red()
    race.chariots[GREEN] = a_chariot(square)

    assert ways(race) == ("brake",)


@pytest.mark.parametrize("square", ["A22.4", "A22.5", "A18.5"])
def test_rule_9_313_other_squares_do_not_matter(square: str) -> None:
    race = blue_beside_red()
    race.chariots[GREEN] = a_chariot(square)

    assert ways(race) == ("brake", "evade")


@pytest.mark.parametrize(
    ("away", "debit", "penalty", "found"),
    [
        ("outside", 19, 0, True),
        ("outside", 20, 0, False),
        ("inside", 18, 0, True),
        ("inside", 19, 0, False),
        ("outside", 16, 3, True),
        ("outside", 17, 3, False),
    ],
)
def test_rule_9_52_evading_must_be_paid_for_by_the_next_phase(
    away: Side, debit: int, penalty: int, found: bool
) -> None:
    # Blue's team has a speed of 20
    race = a_race({BLUE: a_chariot("A19.4", evade_debit=debit, penalty=penalty, horses=(5, 5, 5, 5))}, mover=None)

    assert ("evade" in ways(race, away)) is found


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


def test_rule_9_311_a_mover_who_is_rammed_in_his_own_phase_pays_in_his_next() -> None:
    # Blue moves; red, forced outward, runs into it
    race = a_race({RED: a_chariot("A20.3"), BLUE: a_chariot("A19.4")}, mover=BLUE, factors=6)
    threat = FROM_INSIDE._replace(modifier=-3)

    played(chain.meet(race, Script(6, 6, 1, 1), threat), Meet(avoid=True), Avoid("evade"))

    assert race.phase is not None
    assert race.chariots[BLUE].evade_debit == 1
    assert (race.phase.factors, race.phase.evade_debit) == (6, 0)
