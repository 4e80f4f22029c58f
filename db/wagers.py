"""Money and bets on record. Each change is decided within the transaction that writes it."""

from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TypeVar

import msgspec
from sqlalchemy import Connection, String, and_, bindparam, cast, desc, func, select

from db import schema
from db.audit import audit_of
from db.books import Decide, KeptPurses, apply_in, read_book, server_rules, sides_of
from db.chances import ChanceRows
from db.ledger import balance_of, given_since, has_moved, post, purse_of, statement_of, transfer
from db.money_schema import accounts, markets, tickets
from db.writer import Reader, Writer
from engine.betting.book import Account, Book, Changes, Movement, Purses, Ticket, Tickets, Transfer
from engine.betting.records import Audit, ChanceRecord, PastTicket, StatementLine, Tipster
from records.values import PlayerId, RaceId, Sesterces

Result = TypeVar("Result")

_tickets, _markets, _races, _entries = tickets.c, markets.c, schema.races.c, schema.entries.c
_IS_ON = and_(_entries.race == _tickets.race, cast(_entries.entry, String) == _tickets.choice)
_PAST = (
    select(
        *(_tickets[field] for field in Ticket.__struct_fields__),
        _races.title,
        _markets.kind,
        _markets.window,
        func.coalesce(_entries.name, ""),
        _entries.colour,
    )
    .select_from(tickets)
    .join(schema.races, _races.id == _tickets.race)
    .join(markets, and_(_markets.race == _tickets.race, _markets.number == _tickets.market))
    .join(schema.entries, _IS_ON, isouter=True)
    .where(_tickets.player == bindparam("whose"), _races.guild == bindparam("where"))
    .order_by(_tickets.at.desc(), _tickets.race.desc(), _tickets.number.desc())
    .limit(bindparam("most"))
)
_latest, _there = tickets.alias("latest").c, schema.races.alias("there").c
_NAME = (  # in this server: what a player is called elsewhere is nobody's business here
    select(_latest.name)
    .where(_latest.player == _tickets.player, _there.id == _latest.race, _there.guild == bindparam("where"))
    .order_by(_latest.at.desc(), _latest.race.desc(), _latest.number.desc())
    .limit(1)
    .scalar_subquery()
)
_GAINED = func.sum(_tickets.paid) - func.sum(_tickets.stake)
_TIPSTERS = (
    select(_tickets.player, _NAME, func.sum(_tickets.stake), func.sum(_tickets.paid), func.count())
    .select_from(tickets)
    .join(schema.races, _races.id == _tickets.race)
    .join(markets, and_(_markets.race == _tickets.race, _markets.number == _tickets.market))
    .where(_races.guild == bindparam("where"), _markets.ended >= bindparam("since"))
    .where(_tickets.state.in_(("won", "lost")))
    .group_by(_tickets.player)
    .order_by(desc(_GAINED), _tickets.player)
)
_GUILDS = (
    select(accounts.c.guild)
    .where(accounts.c.kind == "purse", accounts.c.player == bindparam("whose"))
    .order_by(accounts.c.guild)
)


