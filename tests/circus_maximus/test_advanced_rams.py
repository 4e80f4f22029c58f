"""Rams of the Advanced Game: teams that have run away, dragged drivers, injuries as the owner likes, scythes."""

from typing import Any

import pytest

from engine.circus_maximus.control import chain, rams
from engine.circus_maximus.words.asks import Avoid, ShareInjuries, Shares
from engine.circus_maximus.words.facts import DriverHurt, HorseInjured, Rammed
from engine.circus_maximus.words.state import CarType, Race
from engine.circus_maximus.words.threats import Threat
from engine.game import Ask, Modifier, Rolled
from records.values import Square
from tests.circus_maximus.combat import BLUE, GREEN, RED, Script, a_chariot, a_race, played
from tests.circus_maximus.test_rams import ON_CAR, ON_TEAM, a_fight, injuries

# The Advanced Game: teams that have run away

RUNAWAY: dict[str, Any] = {"status": "runaway", "driver": "dragged", "modifier": 2}
LIGHT = Modifier("light car", -3)


def test_rule_15_2_the_car_of_a_runaway_team_is_rammed_as_if_its_driver_had_no_modifier() -> None:
    race = a_fight(edition="advanced", has_car=True, **RUNAWAY)
    table = Script(3, 4, 3)

    rams.ram_car(race, table, ON_CAR)

    assert table.told[1] == Rolled(RED, "ram on a car", (3, 4, 3), 6, (), 10, "9.54")


def test_rule_16_7_its_wheels_are_lost_like_any_and_the_driver_is_dragged_behind_the_horses() -> None:
    race = a_fight(edition="advanced", has_car=True, wheels=(8, 0), **RUNAWAY)

    rams.ram_car(race, Script(5, 5, 4, 4, 4), ON_CAR)

    blue = race.chariots[BLUE]
    assert (blue.status, blue.has_car, blue.driver) == ("runaway", False, "dragged")
    assert [wreck.entry for wreck in race.pending_wrecks] == [BLUE]


def test_rule_9_5_a_horse_of_a_runaway_team_is_hurt_like_any() -> None:
    race = a_fight(edition="advanced", has_car=False, **RUNAWAY)

    rams.ram_team(race, Script(4, 5), ON_TEAM)

    assert injuries(race, BLUE) == [2, 0, 0, 0]


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


def test_rule_9_61_the_car_that_is_forced_into_a_team_without_one_rams_it() -> None:
    race, table = forced_into("A19.4", 4, 5)

    assert Rammed(RED, BLUE, "team", "involuntary") in table.told
    assert (injuries(race, BLUE), injuries(race, RED)) == ([2, 0, 0, 0], [0, 0, 0, 0])


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


def test_rule_15_25_a_runaway_team_with_room_gets_away_without_a_roll() -> None:
    race = a_fight(edition="advanced", has_car=False, **RUNAWAY)

    played(chain.involuntary(race, Script(), RED, "outside", -3), Avoid("evade"))

    assert race.chariots[BLUE].square == "A21.5"
    assert injuries(race, RED) == injuries(race, BLUE) == [0, 0, 0, 0]
    assert race.chariots[RED].penalty == 1


def test_rule_9_63_a_runaway_team_that_is_forced_into_somebody_is_slowed_down_too() -> None:
    chariots = {
        RED: a_chariot("A20.3", car="heavy", **RUNAWAY),
        BLUE: a_chariot("A20.4", endurance=0, horses=(0, 5, 5, 5)),
    }
    race = a_race(chariots, edition="advanced")
    table = Script(5, 5, 5)

    played(chain.involuntary(race, table, RED, "outside", -3))

    named = (Modifier("involuntary ram", -3),)
    rolled = next(fact for fact in table.told if isinstance(fact, Rolled))
    assert (rolled.what_for, rolled.modifiers) == ("ram on a car", named)
    assert race.chariots[RED].penalty == 1


