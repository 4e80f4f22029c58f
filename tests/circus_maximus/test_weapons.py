"""Dust, knives and spears (option 16.2)."""

from typing import Any

import pytest

from engine.circus_maximus.fighting import attacks, knife
from engine.circus_maximus.printed.tables import DUST_EFFECT, KNIFE_EFFECT, TRACK
from engine.circus_maximus.words.asks import Attack, Target
from engine.circus_maximus.words.facts import (
    Blinded,
    DriverHurt,
    DrivesStraight,
    Flipped,
    HorseDied,
    HorseInjured,
    Maimed,
    Weakened,
    WeaponTold,
)
from engine.circus_maximus.words.state import Race
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


def test_rule_3_4_dust_is_not_thrown_at_an_own_chariot_or_an_ally() -> None:
    assert armed(a_fight({"faction": Faction(1)}, faction=Faction(1))) == []
    assert armed(a_fight({"ally": BLUE})) == []


# Dust: what it does


def test_rule_16_2_every_row_of_the_dust_table() -> None:
    rows = ["falls out", *["swerves in"] * 3, *["half blind"] * 3, *["slips away"] * 2, "blinded", "blown back"]

    assert [DUST_EFFECT(total) for total in range(2, 13)] == rows
    assert (DUST_EFFECT(-1), DUST_EFFECT(15)) == ("falls out", "blown back")


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


@pytest.mark.parametrize(("lane", "modifier", "dice"), [("5", -6, (6, 6, 6)), ("6", -3, (5, 5, 5))])
def test_rule_16_2_blocked_it_rams_worse_in_the_first_lane(
    lane: str, modifier: int, dice: tuple[int, int, int]
) -> None:
    race = a_fight()
    race.chariots[GREEN] = a_chariot(f"A20.{lane}", endurance=0, horses=(0, 5, 5, 5))

    table = used(race, DUST, *HIT, 4, 5, *dice)

    rolled = next(fact for fact in table.told if isinstance(fact, Rolled) and fact.what_for == "ram on a car")
    assert rolled.modifiers == (Modifier("involuntary ram", modifier),)


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


# Knives: what they do

KNIFE = Attack(BLUE, "driver", "knife")


def test_rule_16_2_every_row_of_the_knife_table() -> None:
    rows = ["killed", *["hits"] * 4, *["one hit"] * 3, "horse grazed", "horse hurt", "horse killed"]

    assert [KNIFE_EFFECT(total) for total in range(2, 13)] == rows
    assert (KNIFE_EFFECT(0), KNIFE_EFFECT(14)) == ("killed", "horse killed")


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


def test_rule_16_2_but_the_horses_of_such_a_team_are_hurt() -> None:
    race = a_fight(weapon="knife", status="runaway", driver="dead", hits=0)

    table = used(race, Attack(BLUE, "team", "knife"), 1, 1, 4, 6)

    assert HorseInjured(BLUE, 1, 1, 4) in table.told
