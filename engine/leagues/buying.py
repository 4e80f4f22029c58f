"""Purchases (21): only to replace losses (R-G19). The owner pays before the dice fall, and gets no money back.

21.41 A horse for a dead one: two dice on the chart, in the column of the sum spent. 21.42 The owner may rearrange the
      four positions. 21.43 The team's endurance falls by a die for good, and stays below what it was (R-G20).
21.4  A whole team instead, if at least one horse was lost (R-G19).
21.5  A driver for a killed or injured one; the team loses a die of endurance for good, whichever of the two came first.
21.6  A car of the same class for a wrecked one.
"""

from collections.abc import Sequence

from engine.leagues import founding, money
from engine.leagues.words import charts
from engine.leagues.words.facts import (
    CarBought,
    DriverBought,
    EnduranceFell,
    HorseBought,
    TeamArranged,
    TeamBought,
)
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import BANK, Chariot, Horse, League, Team
from engine.table import Table
from records.refusals import Refused
from records.values import EntryId

_HORSES = 4


def check_horse(league: League, stable: EntryId, chariot: Chariot, place: int, price: int) -> None:
    """Do nothing if a horse may be bought for the dead one at *place*, 1 leftmost (21.4).

    :raises Refused: if not.
    """
    _check_price(price)
    if chariot.team is None or not 1 <= place <= _HORSES or chariot.team.horses[place - 1].is_alive:
        raise Refused(LeagueReason.NOT_LOST, "21.4", what="horse", chariot=chariot.number)
    money.check_cash(league, stable, price, "21.3")


def buy_horse(league: League, table: Table, stable: EntryId, chariot: Chariot, place: int, price: int) -> None:
    """Buy a horse for a dead one, and let the team's endurance fall (21.41, 21.43)."""
    check_horse(league, stable, chariot, place, price)
    assert chariot.team is not None
    _pay(league, table, stable, price, "21.41", chariot)
    speed = _roll_horse(table, stable, price)
    chariot.team.horses[place - 1] = Horse(speed)
    chariot.team.may_arrange = True
    table.tell(HorseBought(stable, chariot.number, place, price, speed))
    fit_horse(table, stable, chariot)


def fit_horse(table: Table, stable: EntryId, chariot: Chariot) -> None:
    """Let a team get used to a new horse: it loses a die of endurance, and never has as much again (21.43)."""
    team = chariot.team
    assert team is not None
    ceiling = team.endurance - 1
    team.ceiling = max(1, ceiling if team.ceiling is None else min(team.ceiling, ceiling))
    lose_endurance(table, stable, chariot, "new horse", "21.43")


def lose_endurance(table: Table, stable: EntryId, chariot: Chariot, what_for: str, rule: str) -> None:
    """Let a team lose a die of endurance for good, down to 1 at the least (21.43, 21.5, R-G20)."""
    team = chariot.team
    assert team is not None
    lost = min(table.roll(stable, what_for, rule, count=1).total, team.endurance - 1)
    team.endurance -= lost
    table.tell(EnduranceFell(stable, chariot.number, lost, team.endurance, team.ceiling))


def take_reins(table: Table, stable: EntryId, chariot: Chariot) -> None:
    """Let a team get used to a new driver: it loses a die of endurance for good (21.5).

    Call it as either of the two joins the chariot: a new driver takes over each team that comes before the next race.
    """
    if chariot.team is not None and chariot.driver is not None and chariot.driver.is_new:
        lose_endurance(table, stable, chariot, "new driver", "21.5")


def arrange(table: Table, stable: EntryId, chariot: Chariot, order: Sequence[int]) -> None:
    """Put a team with a new horse into another order (21.42).

    :param order: former places, 1 leftmost, the new leftmost first.
    :raises Refused: if no horse was bought in this stable phase, or if these are not its four places.
    """
    team = chariot.team
    if team is None or not team.may_arrange:
        raise Refused(LeagueReason.NOT_TO_ARRANGE, "21.42", chariot=chariot.number)
    if sorted(order) != list(range(1, _HORSES + 1)):
        raise Refused(LeagueReason.WRONG_NUMBER, "21.42", have=len(order), must_be=_HORSES)
    team.horses = [team.horses[place - 1] for place in order]
    table.tell(TeamArranged(stable, chariot.number, tuple(order)))


