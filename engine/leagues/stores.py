"""Stores and assignment in the Epic campaign (B.5, I.8.3 to I.8.6): a chariot is its team, and what is put to it.

8.3  A single horse replaces one that has died, never one that is hurt, and makes no new team. The team loses a die.
8.5  A car of another type than the last one costs the team a die; the first car of a new team costs nothing.
8.6  A driver who is new to the chariot, or comes back to it, costs the team a die; not the first one of a team that was
     bought in the same stable phase, and is the driver's first one, too (R-B42).
R-B18  Each loss is rolled by itself, and leaves a team 1 at the least.
"""

from typing import Literal

from engine.leagues.words.epic_facts import Harnessed, TeamLost, Unharnessed
from engine.leagues.words.facts import EnduranceFell
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import Chariot, Driver, Horse, League, Stable, StoredCar
from engine.table import Table
from records.refusals import Refused
from records.values import EntryId

_HORSES = 4


Numbered = Literal["chariot", "driver", "item"]
MOST_STABLES = 16


def next_item(league: League) -> int:
    """Return a number for a car or horse that comes into a store with all looking on; it is never used again."""
    league.items += 1
    return league.items


def secret_number(league: League, stable: EntryId, what: Numbered) -> int:
    """Return a number for something that its owner alone knows of yet.

    Each owner counts by himself, so that no number tells how much others have bought today (H.11).
    """
    key = f"{what} {stable}"
    league.numbered[key] = league.numbered.get(key, 0) + 1
    return _last(league)[what] + MOST_STABLES * (league.numbered[key] - 1) + stable


def end_secrets(league: League) -> None:
    """Let numbers go on after the highest one that was given in secret."""
    highest = _last(league)
    for key, given in league.numbered.items():
        what, stable = key.split()
        number = _last(league)[what] + MOST_STABLES * (given - 1) + int(stable)
        highest[what] = max(highest[what], number)
    league.chariots, league.drivers, league.items = highest["chariot"], highest["driver"], highest["item"]
    league.numbered = {}


def _last(league: League) -> dict[str, int]:
    return {"chariot": league.chariots, "driver": league.drivers, "item": league.items}


def driver_in(stable: Stable, number: int) -> Driver:
    """:raises Refused: unless this driver waits in the store."""
    for each in stable.store.drivers:
        if each.number == number:
            return each
    raise Refused(LeagueReason.NO_SUCH_ITEM, "I.8.6", kind="driver", item=number)


def car_in(stable: Stable, number: int) -> StoredCar:
    """:raises Refused: unless this car waits in the store."""
    for each in stable.store.cars:
        if each.number == number:
            return each
    raise Refused(LeagueReason.NO_SUCH_ITEM, "I.8.5", kind="car", item=number)


def horse_in(stable: Stable, number: int) -> Horse:
    """:raises Refused: unless this horse waits in the store."""
    for each in stable.store.horses:
        if each.number == number:
            return each
    raise Refused(LeagueReason.NO_SUCH_ITEM, "I.8.3", kind="horse", item=number)


def put_driver(league: League, table: Table, stable: Stable, chariot: Chariot, number: int) -> None:
    """Give a chariot a driver of the store; the one it had goes into it (I.8.6)."""
    driver = driver_in(stable, number)
    stable.store.drivers.remove(driver)
    if chariot.driver is not None:
        stable.store.drivers.append(chariot.driver)
    chariot.driver = driver
    table.tell(Harnessed(stable.number, chariot.number, "driver", number))
    is_free = not chariot.had_driver and chariot.bought == driver.bought == league.event
    chariot.had_driver, driver.bought = True, 0  # who comes from a chariot from now on
    if not is_free:
        lose_endurance(table, stable, chariot, "new driver", "I.8.6.1")


