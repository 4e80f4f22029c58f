"""What a bidder's sheet may come to, before it is sealed (H.5): reckoned from the sheet and its question alone."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.leagues.words import charts
from engine.leagues.words.epic_facts import CatalogueLot
from engine.leagues.words.epic_sheets import AuctionDay, BidSheet


class Preview(NamedTuple):
    """What a sheet may come to. Sums are sesterces."""

    at_most: int  # whatever others bid
    won: tuple[int, ...]  # lots, in the order of the sale, if every maximum is what must be paid
    paid: int  # for them
    at_least: int  # for the same lots, if nobody else bids
    dropped: tuple[int, ...]  # lots of the sheet that nothing is left for then, or that are wanted no more


def preview(day: AuctionDay, sheet: BidSheet) -> Preview:
    """Return what a sheet may come to; it is one that may be sealed (R-B3).

    >>> lots = (CatalogueLot(1, "chariot", 1, 500, 0), CatalogueLot(2, "chariot", 2, 700, 0))
    >>> from engine.leagues.words.epic_sheets import Maximum
    >>> preview(AuctionDay(9_000, lots), BidSheet((Maximum(1, 1_200), Maximum(2, 2_000)), 3_000))
    Preview(at_most=3000, won=(1, 2), paid=3000, at_least=1200, dropped=())
    """
    maxima = {line.lot: line.most for line in sheet.lines}
    wanted = len(maxima) if sheet.wanted is None else sheet.wanted
    budget = day.cash if sheet.budget is None else min(day.cash, sheet.budget)
    bidden = [lot for lot in day.lots if lot.number in maxima]
    won, paid = _if_all_hold(bidden, maxima, budget, wanted)
    highest = sum(sorted(maxima.values(), reverse=True)[:wanted])
    left_out = tuple(lot.number for lot in bidden if lot.number not in won)
    at_least = sum(lot.start for lot in bidden if lot.number in won)
    return Preview(min(highest, _in_steps(budget)), tuple(won), paid, at_least, left_out)


def _if_all_hold(
    lots: list[CatalogueLot], maxima: Mapping[int, int], budget: int, wanted: int
) -> tuple[list[int], int]:
    """Return the lots that are won, and what is paid, if each costs as much as is bidden for it."""
    won, paid = list[int](), 0
    for lot in lots:
        counted = min(maxima[lot.number], _in_steps(budget - paid))
        if len(won) < wanted and counted >= lot.start:
            won.append(lot.number)
            paid += counted
    return won, paid


def _in_steps(amount: int) -> int:
    return amount // charts.BET_STEP * charts.BET_STEP
