"""The outbox: what must be posted is written with what caused it, and delivered afterwards."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Row, and_, case, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db import schema
from db.batches import add_notices
from engine.kept import Notice, PlayerRecord
from engine.values import PlayerId, RaceId

OPEN = ("new", "sending")


class Outbox:
    """Notices, in the order they were written."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._reading = engine.execution_options(writes=False)

    async def add(self, connection: AsyncConnection, notices: Sequence[Notice]) -> None:
        """Add *notices* within a transaction."""
        await connection.run_sync(add_notices, notices)

    async def put(self, *notices: Notice) -> None:
        """Add notices that nothing else is written with."""
        async with self._engine.begin() as connection:
            await self.add(connection, notices)

    async def waiting(self) -> list[Notice]:
        """Return the first open notice of each target: of one target none may overtake another."""
        found = select(schema.outbox).where(schema.outbox.c.state.in_(OPEN)).order_by(schema.outbox.c.id)
        async with self._reading.connect() as connection:
            rows = (await connection.execute(found)).all()
        first: dict[str, Notice] = {}
        for row in rows:
            notice = _notice(row)
            first.setdefault(notice.target, notice)
        return list(first.values())

    async def claim(self, notice: Notice, now: float) -> Notice | None:
        """Mark a notice as being sent, before anything is; ``None`` if it is gone or somebody else's."""
        mine = and_(
            schema.outbox.c.id == notice.id,
            schema.outbox.c.attempts == notice.attempts,
            schema.outbox.c.state.in_(OPEN),
        )
        change = {"state": "sending", "attempts": notice.attempts + 1, "tried": notice.tried or now}
        async with self._engine.begin() as connection:
            claimed = await connection.execute(update(schema.outbox).where(mine).values(change))
        if claimed.rowcount != 1:
            return None
        return msgspec.structs.replace(notice, attempts=notice.attempts + 1, tried=notice.tried or now)

    async def settle(self, notice: Notice, outcome: str, *, failed: bool = False, then: Sequence[Notice] = ()) -> None:
        """Note how a notice ended, and add what follows from it.

        If what it asks for was done while it was being posted, it is answered.

        :param failed: whether it was given up.
        """
        ended = "given up" if failed else case((schema.outbox.c.state == "cancelled", "answered"), else_="sent")
        change = {"state": ended, "outcome": outcome[:200]}
        async with self._engine.begin() as connection:
            await connection.execute(update(schema.outbox).where(schema.outbox.c.id == notice.id).values(change))
            await self.add(connection, then)

    async def refuse_dms(self, notice: Notice, player: PlayerRecord, then: Sequence[Notice]) -> None:
        """Note that a player takes no direct messages, and tell him elsewhere, all at once.

        What has been done meanwhile is asked for nowhere.
        """
        change = update(schema.outbox).where(schema.outbox.c.id == notice.id, schema.outbox.c.state.in_(OPEN))
        async with self._engine.begin() as connection:
            refused = await connection.execute(change.values(state="refused", outcome="direct messages are closed"))
            known = schema.players.c.player == player.player
            if (await connection.execute(update(schema.players).where(known).values(dms="refused"))).rowcount == 0:
                await connection.execute(insert(schema.players).values(msgspec.structs.asdict(player)))
            if refused.rowcount:
                await self.add(connection, then)

    async def retry(self, notice: Notice, due: float) -> None:
        """Let a notice that failed be due again; it stays marked as being sent, for its fate may be unknown."""
        async with self._engine.begin() as connection:
            this = update(schema.outbox).where(schema.outbox.c.id == notice.id)
            await connection.execute(this.values(due=due))

    async def of_race(self, race: RaceId) -> list[Notice]:
        """Return every notice of a race, whatever became of it."""
        found = select(schema.outbox).where(schema.outbox.c.race == race).order_by(schema.outbox.c.id)
        async with self._reading.connect() as connection:
            return [_notice(row) for row in (await connection.execute(found)).all()]


def _notice(row: Row[Any]) -> Notice:
    values = row._mapping
    player = values["player"]
    return Notice(
        id=values["id"],
        race=RaceId(values["race"]),
        kind=values["kind"],
        player=None if player is None else PlayerId(player),
        body=values["body"],
        due=values["due"],
        attempts=values["attempts"],
        tried=values["tried"],
        duty=values["duty"],
        state=values["state"],
        outcome=values["outcome"],
    )
