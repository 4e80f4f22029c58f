"""Dust, knives and spears (option 16.2)."""

from typing import Any

import pytest

from engine.circus_maximus.fighting import attacks, knife
from engine.circus_maximus.printed.tables import TRACK, dust_effect, knife_effect
from engine.circus_maximus.words.asks import Attack, Target
from engine.circus_maximus.words.facts import (
    Attacked,
    Blinded,
    CarsDamaged,
    DriverDied,
    DriverHurt,
    DrivesStraight,
    Flipped,
    HorseDied,
    HorseInjured,
    Maimed,
    PulledOut,
    RanAway,
    Sideslipped,
    Weakened,
    WeaponTold,
    WeaponUsed,
    WheelDamaged,
)
from engine.circus_maximus.words.state import Race, Weather
from engine.circus_maximus.words.threats import Threat
from engine.game import Modifier, Rolled
from engine.track import Side
from records.values import EntryId, Faction, Square
from tests.circus_maximus.combat import BLUE, GREEN, RED, Script, a_chariot, a_race, played

HIT = (5, 5)
"""Dice with which dust and spears hit."""


def a_fight(
    red: dict[str, Any] | None = None,
    *,
    weapon: str = "dust",
    square: str = "A20.4",
    factors: int = 10,
    **blue: Any,
) -> Race:
    """Red in lane 3 with a weapon, and blue outside it, its car beside red's car."""
    with_weapon = {"weapons": [weapon]} | (red or {})
    chariots = {RED: a_chariot("A20.3", **with_weapon), BLUE: a_chariot(square, **blue)}
    return a_race(chariots, factors=factors, edition="advanced", dust=True, knife=True, spear=True)


def armed(race: Race, entry: EntryId = RED) -> list[Attack]:
    """Return the attacks with weapons that *entry* may make, but for the small knife that everybody has."""
    legal = attacks.legal_attacks(race, entry)
    return [attack for attack in legal if attack.means in ("dust", "knife", "spear")]


def used(race: Race, attack: Attack, *dice: int) -> Script:
    """Use a weapon with these dice, all of them; nobody is asked anything."""
    table = Script(*dice)
    played(attacks.attack(race, table, RED, attack))
    assert table.unrolled == 0
    return table


# Dust: whether

DUST = Attack(BLUE, "driver", "dust")


@pytest.mark.parametrize(
    ("square", "count"), [("A20.4", 1), ("A20.2", 1), ("A19.4", 0), ("A21.4", 0), ("A20.5", 0), ("A22.3", 0)]
)
def test_rule_16_2_dust_is_thrown_from_car_to_car(square: str, count: int) -> None:
    assert armed(a_fight(square=square)) == [DUST] * count


@pytest.mark.parametrize("status", ["runaway", "halted", "out"])
def test_rule_16_2_dust_needs_a_driver_to_fly_at(status: str) -> None:
    assert armed(a_fight(status=status)) == []


def test_rule_16_2_dust_does_not_fly_in_the_rain() -> None:
    race = a_fight()

    race.weather = Weather(is_raining=True, has_mud=False)
    assert armed(race) == []
    race.weather = Weather(is_raining=False, has_mud=True)
    assert armed(race) == [DUST]


def test_rule_3_4_dust_is_not_thrown_at_an_own_chariot_or_an_ally() -> None:
    assert armed(a_fight({"faction": Faction(1)}, faction=Faction(1))) == []
    assert armed(a_fight({"ally": BLUE})) == []


def test_rule_16_2_dust_is_an_attack_that_cannot_be_avoided_and_is_thrown_once() -> None:
    race = a_fight({"modifier": 1}, modifier=2)

    table = used(race, DUST, 4, 4)

    assert race.phase is not None
    assert (race.phase.factors, race.phase.attacked_from) == (9, [Square("A19.3")])
    assert race.chariots[RED].weapons == []
    assert table.told == [
        Attacked(RED, BLUE, "driver", "dust"),
        Rolled(RED, "dust", (4, 4), 6, (Modifier("CDM", 1),), 9, "16.2"),
        WeaponUsed(RED, BLUE, "dust", hit=False),
    ]


@pytest.mark.parametrize(("dice", "hit"), [((4, 5), False), ((5, 5), True)])
def test_rule_16_2_dust_hits_with_a_ten(dice: tuple[int, int], hit: bool) -> None:
    race = a_fight()

    table = used(race, DUST, *dice, *([3, 4] if hit else []))

    assert table.told[2] == WeaponUsed(RED, BLUE, "dust", hit)


