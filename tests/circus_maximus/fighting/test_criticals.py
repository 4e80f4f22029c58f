"""Critical hits: on drivers after a lash (13.1), and on horses (16.4)."""

from collections.abc import Sequence
from typing import Any

import pytest

from engine.circus_maximus.fighting import lashes
from engine.circus_maximus.harm import injuries
from engine.circus_maximus.words.facts import (
    CriticallyHit,
    HorseDied,
    Maimed,
    PulledOut,
    TuggedOfWar,
    WhipLost,
)
from engine.circus_maximus.words.state import Race
from engine.circus_maximus.words.threats import Threat
from engine.game import Modifier, Rolled
from records.values import EntryId
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


def test_rule_13_1_a_2_pulls_the_driver_out_and_costs_the_attacker_his_whip() -> None:
    race = a_fight({"long_whip": True})

    table = struck(race, [1, 1])

    red, blue = race.chariots[RED], race.chariots[BLUE]
    assert (red.has_whip, red.long_whip, red.status) == (False, False, "racing")
    assert (blue.status, blue.driver, blue.has_car) == ("runaway", "dragged", True)
    assert table.told[1:4] == [CriticallyHit(BLUE, RED, "pulled out"), WhipLost(RED, None), PulledOut(BLUE, RED)]


@pytest.mark.parametrize(
    ("red", "blue", "loser"), [((6, 6), (1, 1), BLUE), ((2, 2), (2, 4), None), ((2, 1), (2, 4), RED)]
)
def test_rule_13_1_a_12_is_a_tug_of_war_with_the_hits_left(
    red: tuple[int, int], blue: tuple[int, int], loser: EntryId | None
) -> None:
    # Red has seven hits and blue five: with 4 and 6 they are even
    race = a_fight({"hits": 7}, hits=5)

    table = struck(race, [6, 6, *red, *blue])

    totals = sum(red) + 7, sum(blue) + 5
    assert table.told[1:6] == [
        CriticallyHit(BLUE, RED, "tug of war"),
        Rolled(RED, "tug of war", red, 6, (Modifier("hits", 7),), totals[0], "13.1"),
        Rolled(BLUE, "tug of war", blue, 6, (Modifier("hits", 5),), totals[1], "13.1"),
        TuggedOfWar(BLUE, RED, loser),
        WhipLost(RED, None),
    ]
    out = [entry for entry, chariot in race.chariots.items() if chariot.driver == "dragged"]
    assert out == ([] if loser is None else [loser])
    assert [fact.by for fact in table.told if isinstance(fact, PulledOut)] == ([] if loser is None else [3 - loser])
