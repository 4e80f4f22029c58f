"""What is published, each result once, and not more in an hour than Discord takes. Each method is one transaction."""

from sqlalchemy import Connection, bindparam, delete, func, insert, or_, select, update

from db.opening.prepared import Prepared
from db.opening.writer import Reader, Writer
from db.schema import tables
from db.schema.publishing import published, publishing
from db.writing.staying import require_staying
from records.limits import PUBLISHED_IN_AN_HOUR
from records.publishing import Due, Published
from records.values import RaceId

LEASE = 120.0
"""Seconds after which a publication that was begun is tried again: it is the same one, however often."""

_races, _outbox, _p, _on = tables.races.c, tables.outbox.c, published.c, publishing.c
_CARD_WAITS = (
    select(_outbox.id).where(_outbox.race == _races.id, _outbox.kind == "card", _outbox.state == "new").exists()
)
_IS_DUE = or_(_p.race.is_(None), (_p.outcome == bindparam("trying")) & (_p.at < bindparam("before")))
_DUE = Prepared(
    select(_races.id.label("race"), _races.guild, _races.channel, _races.card)
    .join(publishing, _on.channel == _races.channel)
    .join(published, _p.race == _races.id, isouter=True)
    .where(_races.state == bindparam("so"), _races.card > bindparam("none"), _races.league.is_(None))
    .where(_races.ended >= _on.since, _races.ended > bindparam("late"), _IS_DUE, ~_CARD_WAITS)
    .order_by(_races.ended, _races.id)
)
_MANY = Prepared(
    select(func.count())
    .select_from(published)
    .where(_p.channel == bindparam("here"), _p.at > bindparam("since"), _p.race != bindparam("this"))
)
_THIS = Prepared(select(_p.outcome, _p.at).where(_p.race == bindparam("this")))
_ADD = Prepared(insert(published), [each.name for each in published.columns])
_AGAIN = Prepared(update(published).where(_p.race == bindparam("this")).values(at=bindparam("now")))
_NOTE = Prepared(update(published).where(_p.race == bindparam("this")).values(outcome=bindparam("told")))
_HERE = Prepared(select(_on.channel).where(_on.guild == bindparam("here")).order_by(_on.channel))
_BEGIN = Prepared(insert(publishing), [each.name for each in publishing.columns])
_END = Prepared(delete(publishing).where(_on.channel == bindparam("this")))


class PublishingStore:
    """Keeps which channels publish, and what was published."""

    def __init__(self, writer: Writer, reader: Reader) -> None:
        self._writer, self._reader = writer, reader

    async def set(self, guild: int, channel: int, now: float, *, is_on: bool) -> None:
        """Publish what ends in a channel from now on, or nothing more."""

        def work(connection: Connection) -> None:
            require_staying(connection, guild)
            known = {row.channel for row in _HERE.rows(connection, {"here": guild})}
            if not is_on:
                _END.run(connection, {"this": channel})
            elif channel not in known:
                _BEGIN.run(connection, {"channel": channel, "guild": guild, "since": now})

        await self._writer.run(work)

    async def channels(self, guild: int) -> list[int]:
        """Return the channels of a server that publish."""
        return [row.channel for row in await self._reader.found(_HERE, here=guild)]

    async def due(self, now: float, late: float) -> list[Due]:
        """Return what is to be published, the oldest first; not what ended before *late*."""
        values = {"so": "finished", "none": 0, "late": late, "trying": "trying", "before": now - LEASE}
        rows = await self._reader.found(_DUE, **values)
        return [Due(race=RaceId(row.race), guild=row.guild, channel=row.channel, card=row.card) for row in rows]

    async def claim(self, due: Due, now: float) -> bool:
        """Begin to publish something; tell whether nobody else does, and the channel may publish more by now."""

        def work(connection: Connection) -> bool:
            limit = PUBLISHED_IN_AN_HOUR
            lately = {"here": due.channel, "since": now - limit.span, "this": due.race}
            if _MANY.value(connection, lately) >= limit.most:
                return False
            known = _THIS.first(connection, {"this": due.race})
            if known is None:
                trying: Published = "trying"
                _ADD.run(connection, {"race": due.race, "channel": due.channel, "at": now, "outcome": trying})
                return True
            if known.outcome != "trying" or known.at > now - LEASE:
                return False
            _AGAIN.run(connection, {"this": due.race, "now": now})
            return True

        return await self._writer.run(work)

    async def note(self, race: RaceId, outcome: Published) -> None:
        """Note what became of a publication."""
        await self._writer.run(lambda connection: _NOTE.run(connection, {"this": race, "told": outcome}))