# Dust: what it does


def test_rule_16_2_every_row_of_the_dust_table() -> None:
    rows = ["falls out", *["swerves in"] * 3, *["half blind"] * 3, *["slips away"] * 2, "blinded", "blown back"]

    assert [dust_effect(total) for total in range(2, 13)] == rows
    assert (dust_effect(-1), dust_effect(15)) == ("falls out", "blown back")


def test_rule_16_2_the_targets_modifier_counts() -> None:
    race = a_fight(modifier=-1)

    table = used(race, DUST, *HIT, 1, 2)

    assert table.told[3:5] == [
        Rolled(BLUE, "dust in the eyes", (1, 2), 6, (Modifier("CDM", -1),), 2, "16.2"),
        WeaponTold(BLUE, "dust", "falls out"),
    ]


def test_rule_16_2_a_driver_who_falls_out_is_dragged_on_his_car() -> None:
    race = a_fight()

    table = used(race, DUST, *HIT, 1, 1)

    blue = race.chariots[BLUE]
    assert (blue.status, blue.has_car, blue.driver) == ("runaway", True, "dragged")
    assert PulledOut(BLUE, None) in table.told


def test_rule_16_2_who_swerves_into_the_attacker_damages_both_cars() -> None:
    # Red is heavy, blue normal: 6 + 3 is three points on blue's inside wheel, 6 two on red's outside; both hold
    race = a_fight({"car": "heavy"})

    table = used(race, DUST, *HIT, 1, 2, 3, 3, 3, 3, 6, 6, 6, 6)

    assert [fact for fact in table.told if isinstance(fact, WheelDamaged)] == [
        WheelDamaged(BLUE, "inside", 3, total=3),
        WheelDamaged(RED, "outside", 2, total=2),
    ]
    assert not any(isinstance(fact, CarsDamaged) for fact in table.told)


def test_rule_9_52_a_chariot_that_a_dead_horse_holds_cannot_swerve_into_anybody_or_slip() -> None:
    for dice in ((1, 3), (4, 5)):
        race = a_fight(horses=(0, 5, 5, 5))
        table = used(race, DUST, *HIT, *dice)
        assert isinstance(table.told[-1], WeaponTold)
        assert race.chariots[BLUE].square == "A20.4"


def test_rule_16_2_half_blind_the_driver_loses_an_eye_and_drives_straight_for_two_phases() -> None:
    race = a_fight()

    table = used(race, DUST, *HIT, 3, 3)

    blue = race.chariots[BLUE]
    assert (blue.eyes_lost, blue.straight_phases) == (["inside"], 2)
    assert table.told[-2:] == [Maimed(BLUE, "inside eye"), DrivesStraight(BLUE, 2)]


def test_rule_16_2_blown_back_the_dust_does_that_to_the_attacker() -> None:
    race = a_fight()

    table = used(race, DUST, *HIT, 6, 6)

    red = race.chariots[RED]
    assert (red.eyes_lost, red.straight_phases) == (["outside"], 2)
    assert (race.chariots[BLUE].eyes_lost, race.chariots[BLUE].straight_phases) == ([], 0)
    assert table.told[-3:] == [
        WeaponTold(BLUE, "dust", "blown back"),
        Maimed(RED, "outside eye"),
        DrivesStraight(RED, 2),
    ]


def test_rule_16_2_the_chariot_slips_two_lanes_away() -> None:
    race = a_fight()

    table = used(race, DUST, *HIT, 4, 5)

    assert race.chariots[BLUE].square == "A20.6"
    assert table.told[-2:] == [
        Sideslipped(BLUE, "outside", Square("A20.5"), forced=True),
        Sideslipped(BLUE, "outside", Square("A20.6"), forced=True),
    ]


def test_rule_16_2_and_into_the_wall_if_it_must() -> None:
    race = a_fight(square="A20.2")

    table = used(race, DUST, *HIT, 4, 5)

    assert table.told[5] == Sideslipped(BLUE, "inside", Square("A20.1"), forced=True)
    assert table.told[6] == Flipped(BLUE, "wall", Square("A20.1"))


