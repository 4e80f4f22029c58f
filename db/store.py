"""Keeping races: all that an order causes is written together, or not at all."""

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, Table, and_, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from db import schema
from db.batches import StaleRace, add_acts, add_notices, end_duties, write_batch
from db.books import Decide, apply_if_betting, apply_in
from db.chances import ChanceRows
from db.cups import Cups
from db.database import migrate, open_database
from db.deadlines import Deadlines
from db.outbox import Outbox
from db.people import People
from db.rows import add_rows, race_of, row_of, struct_of
from db.wagers import Wagers
from db.writer import Reader, Writer
from engine.kept import (
    ActRecord,
    Batch,
    CheckpointRecord,
    Deadline,
    EntryRecord,
    FactionRecord,
    FactRecord,
    Input,
    KeptRace,
    Notice,
    OrdersRecord,
    RaceRecord,
    SceneRecord,
)
from engine.values import PlayerId, RaceId

__all__ = ["StaleRace", "Store"]

_LAST_SCENE = select(func.max(schema.scenes.c.n)).where(schema.scenes.c.race == bindparam("this"))
_REWINDS = select(func.count()).where(
    schema.inputs.c.race == bindparam("this"), schema.inputs.c.entry == 0, schema.inputs.c.answer.contains('"Rewind"')
)

Field = tuple[tuple[FactionRecord, ...], tuple[EntryRecord, ...]]
"""Who drives in a race, and what."""


