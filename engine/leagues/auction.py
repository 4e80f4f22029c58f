"""Forced auctions and bankruptcy (21.2, R-G32, R-G42).

The auction sells a debtor's drivers, teams and cars one by one until the debt is paid; single horses go to bidders who
have lost one. Bids are sealed: the highest wins at the second highest and a step more, or at its own sum if that is
less (R-B3).
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from engine.leagues import epic_forced, escrow, loans, money, parts
from engine.leagues.words import charts
from engine.leagues.words.epic_facts import CataloguePosted
from engine.leagues.words.facts import (
    AuctionOrdered,
    LeftLeague,
    Lot,
    LotSold,
    LotsPosted,
    LotUnsold,
    StatusChanged,
    WentBankrupt,
)
from engine.leagues.words.sheets import Auction, Bid, Bids, Gap
from engine.leagues.words.state import BANK, Chariot, Forced, League, Part, PartKind, Store
from engine.questions import Answer, Ask
from engine.table import Table
from records.values import EntryId


def order(league: League, table: Table, debtor: EntryId) -> None:
    """Order the auction of a debtor's goods (R-G32)."""
    owed = sum(loans.owed(loan) for loan in loans.due_now(league, debtor))
    league.forced.append(Forced(debtor, owed))
    table.tell(AuctionOrdered(debtor, owed))


def order_all(league: League, table: Table) -> None:
    """Settle all loans that are due, and order the auctions of those who still owe and have none to come (R-G32)."""
    for debtor in loans.settle(league, table):
        if debtor not in [forced.debtor for forced in league.forced]:
            order(league, table, debtor)


def lots(league: League, forced: Forced) -> tuple[Lot, ...]:
    """Return the lots of a forced auction as they are sold, each with a number that it keeps in any order (L-46).

    Of each chariot there are driver, team and car, and the horses of a team that is not whole.
    """
    stable = league.stables[forced.debtor]
    parts_there = [part for number in sorted(stable.chariots) for part in _parts_of(stable.chariots[number])]
    found = [msgspec.structs.replace(lot, number=place) for place, lot in enumerate(parts_there, start=1)]
    first = {number: place for place, number in enumerate(forced.order)}
    return tuple(sorted(found, key=lambda lot: first.get(lot.of, len(first))))


def _parts_of(chariot: Chariot) -> Iterator[Lot]:
    """Yield a chariot's parts as lots, not numbered yet (R-G42)."""
    kinds: tuple[PartKind, ...] = ("driver", "team", "car")
    for kind in kinds:
        if parts.has(chariot, kind, 0):
            yield Lot(0, kind, chariot.number, car=chariot.car if kind == "car" else "")
    if chariot.team is not None and not chariot.team.is_whole:
        for place, horse in enumerate(chariot.team.horses, start=1):
            if horse.is_alive:
                yield Lot(0, "horse", chariot.number, place)


def post_lots(league: League, table: Table) -> None:
    """Tell the lots of the forced auction that comes next (21.2)."""
    forced = league.forced[0]
    if league.is_epic:
        epic_forced.number_goods(league, forced)
        table.tell(CataloguePosted(league.event, epic_forced.lots(league, forced), forced.debtor))
        return
    table.tell(LotsPosted(forced.debtor, lots(league, forced)))


def asks(league: League) -> tuple[Ask, ...]:
    """Return the sheet of each member but the debtor who can bid for anything (H.3, L-44)."""
    forced = league.forced[0]
    if league.is_epic:
        return epic_forced.asks(league, forced)
    offered = lots(league, forced)
    bidders = [each for each in league.stables.values() if each.status == "active" and each.number != forced.debtor]
    sheets = [(each.number, Auction(each.cash, offered, tuple(parts.gaps(each)))) for each in bidders]
    return tuple(Ask(number, sheet, Bids(), secret=True) for number, sheet in sheets if sheet.may_bid)


def line_up(league: League) -> None:
    """Drop the auctions whose debts are paid, and let those come first whose debtor waits for nobody's money (L-46)."""
    left = [forced for forced in league.forced if forced.is_bankrupt or _owed(league, forced.debtor)]
    waiting = {loan.lender for loan in loans.due_now(league)}
    league.forced = sorted(left, key=lambda forced: forced.debtor in waiting)
    for forced in league.forced:
        forced.owed = _owed(league, forced.debtor)


class _Buyer(NamedTuple):
    stable: EntryId
    bid: Bid


def hold(league: League, table: Table, sheets: Mapping[EntryId, Answer]) -> None:
    """Sell lot after lot until the debt is paid, and settle the debtor's fate (R-G32)."""
    forced = league.forced.pop(0)
    if league.is_epic:
        _hold_in_epic(league, table, forced, sheets)
        return
    offered, bids = lots(league, forced), {number: each for number, each in sheets.items() if isinstance(each, Bids)}
    for lot in offered:
        if not _owed(league, forced.debtor):
            break
        _sell(league, table, forced.debtor, lot, bids)
        _pay_creditors(league, table, forced.debtor)
    if _owed(league, forced.debtor):
        _go_bankrupt(league, table, forced.debtor)


