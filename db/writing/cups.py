"""Keeping cups: the terms of a series of races. Its standings are read off the races."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, bindparam, case, func, insert, or_, select, update

from db.opening.prepared import Prepared, any_of
from db.opening.writer import Reader, Writer
from db.reading.index import MOST_OVER
from db.reading.room import OPEN, require_room
from db.reading.rows import cup_of, is_id, race_of
from db.schema import tables
from db.writing.adding import insert_race, row_of
from db.writing.batches import StaleRace, add_acts, add_notices, insert_next_race, raise_revision, write_seat
from db.writing.books import Decide, apply_in
from db.writing.staying import require_staying
from records.acts import ActRecord
from records.cups import CupRecord
from records.notices import Notice
from records.races import EntryRecord, FactionRecord, RaceRecord
from records.values import CupId, PlayerId, RaceId

_cups, _races = tables.cups.c, tables.races.c
_CUP = Prepared(select(tables.cups).where(_cups.id == bindparam("this")))
_RACES = Prepared(
    select(tables.races).where(_races.cup == bindparam("this"), _races.state != "cancelled").order_by(_races.round)
)
_ALL_RACES = Prepared(select(tables.races).where(_races.cup == bindparam("this")).order_by(_races.id))
_LATEST = func.max(func.coalesce(_races.ended, _races.opened))
_IDLE = Prepared(
    select(_cups.id, func.max(_races.id).label("last"))
    .join(tables.races, _races.cup == _cups.id)
    .where(_cups.state == "open")
    .group_by(_cups.id)
    .having(bindparam("before") >= _LATEST, func.sum(case((any_of(_races.state, OPEN), 1), else_=0)) == 0)
    .order_by(_cups.id)
)
_WITH_SUBSTITUTES = Prepared(
    select(_races.cup)
    .join(tables.cups, and_(_cups.id == _races.cup, _cups.state == "open"))
    .join(tables.acts, and_(tables.acts.c.race == _races.id, tables.acts.c.kind == "volunteer"))
    .distinct()
    .order_by(_races.cup)
)


class Reopening(NamedTuple):
    """A race of a cup that was over goes back, and the cup waits for it again."""

    cup: CupId
    round: int
    act: ActRecord  # of the next race, which waits for its start and is called off
    decide: Decide  # about the money on that


def reopen(connection: Connection, back: Reopening) -> list[RaceId]:
    """Let a cup wait for a race again, within a transaction; call off the next one, and return it.

    :raises StaleRace: if the next race has begun meanwhile, or the cup was cancelled.
    """
    races, cups = tables.races, tables.cups
    later = select(races.c.id, races.c.state).where(
        races.c.cup == back.cup, races.c.round > back.round, races.c.state != "cancelled"
    )
    found = connection.execute(later).all()
    waits = update(cups).where(cups.c.id == back.cup, cups.c.state != "cancelled").values(state="open", ended=None)
    if any(row.state != "lobby" for row in found) or connection.execute(waits).rowcount != 1:
        raise StaleRace(RaceId(0))
    for row in found:
        number = RaceId(row.id)
        ends = {"state": "cancelled", "ended": back.act.at, "called_off_by": back.act.by}
        connection.execute(update(races).where(races.c.id == number).values(ends))
        raise_revision(connection, number)
        add_acts(connection, number, [back.act])
        apply_in(connection, number, back.decide)
    return [RaceId(row.id) for row in found]


class CupStore:
    """Cups and the races of each. Each method is one transaction."""

    def __init__(self, reader: Reader, writer: Writer) -> None:
        self._writer = writer
        self._reader = reader

    async def add(
        self, cup: CupRecord, first: RaceRecord, decide: Decide | None = None, *, is_limited: bool = False
    ) -> CupId:
        """Keep a new cup with its first race and return the cup's id; the ids in both are not looked at.

        :param decide: decides on the race's money at the end of the same transaction.
        :param is_limited: whether its host may have no more than a person's limits, in a server with limits of its own.
        :raises NoRoom: if there are as many already.
        """

        def work(connection: Connection) -> CupId:
            require_staying(connection, cup.guild)
            if is_limited:
                require_room(connection, "cup", cup.guild, cup.host, cup.opened)
            added = connection.execute(insert(tables.cups).values(row_of(cup)).returning(tables.cups.c.id))
            number = CupId(added.scalar_one())
            race = insert_race(connection, msgspec.structs.replace(first, cup=number, round=1))
            if decide is not None:
                apply_in(connection, race, decide)
            return number

        return await self._writer.run(work)

    async def add_race(
        self,
        race: RaceRecord,
        factions: Sequence[FactionRecord],
        entries: Sequence[EntryRecord],
        decide: Decide | None = None,
    ) -> RaceId:
        """Keep a new race of a cup with all its drivers, and return its id.

        :param decide: as above.
        :raises StaleRace: if that round's race has been opened meanwhile, or the cup is over.
        """
        still = tables.cups.c.id == race.cup, tables.cups.c.state == "open"

        def work(connection: Connection) -> RaceId:
            require_staying(connection, race.guild)
            if connection.scalar(select(tables.cups.c.id).where(*still)) is None:
                raise StaleRace(race.id)
            number = insert_next_race(connection, race, factions, entries)
            if decide is not None:
                apply_in(connection, number, decide)
            return number

        return await self._writer.run(work)

    async def cup(self, cup: CupId) -> CupRecord | None:
        """Return a cup; ``None`` if there is none of this number."""
        found = await self._reader.found(_CUP, this=cup) if is_id(cup) else []
        return cup_of(found[0]) if found else None

    async def of_guild(self, guild: int, most_over: int = MOST_OVER) -> list[CupRecord]:
        """Return the cups of a server, the oldest first: all that are open, and the newest that are over."""
        return await self._cups(tables.cups.c.guild == guild, most_over)

    async def of_player(self, player: PlayerId, most_over: int = MOST_OVER) -> list[CupRecord]:
        """Return the cups that a player drives in or hosts, likewise."""
        driven = (
            select(tables.races.c.cup)
            .join(tables.factions, tables.factions.c.race == tables.races.c.id)
            .where(tables.factions.c.player == player, tables.races.c.cup.is_not(None))
        )
        return await self._cups((tables.cups.c.host == player) | tables.cups.c.id.in_(driven), most_over)

    async def _cups(self, where: ColumnElement[bool], most_over: int) -> list[CupRecord]:
        cups = tables.cups.c
        over = select(cups.id).where(where, cups.state != "open").order_by(cups.id.desc()).limit(most_over)
        listed = or_(cups.state == "open", cups.id.in_(over.scalar_subquery()))
        found = select(tables.cups).where(where, listed).order_by(cups.id)
        return [cup_of(row) for row in await self._reader.rows(found)]

    async def races(self, cup: CupId) -> list[RaceRecord]:
        """Return a cup's races by their rounds, without those that were cancelled."""
        return [race_of(row) for row in await self._reader.found(_RACES, this=cup)]

    async def all_races(self, cup: CupId) -> list[RaceRecord]:
        """Return all races of a cup, those that were cancelled included, in the order they were opened."""
        return [race_of(row) for row in await self._reader.found(_ALL_RACES, this=cup)]

    async def with_substitutes(self) -> list[CupId]:
        """Return the cups under way in which somebody has volunteered to drive for others."""
        return [CupId(row.cup) for row in await self._reader.found(_WITH_SUBSTITUTES)]

    async def set_seat(
        self, race: RaceId, revision: int, seat: FactionRecord | None, act: ActRecord, notices: Sequence[Notice]
    ) -> None:
        """Keep who has a place in a race that waits for its start, and the act by which it is so.

        :param seat: ``None`` if nobody else has it.
        :raises StaleRace: if the race has changed since *revision*, or has started.
        """
        this = tables.races.c.id == race, tables.races.c.state == "lobby", tables.races.c.revision == revision

        def work(connection: Connection) -> None:
            if connection.scalar(select(tables.races.c.id).where(*this)) is None:
                raise StaleRace(race)
            raise_revision(connection, race)
            if seat is not None:
                write_seat(connection, race, seat)
            add_acts(connection, race, [act])
            add_notices(connection, notices)

        await self._writer.run(work)

    async def idle_since(self, before: float) -> list[tuple[CupRecord, RaceId]]:
        """Return the cups without a race that waits or runs, and none since then, each with its latest race."""

        def work(connection: Connection) -> list[tuple[CupRecord, RaceId]]:
            found = _IDLE.rows(connection, {"before": before})
            return [(cup_of(_CUP.first(connection, {"this": row.id})), RaceId(row.last)) for row in found]

        return await self._reader.run(work)

    async def cancel(self, cup: CupId, now: float, notices: Sequence[Notice] = ()) -> bool:
        """End a cup without a result, with *notices* of it; ``False`` if it was over."""
        this = tables.cups.c.id == cup, tables.cups.c.state == "open"
        ends = update(tables.cups).where(*this).values(state="cancelled", ended=now)

        def work(connection: Connection) -> bool:
            if connection.execute(ends).rowcount != 1:
                return False
            add_notices(connection, notices)
            return True

        return await self._writer.run(work)

    async def agree(self, cup: CupRecord, first: RaceRecord, options: str, series: str, race_options: str) -> None:
        """Change how a cup is run, and its first race with it, while that is open to enter.

        :param cup: the cup as it was read; *first* likewise.
        :param race_options: of the first race.
        :raises StaleRace: if either has changed meanwhile.
        """
        cups, races = tables.cups, tables.races
        agreed = update(cups).where(
            cups.c.id == cup.id, cups.c.state == "open", cups.c.options == cup.options, cups.c.series == cup.series
        )
        opened = update(races).where(races.c.id == first.id, races.c.state == "lobby", races.c.options == first.options)
        changes = (agreed.values(options=options, series=series), opened.values(options=race_options))

        def work(connection: Connection) -> None:
            if any(connection.execute(change).rowcount != 1 for change in changes):
                raise StaleRace(first.id)
            raise_revision(connection, first.id)

        await self._writer.run(work)
