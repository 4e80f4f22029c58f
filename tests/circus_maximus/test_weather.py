"""The weather (option 16.7, chart 17.20)."""

from typing import Any

import pytest

from engine.circus_maximus.control import chain
from engine.circus_maximus.harm import weather
from engine.circus_maximus.position import sky, speed, steps
from engine.circus_maximus.position.sky import drag_hits, foot_squares, limit
from engine.circus_maximus.words.asks import Avoid, Change, Forward, Meet, Speed
from engine.circus_maximus.words.facts import (
    CornerTaken,
    Flipped,
    LaneChanged,
    Rammed,
    Sideslipped,
    SpeedFell,
    WeatherChanged,
)
from engine.circus_maximus.words.state import Blades, CarType, Chariot, Options, Race, Weather
from engine.game import Modifier, Rolled, Table
from engine.session import Session
from records.values import Square
from tests.circus_maximus.builders import BLUE, RED, a_chariot, a_phase, a_race, a_session, in_phase, told, unrolled
from tests.scripted_dice import ScriptedDice

DRY, RAIN = Weather(), Weather(is_raining=True)
MUD, WET_MUD = Weather(has_mud=True), Weather(is_raining=True, has_mud=True)


def before(*dice: int, is_on: bool = True) -> tuple[Race, Table]:
    """Return a race whose weather has been looked at with these dice, and the table they fell on."""
    race = a_race(a_chariot(), turn=1)
    race.options = Options(edition="advanced", weather=is_on)
    table = Table(ScriptedDice(*dice))
    weather.begin_race(race, table)
    return race, table


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


# Before the race


@pytest.mark.parametrize(
    ("dice", "is_raining", "has_mud", "rolls_each_lap"),
    [
        ((1, 1), True, True, False),
        ((1, 2), True, False, False),
        ((2,), False, False, True),
        ((3,), False, False, False),
        ((6,), False, False, False),
    ],
)
def test_rule_16_7_a_die_before_the_race_says_how_the_sky_looks(
    dice: tuple[int, ...], is_raining: bool, has_mud: bool, rolls_each_lap: bool
) -> None:
    race, table = before(*dice)

    assert race.weather == Weather(is_raining, has_mud, rolls_each_lap, 0, 0, 0)
    assert table.told[-1] == WeatherChanged(is_raining, has_mud)
    assert isinstance(table.dice, ScriptedDice)
    assert table.dice.unrolled == 0


def test_rule_16_7_without_the_option_there_is_no_weather() -> None:
    race, table = before(is_on=False)

    assert race.weather is None
    assert table.told == []


# While it rains


@pytest.mark.parametrize(("die", "changes"), [(1, [WeatherChanged(False, False)]), (2, []), (6, [])])
def test_rule_16_7_rain_ends_on_an_even_turn_with_a_1(die: int, changes: list[WeatherChanged]) -> None:
    race = under(RAIN, turn=4)

    assert turned(race, die) == changes
    assert sky.is_raining(race) is (changes == [])


def test_rule_16_7_on_odd_turns_and_in_the_dry_no_die_is_rolled_for_its_end() -> None:
    assert turned(under(RAIN, turn=3)) == []
    assert turned(under(DRY, turn=4)) == []
    assert turned(under(None, turn=4)) == []


def test_rule_16_7_mud_stays_when_the_rain_ends() -> None:
    race = under(WET_MUD, turn=2)

    assert turned(race, 1) == [WeatherChanged(False, True)]
    assert sky.has_mud(race)


# At a lap's start


@pytest.mark.parametrize(
    ("dice", "changes"),
    [
        ((1, 2), [WeatherChanged(True, False)]),
        ((1, 1), [WeatherChanged(True, True)]),
        ((2,), []),
        ((3,), []),
    ],
)
def test_rule_16_7_after_a_2_the_sky_is_looked_at_as_the_leader_begins_a_lap(
    dice: tuple[int, ...], changes: list[WeatherChanged]
) -> None:
    race = under(Weather(rolls_each_lap=True), a_chariot("E3.1"), turn=4, markers=2)

    assert turned(race, *dice) == changes
    assert turned(race) == [], "once a lap"


@pytest.mark.parametrize(("rolls_each_lap", "markers"), [(True, 1), (False, 2)])
def test_rule_16_7_not_in_the_middle_of_a_lap_nor_after_another_die(rolls_each_lap: bool, markers: int) -> None:
    assert turned(under(Weather(rolls_each_lap=rolls_each_lap), a_chariot("B3.1"), markers=markers)) == []


