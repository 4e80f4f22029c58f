"""The fields of a betting table in a case: purses, markets, tickets, side bets."""

from collections.abc import Mapping
from typing import Any

from conformance.betting.bank import Bank
from engine.betting.board import board_for
from engine.betting.book import Account, Market, SideBet, Ticket
from records.values import EntryId, PlayerId

Names = Mapping[Any, str]

SUMS = {"house": "house", "mint": "mint", "pots": "pot", "escrow": "escrow"}
"""Accounts of a kind together, by the name that a case gives them."""


def fields_of(
    bank: Bank, name: str, players: Mapping[str, PlayerId], entries: Mapping[str, EntryId]
) -> Mapping[str, Any]:
    """Return all values of a player, a market, ``ticket 1``, ``side 1`` or a kind of account.

    :raises ValueError: if there is no such thing.
    """
    colours = {str(entry): colour for colour, entry in entries.items()}
    names = {player: known for known, player in players.items()}
    kind, _, number = name.rpartition(" ")
    if name in players:
        return {"purse": bank.purses().get(players[name])}
    if name in SUMS:
        return {"balance": bank.sum_of(SUMS[name])}
    if kind == "ticket" and number.isdecimal() and int(number) in bank.tickets:
        return _of_ticket(bank, bank.tickets[int(number)], colours, names)
    if kind == "side" and number.isdecimal() and int(number) in bank.sides:
        return _of_side(bank.sides[int(number)], names)
    if name == "table":
        return {"markets": [each.kind for each in bank.markets.values() if each.state != "void"]}
    market = _market(bank, name)
    if market is None:
        raise ValueError(f"there is no {name!r} at the table")
    return _of_market(bank, market, colours)


def _market(bank: Bank, name: str) -> Market | None:
    """Return the newest market of that name: a kind, or ``window 1``."""
    window = int(name.removeprefix("window ")) if name.startswith("window ") else 0
    kind = "sealed" if window else name
    found = [each for each in bank.markets.values() if each.kind == kind and each.window == window]
    return found[-1] if found else None


def _of_ticket(bank: Bank, ticket: Ticket, colours: Names, names: Names) -> Mapping[str, Any]:
    market = bank.markets[ticket.market]
    return {
        "player": names[ticket.player],
        "market": market.kind,
        "window": market.window,
        "choice": colours.get(ticket.choice, ticket.choice),
        "stake": ticket.stake,
        "paid": ticket.paid,
        "state": ticket.state,
        "why": ticket.why,
    }


def _of_side(side: SideBet, names: Names) -> Mapping[str, Any]:
    winner = names[side.winner] if side.winner is not None else None
    return {"state": side.state, "winner": winner, "why": side.why}


def _of_market(bank: Bank, market: Market, colours: Names) -> Mapping[str, Any]:
    shown = next(each for each in board_for(bank.book(), None).markets if each.number == market.number)
    pot = Account("pot", bank.race.guild, race=bank.race.id, number=market.number)
    return {
        "state": market.state,
        "moment": market.moment,
        "closed": None if market.closed is None else int(market.closed),
        "why": market.why,
        "winners": [colours.get(each, each) for each in market.winners],
        "odds": {colours.get(each, each): odds for each, odds in market.odds.items()},
        "pot": bank.balances.get(pot, 0),
        "staked": shown.staked,
        "seals": shown.seals,
        "pays": {colours.get(each.choice, each.choice): each.pays for each in shown.choices},
    }