class Store:
    """Everything that outlives a process. Each method is one transaction.

    *decide*, where a method takes it, decides on the race's money at the end of the same transaction.
    """

    def __init__(self, path: Path) -> None:
        self._engine, self._writer, self._reader = open_database(path), Writer(path), Reader(path)
        self._reading = self._engine.execution_options(writes=False)
        self.outbox = Outbox(self._engine, self._writer)
        self.cups = Cups(self._engine)
        self.deadlines = Deadlines(self._engine, self._writer)
        self.people = People(self._engine, self._writer)
        self.chances = ChanceRows(self._writer, self._reader)
        self.wagers = Wagers(self._writer, self._reader)

    async def open(self) -> None:
        """Bring the schema up to date; call it once, before anything else."""
        await migrate(self._engine)

    async def close(self) -> None:
        self._writer.close()
        self._reader.close()
        await self._engine.dispose()

    # Races and their lobbies

    async def add_race(self, race: RaceRecord, decide: Decide | None = None) -> RaceId:
        """Keep a new race and return its id; the one in *race* is not looked at."""
        async with self._engine.begin() as connection:
            added = await connection.execute(insert(schema.races).values(row_of(race)).returning(schema.races.c.id))
            number = RaceId(added.scalar_one())
            await _decide(connection, number, decide)
            return number

    async def set_race(
        self,
        race: RaceId,
        *,
        only_if: Sequence[str] = (),
        was: Mapping[str, Any] | None = None,
        decide: Decide | None = None,
        **values: Any,
    ) -> None:
        """Change columns of a race.

        :param only_if: states it must be in.
        :param was: what must stand in columns until now.
        :raises StaleRace: if it is in another, or something else stands there.
        """
        change = update(schema.races).where(schema.races.c.id == race).filter_by(**was or {})
        if only_if:
            change = change.where(schema.races.c.state.in_(only_if))

        def work(connection: Connection) -> None:
            if connection.execute(change.values(**values)).rowcount != 1:
                raise StaleRace(race)
            if values.get("state") in ("cancelled", "finished"):
                end_duties(connection, race)
            if decide is not None:
                apply_in(connection, race, decide)

        await self._writer.run(work)

    async def pause(self, race: RaceId, act: ActRecord, notices: Sequence[Notice], now: float, until: float) -> bool:
        """Let a race rest by an act of its steward; tell whether it was under way."""
        races = schema.races
        this = and_(races.c.id == race, races.c.state == "running")
        rests = update(races).where(this).values(state="paused", paused_at=now, pause_until=until)

        def work(connection: Connection) -> bool:
            if connection.execute(rests).rowcount != 1:
                return False
            add_acts(connection, race, [act])
            add_notices(connection, notices)
            return True

        return await self._writer.run(work)

    async def start(self, race: RaceId, mixed: str, acts: Sequence[ActRecord], notices: Sequence[Notice]) -> None:
        """Keep what is mixed into the dice of a race as it starts; nothing happens if that is known already."""
        races = schema.races
        waits = and_(races.c.id == race, races.c.mixed.is_(None), races.c.state.in_(("running", "paused")))
        starts = update(races).where(waits, races.c.facts == 0).values(mixed=mixed)

        def work(connection: Connection) -> None:
            if connection.execute(starts).rowcount == 1:
                add_acts(connection, race, acts)
                add_notices(connection, notices)

        await self._writer.run(work)

    async def resume(self, race: RaceId, act: ActRecord, notices: Sequence[Notice], now: float) -> bool:
        """Let a paused race go on, all its deadlines later by as long as it rested; tell whether it was paused."""
        races, deadlines = schema.races, schema.deadlines
        this = and_(races.c.id == race, races.c.state == "paused")
        async with self._engine.begin() as connection:
            row = (await connection.execute(select(races.c.paused_at).where(this))).first()
            if row is None:
                return False
            rested = now - row.paused_at if row.paused_at is not None else 0.0
            later = {"at": deadlines.c.at + rested, "remind_at": deadlines.c.remind_at + rested}
            await connection.execute(update(deadlines).where(deadlines.c.race == race).values(later))
            gone_on = {"state": "running", "paused_at": None, "pause_until": None}
            await connection.execute(update(races).where(this).values(gone_on))
            await connection.run_sync(add_acts, race, [act])
            await connection.run_sync(add_notices, notices)
        return True

    async def close_race(
        self, race: RaceId, act: ActRecord, notices: Sequence[Notice], now: float, decide: Decide | None = None
    ) -> bool:
        """End a race without a result by an act of its steward; tell whether it was under way."""
        races = schema.races
        this = and_(races.c.id == race, races.c.state.in_(("running", "paused")))

        def work(connection: Connection) -> bool:
            ended = connection.execute(update(races).where(this).values(state="cancelled", ended=now))
            if ended.rowcount != 1:
                return False
            end_duties(connection, race)
            add_acts(connection, race, [act])
            add_notices(connection, notices)
            if decide is not None:
                apply_in(connection, race, decide)
            return True

        return await self._writer.run(work)

    async def drop_threadless(self, decide: Decide | None = None) -> None:
        """Cancel the races that were being opened when the program ended: they have no thread and never will.

        A race of a cup gets its thread when the cup goes on.
        """
        races = schema.races.c
        orphans = (races.state == "lobby") & races.thread.is_(None) & races.cup.is_(None)
        cancelled = update(schema.races).where(orphans).values(state="cancelled").returning(races.id)
        async with self._engine.begin() as connection:
            for race in sorted((await connection.scalars(cancelled)).all()):
                await _decide(connection, RaceId(race), decide)

    async def enter(
        self,
        race: RaceId,
        factions: Sequence[FactionRecord],
        entries: Sequence[EntryRecord],
        decide: Decide | None = None,
    ) -> None:
        """Add factions and entries to a race in its lobby.

        :raises StaleRace: if a place or colour has been taken meanwhile, or the race has started.
        """
        async with self._engine.begin() as connection:
            await _require_lobby(connection, race)
            try:
                await add_rows(connection, schema.factions, race, factions)
                await add_rows(connection, schema.entries, race, entries)
            except IntegrityError as error:
                raise StaleRace(race) from error
            await _decide(connection, race, decide)

    async def withdraw(self, race: RaceId, player: PlayerId, decide: Decide | None = None) -> bool:
        """Take a player out of a race in its lobby; tell whether he was in it."""
        async with self._engine.begin() as connection:
            await _require_lobby(connection, race)
            mine = and_(schema.factions.c.race == race, schema.factions.c.player == player)
            gone = await connection.scalar(select(schema.factions.c.faction).where(mine))
            if gone is None:
                return False
            await connection.execute(delete(schema.factions).where(mine))
            await _close_gap(connection, race, gone)
            await _decide(connection, race, decide)
            return True

    async def races(self, *where: ColumnElement[bool], most: int = 50) -> list[RaceRecord]:
        """Return races, the oldest of the newest *most* first."""
        newest = select(schema.races).where(*where).order_by(schema.races.c.id.desc()).limit(most)
        async with self._reading.connect() as connection:
            rows = (await connection.execute(newest)).all()
        return [race_of(row) for row in reversed(rows)]

    async def races_of_guild(self, guild: int) -> list[RaceRecord]:
        return await self.races(schema.races.c.guild == guild)

    async def races_of_player(self, player: PlayerId) -> list[RaceRecord]:
        """Return the races that a player drives in or hosts."""
        factions = schema.factions.c
        driven = select(factions.race).where((factions.player == player) | (factions.substitute == player))
        return await self.races((schema.races.c.host == player) | schema.races.c.id.in_(driven))

    async def fields(self, races: Sequence[RaceId]) -> dict[RaceId, Field]:
        """Return who drives in each of *races*, and what; two reads, however many races they are."""
        async with self._reading.connect() as connection:
            factions = await _rows_by_race(connection, schema.factions, races, FactionRecord)
            entries = await _rows_by_race(connection, schema.entries, races, EntryRecord)
        return {race: (tuple(factions[race]), tuple(entries[race])) for race in races}

    async def running(self) -> list[RaceId]:
        async with self._reading.connect() as connection:
            found = select(schema.races.c.id).where(schema.races.c.state == "running").order_by(schema.races.c.id)
            return [RaceId(race) for race in (await connection.scalars(found)).all()]

    async def seq_of(self, race: RaceId) -> tuple[str, int] | None:
        """Return the state of a race and how many inputs it has; ``None`` if there is no such race."""
        async with self._reading.connect() as connection:
            found = select(schema.races.c.state, schema.races.c.seq).where(schema.races.c.id == race)
            row = (await connection.execute(found)).first()
        return None if row is None else (row.state, row.seq)

    async def load(self, race: RaceId, until: int | None = None) -> KeptRace | None:
        """Return all that is needed to take a race up again; ``None`` if there is no such race.

        :param until: the last input that counts; the newest if left out.
        """
        return await self._reader.run(lambda connection: _load(connection, race, until))

    # What happens in a race

    async def write(self, batch: Batch, decide: Decide | None = None) -> None:
        """Write all of *batch*, or nothing.

        :param decide: called only if the race has markets.
        :raises StaleRace: if the race is not where the batch begins.
        """

        def work(connection: Connection) -> None:
            write_batch(connection, batch)
            if decide is not None:
                apply_if_betting(connection, batch.race, decide)

        await self._writer.run(work)

    async def facts(self, race: RaceId, after: int = 0, until: int | None = None) -> list[FactRecord]:
        """Return the facts numbered above *after*, up to *until*, in order."""
        n = schema.facts.c.n
        where = [n > after] if until is None else [n > after, n <= until]
        async with self._reading.connect() as connection:
            return await _rows(connection, schema.facts, race, FactRecord, *where)

    async def scenes(self, race: RaceId, first: int, last: int) -> list[SceneRecord]:
        """Return the scenes numbered *first* to *last*, in order."""
        async with self._reading.connect() as connection:
            return await _rows(connection, schema.scenes, race, SceneRecord, schema.scenes.c.n.between(first, last))

    async def void_scenes(self, race: RaceId) -> set[int]:
        """Return the numbers of the scenes that are void."""
        scenes = schema.scenes.c
        async with self._reading.connect() as connection:
            found = await connection.scalars(select(scenes.n).where(scenes.race == race, scenes.void))
            return set(found.all())

    async def last_scene(self, race: RaceId) -> SceneRecord | None:
        async with self._reading.connect() as connection:
            found = await _rows(connection, schema.scenes, race, SceneRecord, newest=True)
        return found[0] if found else None

    async def acts(self, race: RaceId) -> list[ActRecord]:
        """Return what the steward did in a race, in order."""
        async with self._reading.connect() as connection:
            return await _rows(connection, schema.acts, race, ActRecord)

    async def inputs(self, race: RaceId) -> list[Input]:
        async with self._reading.connect() as connection:
            return await _rows(connection, schema.inputs, race, Input)

    async def health(self) -> tuple[str, int]:
        """Return what is wrong with the database file, nothing if it is whole, and its size in bytes."""
        async with self._reading.connect() as connection:
            found = (await connection.exec_driver_sql("PRAGMA quick_check(1)")).scalar_one()
            pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar_one()
            size = (await connection.exec_driver_sql("PRAGMA page_size")).scalar_one()
        return "" if found == "ok" else str(found), int(pages) * int(size)

    # Settings

    async def setting(self, name: str) -> str | None:
        async with self._reading.connect() as connection:
            found = await connection.scalar(select(schema.settings.c.value).where(schema.settings.c.name == name))
        return None if found is None else str(found)

    async def set_setting(self, name: str, value: str) -> None:
        def work(connection: Connection) -> None:
            connection.execute(delete(schema.settings).where(schema.settings.c.name == name))
            connection.execute(insert(schema.settings).values(name=name, value=value))

        await self._writer.run(work)


