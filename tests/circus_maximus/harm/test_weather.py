"""The weather (option 16.7, chart 17.20)."""

from typing import Any

import pytest

from engine.circus_maximus.control import chain
from engine.circus_maximus.harm import weather
from engine.circus_maximus.position import sky, speed
from engine.circus_maximus.words.facts import (
    WeatherChanged,
)
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.state import Blades, CarType, Chariot, Race, Weather
from engine.table import Table
from records.values import Square
from tests.circus_maximus.builders import RED, a_chariot, a_race, in_phase
from tests.scripted_dice import ScriptedDice

DRY, RAIN = Weather(), Weather(is_raining=True)


def under(sky: Weather | None, *chariots: Chariot, **others: Any) -> Race:
    """Return a race between turns under this sky; a weather is changed by no test but its own."""
    race = a_race(*chariots or (a_chariot(),), **others)
    race.options = Options(edition="advanced", weather=sky is not None)
    race.weather = None if sky is None else Weather(sky.is_raining, sky.has_mud, sky.rolls_each_lap, sky.corners, 0, 0)
    return race


def turned(race: Race, *dice: int) -> list[WeatherChanged]:
    """Let the next turn begin, with these dice and no more, and return how the weather has changed."""
    race.turn += 1
    scripted = ScriptedDice(*dice)
    table = Table(scripted)
    weather.begin_turn(race, table)
    assert scripted.unrolled == 0
    return [fact for fact in table.told if isinstance(fact, WeatherChanged)]


# At a lap's start


@pytest.mark.parametrize(("rolls_each_lap", "markers"), [(True, 1), (False, 2)])
def test_rule_16_7_not_in_the_middle_of_a_lap_nor_after_another_die(rolls_each_lap: bool, markers: int) -> None:
    assert turned(under(Weather(rolls_each_lap=rolls_each_lap), a_chariot("B3.1"), markers=markers)) == []


# Mud


def test_rule_16_7_a_corner_is_completed_when_the_team_has_left_it() -> None:
    race = under(Weather(is_raining=True, corners=2), a_chariot("D12.3", corners=1))

    weather.note_corner(race, Table(ScriptedDice()))
    assert not sky.has_mud(race)
    race.chariots[RED].square = Square("B0.3")
    weather.note_corner(race, Table(ScriptedDice()))

    assert sky.has_mud(race)


def test_rule_16_7_corners_in_the_dry_do_not_count_and_rain_that_ends_breaks_the_row() -> None:
    dry = under(DRY, a_chariot("B0.3", corners=1))
    weather.note_corner(dry, Table(ScriptedDice()))
    broken = under(Weather(is_raining=True, corners=2), turn=4)
    turned(broken, 1)

    assert dry.weather is not None
    assert broken.weather is not None
    assert (dry.weather.corners, dry.weather.completed) == (0, 1)
    assert broken.weather.corners == 0


def test_cm_39_a_team_whose_driver_is_out_of_the_race_leads_nobody() -> None:
    race = under(Weather(is_raining=True, corners=2), a_chariot("B9.3", corners=1, status="runaway", driver="on foot"))

    weather.note_corner(race, Table(ScriptedDice()))

    assert not sky.has_mud(race)


# What it does


@pytest.mark.parametrize(("slowed", "lasting"), [(0, 3), (1, 3), (2, 1), (3, 1)])
def test_cm_42_rain_may_end_but_mud_stays(slowed: int, lasting: int) -> None:
    chariot = a_chariot(horses=(1, 1, 1, 0), slowed=slowed)

    assert speed.lasting_team_speed(a_race(chariot), chariot) == lasting


@pytest.mark.parametrize(
    ("inside", "outside", "weight"),
    [
        ("none", "none", "light"),
        ("regular", "none", "normal"),
        ("regular", "regular", "normal"),
        ("none", "long", "heavy"),
        ("long", "regular", "heavy"),
    ],
)
def test_rule_h1_a_freely_built_car_counts_by_its_longest_blade(
    inside: Blades, outside: Blades, weight: CarType
) -> None:
    race = under(RAIN, a_chariot(blades_inside=inside, blades_outside=outside, car="normal"))
    race.options = Options(edition="advanced", weather=True, detailed_specification=True)

    assert sky.wet_class(race, race.chariots[RED]) == weight


# Sliding on


def test_cm_40_a_team_that_has_lost_its_car_does_not_slide() -> None:
    race = in_phase(a_chariot(status="runaway", has_car=False, driver="dragged"))
    race.weather = Weather(is_raining=True)

    assert list(chain.slide_on(race, Table(ScriptedDice()), RED, "outside")) == []
