"""Spears: whom they reach, what they do, and accidents with them (16.2)."""

from typing import Any

import pytest

from engine.circus_maximus.control import chain, rams
from engine.circus_maximus.fighting import attacks
from engine.circus_maximus.harm import spear_wounds
from engine.circus_maximus.words.facts import SpeedFell, Weakened
from engine.circus_maximus.words.threats import Threat
from engine.game import Rolled
from tests.circus_maximus.combat import BLUE, RED, Script, played
from tests.circus_maximus.fighting.test_weapons import a_fight, armed

# Spears


def test_rule_16_2_a_spear_needs_a_driver_to_thrust_at() -> None:
    assert armed(a_fight(weapon="spear", status="runaway")) == []


# Accidents with a spear


def test_rule_7_353_a_driver_who_weakens_himself_is_slower_at_once() -> None:
    race = a_fight({"hits": 4, "hits_start": 7, "modifier": 0, "horses": (3, 3, 2, 2)}, weapon="spear")
    table = Script(5, 5, 3, 4)

    spear_wounds.slip(race, table, RED)

    assert race.phase is not None
    assert (race.phase.total_speed, race.phase.factors) == (9, 9)
    assert table.told[-2:] == [Weakened(RED, -1, "half wounded"), SpeedFell(RED, 9, 9)]


def test_rule_16_2_who_has_no_spear_or_is_not_in_his_car_has_no_accident() -> None:
    for given in ({"weapons": ["dust", "knife"]}, {"weapons": ["spear"], "status": "runaway"}):
        race = a_fight(given)
        assert spear_wounds.slip(race, Script(), RED) is False


@pytest.mark.parametrize("target", ["team", "car"])
def test_rule_16_2_the_rammed_and_then_the_ramming_carrier_are_in_danger(target: str) -> None:
    race = a_fight({"weapons": ["spear"]}, weapons=["spear"])
    threat = Threat(RED, BLUE, "outside", target, "ram")  # type: ignore[arg-type]
    table = Script(*((1, 1) if target == "team" else (4, 4, 4)), 1, 1, 1, 1)

    (rams.ram_team if target == "team" else rams.ram_car)(race, table, threat)

    rolls = [fact.entry for fact in table.told if isinstance(fact, Rolled) and fact.what_for == "own spear"]
    assert rolls == [BLUE, RED]


def test_rule_16_2_so_are_those_in_involuntary_and_frontal_rams() -> None:
    race = a_fight({"weapons": ["spear"]}, weapons=["spear"], endurance=0, horses=(0, 5, 5, 5))
    table = Script(5, 5, 5, 1, 1, 1, 1)
    played(chain.involuntary(race, table, RED, "outside", -3))
    assert table.unrolled == 0

    race = a_fight({"weapons": ["spear"]}, weapons=["spear"], square="A22.3")
    table = Script(1, 1, 1, 1, 1, 1)
    played(rams.frontal(race, table, RED))
    assert table.unrolled == 0


# When no weapon may be used


@pytest.mark.parametrize(
    "given", [{"on_grid": True}, {"has_cut": True}, {"horses": (0, 5, 5, 5)}, {"blinded_since": 2}]
)
def test_rule_8_6_weapons_are_barred_when_attacks_are(given: dict[str, Any]) -> None:
    race = a_fight({"weapons": ["dust", "knife", "spear"]} | given)

    assert attacks.legal_attacks(race, RED) == ()