def test_cm_38_the_sky_is_looked_at_in_every_lap_that_begins_dry() -> None:
    race = under(Weather(rolls_each_lap=True), a_chariot("E3.1"), turn=4, markers=2)
    turned(race, 5)
    race.markers = 4

    assert turned(race, 1, 4) == [WeatherChanged(True, False)]


def test_cm_38_while_it_rains_only_the_even_turns_die_is_rolled() -> None:
    assert turned(under(Weather(is_raining=True, rolls_each_lap=True), a_chariot("E3.1"), turn=5, markers=2)) == []


def test_rule_5_2_the_weather_is_rolled_as_the_turn_begins() -> None:
    race = under(RAIN, a_chariot("A20.3"), turn=4)
    session = a_session(race, 1)

    assert [rolled.what_for for rolled in told(session, Rolled)] == ["rain"]
    assert told(session, WeatherChanged) == [WeatherChanged(False, False)]
    assert RED in session.open


# Mud


@pytest.mark.parametrize(("corners_before", "has_mud"), [(2, True), (1, False)])
def test_rule_16_7_the_leaders_third_corner_in_the_rain_makes_mud(corners_before: int, has_mud: bool) -> None:
    race = under(Weather(is_raining=True, corners=corners_before), a_chariot("B0.3", corners=1), a_chariot("A9.1"))

    weather.note_corner(race, table := Table(ScriptedDice()))

    assert sky.has_mud(race) is has_mud
    assert table.told == ([WeatherChanged(True, True)] if has_mud else [])


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


@pytest.mark.parametrize(("dice", "slowed"), [((1, 2), 1), ((1, 1), 3), ((3,), 0)])
def test_rule_16_7_rain_takes_one_off_the_team_speed_and_mud_two_more(dice: tuple[int, ...], slowed: int) -> None:
    race, _table = before(*dice)

    assert speed.team_speed(race.chariots[RED]) == 20 - slowed
    assert speed.max_speed(race.chariots[RED]) == 20 - slowed


def test_rule_16_7_the_speed_comes_back_when_the_rain_ends() -> None:
    race, _table = before(1, 2)
    turned(race)
    turned(race, 1)

    assert speed.team_speed(race.chariots[RED]) == 20


@pytest.mark.parametrize(("slowed", "lasting"), [(0, 3), (1, 3), (2, 1), (3, 1)])
def test_cm_42_rain_may_end_but_mud_stays(slowed: int, lasting: int) -> None:
    chariot = a_chariot(horses=(1, 1, 1, 0), slowed=slowed)

    assert speed.lasting_team_speed(a_race(chariot), chariot) == lasting


@pytest.mark.parametrize(("sky", "off"), [(None, 0), (DRY, 0), (RAIN, 0), (MUD, 3), (WET_MUD, 3)])
def test_rule_16_7_mud_takes_three_off_every_safe_speed(sky: Weather | None, off: int) -> None:
    race = under(sky)

    assert limit(race, Square("D1.1")) == 8 - off
    assert limit(race, Square("E7.8")) == 28 - off
    assert limit(race, Square("B1.1")) is None
    assert steps.is_checked(race, a_chariot("A33.3"), Square("A33.3"), Square("D1.3"), None, 13 - off)
    assert not steps.is_checked(race, a_chariot("A33.3"), Square("A33.3"), Square("D1.3"), None, 12 - off)


@pytest.mark.parametrize(("car", "rain", "mud"), [("light", 3, 4), ("normal", 2, 3), ("heavy", 1, 2)])
def test_rule_16_7_a_wet_track_worsens_the_corner_roll_by_the_car(car: CarType, rain: int, mud: int) -> None:
    chariot = a_chariot(car=car)

    assert sky.corner_modifiers(under(None), chariot) == ()
    assert sky.corner_modifiers(under(DRY), chariot) == ()
    assert sky.corner_modifiers(under(RAIN), chariot) == (Modifier("rain", rain),)
    assert sky.corner_modifiers(under(MUD), chariot) == (Modifier("mud", mud),)
    assert sky.corner_modifiers(under(WET_MUD), chariot) == (Modifier("mud", mud),)


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


