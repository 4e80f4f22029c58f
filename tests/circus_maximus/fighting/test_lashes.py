"""Lashes on teams and drivers (9.41 to 9.43)."""

from typing import Any

import pytest

from engine.circus_maximus.fighting import lashes
from engine.circus_maximus.words.asks import GrabbedWhip, KeepWhip
from engine.circus_maximus.words.facts import (
    DriverLashed,
    WhipLost,
)
from engine.circus_maximus.words.state import Race
from engine.circus_maximus.words.threats import Threat
from engine.game import Modifier, Rolled
from tests.circus_maximus.combat import BLUE, GREEN, RED, Script, a_chariot, a_race, played

ON_TEAM = Threat(RED, BLUE, "outside", "team", "lash")
ON_DRIVER = Threat(RED, BLUE, "outside", "driver", "lash")
ALIKE = (3, 4, 3, 4)
"""Dice that give a lash factor of 0 to two drivers with the same CDM."""


def a_fight(red: dict[str, Any] | None = None, **blue: Any) -> Race:
    """Red in lane 3, and blue outside it, whose driver is beside red's car."""
    return a_race({RED: a_chariot("A20.3", **(red or {})), BLUE: a_chariot("A20.4", **blue)})


# On a team


def test_rule_9_41_what_several_lashes_whip_into_a_team_adds_up() -> None:
    race = a_fight(endurance=10)

    for dice in ((4, 2), (6, 1), (1, 1), (1, 2)):
        lashes.lash_team(race, Script(*dice), ON_TEAM)

    blue = race.chariots[BLUE]
    assert (blue.endurance, blue.gain_must, blue.gain_may) == (1, 7, 2)


def test_rule_9_52_a_standing_team_is_defended_without_a_bonus() -> None:
    race = a_fight(endurance=10, modifier=2, horses=(5, 5, 5, 0))
    table = Script(4, 2)

    lashes.lash_team(race, table, ON_TEAM)

    assert race.chariots[BLUE].gain_must == 2


# On a driver: the factor and the chart


def lashed(race: Race, row: tuple[int, int], *more: int, answers: tuple[KeepWhip, ...] = ()) -> Script:
    """Lash blue's driver with the factor that equal rolls give, and this row of the chart."""
    table = Script(*ALIKE, *row, *more)
    played(lashes.lash_driver(race, table, ON_DRIVER), *answers)
    assert table.unrolled == 0
    del table.told[:4]
    return table


B, S, M, W, G = (1, 2), (4, 4), (2, 3), (1, 1), (3, 4)
"""Rows that give these results with a factor of 0."""


# B


@pytest.mark.parametrize(("square", "hits"), [("A18.4", 6), ("A17.4", 7)])
def test_rule_9_43_b_wounds_a_driver_who_has_somebody_behind_him(square: str, hits: int) -> None:
    race = a_fight()
    race.chariots[GREEN] = a_chariot(square)

    lashed(race, B, *([4] if hits == 6 else []))

    assert race.chariots[BLUE].hits == hits


@pytest.mark.parametrize(("endurance", "left"), [(3, 1), (1, 0), (0, 0)])
def test_rule_9_52_b_only_costs_a_standing_chariot_endurance(endurance: int, left: int) -> None:
    race = a_fight(endurance=endurance, horses=(0, 5, 5, 5))

    lashed(race, B)

    blue = race.chariots[BLUE]
    assert (blue.square, blue.endurance, blue.hits) == ("A20.4", left, 7)


# G


@pytest.mark.parametrize("keeps", [True, False])
def test_rule_9_42_a_defender_without_a_whip_may_keep_it(keeps: bool) -> None:
    race = a_fight(has_whip=False)
    table = Script(*ALIKE, *G)

    _, asked = played(lashes.lash_driver(race, table, ON_DRIVER), KeepWhip(keeps))

    assert (asked[0].entry, asked[0].question, asked[0].default) == (BLUE, GrabbedWhip(RED), KeepWhip(True))
    assert (race.chariots[RED].has_whip, race.chariots[BLUE].has_whip) == (False, keeps)
    assert table.told[-1] == WhipLost(RED, BLUE if keeps else None)


def test_rule_9_52_the_driver_of_a_standing_chariot_grabs_too() -> None:
    race = a_fight(horses=(0, 5, 5, 5), modifier=0)

    lashed(race, G)

    assert not race.chariots[RED].has_whip


# The Advanced Game


def test_rule_15_2_a_runaway_team_is_defended_by_nobody() -> None:
    race = a_fight(endurance=10, modifier=2, jostle=-1, status="runaway")
    table = Script(4, 2)

    lashes.lash_team(race, table, ON_TEAM)

    assert table.told[1] == Rolled(BLUE, "defence", (2,), 6, (), 2, "9.41")
    assert race.chariots[BLUE].gain_must == 2


# Whips of the detailed specification


@pytest.mark.parametrize(("long_whip", "factor"), [(False, 0), (True, 2)])
def test_rule_16_1_a_long_whip_lashes_two_columns_better(long_whip: bool, factor: int) -> None:
    race = a_fight({"long_whip": long_whip})
    table = Script(*ALIKE, 5, 4)  # nothing in both columns

    played(lashes.lash_driver(race, table, ON_DRIVER))

    named = (Modifier("long whip", 2),) if long_whip else ()
    assert table.told[0] == Rolled(RED, "lash on a driver", (3, 4), 6, named, 7 + factor, "9.42")
    assert table.told[3] == DriverLashed(BLUE, RED, factor, "-")


def test_rule_16_1_a_long_whip_lashes_a_team_like_any_other() -> None:
    race = a_fight({"long_whip": True}, endurance=10)
    table = Script(3, 1)

    lashes.lash_team(race, table, ON_TEAM)

    assert race.chariots[BLUE].gain_must == 2


@pytest.mark.parametrize("keeps", [True, False])
def test_rule_9_42_who_keeps_a_long_whip_has_a_long_one(keeps: bool) -> None:
    race = a_fight({"long_whip": True}, has_whip=False, modifier=2)
    table = Script(*ALIKE, *G)

    played(lashes.lash_driver(race, table, ON_DRIVER), KeepWhip(keeps))

    red, blue = race.chariots[RED], race.chariots[BLUE]
    assert (red.has_whip, red.long_whip) == (False, False)
    assert (blue.has_whip, blue.long_whip) == (keeps, keeps)


def test_rule_9_42_who_has_a_whip_discards_a_long_one() -> None:
    race = a_fight({"long_whip": True}, modifier=2)

    lashed(race, G)

    assert (race.chariots[BLUE].has_whip, race.chariots[BLUE].long_whip) == (True, False)
