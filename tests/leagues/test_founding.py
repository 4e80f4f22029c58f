"""Chariots of a league are built on the tables of the edition that its races are of (20.1, L-19)."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from engine.circus_maximus.printed import editions
from engine.circus_maximus.printed.charts import Row
from engine.leagues.founding import build, hire, roll_endurance
from engine.leagues.words.options import LeagueEdition
from engine.leagues.words.state import Allotment
from engine.table import Table
from tests.leagues.builders import ANN, league
from tests.scripted_dice import ScriptedDice

POINTS = Allotment(driver=0, car=0, team=2, endurance=1)


@pytest.fixture(autouse=True)
def _an_edition_with_tables_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the Epic edition print other drivers and teams than Advanced."""
    epic = replace(
        editions.EDITIONS["epic"],
        driver_hits=Row({1: 21}),
        team_speed={2: ((9, 8, 8, 9),) * 6},
        team_endurance={1: (77,) * 6},
    )
    monkeypatch.setattr(editions, "EDITIONS", MappingProxyType({**editions.EDITIONS, "epic": epic}))


@pytest.mark.parametrize(
    ("edition", "boxes", "horses", "endurance"),
    [("advanced", 5, (7, 4, 4, 7), 55), ("epic", 21, (9, 8, 8, 9), 77)],
)
def test_a_chariot_is_built_by_the_edition_of_the_league(
    edition: LeagueEdition, boxes: int, horses: tuple[int, ...], endurance: int
) -> None:
    made = build(league({ANN: 0}, edition=edition), Table(ScriptedDice(1, 1, 1)), ANN, POINTS)

    assert made.driver is not None
    assert made.team is not None
    assert made.driver.boxes == boxes
    assert tuple(horse.boxes for horse in made.team.horses) == horses
    assert made.team.endurance == endurance


def test_drivers_and_teams_that_come_later_are_of_that_edition_too() -> None:
    epic = league({ANN: 0}, edition="epic")

    assert hire(epic, Table(ScriptedDice(1)), ANN, 2).boxes == 21
    assert roll_endurance(epic, Table(ScriptedDice(1)), ANN, 1) == 77
