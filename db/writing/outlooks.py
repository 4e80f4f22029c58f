"""Chances to win cups, and which are wanted: of each cup under way those after its latest race that is over."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, and_, bindparam, delete, exists, func, insert, select

from db.opening.writer import Reader, Writer
from db.reading.rows import struct_of
from db.schema import tables
from db.writing.batches import add_notices
from records.cups import Outlook
from records.notices import Notice
from records.values import CupId, RaceId

_races, _cups, _outlooks = tables.races, tables.cups, tables.outlooks
_others = tables.races.alias("other")
_LATEST = (
    select(func.max(_others.c.round))
    .where(_others.c.cup == _races.c.cup, _others.c.state == "finished")
    .correlate(_races)
    .scalar_subquery()
)
_KNOWN = exists().where(_outlooks.c.race == _races.c.id, _outlooks.c.revision == _races.c.revision)
_BEHIND = (
    select(_races.c.cup, _races.c.id, _races.c.revision)
    .join(_cups, and_(_cups.c.id == _races.c.cup, _cups.c.state == "open"))
    .where(_races.c.state == "finished", _races.c.round == _LATEST, ~_KNOWN)
    .order_by(_races.c.ended, _races.c.id)
)
_OF_RACE = select(_outlooks).where(_outlooks.c.race == bindparam("this"))
_HOLDS = select(_races.c.id).where(
    _races.c.id == bindparam("this"), _races.c.state == "finished", _races.c.revision == bindparam("as_of")
)


class Behind(NamedTuple):
    """A cup whose latest race has no chances yet."""

    cup: CupId
    race: RaceId  # the latest that is over
    revision: int


class Outlooks:
    """Keeps chances to win cups. Reads on the reader's threads."""

    def __init__(self, writer: Writer, reader: Reader) -> None:
        self._writer, self._reader = writer, reader

    async def behind(self) -> list[Behind]:
        """Return the cups under way whose chances are wanted, that of the race that ended first before the others."""
        return await self._reader.run(
            lambda connection: [
                Behind(CupId(row.cup), RaceId(row.id), row.revision) for row in connection.execute(_BEHIND)
            ]
        )

    async def of_race(self, race: RaceId) -> Outlook | None:
        """Return the latest chances after a race, whether they hold or not."""

        def work(connection: Connection) -> Outlook | None:
            row = connection.execute(_OF_RACE, {"this": race}).first()
            return None if row is None else struct_of(row, Outlook)

        return await self._reader.run(work)

    async def add(self, outlook: Outlook, notices: Sequence[Notice]) -> bool:
        """Keep chances and their notices, unless the race has changed meanwhile; return whether they are kept."""

        def work(connection: Connection) -> bool:
            if connection.scalar(_HOLDS, {"this": outlook.race, "as_of": outlook.revision}) is None:
                return False
            connection.execute(delete(_outlooks).where(_outlooks.c.race == outlook.race))
            connection.execute(insert(_outlooks).values(msgspec.structs.asdict(outlook)))
            add_notices(connection, notices)
            return True

        return await self._writer.run(work)