@pytest.mark.parametrize(("lane", "modifier", "dice"), [("5", -6, (6, 6, 6)), ("6", -3, (5, 5, 5))])
def test_rule_16_2_blocked_it_rams_worse_in_the_first_lane(
    lane: str, modifier: int, dice: tuple[int, int, int]
) -> None:
    race = a_fight()
    race.chariots[GREEN] = a_chariot(f"A20.{lane}", endurance=0, horses=(0, 5, 5, 5))

    table = used(race, DUST, *HIT, 4, 5, *dice)

    rolled = next(fact for fact in table.told if isinstance(fact, Rolled) and fact.what_for == "ram on a car")
    assert rolled.modifiers == (Modifier("involuntary ram", modifier),)


def test_rule_16_2_blinded_the_driver_loses_two_hits() -> None:
    race = a_fight(hits=7, modifier=0)

    table = used(race, DUST, *HIT, 5, 6)

    assert race.chariots[BLUE].blinded_since == race.turn
    assert table.told[-2:] == [DriverHurt(BLUE, 2, 5, "dust"), Blinded(BLUE)]


def test_rule_16_2_two_hits_may_weaken_twice_or_kill() -> None:
    race = a_fight(hits=3, hits_start=4, modifier=0)
    table = used(race, DUST, *HIT, 5, 6)
    assert [fact.cause for fact in table.told if isinstance(fact, Weakened)] == ["half wounded", "third wounded"]

    race = a_fight(hits=1, modifier=0)
    table = used(race, DUST, *HIT, 5, 6)
    assert DriverHurt(BLUE, 1, 0, "dust") in table.told
    assert Blinded(BLUE) not in table.told
    assert (race.chariots[BLUE].driver, race.chariots[BLUE].has_car) == ("dead", False)


# Knives: whether


@pytest.mark.parametrize(
    ("square", "away"),
    [
        ("A20.4", 1),
        ("A20.5", 2),
        ("A21.4", 2),
        ("A20.6", 3),
        ("A22.3", 2),
        ("A23.3", 3),
        ("A17.3", 3),
        ("A21.5", 3),
        ("A24.3", 4),
        ("A22.5", 4),
        ("A16.3", 4),
    ],
)
def test_rule_16_2_a_knife_flies_as_far_as_its_dice_can_hit(square: str, away: int) -> None:
    race = a_fight(weapon="knife", square=square)

    assert range_of(race, "driver") == away
    assert (KNIFE in armed(race)) is (away <= 3)


@pytest.mark.parametrize(
    ("square", "driver", "team"),
    [("A20.4", 1, 2), ("A19.4", 2, 1), ("A18.4", 3, 2), ("A19.5", 3, 2), ("A22.3", 2, 3), ("A17.3", 3, 2)],
)
def test_rule_16_2_the_range_is_counted_to_the_target_and_the_nearer_one_comes_first(
    square: str, driver: int, team: int
) -> None:
    race = a_fight(weapon="knife", square=square)

    assert (range_of(race, "driver"), range_of(race, "team")) == (driver, team)
    nearer: list[Target] = ["driver", "team"] if driver < team else ["team", "driver"]
    in_reach = [target for target in nearer if range_of(race, target) <= 3]
    assert armed(race) == [Attack(BLUE, target, "knife") for target in in_reach]


def range_of(race: Race, target: Target) -> int:
    """Return how far red would throw a knife at blue's driver or team."""
    side: Side = "inside" if TRACK.lane[race.chariots[BLUE].square] < 3 else "outside"
    return knife.distance(race, Threat(RED, BLUE, side, target, "knife"))


@pytest.mark.parametrize(
    ("square", "targets"), [("A20.4", ["driver"]), ("A20.2", ["driver", "team"]), ("A22.3", ["driver", "team"])]
)
def test_rule_9_52_from_the_side_of_a_dead_horse_the_team_is_no_target(square: str, targets: list[str]) -> None:
    race = a_fight(weapon="knife", square=square, horses=(5, 0, 5, 5))

    assert [attack.target for attack in armed(race)] == targets


@pytest.mark.parametrize(("square", "code", "injured"), [("A20.4", "dead horse", 0), ("A20.2", "horse grazed", 1)])
def test_rule_9_52_a_knife_that_hits_a_dead_horse_does_nothing(square: str, code: str, injured: int) -> None:
    race = a_fight(weapon="knife", square=square, horses=(5, 0, 5, 5))

    table = used(race, KNIFE, 1, 4, 6)

    assert [fact.code for fact in table.told if isinstance(fact, WeaponTold)] == [code]
    assert sum(isinstance(fact, HorseInjured) for fact in table.told) == injured


