"""Lashes on teams and drivers (9.41 to 9.43)."""

from typing import Any

import pytest

from engine.circus_maximus.fighting import lashes
from engine.circus_maximus.words.asks import GrabbedWhip, KeepWhip
from engine.circus_maximus.words.facts import (
    WhipLost,
)
from engine.circus_maximus.words.state import Race
from engine.circus_maximus.words.threats import Threat
from tests.circus_maximus.combat import BLUE, RED, Script, a_chariot, a_race, played

ON_DRIVER = Threat(RED, BLUE, "outside", "driver", "lash")
ALIKE = (3, 4, 3, 4)
"""Dice that give a lash factor of 0 to two drivers with the same CDM."""


def a_fight(red: dict[str, Any] | None = None, **blue: Any) -> Race:
    """Red in lane 3, and blue outside it, whose driver is beside red's car."""
    return a_race({RED: a_chariot("A20.3", **(red or {})), BLUE: a_chariot("A20.4", **blue)})


# On a driver: the factor and the chart


B, S, M, W, G = (1, 2), (4, 4), (2, 3), (1, 1), (3, 4)
"""Rows that give these results with a factor of 0."""


# G


@pytest.mark.parametrize("keeps", [True, False])
def test_rule_9_42_a_defender_without_a_whip_may_keep_it(keeps: bool) -> None:
    race = a_fight(has_whip=False)
    table = Script(*ALIKE, *G)

    _, asked = played(lashes.lash_driver(race, table, ON_DRIVER), KeepWhip(keeps))

    assert (asked[0].entry, asked[0].question, asked[0].default) == (BLUE, GrabbedWhip(RED), KeepWhip(True))
    assert (race.chariots[RED].has_whip, race.chariots[BLUE].has_whip) == (False, keeps)
    assert table.told[-1] == WhipLost(RED, BLUE if keeps else None)


# Whips of the detailed specification


@pytest.mark.parametrize("keeps", [True, False])
def test_rule_9_42_who_keeps_a_long_whip_has_a_long_one(keeps: bool) -> None:
    race = a_fight({"long_whip": True}, has_whip=False, modifier=2)
    table = Script(*ALIKE, *G)

    played(lashes.lash_driver(race, table, ON_DRIVER), KeepWhip(keeps))

    red, blue = race.chariots[RED], race.chariots[BLUE]
    assert (red.has_whip, red.long_whip) == (False, False)
    assert (blue.has_whip, blue.long_whip) == (keeps, keeps)
