"""What is kept for a time only: texts of old messages and posts, and reasons that hosts typed, of races long over.

Rows stay: a notice's place among the others counts them, and the mark by which a post is found is made from it; ratings
count acts. What a race is replayed and checked by is never touched, and neither is the story of a thread, which holds
numbers of facts and digests of seals alone.
"""

from collections.abc import Callable

from sqlalchemy import ColumnElement, Connection, and_, or_, select, update

from db.opening.writer import Writer
from db.schema.tables import acts, outbox, races
from records.notices import BLANK, BLANKED_POSTS, NoticeKind, NoticeState

KINDS: tuple[NoticeKind, ...] = (
    "summons", "reminder", "warning", "digest", "act", "deal", "letter", "ballot", "ending",
)  # fmt: skip
"""Kinds whose text nobody reads once it has arrived. Seals of bets, offers and shared posts are looked up again."""

ENDED: tuple[NoticeState, ...] = ("sent", "refused", "given up", "answered", "cancelled")
AT_ONCE = 500
"""Rows of one transaction, so that nobody waits long for it."""

_is_over = select(races.c.id).where(races.c.state.in_(("finished", "cancelled")))
_later = races.alias("later")


class Retention:
    """Blanks what is older than it has to be."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def blank_messages(self, before: float) -> int:
        """Blank the texts of messages to people in races that were over by then; return how many there were."""
        return await self._in_steps(lambda connection: _blank_messages(connection, before))

    async def blank_posts(self, before: float) -> int:
        """Blank the texts of posts in threads where no race has been since then; return how many there were.

        A thread may be that of a cup, where an older race's posts are looked up as the next one goes on.
        """
        return await self._in_steps(lambda connection: _blank_posts(connection, before))

    async def blank_reasons(self, before: float) -> int:
        """Blank the reasons that people typed in races that were over by then; return how many there were."""
        return await self._in_steps(lambda connection: _blank_reasons(connection, before))

    async def _in_steps(self, step: Callable[[Connection], int]) -> int:
        done = 0
        while True:
            now: int = await self._writer.run(step)
            done += now
            if now < AT_ONCE:
                return done


def _blank_messages(connection: Connection, before: float) -> int:
    whose = outbox.c.player.is_not(None), outbox.c.kind.in_(KINDS)
    return _blank(connection, *whose, outbox.c.race.in_(_is_over.where(races.c.ended < before)))


def _blank_posts(connection: Connection, before: float) -> int:
    goes_on = select(_later.c.id).where(
        _later.c.thread == races.c.thread, or_(_later.c.ended.is_(None), _later.c.ended >= before)
    )
    old = _is_over.where(races.c.ended < before, ~goes_on.exists())
    return _blank(connection, outbox.c.player.is_(None), outbox.c.kind.in_(BLANKED_POSTS), outbox.c.race.in_(old))


def _blank(connection: Connection, *which: ColumnElement[bool]) -> int:
    found = select(outbox.c.id).where(*which, outbox.c.state.in_(ENDED), outbox.c.body != BLANK).limit(AT_ONCE)
    old = list(connection.scalars(found))
    if old:
        connection.execute(update(outbox).where(outbox.c.id.in_(old)).values(body=BLANK))
    return len(old)


def _blank_reasons(connection: Connection, before: float) -> int:
    key = acts.c.race, acts.c.n
    is_old = acts.c.by.is_not(None), acts.c.reason != "", acts.c.race.in_(_is_over.where(races.c.ended < before))
    old = [tuple(row) for row in connection.execute(select(*key).where(*is_old).limit(AT_ONCE))]
    if old:
        which = or_(*(and_(acts.c.race == race, acts.c.n == n) for race, n in old))
        connection.execute(update(acts).where(which).values(reason=""))
    return len(old)
