"""Reading a race's book and writing the decisions on it, within one transaction.

A book reads only the rows that a decision looks at: a race may have thousands of tickets, and a new one needs few.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, distinct, func, insert, or_, select, union, update

from db.opening.holding import hold_money
from db.opening.prepared import Prepared, any_of
from db.reading.accounts import (
    against_house_since,
    balance_of,
    balances_of,
    given_since,
    has_moved,
    house_lost_since,
    minted_since,
    purse_of,
    taken_since,
)
from db.reading.rows import all_of, race_of, struct_of, structs_of
from db.schema import tables
from db.schema.money import markets, side_bets, tickets
from db.writing.batches import StaleRace, add_notices
from db.writing.ledger import post
from db.writing.staying import require_staying
from engine.betting.book import STANDING, Account, Book, Changes, Market, SideBet, SideInField, Stakes, Ticket, Tickets
from records.acts import ActRecord
from records.play import Input
from records.races import EntryRecord, FactionRecord, RaceRecord
from records.values import PlayerId, RaceId, Sesterces

Decide = Callable[[Book], Changes]

FEW = 4
"""Purses that are looked up one by one, before all of a race are read at once."""

WITH_A_PART = ("volunteer", "asked", "substitute", "deputy", "resign", "leave", "expel", "hand")
BY_HOSTS = ("asked", "expel", "hand")
"""Acts of a league that name somebody who has, or had, a part in it; and those of them that others do."""

OF_MARKETS = ("state", "closed", "closed_at", "moment", "ended", "why", "winners", "odds")
OF_TICKETS = ("state", "paid", "why")
OF_SIDES = ("state", "winner", "why", "ended")
"""Columns of existing rows that may change: their outcome."""

_tickets, _markets, _sides = tickets.c, markets.c, side_bets.c
_COLUMNS = [_tickets[field] for field in Ticket.__struct_fields__]
_RACE = Prepared(select(tables.races).where(tables.races.c.id == bindparam("this")))
_SERVER = Prepared(select(tables.guilds.c.betting).where(tables.guilds.c.guild == bindparam("this")))
_FACTIONS, _ENTRIES, _ACTS = all_of(tables.factions), all_of(tables.entries), all_of(tables.acts)
_MARKETS = select(markets).where(_markets.race == bindparam("this")).order_by(_markets.number)
_IS_BETTING = [
    Prepared(select(number).where(race == bindparam("this"), any_of(state, words)).limit(1))
    for number, race, state, words in (
        (_markets.number, _markets.race, _markets.state, ("open", "closed")),
        (_sides.number, _sides.race, _sides.state, ("offered", "accepted")),
    )
]
_SIDES = select(side_bets).where(_sides.race == bindparam("this")).order_by(_sides.number)
_SIDES_OF = (
    select(
        side_bets,
        select(func.count()).where(tables.entries.c.race == _sides.race).scalar_subquery().label("field"),
    )
    .join(tables.races, tables.races.c.id == _sides.race)
    .where(tables.races.c.guild == bindparam("where"))
    .where(or_(_sides.proposer == bindparam("whose"), _sides.taker == bindparam("whose")))
    .where(or_(_sides.at >= bindparam("since"), _sides.ended.is_(None), _sides.ended >= bindparam("since")))
    .order_by(_sides.at, _sides.race, _sides.number)
)
_FACTS = (
    select(tables.facts.c.fact)
    .where(tables.facts.c.race == bindparam("this"), tables.facts.c.void.is_(False))
    .order_by(tables.facts.c.n)
)
_INPUTS = Prepared(
    select(tables.inputs)
    .where(
        tables.inputs.c.race == bindparam("this"),
        tables.inputs.c.seq > bindparam("after"),
        tables.inputs.c.void.is_(False),
    )
    .order_by(tables.inputs.c.seq)
)
_ALL = select(*_COLUMNS).where(_tickets.race == bindparam("this")).order_by(_tickets.number)
_ONE = select(*_COLUMNS).where(_tickets.race == bindparam("this"), _tickets.number == bindparam("which"))
_OF = (
    select(*_COLUMNS)
    .where(_tickets.race == bindparam("this"), _tickets.player == bindparam("whose"))
    .order_by(_tickets.number)
)
_PRESSED = select(*_COLUMNS).where(
    _tickets.race == bindparam("this"),
    _tickets.player == bindparam("whose"),
    _tickets.key.in_(bindparam("pressed", expanding=True)),
)
_LAST = select(func.coalesce(func.max(_tickets.number), 0)).where(_tickets.race == bindparam("this"))
_PLACED = select(func.count()).where(_tickets.race == bindparam("this"), _tickets.market == bindparam("where"))
_STAKES = (
    select(
        _tickets.market,
        _tickets.choice,
        func.sum(_tickets.stake),
        func.count(distinct(_tickets.player)),
        func.count(),
    )
    .where(_tickets.race == bindparam("this"), _tickets.state.in_(STANDING))
    .group_by(_tickets.market, _tickets.choice)
    .order_by(_tickets.market, _tickets.choice)
)
_PLAYERS = union(
    select(_tickets.player).where(_tickets.race == bindparam("this")),
    select(_sides.proposer).where(_sides.race == bindparam("this")),
    select(_sides.taker).where(_sides.race == bindparam("this")),
)
_ADD_MARKET, _ADD_TICKET, _ADD_SIDE = insert(markets), insert(tickets), insert(side_bets)
_CHANGE_MARKET = (
    update(markets)
    .where(_markets.race == bindparam("this"), _markets.number == bindparam("which"))
    .values({name: bindparam(f"new_{name}") for name in OF_MARKETS})
)
_CHANGE_TICKET = (
    update(tickets)
    .where(_tickets.race == bindparam("this"), _tickets.number == bindparam("which"))
    .values({name: bindparam(f"new_{name}") for name in OF_TICKETS})
)
_CHANGE_SIDE = (
    update(side_bets)
    .where(_sides.race == bindparam("this"), _sides.number == bindparam("which"))
    .values({name: bindparam(f"new_{name}") for name in OF_SIDES})
)


class _Named(msgspec.Struct):
    """The person an act is about, and the former owner of the place."""

    player: PlayerId | None = None
    was: PlayerId | None = None


class KeptTickets(Tickets):
    """Those of a race on record; good only as long as the transaction in which they are read."""

    def __init__(self, connection: Connection, race: RaceId) -> None:
        super().__init__()
        self._connection, self._race = connection, race
        self._read: tuple[Ticket, ...] | None = None
        self._last: int | None = None
        self._by_player: dict[PlayerId, tuple[Ticket, ...]] = {}

    @property
    def _all(self) -> tuple[Ticket, ...]:
        if self._read is None:
            self._read = self._found(_ALL)
        return self._read

    def __getitem__(self, index: Any) -> Any:
        if self._read is None and isinstance(index, int) and 0 <= index < len(self):
            return self._found(_ONE, which=index + 1)[0]
        return super().__getitem__(index)

    def __len__(self) -> int:
        if self._last is None:
            self._last = int(self._connection.scalar(_LAST, {"this": self._race}) or 0)
        return self._last

    def of(self, player: PlayerId) -> tuple[Ticket, ...]:
        if player not in self._by_player:
            self._by_player[player] = super().of(player) if self._read is not None else self._found(_OF, whose=player)
        return self._by_player[player]

    def pressed(self, player: PlayerId, *keys: str) -> Ticket | None:
        return next(iter(self._found(_PRESSED, whose=player, pressed=keys)), None)

    def placed_in(self, market: int) -> int:
        """Return how many tickets were placed in a market, those taken back included."""
        return int(self._connection.scalar(_PLACED, {"this": self._race, "where": market}) or 0)

    def stakes(self) -> tuple[Stakes, ...]:
        return tuple(Stakes(*row) for row in self._connection.execute(_STAKES, {"this": self._race}))

    def _found(self, statement: Any, **values: Any) -> tuple[Ticket, ...]:
        rows = self._connection.execute(statement, {"this": self._race, **values})
        names = Ticket.__struct_fields__
        return tuple(Ticket(**dict(zip(names, row, strict=True))) for row in rows)


class KeptPurses(Mapping[PlayerId, Sesterces]):
    """Balances of purses, looked up one by one; good only as long as the transaction."""

    def __init__(self, connection: Connection, guild: int, known: Callable[[], Sequence[PlayerId]]) -> None:
        """:param known: players whose purses a walk includes; look others up one by one."""
        self._connection, self._guild, self._known = connection, guild, known
        self._found: dict[PlayerId, Sesterces | None] = {}
        self._has_all = False

    def __getitem__(self, player: PlayerId) -> Sesterces:
        if player not in self._found:
            if len(self._found) >= FEW:
                self._read_all()
            if player not in self._found:
                self._found[player] = balance_of(self._connection, purse_of(self._guild, player))
        balance = self._found[player]
        if balance is None:
            raise KeyError(player)
        return balance

    def __iter__(self) -> Iterator[PlayerId]:
        self._read_all()
        return iter(sorted(player for player, balance in self._found.items() if balance is not None))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _read_all(self) -> None:
        if self._has_all:
            return
        wanted = {purse_of(self._guild, player): player for player in self._known()}
        balances = balances_of(self._connection, wanted)
        self._found |= {
            player: None if (balance := balances.get(purse)) is None else Sesterces(balance)
            for purse, player in wanted.items()
        }
        self._has_all = True


def read_book(connection: Connection, race: RaceId, *who: PlayerId) -> Book:
    """Return the book of a race; it reads its tickets and purses at the first look, within the transaction.

    :param who: further players whose purses a walk includes, besides bettors and drivers.
    :raises StaleRace: if there is no such race.
    """
    this = {"this": race}
    row = _RACE.first(connection, this)
    if row is None:
        raise StaleRace(race)
    record = race_of(row)
    factions = tuple(structs_of(connection, _FACTIONS, this, FactionRecord))
    found = tuple(_market_of(each) for each in connection.execute(_MARKETS, this))
    return Book(
        race=record,
        factions=factions,
        entries=tuple(structs_of(connection, _ENTRIES, this, EntryRecord)),
        rules=record.betting,
        server=server_rules(connection, record.guild),
        markets=found,
        tickets=KeptTickets(connection, race),
        sides=tuple(struct_of(each, SideBet) for each in connection.execute(_SIDES, this)),
        purses=KeptPurses(connection, record.guild, partial(_players_of, connection, race, factions, who)),
        pots=_pots(connection, record.guild, found),
        facts=lambda: list(connection.scalars(_FACTS, this)),
        acts=lambda: structs_of(connection, _ACTS, this, ActRecord),
        given=lambda player, since: given_since(connection, record.guild, player, since),
        taken=lambda player, since: taken_since(connection, record.guild, player, since),
        sides_of=lambda player, since: sides_of(connection, record.guild, player, since),
        minted=lambda since: minted_since(connection, record.guild, since),
        has_moved=lambda key: has_moved(connection, key),
        insiders=_insiders(connection, record),
        against_house=lambda player, since: against_house_since(connection, record.guild, player, since),
        inputs=lambda after: structs_of(connection, _INPUTS, {**this, "after": after}, Input),
        house_lost=lambda since: house_lost_since(connection, record.guild, since),
    )


def _players_of(
    connection: Connection, race: RaceId, factions: Sequence[FactionRecord], others: Sequence[PlayerId]
) -> list[PlayerId]:
    """Return the players who drive in a race or bet on it, and *others*."""
    driving = {player for each in factions for player in (each.player, each.substitute) if player is not None}
    return sorted({*others, *driving, *connection.scalars(_PLAYERS, {"this": race})})


def _insiders(connection: Connection, race: RaceRecord) -> frozenset[PlayerId]:
    """Return all people with a part in a race's league, ever: members, deputies, substitutes, former ones (H.2)."""
    if race.league is None:
        return frozenset()
    league = {"this": race.league}
    seats: list[FactionRecord] = structs_of(connection, _FACTIONS, league, FactionRecord)
    acts: list[ActRecord] = structs_of(connection, _ACTS, league, ActRecord)
    acted = [each for each in acts if each.kind in WITH_A_PART]
    named = (msgspec.json.decode(each.body, type=_Named) for each in acted)
    found = {player for seat in seats for player in (seat.player, seat.substitute)}
    found |= {each.by for each in acted if each.kind not in BY_HOSTS}
    found |= {player for each in named for player in (each.player, each.was)}
    return frozenset(player for player in found if player is not None)


