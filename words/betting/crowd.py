"""Who had bet on what a turn brings to the fore: as all may read it, once the betting on it has closed."""

from collections.abc import Mapping, Sequence

from engine.betting.book import STANDING
from engine.betting.views import BoardView, MarketView
from records.values import EntryId
from words.shared.names import harmless
from words.shared.telling import called, count, joined

MOST_NAMED = 3
"""Bettors by name; others are counted."""


def crowd_line(board: BoardView, entries: Sequence[EntryId], names: Mapping[EntryId, str]) -> list[str]:
    """Return the line on who had bet on some chariots to win; none where nobody had, or where that is secret still.

    :param board: as the public sees it.
    """
    told = [f"{called(names, each)}: {who}" for each in dict.fromkeys(entries) if (who := _crowd(board, each))]
    return [f"-# 🎟️ Money to win was on {'; on '.join(told)}."] if told else []


def _crowd(board: BoardView, entry: EntryId) -> str:
    """Return who had bet on a chariot: sealed bets by name, as they were revealed by name; of pools how many did."""
    choice = str(entry)
    sealed = {each.number for each in board.markets if each.kind == "sealed" and _has_closed(each)}
    mine = [each for each in board.tickets if each.market in sealed and each.choice == choice]
    people = {each.player: harmless(each.name) for each in mine if each.state in STANDING}
    found = [each.on(choice) for each in board.latest if each.kind in ("win", "bank") and _has_closed(each)]
    bettors = max((each.bettors or 0 for each in found if each is not None), default=0)
    named = list(people.values())[:MOST_NAMED]
    more = max(0, len(people) - len(named))
    if named:
        return joined([*named, *([count(more, "other")] if more else [])])
    return f"{count(bettors, 'bettor')}" if bettors else ""


def _has_closed(market: MarketView) -> bool:
    return market.state in ("closed", "settled")
