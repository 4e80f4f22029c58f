"""Trailers and cards that people post of a race: counted in the transaction that lets one more be posted."""

import json
from typing import Literal

from sqlalchemy import Connection, bindparam, literal, select

from db.opening.prepared import Prepared
from db.opening.writer import Writer
from db.schema import tables
from db.writing.batches import add_notices
from records.limits import SHARES_OF_A_RACE, SHARES_OF_ONE
from records.notices import Notice

Full = Literal["own", "all"]
"""Why no more can be posted: the person has done so, or all together have."""

_OUTBOX = tables.outbox.c
_SHARED = Prepared(
    select(_OUTBOX.body).where(
        _OUTBOX.race == bindparam("of_race"), _OUTBOX.kind == literal("share"), _OUTBOX.state != literal("given up")
    )
)


class ShareStore:
    """What is posted of races for all. What could not be posted counts for nobody."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def put(self, notice: Notice) -> Full | None:
        """Add a notice that shares a race; say why if it cannot be, and add nothing then."""

        def work(connection: Connection) -> Full | None:
            shared = [row.body for row in _SHARED.rows(connection, {"of_race": notice.race})]
            alike = [each for each in shared if json.loads(each) == json.loads(notice.body)]
            if len(alike) >= SHARES_OF_ONE.most:
                return "own"
            if len(shared) >= SHARES_OF_A_RACE.most:
                return "all"
            add_notices(connection, [notice])
            return None

        return await self._writer.run(work, notice.race)
