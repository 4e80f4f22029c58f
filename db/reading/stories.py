"""Reading what has happened in a race."""

from typing import Any

from sqlalchemy import ColumnElement, Table, select

from db.opening.writer import Reader
from db.reading.rows import rows_of
from db.schema import tables
from records.acts import ActRecord
from records.play import FactRecord, Input, SceneRecord
from records.values import RaceId


class Stories:
    """What is kept of each race, in order."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

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

    async def _rows(
        self, table: Table, race: RaceId, kind: type[Any], *where: ColumnElement[bool], newest: bool = False
    ) -> list[Any]:
        """Return rows of a race as structs, by the table's own order; with *newest* the last one alone."""
        return await self._reader.run(lambda found: rows_of(found, table, race, kind, *where, newest=newest))
