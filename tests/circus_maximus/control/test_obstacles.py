"""Wrecks and halted teams under runaway teams, and under those who are forced onto them (12.4, 14, 16.6)."""

from collections.abc import Sequence
from typing import Any

import pytest

from engine.circus_maximus.control import chain
from engine.circus_maximus.control.crossing import end_phase
from engine.circus_maximus.words.facts import (
    CornerCode,
    CornerTaken,
    DriverDied,
    EnduranceLost,
    Flipped,
    ObstacleCrossed,
    ObstacleEntered,
    Sideslipped,
    WheelDamaged,
)
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.state import Chariot, Crossing, Dragging, Obstacle, ObstacleKind, Race
from engine.facts import Fact
from records.values import Square
from tests.circus_maximus.builders import GREEN, RED, a_chariot, in_phase
from tests.circus_maximus.combat import Script, played

HERE, NEXT, BEYOND = Square("A20.3"), Square("A21.3"), Square("A22.3")
CALM = (1, 1, 1)
"""Dice with which nothing happens."""


def a_field(
    *chariots: Chariot, lying: Sequence[tuple[ObstacleKind, str]] = (("wreck", "A21.3"),), **others: Any
) -> Race:
    """Return an advanced race in the phase of red, the first of *chariots*; what lies about was green's."""
    race = in_phase(*chariots, **others)
    race.options = Options(edition="advanced", horse_carcasses=True)
    race.obstacles = [Obstacle(kind, Square(square), GREEN) for kind, square in lying]
    return race


def arrived(
    race: Race,
    *dice: int,
    to: str = "A21.3",
    passed: tuple[str, ...] = (),
) -> list[Fact]:
    """Let red's team have come to *to*, over what it passed; return what was told."""
    table = Script(*dice)
    race.chariots[RED].square = Square(to)
    entered = tuple(Square(square) for square in (*passed, to))
    played(chain.arrive(race, table, RED, entered))
    assert not table.unrolled
    return table.told


def told(facts: list[Fact], *kinds: type[Fact]) -> list[Fact]:
    return [fact for fact in facts if isinstance(fact, kinds)]


def crossing(race: Race, *dice: int) -> list[Fact]:
    """Let red get over the wreck it stands on, with dice that fall so; all was paid."""
    race.chariots[RED].crossing = Crossing(NEXT, 0)
    return arrived(race, *dice, to="A22.3")


# Getting over it


@pytest.mark.parametrize(("speed", "code"), [(1, None), (2, "-"), (6, "S"), (10, "RH")])
def test_ruling_e8_flip_danger_is_a_corner_with_a_safe_speed_of_one(speed: int, code: CornerCode | None) -> None:
    # 9 on the chart: strain points 1 "-", 5 "S", 9 "RH"; endurance stays, none is needed
    race = a_field(a_chariot(endurance=0, horses=(5, 5, 5, 5)), speed=speed)
    further = {None: (), "-": (3, 3, 3), "S": (3, 3, 3), "RH": (3, 3, 3, 3, 3)}[code]

    facts = crossing(race, 5, 5, 5, *further)

    assert told(facts, CornerTaken) == ([] if code is None else [CornerTaken(RED, code)])
    assert not told(facts, EnduranceLost, Flipped)
    assert bool(told(facts, Sideslipped)) == (code == "S")


# Runaway teams


@pytest.mark.parametrize(("dice", "kind"), [((4, 4, 3), WheelDamaged), ((6, 6, 6), Flipped)])
def test_ruling_e10_with_a_car_behind_it_the_car_suffers(dice: tuple[int, int, int], kind: type[Fact]) -> None:
    race = a_field(a_chariot(status="runaway", driver="dead", hits=0))

    facts = crossing(race, *dice, *((4, 1) if kind is WheelDamaged else ()))

    assert told(facts, kind)


# The end of a phase, and what comes under a chariot out of it


def test_ruling_e5_a_team_that_has_lost_the_car_over_it_is_off_it() -> None:
    race = a_field(a_chariot("A22.3", crossing=Crossing(NEXT, 0, own=False), status="runaway", has_car=False))

    played(chain.jump_below(race, Script(), RED))

    assert race.chariots[RED].crossing is None


def test_ruling_cm_51_the_mover_whose_car_is_forced_onto_one_gets_over_it_at_once() -> None:
    race, table = a_field(a_chariot(endurance=0), lying=[("wreck", "A19.3")]), Script(4, *CALM)

    played(chain.note_forced(race, table, RED))

    assert told(table.told, ObstacleCrossed) == [ObstacleCrossed(RED, Square("A19.3"), "-")]
    assert race.chariots[RED].crossing is None


def test_rule_12_4_but_not_once_its_phase_has_ended() -> None:
    race = a_field(a_chariot(endurance=0), lying=[("wreck", "A20.3")])
    end_phase(race, Script(), RED)

    played(chain.note_forced(race, Script(), RED))

    assert race.chariots[RED].crossing == Crossing(HERE, 0, own=False)


def test_ruling_cm_51_who_is_thrown_aside_comes_to_nothing_further_of_his_move() -> None:
    # Slipping off the first wreck red comes onto one in lane 5; that in the square it would have passed is left out
    lying: list[tuple[ObstacleKind, str]] = [("wreck", "A20.3"), ("wreck", "A21.3"), ("wreck", "A21.5")]
    race = a_field(a_chariot(endurance=0, crossing=Crossing(HERE, 0)), lying=lying, speed=6)

    facts = arrived(race, 5, 5, 5, 3, 3, 3, 4, passed=("A21.3",), to="A21.4")

    assert [fact.square for fact in told(facts, ObstacleEntered) if isinstance(fact, ObstacleEntered)] == ["A21.5"]
    assert race.chariots[RED].crossing == Crossing(Square("A21.5"), 4)


def test_rule_16_6_a_dragged_driver_dies_on_an_obstacle() -> None:
    race = a_field(a_chariot(status="runaway", has_car=False, driver="dragged", dragging=Dragging([HERE])))

    facts = crossing(race, *CALM)

    assert told(facts, DriverDied) == [DriverDied(RED)]
    assert race.chariots[RED].driver == "dead"