def check_team(league: League, stable: EntryId, chariot: Chariot, prices: Sequence[int]) -> None:
    """Do nothing if a whole team may be bought (21.4).

    :raises Refused: if not.
    """
    if len(prices) != _HORSES:
        raise Refused(LeagueReason.WRONG_NUMBER, "21.4", have=len(prices), must_be=_HORSES)
    for price in prices:
        _check_price(price)
    if chariot.team is not None and chariot.team.is_whole:
        raise Refused(LeagueReason.NOT_LOST, "21.4", what="team", chariot=chariot.number)
    money.check_cash(league, stable, sum(prices), "21.3")


def buy_team(league: League, table: Table, stable: EntryId, chariot: Chariot, prices: Sequence[int]) -> None:
    """Buy four horses at once; endurance is rolled in the row the chariot was built with (21.4, R-G3)."""
    check_team(league, stable, chariot, prices)
    _pay(league, table, stable, sum(prices), "21.4", chariot)
    speeds = tuple(_roll_horse(table, stable, price) for price in prices)
    endurance = founding.roll_endurance(league, table, stable, chariot.points.endurance)
    if chariot.team is not None:
        endurance = max(1, min(endurance, chariot.team.endurance - 1))
    chariot.team = Team([Horse(speed) for speed in speeds], endurance, may_arrange=True)
    table.tell(TeamBought(stable, chariot.number, tuple(prices), speeds, endurance))
    take_reins(table, stable, chariot)


def check_driver(league: League, stable: EntryId, chariot: Chariot, modifier: int) -> None:
    """Do nothing if a driver with this modifier may be hired (21.5).

    :raises Refused: if not.
    """
    if modifier not in charts.DRIVER_PRICES:
        raise Refused(LeagueReason.NO_SUCH_MODIFIER, "21.5", at_most=max(charts.DRIVER_PRICES))
    if chariot.driver is not None and chariot.driver.hits == chariot.driver.boxes:
        raise Refused(LeagueReason.NOT_LOST, "21.5", what="driver", chariot=chariot.number)
    money.check_cash(league, stable, charts.DRIVER_PRICES[modifier], "21.3")


def buy_driver(league: League, table: Table, stable: EntryId, chariot: Chariot, modifier: int) -> None:
    """Hire a driver in place of a dead or injured one; the old one leaves (21.5, R-G4)."""
    check_driver(league, stable, chariot, modifier)
    price, before = charts.DRIVER_PRICES[modifier], chariot.driver
    _pay(league, table, stable, price, "21.5", chariot)
    driver = chariot.driver = founding.hire(league, table, stable, modifier)
    driver.is_new = True
    left = before.number if before else None
    table.tell(DriverBought(stable, chariot.number, driver.number, modifier, driver.boxes, price, left))
    take_reins(table, stable, chariot)


def buy_car(league: League, table: Table, stable: EntryId, chariot: Chariot) -> None:
    """Buy a car of the same class for a wrecked one (21.6).

    :raises Refused: if none was wrecked, or without the money.
    """
    if chariot.has_car:
        raise Refused(LeagueReason.NOT_LOST, "21.6", what="car", chariot=chariot.number)
    money.check_cash(league, stable, charts.CAR_PRICE, "21.3")
    _pay(league, table, stable, charts.CAR_PRICE, "21.6", chariot)
    chariot.has_car = True
    table.tell(CarBought(stable, chariot.number, chariot.car, charts.CAR_PRICE))


def _check_price(price: int) -> None:
    prices = charts.HORSE_PRICES
    if price not in prices:
        raise Refused(
            LeagueReason.BAD_PRICE, "21.41", have=price, at_least=prices[0], at_most=prices[-1], step=prices.step
        )


def _roll_horse(table: Table, stable: EntryId, price: int) -> int:
    return charts.horse_speed(table.roll(stable, "new horse", "21.41").total, price)


def _pay(league: League, table: Table, stable: EntryId, price: int, rule: str, chariot: Chariot) -> None:
    lines = ((stable, -price), (BANK, price))
    money.post(league, table, "purchase", rule, *lines, number=chariot.number, known=False)
