"""Who enters a race before its start, and who leaves."""

from collections.abc import Collection, Sequence

import msgspec
from sqlalchemy import Connection, and_, delete, func, select, update

from db.reading.index import revision_in
from db.schema import tables
from db.writing.adding import add_rows
from db.writing.batches import StaleRace, stale_if_taken
from db.writing.books import Decide
from db.writing.fields import close_gap, make_room
from db.writing.races import RaceStore
from records.races import EntryRecord, FactionRecord, Reserved
from records.values import EntryId, PlayerId, RaceId

_RESERVED = list[Reserved]


class LobbyStore:
    """Lobbies of races. Each method is one transaction, and raises the revision of its race."""

    def __init__(self, races: RaceStore) -> None:
        self._races = races

    async def enter(
        self,
        race: RaceId,
        factions: Sequence[FactionRecord],
        entries: Sequence[EntryRecord],
        decide: Decide | None = None,
        *,
        in_place_of: int | None = None,
        without: Collection[EntryId] = (),
        options: tuple[str, str] | None = None,
    ) -> None:
        """Add factions and entries to a race in its lobby. A place that was reserved for one of them is theirs now.

        :param in_place_of: a house driver who goes; the numbers of *factions* are those after that.
        :param without: chariots that go before others enter, whose colours they may have.
        :param options: as they were read, and the new ones, if they follow from who is in.
        :raises StaleRace: if a place or colour has been taken meanwhile, the options have changed, or the race has
            started.
        """

        def work(connection: Connection) -> bool:
            _require_lobby(connection, race)
            make_room(connection, race, in_place_of, without)
            if options is not None:
                _set_options(connection, race, *options)
            with stale_if_taken(race):
                add_rows(connection, tables.factions, race, factions)
                add_rows(connection, tables.entries, race, entries)
            _release(connection, race, [each.player for each in factions if each.player is not None])
            return True

        await self._races.change(race, work, decide)

    async def release(self, race: RaceId, player: PlayerId) -> bool:
        """Keep no place for somebody any more; tell whether one was kept."""

        def work(connection: Connection) -> bool:
            _require_lobby(connection, race)
            return _release(connection, race, [player])

        return await self._races.change(race, work)

    async def close(
        self,
        race: RaceId,
        factions: int,
        entries: Sequence[EntryRecord],
        options: tuple[str, str] | None = None,
        *,
        reserved: str = "[]",
    ) -> None:
        """Start a race, adding the chariots that no player chose, in one transaction; reserved places are dropped.

        :param factions: number of factions.
        :param reserved: the reserved places as they were read.
        :param options: as they were read, and the new ones, if they follow from the drivers.
        :raises StaleRace: if somebody has entered or left meanwhile, a colour was taken, the host has changed the
            options, a reserved place was given up, or the race has started.
        """
        mine, this = tables.factions.c.race == race, tables.races.c
        runs = update(tables.races).where(this.id == race, this.reserved == reserved)
        runs = runs.values(state="running", reserved="[]")
        if options is not None:
            runs = runs.where(tables.races.c.options == options[0]).values(options=options[1])

        def work(connection: Connection) -> bool:
            _require_lobby(connection, race)
            if connection.scalar(select(func.count()).select_from(tables.factions).where(mine)) != factions:
                raise StaleRace(race)
            with stale_if_taken(race):
                add_rows(connection, tables.entries, race, entries)
            return connection.execute(runs).rowcount == 1

        await self._races.change(race, work)

    async def withdraw(self, race: RaceId, player: PlayerId, decide: Decide | None = None) -> bool:
        """Take a player out of a race in its lobby; tell whether the player was in it."""
        mine = and_(tables.factions.c.race == race, tables.factions.c.player == player)

        def work(connection: Connection) -> bool:
            _require_lobby(connection, race)
            gone = connection.scalar(select(tables.factions.c.faction).where(mine))
            if gone is None:
                return False
            connection.execute(delete(tables.factions).where(mine))
            close_gap(connection, race, gone)
            return True

        return await self._races.change(race, work, decide)


def _set_options(connection: Connection, race: RaceId, was: str, now: str) -> None:
    this = tables.races.c
    changed = update(tables.races).where(this.id == race, this.options == was).values(options=now)
    if connection.execute(changed).rowcount != 1:
        raise StaleRace(race)


def _release(connection: Connection, race: RaceId, players: Collection[PlayerId]) -> bool:
    """Keep no place for these people any more; tell whether one was kept."""
    this = tables.races.c.id == race
    kept = msgspec.json.decode(connection.scalar(select(tables.races.c.reserved).where(this)) or "[]", type=_RESERVED)
    left = [each for each in kept if each.player not in players]
    if len(left) < len(kept):
        stored = msgspec.json.encode(left).decode()
        connection.execute(update(tables.races).where(this).values(reserved=stored))
    return len(left) < len(kept)


def _require_lobby(connection: Connection, race: RaceId) -> None:
    found = revision_in(connection, race)
    if found is None or found[0] != "lobby":
        raise StaleRace(race)
