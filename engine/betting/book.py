"""Records of money and bets: plain data, no rules. Times are seconds since 1970, UTC.

All that changes money is decided on a :class:`Book`, read within the transaction that writes the :class:`Changes`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, overload

import msgspec

from records.acts import ActRecord
from records.notices import Notice
from records.play import Input
from records.races import EntryRecord, FactionRecord, RaceRecord
from records.values import EntryId, PlayerId, RaceId, Sesterces

AccountKind = Literal["purse", "mint", "house", "pot", "escrow", "treasury", "bank"]
"""A player's purse; the source of gifts; the money-changers; stakes of a market; of a side bet; a stable's cash in its
league; the source of that, or of a race the house's own money, with which it bets there."""

MAY_OWE: tuple[AccountKind, ...] = ("mint", "bank")
"""Accounts that may owe; the bank of a league owes its treasuries and pots alone, that of a race its pots."""

MovementKind = Literal[
    "gift", "stipend", "present", "stake", "return", "payoff", "share", "escrow", "release", "void", "league", "undone"
]  # fmt: skip
MarketKind = Literal[
    "sealed", "win", "place", "last survivor", "first wreck", "fastest lap", "finishers", "bank", "pair"
]  # fmt: skip
MarketState = Literal["open", "closed", "settled", "void"]
TicketState = Literal["open", "cancelled", "won", "lost", "refunded"]
SideState = Literal["offered", "accepted", "withdrawn", "declined", "settled", "void"]

HOUSE_KINDS: tuple[MarketKind, ...] = ("bank", "pair")
"""Markets in which everybody bets against the house: who wins, and who is ahead as a turn ends (B-24, B-25)."""

STANDING: tuple[TicketState, ...] = ("open", "won", "lost")
"""States of a ticket whose stake counts."""

AHEAD = ">"
"""Between two chariots in the choice of a pair."""

Choice = str
"""The choice of a ticket: an entry's number, ``over`` or ``under``, or of a pair ``3>5``: 3 is ahead of 5."""


class Account(msgspec.Struct, frozen=True):
    """Where money is. Its name is its key in the database."""

    kind: AccountKind
    guild: int
    player: PlayerId | None = None  # of a purse
    race: RaceId | None = None  # of a pot, an escrow; the league of a treasury, a bank
    number: int | None = None  # of the race's market, or side bet; of the league's stable

    @property
    def name(self) -> str:
        parts = (self.kind, self.guild, self.player, self.race, self.number)
        return ":".join(str(part) for part in parts if part is not None)


class Posting(msgspec.Struct, frozen=True):
    """The amount that a movement brings an account, or takes from it; never 0."""

    account: Account
    amount: int  # sesterces


class Movement(msgspec.Struct, frozen=True, kw_only=True):
    """Money that moves: its postings sum to zero. Of one key there is one movement, however often it is tried."""

    key: str
    kind: MovementKind
    guild: int
    postings: tuple[Posting, ...]
    race: RaceId | None = None
    memo: str = ""  # for people, such as whom a present was for
    at: float


class Market(msgspec.Struct, frozen=True, kw_only=True):
    """Something to bet on in a race."""

    race: RaceId
    number: int  # in its race, 1 first
    kind: MarketKind
    window: int = 0  # of sealed bets: 0 before the race, 1 and 2 at the end of those laps (26.3)
    state: MarketState = "open"
    opened: float
    opened_at: int  # the race's ``seq`` then
    closed: float | None = None
    closed_at: int | None = None  # the race's ``seq`` then
    moment: str = ""  # code of what closed it, such as ``start`` or ``order 3``
    ended: float | None = None  # settled or void
    why: str = ""  # code of why it is void or all is refunded
    winners: tuple[Choice, ...] = ()
    odds: dict[
        Choice, int
    ] = {}  # of sealed bets, fixed at the start (26.2); the house's: what 100 bring, from its opening
    basis: str = ""  # of the house's: the digest of what the odds were made for; of a pair its turn


class Ticket(msgspec.Struct, frozen=True, kw_only=True):
    """One bet."""

    race: RaceId
    number: int  # in its race, 1 first
    market: int
    player: PlayerId
    name: str  # of the player then
    choice: Choice
    stake: Sesterces
    key: str  # of the press that placed it: the same press places nothing twice
    at: float
    salt: str = ""  # of a sealed bet, hexadecimal
    state: TicketState = "open"
    paid: Sesterces = Sesterces(0)  # in all, a stake that comes back included
    why: str = ""  # code of why it was refunded or cut

    def __repr__(self) -> str:
        return f"Ticket({self.race}, {self.number}, market={self.market})"  # what it is on may be secret


