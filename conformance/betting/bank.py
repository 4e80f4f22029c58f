"""A bank in memory, as strict as the one in the database: it writes decisions of the betting table, or fails."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.betting.book import (
    HOUSE_KINDS,
    MAY_OWE,
    STANDING,
    Account,
    Book,
    Changes,
    Market,
    Movement,
    Purses,
    SideBet,
    SideInField,
    Ticket,
    Tickets,
)
from records.acts import ActRecord
from records.races import EntryRecord, FactionRecord, RaceRecord
from records.values import PlayerId, RaceId, Sesterces


class BankBroken(Exception):
    """Something was decided that no ledger may take."""


class Bank:
    """The race, its betting rows and all accounts of its server."""

    def __init__(self, race: RaceRecord, rules: str = "{}", server: str = "{}") -> None:
        self.race, self.rules, self.server = race, rules, server
        self.factions: tuple[FactionRecord, ...] = ()
        self.entries: tuple[EntryRecord, ...] = ()
        self.acts: list[ActRecord] = []
        self.insiders: frozenset[PlayerId] = frozenset()
        self.markets: dict[int, Market] = {}
        self.tickets: dict[int, Ticket] = {}
        self.sides: dict[int, SideBet] = {}
        self.balances: dict[Account, int] = {}
        self.movements: dict[str, Movement] = {}

    def book(self) -> Book:
        """Return all that a decision may need."""
        return Book(
            race=self.race,
            factions=self.factions,
            entries=self.entries,
            rules=self.rules,
            server=self.server,
            markets=tuple(self.markets.values()),
            tickets=Tickets(self.tickets.values()),
            sides=tuple(self.sides.values()),
            purses=self.purses(),
            pots={number: Sesterces(self.pot(number)) for number in self.markets},
            facts=list,
            acts=self.acts.copy,
            given=self.given,
            taken=self.taken,
            sides_of=self.sides_of,
            minted=self.minted,
            has_moved=self.movements.__contains__,
            insiders=self.insiders,
            against_house=self.against_house,
            house_lost=self.house_lost,
        )

    def purses_now(self) -> Purses:
        """Return all that a decision about purses may need."""
        guild = self.race.guild
        return Purses(
            guild=guild,
            server=self.server,
            balances=self.purses(),
            given=self.given,
            taken=self.taken,
            sides_of=self.sides_of,
            has_moved=self.movements.__contains__,
        )

    def apply(self, changes: Changes) -> None:
        """Write the decisions.

        :raises BankBroken: if a ledger could not take it.
        """
        for movement in changes.movements:
            self.move(movement)
        for market in changes.markets:
            self._write_market(market)
        for ticket in changes.tickets:
            self._write_ticket(ticket)
        for side in changes.sides:
            self._write_side(side)

    def move(self, *movements: Movement) -> None:
        """Write movements; raise :exc:`BankBroken` for one that comes twice or is not balanced."""
        for movement in movements:
            if movement.key in self.movements:
                raise BankBroken(f"{movement.key} moves twice")
            amounts = [posting.amount for posting in movement.postings]
            if len(amounts) < 2 or sum(amounts) != 0 or 0 in amounts:
                raise BankBroken(f"{movement.key} is not balanced: {amounts}")
            self.movements[movement.key] = movement
            for posting in movement.postings:
                self._post(posting.account, posting.amount)

    def _post(self, account: Account, amount: int) -> None:
        balance = self.balances.get(account, 0) + amount
        if balance < 0 and account.kind not in MAY_OWE:
            raise BankBroken(f"{account.name} would hold {balance}")
        self.balances[account] = balance

    def _write_market(self, market: Market) -> None:
        known = self.markets.get(market.number)
        if known is not None and known.state in ("settled", "void") and known != market:
            raise BankBroken(f"market {market.number} was {known.state}, and changes")
        self.markets[market.number] = market

    def _write_side(self, side: SideBet) -> None:
        known = self.sides.get(side.number)
        if known is not None and known.state not in ("offered", "accepted") and known != side:
            raise BankBroken(f"side bet {side.number} was {known.state}, and changes")
        self.sides[side.number] = side

    def _write_ticket(self, ticket: Ticket) -> None:
        known = self.tickets.get(ticket.number)
        if known is None and ticket.number != len(self.tickets) + 1:
            raise BankBroken(f"ticket {ticket.number} leaves a gap")
        if known is not None and known.state != "open" and known != ticket:
            raise BankBroken(f"ticket {ticket.number} was {known.state}, and changes")
        if known is None and any(each.key == ticket.key for each in self.tickets.values()):
            raise BankBroken(f"ticket {ticket.number} comes of a press that has placed one")
        self.tickets[ticket.number] = ticket

    # What there is

    def purses(self) -> dict[PlayerId, Sesterces]:
        """Return all purses that were opened."""
        return {
            account.player: Sesterces(balance)
            for account, balance in self.balances.items()
            if account.kind == "purse" and account.player is not None
        }

    def pot(self, number: int) -> int:
        """Return the sesterces in a market's pot."""
        return self.balances.get(Account("pot", self.race.guild, race=self.race.id, number=number), 0)

    def sum_of(self, kind: str) -> int:
        """Return the sesterces on all accounts of a kind."""
        return sum(balance for account, balance in self.balances.items() if account.kind == kind)

    def given(self, player: PlayerId, since: float) -> Sesterces:
        """Return the sesterces that a player has given to others since then."""
        return Sesterces(-sum(each for each in self._presents(player, since) if each < 0))

    def taken(self, player: PlayerId, since: float) -> Sesterces:
        """Return the sesterces that a player has had from others since then."""
        return Sesterces(sum(each for each in self._presents(player, since) if each > 0))

    def _presents(self, player: PlayerId, since: float) -> list[int]:
        purse = Account("purse", self.race.guild, player)
        return [
            posting.amount
            for movement in self.movements.values()
            if movement.kind == "present" and movement.at >= since
            for posting in movement.postings
            if posting.account == purse
        ]

    def sides_of(self, player: PlayerId, since: float) -> list[SideInField]:
        """Return the side bets of a player that were offered since then, or were not over then."""
        mine = [each for each in self.sides.values() if player in (each.proposer, each.taker)]
        there = [each for each in mine if each.at >= since or each.ended is None or each.ended >= since]
        return [SideInField(each, len(self.entries)) for each in there]

    def minted(self, since: float) -> Sesterces:
        """Return the sesterces that the bank has added to bets since then."""
        paid = [each for each in self.movements.values() if each.kind == "payoff" and each.at >= since]
        sources = [posting for movement in paid for posting in movement.postings if posting.account.kind == "mint"]
        return Sesterces(-sum(posting.amount for posting in sources))

    def against_house(self, player: PlayerId, since: float) -> int:
        """Return the sesterces that a player has staked against the house since then."""
        ours = {each.number for each in self.markets.values() if each.kind in HOUSE_KINDS}
        mine = [each for each in self.tickets.values() if each.player == player and each.market in ours]
        return sum(each.stake for each in mine if each.state in STANDING and each.at >= since)

    def house_lost(self, since: float) -> int:
        """Return the sesterces that the house has lost by its bets since then; below 0 if it has won."""
        moved = [each for each in self.movements.values() if each.at >= since]
        own = (posting for each in moved for posting in each.postings if posting.account.kind == "bank")
        return -sum(posting.amount for posting in own)

    def has_faults(self) -> Sequence[str]:
        """Return the sums that do not add up, in words; there should be none."""
        found = []
        if sum(self.balances.values()):
            found.append(f"all accounts together hold {sum(self.balances.values())}")
        under_way = [each for each in self.tickets.values() if each.state == "open"]
        if sum(each.stake for each in under_way) != self.sum_of("pot"):
            found.append(f"pots hold {self.sum_of('pot')}, open tickets {sum(each.stake for each in under_way)}")
        held = sum(_held(each) for each in self.sides.values())
        if held != self.sum_of("escrow"):
            found.append(f"escrow holds {self.sum_of('escrow')}, side bets {held}")
        return found

    def set_race(self, **changed: object) -> None:
        self.race = replace(self.race, **changed)


def _held(side: SideBet) -> int:
    return {"offered": side.stake, "accepted": side.stake + side.against}.get(side.state, 0)


def a_race(**changed: object) -> RaceRecord:
    """Return a race that is open to enter."""
    race = RaceRecord(
        id=RaceId(1),
        guild=1,
        channel=1,
        ruleset="circus-maximus",
        options="{}",
        host=PlayerId(1),
        title="Ludi",
        secret="",
        commitment="published",
        seconds={},
        opened=0.0,
    )
    return replace(race, **changed)
