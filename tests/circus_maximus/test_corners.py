"""Corners above the safe speed (6.32, 7.1 to 7.41, 8.41)."""

from typing import Any

import pytest

from engine.circus_maximus.control import chain
from engine.circus_maximus.position import steps
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.words.asks import Forward
from engine.circus_maximus.words.facts import (
    CornerStrained,
    CornerTaken,
    FactorsLost,
    Flipped,
    HorseDied,
    HorseInjured,
    Jostled,
    Moved,
    PhaseEnded,
    Sideslipped,
    SpeedFell,
    StrainingBarred,
    WheelHeld,
)
from engine.circus_maximus.words.state import Blades, Chariot, Options, Race, Weather
from engine.game import Fact, Rolled, Table
from engine.session import Session
from engine.track import Side
from records.values import Square
from tests.circus_maximus.builders import (
    BLUE,
    RED,
    a_chariot,
    a_phase,
    a_race,
    a_session,
    asked,
    in_phase,
    told,
)
from tests.scripted_dice import ScriptedDice

SAFE = (1, 1, 1)


def entering(lane: int, speed: int, *dice: int, **red: Any) -> Session[Race]:
    """Return a session in which red, before the corner at this speed, has entered its first square."""
    given: dict[str, Any] = {"written": speed, "has_whip": False, "horses": (8, 8, 8, 8)} | red
    session = a_phase(a_chariot(f"A33.{lane}", **given), dice=dice)
    session.answer(RED, Forward(1))
    return session


def codes(session: Session[Race]) -> list[str]:
    return [fact.code for fact in told(session, CornerTaken)]


def corner_rolls(session: Session[Race]) -> list[Rolled]:
    return [rolled for rolled in told(session, Rolled) if rolled.rule == "7.32"]


# When a chariot is checked (7.2)


@pytest.mark.parametrize(
    ("came_from", "to", "side", "expected"),
    [
        ("A33.3", "D1.3", None, True),
        ("A33.3", "D1.4", "outside", False),  # 13 is safe there
        ("A33.4", "D1.3", "inside", True),
        ("D4.3", "D5.3", None, False),
        ("D4.4", "D4.3", "inside", True),
        ("D4.2", "D6.3", "outside", False),
        ("D12.3", "B0.3", None, False),
        ("D15.4", "B0.3", "inside", True),  # the car is still in the corner
        ("D12.3", "B0.4", "outside", False),
        ("B0.4", "B0.3", "inside", True),  # a slip, with the car in the corner
        ("B1.4", "B1.3", "inside", False),
        ("B33.3", "E1.3", None, True),
    ],
)
def test_rule_7_22_moves_that_are_checked_at_13_factors(
    came_from: str, to: str, side: Side | None, expected: bool
) -> None:
    red = a_chariot(came_from)

    assert steps.is_checked(a_race(red), red, Square(came_from), Square(to), side, 13) is expected
    assert not steps.is_checked(a_race(red), red, Square(came_from), Square(to), side, 12)


def test_rule_7_22_another_corner_knows_nothing_of_what_was_survived() -> None:
    red = a_chariot("B33.3", corners=1, survived=8)

    assert steps.is_checked(a_race(red), red, Square("B33.3"), Square("E1.3"), None, 13)


@pytest.mark.parametrize(
    ("square", "limit"), [("D1.3", 12), ("B0.3", 12), ("B1.3", None), ("A33.3", None), ("E7.8", 28)]
)
def test_rule_6_32_the_safe_speed_counts_while_any_part_is_in_the_corner(square: str, limit: int | None) -> None:
    assert steps.limit_at(a_race(), Square(square)) == limit


# The chart (7.32)


def test_rule_7_32_nothing_happens_and_the_drive_goes_on() -> None:
    session = a_phase(a_chariot("A33.1", written=12, has_whip=False), dice=SAFE)
    session.answer(RED, Forward(9))

    assert told(session, Moved) == [Moved(RED, 1, Square("D1.1")), Moved(RED, 8, Square("B2.1"))]
    assert asked(session).factors == 3


def test_rule_7_32_a_result_ends_the_drive() -> None:
    session = a_phase(a_chariot("A33.1", written=12, has_whip=False), dice=[4, 3, 3])  # S
    session.answer(RED, Forward(9))

    assert told(session, Moved) == [Moved(RED, 1, Square("D1.1"))]
    assert asked(session).factors == 11


# S, SS


