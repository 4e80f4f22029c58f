"""Corners above the safe speed (6.32, 7.1 to 7.41, 8.41)."""

from typing import Any

import pytest

from engine.circus_maximus.control import chain
from engine.circus_maximus.position import steps
from engine.circus_maximus.words.asks import Forward
from engine.circus_maximus.words.facts import (
    CornerTaken,
    Moved,
    SpeedFell,
    WheelHeld,
)
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.state import Chariot, Race
from engine.game import Fact, Table
from engine.session import Session
from engine.track import Side
from records.values import Square
from tests.circus_maximus.builders import (
    BLUE,
    RED,
    a_chariot,
    a_phase,
    a_race,
    asked,
    in_phase,
    told,
)
from tests.scripted_dice import ScriptedDice

SAFE = (1, 1, 1)


def codes(session: Session[Race]) -> list[str]:
    return [fact.code for fact in told(session, CornerTaken)]


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


@pytest.mark.parametrize(
    ("square", "limit"), [("D1.3", 12), ("B0.3", 12), ("B1.3", None), ("A33.3", None), ("E7.8", 28)]
)
def test_rule_6_32_the_safe_speed_counts_while_any_part_is_in_the_corner(square: str, limit: int | None) -> None:
    assert steps.limit_at(a_race(), Square(square)) == limit


# The chart (7.32)


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


# Out of phase (9.312, C13)


def checked_by_evading(blue: Chariot, side: Side, *dice: int) -> tuple[Race, list[Fact]]:
    """Let blue evade while red moves."""
    race = in_phase(a_chariot("B5.5"), blue, mover=RED)
    table = Table(ScriptedDice(*dice))
    for _ in chain.evade(race, table, BLUE, side):
        pass
    return race, table.told


def test_rule_7_41_wheels_of_another_are_tried_once_in_a_phase() -> None:
    blue = a_chariot("D4.3", written=14, wheels=(2, 0))
    race, facts = checked_by_evading(blue, "inside", *SAFE, 6, 6)
    table = Table(ScriptedDice(*SAFE))
    for _ in chain.evade(race, table, BLUE, "inside"):
        pass

    assert sum(isinstance(fact, WheelHeld) for fact in facts) == 1
    assert race.phase is not None
    assert not race.phase.wheels_checked  # red's were not


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


def test_rule_15_24_a_team_that_has_lost_its_car_takes_any_corner() -> None:
    _race, facts = pulled(points=20, has_car=False)

    assert facts == []
