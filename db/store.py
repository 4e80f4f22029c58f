"""Keeping races: all that an order causes is written together, or not at all."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Table,
    and_,
    bindparam,
    case,
    delete,
    func,
    or_,
    select,
    text,
    update,
)

from db.opening.home import home_of
from db.opening.migrating import in_words, make_ready
from db.opening.prepared import Prepared
from db.opening.readings import Readings
from db.opening.writer import Reader, Writer
from db.reading.archives import Archives
from db.reading.fame import Fame
from db.reading.index import RaceIndex, guild_of
from db.reading.loading import load
from db.reading.past import Past
from db.reading.purses import PurseIndex
from db.reading.room import NoRoom, TooOften, require_room_for_race, require_room_to_host
from db.reading.rows import is_id, rows_of
from db.schema import tables
from db.writing.adding import add_rows, insert_race
from db.writing.again import AgainStore
from db.writing.batches import StaleRace, add_acts, add_notices, end_duties, raise_revision, stale_if_taken, write_batch
from db.writing.books import Decide, apply_if_betting, apply_in
from db.writing.chances import ChanceRows
from db.writing.cups import CupStore, Reopening, reopen
from db.writing.deadlines import Deadlines
from db.writing.fields import close_gap, make_room
from db.writing.leagues import LeagueStore
from db.writing.ledger import transfer
from db.writing.letters import BallotStore, LetterStore
from db.writing.memory import Memory
from db.writing.outbox import Outbox
from db.writing.outlooks import Outlooks
from db.writing.people import PeopleStore
from db.writing.wagers import WagerStore
from engine.betting.book import Transfer
from records.acts import ActRecord
from records.batches import Batch, KeptRace
from records.notices import Notice
from records.play import FactRecord, Input, SceneRecord
from records.races import EntryRecord, FactionRecord, RaceRecord
from records.values import EntryId, PlayerId, RaceId

__all__ = ["Closing", "NoRoom", "StaleRace", "Store", "TooOften"]

OPENED = "opened"
"""The setting that each start writes, to see that it can."""

_REVISION = Prepared(
    select(tables.races.c.state, tables.races.c.revision).where(tables.races.c.id == bindparam("this"))
)
_RUNNING = Prepared(select(tables.races.c.id).where(tables.races.c.state == "running").order_by(tables.races.c.id))
_ADD_KEY = text(
    "UPDATE setting SET value = value || ' ' || (SELECT coalesce(max(id), 0) FROM outbox) || ':' || :key"
    " WHERE name = :name"
)
_MAY_BE_POSTED = (
    update(tables.outbox)
    .where(tables.outbox.c.state.in_(("new", "sending")))
    .values(attempts=tables.outbox.c.attempts + 1, tried=0.0)
)


class Closing(NamedTuple):
    """How a race ends as its league is called off."""

    race: RaceRecord  # as it was found
    notices: Sequence[Notice]
    decide: Decide  # what becomes of the bets on it


class Store:
    """Everything that outlives a process. Each method is one transaction.

    *decide*, where a method takes it, decides on the race's money at the end of the same transaction.
    """

    def __init__(self, database: str | Path) -> None:
        """:param database: a file, or its address: see :func:`db.opening.home.home_of`."""
        self._home = home = home_of(database)
        self._writer, self._reader, self._long = Writer(home), Reader(home), Readings(home)
        self.index = RaceIndex(self._reader)
        self.outbox = Outbox(self._reader, self._writer)
        self.cups = CupStore(self._reader, self._writer)
        self.outlooks = Outlooks(self._writer, self._reader)
        self.leagues, self.again = LeagueStore(self._writer, self._reader), AgainStore(self._writer, self._reader)
        self.archives = Archives(self._reader)
        self.letters, self.ballots = LetterStore(self._writer, self._reader), BallotStore(self._writer, self._reader)
        self.deadlines = Deadlines(self._reader, self._writer)
        self.people, self.memory = PeopleStore(self._reader, self._writer), Memory(self._writer, self._reader)
        self.chances = ChanceRows(self._writer, self._reader)
        self.wagers = WagerStore(self._writer, self._reader)
        self.purses = PurseIndex(self._reader)
        self.past = Past(self._writer, self._reader)
        self.fame = Fame(self._reader)

    async def open(self) -> None:
        """Bring the schema up to date, and try to write; call it once, before anything else.

        :raises Unusable: if the database cannot be read or written; its message has the reason and the cure.
        """
        with in_words(self._home):
            await make_ready(self._home)
            await self.memory.set(OPENED, "yes")

    async def close(self) -> None:
        self._writer.close()
        self._reader.close()
        self._long.close()

    # Races and their lobbies

    async def add_race(self, race: RaceRecord, decide: Decide | None = None, *, is_limited: bool = False) -> RaceId:
        """Keep a new race and return its id; the one in *race* is ignored.

        :param is_limited: whether its host may have no more than a person's limits, in a server with limits of its own.
        :raises NoRoom: if there are as many already.
        """

        def work(connection: Connection) -> RaceId:
            if is_limited:
                require_room_for_race(connection, race)
            number = insert_race(connection, race)
            if decide is not None:
                apply_in(connection, number, decide)
            return number

        return await self._writer.run(work)

    async def change(
        self, race: RaceId, work: Callable[[Connection], bool], decide: Decide | None = None, *, is_seen: bool = True
    ) -> bool:
        """Change one existing race other than by :meth:`write`, and raise its revision.

        A write that changes several races at once, or a cup or a league with them, raises each of them by
        :func:`db.writing.batches.raise_revision` in the same transaction.

        :param work: changes it; returns ``False``, or raises, if the race is not as it must be. Then it writes nothing.
        :param is_seen: whether processes with the race in memory must read it again.
        :returns: the result of *work*.
        """

        def whole(connection: Connection) -> bool:
            if not work(connection):
                return False
            if is_seen:
                raise_revision(connection, race)
            if decide is not None:
                apply_in(connection, race, decide)
            return True

        return await self._writer.run(whole)

    async def set_race(
        self,
        race: RaceId,
        *,
        only_if: Sequence[str] = (),
        was: Mapping[str, Any] | None = None,
        decide: Decide | None = None,
        notices: Sequence[Notice] = (),
        **values: Any,
    ) -> None:
        """Change columns of a race.

        :param only_if: states it must be in.
        :param was: values that columns must have until now.
        :param notices: to be posted of it.
        :raises StaleRace: if its state or one of these values is another.
        """
        change = update(tables.races).where(tables.races.c.id == race).filter_by(**was or {})
        if only_if:
            change = change.where(tables.races.c.state.in_(only_if))

        def work(connection: Connection) -> bool:
            if connection.execute(change.values(**values)).rowcount != 1:
                raise StaleRace(race)
            if values.get("state") in ("cancelled", "finished"):
                end_duties(connection, race)
            add_notices(connection, notices)
            return True

        await self.change(race, work, decide)

    async def set_panel(self, race: RaceId, message: int) -> None:
        """Note which message is a race's panel; races in memory do not depend on it."""
        change = update(tables.races).where(tables.races.c.id == race).values(panel=message)
        await self.change(race, lambda connection: connection.execute(change).rowcount == 1, is_seen=False)

    async def pause(
        self, race: RaceId, act: ActRecord, notices: Sequence[Notice], now: float, until: float | None
    ) -> bool:
        """Let a race rest by an act of its steward; tell whether it was under way.

        :param until: when it goes on anyway, in seconds since 1970; ``None`` for never.
        """
        races = tables.races
        this = and_(races.c.id == race, races.c.state == "running")
        rests = update(races).where(this).values(state="paused", paused_at=now, pause_until=until)

        def work(connection: Connection) -> bool:
            if connection.execute(rests).rowcount != 1:
                return False
            add_acts(connection, race, [act])
            add_notices(connection, notices)
            return True

        return await self.change(race, work)

    async def note(self, race: RaceId, act: ActRecord, notices: Sequence[Notice], host: PlayerId | None = None) -> None:
        """Keep an act that leaves the game as it is.

        :param host: the new host of the race, and of its league or cup with those of its races that are not over.
        :raises TooOften: if a person has done it as often as a limit allows.
        :raises NoRoom: if somebody is given another race, cup or league, and hosts as many as they may.
        """
        races, cups = tables.races.c, tables.cups.c
        cup = select(races.cup).where(races.id == race).scalar_subquery()
        all_of_it = or_(races.id == race, races.league == race, races.cup == cup)
        theirs = or_(races.id == race, and_(all_of_it, races.state.in_(("lobby", "running", "paused"))))
        follows = update(tables.races).where(theirs).values(host=host, revision=races.revision + 1)

        def work(connection: Connection) -> bool:
            add_acts(connection, race, [act])
            add_notices(connection, notices)
            if host is not None:
                if act.by is not None:  # whom the owners of a league elect hosts it in any case
                    require_room_to_host(connection, race, host)
                connection.execute(follows)
                connection.execute(update(tables.cups).where(cups.id == cup).values(host=host))
            return True

        await self.change(race, work)

    async def set_rated(self, race: RaceId, act: ActRecord, notices: Sequence[Notice], *, is_rated: bool) -> bool:
        """Take a race that is over into the ratings by an act, or out of them; tell whether that changed anything."""
        races = tables.races.c
        other = and_(races.id == race, races.is_rated.is_(not is_rated), races.state.in_(("finished", "cancelled")))

        def work(connection: Connection) -> bool:
            if connection.execute(update(tables.races).where(other).values(is_rated=is_rated)).rowcount != 1:
                return False
            add_acts(connection, race, [act])
            add_notices(connection, notices)
            return True

        return await self.change(race, work)

    async def start(self, race: RaceId, mixed: str, acts: Sequence[ActRecord], notices: Sequence[Notice]) -> None:
        """Keep the start that is mixed into the dice of a race; does nothing if it is known already."""
        races = tables.races
        waits = and_(races.c.id == race, races.c.mixed.is_(None), races.c.state.in_(("running", "paused")))
        starts = update(races).where(waits, races.c.facts == 0).values(mixed=mixed)

        def work(connection: Connection) -> bool:
            if connection.execute(starts).rowcount != 1:
                return False
            add_acts(connection, race, acts)
            add_notices(connection, notices)
            return True

        await self.change(race, work)

    async def resume(self, race: RaceId, act: ActRecord, notices: Sequence[Notice], now: float) -> bool:
        """Let a paused race go on, all its deadlines later by as long as it rested; tell whether it was paused."""
        races, deadlines = tables.races, tables.deadlines
        this = and_(races.c.id == race, races.c.state == "paused")

        def work(connection: Connection) -> bool:
            row = connection.execute(select(races.c.paused_at).where(this)).first()
            if row is None:
                return False
            rested = now - row.paused_at if row.paused_at is not None else 0.0
            later = {"at": deadlines.c.at + rested, "remind_at": deadlines.c.remind_at + rested}
            connection.execute(update(deadlines).where(deadlines.c.race == race).values(later))
            # If nobody came, its turns without people are counted anew; it was told already that nobody is there.
            anew = case((races.c.deserted > 0, 1), else_=0)
            gone_on = {"state": "running", "paused_at": None, "pause_until": None, "deserted": anew}
            connection.execute(update(races).where(this).values(gone_on))
            add_acts(connection, race, [act])
            add_notices(connection, notices)
            return True

        return await self.change(race, work)

    async def close_race(
        self,
        race: RaceId,
        act: ActRecord,
        notices: Sequence[Notice],
        decide: Decide | None = None,
        moves: Transfer | None = None,
        races: Sequence[Closing] = (),
        *,
        only_if: Sequence[str] = ("running", "paused"),
    ) -> bool:
        """End a race without a result by an act of its steward; tell whether it was under way.

        :param moves: movements of its money, if it is a league.
        :param races: of the league that end with it.
        :param only_if: states that it must be in.
        :raises StaleRace: if one of these has changed meanwhile.
        """

        def work(connection: Connection) -> bool:
            if not _cancel(connection, race, act, act.at, only_if):
                return False
            add_notices(connection, notices)
            if moves is not None:
                transfer(connection, guild_of(connection, race), moves)
            for each in races:
                _close_with_league(connection, each, act)
            return True

        return await self.change(race, work, decide)

    async def drop_threadless(self, decide: Decide | None = None) -> None:
        """Cancel the races that were being opened when the program ended: they have no thread and never will.

        A race of a cup gets its thread when the cup goes on.
        """
        for race in await self.index.threadless():
            with suppress(StaleRace):
                await self.set_race(race, only_if=("lobby",), was={"thread": None}, decide=decide, state="cancelled")

    async def enter(
        self,
        race: RaceId,
        factions: Sequence[FactionRecord],
        entries: Sequence[EntryRecord],
        decide: Decide | None = None,
        *,
        in_place_of: int | None = None,
        without: Collection[EntryId] = (),
    ) -> None:
        """Add factions and entries to a race in its lobby.

        :param in_place_of: a house driver who goes; the numbers of *factions* are those after that.
        :param without: chariots that go before others enter, whose colours they may have.
        :raises StaleRace: if a place or colour has been taken meanwhile, or the race has started.
        """

        def work(connection: Connection) -> bool:
            _require_lobby(connection, race)
            make_room(connection, race, in_place_of, without)
            with stale_if_taken(race):
                add_rows(connection, tables.factions, race, factions)
                add_rows(connection, tables.entries, race, entries)
            return True

        await self.change(race, work, decide)

    async def close_lobby(
        self, race: RaceId, factions: int, entries: Sequence[EntryRecord], options: tuple[str, str] | None = None
    ) -> None:
        """Start a race, adding the chariots that no player chose, in one transaction.

        :param factions: number of factions.
        :param options: as they were read, and the new ones, if they follow from the drivers.
        :raises StaleRace: if somebody has entered or left meanwhile, a colour was taken, the host has changed the
            options, or the race has started.
        """
        mine = tables.factions.c.race == race
        runs = update(tables.races).where(tables.races.c.id == race).values(state="running")
        if options is not None:
            runs = runs.where(tables.races.c.options == options[0]).values(options=options[1])

        def work(connection: Connection) -> bool:
            _require_lobby(connection, race)
            if connection.scalar(select(func.count()).select_from(tables.factions).where(mine)) != factions:
                raise StaleRace(race)
            with stale_if_taken(race):
                add_rows(connection, tables.entries, race, entries)
            return connection.execute(runs).rowcount == 1

        await self.change(race, work)

    async def withdraw(self, race: RaceId, player: PlayerId, decide: Decide | None = None) -> bool:
        """Take a player out of a race in its lobby; tell whether the player was in it."""
        mine = and_(tables.factions.c.race == race, tables.factions.c.player == player)

        def work(connection: Connection) -> bool:
            _require_lobby(connection, race)
            gone = connection.scalar(select(tables.factions.c.faction).where(mine))
            if gone is None:
                return False
            connection.execute(delete(tables.factions).where(mine))
            close_gap(connection, race, gone)
            return True

        return await self.change(race, work, decide)

    async def running(self) -> list[RaceId]:
        return [RaceId(row.id) for row in await self._reader.found(_RUNNING)]

    async def revision_of(self, race: RaceId) -> tuple[str, int] | None:
        """Return the state of a race and its revision; ``None`` if there is no such race."""
        found = await self._reader.found(_REVISION, this=race) if is_id(race) else []
        return next(((row.state, row.revision) for row in found), None)

    async def load(self, race: RaceId, until: int | None = None) -> KeptRace | None:
        """Return all that is needed to take a race up again; ``None`` if there is no such race.

        :param until: the last input that counts; the newest if left out.
        """
        return await self._reader.run(lambda connection: load(connection, race, until)) if is_id(race) else None

    # What happens in a race

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

        await self._writer.run(work)

    async def write_season(
        self,
        batch: Batch,
        moves: Transfer | None,
        undone: tuple[RaceId, ActRecord] | None = None,
        bets: Sequence[tuple[RaceId, Decide]] = (),
    ) -> None:
        """Write all of a league's *batch*, and the money that it moves, or nothing.

        :param undone: a race of it that this act undoes, though it may be over.
        :param bets: decision on spectators' bets on its races.
        :raises StaleRace: as :meth:`write` does.
        """

        def work(connection: Connection) -> None:
            _write_season(connection, batch, moves)
            if undone is not None:
                race, act = undone
                if not _cancel(connection, race, act, batch.at, ("running", "paused", "finished")):
                    raise StaleRace(race)
                raise_revision(connection, race)
            for race, decide in bets:
                apply_if_betting(connection, race, decide)

        await self._writer.run(work)

    async def facts(self, race: RaceId, after: int = 0, until: int | None = None) -> list[FactRecord]:
        """Return the facts numbered above *after*, up to *until*, in order."""
        n = tables.facts.c.n
        where = [n > after] if until is None else [n > after, n <= until]
        return await self._rows(tables.facts, race, FactRecord, *where)

    async def scenes(self, race: RaceId, first: int, last: int) -> list[SceneRecord]:
        """Return the scenes numbered *first* to *last*, in order."""
        return await self._rows(tables.scenes, race, SceneRecord, tables.scenes.c.n.between(first, last))

    async def void_scenes(self, race: RaceId) -> set[int]:
        """Return the numbers of the scenes that are void."""
        scenes = tables.scenes.c
        return {row.n for row in await self._reader.rows(select(scenes.n).where(scenes.race == race, scenes.void))}

    async def last_scene(self, race: RaceId) -> SceneRecord | None:
        """Return the last valid scene: after the race went back, the one before the void part."""
        holds = tables.scenes.c.void.is_(False)
        found = await self._rows(tables.scenes, race, SceneRecord, holds, newest=True)
        return found[0] if found else None

    async def acts(self, race: RaceId) -> list[ActRecord]:
        """Return the steward's acts in a race, in order."""
        return await self._rows(tables.acts, race, ActRecord)

    async def inputs(self, race: RaceId) -> list[Input]:
        return await self._rows(tables.inputs, race, Input)

    async def turns_begun(self, race: RaceId) -> list[int]:
        """Return after which input each turn that holds began, the set-up of the race included."""
        checkpoints = tables.checkpoints.c
        found = select(checkpoints.seq).where(checkpoints.race == race, checkpoints.void.is_(False))
        return [row.seq for row in await self._reader.rows(found.order_by(checkpoints.seq))]

    async def restored(
        self, told: Sequence[tuple[RaceId, ActRecord, Sequence[Notice]]], keys: str, fresh_key: str
    ) -> None:
        """Go on with a copy of the database: add the notices for each race.

        A post that was waiting as the copy was made may be there by now: the delivery looks for it before it sends it.

        :param keys: the setting with the keys of marks, if it exists yet.
        :param fresh_key: the key for all notices added from now on.
        """

        def work(connection: Connection) -> None:
            connection.execute(_ADD_KEY, {"name": keys, "key": fresh_key})
            connection.execute(_MAY_BE_POSTED)
            for race, act, notices in told:
                raise_revision(connection, race)
                add_acts(connection, race, [act])
                add_notices(connection, notices)

        await self._writer.run(work)

    async def health(self) -> tuple[str, int]:
        """Return the fault of the database, empty if it is whole, and its size in bytes."""
        return await self._long.health()

    async def _rows(
        self, table: Table, race: RaceId, kind: type[Any], *where: ColumnElement[bool], newest: bool = False
    ) -> list[Any]:
        """Return rows of a race as structs, by the table's own order; with *newest* the last one alone."""
        return await self._reader.run(lambda found: rows_of(found, table, race, kind, *where, newest=newest))


