"""How markets and side bets close, pay and give back (B-7 to B-15)."""

from collections.abc import Collection, Sequence
from typing import Any

from msgspec.structs import replace

from engine.betting import insiders, outcomes, pools, sealed
from engine.betting.book import AHEAD, HOUSE_KINDS, Book, Choice, Market, SideBet, Ticket
from engine.betting.draft import Draft
from engine.betting.outcomes import Ended
from engine.betting.purses import week_began
from engine.betting.rules import BANK_RACES_A_WEEK
from records.values import EntryId, PlayerId

STARTS = ("start", "speeds")
"""Codes of events that close the bets before a race: its start; of a league's race, its first speeds (H.2)."""


def closed_before(book: Book) -> dict[str, Any]:
    """Return the moment that closed the bets before a race, and its time: the start, or an earlier cancellation (B-2).

    The time is ``None`` for a start that is not on record yet.
    """
    closed = next((each.closed for each in book.markets if each.moment in STARTS), None)
    if closed is None and book.race.state == "cancelled":
        return {"moment": "cancelled", "closed": book.race.ended}
    return {"moment": "start", "closed": closed}


def close(draft: Draft, market: Market, seq: int, moment: str) -> Market:
    """Close a market: from now on players place no bet in it, and take none back (B-2)."""
    closed = replace(market, state="closed", closed=draft.now, closed_at=seq, moment=moment)
    draft.put_market(closed)
    return closed


def void(draft: Draft, market: Market, why: str) -> None:
    """Give all stakes of a market back, and be done with it (B-11, B-12)."""
    forfeit(draft, market, (), why)


def forfeit(draft: Draft, market: Market, players: Collection[PlayerId], why: str) -> None:
    """Let these players lose their stakes in a market, to the house, and give back the others' (B-15)."""
    for ticket in draft.live(market.number):
        if ticket.player in players:
            draft.lose(ticket, "forfeited")
        else:
            draft.refund(ticket, why=why)
    draft.put_market(replace(market, state="void", ended=draft.now, why=why))


def forfeit_side(draft: Draft, side: SideBet, players: Collection[PlayerId], why: str) -> None:
    """Let these players lose their stakes in a side bet, to the house, and give back the others' (B-15)."""
    release(draft, side, None, players)
    draft.put_side(replace(side, state="void", why=why, ended=draft.now))


def void_side(draft: Draft, side: SideBet, why: str) -> None:
    """Give both their stakes of a side bet back (B-14)."""
    forfeit_side(draft, side, (), why)


def release(draft: Draft, side: SideBet, winner: PlayerId | None, forfeit: Collection[PlayerId] = ()) -> None:
    """Empty the escrow of a side bet: to the winner, or their own stakes to both (B-14).

    :param forfeit: whose stakes are the house's instead of coming back.
    """
    taken = side.against if side.state == "accepted" else 0
    all_of_it = side.stake + taken
    to_proposer = all_of_it if winner == side.proposer else 0 if winner is not None else side.stake
    own = ((side.proposer, to_proposer), (side.taker, all_of_it - to_proposer))
    draft.move(
        f"release:{side.race}:{side.number}",
        "release",
        (draft.of_escrow(side.number), -all_of_it),
        *((draft.house if player in forfeit else draft.of_purse(player), amount) for player, amount in own),
    )


# The end


def settle_all(draft: Draft, ended: Ended) -> None:
    """Settle all that is not over yet: once, as the race is over (B-12). Markets that never closed give stakes back."""
    for market in list(draft.markets.values()):
        if market.state == "open":
            void(draft, market, "not closed")
    void_one_sided(draft)
    main = sealed.main_market(tuple(draft.markets.values()))
    if main is not None and main.state == "closed":
        _settle_sealed(draft, main, ended)
    for market in list(draft.markets.values()):
        if market.state != "closed" or market.kind == "sealed":
            continue
        if market.kind in HOUSE_KINDS:
            settle_house(draft, market, outcomes.winners_of(market.kind, ended))
        else:
            _settle_pool(draft, market, ended)
    for side in list(draft.sides.values()):
        if side.state == "offered":
            void_side(draft, side, "not accepted")
        elif side.state == "accepted":
            _settle_side(draft, side, ended)


