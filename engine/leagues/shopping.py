"""Purchases in the Epic campaign, outside the auction (B.5, I.8): the owner pays before the dice fall.

R-B23  Goods are bought in the stable phase alone.
"""

from collections.abc import Sequence

from engine.leagues import creating, money, stores
from engine.leagues.creating import UNBUILT
from engine.leagues.words import charts, epic_charts
from engine.leagues.words.epic_facts import CarStored, DriverHired, HorseStored, NewTeam
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import BANK, CarType, Chariot, Horse, League, Stable, StoredCar, Team
from engine.table import Table
from records.refusals import Refused

_HORSES = 4


def buy_team(league: League, table: Table, stable: Stable, prices: Sequence[int]) -> None:
    """Buy four horses, each by its own column, and roll their endurance: a new chariot (I.8.2)."""
    if len(prices) != _HORSES:
        raise Refused(LeagueReason.WRONG_NUMBER, "I.8.2", have=len(prices), must_be=_HORSES)
    for price in prices:
        _check_price(price)
    _pay(league, table, stable, sum(prices), "I.8.2")
    speeds = tuple(_roll_horse(table, stable, price) for price in prices)
    die = table.roll(stable.number, "endurance", "I.8.4", count=1).total
    endurance = epic_charts.new_endurance(sum(speeds), die)
    number = stores.secret_number(league, stable.number, "chariot")
    team = Team([Horse(speed) for speed in speeds], endurance, may_arrange=True)
    stable.chariots[number] = Chariot(
        number, UNBUILT, "light", False, team, bought=league.event, had_car=False, had_driver=False
    )
    table.tell(NewTeam(stable.number, number, tuple(prices), speeds, endurance))


def buy_horse(league: League, table: Table, stable: Stable, price: int) -> Horse:
    """Buy a single horse for the store (I.8.3)."""
    _check_price(price)
    _pay(league, table, stable, price, "I.8.3")
    horse = Horse(_roll_horse(table, stable, price), number=stores.secret_number(league, stable.number, "item"))
    stable.store.horses.append(horse)
    table.tell(HorseStored(stable.number, horse.number, price, horse.boxes))
    return horse


def buy_car(league: League, table: Table, stable: Stable, kind: CarType) -> StoredCar:
    """Buy a car for the store (I.8.5)."""
    price = epic_charts.CAR_PRICES[kind]
    _pay(league, table, stable, price, "I.8.5")
    car = StoredCar(stores.secret_number(league, stable.number, "item"), kind)
    stable.store.cars.append(car)
    table.tell(CarStored(stable.number, car.number, kind, price))
    return car


def hire(league: League, table: Table, stable: Stable, modifier: int) -> int:
    """Hire a driver for the store, and return their number (I.8.6)."""
    if modifier not in charts.DRIVER_PRICES:
        raise Refused(LeagueReason.NO_SUCH_MODIFIER, "I.8.6", at_most=max(charts.DRIVER_PRICES))
    price = charts.DRIVER_PRICES[modifier]
    _pay(league, table, stable, price, "I.8.6")
    number = stores.secret_number(league, stable.number, "driver")
    driver = creating.new_driver(table, stable.number, modifier, number)
    driver.bought = league.event
    stable.store.drivers.append(driver)
    table.tell(DriverHired(stable.number, driver.number, driver.name, modifier, driver.boxes, price))
    return driver.number


def replace_horse(league: League, table: Table, stable: Stable, chariot: Chariot, place: int, price: int) -> None:
    """Buy a horse and let it replace a dead one at once (I.8.3)."""
    stores.check_horse(chariot, place)
    horse = buy_horse(league, table, stable, price)
    stores.put_horse(table, stable, chariot, horse.number, place)


def replace_driver(league: League, table: Table, stable: Stable, chariot: Chariot, modifier: int) -> None:
    """Hire a driver and put him to a chariot at once (I.8.6)."""
    number = hire(league, table, stable, modifier)
    stores.put_driver(league, table, stable, chariot, number)


def replace_car(league: League, table: Table, stable: Stable, chariot: Chariot) -> None:
    """Buy a car of the type that a chariot had last, and put it to it (I.8.5).

    :raises Refused: if it has one.
    """
    if chariot.has_car:
        raise Refused(LeagueReason.NOT_LOST, "I.8.5", what="car", chariot=chariot.number)
    car = buy_car(league, table, stable, chariot.car)
    stores.put_car(league, table, stable, chariot, car.number)


def _check_price(price: int) -> None:
    prices = charts.HORSE_PRICES
    if price not in prices:
        raise Refused(
            LeagueReason.BAD_PRICE, "I.8.3.1", have=price, at_least=prices[0], at_most=prices[-1], step=prices.step
        )


def _roll_horse(table: Table, stable: Stable, price: int) -> int:
    return charts.horse_speed(table.roll(stable.number, "new horse", "I.8.3.1").total, price)


def _pay(league: League, table: Table, stable: Stable, price: int, rule: str) -> None:
    money.check_cash(league, stable.number, price, rule)
    money.post(league, table, "purchase", rule, (stable.number, -price), (BANK, price), known=False)
