"""Rams: on teams and cars, involuntary and frontal (6.74, 9.5, 9.6)."""

from typing import Any

import pytest

from engine.circus_maximus.control import chain, rams
from engine.circus_maximus.printed.tables import CAR_DAMAGE, HORSE_INJURY, WHEEL_DAMAGE
from engine.circus_maximus.words.asks import Avoid, Meet, MeetAttack
from engine.circus_maximus.words.facts import (
    CarsDamaged,
    EnduranceLost,
    FactorsLost,
    Flipped,
    Held,
    Hindered,
    HorseDied,
    HorseInjured,
    Rammed,
    WheelDamaged,
    WheelHeld,
    WheelLost,
)
from engine.circus_maximus.words.state import CarType, Race
from engine.circus_maximus.words.threats import Threat
from engine.game import Modifier, Rolled
from engine.track import OPPOSITE, Side
from records.values import EntryId, Square
from tests.circus_maximus.combat import BLUE, GREEN, RED, Script, a_chariot, a_race, played

ON_TEAM = Threat(RED, BLUE, "outside", "team", "ram")
ON_CAR = Threat(RED, BLUE, "outside", "car", "ram")
HOLD = Meet(avoid=False)


def a_fight(
    red: dict[str, Any] | None = None,
    *,
    mover: EntryId | None = RED,
    factors: int = 10,
    edition: str = "basic",
    **blue: Any,
) -> Race:
    """Red in lane 3 and blue outside it; red's car is beside blue's, and team beside team."""
    chariots = {RED: a_chariot("A20.3", **(red or {})), BLUE: a_chariot("A20.4", **blue)}
    return a_race(chariots, mover=mover, factors=factors, edition=edition)


def injuries(race: Race, entry: EntryId) -> list[int]:
    return [horse.injury for horse in race.chariots[entry].horses]


# On a team


def test_rule_9_5_a_ram_on_a_team_hurts_the_horse_nearest_the_attacker() -> None:
    race = a_fight()
    table = Script(4, 5)

    rams.ram_team(race, table, ON_TEAM)

    assert injuries(race, BLUE) == [2, 0, 0, 0]
    assert table.told == [
        Rammed(RED, BLUE, "team", "ram"),
        Rolled(BLUE, "horse injury", (4, 5), 6, (), 9, "9.5"),
        HorseInjured(BLUE, horse=1, points=2, speed=3),
    ]


def test_rule_9_5_from_outside_that_is_the_rightmost() -> None:
    race = a_fight()

    rams.ram_team(race, Script(4, 5), ON_TEAM._replace(side="inside"))

    assert injuries(race, BLUE) == [0, 0, 0, 2]


def test_rule_9_5_only_living_horses_are_hurt() -> None:
    race = a_fight(horses=(0, 5, 5, 5))
    race.chariots[BLUE].horses[0].state = "cut free"

    rams.ram_team(race, Script(4, 5), ON_TEAM)

    assert injuries(race, BLUE) == [5, 2, 0, 0]


@pytest.mark.parametrize(
    ("car", "dice", "points"),
    [
        ("heavy", (6, 6), 8),  # case D9: 15
        ("light", (1, 1), 0),  # case D10: -1
        ("light", (4, 4), 0),
        ("light", (4, 5), 1),
        ("normal", (2, 3), 0),
        ("normal", (3, 3), 1),
        ("normal", (4, 4), 1),
        ("normal", (4, 5), 2),
        ("normal", (5, 5), 2),
        ("normal", (5, 6), 3),
        ("normal", (6, 6), 4),
        ("heavy", (1, 1), 0),
        ("heavy", (1, 2), 1),
        ("heavy", (5, 5), 5),
        ("heavy", (5, 6), 6),
    ],
)
def test_rule_9_5_the_ramming_car_counts(car: CarType, dice: tuple[int, int], points: int) -> None:
    race = a_fight({"car": car}, horses=(10, 5, 5, 5))
    table = Script(*dice)

    rams.ram_team(race, table, ON_TEAM)

    modifier = {"light": -3, "normal": 0, "heavy": 3}[car]
    named = (Modifier(f"{car} car", modifier),) if modifier else ()
    assert table.told[1] == Rolled(BLUE, "horse injury", dice, 6, named, sum(dice) + modifier, "9.5")
    assert injuries(race, BLUE) == [points, 0, 0, 0]


