"""The market of the Epic campaign: twenty chariots before it, auctioned before each event, refilled to ten (B.4).

R-B1   An auction is followed by new chariots only up to ten; more may be left.
R-B26  Starting bids are rolled as the catalogue is posted, for each auction anew. A lot that nobody wanted in so many
       auctions leaves the market before it is refilled.
"""

from engine.leagues import creating
from engine.leagues.words import epic_charts
from engine.leagues.words.epic_facts import ChariotWithdrawn, MarketClosed
from engine.leagues.words.state import League, MarketLot
from engine.table import Table


def create(league: League, table: Table) -> None:
    """Bring the first chariots to the market, before the campaign (I.4.6.3)."""
    fill(league, table, epic_charts.FIRST_MARKET)


def fill(league: League, table: Table, up_to: int) -> None:
    """Make random chariots until so many are on the market (I.6.2, R-B1)."""
    while len(league.market) < up_to:
        league.market.append(MarketLot(creating.random_chariot(league, table, None)))


def roll_starts(league: League, table: Table) -> None:
    """Roll the sum from which each lot is sold (I.6.2.1, R-B26)."""
    for lot in league.market:
        lot.start = table.roll(None, "starting bid", "I.6.2.1").total * epic_charts.START_STEP


def close(league: League, table: Table, sold: set[int], offered: set[int]) -> None:
    """Take the sold off the market, withdraw what nobody wants, and refill it (R-B1, R-B26).

    :param sold: numbers of the chariots that have owners now.
    :param offered: numbers of all that were bid for, or could have been: one that an auction did not get to is not
        one that nobody wants (L-76).
    """
    league.market = [lot for lot in league.market if lot.number not in sold]
    for lot in list(league.market):
        lot.start = 0
        lot.unsold += lot.number in offered
        if league.options.withdrawn_after and lot.unsold >= league.options.withdrawn_after:
            league.market.remove(lot)
            table.tell(ChariotWithdrawn(lot.number, lot.unsold))
    fill(league, table, epic_charts.REFILLED_TO)
    table.tell(MarketClosed(league.event, len(league.market)))
