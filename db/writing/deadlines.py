"""Deadlines: when a default counts, and when its player is reminded. They are rows, so none is lost in a restart."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Update, and_, bindparam, exists, func, or_, select, update

from db.opening.prepared import Prepared
from db.opening.writer import Reader, Writer
from db.reading.removals import AWAY
from db.reading.rows import all_of, struct_of
from db.schema import tables
from db.writing.batches import add_acts, add_notices, raise_revision
from records.acts import ActRecord
from records.notices import Notice
from records.play import Deadline
from records.values import EntryId, PlayerId, RaceId

_DEADLINES = tables.deadlines.c
_REMIND = (
    update(tables.deadlines)
    .where(
        _DEADLINES.race == bindparam("of_race"),
        _DEADLINES.entry == bindparam("whose"),
        _DEADLINES.asked == bindparam("which"),
        _DEADLINES.remind_at.is_not_distinct_from(bindparam("was_at")),
    )
    .values(remind_at=bindparam("again_at"), reminders=_DEADLINES.reminders + bindparam("more"))
)
_REMIND_BY = (
    update(tables.deadlines)
    .where(
        _DEADLINES.race == bindparam("of_race"),
        _DEADLINES.entry == bindparam("whose"),
        _DEADLINES.asked == bindparam("which"),
        _DEADLINES.at > bindparam("latest"),
        or_(_DEADLINES.remind_at.is_(None), _DEADLINES.remind_at > bindparam("latest")),
    )
    .values(remind_at=bindparam("latest"))
)
_RUNNING = Prepared(
    select(tables.races.c.id)
    .select_from(tables.races.outerjoin(tables.deadlines))
    .where(tables.races.c.state == "running")
    .group_by(tables.races.c.id)
    .order_by(func.min(_DEADLINES.at).nulls_first(), tables.races.c.id)
)


class Deadlines:
    """Those of races under way; a paused race's wait with it."""

    def __init__(self, reader: Reader, writer: Writer) -> None:
        self._writer = writer
        self._reader = reader

    async def next_due(self) -> float | None:
        """Return the time of the next deadline, reminder or end of a pause, in seconds since 1970, or ``None``."""

        def work(connection: Connection) -> list[float | None]:
            return [each.value(connection) for each in (*_NEXT, _NEXT_PAUSE)]

        return min((time for time in await self._reader.run(work) if time is not None), default=None)

    async def due(self, now: float) -> list[tuple[RaceId, Deadline]]:
        """Return the deadlines that have passed, and those whose reminder is due, the earliest first."""

        def work(connection: Connection) -> set[Any]:
            return {row for each in _DUE for row in each.rows(connection, {"now": now})}

        found = sorted(await self._reader.run(work), key=lambda row: (row.at, row.race, row.entry))
        return [(RaceId(row.race), struct_of(row, Deadline)) for row in found]

    async def of_race(self, race: RaceId) -> list[Deadline]:
        """Return the deadlines of a race as they are on record, with the reminders sent."""
        mine = await self._reader.found(all_of(tables.deadlines), this=race)
        return [struct_of(row, Deadline) for row in mine]

    async def pauses_over(self, now: float) -> list[RaceId]:
        """Return the paused races whose pause is over, so that the program lets them go on."""
        return [RaceId(row.id) for row in await self._reader.found(_PAUSES_OVER, now=now)]

    async def running(self) -> list[RaceId]:
        """Return the races under way: those first in which nobody is asked, then by their earliest deadlines."""
        return [RaceId(row.id) for row in await self._reader.found(_RUNNING)]

    async def resting(self) -> list[RaceId]:
        """Return the races that rest as their rules could not play them: no host paused them, none knows until when."""
        races = tables.races.c
        found = select(races.id).where(races.state == "paused", races.pause_until.is_(None)).order_by(races.id)
        return [RaceId(row.id) for row in await self._reader.rows(found)]

    async def postpone(self, until: float) -> None:
        """Let no deadline count before *until*."""
        sooner = _DEADLINES.at < until

        def work(connection: Connection) -> None:
            connection.execute(_raise_where(sooner))
            connection.execute(update(tables.deadlines).where(sooner).values(at=until))

        await self._writer.run(work)

    async def give_back(
        self, seconds: float, acts: Sequence[tuple[RaceId, ActRecord, Sequence[Notice]]], noted: tuple[str, str]
    ) -> None:
        """Move all deadlines of races under way by *seconds*, say so in each of them, and set a setting."""
        later = {"at": _DEADLINES.at + seconds, "remind_at": _DEADLINES.remind_at + seconds}
        name, value = noted

        def work(connection: Connection) -> None:
            connection.execute(_raise_where(_is_running()))
            connection.execute(update(tables.deadlines).where(_is_running()).values(later))
            connection.execute(update(tables.settings).where(tables.settings.c.name == name).values(value=value))
            for race, act, notices in acts:
                add_acts(connection, race, [act])
                add_notices(connection, notices)

        await self._writer.run(work)

    async def remind(
        self, race: RaceId, deadline: Deadline, notices: Sequence[Notice], again_at: float | None = None
    ) -> bool:
        """Note a reminder as done and put it into the outbox; ``False`` if another did, or the question is over.

        :param notices: none if the reminder is only put off to *again_at*.
        """
        values = {
            "of_race": race,
            "whose": deadline.entry,
            "which": deadline.asked,
            "was_at": deadline.remind_at,
            "again_at": again_at,
            "more": int(bool(notices)),
        }

        def work(connection: Connection) -> bool:
            if connection.execute(_REMIND, values).rowcount != 1:
                return False
            raise_revision(connection, race)
            add_notices(connection, notices)
            return True

        return await self._writer.run(work, race)

    async def remind_by(self, race: RaceId, entry: EntryId, asked: int, at: float) -> None:
        """Have a player reminded of a question at that time, unless that comes sooner or the deadline does."""
        values = {"of_race": race, "whose": entry, "which": asked, "latest": at}

        def work(connection: Connection) -> None:
            if connection.execute(_REMIND_BY, values).rowcount:
                raise_revision(connection, race)

        await self._writer.run(work, race)

    async def races_waiting_for(self, player: PlayerId) -> list[RaceId]:
        """Return the races under way that wait for a player, the oldest first."""
        factions, entries = tables.factions.c, tables.entries.c
        own = (
            select(_DEADLINES.race)
            .join(tables.entries, and_(entries.race == _DEADLINES.race, entries.entry == _DEADLINES.entry))
            .join(tables.factions, and_(factions.race == entries.race, factions.faction == entries.faction))
            .where(func.coalesce(factions.substitute, factions.player) == player, factions.standin.is_(None))
            .where(_is_running())
            .distinct()
            .order_by(_DEADLINES.race)
        )
        return [RaceId(row.race) for row in await self._reader.rows(own)]


