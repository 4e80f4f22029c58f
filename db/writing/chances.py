"""Chances to win that were worked out in the course of races, and where some are still wanted."""

from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, bindparam, delete, exists, func, insert, select

from db.opening.writer import Reader, Writer
from db.reading.index import rows_by_race
from db.reading.rows import race_of, struct_of
from db.schema import tables
from db.schema.money import chances
from db.writing.books import Decide, apply_in
from engine.betting.records import ChanceRecord
from records.play import CheckpointRecord
from records.races import EntryRecord, FactionRecord, RaceRecord
from records.values import RaceId

LOBBY = -1
"""``seq`` of the chances of a race that has not begun; they are replaced whenever its field changes."""

_races, _checkpoints, _chances = tables.races.c, tables.checkpoints.c, chances.c
_LAST_TURN = (
    select(func.max(_checkpoints.seq))
    .where(_checkpoints.race == _races.id)
    .correlate(tables.races)  # two levels up, where it is not looked for by itself
    .scalar_subquery()
)
_LAST_TIME = select(func.coalesce(func.max(_chances.at), 0.0)).where(_chances.race == _races.id).scalar_subquery()
_KNOWN = exists().where(_chances.race == _races.id, _chances.seq == _LAST_TURN, _chances.void.is_(False))
_BEHIND = (  # read off indexes alone, checkpoints are large; of one that is void is seen below
    select(_races.id)
    .where(_races.state.in_(("running", "paused")), _races.guild != 0, ~_KNOWN)
    .order_by(_LAST_TIME, _races.id)
)
_RACE = select(tables.races).where(_races.id == bindparam("this"), _races.state.in_(("running", "paused")))
_CHECKPOINT = (
    select(tables.checkpoints)
    .where(_checkpoints.race == bindparam("this"), _checkpoints.void.is_(False))
    .order_by(_checkpoints.seq.desc())
    .limit(1)
)
_HAS_ROW = select(_chances.seq).where(
    _chances.race == bindparam("this"), _chances.seq == bindparam("of_seq"), _chances.void.is_(False)
)
_LOBBIES = select(tables.races).where(_races.state == "lobby", _races.guild != 0).order_by(_races.id.desc())
_ENTRIES = select(tables.entries.c.entry).where(tables.entries.c.race == bindparam("this"))
_ADD = insert(chances)
_FORGET = delete(chances).where(
    _chances.race == bindparam("this"), _chances.turn == bindparam("of_turn"), _chances.seq == bindparam("of_seq")
)
_HOLDS = select(_checkpoints.seq).where(
    _checkpoints.race == bindparam("this"), _checkpoints.seq == bindparam("of_seq"), _checkpoints.void.is_(False)
)
_IN_LOBBY = select(_races.id).where(_races.id == bindparam("this"), _races.state == "lobby")
_OF_RACE = (
    select(chances)
    .where(_chances.race == bindparam("this"), _chances.void.is_(False))
    .order_by(_chances.seq, _chances.turn)
)


class Field(NamedTuple):
    """A race with its chariots and their drivers."""

    race: RaceRecord
    factions: tuple[FactionRecord, ...]
    entries: tuple[EntryRecord, ...]


class Wanted(NamedTuple):
    """A race whose latest turn has no chances yet."""

    field: Field
    checkpoint: CheckpointRecord | None  # the newest; none in its lobby, where it may be that there is nothing to do


class EndedRace(NamedTuple):
    """A race that is over, with its chances in its course, a row for each turn, and the last thing everybody saw."""

    race: RaceRecord
    records: tuple[ChanceRecord, ...]
    view: str  # JSON