def test_rule_7_33_s_leaves_them() -> None:
    session = a_phase(a_chariot("A33.1", written=10), dice=[3, 3, 3, 3])
    session.answer(RED, session.open[RED].question.legal()[1])
    session.answer(RED, Forward(1))

    assert codes(session) == ["S"]
    assert told(session, SpeedFell) == []
    assert asked(session).factors == 12


# LH, RH, FP


@pytest.mark.parametrize(("dice", "code", "horse"), [((5, 4, 4), "LH", 1), ((5, 5, 4), "RH", 4)])
def test_rule_7_32_an_outermost_horse_is_hurt_by_two_dice(dice: tuple[int, ...], code: str, horse: int) -> None:
    session = entering(1, 12, *dice, 5, 4, car="heavy")

    assert codes(session) == [code]
    assert told(session, HorseInjured) == [HorseInjured(RED, horse, 2, 6)]  # nothing is added for a heavy car


@pytest.mark.parametrize(("dice", "horse"), [((5, 4, 4), 2), ((5, 5, 4), 3)])
def test_rule_7_32_the_outermost_living_horse(dice: tuple[int, ...], horse: int) -> None:
    red = a_chariot("D1.1", horses=(8, 8, 8, 8))
    red.horses[0].state = red.horses[3].state = "cut free"
    race = in_phase(red, speed=12)
    table = Table(ScriptedDice(*dice, 5, 4))
    for _ in chain.check_corner(race, table, RED):
        pass

    assert [fact.horse for fact in table.told if isinstance(fact, HorseInjured)] == [horse]


def test_rule_9_52_a_horse_that_dies_in_a_corner_ends_the_phase() -> None:
    session = entering(1, 12, 5, 4, 4, 6, 6, horses=(4, 8, 8, 8))

    assert told(session, HorseDied) == [HorseDied(RED, 1)]
    assert told(session, FactorsLost)
    assert told(session, PhaseEnded) == [PhaseEnded(RED, Square("D1.1"))]


# Out of phase (9.312, C13)


def checked_by_evading(blue: Chariot, side: Side, *dice: int) -> tuple[Race, list[Fact]]:
    """Let blue evade while red moves."""
    race = in_phase(a_chariot("B5.5"), blue, mover=RED)
    table = Table(ScriptedDice(*dice))
    for _ in chain.evade(race, table, BLUE, side):
        pass
    return race, table.told


@pytest.mark.parametrize(("side", "checks"), [("inside", 1), ("outside", 0)])
def test_rule_9_312_in_a_corner_only_evading_inside_is_checked(side: Side, checks: int) -> None:
    _, facts = checked_by_evading(a_chariot("D4.3", written=14), side, *SAFE)

    assert sum(isinstance(fact, CornerStrained) for fact in facts) == checks


def test_rule_7_41_wheels_of_another_are_tried_once_in_a_phase() -> None:
    blue = a_chariot("D4.3", written=14, wheels=(2, 0))
    race, facts = checked_by_evading(blue, "inside", *SAFE, 6, 6)
    table = Table(ScriptedDice(*SAFE))
    for _ in chain.evade(race, table, BLUE, "inside"):
        pass

    assert sum(isinstance(fact, WheelHeld) for fact in facts) == 1
    assert race.phase is not None
    assert not race.phase.wheels_checked  # red's were not


def test_rule_7_33_who_was_jostled_out_of_phase_does_not_lose_speed_in_the_movers_phase() -> None:
    race, facts = checked_by_evading(a_chariot("A33.2", written=12), "inside", 4, 4, 4)

    assert [fact for fact in facts if isinstance(fact, SpeedFell)] == []
    assert race.chariots[BLUE].jostled
    assert race.phase is not None
    assert race.phase.total_speed == 10


# Without a driver in the car (15.24, 16.7)


def pulled(*dice: int, points: int = 4, **red: Any) -> tuple[Race, list[Fact]]:
    """Return what comes of a corner for a team in lane 3 that runs away with its car, so many points too fast."""
    given: dict[str, Any] = {"status": "runaway", "driver": "dragged", "modifier": 2, "jostle": -1} | red
    race = in_phase(a_chariot("D2.3", **given), speed=12 + points)
    race.options = Options(edition="advanced")
    table = Table(ScriptedDice(*dice))
    play = chain.check_corner(race, table, RED)
    with pytest.raises(StopIteration):
        next(play)
    return race, table.told