def _load(connection: Connection, race: RaceId, until: int | None) -> KeptRace | None:
    checkpoints, inputs = schema.checkpoints.c, schema.inputs.c
    where: list[ColumnElement[bool]] = [checkpoints.void.is_(False)]
    counting: list[ColumnElement[bool]] = [inputs.void.is_(False)]
    if until is not None:
        where.append(checkpoints.seq <= until)
        counting.append(inputs.seq <= until)
    found = connection.execute(select(schema.races).where(schema.races.c.id == race)).first()
    if found is None:
        return None
    latest = _rows_at_once(connection, schema.checkpoints, race, CheckpointRecord, *where, newest=True)
    since = inputs.seq > (latest[0].seq if latest else 0)
    answered = tuple(_rows_at_once(connection, schema.inputs, race, Input, since, *counting))
    return KeptRace(
        race_of(found),
        tuple(_rows_at_once(connection, schema.factions, race, FactionRecord)),
        tuple(_rows_at_once(connection, schema.entries, race, EntryRecord)),
        latest[0] if latest else None,
        answered,
        tuple(_rows_at_once(connection, schema.deadlines, race, Deadline)),
        tuple(_rows_at_once(connection, schema.orders, race, OrdersRecord)),
        connection.scalar(_LAST_SCENE, {"this": race}) or 0,
        connection.scalar(_REWINDS, {"this": race}) or 0,
        _begun(connection, race, latest[0]) if latest and not answered else "",
    )


