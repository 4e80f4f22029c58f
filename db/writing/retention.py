"""What is kept for a time only: the texts of old messages to people.

Rows stay: a message's place among the others counts them, and the mark by which a post is found is made from it.
"""

from sqlalchemy import Connection, select, update

from db.opening.writer import Writer
from db.schema.tables import outbox, races
from records.notices import NoticeKind, NoticeState

EMPTY = "{}"
KINDS: tuple[NoticeKind, ...] = (
    "summons", "reminder", "warning", "digest", "act", "deal", "letter", "ballot", "ending",
)  # fmt: skip
"""Kinds whose text nobody reads once it has arrived. Seals of bets, offers and shared posts are looked up again."""

ENDED: tuple[NoticeState, ...] = ("sent", "refused", "given up", "answered", "cancelled")
AT_ONCE = 500
"""Rows of one transaction, so that nobody waits long for it."""

_is_over = select(races.c.id).where(races.c.state.in_(("finished", "cancelled")))


class Retention:
    """Blanks what is older than it has to be."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def blank_messages(self, before: float) -> int:
        """Blank the texts of messages to people in races that were over by then; return how many there were."""
        blanked = 0
        while True:
            now: int = await self._writer.run(lambda connection: _blank(connection, before))
            blanked += now
            if now < AT_ONCE:
                return blanked


def _blank(connection: Connection, before: float) -> int:
    found = (
        select(outbox.c.id)
        .where(outbox.c.player.is_not(None), outbox.c.kind.in_(KINDS), outbox.c.state.in_(ENDED))
        .where(outbox.c.body != EMPTY, outbox.c.race.in_(_is_over.where(races.c.ended < before)))
        .limit(AT_ONCE)
    )
    old = list(connection.scalars(found))
    if old:
        connection.execute(update(outbox).where(outbox.c.id.in_(old)).values(body=EMPTY))
    return len(old)
