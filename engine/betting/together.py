"""Several decisions within one transaction: the later ones see the changes of the earlier ones."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from engine.betting.book import Account, AccountKind, Book, Changes, Movement, Tickets
from records.values import Sesterces

Owner = TypeVar("Owner", bound=int)


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
        purses=_moved(book.purses, moved, "purse", lambda account: account.player) if moved else book.purses,
        pots=_moved(book.pots, moved, "pot", lambda account: account.number) if moved else book.pots,
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


def _moved(
    balances: Mapping[Owner, Sesterces],
    moved: Sequence[Movement],
    kind: AccountKind,
    owner: Callable[[Account], Owner | None],
) -> dict[Owner, Sesterces]:
    """Return the balances of all accounts of a kind after some movements, by their owners."""
    after = dict(balances)
    for posting in (posting for each in moved for posting in each.postings):
        whose = owner(posting.account) if posting.account.kind == kind else None
        if whose is not None:
            after[whose] = Sesterces(after.get(whose, 0) + posting.amount)
    return after
