"""Critical hits: on drivers after a lash (13.1), and on horses (16.4)."""

from collections.abc import Sequence
from typing import Any

from engine.circus_maximus.fighting import lashes
from engine.circus_maximus.harm import injuries
from engine.circus_maximus.words.facts import (
    CriticallyHit,
    HorseDied,
    Maimed,
)
from engine.circus_maximus.words.state import Race
from engine.circus_maximus.words.threats import Threat
from tests.circus_maximus.combat import BLUE, RED, Script, a_chariot, a_race, played

ON_DRIVER = Threat(RED, BLUE, "outside", "driver", "lash")


def a_fight(red: dict[str, Any] | None = None, **blue: Any) -> Race:
    """Red in lane 3, and blue outside it, whose driver is beside red's car."""
    return a_race({RED: a_chariot("A20.3", **(red or {})), BLUE: a_chariot("A20.4", **blue)}, edition="advanced")


def struck(race: Race, dice: Sequence[int], *, threat: Threat = ON_DRIVER) -> Script:
    """Roll for a critical hit with these dice, all of them."""
    table = Script(*dice)
    played(lashes.strike(race, table, threat, 0))
    assert table.unrolled == 0
    return table


# What comes of it


def test_rule_13_1_a_4_costs_an_arm_once() -> None:
    race = a_fight()

    first, second = struck(race, [1, 3]), struck(race, [2, 2])

    assert race.chariots[BLUE].arm
    assert first.told[-1] == Maimed(BLUE, "arm")
    assert second.told[-1] == CriticallyHit(BLUE, RED, "arm")


def test_rule_13_1_an_eye_is_lost_once_and_the_other_may_follow() -> None:
    race = a_fight(eyes_lost=["inside"])

    table = struck(race, [1, 4])
    assert table.told[-1] == CriticallyHit(BLUE, RED, "eye")
    struck(race, [1, 4], threat=ON_DRIVER._replace(side="inside"))

    assert race.chariots[BLUE].eyes_lost == ["inside", "outside"]


# On horses


def a_herd(*, critical_horse_hits: bool = True, **red: Any) -> Race:
    return a_race({RED: a_chariot("A20.3", **red)}, edition="advanced", critical_horse_hits=critical_horse_hits)


def test_rule_16_4_a_dead_horse_is_not_rolled_for() -> None:
    race = a_herd(horses=(2, 8, 8, 8))
    table = Script()

    injuries.injure(race, table, RED, 0, 2)

    assert HorseDied(RED, 1) in table.told