def _hold_in_epic(league: League, table: Table, forced: Forced, sheets: Mapping[EntryId, Answer]) -> None:
    """Sell chariots and goods of the store; those of a bankrupt all of them, and the surplus is the bank's (R-B6)."""
    seller = epic_forced.Sale(league, table, forced.debtor, sheets)
    for lot in epic_forced.lots(league, forced):
        if not forced.is_bankrupt and not _owed(league, forced.debtor):
            break
        seller.sell(lot)
        _pay_creditors(league, table, forced.debtor)
    if forced.is_bankrupt or _owed(league, forced.debtor):
        _go_bankrupt(league, table, forced.debtor)


def declare(league: League, table: Table, debtor: EntryId) -> None:
    """Make somebody bankrupt who gives up: cash, then goods go to creditors, if there are any (R-B35, R-B44)."""
    escrow.release(league, table, debtor)
    _pay_creditors(league, table, debtor)
    if not loans.due_now(league, debtor):
        _go_bankrupt(league, table, debtor)
        return
    league.forced.append(Forced(debtor, _owed(league, debtor), is_bankrupt=True))
    _mark(league, table, debtor)


def _mark(league: League, table: Table, debtor: EntryId) -> None:
    for stable in (league.stables[debtor], league.shown[debtor]):
        stable.status, stable.bankrupt_in = "bankrupt", league.event
    table.tell(StatusChanged(debtor, "bankrupt"))


def _owed(league: League, debtor: EntryId) -> int:
    return sum(loans.owed(loan) for loan in loans.due_now(league, debtor))


def _sell(league: League, table: Table, debtor: EntryId, lot: Lot, sheets: Mapping[EntryId, Bids]) -> None:
    """Sell a lot to the highest bidder who can still pay and use it (R-B3, R-G31)."""
    buyers = [_Buyer(stable, bid) for stable, sheet in sheets.items() for bid in sheet.bids if bid.lot == lot.number]
    buyers = [buyer for buyer in buyers if _can_take(league, debtor, lot, buyer)]
    if not buyers:
        table.tell(LotUnsold(lot))
        return
    sums = {buyer.stable: min(buyer.bid.most, league.stables[buyer.stable].cash) for buyer in buyers}
    sums = {stable: amount // charts.BET_STEP * charts.BET_STEP for stable, amount in sums.items()}
    most = max(sums.values())
    best = [buyer for buyer in buyers if sums[buyer.stable] == most]
    place = 0 if len(best) == 1 else table.roll(None, "equal bids", "R-B3", count=1, sides=len(best)).total - 1
    winner = best[place]
    others = [amount for stable, amount in sums.items() if stable != winner.stable]
    price = min(most, max([charts.LOT_START, *(amount + charts.BET_STEP for amount in others)]))
    table.tell(LotSold(lot, winner.stable, price, winner.bid.into))
    lines = ((winner.stable, -price), (debtor, price))
    money.post(league, table, "auction", "R-G32", *lines, number=lot.of)
    parts.fit(
        league, table, debtor, winner.stable, Part(lot.kind, lot.of, winner.bid.into, lot.horse, winner.bid.place)
    )


def _can_take(league: League, debtor: EntryId, lot: Lot, buyer: _Buyer) -> bool:
    stable = league.stables[buyer.stable]
    if stable.cash < charts.LOT_START or not parts.has(league.stables[debtor].chariots[lot.of], lot.kind, lot.horse):
        return False
    return Gap(lot.kind, buyer.bid.into, buyer.bid.place, lot.car) in list(parts.gaps(stable))


def _pay_creditors(league: League, table: Table, debtor: EntryId) -> None:
    for loan in loans.due_now(league, debtor):
        amount = min(loans.owed(loan), league.stables[debtor].cash)
        if amount:
            loans.pay(league, table, loan, amount)
        if not loans.owed(loan):
            loans.close(table, loan)


def _go_bankrupt(league: League, table: Table, debtor: EntryId) -> None:
    """Put a debtor out of the game: unsold goods leave it, loans given go on to the creditors (R-G32)."""
    stable = league.stables[debtor]
    table.tell(WentBankrupt(debtor, _owed(league, debtor)))
    lacking: dict[EntryId, int] = {}
    for loan in [each for each in league.loans if each.state == "open" and each.borrower == debtor]:
        lacking[loan.lender] = lacking.get(loan.lender, 0) + loans.owed(loan)  # due or not: nothing is left to pay it
        loans.close(table, loan)
    loans.pass_on(league, table, debtor, lacking)
    money.post(league, table, "bankruptcy", "R-G32", (debtor, -stable.cash), (BANK, stable.cash))
    table.tell(LeftLeague(debtor, tuple(sorted(stable.chariots))))
    stable.chariots, league.shown[debtor].chariots = {}, {}
    stable.store, league.shown[debtor].store = Store(), Store()
    stable.gladiators, league.shown[debtor].gladiators = {}, {}
    if stable.status != "bankrupt":
        _mark(league, table, debtor)