def put_car(league: League, table: Table, stable: Stable, chariot: Chariot, number: int) -> None:
    """Give a chariot a car of the store; the one it had goes into it (I.8.5)."""
    car = car_in(stable, number)
    stable.store.cars.remove(car)
    if chariot.has_car:
        old = StoredCar(secret_number(league, stable.number, "item"), chariot.car, chariot.wheels)
        stable.store.cars.append(old)
    is_free = not chariot.had_car or chariot.car == car.car
    chariot.car, chariot.wheels, chariot.has_car, chariot.had_car = car.car, car.wheels, True, True
    table.tell(Harnessed(stable.number, chariot.number, "car", number))
    if not is_free:
        lose_endurance(table, stable, chariot, "other car", "I.8.5.5")


def check_horse(chariot: Chariot, place: int) -> None:
    """:raises Refused: unless the horse at *place*, 1 leftmost, has died (I.8.2.1)."""
    if chariot.team is None or not 1 <= place <= _HORSES:
        raise Refused(LeagueReason.WRONG_NUMBER, "I.8.3", have=place, must_be=_HORSES)
    if chariot.team.horses[place - 1].is_alive:
        raise Refused(LeagueReason.IS_ALIVE, "I.8.2.1", chariot=chariot.number, place=place)


def put_horse(table: Table, stable: Stable, chariot: Chariot, number: int, place: int) -> None:
    """Let a horse of the store replace a dead one; the four may then change their places (I.8.3)."""
    horse = horse_in(stable, number)
    check_horse(chariot, place)
    assert chariot.team is not None
    stable.store.horses.remove(horse)
    horse.number = 0
    chariot.team.horses[place - 1] = horse
    chariot.team.may_arrange = True
    table.tell(Harnessed(stable.number, chariot.number, "horse", number, place))
    lose_endurance(table, stable, chariot, "new horse", "I.8.3.2")


def take_driver(table: Table, stable: Stable, chariot: Chariot) -> None:
    """Take the driver off a chariot, into the store; :exc:`Refused` if there is none."""
    driver = chariot.driver
    if driver is None:
        raise Refused(LeagueReason.NOTHING_THERE, "I.8.6", kind="driver", chariot=chariot.number)
    chariot.driver = None
    stable.store.drivers.append(driver)
    table.tell(Unharnessed(stable.number, chariot.number, "driver", driver.number))


def take_car(league: League, table: Table, stable: Stable, chariot: Chariot) -> None:
    """Take the car off a chariot, into the store; :exc:`Refused` if there is none."""
    if not chariot.has_car:
        raise Refused(LeagueReason.NOTHING_THERE, "I.8.5", kind="car", chariot=chariot.number)
    car = StoredCar(secret_number(league, stable.number, "item"), chariot.car, chariot.wheels)
    chariot.has_car, chariot.wheels = False, (0, 0)
    stable.store.cars.append(car)
    table.tell(Unharnessed(stable.number, chariot.number, "car", car.number))


def lose_endurance(table: Table, stable: Stable, chariot: Chariot, what_for: str, rule: str) -> None:
    """Let a team lose a die of endurance for good, down to 1 at the least (B.5, R-B18)."""
    team = chariot.team
    assert team is not None
    lost = min(table.roll(stable.number, what_for, rule, count=1).total, team.endurance - 1)
    team.endurance -= lost
    table.tell(EnduranceFell(stable.number, chariot.number, lost, team.endurance, None))


def strike_off(league: League, table: Table, stable: Stable) -> None:
    """Strike off the chariots of whose team no horse lives; driver and car go into the store."""
    for number, chariot in list(stable.chariots.items()):
        if chariot.team is None or any(horse.is_alive for horse in chariot.team.horses):
            continue
        del stable.chariots[number]
        if chariot.driver is not None:
            stable.store.drivers.append(chariot.driver)
        if chariot.has_car:
            stable.store.cars.append(StoredCar(next_item(league), chariot.car, chariot.wheels))
        table.tell(TeamLost(stable.number, number))