@pytest.mark.parametrize(("cdm", "reach", "small"), [(-2, 1, 0), (-1, 2, 1), (0, 3, 1), (1, 4, 2), (2, 5, 2)])
def test_rule_16_2_the_throwers_modifier_lengthens_the_throw(cdm: int, reach: int, small: int) -> None:
    for away in range(1, 7):
        race = a_fight({"modifier": cdm}, weapon="knife", square=f"A{20 - away - 1}.3")
        race.chariots[RED].square = Square("A19.3")
        at_drivers = [attack.means for attack in attacks.legal_attacks(race, RED) if attack.target == "driver"]
        thrown = [means for means in at_drivers if "knife" in means]
        assert thrown == ["knife"] * (away <= reach) + ["small knife"] * (away <= small)


def test_rule_16_2_in_a_corner_squares_beside_count() -> None:
    race = a_fight(weapon="knife")
    red, blue = race.chariots[RED], race.chariots[BLUE]
    red.square, blue.square = Square("D4.1"), Square("D6.2")  # cars D3.1 and D5.2

    assert TRACK.beside["outside"][Square("D3.1")] == "D4.2"
    assert range_of(race, "driver") == 2


def test_rule_16_2_knives_are_thrown_only_in_races_with_knives() -> None:
    race = a_race({RED: a_chariot("A20.3"), BLUE: a_chariot("A20.4")}, edition="advanced")

    assert [attack.means for attack in attacks.legal_attacks(race, RED)] == ["lash", "ram"]


def test_rule_16_2_a_team_without_a_driver_can_be_hit_too_but_nobody_off_the_track() -> None:
    assert armed(a_fight(weapon="knife", status="runaway")) == [Attack(BLUE, "team", "knife")]
    assert armed(a_fight(weapon="knife", status="halted")) == []


def test_rule_3_4_no_knife_is_thrown_at_an_own_chariot_or_an_ally() -> None:
    assert armed(a_fight({"faction": Faction(1)}, weapon="knife", faction=Faction(1))) == []
    assert armed(a_fight({"ally": BLUE}, weapon="knife")) == []


def test_rule_16_2_a_team_without_a_car_is_as_far_off_as_it_is() -> None:
    race = a_fight(weapon="knife", square="A22.3", status="runaway", has_car=False)

    assert range_of(race, "team") == 3


def test_rule_16_2_a_knife_is_thrown_once_and_then_the_small_one_is_left() -> None:
    race = a_fight(weapon="knife")

    used(race, Attack(BLUE, "driver", "knife"), 4)

    assert race.phase is not None
    race.phase.attacked_from.clear()
    small = Attack(BLUE, "driver", "small knife")
    assert race.chariots[RED].weapons == []
    assert [attack for attack in attacks.legal_attacks(race, RED) if "knife" in attack.means] == [small]
    used(race, small, 3)
    race.phase.attacked_from.clear()
    assert not race.chariots[RED].has_knife
    assert [attack for attack in attacks.legal_attacks(race, RED) if "knife" in attack.means] == []


@pytest.mark.parametrize(
    ("square", "cdm", "dice", "hit"),
    [("A20.4", 0, (3,), True), ("A20.4", 0, (4,), False), ("A20.4", 1, (4,), True), ("A20.5", 0, (1, 2), True),
     ("A20.5", 0, (2, 2), False), ("A20.6", 0, (1, 1, 1), True)],
)  # fmt: skip
def test_rule_16_2_a_die_a_square_says_whether_a_knife_hits(
    square: str, cdm: int, dice: tuple[int, ...], hit: bool
) -> None:
    race = a_fight({"modifier": cdm}, weapon="knife", square=square)

    table = used(race, Attack(BLUE, "driver", "knife"), *dice, *([4, 4] if hit else []))

    named = (Modifier("CDM", -cdm),) if cdm else ()
    assert table.told[1:3] == [
        Rolled(RED, "knife", dice, 6, named, sum(dice) - cdm, "16.2"),
        WeaponUsed(RED, BLUE, "knife", hit),
    ]


@pytest.mark.parametrize(("dice", "hit"), [((1, 1), True), ((1, 2), False)])
def test_rule_16_2_the_small_knife_is_one_worse_a_die(dice: tuple[int, int], hit: bool) -> None:
    race = a_fight({"modifier": 1}, weapon="knife", square="A20.5")

    table = used(race, Attack(BLUE, "driver", "small knife"), *dice, *([4, 4] if hit else []))

    assert table.told[1:3] == [
        Rolled(RED, "small knife", dice, 6, (Modifier("small knife", 2), Modifier("CDM", -1)), sum(dice) + 1, "16.2"),
        WeaponUsed(RED, BLUE, "small knife", hit),
    ]


