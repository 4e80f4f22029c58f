"""Orders that answer for chariots of a case, as at a pace of orders alone."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.facts import DEFAULT_CLAUSE, OrderFollowed
from engine.game import Followed
from engine.questions import Answer, Ask, Play
from engine.table import Table
from records.values import EntryId

Begin = Callable[[Any, Table], Play[None]]
"""State, table -> the play that comes first."""


def ordered(
    begin: Begin,
    orders: Mapping[EntryId, Any],
    follow: Callable[[Any, Ask, Any], Followed | None],
    view_for: Callable[[Any, Mapping[EntryId, Answer], tuple[EntryId, ...]], Any],
) -> Begin:
    """Return a beginning in which *orders* answer for the chariots that have some.

    :param follow: of the game: view, question, orders -> the answer; ``None`` for the rules' default.
    :param view_for: of the game: state, sealed answers, viewer -> view.
    """

    def play(race: Any, table: Table) -> Play[None]:
        going, sent = begin(race, table), None
        while True:
            try:
                asked = going.send(sent)
            except StopIteration:
                return
            if isinstance(asked, Ask) and asked.entry in orders:
                followed = follow(view_for(race, {}, (asked.entry,)), asked, orders[asked.entry])
                followed = followed or Followed(asked.default, DEFAULT_CLAUSE)
                asked.question.verify(followed.answer)
                table.tell(OrderFollowed(asked.entry, followed.clause))
                sent = followed.answer
            else:
                sent = yield asked

    return play