class WagerStore:
    """The ledger and the betting tables of all races. Each method is one transaction."""

    def __init__(self, writer: Writer, reader: Reader) -> None:
        self._writer, self._reader = writer, reader

    # Races

    async def change(self, race: RaceId, decide: Decide, *who: PlayerId) -> Changes:
        """Decide on a race's book and write the changes, or nothing; return them.

        *decide* runs on another thread, within the transaction; the book is good only in there. Its errors,
        such as :exc:`Refused`, come out here, and then it writes nothing.

        :raises StaleRace: if there is no such race.
        """
        return await self._writer.run(lambda connection: apply_in(connection, race, decide, *who))

    async def read(self, race: RaceId, look: Callable[[Book], Result], *who: PlayerId) -> Result:
        """Return the result of *look* at a race's book, on another thread; only what it looks at is read."""
        return await self._reader.run(lambda connection: look(read_book(connection, race, *who)))

    async def book(self, race: RaceId, *who: PlayerId) -> Book:
        """Return a race's book with all its tickets, as it is at one moment; the facts are not in it."""
        return await self.read(race, _by_itself, *who)

    async def chances(self, race: RaceId) -> list[ChanceRecord]:
        """Return the chances of a race that hold, in order."""
        return await ChanceRows(self._writer, self._reader).of_race(race)

    # Purses

    async def move(
        self, guild: int, decide: Callable[[Purses], Sequence[Movement]], *who: PlayerId
    ) -> tuple[Movement, ...]:
        """Decide on a server's purses and write the movements, or nothing; return those that were not there yet."""

        def work(connection: Connection) -> tuple[Movement, ...]:
            return tuple(post(connection, decide(_purses(connection, guild, who))))

        return await self._writer.run(work)

    async def transfer(self, guild: int, decide: Transfer) -> tuple[Movement, ...]:
        """Decide on a server's accounts and write the movements, or nothing; return those that were not there yet."""
        return tuple(await self._writer.run(lambda connection: transfer(connection, guild, decide)))

    async def balance(self, account: Account) -> Sesterces | None:
        """Return the balance of an account; ``None`` if nothing ever moved there."""
        return await self._reader.run(lambda connection: balance_of(connection, account))

    async def purse(self, guild: int, player: PlayerId) -> Sesterces | None:
        """Return a player's sesterces in a server; ``None`` if nothing ever moved there."""
        return await self._reader.run(lambda connection: balance_of(connection, purse_of(guild, player)))

    async def statement(self, guild: int, player: PlayerId, most: int) -> list[StatementLine]:
        """Return the last movements of a purse, the newest first."""
        return await self._reader.run(lambda connection: statement_of(connection, guild, player, most))

    async def guilds_of(self, player: PlayerId) -> list[int]:
        """Return the servers in which a player has a purse."""
        return await self._reader.run(lambda connection: list(connection.scalars(_GUILDS, {"whose": player})))

    # Looking back

    async def tickets_of(self, guild: int, player: PlayerId, most: int) -> list[PastTicket]:
        """Return a player's tickets in a server, the newest first."""
        values = {"whose": player, "where": guild, "most": most}

        def work(connection: Connection) -> list[PastTicket]:
            return [_past(row) for row in connection.execute(_PAST, values)]

        return await self._reader.run(work)

    async def tipsters(self, guild: int, since: float) -> list[Tipster]:
        """Return the players' gains from bets settled since a time, the largest gain first.

        Bets that are open or were refunded do not count: a sealed stake must not show.
        """
        values = {"where": guild, "since": since}
        return await self._reader.run(lambda found: [Tipster(*row) for row in found.execute(_TIPSTERS, values)])

    async def audit(self, guild: int | None = None) -> Audit:
        """Count all money of a server, or of all of them, from every posting anew."""
        return await self._reader.run(lambda connection: audit_of(connection, guild))


def _purses(connection: Connection, guild: int, who: Sequence[PlayerId]) -> Purses:
    return Purses(
        guild=guild,
        server=server_rules(connection, guild),
        balances=KeptPurses(connection, guild, lambda: who),
        given=lambda player, since: given_since(connection, guild, player, since),
        sides_of=lambda player, since: sides_of(connection, guild, player, since),
        has_moved=lambda key: has_moved(connection, key),
    )


def _by_itself(book: Book) -> Book:
    """Return a book that can be read when the transaction is over."""
    return msgspec.structs.replace(
        book,
        tickets=Tickets(book.tickets),
        purses=dict(book.purses),
        facts=_is_over,
        acts=_is_over,
        given=_is_over,
        sides_of=_is_over,
        minted=_is_over,
        has_moved=_is_over,
    )


def _is_over(*_asked: object) -> NoReturn:
    raise RuntimeError("this is known only within the transaction in which a book is read")


def _past(row: Sequence[Any]) -> PastTicket:
    names = Ticket.__struct_fields__
    return PastTicket(Ticket(**dict(zip(names, row, strict=False))), *row[len(names) :])
