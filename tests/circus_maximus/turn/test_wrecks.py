"""Where wrecks come down, and on whom (12)."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from engine.circus_maximus.printed.tables import WRECK_LOCATION
from engine.circus_maximus.turn import wrecks
from engine.circus_maximus.words.asks import Avoid, Change, Meet
from engine.circus_maximus.words.facts import (
    CarsDamaged,
    Evaded,
    WheelDamaged,
)
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.state import Chariot, Crossing, FlyingWreck, Race
from engine.game import Answer, Ask, Fact
from engine.track import Side
from records.values import EntryId, Square
from tests.circus_maximus.builders import BLUE, GREEN, RED, a_chariot, in_phase
from tests.circus_maximus.combat import Script, played

FLIP = Square("A20.4")
SIX = (3, 3)  # a square further
SEVEN = (3, 4)  # a lane outward, three squares on


def settled(
    chariots: Mapping[EntryId, Chariot], *dice: int, answers: Sequence[Answer] = ()
) -> tuple[Race, list[Fact], list[Ask]]:
    """Bring down the wreck of green, which flipped on A20.4, in the phase of red; its team has gone on."""
    race, table = in_phase(), Script(*dice)
    race.chariots = {**chariots, GREEN: a_chariot("A33.8", status="runaway", has_car=False, driver="dead")}
    race.options = Options(edition="advanced")
    race.pending_wrecks = [FlyingWreck(GREEN, FLIP, "normal")]
    assert race.phase is not None
    race.phase.is_ended = True
    _, asked = played(wrecks.settle(race, table), *answers)
    assert not table.unrolled
    assert not race.pending_wrecks
    return race, table.told, asked


def told(facts: list[Fact], *kinds: type[Fact]) -> list[Fact]:
    return [fact for fact in facts if isinstance(fact, kinds)]


def held_fast(square: str, **others: Any) -> Chariot:
    """Return a chariot that has no way out."""
    return a_chariot(square, has_cut=True, **others)


# Where


@pytest.mark.parametrize(
    ("flip", "total", "square"),
    [
        ("A20.4", 2, "A23.3"),
        ("A20.4", 3, "A25.6"),
        ("A20.4", 4, "A20.4"),
        ("A20.4", 5, "A22.4"),
        ("A20.4", 6, "A21.4"),
        ("A20.4", 12, "A24.1"),
        ("A20.4", 10, "A22.7"),
        ("A20.7", 11, "A26.8"),  # case D22: no further than the wall
        ("A20.2", 12, "A24.1"),
        ("A20.1", 2, "A23.1"),
        ("A32.4", 5, "D1.4"),  # over the end of the straight
        ("D5.2", 7, "D9.3"),  # in a corner a lane sideways is the square beside, partly behind
        ("D2.1", 3, "D7.3"),
    ],
)
def test_rule_12_3_lanes_first_then_squares_forward(flip: str, total: int, square: str) -> None:
    assert wrecks.landing(Square(flip), WRECK_LOCATION(total)) == square


# Getting away


@pytest.mark.parametrize("side", ["inside", "outside"])
def test_ruling_e3_from_the_same_lane_one_evades_to_either_side(side: Side) -> None:
    _, facts, asked = settled(
        {RED: a_chariot("A3.1"), BLUE: a_chariot("A21.4")},
        *SIX,
        *(3, 3, 3, 3),
        answers=[Meet(True), Avoid("evade"), Change(side)],
    )

    assert asked[-1].default == Change("outside")
    assert [fact.side for fact in facts if isinstance(fact, Evaded)] == [side]


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
    race, facts, _ = settled(
        {RED: a_chariot("A3.1"), BLUE: held_fast("A24.5")}, *SEVEN, *dice, *((2, 2) if is_damaged else ())
    )

    assert told(facts, CarsDamaged) == [CarsDamaged(GREEN, BLUE, (BLUE,) if is_damaged else ())]
    assert told(facts, WheelDamaged) == ([WheelDamaged(BLUE, "inside", 1, 1)] if is_damaged else [])
    assert race.chariots[BLUE].crossing == Crossing(Square("A23.5"), 0, own=False)
