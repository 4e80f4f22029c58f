"""Whom a chariot may attack, and what it pays (3.4, 3.8, 9.1 to 9.22)."""

from typing import Any

import pytest

from engine.circus_maximus.fighting import attacks
from engine.circus_maximus.turn import movement
from engine.circus_maximus.words.asks import Attack, Avoid, Meet
from engine.circus_maximus.words.facts import Attacked
from engine.circus_maximus.words.state import Obstacle
from records.values import EntryId, Faction, Square
from tests.circus_maximus.combat import BLUE, GREEN, RED, Script, a_chariot, a_race, played

ON_TEAM = (Attack(BLUE, "team", "lash"), Attack(BLUE, "team", "ram"))
ON_CAR = (Attack(BLUE, "driver", "lash"), Attack(BLUE, "car", "ram"))


@pytest.mark.parametrize(
    ("square", "attacks_there"),
    [
        ("A18.4", ()),  # all of it behind red's car
        ("A19.4", ON_TEAM),
        ("A20.4", ON_CAR),
        ("A21.4", ()),  # its car is beside red's team
        ("A18.2", ()),
        ("A19.2", ON_TEAM),
        ("A20.2", ON_CAR),
        ("A21.2", ()),
        ("A20.5", ()),
        ("A19.1", ()),
    ],
)
def test_rule_9_2_what_is_beside_the_attackers_car_can_be_attacked(
    square: str, attacks_there: tuple[Attack, ...]
) -> None:
    race = a_race({RED: a_chariot("A20.3"), BLUE: a_chariot(square)})

    assert attacks.legal_attacks(race, RED) == attacks_there


def test_rule_9_2_with_a_target_on_each_side_the_attacker_may_choose() -> None:
    race = a_race({RED: a_chariot("A20.3"), GREEN: a_chariot("A19.2"), BLUE: a_chariot("A20.4")})

    assert attacks.legal_attacks(race, RED) == (
        Attack(GREEN, "team", "lash"),
        Attack(GREEN, "team", "ram"),
        *ON_CAR,
    )


@pytest.mark.parametrize("square", ["A20.1", "A20.8"])
def test_rule_9_2_there_is_nobody_behind_the_wall(square: str) -> None:
    race = a_race({RED: a_chariot(square), BLUE: a_chariot("A20.4")})

    assert attacks.legal_attacks(race, RED) == ()


def test_rule_9_22_in_a_corner_only_the_square_partly_behind_can_be_attacked() -> None:
    # Case P12: red's car (D3.1) lies partly behind black's (D5.2)
    red, black = a_chariot("D4.1"), a_chariot("D6.2")

    assert attacks.legal_attacks(a_race({RED: red, BLUE: black}, mover=RED), RED) == ()
    assert attacks.legal_attacks(a_race({RED: red, BLUE: black}, mover=BLUE), BLUE) == (
        Attack(RED, "driver", "lash"),
        Attack(RED, "car", "ram"),
    )


def test_rule_9_22_a_parallel_square_in_a_corner_can_be_attacked_from_both() -> None:
    # The last squares of a corner are abreast
    red, blue = a_chariot("B0.1"), a_chariot("B0.2")

    assert attacks.legal_attacks(a_race({RED: red, BLUE: blue}, mover=RED), RED) == ON_CAR
    assert len(attacks.legal_attacks(a_race({RED: red, BLUE: blue}, mover=BLUE), BLUE)) == 2


def test_rule_9_42_a_lash_needs_a_whip() -> None:
    race = a_race({RED: a_chariot("A20.3", has_whip=False), BLUE: a_chariot("A20.4"), GREEN: a_chariot("A19.2")})

    assert attacks.legal_attacks(race, RED) == (Attack(GREEN, "team", "ram"), Attack(BLUE, "car", "ram"))


def test_rule_3_8_nobody_attacks_from_the_grid() -> None:
    race = a_race({RED: a_chariot("A10.3", on_grid=True), BLUE: a_chariot("A10.4")})

    assert attacks.legal_attacks(race, RED) == ()


