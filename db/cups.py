"""Keeping cups: what was agreed of a series of races. How it stands is read off its races."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import ColumnElement, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db import schema
from db.batches import StaleRace
from db.books import Decide, apply_in
from db.rows import add_rows, cup_of, race_of, row_of
from engine.kept import CupRecord, EntryRecord, FactionRecord, RaceRecord
from engine.values import CupId, PlayerId, RaceId


class Cups:
    """Cups and the races of each. Each method is one transaction."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._reading = engine.execution_options(writes=False)

    async def add(self, cup: CupRecord, first: RaceRecord, decide: Decide | None = None) -> CupId:
        """Keep a new cup with its first race and return the cup's id; the ids in both are not looked at.

        :param decide: decides on the race's money at the end of the same transaction.
        """
        async with self._engine.begin() as connection:
            added = await connection.execute(insert(schema.cups).values(row_of(cup)).returning(schema.cups.c.id))
            number = CupId(added.scalar_one())
            race = await _add_race(connection, msgspec.structs.replace(first, cup=number, round=1))
            if decide is not None:
                await connection.run_sync(apply_in, race, decide)
            return number

    async def add_race(
        self,
        race: RaceRecord,
        factions: Sequence[FactionRecord],
        entries: Sequence[EntryRecord],
        decide: Decide | None = None,
    ) -> RaceId:
        """Keep a new race of a cup with all who drive in it, and return its id.

        :param decide: as above.
        :raises StaleRace: if that round's race has been opened meanwhile, or the cup is over.
        """
        still = schema.cups.c.id == race.cup, schema.cups.c.state == "open"
        async with self._engine.begin() as connection:
            if await connection.scalar(select(schema.cups.c.id).where(*still)) is None:
                raise StaleRace(race.id)
            try:
                number = await _add_race(connection, race)
            except IntegrityError as error:
                raise StaleRace(race.id) from error
            await add_rows(connection, schema.factions, number, factions)
            await add_rows(connection, schema.entries, number, entries)
            if decide is not None:
                await connection.run_sync(apply_in, number, decide)
            return number

    async def cup(self, cup: CupId) -> CupRecord | None:
        found = await self._cups(schema.cups.c.id == cup)
        return found[0] if found else None

    async def of_guild(self, guild: int, most: int = 50) -> list[CupRecord]:
        """Return the cups of a server, the oldest of the newest *most* first."""
        return await self._cups(schema.cups.c.guild == guild, most=most)

    async def of_player(self, player: PlayerId, most: int = 50) -> list[CupRecord]:
        """Return the cups that a player drives in or hosts."""
        driven = (
            select(schema.races.c.cup)
            .join(schema.factions, schema.factions.c.race == schema.races.c.id)
            .where(schema.factions.c.player == player, schema.races.c.cup.is_not(None))
        )
        return await self._cups((schema.cups.c.host == player) | schema.cups.c.id.in_(driven), most=most)

    async def _cups(self, where: ColumnElement[bool], most: int = 1) -> list[CupRecord]:
        newest = select(schema.cups).where(where).order_by(schema.cups.c.id.desc()).limit(most)
        async with self._reading.connect() as connection:
            rows = (await connection.execute(newest)).all()
        return [cup_of(row) for row in reversed(rows)]

    async def races(self, cup: CupId) -> list[RaceRecord]:
        """Return a cup's races by their rounds, without those that were cancelled."""
        races = schema.races.c
        found = select(schema.races).where(races.cup == cup, races.state != "cancelled").order_by(races.round)
        async with self._reading.connect() as connection:
            return [race_of(row) for row in (await connection.execute(found)).all()]

    async def cancel(self, cup: CupId, now: float) -> bool:
        """End a cup without a result; ``False`` if it was over."""
        this = schema.cups.c.id == cup, schema.cups.c.state == "open"
        async with self._engine.begin() as connection:
            done = await connection.execute(update(schema.cups).where(*this).values(state="cancelled", ended=now))
        return done.rowcount == 1

    async def agree(self, cup: CupRecord, first: RaceRecord, options: str, series: str, race_options: str) -> None:
        """Change how a cup is run, and its first race with it, while that is open to enter.

        :param cup: the cup as it was read; *first* likewise.
        :param race_options: of the first race.
        :raises StaleRace: if either has changed meanwhile.
        """
        cups, races = schema.cups, schema.races
        agreed = update(cups).where(
            cups.c.id == cup.id, cups.c.state == "open", cups.c.options == cup.options, cups.c.series == cup.series
        )
        opened = update(races).where(races.c.id == first.id, races.c.state == "lobby", races.c.options == first.options)
        async with self._engine.begin() as connection:
            for change in (agreed.values(options=options, series=series), opened.values(options=race_options)):
                if (await connection.execute(change)).rowcount != 1:
                    raise StaleRace(first.id)


async def _add_race(connection: AsyncConnection, race: RaceRecord) -> RaceId:
    added = await connection.execute(insert(schema.races).values(row_of(race)).returning(schema.races.c.id))
    return RaceId(added.scalar_one())
