"""A book with changes under way: each decision sees the ones made before it in the same transaction.

Stakes, refunds, payoffs and the house's share follow the rulings B-1, B-7 to B-9, B-11 and B-12.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property

import msgspec

from engine.betting import insiders, purses
from engine.betting.book import (
    HOUSE_KINDS,
    Account,
    Book,
    Changes,
    Market,
    Movement,
    MovementKind,
    Posting,
    SideBet,
    Ticket,
    TicketState,
)
from engine.betting.reasons import BetReason
from engine.betting.rules import ServerRules, TableRules
from records.refusals import Refused
from records.values import Faction, PlayerId, Sesterces


class Draft:
    """Made from a book; :meth:`changes` are the rows that are not as they were, and all movements.

    It reads tickets from the book only as it needs them: there may be thousands.
    """

    def __init__(self, book: Book, now: float) -> None:
        self.book, self.now = book, now
        self.rules = msgspec.json.decode(book.rules, type=TableRules)
        self.server = msgspec.json.decode(book.server, type=ServerRules)
        self.markets = {market.number: market for market in book.markets}
        self.sides = {side.number: side for side in book.sides}
        self._tickets: dict[int, Ticket] = {}  # new ones, and those that changed
        self._purses: dict[PlayerId, int] = {}  # those that changed
        self._pots: dict[int, int] = {}  # those that changed
        self._movements: list[Movement] = []

    def changes(self) -> Changes:
        """Return the rows that changed, and all movements in their order."""
        markets = {market.number: market for market in self.book.markets}
        sides = {side.number: side for side in self.book.sides}
        return Changes(
            markets=tuple(each for number, each in self.markets.items() if markets.get(number) != each),
            tickets=tuple(self._tickets[number] for number in sorted(self._tickets)),
            sides=tuple(each for number, each in self.sides.items() if sides.get(number) != each),
            movements=tuple(self._movements),
        )

    @cached_property
    def taken_over(self) -> Mapping[PlayerId, set[Faction]]:
        """The factions that each player has taken over under way (B-15)."""
        return insiders.taken_over(self.book)

    @cached_property
    def steered(self) -> Mapping[PlayerId, str]:
        """The players who have steered the race since its start, each with their first such act (B-15)."""
        return insiders.steered(self.book)

    # Rows

    def put_market(self, market: Market) -> None:
        self.markets[market.number] = market

    def put_ticket(self, ticket: Ticket) -> None:
        self._tickets[ticket.number] = ticket

    def put_side(self, side: SideBet) -> None:
        self.sides[side.number] = side

    def next_market(self) -> int:
        """Return the number of the next market, 1 first."""
        return max(self.markets, default=0) + 1

    def next_ticket(self) -> int:
        """Return the number of the next ticket, 1 first."""
        return max(len(self.book.tickets), max(self._tickets, default=0)) + 1

    def next_side(self) -> int:
        """Return the number of the next side bet, 1 first."""
        return max(self.sides, default=0) + 1

    def tickets(self) -> Iterator[Ticket]:
        """Yield all tickets by number, as they are by now."""
        for ticket in self.book.tickets:
            yield self._tickets.get(ticket.number, ticket)
        known = len(self.book.tickets)
        yield from (self._tickets[number] for number in sorted(self._tickets) if number > known)

    def live(self, *markets: int) -> list[Ticket]:
        """Return the open tickets of these markets, by number."""
        return [ticket for ticket in self.tickets() if ticket.state == "open" and ticket.market in markets]

    # Money

    def touch(self, player: PlayerId) -> None:
        """Give a player the gift and the week's stipend, if they are due as somebody touches the purse (B-1)."""
        for movement in purses.opening(self.book.race.guild, player, self.server, self.now):
            if not self.book.has_moved(movement.key) and movement not in self._movements:
                self._record(movement)

    def require(self, player: PlayerId, need: int) -> None:
        """Touch a purse, and raise :exc:`Refused` if it holds fewer than *need* sesterces (B-1)."""
        self.touch(player)
        have = self.purse(player)
        if need > have:
            raise Refused(BetReason.PURSE_TOO_LIGHT, rule="B-1", have=have, need=need)

    def purse(self, player: PlayerId) -> Sesterces:
        """Return the sesterces that a player has; 0 if their purse was never opened."""
        have = self._purses.get(player)
        return Sesterces(have if have is not None else self.book.purses.get(player, 0))

    def pot(self, market: int) -> Sesterces:
        """Return the sesterces in a market's own pot."""
        have = self._pots.get(market)
        return Sesterces(have if have is not None else self.book.pots.get(market, 0))

    def pot_of(self, market: int) -> int:
        """Return the number of the market whose pot takes the stakes of *market*.

        That of a window's bets is the pot of the sealed bets before the race: one pool pays all of them (26.41).
        """
        if not self.markets[market].window:  # the house's, too, has a pot of its own
            return market
        before = (n for n, each in self.markets.items() if n < market and each.kind == "sealed" and not each.window)
        return max(before)

    def of_purse(self, player: PlayerId) -> Account:
        return Account("purse", self.book.race.guild, player)

    def of_pot(self, market: int) -> Account:
        return Account("pot", self.book.race.guild, race=self.book.race.id, number=market)

    def of_escrow(self, side: int) -> Account:
        return Account("escrow", self.book.race.guild, race=self.book.race.id, number=side)

    @property
    def mint(self) -> Account:
        return Account("mint", self.book.race.guild)

    @property
    def house(self) -> Account:
        return Account("house", self.book.race.guild)

    @property
    def bank(self) -> Account:
        """The house's own money in this race (B-24)."""
        return Account("bank", self.book.race.guild, race=self.book.race.id)

    def move(self, key: str, kind: MovementKind, *postings: tuple[Account, int]) -> None:
        """Move sesterces between accounts; skip postings of 0, and a movement without postings.

        :param postings: accounts with the sesterces that each gets, below 0 for those it gives; they sum to 0.
        """
        booked = tuple(Posting(account, amount) for account, amount in postings if amount)
        assert sum(posting.amount for posting in booked) == 0, f"{key} does not sum to zero"
        race = self.book.race
        if booked:
            self._record(Movement(key=key, kind=kind, guild=race.guild, postings=booked, race=race.id, at=self.now))

    def _record(self, movement: Movement) -> None:
        self._movements.append(movement)
        for posting in movement.postings:
            account = posting.account
            if account.kind == "purse" and account.player is not None:
                self._purses[account.player] = self.purse(account.player) + posting.amount
            elif account.kind == "pot" and account.number is not None:
                self._pots[account.number] = self.pot(account.number) + posting.amount

    # Tickets

    def stake(self, ticket: Ticket) -> None:
        """Move a new ticket's stake from its player's purse into the pot (B-9)."""
        pot = self.of_pot(self.pot_of(ticket.market))
        key = f"stake:{ticket.race}:{ticket.number}"
        self.move(key, "stake", (self.of_purse(ticket.player), -ticket.stake), (pot, ticket.stake))
        self.put_ticket(ticket)

    def refund(self, ticket: Ticket, state: TicketState = "refunded", why: str = "") -> None:
        """Give the whole stake of a ticket back to its player (B-11).

        :param why: the reason's code, such as "one-sided".
        """
        pot = self.of_pot(self.pot_of(ticket.market))
        kind: MovementKind = "return" if state == "cancelled" else "void"
        key = f"return:{ticket.race}:{ticket.number}"
        self.move(key, kind, (pot, -ticket.stake), (self.of_purse(ticket.player), ticket.stake))
        self.put_ticket(msgspec.structs.replace(ticket, state=state, paid=ticket.stake, why=why))

    def pay(self, ticket: Ticket, paid: int, why: str = "") -> None:
        """Pay a winning ticket from the pot, and the rest from the mint (B-7, B-8, B-9).

        :param paid: sesterces, the stake included; 0 if the pool has none left for it.
        """
        pot = self.pot_of(ticket.market)
        from_pot = min(paid, self.pot(pot))
        sources = ((self.of_pot(pot), -from_pot), (self.mint, from_pot - paid))
        self.move(f"payoff:{ticket.race}:{ticket.number}", "payoff", *sources, (self.of_purse(ticket.player), paid))
        self.put_ticket(msgspec.structs.replace(ticket, state="won", paid=Sesterces(paid), why=why))

    def lose(self, ticket: Ticket, why: str = "") -> None:
        self.put_ticket(msgspec.structs.replace(ticket, state="lost", why=why or ticket.why))

    def cover(self, market: int, owed: int) -> None:
        """Bring a pot of the house's to the sum that it owes, with the house's own money (B-24)."""
        lacks = max(0, owed - self.pot(market))
        self.move(f"cover:{self.book.race.id}:{market}", "stake", (self.bank, -lacks), (self.of_pot(market), lacks))

    def sweep(self, market: int) -> None:
        """Move the rest of a pot to the house: its share, and the rounding (B-9); of its own bets all it won (B-24)."""
        rest = self.pot(market)
        to = self.bank if self.markets[market].kind in HOUSE_KINDS else self.house
        self.move(f"share:{self.book.race.id}:{market}", "share", (self.of_pot(market), -rest), (to, rest))