def test_rule_3_8_who_has_left_the_grid_may_attack_one_who_has_not() -> None:
    race = a_race({RED: a_chariot("A16.3"), BLUE: a_chariot("A16.4", on_grid=True)})

    assert attacks.legal_attacks(race, RED) == ON_CAR


def test_rule_9_52_a_standing_chariot_cannot_attack() -> None:
    race = a_race({RED: a_chariot("A20.3", horses=(0, 5, 5, 5)), BLUE: a_chariot("A20.4")})

    assert attacks.legal_attacks(race, RED) == ()


def test_rule_9_52_nor_can_one_that_cut_a_horse_free_this_turn() -> None:
    race = a_race({RED: a_chariot("A20.3", has_cut=True), BLUE: a_chariot("A20.4")})

    assert attacks.legal_attacks(race, RED) == ()


@pytest.mark.parametrize(
    ("team", "square", "attacks_there"),
    [
        ((0, 5, 5, 5), "A19.4", ()),  # red is on blue's inside
        ((5, 0, 5, 5), "A19.4", ()),
        ((5, 5, 0, 5), "A19.4", ON_TEAM),
        ((5, 5, 5, 0), "A19.4", ON_TEAM),
        ((5, 5, 0, 5), "A19.2", ()),  # red is on blue's outside
        ((5, 5, 5, 0), "A19.2", ()),
        ((0, 5, 5, 5), "A19.2", ON_TEAM),
        ((0, 5, 5, 0), "A20.4", ON_CAR),
    ],
)
def test_rule_9_52_no_attack_on_a_team_from_the_side_of_its_dead_horse(
    team: tuple[int, ...], square: str, attacks_there: tuple[Attack, ...]
) -> None:
    race = a_race({RED: a_chariot("A20.3"), BLUE: a_chariot(square, horses=team)})

    assert attacks.legal_attacks(race, RED) == attacks_there


@pytest.mark.parametrize(("factors", "count"), [(0, 0), (1, 2)])
def test_rule_9_1_an_attack_needs_a_movement_factor(factors: int, count: int) -> None:
    race = a_race({RED: a_chariot("A20.3"), BLUE: a_chariot("A20.4")}, factors=factors)

    assert len(attacks.legal_attacks(race, RED)) == count


@pytest.mark.parametrize("mover", [GREEN, None])
def test_rule_9_1_only_the_mover_attacks(mover: EntryId | None) -> None:
    race = a_race({RED: a_chariot("A20.3"), BLUE: a_chariot("A20.4"), GREEN: a_chariot("A30.6")}, mover=mover)

    assert attacks.legal_attacks(race, RED) == ()


@pytest.mark.parametrize(("red", "blue", "count"), [(1, 1, 0), (1, 2, 2)])
def test_rule_3_4_a_faction_does_not_attack_its_own(red: int, blue: int, count: int) -> None:
    race = a_race({RED: a_chariot("A20.3", faction=Faction(red)), BLUE: a_chariot("A20.4", faction=Faction(blue))})

    assert len(attacks.legal_attacks(race, RED)) == count


@pytest.mark.parametrize("status", ["out", "finished"])
def test_rule_9_2_who_is_off_the_track_cannot_be_attacked(status: str) -> None:
    race = a_race({RED: a_chariot("A20.3"), BLUE: a_chariot("A20.4", status=status)})

    assert attacks.legal_attacks(race, RED) == ()


def test_rule_9_1_an_attack_costs_one_movement_factor_and_is_announced() -> None:
    race = a_race({RED: a_chariot("A20.3"), BLUE: a_chariot("A19.4")}, factors=4)
    table = Script(3, 2, 3)
    chosen = Attack(BLUE, "team", "lash")

    played(attacks.attack(race, table, RED, chosen), Meet(avoid=False))

    assert race.phase is not None
    assert (race.phase.factors, race.phase.used) == (3, 1)
    assert table.told[0] == Attacked(RED, BLUE, "team", "lash")