def test_rule_9_5_injury_beyond_a_horses_boxes_is_lost() -> None:
    race = a_fight({"car": "heavy"}, horses=(3, 5, 5, 5), endurance=23)
    table = Script(6, 6)

    rams.ram_team(race, table, ON_TEAM)

    assert injuries(race, BLUE) == [3, 0, 0, 0]
    assert table.told[2:] == [
        HorseInjured(BLUE, 1, 3, speed=0),
        HorseDied(BLUE, 1),
        EnduranceLost(BLUE, 5, left=18, cause="horse death"),
    ]


# On a car


@pytest.mark.parametrize(
    ("total", "damaged"),
    [(3, (RED,)), (6, (RED,)), (7, (BLUE, RED)), (9, (BLUE, RED)), (10, ()), (12, ()), (13, (BLUE,)), (18, (BLUE,))],
)
def test_rule_9_54_three_dice_say_which_car_is_damaged(total: int, damaged: tuple[EntryId, ...]) -> None:
    race = a_fight()
    dice = {3: (1, 1, 1), 6: (2, 2, 2), 7: (2, 2, 3), 9: (3, 3, 3), 10: (3, 3, 4), 12: (4, 4, 4), 13: (4, 4, 5)}
    table = Script(*dice.get(total, (6, 6, 6)), *[1, 1] * len(damaged))

    rams.ram_car(race, table, ON_CAR)

    assert table.told[2] == CarsDamaged(RED, BLUE, damaged)
    assert table.unrolled == 0


@pytest.mark.parametrize(
    ("red", "blue", "damaged"), [(1, 0, ()), (0, 1, (BLUE, RED)), (-1, 0, (BLUE, RED)), (2, 2, (BLUE, RED))]
)
def test_rule_9_54_both_cdms_count(red: int, blue: int, damaged: tuple[EntryId, ...]) -> None:
    race = a_fight({"modifier": red}, modifier=blue)
    table = Script(3, 3, 3, *[1, 1] * len(damaged))

    rams.ram_car(race, table, ON_CAR)

    named = tuple(m for m in (Modifier("CDM", red), Modifier("defender's CDM", -blue)) if m.amount)
    assert table.told[1] == Rolled(RED, "ram on a car", (3, 3, 3), 6, named, 9 + red - blue, "9.54")
    assert table.told[2] == CarsDamaged(RED, BLUE, damaged)


def test_rule_9_52_a_standing_chariot_is_rammed_as_if_its_driver_had_no_bonus() -> None:
    race = a_fight(horses=(0, 5, 5, 5), modifier=2)
    table = Script(3, 4, 3)

    rams.ram_car(race, table, ON_CAR)

    assert table.told[2] == CarsDamaged(RED, BLUE, ())


def test_rule_9_52_the_attacker_of_a_standing_chariot_may_be_the_one_that_suffers() -> None:
    race = a_fight(horses=(0, 5, 5, 5))

    rams.ram_car(race, Script(1, 1, 1, 1, 1), ON_CAR)

    assert race.chariots[RED].wheels.outside == 1
    assert (race.chariots[BLUE].wheels.inside, race.chariots[BLUE].wheels.outside) == (0, 0)


@pytest.mark.parametrize("side", ["inside", "outside"])
def test_rule_9_55_each_car_is_hurt_on_the_wheel_that_faces_the_other(side: Side) -> None:
    # Case D11: 8, so both; then damage of 2 and of 3
    race = a_fight()
    table = Script(2, 3, 3, 3, 4, 4, 4, 6, 6, 6, 6)

    rams.ram_car(race, table, ON_CAR._replace(side=side))

    assert table.told[3:] == [
        Rolled(BLUE, "wheel damage", (3, 4), 6, (), 7, "9.55"),
        WheelDamaged(BLUE, OPPOSITE[side], 2, total=2),
        Rolled(RED, "wheel damage", (4, 4), 6, (), 8, "9.55"),
        WheelDamaged(RED, side, 3, total=3),
        Rolled(BLUE, f"{OPPOSITE[side]} wheel", (6, 6), 6, (), 12, "9.56"),
        WheelHeld(BLUE, OPPOSITE[side], weakened=False, total=2),
        Rolled(RED, f"{side} wheel", (6, 6), 6, (), 12, "9.56"),
        WheelHeld(RED, side, weakened=False, total=3),
    ]


