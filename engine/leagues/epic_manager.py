"""A stable's manager in the Epic campaign, where the owner is silent (H.4): it mends, and never bids or buys a team."""

from engine.leagues import fitness, manager, shopping, stores, wares
from engine.leagues.words import charts, epic_charts
from engine.leagues.words.state import Chariot, League, Stable
from engine.table import Table


def mend(league: League, table: Table, stable: Stable) -> None:
    """Make chariots able to start by the instructions, from the store first, then from the market; and train."""
    held = wares.in_matches(league, stable.number)  # named by it
    if stable.manager.mending != "nothing":
        for chariot in sorted(stable.chariots.values(), key=lambda each: (cost(stable, each), each.number)):
            if stable.manager.mending == "one" and fitness.startable(stable):
                break
            if chariot.number in held:
                continue
            if fitness.lacks(chariot) and cost(stable, chariot) <= stable.cash:
                _mend(league, table, stable, chariot)
    for chariot in stable.chariots.values():
        if chariot.number not in held:
            manager.train(table, stable, chariot)


def _dead(chariot: Chariot) -> list[int]:
    horses = chariot.team.horses if chariot.team is not None else []
    return [place for place, horse in enumerate(horses, start=1) if not horse.is_alive]


def cost(stable: Stable, chariot: Chariot) -> int:
    """Return the least that makes a chariot able to start, in sesterces, with what is in the store."""
    lacking = fitness.lacks(chariot)
    horses = max(0, len(_dead(chariot)) - len(_sound(stable))) * charts.HORSE_PRICES[0]
    driver = charts.DRIVER_PRICES[0] if "driver" in lacking and not stable.store.drivers else 0
    car = epic_charts.CAR_PRICES[chariot.car] if "car" in lacking and not stable.store.cars else 0
    return horses + driver + car


def _sound(stable: Stable) -> list[int]:
    """Return the horses of the store that may go to a team, the fastest first."""
    return [each.number for each in sorted(stable.store.horses, key=lambda each: (-each.speed, each.number))]


def _mend(league: League, table: Table, stable: Stable, chariot: Chariot) -> None:
    if chariot.driver is None and stable.store.drivers:
        best = max(stable.store.drivers, key=lambda each: (each.modifier, each.hits, -each.number))
        stores.put_driver(league, table, stable, chariot, best.number)
    elif chariot.driver is None:
        shopping.replace_driver(league, table, stable, chariot, 0)
    if not chariot.has_car and stable.store.cars:
        same = [each for each in stable.store.cars if each.car == chariot.car] or stable.store.cars
        stores.put_car(league, table, stable, chariot, same[0].number)
    elif not chariot.has_car:
        shopping.replace_car(league, table, stable, chariot)
    for place in _dead(chariot):
        if stable.store.horses:
            stores.put_horse(table, stable, chariot, _sound(stable)[0], place)
        else:
            shopping.replace_horse(league, table, stable, chariot, place, charts.HORSE_PRICES[0])