def test_case_d40_a_light_car_slips_twice_in_the_rain() -> None:
    red = a_chariot("A33.3", written=16, modifier=1, car="light", has_whip=False)
    session = a_phase(red, dice=[3, 3, 3])
    session.state.weather = Weather(is_raining=True, completed=0, laps=0)

    session.answer(RED, Forward(1))

    assert [rolled.total for rolled in told(session, Rolled)] == [11]
    assert told(session, CornerTaken) == [CornerTaken(RED, "SS")]


# Sliding on


def changing(car: CarType, *dice: int, sky: Weather = RAIN, square: str = "A20.3", side: Any = "outside") -> Any:
    """Return a session in which red has changed lanes under this sky."""
    session = a_phase(a_chariot(square, car=car, written=10, has_whip=False), a_chariot("A21.6"), dice=dice)
    session.state.weather = Weather(sky.is_raining, sky.has_mud, completed=0, laps=0)
    session.answer(RED, Change(side))
    return session


@pytest.mark.parametrize(
    ("car", "die", "slides"), [("light", 4, False), ("light", 5, True), ("normal", 5, False), ("normal", 6, True)]
)
def test_rule_16_7_on_a_wet_track_a_lane_change_may_slide_on(car: CarType, die: int, slides: bool) -> None:
    for wet in (RAIN, MUD):
        session = changing(car, die, sky=wet)

        assert told(session, LaneChanged) == [LaneChanged(RED, "outside", Square("A21.4"))]
        slipped = [Sideslipped(RED, "outside", Square("A21.5"), forced=True)] if slides else []
        assert told(session, Sideslipped) == slipped


def test_rule_16_7_sliding_on_costs_nothing_and_bars_nothing() -> None:
    session = changing("light", 6)

    assert session.state.phase.factors == 9
    assert not session.state.chariots[RED].no_inside


def test_rule_16_7_a_heavy_car_never_slides_and_nothing_does_in_the_dry() -> None:
    for session in (changing("heavy"), changing("light", sky=DRY)):
        assert told(session, Rolled) == []
        assert told(session, Sideslipped) == []


def test_rule_16_7_who_slides_into_the_wall_flips() -> None:
    session = changing("light", 6, 6, square="A20.2", side="inside")  # and it goes on raining

    assert [(fact.entry, fact.cause) for fact in told(session, Flipped)] == [(RED, "wall")]


def test_rule_16_7_who_slides_into_somebody_rams_him() -> None:
    # Given blue's team beside red's where red comes to stand; 13 less 3 damages nobody
    session = changing("light", 6, 4, 4, 5, square="A20.4", side="outside")
    session.answer(BLUE, Meet(False))

    assert [(fact.entry, fact.defender, fact.kind) for fact in told(session, Rammed)] == [(RED, BLUE, "involuntary")]
    assert session.state.chariots[RED].square == "A21.5"


def test_rule_16_7_who_slides_further_inside_in_a_corner_is_checked() -> None:
    # Given 13 factors: lane 4 is safe, lane 3 is not
    session = a_phase(a_chariot("D2.5", car="light", written=13, has_whip=False), dice=[6, 1, 1, 1])
    session.state.weather = Weather(is_raining=True, completed=0, laps=0)
    session.answer(RED, Change("inside"))

    assert unrolled(session) == 0
    assert [fact.code for fact in told(session, CornerTaken)] == ["-"]


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


# Drivers out of their cars


@pytest.mark.parametrize(("die", "on_hard", "on_mud"), [(1, 1, 1), (2, 1, 1), (3, 2, 1), (4, 2, 2), (6, 3, 2)])
def test_rule_16_7_a_dragged_driver_takes_half_the_die_or_a_third_in_mud(die: int, on_hard: int, on_mud: int) -> None:
    assert [drag_hits(under(sky), die) for sky in (None, DRY, RAIN)] == [on_hard] * 3
    assert [drag_hits(under(sky), die) for sky in (MUD, WET_MUD)] == [on_mud] * 2


@pytest.mark.parametrize(("hits", "on_hard", "on_mud"), [(1, 1, 1), (4, 2, 2), (5, 3, 2), (7, 4, 3)])
def test_rule_16_7_a_man_runs_half_his_hits_or_a_third_in_mud(hits: int, on_hard: int, on_mud: int) -> None:
    assert [foot_squares(under(sky), hits) for sky in (None, RAIN)] == [on_hard] * 2
    assert sky.foot_squares(under(MUD), hits) == on_mud


def test_rule_16_7_what_is_written_may_not_be_above_the_slowed_speed() -> None:
    session = a_session(under(RAIN, a_chariot(slowed=1), turn=3))

    assert session.open[RED].default == Speed(19)
