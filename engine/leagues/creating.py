"""Random chariots and drivers of the Epic campaign (B.4, B.12, I.4.6)."""

from engine.facts import Modifier
from engine.leagues import naming
from engine.leagues.words import epic_charts
from engine.leagues.words.epic_facts import ChariotMade
from engine.leagues.words.state import Allotment, Chariot, Driver, Horse, League, Team
from engine.table import Table
from records.values import EntryId

UNBUILT = Allotment(0, 0, 0, 0)
"""Of a chariot that no points were spent on."""


def random_chariot(league: League, table: Table, stable: EntryId | None) -> Chariot:
    """Roll team, endurance, car, driver, hits and name of a chariot; its number is never used again (I.4.6).

    :param stable: its owner; ``None`` on the market, and for the state.
    """
    league.chariots += 1
    rolled = table.roll(stable, "team", "B.12.1").total
    speeds = epic_charts.random_team(rolled)
    endurance = epic_charts.random_endurance(rolled, table.roll(stable, "endurance", "B.12.1", count=1).total)
    car = epic_charts.random_car(table.roll(stable, "car", "B.12.2", count=1).total)
    league.drivers += 1
    modifier = epic_charts.random_modifier(_die(table, stable, "driver"))
    driver = new_driver(table, stable, modifier, league.drivers)
    number = league.chariots
    table.tell(
        ChariotMade(stable, number, driver.number, driver.name, driver.modifier, driver.boxes, car, speeds, endurance)
    )
    return Chariot(number, UNBUILT, car, team=Team([Horse(speed) for speed in speeds], endurance), driver=driver)


def new_driver(table: Table, stable: EntryId | None, modifier: int, number: int) -> Driver:
    """Return a new driver: hits by a die and the modifier, and a name (B.12.2, B.13)."""
    rolled = table.roll(stable, "driver hits", "B.12.2", count=1, modifiers=(Modifier("DM", modifier),))
    boxes = epic_charts.driver_hits(rolled.total)
    return Driver(number, modifier, boxes, boxes, name=naming.draw(table, stable))


def _die(table: Table, stable: EntryId | None, what_for: str) -> int:
    return table.roll(stable, what_for, "B.12.2", count=1).total
