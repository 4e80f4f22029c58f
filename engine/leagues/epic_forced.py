"""Forced auctions of the Epic campaign (R-B36): whole chariots, then goods of the store, for sealed maxima (R-B3)."""

from collections.abc import Mapping

from engine.leagues import bidding, wares
from engine.leagues.words import charts
from engine.leagues.words.epic_facts import CatalogueLot
from engine.leagues.words.epic_sheets import AuctionDay, BidSheet
from engine.leagues.words.state import Forced, League
from engine.questions import Answer, Ask
from engine.table import Table
from records.values import EntryId

FIRST = 1_001
"""The number of the first lot; each keeps its number in any order of sale (L-46)."""


def number_goods(league: League, forced: Forced) -> None:
    """Number the debtor's goods for the sale: chariots, then drivers, horses and cars of the store."""
    stable, store = league.stables[forced.debtor], league.stables[forced.debtor].store
    forced.goods = [("chariot", number) for number in sorted(stable.chariots)]
    forced.goods += [("gladiator", number) for number in sorted(stable.gladiators)]
    forced.goods += [("driver", each.number) for each in store.drivers]
    forced.goods += [("horse", each.number) for each in store.horses]
    forced.goods += [("car", each.number) for each in store.cars]


def lots(league: League, forced: Forced) -> tuple[CatalogueLot, ...]:
    """Return the debtor's goods that are left as lots; chariots in the order that the debtor chooses."""
    stable = league.stables[forced.debtor]
    numbered = [
        CatalogueLot(number, kind, item, charts.LOT_START, forced.debtor, wares.name_of(stable, kind, item))
        for number, (kind, item) in enumerate(forced.goods, start=FIRST)
        if wares.has(stable, kind, item)
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
