"""The Epic campaign from its founding to each event (B.2 to B.4): money, market, catalogue, who begins again."""

from engine.leagues import bidding, creating, market, money, slaves
from engine.leagues.whispers import show_all
from engine.leagues.words import epic_charts
from engine.leagues.words.epic_facts import BeganAgain
from engine.leagues.words.facts import StatusChanged
from engine.leagues.words.state import BANK, League, Stable, Store
from engine.table import Table


def found(league: League, table: Table) -> None:
    """Give all members their money, bettors too, and make the first market (B.2, B.4, R-B32)."""
    for stable in league.stables.values():
        lines = ((stable.number, epic_charts.START_MONEY), (BANK, -epic_charts.START_MONEY))
        money.post(league, table, "start", "B.2", *lines)
    market.create(league, table)


def begin_event(league: League, table: Table) -> None:
    """Let bankrupts begin again who asked for it, and post the catalogue (R-B7, R-B37, H.5)."""
    for number in list(league.again):
        _begin_again(league, table, league.stables[number], as_slave=league.again.pop(number) == "slave")
    league.place_bids = {}
    bidding.post(league, table)
    show_all(league)


def _begin_again(league: League, table: Table, stable: Stable, *, as_slave: bool) -> None:
    if stable.status != "bankrupt":
        return
    cash = 0 if as_slave else slaves.cash_of_late(league)
    stable.status, stable.role = "slave" if as_slave else "active", "owner"
    stable.restarts += 1
    stable.was_slave = stable.was_slave or as_slave
    stable.store = Store()
    chariot = creating.random_chariot(league, table, stable.number)
    stable.chariots = {chariot.number: chariot}
    table.tell(StatusChanged(stable.number, stable.status))
    table.tell(BeganAgain(stable.number, as_slave, cash, chariot.number))
    money.post(league, table, "start", "R-B7", (stable.number, cash), (BANK, -cash))