def server_rules(connection: Connection, guild: int) -> str:
    """Return a server's settings for its purses, JSON."""
    return _SERVER.value(connection, {"this": guild}) or "{}"


def sides_of(connection: Connection, guild: int, player: PlayerId, since: float) -> list[SideInField]:
    """Return a player's side bets in a server that were offered since then, or were not over then."""
    found = connection.execute(_SIDES_OF, {"where": guild, "whose": player, "since": since})
    return [SideInField(struct_of(each, SideBet), each.field) for each in found]


def _pots(connection: Connection, guild: int, found: Sequence[Market]) -> dict[int, Sesterces]:
    pots = {market.number: Account("pot", guild, race=market.race, number=market.number) for market in found}
    balances = balances_of(connection, list(pots.values()))
    return {number: Sesterces(balances.get(pot, 0)) for number, pot in pots.items()}


def _market_of(row: Any) -> Market:
    values = dict(row._mapping)
    winners = tuple(msgspec.json.decode(values.pop("winners")))
    return Market(**values | {"winners": winners, "odds": msgspec.json.decode(values["odds"])})


def apply_in(connection: Connection, race: RaceId, decide: Decide, *who: PlayerId) -> Changes:
    """Decide on a race's book as it is within this transaction, write what was decided, and return it.

    Errors of *decide* are raised on; roll back then.
    """
    book = read_book(connection, race, *who)
    hold_money(connection, book.race.guild)  # purses are read from here on
    changes = decide(book)
    write_changes(connection, book, changes)
    return changes


