"""The auction by post before an event (R-B2, R-B3, R-B26, H.5): who may bid, and lot after lot at its close."""

from collections.abc import Mapping
from typing import Literal

from engine.goods.gladiators import Kind
from engine.leagues import barracks, consigning, events, market, men_market, money, oddities, wares
from engine.leagues.words import charts
from engine.leagues.words.epic_facts import (
    AuctionLotSold,
    AuctionLotUnsold,
    AuctionOver,
    CatalogueLot,
    CataloguePosted,
    MaximumTold,
    Outcome,
)
from engine.leagues.words.epic_sheets import AuctionDay, BidSheet
from engine.leagues.words.facts import Why
from engine.leagues.words.state import BANK, League, Stable
from engine.questions import Ask
from engine.table import Table
from records.values import EntryId


def catalogue(league: League) -> tuple[CatalogueLot, ...]:
    """Return the lots of the auction in the order in which they are sold: the bank's, then those of owners (H.5).

    The bank sells chariots before a race, gladiators before a gala (B.4).
    """
    races = not events.is_gala(league)
    chariots = [CatalogueLot(lot.number, "chariot", lot.number, lot.start, BANK) for lot in league.market if races]
    men = men_market.lots(league) if men_market.is_day(league) else []
    return (*chariots, *men, *(consigning.lot_of(league, each) for each in league.consigned))


def post(league: League, table: Table) -> None:
    """Roll the starting bids, and post the catalogue (I.6.2.1, H.5)."""
    consigning.drop_lost(league, table)
    if not events.is_gala(league):
        market.roll_starts(league, table)
    if men_market.is_day(league):
        men_market.roll_starts(league, table)
    table.tell(CataloguePosted(league.event, catalogue(league)))


def owners(league: League) -> list[Stable]:
    """Return the owners who may bid: bettors own no chariots (26.6)."""
    return [each for each in league.stables.values() if each.status == "active" and each.role == "owner"]


def asks(league: League) -> tuple[Ask, ...]:
    """Return the sheets of all active owners who can pay for a lot (H.3). Nobody bids for their own goods (H.5)."""
    lots = catalogue(league)
    days = {each.number: AuctionDay(each.cash, _for(lots, each.number)) for each in owners(league)}
    able = {number: day for number, day in days.items() if day.cash >= min((lot.start for lot in day.lots), default=0)}
    return tuple(Ask(number, day, BidSheet(), secret=True) for number, day in able.items() if day.lots)


def _for(lots: tuple[CatalogueLot, ...], bidder: EntryId) -> tuple[CatalogueLot, ...]:
    return tuple(lot for lot in lots if lot.seller != bidder)


class Bidder:
    """A member's sheet, and what is left of it."""

    def __init__(self, league: League, number: EntryId, sheet: BidSheet) -> None:
        self.number, self._league = number, league
        self.maxima = {line.lot: line.most for line in sheet.lines}
        self.armed_as: dict[int, Kind] = {line.lot: line.armed_as for line in sheet.lines}
        self.budget, self.wanted = sheet.budget, sheet.wanted

    def counts(self, lot: int) -> int:
        """Return a maximum as far as budget and cash reach (R-B3)."""
        cash = self._league.stables[self.number].cash
        left = min(cash, cash if self.budget is None else self.budget)
        return min(self.maxima[lot], left) // charts.BET_STEP * charts.BET_STEP

    def held_by(self, lot: int) -> Literal["", "budget", "cash"]:
        """Return what keeps a maximum from counting in full: the budget, or the cash where that is no more (R-B3)."""
        if self.wanted == 0 or self.counts(lot) == self.maxima[lot]:
            return ""
        cash = self._league.stables[self.number].cash
        return "budget" if self.budget is not None and self.budget < cash else "cash"

    def pays(self, price: int) -> None:
        self.budget = None if self.budget is None else self.budget - price
        self.wanted = None if self.wanted is None else self.wanted - 1


def bidders(league: League, sheets: Mapping[EntryId, BidSheet]) -> list[Bidder]:
    """Return all who have sealed a sheet, by number."""
    return [Bidder(league, number, sheet) for number, sheet in sorted(sheets.items())]


