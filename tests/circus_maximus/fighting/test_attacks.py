"""Who may attack nobody, whoever asks: also outside the phases in which a driver is asked (9.1, 9.52, 15.25)."""

from typing import Any

import pytest

from engine.circus_maximus.fighting import attacks
from records.values import EntryId
from tests.circus_maximus.combat import BLUE, GREEN, RED, a_chariot, a_race


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


RUNAWAY: dict[str, Any] = {"status": "runaway", "driver": "dragged"}


def test_rule_16_2_a_blinded_driver_attacks_nobody() -> None:
    race = a_race({RED: a_chariot("A20.3", blinded_since=2), BLUE: a_chariot("A20.4")}, edition="advanced")

    assert attacks.legal_attacks(race, RED) == ()


def test_rule_15_25_a_runaway_team_attacks_nobody() -> None:
    race = a_race({RED: a_chariot("A20.3", **RUNAWAY), BLUE: a_chariot("A20.4")}, edition="advanced")

    assert attacks.legal_attacks(race, RED) == ()
    assert not attacks.may_attack(race, RED)
