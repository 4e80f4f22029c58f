"""Whom a chariot may attack, and what it pays (3.4, 3.8, 9.1 to 9.22)."""

from typing import Any

import pytest

from engine.circus_maximus.fighting import attacks
from engine.circus_maximus.words.asks import Attack, Avoid, Meet
from records.values import EntryId, Faction
from tests.circus_maximus.combat import BLUE, GREEN, RED, Script, a_chariot, a_race, played

ON_TEAM = (Attack(BLUE, "team", "lash"), Attack(BLUE, "team", "ram"))
ON_CAR = (Attack(BLUE, "driver", "lash"), Attack(BLUE, "car", "ram"))


@pytest.mark.parametrize("square", ["A20.1", "A20.8"])
def test_rule_9_2_there_is_nobody_behind_the_wall(square: str) -> None:
    race = a_race({RED: a_chariot(square), BLUE: a_chariot("A20.4")})

    assert attacks.legal_attacks(race, RED) == ()


def test_rule_9_22_a_parallel_square_in_a_corner_can_be_attacked_from_both() -> None:
    # The last squares of a corner are abreast
    red, blue = a_chariot("B0.1"), a_chariot("B0.2")

    assert attacks.legal_attacks(a_race({RED: red, BLUE: blue}, mover=RED), RED) == ON_CAR
    assert len(attacks.legal_attacks(a_race({RED: red, BLUE: blue}, mover=BLUE), BLUE)) == 2


def test_rule_9_52_a_standing_chariot_cannot_attack() -> None:
    race = a_race({RED: a_chariot("A20.3", horses=(0, 5, 5, 5)), BLUE: a_chariot("A20.4")})

    assert attacks.legal_attacks(race, RED) == ()


@pytest.mark.parametrize(("factors", "count"), [(0, 0), (1, 2)])
def test_rule_9_1_an_attack_needs_a_movement_factor(factors: int, count: int) -> None:
    race = a_race({RED: a_chariot("A20.3"), BLUE: a_chariot("A20.4")}, factors=factors)

    assert len(attacks.legal_attacks(race, RED)) == count


@pytest.mark.parametrize("mover", [GREEN, None])
def test_rule_9_1_only_the_mover_attacks(mover: EntryId | None) -> None:
    race = a_race({RED: a_chariot("A20.3"), BLUE: a_chariot("A20.4"), GREEN: a_chariot("A30.6")}, mover=mover)

    assert attacks.legal_attacks(race, RED) == ()


@pytest.mark.parametrize("status", ["out", "finished"])
def test_rule_9_2_who_is_off_the_track_cannot_be_attacked(status: str) -> None:
    race = a_race({RED: a_chariot("A20.3"), BLUE: a_chariot("A20.4", status=status)})

    assert attacks.legal_attacks(race, RED) == ()


def test_rule_9_32_an_attack_that_is_avoided_is_spent() -> None:
    race = a_race({RED: a_chariot("A20.3"), BLUE: a_chariot("A19.4", endurance=2)}, factors=4)
    table = Script(6, 6, 1, 1)

    played(attacks.attack(race, table, RED, Attack(BLUE, "team", "ram")), Meet(True), Avoid("brake"))

    assert race.phase is not None
    assert race.phase.factors == 3
    assert attacks.legal_attacks(race, RED) == ()
    assert all(horse.injury == 0 for horse in race.chariots[BLUE].horses)
    assert table.unrolled == 0


# The Advanced Game

RUNAWAY: dict[str, Any] = {"status": "runaway", "driver": "dragged"}


@pytest.mark.parametrize("has_car", [True, False])
def test_rule_15_25_of_a_runaway_team_the_horses_can_be_attacked(has_car: bool) -> None:
    race = a_race({RED: a_chariot("A20.3"), BLUE: a_chariot("A19.4", has_car=has_car, **RUNAWAY)}, edition="advanced")

    assert attacks.legal_attacks(race, RED) == ON_TEAM


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


def test_rule_3_4_nobody_tramples_his_own_driver() -> None:
    chariots = {
        RED: a_chariot("A20.3", faction=Faction(1)),
        BLUE: a_chariot("A21.3", has_car=False, faction=Faction(1), **RUNAWAY),
    }

    assert attacks.legal_attacks(a_race(chariots, edition="advanced"), RED) == ()


def test_rule_15_25_a_runaway_team_attacks_nobody() -> None:
    race = a_race({RED: a_chariot("A20.3", **RUNAWAY), BLUE: a_chariot("A20.4")}, edition="advanced")

    assert attacks.legal_attacks(race, RED) == ()
    assert not attacks.may_attack(race, RED)