def apply_if_betting(connection: Connection, race: RaceId, decide: Decide) -> None:
    """Do the same where a market or a side bet is not over; elsewhere it costs next to nothing."""
    if any(each.value(connection, {"this": race}) is not None for each in _IS_BETTING):
        apply_in(connection, race, decide)


def write_changes(connection: Connection, book: Book, changes: Changes) -> None:
    """Write the decisions on *book*, read in the same transaction.

    Of existing rows it writes only the columns that may change: their outcome.
    """
    if changes.is_empty:
        return
    if any(each.number > len(book.tickets) for each in changes.tickets):
        require_staying(connection, book.race.guild)
    _write_markets(connection, book, changes)
    _write_tickets(connection, book, changes)
    known = {side.number for side in book.sides}
    _write(connection, _ADD_SIDE, [msgspec.structs.asdict(each) for each in changes.sides if each.number not in known])
    old = [each for each in changes.sides if each.number in known and each not in book.sides]
    _write(connection, _CHANGE_SIDE, [_change(msgspec.structs.asdict(each), OF_SIDES) for each in old])
    post(connection, changes.movements)
    add_notices(connection, changes.notices)


def _write_markets(connection: Connection, book: Book, changes: Changes) -> None:
    known = {market.number: market for market in book.markets}
    _write(connection, _ADD_MARKET, [_market_row(each) for each in changes.markets if each.number not in known])
    old = [each for each in changes.markets if each.number in known and each != known[each.number]]
    _write(connection, _CHANGE_MARKET, [_change(_market_row(each), OF_MARKETS) for each in old])


def _write_tickets(connection: Connection, book: Book, changes: Changes) -> None:
    known = len(book.tickets)
    new = [msgspec.structs.asdict(each) for each in changes.tickets if each.number > known]
    _write(connection, _ADD_TICKET, new)
    old = (each for each in changes.tickets if each.number <= known)
    changed = [each for each in old if each != book.tickets[each.number - 1]]
    _write(connection, _CHANGE_TICKET, [_change(msgspec.structs.asdict(each), OF_TICKETS) for each in changed])


def _write(connection: Connection, statement: Any, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(statement, rows)


def _market_row(market: Market) -> dict[str, Any]:
    return {**msgspec.structs.asdict(market), "winners": _json(market.winners), "odds": _json(market.odds)}


def _change(row: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Return the values with which a row is updated."""
    return {"this": row["race"], "which": row["number"], **{f"new_{name}": row[name] for name in names}}


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