def hold(league: League, table: Table, sheets: Mapping[EntryId, BidSheet]) -> None:
    """Sell lot after lot to the highest maximum that still counts (R-B3)."""
    bidding, sold, offered = bidders(league, sheets), set[int](), set[int]()
    for lot in catalogue(league):
        offered.add(lot.number)
        if sell(league, table, lot, bidding, "market", "R-B3"):
            sold.add(lot.number)
        elif league.options.stop_at_first_pass:
            table.tell(AuctionOver(lot.number))
            break
    consigning.give_back(league, table, sold)
    if not events.is_gala(league):
        market.close(league, table, sold, offered)
    if men_market.is_day(league):
        men_market.close(league, table, sold, offered)


def sell(league: League, table: Table, lot: CatalogueLot, everybody: list[Bidder], why: Why, rule: str) -> bool:
    """Sell a lot to the highest maximum that still counts, if there is one, and tell all maxima (R-B3, H.5).

    The price goes to the seller: the bank, or an owner.
    """
    bidders = [each for each in everybody if lot.number in each.maxima]
    sums = {each.number: each.counts(lot.number) if each.wanted != 0 else 0 for each in bidders}
    able = [each for each in bidders if sums[each.number] >= lot.start]
    if not able:
        table.tell(AuctionLotUnsold(lot, _told(lot, bidders, sums, None)))
        return False
    most = max(sums[each.number] for each in able)
    best = [each for each in able if sums[each.number] == most]
    place = 0 if len(best) == 1 else table.roll(None, "equal bids", "R-B3", count=1, sides=len(best)).total - 1
    winner = best[place]
    others = [sums[each.number] for each in able if each is not winner]
    price = min(most, max([lot.start, *(each + charts.BET_STEP for each in others)]))
    table.tell(AuctionLotSold(lot, winner.number, price, _told(lot, bidders, sums, winner)))
    money.post(league, table, why, rule, (winner.number, -price), (lot.seller, price), number=lot.number)
    winner.pays(price)
    if lot.seller != BANK and why == "market":
        oddities.look_at_lot(league, lot.seller, winner.number, lot.kind, lot.item, price)
    _hand_over(league, table, winner, lot)
    return True


def _hand_over(league: League, table: Table, winner: Bidder, lot: CatalogueLot) -> None:
    """Give a lot to its buyer; a gladiator of the bank's is armed as the bid says (R-C14)."""
    buyer = winner.number
    if lot.seller != BANK:
        wares.hand_over(league, lot.seller, buyer, lot.kind, lot.item)
        return
    if lot.kind == "gladiator":
        man = next(each.man for each in league.men if each.man.number == lot.item)
        league.stables[buyer].gladiators[man.number] = man
        barracks.arm(table, buyer, man, winner.armed_as[lot.number])
        return
    chariot = next(each.chariot for each in league.market if each.number == lot.number)
    league.stables[buyer].chariots[chariot.number] = chariot


def _told(
    lot: CatalogueLot, bidders: list[Bidder], sums: Mapping[EntryId, int], winner: Bidder | None
) -> tuple[MaximumTold, ...]:
    """Return all maxima with what came of each, and what kept it from counting in full, the highest first."""
    ordered = sorted(bidders, key=lambda each: (-each.maxima[lot.number], each.number))
    return tuple(
        MaximumTold(
            each.number,
            each.maxima[lot.number],
            sums[each.number],
            _outcome(lot, each, sums, winner),
            "" if each is winner else each.held_by(lot.number),
        )
        for each in ordered
    )


def _outcome(lot: CatalogueLot, bidder: Bidder, sums: Mapping[EntryId, int], winner: Bidder | None) -> Outcome:
    """Return what came of a maximum, as far as it counted."""
    if bidder is winner:
        return "won"
    if bidder.wanted == 0:
        return "wanted no more"
    counted = sums[bidder.number]
    if counted < lot.start:
        return "below the start"
    return "lost the draw" if winner is not None and counted == sums[winner.number] else "outbid"
