"""The door to the database: all that an order causes is written together, or not at all."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from db.opening.backend import backend_of
from db.opening.forgotten_list import ForgottenList
from db.opening.migrating import in_words, make_ready
from db.opening.readings import Readings
from db.opening.writer import Reader, Writer
from db.reading.archives import Archives
from db.reading.fame import Fame
from db.reading.figures import Figures
from db.reading.index import RaceIndex, guild_of
from db.reading.loading import load
from db.reading.meetings import Meetings
from db.reading.mine import Mine
from db.reading.past import Past
from db.reading.purses import PurseIndex
from db.reading.removals import RemovalIndex
from db.reading.room import NoRoom, TooOften
from db.reading.rows import is_id
from db.reading.servers import Servers
from db.reading.stories import Stories
from db.schema.boards import daily_boards, gazettes
from db.writing.again import AgainStore
from db.writing.batches import StaleRace, raise_revision, write_batch
from db.writing.boards import BoardStore
from db.writing.books import Decide, apply_if_betting
from db.writing.cards import CardStore
from db.writing.chances import ChanceRows
from db.writing.closing import cancel
from db.writing.cups import CupStore, Reopening, reopen
from db.writing.daily import DailyStore
from db.writing.deadlines import Deadlines
from db.writing.fixtures import FixtureStore, TooManyFixtures
from db.writing.follows import FollowStore
from db.writing.forgetting import Forgetting
from db.writing.leagues import LeagueStore
from db.writing.ledger import transfer
from db.writing.letters import BallotStore, LetterStore
from db.writing.lobbies import LobbyStore
from db.writing.memory import Memory
from db.writing.outbox import Outbox
from db.writing.outlooks import Outlooks
from db.writing.people import PeopleStore
from db.writing.publishing import PublishingStore
from db.writing.races import RaceStore
from db.writing.removing import Removing
from db.writing.retention import Retention
from db.writing.shares import ShareStore
from db.writing.summaries import SummaryStore
from db.writing.wagers import WagerStore
from engine.betting.book import Transfer
from records.acts import ActRecord
from records.batches import Batch, KeptRace
from records.figures import Spans
from records.shapes import learn_all
from records.values import RaceId

if TYPE_CHECKING:
    from db.opening.fleet import Register  # its driver is loaded by those who use it

__all__ = ["NoRoom", "StaleRace", "Store", "TooManyFixtures", "TooOften"]

OPENED = "opened"
"""The setting that each start writes, to see that it can."""


class Store:
    """Everything that outlives a process: the parts that keep it, and what is written of a race as it is driven.

    Each method is one transaction. *decide* decides on the race's money at the end of the same transaction.
    """

    def __init__(self, database: str | Path, forgotten: Path | None = None) -> None:
        """
        :param database: a file, or its address: see :func:`db.opening.backend.backend_of`.
        :param forgotten: the list of who was forgotten; the one beside the database if left out.
        """
        self._backend = backend = backend_of(database)
        self._writer, self._reader, self._long = Writer(backend), Reader(backend), Readings(backend)
        self.index, self.stories = RaceIndex(self._reader), Stories(self._reader)
        self.races = RaceStore(self._writer, self.index)
        self.lobbies, self.cards = LobbyStore(self.races), CardStore(self._writer)
        self.outbox = Outbox(self._reader, self._writer)
        self.cups = CupStore(self._reader, self._writer)
        self.outlooks = Outlooks(self._writer, self._reader)
        self.leagues, self.again = LeagueStore(self._writer, self._reader), AgainStore(self._writer, self._reader)
        self.fixtures = FixtureStore(self._writer, self._reader)
        self.publishing = PublishingStore(self._writer, self._reader)
        self.follows = FollowStore(self._writer, self._reader)
        self.shares, self.daily = ShareStore(self._writer), DailyStore(self._writer, self._reader)
        self.daily_boards = BoardStore(self._writer, self._reader, daily_boards)
        self.gazettes = BoardStore(self._writer, self._reader, gazettes)
        self.archives = Archives(self._reader)
        self.letters, self.ballots = LetterStore(self._writer, self._reader), BallotStore(self._writer, self._reader)
        self.deadlines = Deadlines(self._reader, self._writer)
        self.people, self.memory = PeopleStore(self._reader, self._writer), Memory(self._writer, self._reader)
        self.chances = ChanceRows(self._writer, self._reader)
        self.wagers = WagerStore(self._writer, self._reader)
        self.purses, self.mine = PurseIndex(self._reader), Mine(self._reader)
        self.servers, self.retention = Servers(self._reader), Retention(self._writer)
        self.past, self.summaries = Past(self._reader), SummaryStore(self._writer)
        listed = ForgottenList(forgotten or backend.list_of_forgotten)
        self.forgetting = Forgetting(self._writer, self._reader, listed)
        self.meetings = Meetings(self._reader)
        self.removals, self.removing = RemovalIndex(self._reader), Removing(self._writer, listed)
        self.fame, self.figures = Fame(self._reader), Figures(self._reader)
        self.failures = self._reader.failures = self._writer.failures
        self.stored: Callable[[], tuple[Spans, int]] = lambda: (self._writer.spans, self._writer.again)

    async def open(self) -> None:
        """Bring the schema up to date, and try to write; call it once, before anything else.

        :raises Unusable: if the database cannot be read or written; its message has the reason and the cure.
        """
        learn_all()  # first: from here on several threads read
        with in_words(self._backend):
            await make_ready(self._backend)
            await self.memory.set(OPENED, "yes")

    def register(self) -> "Register | None":
        """Return the place of this process among others on the database; ``None`` where there can be none."""
        return self._backend.register()

    def runs_as(self, process: int) -> None:
        """Say by which number this process is known: from now on nothing is written if that is given up."""
        self._writer.process = process

    async def close(self) -> None:
        self._writer.close()
        self._reader.close()
        await self._long.close()

    async def load(self, race: RaceId, until: int | None = None) -> KeptRace | None:
        """Return all that is needed to take a race up again; ``None`` if there is no such race.

        :param until: the last input that counts; the newest if left out.
        """
        return await self._reader.run(lambda connection: load(connection, race, until)) if is_id(race) else None

    async def write(
        self,
        batch: Batch,
        decide: Decide | None = None,
        *,
        season: Batch | None = None,
        moves: Transfer | None = None,
        reopens: Reopening | None = None,
    ) -> None:
        """Write all of *batch*, or nothing.

        :param decide: called only if the race has markets.
        :param season: batch of its league to write with it, and the money that it *moves*.
        :param reopens: its effect on a cup that was over.
        :raises StaleRace: if the race, or its league, is not where the batch begins.
        """

        def work(connection: Connection) -> None:
            write_batch(connection, batch)
            if reopens is not None:
                reopen(connection, reopens)
            if decide is not None:
                apply_if_betting(connection, batch.race, decide)
            if season is not None:
                _write_season(connection, season, moves)

        is_all = season is None and reopens is None
        await self._writer.run(work, *([batch.race] if is_all else ()))

    async def write_season(
        self,
        batch: Batch,
        moves: Transfer | None,
        undone: Sequence[tuple[RaceId, ActRecord]] = (),
        bets: Sequence[tuple[RaceId, Decide]] = (),
    ) -> None:
        """Write all of a league's *batch*, and the money that it moves, or nothing.

        :param undone: races of it, and the act that undoes each, though it may be over.
        :param bets: decision on spectators' bets on its races.
        :raises StaleRace: as :meth:`write` does.
        """

        def work(connection: Connection) -> None:
            _write_season(connection, batch, moves)
            for race, act in undone:
                if not cancel(connection, race, act, batch.at, ("running", "paused", "finished")):
                    raise StaleRace(race)
                raise_revision(connection, race)
            for race, decide in bets:
                apply_if_betting(connection, race, decide)

        await self._writer.run(work)

    async def health(self) -> tuple[str, int]:
        """Return the fault of the database, empty if it is whole, and its size in bytes."""
        return await self._long.health()


def _write_season(connection: Connection, batch: Batch, moves: Transfer | None) -> None:
    write_batch(connection, batch)
    if moves is not None:
        transfer(connection, guild_of(connection, batch.race), moves)