def test_rule_6_74_a_frontal_ram_on_a_team_without_a_car_hurts_both_as_by_a_light_one() -> None:
    # 12 - 3: two points over four horses, to the first and the third; 9 - 3: one, to the fourth
    chariots = {RED: a_chariot("A20.3"), BLUE: a_chariot("A21.3", has_car=False, **RUNAWAY)}
    race = a_race(chariots, edition="advanced", frontal_ram="even")
    table = Script(6, 6, 1, 3, 4, 5, 4)

    played(rams.frontal(race, table, RED))

    assert Rammed(RED, BLUE, "team", "frontal") in table.told
    assert (injuries(race, RED), injuries(race, BLUE)) == ([1, 0, 1, 0], [0, 0, 0, 1])
    rolls = [fact for fact in table.told if isinstance(fact, Rolled) and fact.what_for == "horse injury"]
    assert [(roll.entry, roll.modifiers) for roll in rolls] == [(RED, (LIGHT,)), (BLUE, (LIGHT,))]
    assert (race.chariots[RED].penalty, race.chariots[BLUE].penalty) == (1, 0)


# As the owner likes


def owners_jam(car: CarType = "heavy", **red: Any) -> Race:
    return a_race({RED: a_chariot("A20.3", **red), BLUE: a_chariot("A22.3", car=car)}, factors=0)


def test_rule_9_61_the_owner_shares_the_injuries_out() -> None:
    race = owners_jam(horses=(6, 6, 6, 6))
    table = Script(5, 5)  # 13: five points

    _, asked_for = played(rams.frontal(race, table, RED), Shares((5, 0, 0, 0)))

    assert asked_for[0] == Ask(RED, ShareInjuries(5, (6, 6, 6, 6)), default=Shares((2, 1, 1, 1)))
    assert injuries(race, RED) == [5, 0, 0, 0]
    assert table.unrolled == 0


@pytest.mark.parametrize(
    ("horses", "sparing"),
    [
        ((5, 5, 5, 5), (2, 1, 1, 1)),
        ((7, 4, 4, 7), (3, 0, 0, 2)),  # case D70
        ((1, 5, 1, 5), (0, 3, 0, 2)),
        ((1, 1, 1, 3), (1, 1, 1, 2)),
    ],
)
def test_rule_9_61_by_default_point_by_point_to_the_horse_with_most_boxes_left(
    horses: tuple[int, ...], sparing: tuple[int, ...]
) -> None:
    race = owners_jam(horses=horses)

    _, asked_for = played(rams.frontal(race, Script(5, 5), RED), Shares(sparing))

    assert asked_for[0].default == Shares(sparing)


@pytest.mark.parametrize(("horses", "injured"), [((1, 1, 1, 2), [1, 1, 1, 2]), ((1, 1, 1, 1), [1, 1, 1, 1])])
def test_rule_9_61_without_a_choice_nothing_is_asked(horses: tuple[int, ...], injured: list[int]) -> None:
    race = owners_jam(horses=horses)

    played(rams.frontal(race, Script(5, 5), RED))

    assert injuries(race, RED) == injured


def test_rule_9_61_dead_horses_have_no_share() -> None:
    race = owners_jam(horses=(5, 0, 5, 5))

    _, asked_for = played(rams.frontal(race, Script(5, 5), RED), Shares((0, 0, 5)))

    assert asked_for[0].question == ShareInjuries(5, (5, 5, 5))
    assert injuries(race, RED) == [0, 5, 0, 5]


def test_rule_9_61_nothing_is_asked_if_nobody_is_hurt() -> None:
    race = owners_jam(car="light")

    played(rams.frontal(race, Script(1, 1), RED))

    assert injuries(race, RED) == [0, 0, 0, 0]


def test_rule_9_61_each_owner_shares_his_own_out() -> None:
    chariots = {RED: a_chariot("A20.3"), BLUE: a_chariot("A21.3", has_car=False, **RUNAWAY)}
    race = a_race(chariots, edition="advanced")

    _, asked_for = played(rams.frontal(race, Script(6, 6, 5, 5), RED), Shares((0, 2, 0, 0)), Shares((0, 0, 0, 1)))

    assert [ask.entry for ask in asked_for] == [RED, BLUE]
    assert (injuries(race, RED), injuries(race, BLUE)) == ([0, 2, 0, 0], [0, 0, 0, 1])


# Dragged drivers

ON_DRAGGED = Threat(RED, BLUE, "outside", "dragged driver", "ram")


def a_trampling(red: dict[str, Any] | None = None, **blue: Any) -> Race:
    """Red's team on the square of blue's driver."""
    given = {"has_car": False, "hits": 10, "hits_start": 10, **RUNAWAY} | blue
    return a_race({RED: a_chariot("A20.3", **(red or {})), BLUE: a_chariot("A21.3", **given)}, edition="advanced")


