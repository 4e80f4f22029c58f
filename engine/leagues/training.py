"""Experience and its uses (23).

23.1  Places 1 to 4 bring points, more with a gap to the next one behind; driver and team each get all of them.
23.4  25 points raise a driver's modifier by one; hits never grow.
23.5  10 points raise a horse's speed and boxes by one: none above 8 until all are at least 6, none above 10.
23.6  10 points add two dice of endurance, up to the ceiling of a team with a new horse (R-G20).
"""

from engine.leagues import stores
from engine.leagues.words import charts
from engine.leagues.words.epic_facts import StoredDriverTrained
from engine.leagues.words.facts import DriverTrained, EnduranceTrained, HorseTrained
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import Chariot, Stable, Team
from engine.table import Table
from records.refusals import Refused
from records.values import EntryId


def train_driver(table: Table, stable: EntryId, chariot: Chariot) -> None:
    """Raise a driver's modifier; there is no upper limit (23.4).

    :raises Refused: without a living driver, or the points.
    """
    driver = chariot.driver
    if driver is None or not driver.is_alive:
        raise Refused(LeagueReason.NO_DRIVER, "23.4", chariot=chariot.number)
    _check_points(driver.experience, charts.DRIVER_LESSON, "23.4")
    driver.experience -= charts.DRIVER_LESSON
    driver.modifier += 1
    table.tell(DriverTrained(stable, chariot.number, driver.modifier, driver.experience))


def train_stored_driver(table: Table, stable: Stable, number: int) -> None:
    """Raise the modifier of a driver in the store (B.11).

    :raises Refused: without the points, or if there is none of that number.
    """
    driver = stores.driver_in(stable, number)
    _check_points(driver.experience, charts.DRIVER_LESSON, "I.10.1.2")
    driver.experience -= charts.DRIVER_LESSON
    driver.modifier += 1
    table.tell(StoredDriverTrained(stable.number, number, driver.modifier, driver.experience))


def check_horse(chariot: Chariot, place: int) -> Team:
    """Return the team if its horse at *place*, 1 leftmost, may be trained now (23.5).

    :raises Refused: if not.
    """
    team = _trainable(chariot, "23.5")
    _check_points(team.experience, charts.HORSE_LESSON, "23.5")
    if not 1 <= place <= len(team.horses):
        raise Refused(LeagueReason.WRONG_NUMBER, "23.5", have=place, must_be=len(team.horses))
    boxes = team.horses[place - 1].boxes
    if boxes >= charts.BEST_HORSE:
        raise Refused(LeagueReason.HORSE_IS_BEST, "23.5", at_most=charts.BEST_HORSE)
    if boxes >= charts.GOOD_HORSE and min(horse.boxes for horse in team.horses) < charts.LEAST_OF_ALL:
        raise Refused(LeagueReason.OTHERS_FIRST, "23.5", below=charts.LEAST_OF_ALL)
    return team


def train_horse(table: Table, stable: EntryId, chariot: Chariot, place: int) -> None:
    """Raise a horse's speed: the point is both full and present (23.5, R-G30)."""
    team = check_horse(chariot, place)
    team.experience -= charts.HORSE_LESSON
    team.horses[place - 1].boxes += 1
    table.tell(HorseTrained(stable, chariot.number, place, team.horses[place - 1].boxes, team.experience))


def train_endurance(table: Table, stable: EntryId, chariot: Chariot) -> None:
    """Add two dice to a team's endurance; a roll above its ceiling is lost (23.6, R-G20).

    :raises Refused: without the points, or with a team at its ceiling.
    """
    team = _trainable(chariot, "23.6")
    _check_points(team.experience, charts.ENDURANCE_LESSON, "23.6")
    if team.ceiling is not None and team.endurance >= team.ceiling:
        raise Refused(LeagueReason.AT_CEILING, "21.43", ceiling=team.ceiling)
    team.experience -= charts.ENDURANCE_LESSON
    rolled = table.roll(stable, "endurance training", "23.6").total
    room = rolled if team.ceiling is None else min(rolled, team.ceiling - team.endurance)
    team.endurance += room
    table.tell(EnduranceTrained(stable, chariot.number, team.endurance, rolled - room, team.experience))


def _trainable(chariot: Chariot, rule: str) -> Team:
    """Return a team of four living horses (R-G49).

    :raises Refused: for any other.
    """
    if chariot.team is None:
        raise Refused(LeagueReason.NO_TEAM, rule, chariot=chariot.number)
    if not chariot.team.is_whole:
        raise Refused(LeagueReason.DEAD_HORSE, "R-G49", chariot=chariot.number)
    return chariot.team


def _check_points(have: int, need: int, rule: str) -> None:
    if have < need:
        raise Refused(LeagueReason.TOO_LITTLE_EXPERIENCE, rule, need=need, have=have)
