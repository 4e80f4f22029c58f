"""The Epic campaign from its founding to each event (B.2 to B.4): money, market, catalogue, who begins again."""

from engine.goods.gladiators import KINDS
from engine.leagues import bidding, fresh_starts, market, men_market, money, votes
from engine.leagues.whispers import show_all
from engine.leagues.words import epic_charts
from engine.leagues.words.state import BANK, League
from engine.table import Table


def found(league: League, table: Table) -> None:
    """Give all members their money, bettors too, and make the first market (B.2, B.4, R-B32)."""
    for stable in league.stables.values():
        lines = ((stable.number, epic_charts.START_MONEY), (BANK, -epic_charts.START_MONEY))
        money.post(league, table, "start", "B.2", *lines)
    market.create(league, table)
    men_market.create(league, table)


def begin_event(league: League, table: Table) -> None:
    """Count an open vote, let bankrupts begin again who asked for it, and post the catalogue (R-B7, R-B33, H.5)."""
    for number in list(league.again):
        chosen = league.again.pop(number)
        fights_as = next((kind for kind in KINDS if kind == chosen), None)
        fresh_starts.begin(league, table, league.stables[number], as_slave=chosen != "owner", fights_as=fights_as)
    if league.ballot is not None and league.ballot.is_open:
        votes.close(league, table)
    league.place_bids = {}
    bidding.post(league, table)
    show_all(league)