def test_rule_16_5_a_dragged_driver_loses_twice_the_points_of_the_chart() -> None:
    # Case D25: an eight is three points
    race = a_trampling({"modifier": 1, "car": "heavy"}, modifier=0)
    table = Script(4, 4, 4, 4, 4)

    rams.ram_dragged(race, table, ON_DRAGGED)

    assert race.chariots[BLUE].hits == 4
    assert table.told[:4] == [
        Rammed(RED, BLUE, "dragged driver", "ram"),
        Rolled(RED, "ram on a dragged driver", (4, 4, 4), 6, (Modifier("CDM", 1),), 13, "16.5"),
        Rolled(BLUE, "driver's hits", (4, 4), 6, (), 8, "16.5"),
        DriverHurt(BLUE, 6, 4, "ram"),
    ]
    assert race.chariots[RED].wheels.inside == race.chariots[RED].wheels.outside == 0


@pytest.mark.parametrize(
    ("dice", "hurt"),
    [
        ((2, 2, 2), False),
        ((2, 2, 3), True),
        ((3, 3, 3), True),
        ((3, 3, 4), False),
        ((4, 4, 4), False),
        ((4, 4, 5), True),
    ],
)
def test_rule_16_5_he_is_hurt_where_the_chart_damages_the_defender_or_both(
    dice: tuple[int, int, int], hurt: bool
) -> None:
    race = a_trampling()
    table = Script(*dice, *([1, 1] if hurt else []))

    rams.ram_dragged(race, table, ON_DRAGGED)

    assert race.chariots[BLUE].hits == (8 if hurt else 10)
    assert table.unrolled == 0


def test_rule_16_5_a_runaway_team_tramples_without_a_modifier() -> None:
    race = a_trampling({"has_car": False, **RUNAWAY})
    table = Script(3, 3, 4)

    rams.ram_dragged(race, table, ON_DRAGGED)

    assert table.told[1] == Rolled(RED, "ram on a dragged driver", (3, 3, 4), 6, (), 10, "16.5")


def test_rule_16_5_he_may_die_of_it_and_his_team_runs_on() -> None:
    race = a_trampling(hits=4)

    rams.ram_dragged(race, Script(6, 6, 6, 3, 2), ON_DRAGGED)

    blue = race.chariots[BLUE]
    assert (blue.driver, blue.hits, blue.status) == ("dead", 0, "runaway")


# Scythes of the detailed specification


def a_fight_with_blades(red: dict[str, Any], **blue: Any) -> Race:
    chariots = {RED: a_chariot("A20.3", **red), BLUE: a_chariot("A20.4", **blue)}
    return a_race(chariots, edition="advanced", detailed_specification=True)


@pytest.mark.parametrize(
    ("inside", "outside", "named"),
    [
        ("none", "none", ()),
        ("long", "none", ()),  # on the other wheel
        ("none", "regular", (Modifier("blades", 2),)),
        ("regular", "long", (Modifier("long blades", 4),)),
    ],
)
def test_rule_16_1_the_blades_of_the_wheel_that_faces_the_victim_count(
    inside: str, outside: str, named: tuple[Modifier, ...]
) -> None:
    # The class of the car does not
    race = a_fight_with_blades({"blades_inside": inside, "blades_outside": outside, "car": "heavy"})
    table = Script(3, 2)

    rams.ram_team(race, table, ON_TEAM)

    assert table.told[1] == Rolled(BLUE, "horse injury", (3, 2), 6, named, 5 + sum(m.amount for m in named), "9.5")


def test_rule_16_1_on_wheels_the_blades_of_each_count_for_the_other() -> None:
    race = a_fight_with_blades({"blades_outside": "long"}, blades_inside="regular", blades_outside="long")
    table = Script(3, 3, 3, 3, 3, 3, 3, 6, 6, 6, 6)

    rams.ram_car(race, table, ON_CAR)

    rolls = [fact for fact in table.told if isinstance(fact, Rolled) and fact.what_for == "wheel damage"]
    assert [(roll.entry, roll.modifiers) for roll in rolls] == [
        (BLUE, (Modifier("long blades", 4),)),
        (RED, (Modifier("blades", 2),)),
    ]


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
