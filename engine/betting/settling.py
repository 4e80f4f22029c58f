"""How markets and side bets are closed, settled and given back."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engine.betting import insiders, outcomes, pools, sealed
from engine.betting.book import Book, Market, SideBet, Ticket
from engine.betting.draft import Draft
from engine.betting.outcomes import Ended
from engine.values import EntryId, PlayerId


def closed_before(book: Book) -> dict[str, Any]:
    """Return the moment at which the bets before a race closed, and when: its start, unless it was called off before.

    Of a start that is not on record yet it is not known when that was.
    """
    closed = next((each.closed for each in book.markets if each.moment == "start"), None)
    if closed is None and book.race.state == "cancelled":
        return {"moment": "cancelled", "closed": book.race.ended}
    return {"moment": "start", "closed": closed}


def close(draft: Draft, market: Market, seq: int, moment: str) -> Market:
    """Close a market: nothing is placed in it or taken out any more (B-2)."""
    closed = replace(market, state="closed", closed=draft.now, closed_at=seq, moment=moment)
    draft.put_market(closed)
    return closed


def void(draft: Draft, market: Market, why: str) -> None:
    """Give all stakes of a market back, and be done with it (B-11, B-12)."""
    for ticket in draft.live(market.number):
        draft.refund(ticket, why=why)
    draft.put_market(replace(market, state="void", ended=draft.now, why=why))


def void_side(draft: Draft, side: SideBet, why: str) -> None:
    """Give both their stakes of a side bet back (B-14)."""
    release(draft, side, None)
    draft.put_side(replace(side, state="void", why=why, ended=draft.now))


def release(draft: Draft, side: SideBet, winner: PlayerId | None) -> None:
    """Empty the escrow of a side bet: to the winner, or to both what they put into it (B-14)."""
    taken = side.against if side.state == "accepted" else 0
    all_of_it = side.stake + taken
    to_proposer = all_of_it if winner == side.proposer else 0 if winner is not None else side.stake
    draft.move(
        f"release:{side.race}:{side.number}",
        "release",
        (draft.of_escrow(side.number), -all_of_it),
        (draft.of_purse(side.proposer), to_proposer),
        (draft.of_purse(side.taker), all_of_it - to_proposer),
    )


# The end


def settle_all(draft: Draft, ended: Ended) -> None:
    """Settle all that is not over yet: once, as the race is over (B-12). What never closed is given back."""
    for market in list(draft.markets.values()):
        if market.state == "open":
            void(draft, market, "not closed")
    main = sealed.main_market(tuple(draft.markets.values()))
    if main is not None and main.state == "closed":
        _settle_sealed(draft, main, ended)
    for market in list(draft.markets.values()):
        if market.kind != "sealed" and market.state == "closed":
            _settle_pool(draft, market, ended)
    for side in list(draft.sides.values()):
        if side.state == "offered":
            void_side(draft, side, "not accepted")
        elif side.state == "accepted":
            _settle_side(draft, side, ended)


def _settle_sealed(draft: Draft, main: Market, ended: Ended) -> None:
    """Pay the sealed bets on the winner, those of windows included; the rest is the house's (26.4, F4)."""
    markets = [each for each in draft.markets.values() if each.kind == "sealed" and each.state == "closed"]
    winners = outcomes.winners_of("sealed", ended)
    won: list[Ticket] = []
    for ticket in draft.live(*(each.number for each in markets)):
        if ticket.choice not in winners:
            draft.lose(ticket)
        elif is_barred(draft, ticket):
            draft.refund(ticket, why="driver")
        else:
            won.append(ticket)
    _pay_sealed(draft, main, won)
    draft.sweep(main.number)
    for market in markets:
        draft.put_market(replace(market, state="settled", ended=draft.now, winners=winners))


def _pay_sealed(draft: Draft, main: Market, won: Sequence[Ticket]) -> None:
    """Pay by the pool as far as it goes (26.41), or in full, by the bank (Epic B.8)."""
    if draft.rules.cover == "bank":
        for ticket in won:
            draft.pay(ticket, sealed.due_by_bank(ticket, main.odds))
        return
    dues = {ticket.number: sealed.due(ticket, main.odds) for ticket in won}
    of: dict[PlayerId, list[Ticket]] = {player: [] for player in sealed.lots(draft.book.race.commitment, won)}
    for ticket in won:
        of[ticket.player].append(ticket)
    in_all = {player: sum(dues[each.number] for each in tickets) for player, tickets in of.items()}
    paid = sealed.after_shortfall(in_all, draft.pot(main.number))
    by_ticket = {n: amount for player in of for n, amount in sealed.cuts(of[player], dues, paid[player]).items()}
    for ticket in won:
        amount = by_ticket[ticket.number]
        draft.pay(ticket, amount, "shortfall" if amount < dues[ticket.number] else "")


def _settle_pool(draft: Draft, market: Market, ended: Ended) -> None:
    """Pay a pool's winners; where there are none, all is given back (B-9, B-11)."""
    winners = outcomes.winners_of(market.kind, ended)
    tickets = draft.live(market.number)
    barred = [each for each in tickets if each.choice in winners and is_barred(draft, each)]
    counted = [each for each in tickets if each not in barred]
    paid = pools.payoffs(counted, winners, draft.rules.share)
    if not paid:
        void(draft, replace(market, winners=winners), "nobody" if winners else "no outcome")
        return
    for ticket in barred:
        draft.refund(ticket, why="driver")
    for ticket in counted:
        if ticket.number in paid:
            draft.pay(ticket, paid[ticket.number])
        else:
            draft.lose(ticket)
    draft.sweep(market.number)
    draft.put_market(replace(market, state="settled", ended=draft.now, winners=winners))


def _settle_side(draft: Draft, side: SideBet, ended: Ended) -> None:
    winner = outcomes.winner_of_side(side, ended.results)
    if winner is None:
        void_side(draft, side, "even")
        return
    backed = side.entry if winner == side.proposer else side.rival
    if not insiders.may_take_side(draft.book, winner, backed, draft.taken_over.get(winner, ())):
        void_side(draft, side, "driver")  # he has come to drive a rival (B-15)
        return
    release(draft, side, winner)
    draft.put_side(replace(side, state="settled", winner=winner, ended=draft.now))


def is_barred(draft: Draft, ticket: Ticket) -> bool:
    """Tell whether a ticket may bring no gain, as its player has come to drive a rival, if only for a while (B-15)."""
    kind, had = draft.markets[ticket.market].kind, draft.taken_over.get(ticket.player, ())
    return not insiders.may_back(draft.book, draft.rules, ticket.player, kind, ticket.choice, had)


# Chariots and drivers that change


def give_back_on(draft: Draft, entry: EntryId, why: str, *, but_of: Sequence[PlayerId] = ()) -> None:
    """Give back the tickets on a chariot in markets that are not over, but for those of some players (B-13)."""
    under_way = [number for number, each in draft.markets.items() if each.state in ("open", "closed")]
    for ticket in draft.live(*under_way):
        if ticket.choice == str(entry) and ticket.player not in but_of:
            draft.refund(ticket, why=why)


def void_sides_about(draft: Draft, entry: EntryId, why: str) -> None:
    """Call off the side bets about a chariot (B-13)."""
    for side in list(draft.sides.values()):
        if side.state in ("offered", "accepted") and entry in (side.entry, side.rival):
            void_side(draft, side, why)