def void_one_sided(draft: Draft) -> None:
    """Give back the closed markets that have not two bettors on two different choices (B-11).

    Windows go with the sealed bets before the race. A race that began before this rule held is weighed here, too.
    """
    for market in list(draft.markets.values()):
        if (
            market.kind in HOUSE_KINDS
            or market.state != "closed"
            or market.window
            or not pools.is_one_sided(draft.live(market.number))
        ):
            continue
        for window in list(draft.markets.values()) if market.kind == "sealed" else ():
            if window.window and window.state in ("open", "closed"):
                void(draft, window, "one-sided")
        void(draft, market, "one-sided")


def make_odds(draft: Draft, market: Market) -> None:
    """Make the odds of the sealed bets from those standing before the race (26.2, B-5)."""
    stakes = sealed.stakes_on([str(each.entry) for each in draft.book.entries], draft.live(market.number))
    draft.put_market(replace(market, odds=sealed.odds(stakes)))


def _settle_sealed(draft: Draft, main: Market, ended: Ended) -> None:
    """Pay the sealed bets on the winner, those of windows included; the rest is the house's (26.4, F4)."""
    make_odds(draft, main)  # in a race that began before B-5 said so, stakes may have come back since
    markets = [each for each in draft.markets.values() if each.kind == "sealed" and each.state == "closed"]
    winners = outcomes.winners_of("sealed", ended)
    won: list[Ticket] = []
    for ticket in draft.live(*(each.number for each in markets)):
        if ticket.choice not in winners:
            draft.lose(ticket)
        elif why := why_capped(draft, ticket):
            draft.refund(ticket, why=why)
        else:
            won.append(ticket)
    _pay_sealed(draft, draft.markets[main.number], won)
    draft.sweep(main.number)
    for market in markets:
        known = draft.markets[market.number]  # with its odds as they were made
        draft.put_market(replace(known, state="settled", ended=draft.now, winners=winners))


def _pay_sealed(draft: Draft, main: Market, won: Sequence[Ticket]) -> None:
    """Pay by the pool as far as it goes (26.41), or by the bank, as far as that goes (Epic B.8, B-8)."""
    if draft.rules.cover == "bank":
        _pay_by_bank(draft, main, won)
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


def _pay_by_bank(draft: Draft, main: Market, won: Sequence[Ticket]) -> None:
    """Pay odds and stakes from the pool and the bank's addition; each the same part of it where that is too little."""
    dues = {ticket.number: sealed.due_by_bank(ticket, main.odds) for ticket in won}
    paid = sealed.in_proportion(dues, draft.pot(main.number) + _left_in_bank(draft))
    for ticket in won:
        amount = paid[ticket.number]
        draft.pay(ticket, amount, "bank" if amount < dues[ticket.number] else "")


def _left_in_bank(draft: Draft) -> int:
    """Return the sesterces that the bank may add to this race: its limit, and the rest of the week's (B-8)."""
    week = BANK_RACES_A_WEEK * draft.server.bank - draft.book.minted(week_began(draft.now))
    return max(0, min(draft.rules.bank, week))


def _settle_pool(draft: Draft, market: Market, ended: Ended) -> None:
    """Pay a pool's winners; without winners, give all stakes back (B-9, B-11)."""
    winners = outcomes.winners_of(market.kind, ended)
    tickets = draft.live(market.number)
    paid = pools.payoffs(tickets, winners, draft.rules.share)
    if not paid:
        void(draft, replace(market, winners=winners), "nobody" if winners else "no outcome")
        return
    for ticket in tickets:
        if ticket.number not in paid:
            draft.lose(ticket)
        elif why := why_capped(draft, ticket):
            draft.refund(ticket, why=why)  # what it would have won is the house's: others gain nothing by it (B-15)
        else:
            draft.pay(ticket, paid[ticket.number])
    draft.sweep(market.number)
    draft.put_market(replace(market, state="settled", ended=draft.now, winners=winners))


