"""Several decisions within one transaction: the later ones see the changes of the earlier ones."""

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.betting.book import Book, Changes, Movement, Tickets
from records.values import PlayerId, Sesterces


def after(book: Book, changes: Changes) -> Book:
    """Return the book as it will be after *changes* are written."""
    if changes.is_empty:
        return book
    moved = [each for each in changes.movements if not book.has_moved(each.key)]
    keys = frozenset(each.key for each in moved)
    return msgspec.structs.replace(
        book,
        markets=_with(book.markets, changes.markets),
        tickets=Tickets(_with(book.tickets, changes.tickets)) if changes.tickets else book.tickets,
        sides=_with(book.sides, changes.sides),
        purses=_purses(book, moved) if moved else book.purses,
        pots=_pots(book, moved) if moved else book.pots,
        has_moved=lambda key: key in keys or book.has_moved(key),
    )


def both(first: Changes, second: Changes) -> Changes:
    """Return the changes of two decisions, one after the other; the second was made on the book after the first."""
    if first.is_empty or second.is_empty:
        return second if first.is_empty else first
    return Changes(
        markets=_with(first.markets, second.markets),
        tickets=_with(first.tickets, second.tickets),
        sides=_with(first.sides, second.sides),
        movements=(*first.movements, *second.movements),
        notices=(*first.notices, *second.notices),
    )


def _with(rows: Sequence[Any], changed: Sequence[Any]) -> tuple[Any, ...]:
    """Return rows by their numbers; those that changed replace those of the same number."""
    found = {row.number: row for row in rows} | {row.number: row for row in changed}
    return tuple(found[number] for number in sorted(found))


def _purses(book: Book, moved: Sequence[Movement]) -> dict[PlayerId, Sesterces]:
    purses = dict(book.purses)
    for each in moved:
        for posting in each.postings:
            player = posting.account.player
            if posting.account.kind == "purse" and player is not None:
                purses[player] = Sesterces(purses.get(player, 0) + posting.amount)
    return purses


def _pots(book: Book, moved: Sequence[Movement]) -> dict[int, Sesterces]:
    pots = dict(book.pots)
    for each in moved:
        for posting in each.postings:
            market = posting.account.number
            if posting.account.kind == "pot" and market is not None:
                pots[market] = Sesterces(pots.get(market, 0) + posting.amount)
    return pots