class SideBet(msgspec.Struct, frozen=True, kw_only=True):
    """A bet between two players: *entry* ends ahead of *rival*; of all others, if there is no rival."""

    race: RaceId
    number: int  # in its race, 1 first
    proposer: PlayerId  # says that it will
    proposer_name: str
    taker: PlayerId  # says that it will not
    taker_name: str
    entry: EntryId
    rival: EntryId | None
    stake: Sesterces  # of the proposer
    against: Sesterces  # of the taker
    key: str
    at: float
    state: SideState = "offered"
    winner: PlayerId | None = None
    why: str = ""
    ended: float | None = None


class NewBet(msgspec.Struct, frozen=True):
    """A bet that somebody wants to place."""

    player: PlayerId
    name: str  # of the player
    market: int
    choice: Choice
    stake: int  # sesterces
    key: str  # of the press: the same press of the same player again places nothing more
    days: int = 0  # for how many whole days they have been in the server; 0 where that is not known

    def __repr__(self) -> str:
        return f"NewBet({self.market}, {self.key})"  # what it is on may be secret


class NewSide(msgspec.Struct, frozen=True):
    """A side bet that *player* wants to offer *taker*: *entry* ends ahead of *rival*, or of all, if there is none."""

    player: PlayerId
    name: str  # of the player
    taker: PlayerId
    taker_name: str
    entry: EntryId
    rival: EntryId | None
    stake: int  # of the player, sesterces
    against: int  # of the taker, sesterces
    key: str  # of the press: the same press again offers nothing more
    days: int = 0  # for how many whole days they have been in the server; 0 where that is not known


class Stakes(msgspec.Struct, frozen=True):
    """The bets on a choice, summed up."""

    market: int
    choice: Choice
    staked: Sesterces
    bettors: int
    tickets: int


class Tickets(Sequence[Ticket]):
    """All tickets of a race by their numbers, which count from 1 without a gap; tickets never vanish.

    A race may have thousands. In a database :meth:`of`, :meth:`pressed`, :meth:`placed_in`, :meth:`stakes`, the length
    and a single index read only the rows they need; walking over the tickets reads all of them.
    """

    def __init__(self, tickets: Iterable[Ticket] = ()) -> None:
        self._given = tuple(tickets)

    @property
    def _all(self) -> tuple[Ticket, ...]:
        return self._given

    @overload
    def __getitem__(self, index: int) -> Ticket: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Ticket, ...]: ...
    def __getitem__(self, index: int | slice) -> Ticket | tuple[Ticket, ...]:
        return self._all[index]

    def __iter__(self) -> Iterator[Ticket]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def of(self, player: PlayerId) -> tuple[Ticket, ...]:
        """Return all tickets of a player, in any state, by number."""
        return tuple(ticket for ticket in self._all if ticket.player == player)

    def pressed(self, player: PlayerId, *keys: str) -> Ticket | None:
        """Return the ticket that a player's press has placed; ``None`` if no ticket has one of *keys*."""
        return next((ticket for ticket in self.of(player) if ticket.key in keys), None)

    def placed_in(self, market: int) -> int:
        """Return how many tickets were ever placed in a market, in any state."""
        return sum(ticket.market == market for ticket in self._all)

    def stakes(self) -> tuple[Stakes, ...]:
        """Return the stakes that count, by market and choice."""
        found: dict[tuple[int, Choice], list[Ticket]] = {}
        for ticket in self._all:
            if ticket.state in STANDING:
                found.setdefault((ticket.market, ticket.choice), []).append(ticket)
        return tuple(_sum_of(market, choice, tickets) for (market, choice), tickets in sorted(found.items()))


def _sum_of(market: int, choice: Choice, tickets: Sequence[Ticket]) -> Stakes:
    staked = Sesterces(sum(ticket.stake for ticket in tickets))
    return Stakes(market, choice, staked, len({ticket.player for ticket in tickets}), len(tickets))


def never_moved(_key: str) -> bool:
    """Return ``False`` for any key: a book without a ledger."""
    return False


def nothing_staked(_player: PlayerId, _since: float) -> int:
    """Return 0 for anybody: a book of which nobody has bet against the house elsewhere."""
    return 0


