"""Reading a whole story at once: for archives."""

from typing import NamedTuple

from sqlalchemy import Connection, select

from db.opening.writer import Reader
from db.reading.rows import rows_of
from db.schema import tables
from records.play import CheckpointRecord, FactRecord, Input
from records.values import RaceId


class KeptStory(NamedTuple):
    """All that is kept of how a race went."""

    facts: list[FactRecord]
    scenes: list[int]  # facts told by the end of each scene that holds
    inputs: list[Input]  # without the void ones
    beginnings: list[CheckpointRecord]  # at the race's start, and where a turn began anew


class Archives:
    """Reads stories. Each method is one transaction."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def story(self, race: RaceId) -> KeptStory:
        """Return the whole story of a race."""
        return await self._reader.run(lambda connection: _story(connection, race))

    async def facts(self, race: RaceId) -> list[FactRecord]:
        """Return all facts of a race."""
        return await self._reader.run(lambda connection: rows_of(connection, tables.facts, race, FactRecord))


def _story(connection: Connection, race: RaceId) -> KeptStory:
    inputs, checkpoints, scenes = tables.inputs.c, tables.checkpoints.c, tables.scenes.c
    given = rows_of(connection, tables.inputs, race, Input, inputs.void.is_(False))
    anew = [0, *(each.seq for each in given if not each.entry and '"Rewind"' in each.answer)]
    begun = checkpoints.seq.in_(anew), checkpoints.void.is_(False)
    told = select(scenes.told).where(scenes.race == race, scenes.void.is_(False)).order_by(scenes.n)
    return KeptStory(
        rows_of(connection, tables.facts, race, FactRecord),
        list(connection.scalars(told)),
        given,
        rows_of(connection, tables.checkpoints, race, CheckpointRecord, *begun),
    )
