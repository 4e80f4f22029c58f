"""Gladiators on the market: twenty before the campaign, auctioned before each gala, refilled to ten (B.4, R-C14).

L-84  In a season of duels without galas they are auctioned before each race, after the chariots.
"""

from engine.leagues import barracks, events
from engine.leagues.words import arena_charts, epic_charts
from engine.leagues.words.arena_facts import GladiatorWithdrawn, MenMarketClosed
from engine.leagues.words.arena_state import ManOnMarket
from engine.leagues.words.epic_facts import CatalogueLot
from engine.leagues.words.state import BANK, League
from engine.table import Table


def create(league: League, table: Table) -> None:
    """Bring the first gladiators to the market, before the campaign (I.4.7.3)."""
    if league.options.has_gladiators:
        fill(league, table, epic_charts.FIRST_MARKET)


def fill(league: League, table: Table, up_to: int) -> None:
    """Make random gladiators until so many are on the market (I.6.2, R-B1)."""
    while len(league.men) < up_to:
        league.men.append(ManOnMarket(barracks.random_gladiator(league, table, None)))


def is_day(league: League) -> bool:
    """Tell whether gladiators are auctioned before the running event (L-84)."""
    options = league.options
    return events.is_gala(league) or (options.has_duels and not options.has_galas)


def roll_starts(league: League, table: Table) -> None:
    """Roll the sum from which each gladiator is sold (R-B26)."""
    for lot in league.men:
        rolled = table.roll(None, "starting bid", "I.6.2.1", count=arena_charts.START_DICE)
        lot.start = rolled.total * epic_charts.START_STEP


def lots(league: League) -> list[CatalogueLot]:
    """Return the gladiators on the market as lots, in order of creation."""
    return [
        CatalogueLot(number_of(each.man.number), "gladiator", each.man.number, each.start, BANK, each.man.name)
        for each in league.men
    ]


def number_of(man: int) -> int:
    """Return the lot of a gladiator of the bank's."""
    return arena_charts.FIRST_LOT - 1 + man


def close(league: League, table: Table, sold: set[int], offered: set[int]) -> None:
    """Take the sold off the market, withdraw whom nobody wants, and refill it (R-B1, R-B26).

    :param sold: lots.
    :param offered: lots that the auction got to (L-76).
    """
    league.men = [each for each in league.men if number_of(each.man.number) not in sold]
    for each in list(league.men):
        each.start = 0
        each.unsold += number_of(each.man.number) in offered
        if league.options.withdrawn_after and each.unsold >= league.options.withdrawn_after:
            league.men.remove(each)
            table.tell(GladiatorWithdrawn(each.man.number, each.man.name, each.unsold))
    fill(league, table, epic_charts.REFILLED_TO)
    if events.is_gala(league):
        table.tell(MenMarketClosed(league.event, len(league.men)))