def nothing_given(_after: int) -> Sequence[Input]:
    """Return no input: a book of a race of which nobody asks for them."""
    return ()


def nothing_lost(_since: float) -> int:
    """Return 0: a book of a house that has lost nothing."""
    return 0


class SideInField(NamedTuple):
    """A side bet of any race, and how many chariots are in that race."""

    side: SideBet
    field: int


SidesOf = Callable[[PlayerId, float], Sequence[SideInField]]
"""Return the side bets of a player in this server that were offered since then, or were not over then."""


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a race that a decision on money may need; good within one transaction."""

    race: RaceRecord
    factions: tuple[FactionRecord, ...]
    entries: tuple[EntryRecord, ...]
    rules: str  # JSON of the race's :class:`~engine.betting.rules.TableRules`
    server: str  # JSON of the server's :class:`~engine.betting.rules.ServerRules`
    markets: tuple[Market, ...]
    tickets: Tickets
    sides: tuple[SideBet, ...]
    purses: Mapping[PlayerId, Sesterces]  # of those who bet or drive here and of who acts; none: not opened yet
    pots: Mapping[int, Sesterces]  # by market
    facts: Callable[[], list[str]]  # all that hold, JSON, in order; read only when called
    acts: Callable[[], Sequence[ActRecord]]  # of the race's steward, in order; read only when called
    given: Callable[[PlayerId, float], Sesterces]  # by a player to others in presents since then
    taken: Callable[[PlayerId, float], Sesterces]  # by a player from others in presents since then
    sides_of: SidesOf
    minted: Callable[[float], Sesterces]  # what the bank has added to races of the server since then
    has_moved: Callable[[str], bool] = never_moved  # whether the movement of a key is on record, such as a stipend
    insiders: frozenset[PlayerId] = frozenset()  # whoever ever had a part in the league whose race this is (H.2)
    against_house: Callable[[PlayerId, float], int] = nothing_staked  # by a player on all races since then (B-24)
    inputs: Callable[[int], Sequence[Input]] = nothing_given  # of the race after this one, those that hold, in order
    house_lost: Callable[[float], int] = nothing_lost  # by the house's bets on all races since then; below 0: won


class Purses(msgspec.Struct, frozen=True, kw_only=True):
    """Everything but races that a decision on a server's purses may need; good within one transaction."""

    guild: int
    server: str  # JSON of the server's :class:`~engine.betting.rules.ServerRules`
    balances: Mapping[PlayerId, Sesterces]  # of whoever is asked for; none: not opened yet
    given: Callable[[PlayerId, float], Sesterces]  # by a player to others in presents since then
    taken: Callable[[PlayerId, float], Sesterces]  # by a player from others in presents since then
    sides_of: SidesOf
    has_moved: Callable[[str], bool] = never_moved  # whether the movement of a key is on record


class Accounts(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a decision on money by account may need; good within one transaction."""

    guild: int
    balance: Callable[[Account], Sesterces | None]  # of whichever is asked for; none: nothing ever moved there
    has_moved: Callable[[str], bool]  # whether the movement of a key is on record
    movements: Callable[[Sequence[str]], Sequence[Movement]]  # those of these keys that are on record, in that order
    void_facts: Callable[[RaceId], Sequence[int]]  # numbers of the facts of a league or race that are void, in order
    prized: Callable[[PlayerId, float], bool]  # whether a purse has had a prize of a season since then
    given: Callable[[float], Sesterces]  # that all purses together have had as prizes since then
    rivals: Callable[[PlayerId, RaceId], int]  # people met in rated races outside a league who are not in it
    allowed: Callable[[RaceId], bool]  # whether a moderator has allowed the prizes of a league


PRIZE = "prize"
"""The beginning of the keys of season prizes."""

Transfer = Callable[[Accounts], Sequence[Movement]]
"""A decision about money by account. It reads the accounts within the transaction that writes its result."""


class Changes(msgspec.Struct, frozen=True, kw_only=True):
    """Decisions, written together or not at all. Rows replace those of the same number."""

    markets: tuple[Market, ...] = ()
    tickets: tuple[Ticket, ...] = ()
    sides: tuple[SideBet, ...] = ()
    movements: tuple[Movement, ...] = ()
    notices: tuple[Notice, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not (self.markets or self.tickets or self.sides or self.movements or self.notices)