def test_rule_9_55_the_other_car_counts() -> None:
    # Red is light and blue heavy: blue's damage is rolled with -3, red's with +3
    race = a_fight({"car": "light"}, car="heavy")
    table = Script(2, 3, 3, 2, 3, 4, 5, 6, 6)

    rams.ram_car(race, table, ON_CAR)

    rolls = [fact for fact in table.told if isinstance(fact, Rolled) and fact.what_for == "wheel damage"]
    assert [(roll.entry, roll.modifiers) for roll in rolls] == [
        (BLUE, (Modifier("light car", -3),)),
        (RED, (Modifier("heavy car", 3),)),
    ]
    assert (race.chariots[BLUE].wheels.inside, race.chariots[RED].wheels.outside) == (1, 5)


@pytest.mark.parametrize(
    ("car", "dice", "points"),
    [
        ("light", (1, 2), 1),  # case D12: 0
        ("normal", (2, 2), 1),
        ("normal", (2, 3), 2),
        ("normal", (3, 4), 2),
        ("normal", (4, 4), 3),
        ("normal", (4, 5), 3),
        ("normal", (5, 5), 4),
        ("normal", (5, 6), 4),
        ("normal", (6, 6), 5),
        ("heavy", (5, 5), 6),
        ("heavy", (5, 6), 7),
        ("heavy", (6, 6), 8),
    ],
)
def test_rule_9_55_points_of_damage(car: CarType, dice: tuple[int, int], points: int) -> None:
    race = a_fight({"car": car})
    table = Script(6, 6, 6, *dice, *([6, 6] if points > 1 else []))

    rams.ram_car(race, table, ON_CAR)

    assert race.chariots[BLUE].wheels.inside == points
    assert table.unrolled == 0


def test_rule_9_56_both_may_flip_and_the_defender_is_tried_first() -> None:
    # Damage to both comes before the checks
    race = a_fight({"wheels": (0, 9)}, wheels=(9, 0))
    table = Script(2, 3, 3, 1, 1, 1, 1)

    rams.ram_car(race, table, ON_CAR)

    assert race.phase is not None
    assert (race.chariots[RED].status, race.chariots[BLUE].status) == ("out", "out")
    assert [fact.entry for fact in table.told if isinstance(fact, WheelLost)] == [BLUE, RED]
    assert Flipped(RED, "destroyed wheel", Square("A20.3")) in table.told
    assert race.phase.is_ended


# Involuntary


def involuntary(race: Race, table: Script, *answers: Any, side: Side = "outside", modifier: int = -3) -> Any:
    return played(chain.involuntary(race, table, RED, side, modifier), *answers)[1]


def test_rule_9_61_car_meets_car() -> None:
    # Case D32: blue is abreast
    race = a_fight({"modifier": 1})
    table = Script(4, 4, 4, 3, 3, 3, 3)

    asked = involuntary(race, table, HOLD)

    red = race.chariots[RED]
    assert asked[0].question == MeetAttack(RED, "car", "ram", ("brake", "evade"), modifier=-3)
    assert (red.square, red.penalty, red.no_inside, red.cdm) == ("A20.3", 1, False, 1)
    assert table.told[:3] == [
        Held(BLUE, by_choice=True),
        Rammed(RED, BLUE, "car", "involuntary"),
        Rolled(
            RED,
            "ram on a car",
            (4, 4, 4),
            6,
            (Modifier("CDM", 1), Modifier("involuntary ram", -3)),
            10,
            "9.54",
        ),
    ]
    assert table.told[-1] == Hindered(RED, 1, "involuntary ram")


def test_rule_7_34_a_double_sideslip_that_gains_no_lane_rams_with_six_less() -> None:
    race = a_fight()
    table = Script(6, 6, 6, 6, 6)

    involuntary(race, table, HOLD, modifier=-6)

    assert table.told[2] == Rolled(RED, "ram on a car", (6, 6, 6), 6, (Modifier("involuntary ram", -6),), 12, "9.54")
    assert race.chariots[RED].penalty == 1


