"""Finding races: by number, thread, state and place. Only lists of races that are over are cut."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, Connection, Table, and_, bindparam, func, or_, select

from db.opening.prepared import Prepared
from db.opening.writer import Reader
from db.reading.room import OPEN
from db.reading.rows import is_id, race_of, rows_of, struct_of
from db.schema import tables
from records.races import EntryRecord, FactionRecord, Place, RaceHeading, RaceRecord
from records.values import PlayerId, RaceId

Field = tuple[RaceRecord, tuple[FactionRecord, ...], tuple[EntryRecord, ...]]
"""A race with its chariots and their drivers."""

MOST_OVER = 50
"""Races that are over in a list, the newest."""

_races, _factions = tables.races.c, tables.factions.c
_RACE = Prepared(select(tables.races).where(_races.id == bindparam("this"), _races.guild >= 0))
"""Of a server that was removed the ledger alone knows races: to everybody else they are not there."""

_HEADING = select(*(_races[field] for field in RaceHeading.__struct_fields__))
_TOLD_IN = select(_races.id).where(_races.thread == bindparam("where")).order_by(_races.id.desc())
_GUILD = select(_races.guild).where(_races.id == bindparam("this"))
_WAITING = Prepared(
    select(tables.races)
    .where(_races.state == "lobby", _races.league.is_(None), _races.opened <= bindparam("before"))
    .order_by(_races.id)
)
_RESTING = Prepared(
    select(tables.races)
    .where(_races.state == "paused", _races.league.is_(None), _races.pause_until.is_(None))
    .where(_races.paused_at <= bindparam("before"))
    .order_by(_races.id)
)
_BEGAN = Prepared(select(func.min(tables.inputs.c.at).label("at")).where(tables.inputs.c.race == bindparam("this")))
_THREADLESS = Prepared(
    select(_races.id)
    .where(_races.state == "lobby", _races.thread.is_(None), _races.cup.is_(None), _races.league.is_(None))
    .order_by(_races.id)
)
_REVISION = Prepared(
    select(tables.races.c.state, tables.races.c.revision).where(tables.races.c.id == bindparam("this"))
)
_RUNNING = Prepared(select(tables.races.c.id).where(tables.races.c.state == "running").order_by(tables.races.c.id))


class RaceIndex:
    """Looks races up; each method is one transaction on a reading thread."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def field(self, race: RaceId) -> Field | None:
        """Return a race with its chariots and drivers, in three reads; ``None`` if there is no such race."""
        return await self._reader.run(lambda connection: _field(connection, race)) if is_id(race) else None

    async def fields(self, place: Place, most_over: int = MOST_OVER) -> list[Field]:
        """Return the races of a place, the oldest first: all that are not over, and the newest that are."""
        return await self._reader.run(lambda connection: _fields(connection, place, most_over))

    async def in_thread(self, thread: int) -> RaceId | None:
        """Return the newest race of a thread; ``None`` if it has none."""
        newest = _TOLD_IN.where(tables.IS_RACE).limit(1)
        return await self._reader.run(lambda connection: connection.scalar(newest, {"where": thread}))

    async def told_in(self, thread: int) -> list[RaceId]:
        """Return all races and leagues of a thread, the newest first."""
        return await self._reader.run(
            lambda found: [RaceId(each) for each in found.scalars(_TOLD_IN, {"where": thread})]
        )

    async def headings(self, place: Place, of: PlayerId | None = None, *, is_open: bool = False) -> list[RaceHeading]:
        """Return the headings of all races of a place, to choose from, the oldest first.

        :param of: only those that this player hosts or drives in.
        :param is_open: only those that are open or under way.
        """
        found = _HEADING.where(_at(place)).order_by(_races.id)
        found = found if of is None else found.where(_taken_part_in(of))
        found = found.where(_races.state.in_(OPEN)) if is_open else found
        return await self._reader.run(
            lambda connection: [struct_of(row, RaceHeading) for row in connection.execute(found)]
        )

    async def began(self, race: RaceId) -> float | None:
        """Return when the first answer of a race came, in seconds since 1970; ``None`` if none has."""
        (row,) = await self._reader.found(_BEGAN, this=race)
        return None if row.at is None else float(row.at)

    async def running_of(self, player: PlayerId) -> list[RaceId]:
        """Return the races under way that a player drives in, the oldest first."""
        return [RaceId(row.id) for row in await self._reader.found(_RUNNING_OF, whose=player)]

    async def open_anywhere(self) -> list[RaceId]:
        """Return all races that have a thread and are not over, of all servers."""
        found = select(_races.id).where(_races.state.in_(OPEN), _races.thread.is_not(None)).order_by(_races.id)
        return await self._reader.run(lambda connection: [RaceId(race) for race in connection.scalars(found)])

    async def waiting_since(self, before: float) -> list[RaceRecord]:
        """Return the races and leagues that were opened before then and have not begun, the oldest first."""
        return [race_of(row) for row in await self._reader.found(_WAITING, before=before)]

    async def resting_since(self, before: float) -> list[RaceRecord]:
        """Return the races and leagues that rest since before then, without a time at which they go on."""
        return [race_of(row) for row in await self._reader.found(_RESTING, before=before)]

    async def running(self) -> list[RaceId]:
        return [RaceId(row.id) for row in await self._reader.found(_RUNNING)]

    async def revision_of(self, race: RaceId) -> tuple[str, int] | None:
        """Return the state of a race and its revision; ``None`` if there is no such race."""
        found = await self._reader.found(_REVISION, this=race) if is_id(race) else []
        return next(((row.state, row.revision) for row in found), None)

    async def threadless(self) -> list[RaceId]:
        """Return the races in their lobby that have no thread and belong to no cup and no league."""
        return [RaceId(row.id) for row in await self._reader.found(_THREADLESS)]


