"""Forced auctions of the Epic campaign (R-B36): whole chariots, then goods of the store, for sealed maxima (R-B3)."""

from collections.abc import Mapping

from engine.leagues import bidding
from engine.leagues.words import charts
from engine.leagues.words.epic_facts import CatalogueLot
from engine.leagues.words.epic_sheets import AuctionDay, BidSheet
from engine.leagues.words.state import Forced, League
from engine.questions import Answer, Ask
from engine.table import Table
from records.values import EntryId

FIRST = 1_001
"""The number of the first lot; each keeps its number in any order of sale (L-46)."""


def lots(league: League, forced: Forced) -> tuple[CatalogueLot, ...]:
    """Return the debtor's goods as lots: chariots in the order that they choose, then drivers, horses and cars."""
    stable, store = league.stables[forced.debtor], league.stables[forced.debtor].store
    chariots = sorted(stable.chariots)
    goods = [("chariot", each) for each in chariots]
    goods += [("driver", each.number) for each in store.drivers]
    goods += [("horse", each.number) for each in store.horses]
    goods += [("car", each.number) for each in store.cars]
    numbered = [
        CatalogueLot(number, kind, item, charts.LOT_START, forced.debtor)  # type: ignore[arg-type]
        for number, (kind, item) in enumerate(goods, start=FIRST)
    ]
    first = {number: place for place, number in enumerate(forced.order)}
    return tuple(sorted(numbered, key=lambda lot: first.get(lot.item, len(first)) if lot.kind == "chariot" else 1_000))


def asks(league: League, forced: Forced) -> tuple[Ask, ...]:
    """Return the sheets of all active owners but the debtor who can pay for a lot (H.5)."""
    offered = lots(league, forced)
    owners = [each for each in bidding.owners(league) if each.number != forced.debtor]
    able = [each for each in owners if offered and each.cash >= charts.LOT_START]
    return tuple(Ask(each.number, AuctionDay(each.cash, offered), BidSheet(), secret=True) for each in able)


class Sale:
    """A debtor's goods as they are sold, one after the other."""

    def __init__(self, league: League, table: Table, debtor: EntryId, sheets: Mapping[EntryId, Answer]) -> None:
        self._league, self._table, self._debtor = league, table, debtor
        own = {number: sheet for number, sheet in sheets.items() if isinstance(sheet, BidSheet)}
        self._bidders = bidding.bidders(league, own)

    def sell(self, lot: CatalogueLot) -> bool:
        """Sell a lot to the highest maximum that still counts; tell whether anybody bought it."""
        return bidding.sell(self._league, self._table, lot, self._bidders, "auction", "R-B36")
