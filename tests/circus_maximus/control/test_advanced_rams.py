"""Rams of the Advanced Game: teams that have run away, dragged drivers, injuries as the owner likes, scythes."""

from typing import Any

from engine.circus_maximus.control import chain, rams
from engine.circus_maximus.words.facts import HorseInjured, Rammed
from engine.circus_maximus.words.state import Race
from engine.game import Modifier, Rolled
from records.values import Square
from tests.circus_maximus.combat import BLUE, GREEN, RED, Script, a_chariot, a_race, played
from tests.circus_maximus.control.test_rams import a_fight

# The Advanced Game: teams that have run away

RUNAWAY: dict[str, Any] = {"status": "runaway", "driver": "dragged", "modifier": 2}
LIGHT = Modifier("light car", -3)


def forced_into(blue: str, *dice: int, **others: Any) -> tuple[Race, Script]:
    """Force red, on A20.3, to the outside, where blue's carless team is; it cannot get out of the way."""
    race = a_fight(edition="advanced", has_car=False, **RUNAWAY, **others)
    race.chariots[BLUE].square = Square(blue)
    race.chariots[GREEN] = a_chariot("A21.5")
    race.chariots[GREEN].square = Square("A22.5") if blue == "A20.4" else Square("A21.5")
    table = Script(*dice)
    played(chain.involuntary(race, table, RED, "outside", -3))
    assert table.unrolled == 0
    return race, table


def test_rule_9_61_teams_that_meet_without_a_car_are_both_hurt_as_by_a_light_one() -> None:
    # 12 - 3: two points; 10 - 3: one
    race, table = forced_into("A20.4", 6, 6, 5, 5)

    assert table.told[1:6] == [
        Rammed(RED, BLUE, "team", "involuntary"),
        Rolled(BLUE, "horse injury", (6, 6), 6, (LIGHT,), 9, "9.5"),
        HorseInjured(BLUE, 1, 2, speed=3),
        Rolled(RED, "horse injury", (5, 5), 6, (LIGHT,), 7, "9.5"),
        HorseInjured(RED, 4, 1, speed=4),
    ]
    assert race.chariots[RED].penalty == 1


# Scythes of the detailed specification


def a_fight_with_blades(red: dict[str, Any], **blue: Any) -> Race:
    chariots = {RED: a_chariot("A20.3", **red), BLUE: a_chariot("A20.4", **blue)}
    return a_race(chariots, edition="advanced", detailed_specification=True)


def test_rule_16_1_a_team_that_is_forced_into_a_car_meets_the_blades_on_that_side() -> None:
    race = a_fight_with_blades({}, blades_inside="long", endurance=0, horses=(5, 5, 5, 5))
    race.chariots[BLUE].square = Square("A21.4")
    race.chariots[GREEN] = a_chariot("A22.5")
    table = Script(3, 3)

    played(chain.involuntary(race, table, RED, "outside", -3))

    assert Rolled(RED, "horse injury", (3, 3), 6, (Modifier("long blades", 4),), 10, "9.5") in table.told


def test_rule_16_1_a_car_has_no_blades_behind() -> None:
    chariots = {
        RED: a_chariot("A20.3"),
        BLUE: a_chariot("A22.3", car="heavy", blades_inside="long", blades_outside="long"),
    }
    race = a_race(chariots, edition="advanced", detailed_specification=True)
    table = Script(2, 3)

    played(rams.frontal(race, table, RED))

    assert table.told[1] == Rolled(RED, "horse injury", (2, 3), 6, (), 5, "9.5")
