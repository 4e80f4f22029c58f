"""Money and bets on record. Each change is decided within the transaction that writes it."""

from collections.abc import Callable, Sequence
from typing import NoReturn, TypeVar

import msgspec
from sqlalchemy import Connection

from db.opening.writer import Reader, Writer
from db.reading.accounts import balance_of, given_since, has_moved, purse_of, taken_since
from db.writing.books import Decide, KeptPurses, apply_in, read_book, server_rules, sides_of
from db.writing.chances import ChanceRows
from db.writing.ledger import post, transfer
from db.writing.staying import require_staying
from engine.betting.book import Account, Book, Changes, Movement, Purses, Tickets, Transfer
from engine.betting.records import ChanceRecord
from records.values import PlayerId, RaceId, Sesterces

Result = TypeVar("Result")


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
        return await self._writer.run(lambda connection: apply_in(connection, race, decide, *who), race)

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
            require_staying(connection, guild)
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


def _purses(connection: Connection, guild: int, who: Sequence[PlayerId]) -> Purses:
    return Purses(
        guild=guild,
        server=server_rules(connection, guild),
        balances=KeptPurses(connection, guild, lambda: who),
        given=lambda player, since: given_since(connection, guild, player, since),
        taken=lambda player, since: taken_since(connection, guild, player, since),
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
        taken=_is_over,
        sides_of=_is_over,
        minted=_is_over,
        has_moved=_is_over,
        against_house=_is_over,
        house_lost=_is_over,
        inputs=_is_over,
    )


def _is_over(*_asked: object) -> NoReturn:
    raise RuntimeError("this is known only within the transaction in which a book is read")
