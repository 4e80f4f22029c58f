"""The card of a race, a cup or a league in its channel: each change of what it tells asks for an edit, once.

A race has a card of its own. The races of a cup are told on the card of its first one, those of a league on the
league's. Such a race bears the card: its row has the message, and notices about the card name it.
"""

from typing import Any

from sqlalchemy import Connection, String, bindparam, case, func, insert, literal, select, text, update

from db.opening.prepared import Prepared
from db.opening.writer import Writer
from db.schema import tables
from records.values import RaceId

_outbox = tables.outbox.c
_changed, _bearer = tables.races.alias("changed"), tables.races.alias("bearer")
_of_cup = tables.races.alias("of_cup")
_FIRST_OF_CUP = select(func.min(_of_cup.c.id)).where(_of_cup.c.cup == _changed.c.cup).scalar_subquery()
_waiting = tables.outbox.alias("waiting")
_WAITS = (
    select(_waiting.c.id)
    .where(text(tables.IS_WAITING))  # in the words of its index
    .where(_waiting.c.race == _bearer.c.id, _waiting.c.kind == "card", _waiting.c.state == "new")
    .exists()
)
# It is due since the race was opened, so at once: the delivery spaces edits. A clock is not needed here.
_ASK = Prepared(
    insert(tables.outbox).from_select(
        ["race", "kind", "body", "due", "attempts", "state"],
        select(
            _bearer.c.id,
            literal("card", String),
            literal("{}", String),
            _bearer.c.opened,
            literal(0),
            literal("new", String),
        )
        .select_from(
            _changed.join(_bearer, _bearer.c.id == func.coalesce(_changed.c.league, _FIRST_OF_CUP, _changed.c.id))
        )
        .where(_changed.c.id == bindparam("this"), _bearer.c.card.is_not(None), _bearer.c.thread.is_not(None), ~_WAITS),
    )
)


def change_card(connection: Connection, race: RaceId) -> None:
    """Have the card that tells a race brought up to date, if it has one and it does not wait for that already."""
    _ASK.run(connection, {"this": race})


class CardStore:
    """Which messages are cards. Races in memory do not depend on it, so no revision is raised."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def posted(self, race: RaceId, message: int) -> None:
        """Note the message of a race's card; a new one counts as posted once more, however often that is noted."""
        races = tables.races.c
        again = case((races.card == message, races.cards), else_=races.cards + 1)
        await self._change(race, {"card": message, "cards": again})

    async def lost(self, race: RaceId, *, is_for_good: bool) -> None:
        """Note that a race's card is gone.

        :param is_for_good: whether it has none from now on; else it is to be posted anew.
        """
        await self._change(race, {"card": None if is_for_good else 0})

    async def _change(self, race: RaceId, values: dict[str, Any]) -> None:
        change = update(tables.races).where(tables.races.c.id == race).values(values)
        await self._writer.run(lambda connection: connection.execute(change), race)
