"""Players and servers, with their settings."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, and_, bindparam, delete, exists, func, insert, literal, or_, select, text, update

from db.opening.prepared import Prepared
from db.opening.writer import Reader, Writer
from db.reading.rows import struct_of
from db.schema import tables
from db.writing.batches import add_notices
from db.writing.staying import require_staying
from records.notices import Notice
from records.people import GoneRecord, GuildRecord, PlayerRecord
from records.races import FactionRecord
from records.values import PlayerId, RaceId

_players, _races, _factions = tables.players.c, tables.races.c, tables.factions.c
_PLAYER = Prepared(select(tables.players).where(_players.player == bindparam("this")))
_GUILD = Prepared(select(tables.guilds).where(tables.guilds.c.guild == bindparam("this")))
_WITH_DIGEST = Prepared(select(tables.players).where(text(tables.WANTS_DIGEST)).order_by(_players.player))
_RESTS = and_(_races.state == "paused", _races.deserted > 0)
# Asked of each of the few who are away, or gone, by itself: so no look goes through all races.
_AWAY = Prepared(
    select(tables.factions)
    .where(_factions.away_until <= bindparam("now"))
    .where(exists().where(_races.id == _factions.race, or_(_races.state == "running", _RESTS)))
)
_gone = tables.gone.c
_PARTS = (_players.player, _races.host, tables.cups.c.host, _factions.player, _factions.substitute)
_KNOWN = Prepared(select(literal(1)).where(or_(*(exists().where(part == bindparam("this")) for part in _PARTS))))
_GONE = Prepared(select(tables.gone).order_by(_gone.guild, _gone.player))
_RUNS_THERE = exists().where(
    _races.id == _factions.race, _races.state == "running", _races.lesson.is_(None), _races.guild == _gone.guild
)
_NOBODY = 0
_GONE_AT_THE_REINS = tuple(
    Prepared(
        select(_factions.race, _factions.faction, decides.label("player"))
        .where(decides.in_(select(_gone.player)), _factions.standin.is_(None), *others)
        .where(_RUNS_THERE.where(_gone.player == decides))
    )
    for decides, *others in (
        (_factions.substitute,),
        (_factions.player, func.coalesce(_factions.substitute, _NOBODY) == _NOBODY),  # not by the index of those
    )
)


class PeopleStore:
    """A player is known from the first race entered, or the first setting made."""

    def __init__(self, reader: Reader, writer: Writer) -> None:
        self._writer = writer
        self._reader = reader

    async def player(self, player: PlayerId) -> PlayerRecord | None:
        row = next(iter(await self._reader.found(_PLAYER, this=player)), None)
        return None if row is None else struct_of(row, PlayerRecord)

    async def with_digest(self) -> list[PlayerRecord]:
        """Return the players who want one message a day."""
        return [struct_of(row, PlayerRecord) for row in await self._reader.found(_WITH_DIGEST)]

    async def set_player(self, player: PlayerId, **values: Any) -> PlayerRecord:
        """Change what is kept of a player, and return it."""
        this = tables.players.c.player == player
        if "name" in values:  # as anybody calls themselves; one kind of database keeps no such sign
            values["name"] = values["name"].replace("\0", "")

        def work(connection: Connection) -> PlayerRecord:
            if values and connection.execute(update(tables.players).where(this).values(values)).rowcount:
                changed: PlayerRecord = struct_of(_PLAYER.first(connection, {"this": player}), PlayerRecord)
                return changed
            fresh = PlayerRecord(**{"player": player, "name": "", **values})
            connection.execute(insert(tables.players).values(msgspec.structs.asdict(fresh)))
            return fresh

        return await self._writer.run(work)

    async def digest(self, player: PlayerRecord, now: float, notices: Sequence[Notice]) -> None:
        """Note that a player's digest of today is done, and put it into the outbox."""
        this = and_(tables.players.c.player == player.player, tables.players.c.digested == player.digested)

        def work(connection: Connection) -> None:
            if connection.execute(update(tables.players).where(this).values(digested=now)).rowcount:
                add_notices(connection, notices)

        await self._writer.run(work)

    async def away(self, now: float) -> list[tuple[RaceId, FactionRecord]]:
        """Return the places of players whose vacation is over, in races under way or at rest without people."""
        found = sorted(await self._reader.found(_AWAY, now=now), key=lambda row: (row.race, row.faction))
        return [(RaceId(row.race), struct_of(row, FactionRecord)) for row in found]

    async def is_known(self, player: PlayerId) -> bool:
        """Tell whether somebody has a record, or had a part in anything."""
        return bool(await self._reader.found(_KNOWN, this=player))

    async def gone(self) -> list[GoneRecord]:
        """Return all who are known to have left a server."""
        return [struct_of(row, GoneRecord) for row in await self._reader.found(_GONE)]

    async def gone_at_the_reins(self) -> list[tuple[RaceId, PlayerId]]:
        """Return the races and leagues under way in which somebody decides who has left their server."""

        def work(connection: Connection) -> list[Any]:
            return sorted(row for each in _GONE_AT_THE_REINS for row in each.rows(connection))

        return [(RaceId(row.race), PlayerId(row.player)) for row in await self._reader.run(work)]

    async def note_gone(self, gone: GoneRecord) -> None:
        """Note that somebody has left a server."""

        def work(connection: Connection) -> None:
            connection.execute(delete(tables.gone).where(_gone.guild == gone.guild, _gone.player == gone.player))
            connection.execute(insert(tables.gone).values(msgspec.structs.asdict(gone)))

        await self._writer.run(work)

    async def note_back(self, guild: int, player: PlayerId) -> None:
        """Note that somebody is back on a server, and that their direct messages may be tried again."""

        def work(connection: Connection) -> None:
            connection.execute(delete(tables.gone).where(_gone.guild == guild, _gone.player == player))
            known = and_(tables.players.c.player == player, tables.players.c.dms == "refused")
            connection.execute(update(tables.players).where(known).values(dms="unknown"))

        await self._writer.run(work)

    async def guild(self, guild: int) -> GuildRecord:
        """Return a server's settings; the defaults where it has none."""
        row = next(iter(await self._reader.found(_GUILD, this=guild)), None)
        return GuildRecord(guild=guild) if row is None else struct_of(row, GuildRecord)

    async def set_guild(self, guild: int, **values: Any) -> GuildRecord:
        """Change what a server has set, and return it."""
        return await self.change_guild(guild, lambda known: msgspec.structs.replace(known, **values))

    async def change_guild(self, guild: int, change: Callable[[GuildRecord], GuildRecord]) -> GuildRecord:
        """Apply *change* to a server's settings, and return the result; it raises whatever *change* raises."""
        this = tables.guilds.c.guild == guild

        def work(connection: Connection) -> GuildRecord:
            require_staying(connection, guild)
            row = _GUILD.first(connection, {"this": guild})
            changed = change(GuildRecord(guild=guild) if row is None else struct_of(row, GuildRecord))
            setting = insert(tables.guilds) if row is None else update(tables.guilds).where(this)
            connection.execute(setting.values(msgspec.structs.asdict(changed)))
            return changed

        return await self._writer.run(work)
