"""Wrecks that come down: whose damage counts (12.4)."""

from collections.abc import Mapping

import pytest

from engine.circus_maximus.turn import wrecks
from engine.circus_maximus.words.facts import (
    CarsDamaged,
    WheelDamaged,
)
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.state import Chariot, Crossing, FlyingWreck, Race
from engine.facts import Fact
from records.values import EntryId, Square
from tests.circus_maximus.builders import BLUE, GREEN, RED, a_chariot, in_phase
from tests.circus_maximus.combat import Script, played

FLIP = Square("A20.4")
SEVEN = (3, 4)  # a lane outward, three squares on


def settled(chariots: Mapping[EntryId, Chariot], *dice: int) -> tuple[Race, list[Fact]]:
    """Bring down the wreck of green, which flipped on A20.4, in the phase of red; its team has gone on."""
    race, table = in_phase(), Script(*dice)
    race.chariots = {**chariots, GREEN: a_chariot("A33.8", status="runaway", has_car=False, driver="dead")}
    race.options = Options(edition="advanced")
    race.pending_wrecks = [FlyingWreck(GREEN, FLIP, "normal")]
    assert race.phase is not None
    race.phase.is_ended = True
    played(wrecks.settle(race, table))
    assert not table.unrolled
    assert not race.pending_wrecks
    return race, table.told


def told(facts: list[Fact], *kinds: type[Fact]) -> list[Fact]:
    return [fact for fact in facts if isinstance(fact, kinds)]


@pytest.mark.parametrize(
    ("dice", "is_damaged"),
    [
        ((1, 1, 4), False),
        ((2, 2, 3), True),
        ((3, 3, 3), True),
        ((3, 3, 4), False),
        ((4, 4, 4), False),
        ((4, 4, 5), True),
    ],
)
def test_rule_12_4_only_damage_to_the_one_under_it_counts(dice: tuple[int, int, int], is_damaged: bool) -> None:
    race, facts = settled(
        {RED: a_chariot("A3.1"), BLUE: a_chariot("A24.5", has_cut=True)}, *SEVEN, *dice, *((2, 2) if is_damaged else ())
    )

    assert told(facts, CarsDamaged) == [CarsDamaged(GREEN, BLUE, (BLUE,) if is_damaged else ())]
    assert told(facts, WheelDamaged) == ([WheelDamaged(BLUE, "inside", 1, 1)] if is_damaged else [])
    assert race.chariots[BLUE].crossing == Crossing(Square("A23.5"), 0, own=False)