def revision_in(connection: Connection, race: RaceId) -> tuple[str, int] | None:
    """Return the state of a race and its revision within a transaction; ``None`` if there is no such race."""
    row = _REVISION.first(connection, {"this": race})
    return None if row is None else (row.state, row.revision)


def guild_of(connection: Connection, race: RaceId) -> int:
    """Return the server of a race that is there."""
    return int(connection.execute(_GUILD, {"this": race}).scalar_one())


def _field(connection: Connection, race: RaceId) -> Field | None:
    row = _RACE.first(connection, {"this": race})
    if row is None:
        return None
    factions = tuple(rows_of(connection, tables.factions, race, FactionRecord))
    return race_of(row), factions, tuple(rows_of(connection, tables.entries, race, EntryRecord))


def _fields(connection: Connection, place: Place, most_over: int) -> list[Field]:
    over = (
        select(_races.id)
        .where(_at(place), _races.state.not_in(OPEN))
        .order_by(_races.id.desc())
        .limit(most_over)
        .scalar_subquery()
    )
    listed = and_(_at(place), or_(_races.state.in_(OPEN), _races.id.in_(over)))
    races = [race_of(row) for row in connection.execute(select(tables.races).where(listed).order_by(_races.id))]
    these = [race.id for race in races]
    factions = rows_by_race(connection, tables.factions, these, FactionRecord)
    entries = rows_by_race(connection, tables.entries, these, EntryRecord)
    return [(race, tuple(factions[race.id]), tuple(entries[race.id])) for race in races]


def rows_by_race(
    connection: Connection, table: Table, races: Sequence[RaceId], kind: type[Any]
) -> defaultdict[RaceId, list[Any]]:
    """Return rows of several races as structs, each race's by the table's own order."""
    key = list(table.primary_key.columns)[-1]
    found: defaultdict[RaceId, list[Any]] = defaultdict(list)
    for row in connection.execute(select(table).where(table.c.race.in_(races)).order_by(key)):
        found[RaceId(row.race)].append(struct_of(row, kind))
    return found


def _at(place: Place) -> ColumnElement[bool]:
    """Return the condition that a race, or a league, belongs to a place."""
    here: ColumnElement[bool] = _races.guild.in_(place.guilds)
    here = here if place.player is None else or_(here, _taken_part_in(place.player))
    here = and_(here, _races.guild != 0) if place.is_for_bets else here
    return and_(here, tables.IS_LEAGUE if place.is_for_leagues else tables.IS_RACE)


def _taken_part_in(player: PlayerId) -> ColumnElement[bool]:
    return or_(_races.host == player, _driven_by(player))


def _driven_by(player: PlayerId | BindParameter[Any]) -> ColumnElement[bool]:
    drives = (_factions.player == player) | (_factions.substitute == player)
    return _races.id.in_(select(_factions.race).where(drives))


_RUNNING_OF = Prepared(
    select(_races.id).where(_races.state == "running", _driven_by(bindparam("whose"))).order_by(_races.id)
)