def test_rule_9_61_car_meets_team() -> None:
    # Blue's team is beside red's car
    race = a_race({RED: a_chariot("A20.3", car="heavy"), BLUE: a_chariot("A19.4")})
    table = Script(4, 5)

    asked = involuntary(race, table, HOLD)

    assert asked[0].question.target == "team"
    assert injuries(race, BLUE) == [4, 0, 0, 0]  # 12, without the 3 less
    assert injuries(race, RED) == [0, 0, 0, 0]
    assert race.chariots[RED].penalty == 1


def test_rule_9_61_team_meets_car() -> None:
    # Blue's car is beside red's team, and nothing beside red's car
    race = a_race({RED: a_chariot("A20.3"), BLUE: a_chariot("A21.4", car="light")})
    table = Script(6, 6)

    asked = involuntary(race, table, HOLD)

    assert asked[0].entry == BLUE
    assert asked[0].question.target == "car"
    assert injuries(race, RED) == [0, 0, 0, 2]  # 9: the horse nearest blue, hit by a light car
    assert injuries(race, BLUE) == [0, 0, 0, 0]
    assert table.told[1] == Rammed(RED, BLUE, "car", "involuntary")
    assert race.chariots[RED].penalty == 1


def test_rule_9_61_to_the_inside_the_other_horse_is_nearest() -> None:
    race = a_race({RED: a_chariot("A20.3"), BLUE: a_chariot("A21.2")})

    involuntary(race, Script(4, 5), HOLD, side="inside")

    assert injuries(race, RED) == [2, 0, 0, 0]


def test_rule_9_61_with_two_in_the_way_only_the_cars_collision_counts() -> None:
    # Green's car is beside red's team, blue's team beside red's car
    race = a_race({RED: a_chariot("A20.3"), GREEN: a_chariot("A21.4"), BLUE: a_chariot("A19.4")})
    table = Script(4, 5)

    asked = involuntary(race, table, HOLD)

    assert [ask.entry for ask in asked] == [BLUE]
    assert injuries(race, BLUE) == [2, 0, 0, 0]
    assert injuries(race, RED) == injuries(race, GREEN) == [0, 0, 0, 0]


def test_rule_9_63_who_gets_away_ends_the_matter_but_not_the_penalty() -> None:
    race = a_fight()
    table = Script(3, 3, 4, 5)

    involuntary(race, table, Meet(avoid=True), Avoid("evade"))

    assert race.chariots[BLUE].square == "A21.5"
    assert (race.chariots[RED].square, race.chariots[RED].penalty) == ("A20.3", 1)
    assert table.told[-1] == Hindered(RED, 1, "involuntary ram")
    assert table.unrolled == 0


def test_rule_9_63_the_mover_goes_on_with_the_factors_it_has_left() -> None:
    race = a_fight(factors=7)

    involuntary(race, Script(4, 4, 5), HOLD, modifier=-3)

    assert race.phase is not None
    assert (race.phase.factors, race.phase.used, race.phase.is_ended) == (7, 0, False)


def test_rule_9_63_who_flips_has_no_next_phase_to_lose_from() -> None:
    race = a_fight({"wheels": (0, 9)})
    table = Script(1, 1, 1, 1, 1)

    involuntary(race, table, HOLD)

    assert race.chariots[RED].status == "out"
    assert not any(isinstance(fact, Hindered) for fact in table.told)


def test_rule_9_52_the_side_of_a_dead_horse_is_not_hurt_by_an_involuntary_ram() -> None:
    race = a_race({RED: a_chariot("A20.3"), BLUE: a_chariot("A19.4", horses=(0, 5, 5, 5))})
    table = Script()

    asked = involuntary(race, table)

    assert asked == []
    assert injuries(race, BLUE) == [5, 0, 0, 0]
    assert table.told == [
        Held(BLUE, by_choice=False),
        Rammed(RED, BLUE, "team", "involuntary"),
        Hindered(RED, 1, "involuntary ram"),
    ]


def test_rule_9_52_the_other_side_is() -> None:
    race = a_race({RED: a_chariot("A20.3"), BLUE: a_chariot("A19.4", horses=(5, 5, 5, 0))})

    involuntary(race, Script(4, 5))

    assert injuries(race, BLUE) == [2, 0, 0, 5]


