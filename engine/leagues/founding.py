"""Chariots as they are built: five for each stable at the start (20.1), and those of nobody (R-B39)."""

from collections.abc import Sequence

from engine.facts import Modifier
from engine.leagues.races import car_of, race_edition
from engine.leagues.words import charts
from engine.leagues.words.facts import ChariotBuilt, Founded
from engine.leagues.words.state import Allotment, Chariot, Driver, Horse, League, Stable, Team
from engine.table import Table
from records.values import EntryId


def found(league: League, table: Table, stable: Stable, points: Sequence[Allotment]) -> None:
    """Build the chariots of a stable, one by one (20.1, R-G18)."""
    for each in points:
        chariot = build(league, table, stable.number, each)
        stable.chariots[chariot.number] = chariot


def reveal(table: Table, stable: EntryId, points: Sequence[Allotment]) -> None:
    """Tell how a stable has spent its points."""
    table.tell(Founded(stable, tuple(points)))


def build(league: League, table: Table, stable: EntryId | None, points: Allotment) -> Chariot:
    """Roll for the purchases with a chariot's points, on the tables of the league's edition (3.61 to 3.64, L-19)."""
    league.chariots += 1
    driver = hire(league, table, stable, points.driver)
    car = car_of(points.car)
    speeds = race_edition(league.options).team_speed[points.team][
        table.roll(stable, "team speed", "3.63", count=1).total - 1
    ]
    endurance = roll_endurance(league, table, stable, points.endurance)
    number = league.chariots
    table.tell(ChariotBuilt(stable, number, driver.number, driver.modifier, driver.boxes, car, speeds, endurance))
    team = Team([Horse(speed) for speed in speeds], endurance)
    return Chariot(number, points, car, team=team, driver=driver)


def hire(league: League, table: Table, stable: EntryId | None, modifier: int) -> Driver:
    """Return a new driver; the hits are rolled with the modifier (3.61, R-G50)."""
    rolled = table.roll(stable, "driver hits", "3.61", count=1, modifiers=(Modifier("DM", modifier),))
    league.drivers += 1
    boxes = race_edition(league.options).driver_hits(rolled.total)
    return Driver(league.drivers, modifier, boxes, boxes)


def roll_endurance(league: League, table: Table, stable: EntryId | None, points: int) -> int:
    """Return the endurance of a new team that was built with so many points (3.64)."""
    rolled = table.roll(stable, "endurance", "3.64", count=1).total
    return race_edition(league.options).team_endurance[points][rolled - 1]


def draw_points(table: Table) -> Allotment:
    """Return how the four points of a chariot of nobody are spent: one of all ways, each as likely (R-B39, L-6)."""
    ways = all_allotments()
    return ways[table.roll(None, "points", "R-B39", count=1, sides=len(ways)).total - 1]


def all_allotments() -> list[Allotment]:
    """Return every way to spend four points, two at most in each category (4.2)."""
    most = range(charts.MOST_POINTS_OF_EACH + 1)
    every = (Allotment(a, b, c, d) for a in most for b in most for c in most for d in most)
    return [each for each in every if sum(each.points) == charts.POINTS]
