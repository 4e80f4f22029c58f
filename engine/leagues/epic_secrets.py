"""An owner's acts in the Epic campaign that nobody else hears of until the stables close (B.5, B.11)."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from engine.leagues import barracks, buying, money, shopping, stores, training, wares
from engine.leagues.words import acts, arena_acts, epic_acts, epic_charts
from engine.leagues.words.epic_facts import PlaceBid
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import Chariot, League, PhaseName, Stable
from engine.questions import Answer
from engine.table import Table
from records.refusals import Refused


def own(league: League, stable: Stable, number: int) -> Chariot:
    """:raises Refused: unless the stable has this chariot, and it is neither consigned nor in a match (R-B28, H.6)."""
    if number not in stable.chariots and not any(number in each.chariots for each in league.shown.values()):
        raise Refused(LeagueReason.NO_SUCH_CHARIOT, "B.5", chariot=number)
    if number not in stable.chariots:
        raise Refused(LeagueReason.NOT_YOURS, "B.5", chariot=number)
    wares.check_free(league, "chariot", number)
    return stable.chariots[number]


def _buy_team(league: League, table: Table, stable: Stable, act: epic_acts.BuyNewTeam) -> None:
    shopping.buy_team(league, table, stable, act.prices)


def _buy_horse(league: League, table: Table, stable: Stable, act: epic_acts.BuyStoredHorse) -> None:
    shopping.buy_horse(league, table, stable, act.price)


def _buy_car(league: League, table: Table, stable: Stable, act: epic_acts.BuyStoredCar) -> None:
    shopping.buy_car(league, table, stable, act.car)


def _hire(league: League, table: Table, stable: Stable, act: epic_acts.HireDriver) -> None:
    shopping.hire(league, table, stable, act.modifier)


def _replace_horse(league: League, table: Table, stable: Stable, act: acts.BuyHorse) -> None:
    shopping.replace_horse(league, table, stable, own(league, stable, act.chariot), act.place, act.price)


def _replace_driver(league: League, table: Table, stable: Stable, act: acts.BuyDriver) -> None:
    shopping.replace_driver(league, table, stable, own(league, stable, act.chariot), act.modifier)


def _replace_car(league: League, table: Table, stable: Stable, act: acts.BuyCar) -> None:
    shopping.replace_car(league, table, stable, own(league, stable, act.chariot))


def _harness(league: League, table: Table, stable: Stable, act: epic_acts.Harness) -> None:
    chariot = own(league, stable, act.chariot)
    wares.check_free(league, act.kind, act.item)
    if act.kind == "driver":
        stores.put_driver(league, table, stable, chariot, act.item)
    elif act.kind == "car":
        stores.put_car(league, table, stable, chariot, act.item)
    else:
        stores.put_horse(table, stable, chariot, act.item, act.place)


def _unharness(league: League, table: Table, stable: Stable, act: epic_acts.Unharness) -> None:
    chariot = own(league, stable, act.chariot)
    if act.kind == "driver":
        stores.take_driver(table, stable, chariot)
    else:
        stores.take_car(league, table, stable, chariot)


def _arrange(league: League, table: Table, stable: Stable, act: acts.Arrange) -> None:
    buying.arrange(table, stable.number, own(league, stable, act.chariot), act.order)


def _bid_for_place(league: League, table: Table, stable: Stable, act: epic_acts.BidForPlace) -> None:
    """Take a maximum for a second place in the race (R-B27)."""
    if not league.options.extra_places:
        raise Refused(LeagueReason.NOT_IN_THIS, "R-B27", campaign=league.options.campaign)
    if act.most:
        money.check_whole(act.most, "R-B27", step=epic_charts.PLACE_STEP)
        money.check_cash(league, stable.number, act.most, "R-B27")
    league.place_bids[stable.number] = act.most
    table.tell(PlaceBid(stable.number, act.most))


def _train_driver(league: League, table: Table, stable: Stable, act: acts.TrainDriver) -> None:
    training.train_driver(table, stable.number, own(league, stable, act.chariot))


def _train_horse(league: League, table: Table, stable: Stable, act: acts.TrainHorse) -> None:
    training.train_horse(table, stable.number, own(league, stable, act.chariot), act.place)


def _train_endurance(league: League, table: Table, stable: Stable, act: acts.TrainEndurance) -> None:
    training.train_endurance(table, stable.number, own(league, stable, act.chariot))


def _train_stored(league: League, table: Table, stable: Stable, act: epic_acts.TrainStoredDriver) -> None:
    wares.check_free(league, "driver", act.driver)
    training.train_stored_driver(table, stable, act.driver)


def _train_gladiator(league: League, table: Table, stable: Stable, act: arena_acts.TrainGladiator) -> None:
    man = barracks.gladiator_of(stable, act.man)
    wares.check_free(league, "gladiator", act.man)
    barracks.train(league, table, stable.number, man, act.attribute)


def _arm_gladiator(league: League, table: Table, stable: Stable, act: arena_acts.ArmGladiator) -> None:
    man = barracks.gladiator_of(stable, act.man)
    wares.check_free(league, "gladiator", act.man)
    barracks.arm(table, stable.number, man, act.kind)


Does = Callable[[League, Table, Stable, Any], None]

SHOPPING: Mapping[type, Does] = {
    epic_acts.BuyNewTeam: _buy_team,
    epic_acts.BuyStoredHorse: _buy_horse,
    epic_acts.BuyStoredCar: _buy_car,
    epic_acts.HireDriver: _hire,
    epic_acts.Harness: _harness,
    epic_acts.Unharness: _unharness,
    epic_acts.BidForPlace: _bid_for_place,
    acts.BuyHorse: _replace_horse,
    acts.BuyDriver: _replace_driver,
    acts.BuyCar: _replace_car,
    acts.Arrange: _arrange,
}
"""In the stable phase alone (R-B23)."""

TRAINING: Mapping[type, Does] = {
    acts.TrainDriver: _train_driver,
    acts.TrainHorse: _train_horse,
    acts.TrainEndurance: _train_endurance,
    epic_acts.TrainStoredDriver: _train_stored,
    arena_acts.TrainGladiator: _train_gladiator,
    arena_acts.ArmGladiator: _arm_gladiator,
}
"""From a reckoning until the next entries (R-B28)."""

SECRET: Mapping[type, Does] = MappingProxyType({**SHOPPING, **TRAINING})

_SHOPS: tuple[PhaseName, ...] = ("stable",)
_LEARNS: tuple[PhaseName, ...] = ("gap", "market", "stable")


def when(act: Answer) -> tuple[PhaseName, ...]:
    """Return the phases in which an act may be done (R-B23, R-B28)."""
    return _SHOPS if type(act) in SHOPPING else _LEARNS