def test_rule_9_51_a_team_that_dies_in_an_involuntary_ram_stops_the_mover() -> None:
    race = a_race({RED: a_chariot("A20.3", horses=(5, 5, 5, 1)), BLUE: a_chariot("A21.4")}, factors=5)
    table = Script(4, 5)

    involuntary(race, table, HOLD)

    assert race.phase is not None
    assert race.chariots[RED].is_stationary
    assert race.phase.is_ended
    assert FactorsLost(RED, 5) in table.told


# Frontal


def a_jam(red: dict[str, Any] | None = None, car: CarType = "normal") -> Race:
    """Red right behind blue's car, in a race in which the injuries of a frontal ram are spread evenly."""
    chariots = {RED: a_chariot("A20.3", **(red or {})), BLUE: a_chariot("A22.3", car=car)}
    return a_race(chariots, factors=0, frontal_ram="even")


def test_rule_6_74_a_frontal_ram_hurts_the_movers_team() -> None:
    race = a_jam()
    table = Script(6, 6)

    played(rams.frontal(race, table, RED))

    assert injuries(race, RED) == [1, 1, 1, 1]
    assert injuries(race, BLUE) == [0, 0, 0, 0]
    assert race.chariots[RED].penalty == 1
    assert table.told[:2] == [
        Rammed(RED, BLUE, "car", "frontal"),
        Rolled(RED, "horse injury", (6, 6), 6, (), 12, "9.5"),
    ]
    assert table.told[-1] == Hindered(RED, 1, "involuntary ram")


def test_rule_9_6_what_cannot_be_spread_evenly_goes_to_horses_by_their_number() -> None:
    # Case P13: 3 points, dice 1, 2, 5, 1, 4
    race = a_jam()
    table = Script(5, 6, 1, 2, 5, 1, 4)

    played(rams.frontal(race, table, RED))

    assert injuries(race, RED) == [1, 1, 0, 1]
    rolls = [fact for fact in table.told if isinstance(fact, Rolled)]
    assert [(roll.what_for, roll.rule) for roll in rolls[1:]] == [("which horse", "9.6")] * 5
    assert table.unrolled == 0


def test_rule_9_6_dead_horses_are_passed_over() -> None:
    # 2 points over three: a two finds a dead horse
    race = a_jam({"horses": (5, 0, 5, 5)})
    table = Script(4, 5, 2, 3, 1)

    played(rams.frontal(race, table, RED))

    assert injuries(race, RED) == [1, 5, 1, 0]
    assert table.unrolled == 0


def test_rule_9_6_a_share_for_all_and_more_for_some() -> None:
    # A heavy car, 13: five points, so one each and one more for the third horse
    race = a_jam(car="heavy")
    table = Script(5, 5, 3)

    played(rams.frontal(race, table, RED))

    assert injuries(race, RED) == [1, 1, 2, 1]


def test_rule_6_74_a_frontal_ram_may_hurt_nobody() -> None:
    race = a_jam(car="light")
    table = Script(4, 4)

    played(rams.frontal(race, table, RED))

    assert injuries(race, RED) == [0, 0, 0, 0]
    assert race.chariots[RED].penalty == 1


def test_rule_9_52_several_that_die_at_once_die_from_left_to_right() -> None:
    # A point each, and three horses had one left: a quarter of 24, a third of 18, half of 12
    race = a_jam({"horses": (1, 1, 1, 5), "endurance": 24})
    table = Script(6, 6)

    played(rams.frontal(race, table, RED))

    assert [fact.horse for fact in table.told if isinstance(fact, HorseDied)] == [1, 2, 3]
    lost = [(fact.factors, fact.left) for fact in table.told if isinstance(fact, EnduranceLost)]
    assert lost == [(6, 18), (6, 12), (6, 6)]
    assert injuries(race, RED) == [1, 1, 1, 1]


def test_rule_9_53_a_whole_team_that_dies_is_out_without_a_penalty() -> None:
    race = a_jam({"horses": (1, 1, 1, 1)})

    played(rams.frontal(race, Script(6, 6), RED))

    assert (race.chariots[RED].status, race.chariots[RED].penalty) == ("out", 0)


# The tables


def test_rule_9_5_the_tables_of_rams_have_a_row_for_every_roll() -> None:
    assert HORSE_INJURY[-1].lowest == WHEEL_DAMAGE[-1].lowest == 2 - 3
    assert HORSE_INJURY[0].lowest == WHEEL_DAMAGE[0].lowest == 12 + 3
    assert CAR_DAMAGE[-1].lowest == 3
