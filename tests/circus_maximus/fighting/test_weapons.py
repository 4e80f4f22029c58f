"""Dust, knives and spears (option 16.2)."""

from typing import Any

import pytest

from engine.circus_maximus.fighting import attacks, knife
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.words.asks import Attack, Target
from engine.circus_maximus.words.facts import (
    WeaponTold,
)
from engine.circus_maximus.words.state import Race
from engine.circus_maximus.words.threats import Threat
from engine.game import Modifier, Rolled
from engine.track import Side
from records.values import EntryId, Faction
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


# Dust: what it does


def test_rule_9_52_a_chariot_that_a_dead_horse_holds_cannot_swerve_into_anybody_or_slip() -> None:
    for dice in ((1, 3), (4, 5)):
        race = a_fight(horses=(0, 5, 5, 5))
        table = used(race, DUST, *HIT, *dice)
        assert isinstance(table.told[-1], WeaponTold)
        assert race.chariots[BLUE].square == "A20.4"


@pytest.mark.parametrize(("lane", "modifier", "dice"), [("5", -6, (6, 6, 6)), ("6", -3, (5, 5, 5))])
def test_rule_16_2_blocked_it_rams_worse_in_the_first_lane(
    lane: str, modifier: int, dice: tuple[int, int, int]
) -> None:
    race = a_fight()
    race.chariots[GREEN] = a_chariot(f"A20.{lane}", endurance=0, horses=(0, 5, 5, 5))

    table = used(race, DUST, *HIT, 4, 5, *dice)

    rolled = next(fact for fact in table.told if isinstance(fact, Rolled) and fact.what_for == "ram on a car")
    assert rolled.modifiers == (Modifier("involuntary ram", modifier),)


# Knives: whether


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


def test_rule_3_4_no_knife_is_thrown_at_an_own_chariot_or_an_ally() -> None:
    assert armed(a_fight({"faction": Faction(1)}, weapon="knife", faction=Faction(1))) == []
    assert armed(a_fight({"ally": BLUE}, weapon="knife")) == []


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
