"""Somebody is forgotten: their bets that are open are void, and both sides of a side bet have their stakes back."""

from engine.betting import settling
from engine.betting.book import Book, Changes
from engine.betting.draft import Draft
from records.values import PlayerId

WHY = "forgotten"
"""The code of why such a bet is void."""


def void_all_of(book: Book, player: PlayerId, now: float) -> Changes:
    """Return the changes that end all open bets of one person on a race."""
    draft = Draft(book, now)
    for ticket in book.tickets.of(player):
        if ticket.state == "open":
            draft.refund(ticket, why=WHY)
    for side in book.sides:
        if player in (side.proposer, side.taker) and side.state in ("offered", "accepted"):
            settling.void_side(draft, side, WHY)
    return draft.changes()