def _cancel(connection: Connection, race: RaceId, act: ActRecord, now: float, states: Sequence[str]) -> bool:
    """End a race without a result if it is in one of these states; tell whether it was.

    The person who acts called it off: a driver loses a race that they end so, whichever way they do it (S-48).
    """
    this = and_(tables.races.c.id == race, tables.races.c.state.in_(states))
    ends = update(tables.races).where(this).values(state="cancelled", ended=now, called_off_by=act.by)
    if connection.execute(ends).rowcount != 1:
        return False
    end_duties(connection, race)
    add_acts(connection, race, [act])
    return True


def _close_with_league(connection: Connection, closing: Closing, act: ActRecord) -> None:
    """End a race as its league is called off; one that is over stays so, and its bets are settled."""
    race = closing.race
    if _REVISION.first(connection, {"this": race.id}) != (race.state, race.revision):
        raise StaleRace(race.id)
    if _cancel(connection, race.id, act, act.at, ("running", "paused")):
        add_notices(connection, closing.notices)
        raise_revision(connection, race.id)
    apply_if_betting(connection, race.id, closing.decide)


def _write_season(connection: Connection, batch: Batch, moves: Transfer | None) -> None:
    write_batch(connection, batch)
    if moves is not None:
        transfer(connection, guild_of(connection, batch.race), moves)


def _require_lobby(connection: Connection, race: RaceId) -> None:
    found = _REVISION.first(connection, {"this": race})
    if found is None or found.state != "lobby":
        raise StaleRace(race)
