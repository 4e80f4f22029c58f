"""The race of the day: what was chosen, each person's try, and where it is posted. Each method is one transaction."""

import json
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, bindparam, delete, func, insert, select, update

from db.opening.prepared import Prepared
from db.opening.writer import Reader, Writer
from db.reading.persons import day_of, was_spent
from db.reading.rows import struct_of, structs_of
from db.schema.daily import boards, days, tries
from records.daily import DailyBoard, DailyRecord, TryRecord
from records.values import PlayerId

_DAY = Prepared(select(days).where(days.c.number == bindparam("this")))
_AWAY = Prepared(select(days.c.number).where(days.c.away == bindparam("so")))
_NOTE_AWAY = Prepared(update(days).where(days.c.number == bindparam("this")).values(away=True))
_OF_DAY = Prepared(select(tries).where(tries.c.number == bindparam("this")).order_by(tries.c.began, tries.c.person))
_OF_PERSON = Prepared(select(tries).where(tries.c.person == bindparam("this")).order_by(tries.c.number))
_IS_TRY = (tries.c.number == bindparam("this"), tries.c.person == bindparam("by"))
_TRY = Prepared(select(tries).where(*_IS_TRY))
_BEGUN = Prepared(select(func.count()).select_from(tries).where(tries.c.number == bindparam("this")))
_FROM = Prepared(select(tries).where(tries.c.number >= bindparam("first"), tries.c.ended.is_not(None)))
_GO_ON = Prepared(
    update(tries)
    .where(*_IS_TRY, tries.c.given == bindparam("before"))
    .values({name: bindparam(f"new_{name}") for name in ("answers", "given", "ended", "place", "better", "rows")})
)
_BOARDS = Prepared(select(boards).order_by(boards.c.guild))
_OF_GUILD = boards.c.guild == bindparam("this")
_DROP_BOARD = Prepared(delete(boards).where(_OF_GUILD))


def _adding(table: Table) -> Prepared:
    return Prepared(insert(table), [column.name for column in table.columns])


_ADD_DAY, _ADD_TRY, _ADD_BOARD = _adding(days), _adding(tries), _adding(boards)


class HadBefore(Exception):
    """Somebody who was forgotten had before what each person may have once."""


class DailyStore:
    """Keeps days, tries and boards."""

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

    async def note_away(self, numbers: Sequence[int]) -> None:
        """Note that the bot was away for long while days were new; days that nobody chose need no note."""

        def work(connection: Connection) -> None:
            for number in numbers:
                _NOTE_AWAY.run(connection, {"this": number})

        await self._writer.run(work)

    async def away(self) -> set[int]:
        """Return the days on which the bot was away for long."""
        return {row.number for row in await self._reader.found(_AWAY, so=True)}

    async def begin(self, attempt: TryRecord) -> TryRecord:
        """Keep the beginning of a try, unless that person has begun one that day; return the one that counts.

        :raises HadBefore: if they had one before they were forgotten.
        """

        def work(connection: Connection) -> TryRecord:
            known = _TRY.first(connection, {"this": attempt.number, "by": attempt.person})
            if known is not None:
                found: TryRecord = struct_of(known, TryRecord)
                return found
            if was_spent(connection, day_of(attempt.number, attempt.person)):
                raise HadBefore
            _ADD_TRY.run(connection, msgspec.structs.asdict(attempt))
            return attempt

        return await self._writer.run(work)

    async def go_on(self, attempt: TryRecord, before: int) -> bool:
        """Keep a try with one answer more; do nothing, and say so, unless *before* answers are on record."""
        new: dict[str, Any] = {f"new_{name}": value for name, value in msgspec.structs.asdict(attempt).items()}
        values = {"this": attempt.number, "by": attempt.person, "before": before, **new}
        for unchanged in ("number", "person", "name", "guild", "began"):
            del values[f"new_{unchanged}"]
        return await self._writer.run(lambda connection: _GO_ON.run(connection, values) == 1)

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

    async def boards(self) -> list[DailyBoard]:
        """Return the servers that have it posted."""
        return await self._structs(_BOARDS, DailyBoard)

    async def set_board(self, board: DailyBoard) -> None:
        """Keep where a server has it posted, in place of what was kept before."""

        def work(connection: Connection) -> None:
            _DROP_BOARD.run(connection, {"this": board.guild})
            _ADD_BOARD.run(connection, msgspec.structs.asdict(board))

        await self._writer.run(work)

    async def drop_board(self, guild: int) -> bool:
        """Stop posting on a server; tell whether it was posted there."""
        return await self._writer.run(lambda connection: _DROP_BOARD.run(connection, {"this": guild}) == 1)

    async def _structs(self, found: Prepared, kind: type[Any], **values: Any) -> list[Any]:
        return await self._reader.run(lambda connection: structs_of(connection, found, values, kind))


def _day_of(row: Any) -> DailyRecord:
    return DailyRecord(**{**row._mapping, "par": tuple(json.loads(row.par))})
