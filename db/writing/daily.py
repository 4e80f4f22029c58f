"""The race of the day: what was chosen, and each person's try. Each method is one transaction."""

import json
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, bindparam, func, insert, select, update

from db.opening.prepared import Prepared
from db.opening.writer import Reader, Writer
from db.reading.persons import day_of, was_spent
from db.reading.rows import struct_of, structs_of
from db.schema.boards import daily_boards
from db.schema.daily import absences, days, tries
from db.schema.past import ratings
from db.writing.staying import require_staying
from records.daily import DailyRecord, Driven, TryRecord
from records.past import KNOWN
from records.values import PlayerId

_DAY = Prepared(select(days).where(days.c.number == bindparam("this")))
_ABSENCES = Prepared(select(absences).order_by(absences.c.since))
_LONGER = Prepared(
    update(absences)
    .where(absences.c.since == bindparam("begins"), absences.c.until < bindparam("ends"))
    .values(until=bindparam("ends"))
)
_IS_ABSENCE = Prepared(select(absences.c.since).where(absences.c.since == bindparam("begins")))
_OF_DAY = Prepared(select(tries).where(tries.c.number == bindparam("this")).order_by(tries.c.began, tries.c.person))
_OF_PERSON = Prepared(select(tries).where(tries.c.person == bindparam("this")).order_by(tries.c.number))
_IS_TRY = (tries.c.number == bindparam("this"), tries.c.person == bindparam("by"))
_TRY = Prepared(select(tries).where(*_IS_TRY))
_BEGUN = Prepared(select(func.count()).select_from(tries).where(tries.c.number == bindparam("this")))
_FROM = Prepared(select(tries).where(tries.c.number >= bindparam("first"), tries.c.ended.is_not(None)))
_GO_ON = Prepared(
    update(tries)
    .where(*_IS_TRY, tries.c.given == bindparam("before"), tries.c.edition == bindparam("of_edition"))
    .values(
        {name: bindparam(f"new_{name}") for name in ("answers", "given", "ended", "place", "better", "rows", "told")}
    )
)
_BEGIN_AGAIN = Prepared(
    update(tries)
    .where(*_IS_TRY, tries.c.ended.is_(None), tries.c.edition < bindparam("of_edition"))
    .values(answers="[]", given=0, told="", rows="[]", edition=bindparam("of_edition"))
)
_RENEW_DAY = Prepared(
    update(days)
    .where(days.c.number == bindparam("this"), days.c.edition == bindparam("was"), days.c.mark == bindparam("mark_was"))
    .values({name: bindparam(f"new_{name}") for name in ("candidate", "par", "version", "edition", "mark")})
)
_RENEWED = Prepared(select(days.c.number).where(days.c.edition > bindparam("first")).order_by(days.c.number))
_IS_KNOWN = Prepared(
    select(ratings.c.player).where(ratings.c.player == bindparam("this"), ratings.c.rivals >= KNOWN).limit(1)
)
_IN_GUILD = (tries.c.guild == bindparam("here"), tries.c.number <= bindparam("last"), tries.c.ended.is_not(None))
_COUNTING = Prepared(
    select(tries.c.person, tries.c.name, tries.c.number)
    .where(*_IN_GUILD, tries.c.number >= bindparam("first"), tries.c.counts == bindparam("so"))
    .order_by(tries.c.number)
)
_IS_POSTED = Prepared(select(daily_boards.c.guild).where(daily_boards.c.state == bindparam("so")).limit(1))
_DRIVERS = Prepared(
    select(func.count(tries.c.person.distinct())).where(*_IN_GUILD, tries.c.number >= bindparam("first"))
)
_LAST_HERE = Prepared(
    select(func.max(tries.c.number)).where(tries.c.guild == bindparam("here"), tries.c.ended.is_not(None))
)


def _adding(table: Table) -> Prepared:
    return Prepared(insert(table), [column.name for column in table.columns])


_ADD_DAY, _ADD_TRY, _ADD_ABSENCE = _adding(days), _adding(tries), _adding(absences)


class HadBefore(Exception):
    """Somebody who was forgotten had before what each person may have once."""