def test_rule_9_14_one_attack_a_phase_from_any_one_square() -> None:
    # Given red has attacked blue, with green beside it as well
    race = a_race({RED: a_chariot("A20.3"), BLUE: a_chariot("A19.4"), GREEN: a_chariot("A20.2")})
    played(attacks.attack(race, Script(3, 3), RED, Attack(BLUE, "team", "lash")), Meet(avoid=False))

    # Then there is none left from here, and there is again from the next square
    assert attacks.legal_attacks(race, RED) == ()
    played(movement.drive(race, Script(), RED, 1))
    assert attacks.legal_attacks(race, RED) == (Attack(GREEN, "team", "lash"), Attack(GREEN, "team", "ram"))


def test_rule_9_32_an_attack_that_is_avoided_is_spent() -> None:
    race = a_race({RED: a_chariot("A20.3"), BLUE: a_chariot("A19.4", endurance=2)}, factors=4)
    table = Script(6, 6, 1, 1)

    played(attacks.attack(race, table, RED, Attack(BLUE, "team", "ram")), Meet(True), Avoid("brake"))

    assert race.phase is not None
    assert race.phase.factors == 3
    assert attacks.legal_attacks(race, RED) == ()
    assert all(horse.injury == 0 for horse in race.chariots[BLUE].horses)
    assert table.unrolled == 0


@pytest.mark.parametrize(
    ("square", "chosen", "dice", "what_for"),
    [
        ("A19.4", Attack(BLUE, "team", "lash"), (1, 1), "lash on a team"),
        ("A19.4", Attack(BLUE, "team", "ram"), (1, 1), "horse injury"),
        ("A20.4", Attack(BLUE, "driver", "lash"), (1, 1, 1, 1, 4, 5), "lash on a driver"),
        ("A20.4", Attack(BLUE, "car", "ram"), (4, 4, 4), "ram on a car"),
    ],
)
def test_rule_9_2_each_target_and_means_has_its_procedure(
    square: str, chosen: Attack, dice: tuple[int, ...], what_for: str
) -> None:
    race = a_race({RED: a_chariot("A20.3"), BLUE: a_chariot(square)})
    table = Script(*dice)

    played(attacks.attack(race, table, RED, chosen), Meet(avoid=False))

    assert what_for in [getattr(fact, "what_for", None) for fact in table.told]
    assert table.unrolled == 0


# The Advanced Game

RUNAWAY: dict[str, Any] = {"status": "runaway", "driver": "dragged"}


@pytest.mark.parametrize("has_car", [True, False])
def test_rule_15_25_of_a_runaway_team_the_horses_can_be_attacked(has_car: bool) -> None:
    race = a_race({RED: a_chariot("A20.3"), BLUE: a_chariot("A19.4", has_car=has_car, **RUNAWAY)}, edition="advanced")

    assert attacks.legal_attacks(race, RED) == ON_TEAM


@pytest.mark.parametrize(("has_car", "found"), [(True, (Attack(BLUE, "car", "ram"),)), (False, ())])
def test_rule_16_7_the_car_of_a_driver_who_was_pulled_out_can_be_rammed(
    has_car: bool, found: tuple[Attack, ...]
) -> None:
    race = a_race({RED: a_chariot("A20.3"), BLUE: a_chariot("A20.4", has_car=has_car, **RUNAWAY)}, edition="advanced")

    assert attacks.legal_attacks(race, RED) == found


def test_rule_15_25_a_runaway_team_attacks_nobody() -> None:
    race = a_race({RED: a_chariot("A20.3", **RUNAWAY), BLUE: a_chariot("A20.4")}, edition="advanced")

    assert attacks.legal_attacks(race, RED) == ()
    assert not attacks.may_attack(race, RED)


@pytest.mark.parametrize("square", ["A20.3", "A19.3"])
def test_rule_14_1_nobody_attacks_from_an_obstacle(square: str) -> None:
    race = a_race({RED: a_chariot("A20.3"), BLUE: a_chariot("A20.4")}, edition="advanced")
    race.obstacles.append(Obstacle("wreck", Square(square), GREEN))

    assert attacks.legal_attacks(race, RED) == ()


