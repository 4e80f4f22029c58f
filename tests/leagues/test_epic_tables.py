"""The Epic campaign's tables against a second copy, taken from the text of its rules and not from the program's own."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.leagues.words import charts, epic_charts, name_tables

SECOND: dict[str, Any] = json.loads((Path(__file__).parent / "epic_tables.json").read_text())
CARS = {"light": "light", "medium": "normal", "heavy": "heavy"}


def test_random_teams() -> None:
    for total, row in SECOND["randomTeam"].items():
        assert "".join(map(str, epic_charts.random_team(int(total)))) == row["team"]
        rolled = [epic_charts.random_endurance(int(total), die) for die in range(1, 7)]
        assert rolled == row["endurance"], total


def test_random_cars_and_drivers() -> None:
    assert [epic_charts.random_car(die) for die in range(1, 7)] == [CARS[each] for each in SECOND["randomCar"]]
    assert [epic_charts.random_modifier(die) for die in range(1, 7)] == SECOND["randomDriver"]
    assert [epic_charts.driver_hits(total) for total in range(1, 9)] == SECOND["driverHits"]


def test_horses_and_teams_that_are_bought() -> None:
    for total, row in SECOND["newHorseSpeed"].items():
        found = [charts.horse_speed(int(total), price) for price in SECOND["horsePrices"]]
        assert found == row, total
    for least, most, row in SECOND["newTeamEndurance"]:
        for speed in (least, most):
            assert [epic_charts.new_endurance(speed, die) for die in range(1, 7)] == row


def test_prices_and_prizes() -> None:
    assert {kind: epic_charts.CAR_PRICES[CARS[kind]] for kind in CARS} == SECOND["carPrice"]  # type: ignore[index]
    assert {str(each): price for each, price in charts.DRIVER_PRICES.items()} == SECOND["driverPrice"]
    assert list(epic_charts.PRIZES) == SECOND["prizes"]
    assert [list(epic_charts.MATCH_STAKES[odds]) for odds in range(1, 6)] == SECOND["matchStakes"]


@pytest.mark.parametrize(("place", "base", "six", "eleven"), SECOND["experience"])
def test_experience(place: int, base: int, six: int, eleven: int) -> None:
    found = [epic_charts.experience(place, gap, 8) for gap in (0, 5, 6, 10, 11, 99)]

    assert found == [base, base, base + six, base + six, base + six + eleven, base + six + eleven]


def test_names() -> None:
    for nation, table in (("Greek", "greek"), ("Egyptian", "egyptian"), ("Gaul", "gaul")):
        for row in range(6):
            for column in range(6):
                name = name_tables.foreigner(nation, row + 1, column + 1)
                assert name == f"{SECOND['names'][table][row][column]} the {nation}"
    for row in range(6):
        for column in range(6):
            first, second = SECOND["names"]["romanFirst"][row][column], SECOND["names"]["romanSecond"][row][column]
            assert name_tables.roman((row + 1, column + 1), (row + 1, column + 1)) == f"{first} {second}"
