"""Where wrecks come down, and on whom (12)."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from engine.circus_maximus.printed.tables import WRECK_LOCATION
from engine.circus_maximus.turn import wrecks
from engine.circus_maximus.words.asks import Avoid, Change, Meet
from engine.circus_maximus.words.facts import (
    BrakedBack,
    CarsDamaged,
    Evaded,
    Held,
    HorseInjured,
    WheelDamaged,
    WreckStruck,
)
from engine.circus_maximus.words.state import Chariot, Crossing, FlyingWreck, Options, Race
from engine.game import Answer, Ask, Fact, Rolled
from engine.track import Side
from records.values import EntryId, Square
from tests.circus_maximus.builders import BLUE, GREEN, RED, YELLOW, a_chariot, in_phase
from tests.circus_maximus.combat import Script, played

FLIP = Square("A20.4")
SIX = (3, 3)  # a square further
SEVEN = (3, 4)  # a lane outward, three squares on
EIGHT = (4, 4)  # a lane inward, one square on


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


def test_rule_12_2_the_chart() -> None:
    assert {total: tuple(fall) for total, fall in WRECK_LOCATION.results.items()} == {
        2: (-1, 3),
        3: (2, 5),
        4: (0, 0),
        5: (0, 2),
        6: (0, 1),
        7: (1, 3),
        8: (-1, 1),
        9: (1, 4),
        10: (3, 2),
        11: (4, 6),
        12: (-3, 4),
    }


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


# On whom


@pytest.mark.parametrize(
    ("square", "side", "horse"),
    [("A23.5", "inside", 1), ("A21.3", "outside", 4)],
)
def test_rule_12_4_a_team_is_hurt_on_the_side_of_the_flip(square: str, side: Side, horse: int) -> None:
    dice = SEVEN if side == "inside" else EIGHT
    race, facts, asked = settled({RED: a_chariot("A3.1"), BLUE: held_fast(square)}, *dice, 5, 4)

    assert asked == []
    assert told(facts, WreckStruck, Held, HorseInjured) == [
        WreckStruck(BLUE, GREEN, "team"),
        Held(BLUE, by_choice=False),
        HorseInjured(BLUE, horse, 2, 3),
    ]
    assert race.chariots[BLUE].crossing == Crossing(Square(square), 0, own=False)


def test_ruling_e3_from_the_same_lane_any_living_horse_is_hurt() -> None:
    # The third of three living horses; the second is gone
    chariot = held_fast("A21.4", horses=(5, 0, 5, 5))
    chariot.horses[1].state = "cut free"

    _, facts, _ = settled({RED: a_chariot("A3.1"), BLUE: chariot}, *SIX, 3, 5, 4)

    assert told(facts, HorseInjured) == [HorseInjured(BLUE, 4, 2, 3)]
    (drawn,) = [fact for fact in facts if isinstance(fact, Rolled) and fact.what_for == "which horse"]
    assert drawn.sides == 3


@pytest.mark.parametrize(("square", "dice", "is_hurt"), [("A23.5", SEVEN, False), ("A21.3", EIGHT, True)])
def test_ruling_d17_a_dead_horse_on_that_side_keeps_it_off(square: str, dice: tuple[int, int], is_hurt: bool) -> None:
    chariot = a_chariot(square, horses=(0, 5, 5, 5))

    race, facts, _ = settled({RED: a_chariot("A3.1"), BLUE: chariot}, *dice, *((5, 4) if is_hurt else ()))

    assert bool(told(facts, HorseInjured)) == is_hurt
    assert race.chariots[BLUE].crossing is not None


@pytest.mark.parametrize(("square", "dice", "side"), [("A24.5", SEVEN, "inside"), ("A22.3", EIGHT, "outside")])
def test_rule_12_4_the_wheel_nearest_the_flip(square: str, dice: tuple[int, int], side: Side) -> None:
    _, facts, _ = settled({RED: a_chariot("A3.1"), BLUE: held_fast(square)}, *dice, 6, 6, 6, 2, 2)

    assert told(facts, WheelDamaged) == [WheelDamaged(BLUE, side, 1, 1)]


@pytest.mark.parametrize(("die", "side"), [(1, "inside"), (2, "outside")])
def test_ruling_e3_from_the_same_lane_either_wheel(die: int, side: Side) -> None:
    _, facts, _ = settled({RED: a_chariot("A3.1"), BLUE: held_fast("A22.4")}, *SIX, 6, 6, 6, die, 2, 2)

    assert told(facts, WheelDamaged) == [WheelDamaged(BLUE, side, 1, 1)]


# Getting away


def test_rule_12_4_who_brakes_his_car_off_it_has_his_team_on_it() -> None:
    race, _, _ = settled(
        {RED: a_chariot("A3.1"), BLUE: a_chariot("A24.5")},
        *SEVEN,
        *(3, 3, 3, 3),
        answers=[Meet(True), Avoid("brake")],
    )

    assert race.chariots[BLUE].crossing == Crossing(Square("A23.5"), 0, own=False)


@pytest.mark.parametrize(("square", "dice", "to"), [("A23.5", SEVEN, "A24.6"), ("A21.3", EIGHT, "A22.2")])
def test_rule_12_4_evading_leads_away_from_the_flip(square: str, dice: tuple[int, int], to: str) -> None:
    race, facts, _ = settled(
        {RED: a_chariot("A3.1"), BLUE: a_chariot(square)}, *dice, 3, 3, 3, 3, answers=[Meet(True), Avoid("evade")]
    )

    assert [fact.to for fact in facts if isinstance(fact, Evaded)] == [Square(to)]
    assert race.chariots[BLUE].crossing is None


@pytest.mark.parametrize(("against", "gets_away"), [((3, 3), True), ((3, 4), False)])
def test_rule_12_4_the_wreck_rolls_two_dice_and_adds_nothing(against: tuple[int, int], gets_away: bool) -> None:
    # The driver whose car it was has a modifier; it has nothing to do with it
    chariots = {RED: a_chariot("A3.1"), BLUE: a_chariot("A23.5", modifier=0)}
    race, table = in_phase(), Script(*SEVEN, 3, 3, *against, *(() if gets_away else (1, 1)))
    race.chariots = {**chariots, GREEN: a_chariot("A33.8", status="halted", has_car=False, modifier=2)}
    race.options = Options(edition="advanced")
    race.pending_wrecks = [FlyingWreck(GREEN, FLIP, "normal")]

    played(wrecks.settle(race, table), Meet(True), *([Avoid("brake")] if gets_away else []))

    assert bool(told(table.told, BrakedBack)) == gets_away
    assert not table.unrolled


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


def test_rule_12_4_a_runaway_team_that_cannot_is_hit() -> None:
    runaway = a_chariot("A23.5", status="runaway", has_car=False, driver="dead")

    _, facts, asked = settled({RED: a_chariot("A25.5"), BLUE: runaway, YELLOW: a_chariot("A3.1")}, *SEVEN, 5, 4)

    assert asked == []
    assert told(facts, HorseInjured) == [HorseInjured(BLUE, 1, 2, 3)]


def test_rule_16_1_blades_that_fly_through_the_air_count_for_nothing() -> None:
    race, table = in_phase(), Script(*SEVEN, 5, 4)
    race.options = Options(edition="advanced", detailed_specification=True)
    flown: dict[str, Any] = {
        "status": "runaway",
        "has_car": False,
        "driver": "dead",
        "blades_inside": "long",
        "blades_outside": "long",
    }
    race.chariots = {RED: a_chariot("A3.1"), BLUE: held_fast("A23.5"), GREEN: a_chariot("A33.8", **flown)}
    race.pending_wrecks = [FlyingWreck(GREEN, FLIP, "normal")]

    played(wrecks.settle(race, table))

    assert told(table.told, HorseInjured) == [HorseInjured(BLUE, 1, 2, 3)]


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