@pytest.mark.parametrize("square", ["A20.4", "A19.4", "A21.3"])
def test_rule_14_1_but_one_who_is_on_an_obstacle_may_be_attacked(square: str) -> None:
    race = a_race({RED: a_chariot("A20.3"), BLUE: a_chariot("A20.4")}, edition="advanced")
    race.obstacles.append(Obstacle("wreck", Square(square), GREEN))

    assert attacks.legal_attacks(race, RED) == ON_CAR


@pytest.mark.parametrize(("red", "blue"), [(BLUE, None), (BLUE, RED)])
def test_rule_3_4_nobody_attacks_his_ally(red: EntryId | None, blue: EntryId | None) -> None:
    race = a_race({RED: a_chariot("A20.3", ally=red), BLUE: a_chariot("A20.4", ally=blue)}, edition="advanced")

    assert attacks.legal_attacks(race, RED) == ()


def test_rule_16_2_a_blinded_driver_attacks_nobody() -> None:
    race = a_race({RED: a_chariot("A20.3", blinded_since=2), BLUE: a_chariot("A20.4")}, edition="advanced")

    assert attacks.legal_attacks(race, RED) == ()


# Dragged drivers

ON_DRAGGED = Attack(BLUE, "dragged driver", "ram")


@pytest.mark.parametrize(
    ("square", "has_car", "found"),
    [
        ("A21.3", False, True),  # red's team is on his square, right behind the horses
        ("A20.3", False, False),
        ("A22.3", False, False),
        ("A21.4", False, False),
        ("A22.3", True, True),  # red's team is right behind the car that he hangs on
        ("A21.3", True, False),
        ("A23.3", True, False),
    ],
)
def test_rule_16_5_a_dragged_driver_is_rammed_on_his_square(square: str, has_car: bool, found: bool) -> None:
    race = a_race({RED: a_chariot("A20.3"), BLUE: a_chariot(square, has_car=has_car, **RUNAWAY)}, edition="advanced")

    assert (ON_DRAGGED in attacks.legal_attacks(race, RED)) is found


@pytest.mark.parametrize("driver", ["dead", "on foot", "escaped"])
def test_rule_16_5_he_must_be_dragged(driver: str) -> None:
    team = a_chariot("A21.3", has_car=False, status="runaway", driver=driver)
    race = a_race({RED: a_chariot("A20.3"), BLUE: team}, edition="advanced")

    assert attacks.legal_attacks(race, RED) == ()


@pytest.mark.parametrize("status", ["finished", "out", "halted"])
def test_rule_16_5_and_on_the_track(status: str) -> None:
    team = a_chariot("A21.3", has_car=False, status=status, driver="dragged")
    race = a_race({RED: a_chariot("A20.3"), BLUE: team}, edition="advanced")

    assert attacks.legal_attacks(race, RED) == ()


def test_rule_16_5_a_runaway_team_tramples_too_but_not_its_own_driver() -> None:
    chariots = {
        RED: a_chariot("A20.3", has_car=False, **RUNAWAY),
        BLUE: a_chariot("A21.3", has_car=False, **RUNAWAY),
    }
    race = a_race(chariots, edition="advanced")

    assert attacks.legal_attacks(race, RED) == (ON_DRAGGED,)


def test_rule_16_5_a_driver_is_trampled_once_a_square_and_nobody_is_asked() -> None:
    chariots = {RED: a_chariot("A20.3"), BLUE: a_chariot("A21.3", has_car=False, **RUNAWAY)}
    race = a_race(chariots, factors=4, edition="advanced")
    table = Script(4, 4, 4)

    played(attacks.attack(race, table, RED, ON_DRAGGED))

    assert race.phase is not None
    assert race.phase.factors == 3
    assert attacks.legal_attacks(race, RED) == ()
    assert table.told[0] == Attacked(RED, BLUE, "dragged driver", "ram")
    assert table.unrolled == 0


def test_rule_3_4_nobody_tramples_his_own_driver() -> None:
    chariots = {
        RED: a_chariot("A20.3", faction=Faction(1)),
        BLUE: a_chariot("A21.3", has_car=False, faction=Faction(1), **RUNAWAY),
    }

    assert attacks.legal_attacks(a_race(chariots, edition="advanced"), RED) == ()