def test_rule_16_7_a_driverless_car_is_checked_without_a_cdm_and_charged_no_endurance() -> None:
    race, facts = pulled(3, 3, 3, endurance=1)

    assert [fact.total for fact in facts if isinstance(fact, Rolled)] == [9]
    assert [fact.modifiers for fact in facts if isinstance(fact, Rolled)] == [()]
    assert [fact.points for fact in facts if isinstance(fact, CornerStrained)] == [4]
    assert race.chariots[RED].endurance == 1


def test_rule_16_7_a_driverless_car_cannot_be_jostled() -> None:
    race, facts = pulled(4, 4, 4)

    assert [fact.code for fact in facts if isinstance(fact, CornerTaken)] == ["J"]
    assert not any(isinstance(fact, Jostled) for fact in facts)
    assert race.chariots[RED].jostle == -1


@pytest.mark.parametrize(
    ("dice", "code", "kind"),
    [
        ((3, 3, 4), "S", Sideslipped),
        ((4, 4, 5, 3, 3), "LH", HorseInjured),
        ((5, 5, 4, 3, 3), "RH", HorseInjured),
        ((5, 5, 5), "FP", Flipped),
    ],
)
def test_rule_16_7_all_else_befalls_a_driverless_car(dice: tuple[int, ...], code: str, kind: type[Fact]) -> None:
    _race, facts = pulled(*dice)

    assert [fact.code for fact in facts if isinstance(fact, CornerTaken)] == [code]
    assert any(isinstance(fact, kind) for fact in facts)


def test_rule_16_7_a_driverless_car_slips_twice_but_has_nobody_to_bar() -> None:
    race, facts = pulled(3, 4, 4)

    assert len([fact for fact in facts if isinstance(fact, Sideslipped)]) == 2
    assert not any(isinstance(fact, StrainingBarred) for fact in facts)
    assert TRACK.lane[race.chariots[RED].square] == 5


def test_rule_16_7_the_wheels_of_a_driverless_car_are_tried() -> None:
    race = in_phase(a_chariot("D2.3", status="runaway", driver="dragged", wheels=(3, 0)), speed=13)
    table = Table(ScriptedDice(1, 1, 1, 6, 6))
    list(chain.check_corner(race, table, RED))

    assert [type(fact) for fact in table.told if isinstance(fact, WheelHeld)] == [WheelHeld]


def test_cm_41_a_driverless_car_whose_team_has_no_endurance_flips() -> None:
    _race, facts = pulled(endurance=0)

    assert [fact.cause for fact in facts if isinstance(fact, Flipped)] == ["no endurance"]


def test_rule_15_24_a_team_that_has_lost_its_car_takes_any_corner() -> None:
    _race, facts = pulled(points=20, has_car=False)

    assert facts == []


# Blades and mud (16.1, 16.7)


@pytest.mark.parametrize(
    ("inside", "outside", "total"),
    [
        ("none", "none", 9),
        ("regular", "regular", 9),
        ("long", "long", 9),
        ("regular", "none", 11),
        ("none", "long", 11),
        ("long", "regular", 11),
    ],
)
def test_rule_16_1_unlike_blades_add_two_to_corner_rolls(inside: Blades, outside: Blades, total: int) -> None:
    session = entering(1, 9, 3, 3, 3, blades_inside=inside, blades_outside=outside)

    assert [rolled.total for rolled in corner_rolls(session)] == [total]


@pytest.mark.parametrize(("speed", "points"), [(5, []), (6, [1])])
def test_rule_16_7_in_mud_the_safe_speed_is_three_lower(speed: int, points: list[int]) -> None:
    given: dict[str, Any] = {"written": speed, "has_whip": False}
    session = a_phase(a_chariot("A33.1", **given), dice=[1, 1, 1] if points else [])
    session.state.weather = Weather(has_mud=True, completed=0, laps=0)
    session.answer(RED, Forward(1))

    strained = told(session, CornerStrained)
    assert [fact.points for fact in strained] == points
    assert [fact.limit for fact in strained] == [5] * len(points)


def test_rule_16_7_who_may_not_strain_keeps_to_the_safe_speed_of_the_mud() -> None:
    race = a_race(a_chariot("A33.1", written=6, jostled=True, has_whip=False), turn=4, resume="draw", cup=[RED])
    race.weather = Weather(has_mud=True, completed=0, laps=0)
    barred = a_session(race)
    race.chariots[RED].written = 5
    free = a_session(race)

    assert asked(barred).forward == 0
    assert asked(free).forward == 5
