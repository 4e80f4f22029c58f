"""Races, cups and seasons that are opened anew after one that is over, each once."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from sqlalchemy import Connection, bindparam, insert, select

from db.opening.prepared import Prepared
from db.opening.writer import Reader, Writer
from db.reading.room import require_room, require_room_for_race
from db.schema import tables
from db.writing.adding import row_of
from db.writing.batches import add_acts, add_notices, insert_next_race
from db.writing.books import Decide, apply_in
from db.writing.staying import require_staying
from records.acts import ActRecord
from records.cups import CupRecord
from records.notices import Notice
from records.races import EntryRecord, FactionRecord, RaceRecord
from records.values import CupId, RaceId

_races = tables.races.c
_AFTER = Prepared(select(_races.id).where(_races.again_of == bindparam("this"), _races.state != "cancelled"))


@dataclass(frozen=True)
class Anew:
    """All of a race, or a season, that is opened anew; it says itself after which (:attr:`RaceRecord.again_of`)."""

    race: RaceRecord
    factions: Sequence[FactionRecord]
    entries: Sequence[EntryRecord]
    notices: Sequence[Notice]  # whatever race they name: they get the number of this one
    acts: Sequence[ActRecord] = ()
    cup: CupRecord | None = None  # whose first race it is


class AgainStore:
    """Keeps what is opened anew. Each method is one transaction."""

    def __init__(self, writer: Writer, reader: Reader) -> None:
        self._writer, self._reader = writer, reader

    async def opened_after(self, race: RaceId) -> RaceId | None:
        """Return what was opened anew after a race or season; ``None`` if nothing was, or it was called off."""
        return next((RaceId(row.id) for row in await self._reader.found(_AFTER, this=race)), None)

    async def require_room(self, anew: Anew) -> None:
        """Do nothing if one more race, cup or season like this one can be opened: see :func:`require_room_for_race`."""
        await self._reader.run(lambda connection: _require_room(connection, anew))

    async def add(self, anew: Anew, decide: Decide | None = None) -> RaceId:
        """Keep a race or season with all who are in it, and return its number.

        :param decide: decides on its money at the end of the same transaction.
        :raises StaleRace: if one has been opened after the same race meanwhile.
        :raises NoRoom: and so on, as :meth:`require_room` does.
        """

        def work(connection: Connection) -> RaceId:
            require_staying(connection, anew.race.guild)
            _require_room(connection, anew)
            race = anew.race if anew.cup is None else _first_of(connection, anew.cup, anew.race)
            number = insert_next_race(connection, race, anew.factions, anew.entries)
            add_acts(connection, number, anew.acts)
            add_notices(connection, [msgspec.structs.replace(each, race=number) for each in anew.notices])
            if decide is not None:
                apply_in(connection, number, decide)
            return number

        return await self._writer.run(work)


def _require_room(connection: Connection, anew: Anew) -> None:
    if anew.cup is None:
        require_room_for_race(connection, anew.race)
    else:
        require_room(connection, "cup", anew.cup.guild, anew.cup.host, anew.cup.opened)


def _first_of(connection: Connection, cup: CupRecord, race: RaceRecord) -> RaceRecord:
    """Insert a cup, and return its first race as a race of it."""
    number = connection.execute(insert(tables.cups).values(row_of(cup)).returning(tables.cups.c.id)).scalar_one()
    return msgspec.structs.replace(race, cup=CupId(number), round=1)
