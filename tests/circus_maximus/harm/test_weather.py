"""The weather (option 16.7, chart 17.20)."""

from typing import Any

import pytest

from engine.circus_maximus.control import chain
from engine.circus_maximus.harm import weather
from engine.circus_maximus.position import sky, speed
from engine.circus_maximus.words.asks import Avoid, Forward, Meet
from engine.circus_maximus.words.facts import (
    Sideslipped,
    SpeedFell,
    WeatherChanged,
)
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.state import Blades, CarType, Chariot, Race, Weather
from engine.game import Table
from engine.session import Session
from records.values import Square
from tests.circus_maximus.builders import BLUE, RED, a_chariot, a_phase, a_race, a_session, in_phase, told
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


# While it rains


def test_rule_16_7_on_odd_turns_and_in_the_dry_no_die_is_rolled_for_its_end() -> None:
    assert turned(under(RAIN, turn=3)) == []
    assert turned(under(DRY, turn=4)) == []
    assert turned(under(None, turn=4)) == []


# At a lap's start


@pytest.mark.parametrize(("rolls_each_lap", "markers"), [(True, 1), (False, 2)])
def test_rule_16_7_not_in_the_middle_of_a_lap_nor_after_another_die(rolls_each_lap: bool, markers: int) -> None:
    assert turned(under(Weather(rolls_each_lap=rolls_each_lap), a_chariot("B3.1"), markers=markers)) == []


def test_cm_38_while_it_rains_only_the_even_turns_die_is_rolled() -> None:
    assert turned(under(Weather(is_raining=True, rolls_each_lap=True), a_chariot("E3.1"), turn=5, markers=2)) == []


# Mud


def test_rule_16_7_a_corner_is_completed_when_the_team_has_left_it() -> None:
    race = under(Weather(is_raining=True, corners=2), a_chariot("D12.3", corners=1))

    weather.note_corner(race, Table(ScriptedDice()))
    assert not sky.has_mud(race)
    race.chariots[RED].square = Square("B0.3")
    weather.note_corner(race, Table(ScriptedDice()))

    assert sky.has_mud(race)


def test_cm_39_who_follows_the_leader_completes_no_corner_for_him() -> None:
    race = under(RAIN, a_chariot("B0.3", corners=1), a_chariot("D1.1", corners=1))
    weather.note_corner(race, Table(ScriptedDice()))
    race.chariots[BLUE].square = Square("B9.1")
    weather.note_corner(race, Table(ScriptedDice()))

    assert race.weather is not None
    assert race.weather.corners == 1


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


def test_cm_39_mud_slows_the_mover_at_once() -> None:
    red = a_chariot("D12.5", horses=(5, 5, 5, 4), corners=1, written=18, slowed=1, has_whip=False)
    session = a_phase(red)
    race = session.state
    race.options = Options(edition="advanced", weather=True)
    race.weather = Weather(is_raining=True, corners=2, completed=0, laps=0)

    session.answer(RED, Forward(8))

    assert told(session, WeatherChanged) == [WeatherChanged(True, True)]
    assert told(session, SpeedFell) == [SpeedFell(RED, 16, 8)]  # H7: two more, besides the rain's one


def test_rule_16_7_a_position_in_the_rain_counts_from_where_the_leader_is() -> None:
    race = under(RAIN, a_chariot("B9.3", corners=1))
    sky = race.weather
    assert sky is not None
    sky.completed = None

    session = a_session(race, 6)

    assert session.state.weather == Weather(is_raining=True, completed=1, laps=0)


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


def test_cm_40_who_evades_may_slide_on_too() -> None:
    # Given red attacks blue, who evades to the outside
    session = evading(6)

    assert told(session, Sideslipped) == [Sideslipped(BLUE, "outside", Square("A22.6"), forced=True)]
    assert told(evading(5), Sideslipped) == []


def evading(die: int) -> Session[Race]:
    """Return a session in which blue evades red's ram in the rain and rolls *die*."""
    red, blue = a_chariot("A22.3", written=10, has_whip=False), a_chariot("A21.4")
    session = a_phase(red, blue, dice=[6, 6, 1, 1, die])
    session.state.weather = Weather(is_raining=True, completed=0, laps=0)
    for chariot in session.state.chariots.values():
        chariot.on_grid = False
    ram = next(each for each in session.open[RED].question.attacks if each.means == "ram")  # type: ignore[attr-defined]
    session.answer(RED, ram)
    session.answer(BLUE, Meet(True))
    session.answer(BLUE, Avoid("evade"))
    return session


def test_cm_40_a_team_that_has_lost_its_car_does_not_slide() -> None:
    race = in_phase(a_chariot(status="runaway", has_car=False, driver="dragged"))
    race.weather = Weather(is_raining=True)

    assert list(chain.slide_on(race, Table(ScriptedDice()), RED, "outside")) == []
