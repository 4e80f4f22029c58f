"""Bets and money for tests of what is kept; decisions of the simplest kind, without any rules."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from db.store import Store
from engine.betting.book import Account, Book, Changes, Market, Movement, Posting, SideBet, Ticket
from records.values import EntryId, PlayerId, RaceId, Sesterces
from tests.db.samples import a_lobby

GUILD = 1
MINT, HOUSE = Account("mint", GUILD), Account("house", GUILD)


def purse(player: int) -> Account:
    return Account("purse", GUILD, PlayerId(player))


def pot(race: RaceId, market: int = 1) -> Account:
    return Account("pot", GUILD, race=race, number=market)


def a_movement(key: str, *postings: tuple[Account, int], **values: Any) -> Movement:
    given: dict[str, Any] = {"kind": "gift", "guild": GUILD, "at": 1000.0}
    return Movement(key=key, postings=tuple(Posting(*each) for each in postings), **{**given, **values})


def a_gift(player: int, amount: int = 1000) -> Movement:
    return a_movement(f"gift:{GUILD}:{player}", (MINT, -amount), (purse(player), amount))


def a_market(race: RaceId, number: int = 1, **values: Any) -> Market:
    given: dict[str, Any] = {"kind": "win", "opened": 1000.0, "opened_at": 0}
    return Market(race=race, number=number, **{**given, **values})


def a_ticket(race: RaceId, number: int = 1, **values: Any) -> Ticket:
    given: dict[str, Any] = {
        "market": 1,
        "player": PlayerId(100),
        "name": "Ann",
        "choice": "1",
        "stake": Sesterces(100),
        "key": f"press {number}",
        "at": 1000.0,
    }
    return Ticket(race=race, number=number, **{**given, **values})


def a_side(race: RaceId, number: int = 1, **values: Any) -> SideBet:
    given: dict[str, Any] = {
        "proposer": PlayerId(100),
        "proposer_name": "Ann",
        "taker": PlayerId(200),
        "taker_name": "Bob",
        "entry": EntryId(1),
        "rival": EntryId(2),
        "stake": Sesterces(50),
        "against": Sesterces(70),
        "key": f"offer {number}",
        "at": 1000.0,
    }
    return SideBet(race=race, number=number, **{**given, **values})


def opens(book: Book) -> Changes:
    """Open one market, unless it is open."""
    return Changes() if book.markets else Changes(markets=(a_market(book.race.id),))


def placing(player: int, key: str, stake: int = 100, choice: str = "1") -> Callable[[Book], Changes]:
    """Return what takes a stake out of a purse, which gets a gift first if it is new; the same key does it once."""

    def decide(book: Book) -> Changes:
        if book.tickets.pressed(PlayerId(player), key):
            return Changes()
        race, number = book.race.id, len(book.tickets) + 1
        gifts = () if PlayerId(player) in book.purses else (a_gift(player),)
        held = book.purses.get(PlayerId(player), Sesterces(1000))
        if held < stake:
            raise TooPoor(player)
        ticket = a_ticket(race, number, player=PlayerId(player), stake=Sesterces(stake), key=key, choice=choice)
        postings = (purse(player), -stake), (pot(race), stake)
        staked = a_movement(f"stake:{race}:{number}", *postings, kind="stake", race=race)
        return Changes(tickets=(ticket,), movements=(*gifts, staked))

    return decide


def refunds(book: Book) -> Changes:
    """Give all stakes back that are open, and end the markets."""
    held = [ticket for ticket in book.tickets if ticket.state == "open"]
    return Changes(
        markets=tuple(replace(each, state="void", ended=2000.0) for each in book.markets if each.state != "void"),
        tickets=tuple(replace(each, state="refunded", paid=each.stake) for each in held),
        movements=tuple(
            a_movement(
                f"return:{each.race}:{each.number}",
                (pot(each.race), -each.stake),
                (purse(each.player), each.stake),
                kind="return",
                race=each.race,
            )
            for each in held
        ),
    )


class TooPoor(Exception):
    """A purse does not hold the stake."""


async def a_table(store: Store, **values: Any) -> RaceId:
    """Keep a race in its lobby with one market."""
    race = await a_lobby(store, **values)
    await store.wagers.change(race, opens)
    return race
