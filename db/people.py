"""Players and servers: what they have set for themselves."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, and_, insert, or_, select, update

from db import schema
from db.batches import add_notices
from db.rows import struct_of
from db.writer import Reader, Writer
from records.notices import Notice
from records.people import GuildRecord, PlayerRecord
from records.races import FactionRecord
from records.values import PlayerId, RaceId


class People:
    """A player is known from the first race entered, or the first setting made."""

    def __init__(self, reader: Reader, writer: Writer) -> None:
        self._writer = writer
        self._reader = reader

    async def player(self, player: PlayerId) -> PlayerRecord | None:
        found = select(schema.players).where(schema.players.c.player == player)
        row = next(iter(await self._reader.rows(found)), None)
        return None if row is None else struct_of(row, PlayerRecord)

    async def with_digest(self) -> list[PlayerRecord]:
        """Return the players who want one message a day."""
        found = select(schema.players).where(schema.players.c.digest.is_not(None)).order_by(schema.players.c.player)
        return [struct_of(row, PlayerRecord) for row in await self._reader.rows(found)]

    async def set_player(self, player: PlayerId, **values: Any) -> PlayerRecord:
        """Change what is kept of a player, and return it."""
        this = schema.players.c.player == player

        def work(connection: Connection) -> PlayerRecord:
            if values and connection.execute(update(schema.players).where(this).values(values)).rowcount:
                row = connection.execute(select(schema.players).where(this)).one()
                return PlayerRecord(**{field: row._mapping[field] for field in PlayerRecord.__struct_fields__})
            fresh = PlayerRecord(**{"player": player, "name": "", **values})
            connection.execute(insert(schema.players).values(msgspec.structs.asdict(fresh)))
            return fresh

        return await self._writer.run(work)

    async def digest(self, player: PlayerRecord, now: float, notices: Sequence[Notice]) -> None:
        """Note that a player's digest of today is done, and put it into the outbox."""
        this = and_(schema.players.c.player == player.player, schema.players.c.digested == player.digested)

        def work(connection: Connection) -> None:
            if connection.execute(update(schema.players).where(this).values(digested=now)).rowcount:
                add_notices(connection, notices)

        await self._writer.run(work)

    async def away(self, now: float) -> list[tuple[RaceId, FactionRecord]]:
        """Return whose vacation is over, in races under way and in those that rest without people."""
        factions, races = schema.factions.c, schema.races.c
        rests = and_(races.state == "paused", races.deserted > 0)
        running = select(races.id).where(or_(races.state == "running", rests))
        over = (
            select(schema.factions)
            .where(factions.away_until <= now, factions.race.in_(running))
            .order_by(factions.race, factions.faction)
        )
        return [(RaceId(row.race), struct_of(row, FactionRecord)) for row in await self._reader.rows(over)]

    async def guild(self, guild: int) -> GuildRecord:
        """Return what a server has set; by default where it has set nothing."""
        found = select(schema.guilds).where(schema.guilds.c.guild == guild)
        row = next(iter(await self._reader.rows(found)), None)
        return GuildRecord(guild=guild) if row is None else struct_of(row, GuildRecord)

    async def set_guild(self, guild: int, **values: Any) -> GuildRecord:
        """Change what a server has set, and return it."""
        return await self.change_guild(guild, lambda known: msgspec.structs.replace(known, **values))

    async def change_guild(self, guild: int, change: Callable[[GuildRecord], GuildRecord]) -> GuildRecord:
        """Make of what a server has set what *change* makes of it, and return that; what it raises is raised here."""
        this = schema.guilds.c.guild == guild

        def work(connection: Connection) -> GuildRecord:
            row = connection.execute(select(schema.guilds).where(this)).first()
            changed = change(GuildRecord(guild=guild) if row is None else struct_of(row, GuildRecord))
            setting = insert(schema.guilds) if row is None else update(schema.guilds).where(this)
            connection.execute(setting.values(msgspec.structs.asdict(changed)))
            return changed

        return await self._writer.run(work)
