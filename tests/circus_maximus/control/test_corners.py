"""Which moves are checked above the safe speed, cell by cell (7.22), and a team without a car (15.24)."""

import pytest

from engine.circus_maximus.control import chain
from engine.circus_maximus.position import steps
from engine.circus_maximus.words.options import Options
from engine.track import Side
from records.values import Square
from tests.circus_maximus.builders import (
    RED,
    a_chariot,
    a_race,
    in_phase,
)
from tests.circus_maximus.combat import Script, played


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


def test_rule_15_24_a_team_that_has_lost_its_car_takes_any_corner() -> None:
    # 32 in lane 3, where 12 are safe
    race = in_phase(a_chariot("D2.3", status="runaway", driver="dragged", has_car=False), speed=32)
    race.options = Options(edition="advanced")
    table = Script()

    played(chain.check_corner(race, table, RED))

    assert table.told == []
