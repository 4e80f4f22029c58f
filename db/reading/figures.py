"""What waits, and how much there is: for whoever watches the program."""

from sqlalchemy import Connection, func, select

from db.opening.prepared import Prepared, any_of
from db.opening.writer import Reader
from db.schema import tables
from db.schema.money import postings
from records.figures import OnRecord

_races, _outbox, _deadlines = tables.races.c, tables.outbox.c, tables.deadlines.c
_BY_STATE = Prepared(select(_races.state, func.count().label("many")).group_by(_races.state))
_OPEN = any_of(_outbox.state, ("new", "sending"))
_BY_KIND = Prepared(
    select(_outbox.kind, func.count().label("many"), func.min(_outbox.due).label("oldest"))
    .where(_OPEN)
    .group_by(_outbox.kind)
)
_NEXT = Prepared(
    select(func.min(_deadlines.at)).where(
        _deadlines.race.in_(select(_races.id).where(any_of(_races.state, ("running",))))
    )
)
_SUM = Prepared(select(func.coalesce(func.sum(postings.c.amount), 0)))


class Figures:
    """Reads the figures; one transaction."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def now(self) -> OnRecord:
        """Return what is on record at this moment."""
        return await self._reader.run(_read)


def _read(connection: Connection) -> OnRecord:
    waiting = _BY_KIND.rows(connection)
    return OnRecord(
        races={row.state: row.many for row in _BY_STATE.rows(connection)},
        waiting={row.kind: row.many for row in waiting},
        oldest_due=min((row.oldest for row in waiting), default=None),
        oldest_deadline=_NEXT.value(connection),
        ledger=int(_SUM.value(connection)),
    )
