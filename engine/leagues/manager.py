"""A stable's manager: standing instructions that answer where the owner does not (H.4, R-G24, R-G27).

A manager never bids, deals, borrows, plots or challenges.
"""

from engine.leagues import buying, events, fitness, training, wares
from engine.leagues.words import charts
from engine.leagues.words.sheets import Eve
from engine.leagues.words.state import Chariot, League, Stable, Stake, Team
from engine.table import Table
from records.refusals import Refused


def mend(league: League, table: Table, stable: Stable) -> None:
    """Buy and train by the instructions, as far as the money goes; refusals are passed over."""
    if stable.manager.mending != "nothing":
        for chariot in sorted(stable.chariots.values(), key=lambda each: (_cost(each), each.number)):
            if stable.manager.mending == "one" and fitness.startable(stable):
                break
            _mend(league, table, stable, chariot)
    for chariot in stable.chariots.values():
        train(table, stable, chariot)


def _cost(chariot: Chariot) -> int:
    """Return the least that makes a chariot whole, in sesterces."""
    lacking = fitness.lacks(chariot)
    horses = _dead(chariot)
    price = 4 * charts.HORSE_PRICES[0] if chariot.team is None else len(horses) * charts.HORSE_PRICES[0]
    return price + charts.DRIVER_PRICES[0] * ("driver" in lacking) + charts.CAR_PRICE * ("car" in lacking)


def _dead(chariot: Chariot) -> list[int]:
    horses = chariot.team.horses if chariot.team is not None else []
    return [place for place, horse in enumerate(horses, start=1) if not horse.is_alive]


def _mend(league: League, table: Table, stable: Stable, chariot: Chariot) -> None:
    """Make one chariot able to start: car, driver without a modifier, horses at 500s each."""
    if not fitness.lacks(chariot) or _cost(chariot) > stable.cash:
        return
    cheapest = charts.HORSE_PRICES[0]
    if not chariot.has_car:
        buying.buy_car(league, table, stable.number, chariot)
    if chariot.driver is None:
        buying.buy_driver(league, table, stable.number, chariot, 0)
    if chariot.team is None:
        buying.buy_team(league, table, stable.number, chariot, (cheapest,) * 4)
    for place in _dead(chariot):
        buying.buy_horse(league, table, stable.number, chariot, place, cheapest)


def train(table: Table, stable: Stable, chariot: Chariot) -> None:
    """Spend experience as the instructions say: on the driver, the slowest horse that may learn, or endurance."""
    wish = stable.manager.training
    try:
        while wish == "driver":
            training.train_driver(table, stable.number, chariot)
        while wish == "speed" and chariot.team is not None:
            training.train_horse(table, stable.number, chariot, _slowest(chariot.team))
        while wish == "endurance":
            training.train_endurance(table, stable.number, chariot)
    except Refused:
        return  # the points are used up, or the team has learned all it can


def _slowest(team: Team) -> int:
    """Return the place of the slowest horse, 1 to 4; the leftmost of equals."""
    return min(range(1, 5), key=lambda place: (team.horses[place - 1].boxes, place))


def entries(league: League, stable: Stable) -> tuple[int, ...]:
    """Return the chariots that a manager enters for the event, in order."""
    kind = events.under_way(league)
    return fitness.by_default(stable, wares.enterable(league, stable), kind.most_each, kind.worth)


def eve(league: League, stable: Stable) -> Eve:
    """Return a manager's sheet: the own bet, and security as far as the rest of the cash goes (R-G27)."""
    own = league.entered_by(stable.number)
    purse = stable.cash
    wanted = min(stable.manager.own_bet, purse) // charts.BET_STEP * charts.BET_STEP if own else 0
    stakes = (Stake(own[0], wanted),) if wanted > 0 else ()
    left, guards = purse - wanted, list[int]()
    for wish in stable.manager.security:
        guards.append(min(wish, left))
        left -= guards[-1]
    return Eve(stakes, (), (guards[0], guards[1], guards[2]))