def settle_house(draft: Draft, market: Market, winners: tuple[Choice, ...]) -> None:
    """Pay the winners of a market of the house at its odds, and give it the rest (B-24).

    Without winners all stakes come back: nobody was right, the house neither.
    """
    if not winners:
        void(draft, market, "no outcome")
        return
    won: list[Ticket] = []
    for ticket in draft.live(market.number):
        if ticket.choice not in winners:
            draft.lose(ticket)
        elif why := why_capped(draft, ticket):
            draft.refund(ticket, why=why)
        else:
            won.append(ticket)
    dues = {each.number: each.stake * market.odds[each.choice] // 100 for each in won}
    draft.cover(market.number, sum(dues.values()))
    for ticket in won:
        draft.pay(ticket, dues[ticket.number])
    draft.sweep(market.number)
    draft.put_market(replace(market, state="settled", ended=draft.now, winners=winners))


def _settle_side(draft: Draft, side: SideBet, ended: Ended) -> None:
    winner = outcomes.winner_of_side(side, ended.results)
    if winner is None:
        void_side(draft, side, "even")
        return
    backed = side.entry if winner == side.proposer else side.rival
    if not insiders.may_take_side(draft.book, winner, backed, draft.taken_over.get(winner, ())):
        void_side(draft, side, "driver")  # the winner has come to drive a rival (B-15)
        return
    if winner in draft.steered or insiders.is_bank_host(draft.book, draft.rules, winner):
        void_side(draft, side, "steered" if winner in draft.steered else "bank host")
        return
    release(draft, side, winner)
    draft.put_side(replace(side, state="settled", winner=winner, ended=draft.now))


def why_capped(draft: Draft, ticket: Ticket) -> str:
    """Return the code of the reason why a ticket may bring no gain; empty if it may (B-8, B-13, B-15).

    Its player has taken over a rival, if only for a while; has joined the league; has steered the race; hosts a race
    whose bets the bank pays; or the other bettors on that chariot got their stakes back.
    """
    kind, had = draft.markets[ticket.market].kind, draft.taken_over.get(ticket.player, ())
    if not insiders.may_back(draft.book, draft.rules, ticket.player, kind, ticket.choice, had):
        return "driver"
    if ticket.player in draft.book.insiders:
        return "of the league"
    if ticket.player in draft.steered:
        return "steered"
    if insiders.is_bank_host(draft.book, draft.rules, ticket.player, kind):
        return "bank host"
    return "replaced" if ticket.why == "replaced" else ""


# Chariots and drivers that change


def give_back_on(draft: Draft, entry: EntryId, why: str, *, but_of: Sequence[PlayerId] = ()) -> None:
    """Give back the tickets on a chariot in markets that are not over, but for those of some players (B-13).

    Where bets are closed these stay, and win no more than their stake: they must not have what others would have won.
    """
    under_way = [number for number, each in draft.markets.items() if each.state in ("open", "closed")]
    for ticket in draft.live(*under_way):
        if str(entry) in ticket.choice.split(AHEAD):
            if ticket.player not in but_of:
                draft.refund(ticket, why=why)
            elif draft.markets[ticket.market].state == "closed":
                draft.put_ticket(replace(ticket, why=why))


def void_sides_about(draft: Draft, entry: EntryId, why: str) -> None:
    """Call off the side bets about a chariot (B-13)."""
    for side in list(draft.sides.values()):
        if side.state in ("offered", "accepted") and entry in (side.entry, side.rival):
            void_side(draft, side, why)