class ChanceRows:
    """Keeps chances of races. Reads on the reader's threads."""

    def __init__(self, writer: Writer, reader: Reader) -> None:
        self._writer, self._reader = writer, reader

    async def behind(self) -> list[RaceId]:
        """Return the races of servers under way that may be without chances of their newest turn, longest first."""
        return await self._reader.run(lambda connection: list(connection.scalars(_BEHIND)))

    async def wanted(self, race: RaceId) -> Wanted | None:
        """Return a race under way as its newest turn began; ``None`` if there are chances of that."""
        return await self._reader.run(lambda connection: _wanted(connection, race))

    async def lobbies(self) -> list[Wanted]:
        """Return the races of servers that have not begun, the newest first."""
        return await self._reader.run(_of_lobbies)

    async def add(self, race: RaceId, record: ChanceRecord, decide: Decide | None = None) -> bool:
        """Keep chances, unless the race has gone back behind them since; tell whether they are kept.

        :param decide: a decision on the race's money, made in the same transaction if they are kept.
        """
        return await self._writer.run(lambda connection: _add(connection, race, record, decide))

    async def of_race(self, race: RaceId) -> list[ChanceRecord]:
        """Return the chances of a race that hold, one of each turn, in order."""
        return await self._reader.run(lambda connection: _of_race(connection, race))

    async def of_finished(self, guild: int | None = None) -> list[EndedRace]:
        """Return all finished races whose chances were worked out; of one server, or of all."""
        return await self._reader.run(lambda connection: _of_finished(connection, guild))


def _wanted(connection: Connection, race: RaceId) -> Wanted | None:
    this = {"this": race}
    found, row = connection.execute(_RACE, this).first(), connection.execute(_CHECKPOINT, this).first()
    if found is None or row is None or connection.scalar(_HAS_ROW, {"this": race, "of_seq": row.seq}) is not None:
        return None
    return Wanted(_field(connection, race_of(found)), struct_of(row, CheckpointRecord))


def _of_lobbies(connection: Connection) -> list[Wanted]:
    races = [race_of(row) for row in connection.execute(_LOBBIES)]
    these = [race.id for race in races]
    drive = rows_by_race(connection, tables.factions, these, FactionRecord)
    driven = rows_by_race(connection, tables.entries, these, EntryRecord)
    return [Wanted(Field(race, tuple(drive[race.id]), tuple(driven[race.id])), None) for race in races]


def _field(connection: Connection, race: RaceRecord) -> Field:
    factions, entries = tables.factions, tables.entries
    drive = connection.execute(select(factions).where(factions.c.race == race.id).order_by(factions.c.faction))
    driven = connection.execute(select(entries).where(entries.c.race == race.id).order_by(entries.c.entry))
    return Field(
        race,
        tuple(struct_of(row, FactionRecord) for row in drive),
        tuple(struct_of(row, EntryRecord) for row in driven),
    )


def _add(connection: Connection, race: RaceId, record: ChanceRecord, decide: Decide | None) -> bool:
    holds = _IN_LOBBY if record.seq == LOBBY else _HOLDS
    this = {"this": race, "of_turn": record.turn, "of_seq": record.seq}
    if connection.scalar(holds, this) is None:
        return False
    connection.execute(_FORGET, this)
    connection.execute(_ADD, {"race": race, **msgspec.structs.asdict(record), "void": False})
    if decide is not None:
        apply_in(connection, race, decide)
    return True


def _of_race(connection: Connection, race: RaceId) -> list[ChanceRecord]:
    rows = [struct_of(row, ChanceRecord) for row in connection.execute(_OF_RACE, {"this": race})]
    here = set(connection.scalars(_ENTRIES, {"this": race}))
    return list({row.turn: row for row in rows if row.seq != LOBBY or _entries_of(row) == here}.values())


def _entries_of(record: ChanceRecord) -> set[int]:
    """Return the chariots whose chances these are; those of a lobby may be of others than have raced."""
    return set(msgspec.json.decode(record.chances, type=dict[int, int]))


def _of_finished(connection: Connection, guild: int | None) -> list[EndedRace]:
    known = exists().where(_chances.race == _races.id)
    finished = select(tables.races).where(_races.state == "finished", known).order_by(_races.id)
    if guild is not None:
        finished = finished.where(_races.guild == guild)
    races = [race_of(row) for row in connection.execute(finished)]
    ended = ((race, _of_race(connection, race.id), _last_view(connection, race.id)) for race in races)
    return [EndedRace(race, tuple(records), view) for race, records, view in ended if records and view]


def _last_view(connection: Connection, race: RaceId) -> str:
    scenes = tables.scenes.c
    newest = select(scenes.view).where(scenes.race == race, scenes.void.is_(False)).order_by(scenes.n.desc()).limit(1)
    return connection.scalar(newest) or ""