class DailyStore:
    """Keeps days and tries."""

    def __init__(self, writer: Writer, reader: Reader) -> None:
        self._writer, self._reader = writer, reader

    async def day(self, number: int) -> DailyRecord | None:
        """Return a day as it was chosen; ``None`` if it is not chosen yet."""
        found = await self._reader.found(_DAY, this=number)
        return next((_day_of(row) for row in found), None)

    async def add_day(self, day: DailyRecord) -> DailyRecord:
        """Keep a day as it was chosen, unless it has been chosen already; return the one that counts."""

        def work(connection: Connection) -> DailyRecord:
            known = _DAY.first(connection, {"this": day.number})
            if known is not None:
                return _day_of(known)
            _ADD_DAY.run(connection, {**msgspec.structs.asdict(day), "par": json.dumps(day.par)})
            return day

        return await self._writer.run(work)

    async def renew_day(self, day: DailyRecord, was: DailyRecord) -> DailyRecord:
        """Keep a day as it was chosen anew, unless another program was quicker; return the one that counts."""

        def work(connection: Connection) -> DailyRecord:
            new = {f"new_{name}": getattr(day, name) for name in ("candidate", "version", "edition", "mark")}
            values = {"this": day.number, "was": was.edition, "mark_was": was.mark, **new}
            _RENEW_DAY.run(connection, {**values, "new_par": json.dumps(day.par)})
            return _day_of(_DAY.first(connection, {"this": day.number}))

        return await self._writer.run(work)

    async def renewed(self) -> list[int]:
        """Return the days that were chosen anew while they were open."""
        return [row.number for row in await self._reader.found(_RENEWED, first=1)]

    async def note_absence(self, since: float, until: float) -> None:
        """Note that the program was away; what was noted from the same moment on may have become longer."""

        def work(connection: Connection) -> None:
            span = {"begins": since, "ends": until}
            if not _LONGER.run(connection, span) and _IS_ABSENCE.first(connection, {"begins": since}) is None:
                _ADD_ABSENCE.run(connection, {"since": since, "until": until})

        await self._writer.run(work)

    async def absences(self) -> list[tuple[float, float]]:
        """Return from when to when the program was away, in seconds since 1970."""
        return [(row.since, row.until) for row in await self._reader.found(_ABSENCES)]

    async def begin(self, attempt: TryRecord) -> TryRecord:
        """Keep the beginning of a try, unless that person has begun one that day; return the one that counts.

        :raises HadBefore: if they had one before they were forgotten.
        """

        def work(connection: Connection) -> TryRecord:
            known = _TRY.first(connection, {"this": attempt.number, "by": attempt.person})
            if known is not None:
                found: TryRecord = struct_of(known, TryRecord)
                return found
            require_staying(connection, attempt.guild)
            if was_spent(connection, day_of(attempt.number, attempt.person)):
                raise HadBefore
            _ADD_TRY.run(connection, msgspec.structs.asdict(attempt))
            return attempt

        return await self._writer.run(work)

    async def go_on(self, attempt: TryRecord, before: int) -> bool:
        """Keep a try with one answer more; do nothing, and say so, unless *before* answers are on record."""
        new: dict[str, Any] = {f"new_{name}": value for name, value in msgspec.structs.asdict(attempt).items()}
        who = {"this": attempt.number, "by": attempt.person}
        values = {**who, "before": before, "of_edition": attempt.edition, **new}
        for unchanged in ("number", "person", "name", "guild", "began", "counts", "edition"):
            del values[f"new_{unchanged}"]
        return await self._writer.run(lambda connection: _GO_ON.run(connection, values) == 1)

    async def begin_again(self, number: int, person: PlayerId, edition: int) -> None:
        """Begin a try anew that has not ended, at a later edition of its day."""
        values = {"this": number, "by": person, "of_edition": edition}
        await self._writer.run(lambda connection: _BEGIN_AGAIN.run(connection, values))

    async def try_of(self, number: int, person: PlayerId) -> TryRecord | None:
        found: list[TryRecord] = await self._structs(_TRY, TryRecord, this=number, by=person)
        return next(iter(found), None)

    async def tries(self, number: int) -> list[TryRecord]:
        """Return all tries of a day, in the order they began."""
        return await self._structs(_OF_DAY, TryRecord, this=number)

    async def tries_of(self, person: PlayerId) -> list[TryRecord]:
        """Return all tries of a person, by day."""
        return await self._structs(_OF_PERSON, TryRecord, this=person)

    async def ended_since(self, first: int) -> list[TryRecord]:
        """Return all tries from a day on that have come to their end."""
        return await self._structs(_FROM, TryRecord, first=first)

    async def begun(self, number: int) -> int:
        """Return how many people have begun a day."""
        return int((await self._reader.found(_BEGUN, this=number))[0][0])

    async def is_known(self, person: PlayerId) -> bool:
        """Tell whether somebody has met a few people in rated races, on any server."""
        return bool(await self._reader.found(_IS_KNOWN, this=person))

    async def counting(self, guild: int, first: int, last: int) -> list[Driven]:
        """Return the days from *first* to *last* of those people of a server whose days count."""
        names: dict[PlayerId, str] = {}
        numbers: dict[PlayerId, list[int]] = {}
        for row in await self._reader.found(_COUNTING, here=guild, first=first, last=last, so=True):
            person = PlayerId(row.person)
            names[person] = row.name
            numbers.setdefault(person, []).append(row.number)
        return [Driven(person=each, name=names[each], days=tuple(numbers[each])) for each in numbers]

    async def is_posted(self) -> bool:
        """Tell whether any server has it posted."""
        return bool(await self._reader.found(_IS_POSTED, so="on"))

    async def drivers(self, guild: int, first: int, last: int) -> int:
        """Return how many people of a server drove one of these days to its end, newcomers too."""
        return int((await self._reader.found(_DRIVERS, here=guild, first=first, last=last))[0][0])

    async def last_driven(self, guild: int) -> int:
        """Return the last day that somebody of a server drove to its end; 0 if nobody ever did."""
        return int((await self._reader.found(_LAST_HERE, here=guild))[0][0] or 0)

    async def _structs(self, found: Prepared, kind: type[Any], **values: Any) -> list[Any]:
        return await self._reader.run(lambda connection: structs_of(connection, found, values, kind))


def _day_of(row: Any) -> DailyRecord:
    found: DailyRecord = struct_of(row, DailyRecord)
    return msgspec.structs.replace(found, par=tuple(json.loads(row.par)))
