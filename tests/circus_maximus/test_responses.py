"""How an attack is met: hold, brake, evade (6.62, 9.3)."""

from typing import Any

import pytest

from engine.circus_maximus.control import chain
from engine.circus_maximus.words.asks import Avoid, ChooseWayOut, Meet, MeetAttack
from engine.circus_maximus.words.facts import BrakedBack, EnduranceGone, EnduranceLost, Evaded, Held
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


@pytest.mark.parametrize(("endurance", "found"), [(1, ("evade",)), (2, ("brake", "evade"))])
def test_rule_6_62_braking_takes_two_endurance_factors(endurance: int, found: tuple[str, ...]) -> None:
    assert ways(blue_beside_red(endurance=endurance)) == found


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


def test_rule_9_313_nobody_evades_into_the_wall() -> None:
    race = a_race({RED: a_chariot("A20.7"), BLUE: a_chariot("A19.8")})

    assert ways(race) == ("brake",)
    assert ways(race, "inside") == ("brake",)  # red is there


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


@pytest.mark.parametrize(("away", "found"), [("inside", ("brake",)), ("outside", ("brake", "evade"))])
def test_rule_7_33_after_a_forced_sideslip_nobody_evades_to_the_inside(away: Side, found: tuple[str, ...]) -> None:
    race = a_race({BLUE: a_chariot("A19.4", no_inside=True)}, mover=None)

    assert ways(race, away) == found


@pytest.mark.parametrize(("written", "found"), [(15, ("brake", "evade")), (16, ("brake",))])
def test_rule_7_33_a_jostled_driver_does_not_evade_into_strain(written: int, found: tuple[str, ...]) -> None:
    # Blue stands before the corner; evading takes it to D1.4, where 15 is safe
    blue = a_chariot("A33.3", jostled=True, jostle=-1, written=written)

    assert ways(a_race({BLUE: blue}, mover=None)) == found


def test_rule_9_52_a_standing_chariot_holds() -> None:
    assert ways(blue_beside_red(horses=(5, 5, 5, 0))) == ()


def test_rule_9_52_so_does_one_that_cut_a_horse_free_this_turn() -> None:
    assert ways(blue_beside_red(has_cut=True)) == ()


def test_rule_9_3_who_has_no_way_out_is_not_asked() -> None:
    race = blue_beside_red(has_cut=True)
    table = Script()

    is_avoided, asked = played(chain.meet(race, table, FROM_INSIDE))

    assert (is_avoided, asked) == (False, [])
    assert table.told == [Held(BLUE, by_choice=False)]


def test_rule_9_3_the_defender_is_asked_and_holds_if_he_is_slow() -> None:
    race = blue_beside_red()
    table = Script()

    is_avoided, asked = played(chain.meet(race, table, FROM_INSIDE), Meet(avoid=False))

    assert not is_avoided
    assert asked[0].entry == BLUE
    assert asked[0].question == MeetAttack(RED, "team", "ram", ("brake", "evade"))
    assert asked[0].default == Meet(avoid=False)
    assert table.told == [Held(BLUE, by_choice=True)]


def test_rule_9_32_who_rolls_less_than_the_attacker_must_hold() -> None:
    race = a_race({RED: a_chariot("A20.3", modifier=2), BLUE: a_chariot("A19.4", modifier=1)})
    table = Script(3, 4, 4, 3)

    is_avoided, asked = played(chain.meet(race, table, FROM_INSIDE), Meet(avoid=True))

    assert not is_avoided
    assert len(asked) == 1
    assert table.told == [
        Rolled(BLUE, "avoiding", (3, 4), 6, (Modifier("CDM", 1),), 8, "9.32"),
        Rolled(RED, "pressing the attack", (4, 3), 6, (Modifier("CDM", 2),), 9, "9.32"),
        Held(BLUE, by_choice=False),
    ]


@pytest.mark.parametrize("blue", [(3, 4), (4, 4)])
def test_rule_9_32_who_rolls_as_much_or_more_may_choose(blue: tuple[int, int]) -> None:
    race = blue_beside_red()
    table = Script(*blue, 4, 3)

    is_avoided, asked = played(chain.meet(race, table, FROM_INSIDE), Meet(avoid=True), Avoid("hold"))

    assert not is_avoided
    assert asked[1].question == ChooseWayOut(RED, ("brake", "evade"), Square("A20.5"))
    assert asked[1].default == Avoid("brake")
    assert table.told[-1] == Held(BLUE, by_choice=True)


def test_rule_9_32_who_cannot_brake_evades_if_he_is_slow() -> None:
    race = blue_beside_red(endurance=1)

    _, asked = played(chain.meet(race, Script(6, 6, 1, 1), FROM_INSIDE), Meet(avoid=True), Avoid("hold"))

    assert asked[1].question == ChooseWayOut(RED, ("evade",), Square("A20.5"))
    assert asked[1].default == Avoid("evade")


def test_rule_6_62_braking_goes_a_square_back_for_two_endurance_factors() -> None:
    race = blue_beside_red(endurance=5, modifier=1, evade_debit=1)
    table = Script(6, 6, 1, 1)

    is_avoided, _ = played(chain.meet(race, table, FROM_INSIDE), Meet(avoid=True), Avoid("brake"))

    blue = race.chariots[BLUE]
    assert is_avoided
    assert (blue.square, blue.endurance, blue.modifier, blue.evade_debit) == ("A18.4", 3, 1, 1)
    assert table.told[2:] == [
        EnduranceLost(BLUE, 2, left=3, cause="avoid"),
        BrakedBack(BLUE, Square("A18.4"), forced=False),
    ]


def test_rule_8_4_braking_with_the_last_endurance_weakens_the_driver() -> None:
    race = blue_beside_red(endurance=2, modifier=1)
    table = Script(6, 6, 1, 1)

    played(chain.meet(race, table, FROM_INSIDE), Meet(avoid=True), Avoid("brake"))

    blue = race.chariots[BLUE]
    assert (blue.square, blue.endurance, blue.modifier) == ("A18.4", 0, 0)
    assert EnduranceGone(BLUE, 0) in table.told


@pytest.mark.parametrize(("away", "to", "cost"), [("outside", "A20.5", 1), ("inside", "A20.3", 2)])
def test_rule_9_31_evading_changes_lanes_and_is_paid_for_later(away: Side, to: str, cost: int) -> None:
    # Red attacks from the other side, where it is too far away to be in the way
    race = a_race({RED: a_chariot("A30.8"), BLUE: a_chariot("A19.4", evade_debit=1)})
    table = Script(6, 6, 1, 1)
    threat = Threat(RED, BLUE, away, "team", "ram")

    is_avoided, _ = played(chain.meet(race, table, threat), Meet(avoid=True), Avoid("evade"))

    blue = race.chariots[BLUE]
    assert is_avoided
    assert (blue.square, blue.evade_debit, blue.endurance) == (to, 1 + cost, 40)
    assert table.told[-1] == Evaded(BLUE, away, Square(to), cost)


@pytest.mark.parametrize(("away", "lane"), [("outside", 4), ("inside", 2)])
def test_rule_9_31_the_way_out_leads_away_from_the_attacker(away: Side, lane: int) -> None:
    race = a_race({RED: a_chariot("A30.8"), BLUE: a_chariot("A19.3")})
    threat = Threat(RED, BLUE, away, "team", "ram")

    _, asked = played(chain.meet(race, Script(6, 6, 1, 1), threat), Meet(avoid=True), Avoid("hold"))

    assert asked[1].question == ChooseWayOut(RED, ("brake", "evade"), Square(f"A20.{lane}"))


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