# Knives: what they do

KNIFE = Attack(BLUE, "driver", "knife")


def test_rule_16_2_every_row_of_the_knife_table() -> None:
    rows = ["killed", *["hits"] * 4, *["one hit"] * 3, "horse grazed", "horse hurt", "horse killed"]

    assert [knife_effect(total) for total in range(2, 13)] == rows
    assert (knife_effect(0), knife_effect(14)) == ("killed", "horse killed")


def test_rule_16_2_a_killed_driver_leaves_a_team_that_runs_on_with_the_car() -> None:
    race = a_fight(weapon="knife")

    table = used(race, KNIFE, 1, 1, 1)

    blue = race.chariots[BLUE]
    assert (blue.status, blue.has_car, blue.driver, blue.hits) == ("runaway", True, "dead", 0)
    assert table.told[4:] == [WeaponTold(BLUE, "knife", "killed"), DriverDied(BLUE), RanAway(BLUE, with_car=True)]


@pytest.mark.parametrize(("dice", "code", "hits"), [((3, 3, 4), "hits", 4), ((3, 4), "one hit", 1)])
def test_rule_16_2_a_knife_costs_hits(dice: tuple[int, ...], code: str, hits: int) -> None:
    race = a_fight(weapon="knife", hits=7, hits_start=12, modifier=0)

    table = used(race, KNIFE, 1, *dice)

    assert race.chariots[BLUE].hits == 7 - hits
    assert table.told[4] == WeaponTold(BLUE, "knife", code)  # type: ignore[arg-type]
    assert DriverHurt(BLUE, hits, 7 - hits, "knife") in table.told


def test_rule_16_2_hits_that_kill_flip_the_chariot() -> None:
    race = a_fight(weapon="knife", hits=4)

    table = used(race, KNIFE, 1, 3, 3, 6)

    assert DriverHurt(BLUE, 4, 0, "knife") in table.told
    assert Flipped(BLUE, "driver dead", Square("A20.4")) in table.told


@pytest.mark.parametrize(
    ("square", "horse"),
    [("A20.4", 1), ("A20.2", 4), ("A21.4", 1)],
)
@pytest.mark.parametrize(("dice", "points"), [((4, 6), 1), ((5, 6, 3), 3), ((6, 6), 5)])
def test_rule_16_2_a_knife_may_hit_the_nearest_horse(
    square: str, horse: int, dice: tuple[int, ...], points: int
) -> None:
    race = a_fight(weapon="knife", square=square)

    away = (1, 1) if square == "A21.4" else (1,)
    table = used(race, KNIFE, *away, *dice)

    assert HorseInjured(BLUE, horse, points, 5 - points) in table.told
    assert (HorseDied(BLUE, horse) in table.told) is (points == 5)


def test_rule_16_2_along_the_lane_any_living_horse_may_be_hit() -> None:
    race = a_fight(weapon="knife", square="A21.3", horses=(5, 0, 5, 5))
    race.chariots[BLUE].square = Square("A22.3")

    table = used(race, KNIFE, 1, 1, 4, 6, 2)

    assert Rolled(None, "which horse", (2,), 3, (), 2, "16.2") in table.told
    assert HorseInjured(BLUE, 3, 1, 4) in table.told


@pytest.mark.parametrize("dice", [(1, 1), (2, 3), (4, 4)])
def test_rule_16_2_nothing_befalls_a_driver_who_is_not_there(dice: tuple[int, int]) -> None:
    race = a_fight(weapon="knife", status="runaway", driver="dead", hits=0, modifier=2)

    table = used(race, Attack(BLUE, "team", "knife"), 1, 1, *dice)

    assert table.told[3:] == [Rolled(BLUE, "knife wound", dice, 6, (), sum(dice), "16.2")]


def test_rule_16_2_but_the_horses_of_such_a_team_are_hurt() -> None:
    race = a_fight(weapon="knife", status="runaway", driver="dead", hits=0)

    table = used(race, Attack(BLUE, "team", "knife"), 1, 1, 4, 6)

    assert HorseInjured(BLUE, 1, 1, 4) in table.told
