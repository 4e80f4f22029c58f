"""The field of a race before its start: places that become free."""

from collections.abc import Collection

from sqlalchemy import Connection, and_, delete, select, update

from db.schema import tables
from db.writing.batches import StaleRace
from records.values import EntryId, RaceId


def make_room(connection: Connection, race: RaceId, house: int | None, without: Collection[EntryId]) -> None:
    """Take a house driver out of a race, if one is named, and chariots; :exc:`StaleRace` if it has no such driver."""
    if house is not None:
        _dismiss(connection, race, house)
    gone = and_(tables.entries.c.race == race, tables.entries.c.entry.in_(without))
    connection.execute(delete(tables.entries).where(gone))


def _dismiss(connection: Connection, race: RaceId, house: int) -> None:
    factions = tables.factions.c
    leaves = and_(factions.race == race, factions.faction == house, factions.player.is_(None))
    if not connection.execute(delete(tables.factions).where(leaves)).rowcount:
        raise StaleRace(race)
    close_gap(connection, race, house)


def close_gap(connection: Connection, race: RaceId, gone: int) -> None:
    """Number the factions after *gone* anew, with their entries: they count from 1 without a gap."""
    factions, entries = tables.factions, tables.entries
    later = and_(factions.c.race == race, factions.c.faction > gone)
    found = connection.scalars(select(factions.c.faction).where(later).order_by(factions.c.faction))
    for number in found.all():
        old = and_(entries.c.race == race, entries.c.faction == number)
        own = connection.scalars(select(entries.c.entry).where(old)).all()
        # An entry may not name a faction that is not there, so it names none while the number changes.
        connection.execute(update(entries).where(old).values(faction=None))
        this = and_(factions.c.race == race, factions.c.faction == number)
        connection.execute(update(factions).where(this).values(faction=number - 1))
        again = and_(entries.c.race == race, entries.c.entry.in_(own))
        connection.execute(update(entries).where(again).values(faction=number - 1))