def _raise_where(moved: ColumnElement[bool]) -> Update:
    """Return the statement that raises the revisions of the races whose deadlines move."""
    races = tables.races.c
    return (
        update(tables.races)
        .where(races.id.in_(select(_DEADLINES.race).where(moved)))
        .values(revision=races.revision + 1)
    )


def _is_running(*where: ColumnElement[bool]) -> ColumnElement[bool]:
    running = select(tables.races.c.id).where(tables.races.c.state == "running", *where)
    return _DEADLINES.race.in_(running)


_races = tables.races.c
_HERE = _races.guild.not_in(AWAY)
# Asked of each deadline by itself, so that those of a time are found by their index, however many races there are.
_RUNS_HERE = exists().where(_races.id == _DEADLINES.race, _races.state == "running", _HERE)
_NEXT = tuple(
    Prepared(select(each).where(each.is_not(None), _RUNS_HERE).order_by(each).limit(1))
    for each in (_DEADLINES.at, _DEADLINES.remind_at)
)
_NEXT_PAUSE = Prepared(
    select(_races.pause_until)
    .where(_races.state == "paused", _races.pause_until.is_not(None), _HERE)
    .order_by(_races.pause_until)
    .limit(1)
)
_DUE = tuple(
    Prepared(select(tables.deadlines).where(each <= bindparam("now"), _RUNS_HERE))
    for each in (_DEADLINES.at, _DEADLINES.remind_at)
)
_PAUSES_OVER = Prepared(
    select(_races.id).where(_races.state == "paused", _races.pause_until <= bindparam("now"), _HERE).order_by(_races.id)
)