def _begun(connection: Connection, race: RaceId, checkpoint: CheckpointRecord) -> str:
    """Return the digest of the story at the first question of a turn, as it is on record."""
    facts, digest = schema.facts.c, bytes.fromhex(checkpoint.digest)
    began = (facts.n > checkpoint.told, facts.seq <= checkpoint.seq, facts.void.is_(False))
    for record in _rows_at_once(connection, schema.facts, race, FactRecord, *began):
        digest = hashlib.sha256(digest + record.fact.encode()).digest()
    return digest.hex()


async def _decide(connection: AsyncConnection, race: RaceId, decide: Decide | None) -> None:
    if decide is not None:
        await connection.run_sync(apply_in, race, decide)


async def _require_lobby(connection: AsyncConnection, race: RaceId) -> None:
    state = await connection.scalar(select(schema.races.c.state).where(schema.races.c.id == race))
    if state != "lobby":
        raise StaleRace(race)


async def _close_gap(connection: AsyncConnection, race: RaceId, gone: int) -> None:
    """Number the factions after *gone* anew, with their entries: they count from 1 without a gap."""
    factions, entries = schema.factions, schema.entries
    later = and_(factions.c.race == race, factions.c.faction > gone)
    found = await connection.scalars(select(factions.c.faction).where(later).order_by(factions.c.faction))
    for number in found.all():
        old = and_(entries.c.race == race, entries.c.faction == number)
        own = (await connection.scalars(select(entries.c.entry).where(old))).all()
        # An entry may not name a faction that is not there, so it names none while the number changes.
        await connection.execute(update(entries).where(old).values(faction=None))
        this = and_(factions.c.race == race, factions.c.faction == number)
        await connection.execute(update(factions).where(this).values(faction=number - 1))
        again = and_(entries.c.race == race, entries.c.entry.in_(own))
        await connection.execute(update(entries).where(again).values(faction=number - 1))


async def _rows(
    connection: AsyncConnection,
    table: Table,
    race: RaceId,
    kind: type[Any],
    *where: ColumnElement[bool],
    newest: bool = False,
) -> list[Any]:
    """Return rows of a race as structs, by the table's own order; with *newest* the last one alone."""
    found = await connection.execute(_of_race(table, race, where, newest))
    return [struct_of(row, kind) for row in found]


def _rows_at_once(
    connection: Connection,
    table: Table,
    race: RaceId,
    kind: type[Any],
    *where: ColumnElement[bool],
    newest: bool = False,
) -> list[Any]:
    """Return the same on a plain connection."""
    return [struct_of(row, kind) for row in connection.execute(_of_race(table, race, where, newest))]


def _of_race(table: Table, race: RaceId, where: Sequence[ColumnElement[bool]], newest: bool) -> Select[Any]:
    key = list(table.primary_key.columns)[-1]
    found = select(table).where(table.c.race == race, *where).order_by(key.desc() if newest else key)
    return found.limit(1) if newest else found


async def _rows_by_race(
    connection: AsyncConnection, table: Table, races: Sequence[RaceId], kind: type[Any]
) -> defaultdict[RaceId, list[Any]]:
    """Return rows of several races as structs, each race's by the table's own order."""
    key = list(table.primary_key.columns)[-1]
    found: defaultdict[RaceId, list[Any]] = defaultdict(list)
    for row in await connection.execute(select(table).where(table.c.race.in_(races)).order_by(key)):
        found[RaceId(row.race)].append(struct_of(row, kind))
    return found
