"""Taking what a player gives: whether it is theirs to give and in time (S-63), and orders as they are kept."""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from engine.facts import Fact
from engine.questions import Answer
from engine.refusals import GameReason
from records.refusals import Reason, Refused
from records.values import EntryId, PlayerId
from steward.running.absence import note_answer, use_grace
from steward.running.live import Live
from steward.running.unwritten import Source
from steward.telling.shown import Driven, OrdersGiven, deadline_of, reins_refused
from steward.time.presses import Presses


class Give(Protocol):
    """Gives a race an answer, sealed with orders for the whole turn, and returns its facts."""

    def __call__(
        self, entry: EntryId, answer: Answer, source: Source, *, asked: int | None = None, orders: str = ""
    ) -> list[Fact]: ...


def require_reins(live: Live, entry: EntryId, player: PlayerId) -> None:
    """:raises Refused: if *entry* is not this player's to drive."""
    if live.race.player_of(entry) != player:
        raise reins_refused(live.race, entry, player)


def require_in_time(live: Live, entry: EntryId, asked: int, pressed: float | None, now: float) -> None:
    """Let the time of an entry's question run out for what was pressed after its deadline (S-63).

    :param pressed: by Discord's clock, in seconds since 1970; *now* without one.
    :raises Refused: TOO_LATE, if no grace is left.
    """
    closes = live.closes(entry)
    if closes is None or asked != live.session.asked or min(now, now if pressed is None else pressed) <= closes:
        return
    if entry not in live.session.open or not use_grace(live, entry, now):
        raise Refused(Reason.TOO_LATE, at=closes)


def is_held_up(live: Live, entry: EntryId, presses: Presses, now: float) -> bool:
    """Tell whether a deadline does not count now: it was moved meanwhile, or a press made before it is at work.

    That may be anybody's, as all that is sealed may still change.
    """
    closes = deadline_of(live.deadlines, entry, live.session.asked)
    drivers = {each.at_the_reins for each in live.race.factions}
    return closes is not None and (closes > now or presses.hold_up(closes, drivers))


def fits(live: Live, entry: EntryId, answer: Answer) -> bool:
    """Tell whether an answer is legal for the question that is open now."""
    ask = live.session.open.get(entry)
    try:
        if ask is not None:
            ask.question.verify(answer)
    except Refused:
        return False
    return ask is not None


def settle(
    live: Live, entry: EntryId, answers: Sequence[Answer], now: float, asked: int | None = None
) -> Sequence[Answer]:
    """Keep what the answers of one press settle beforehand, and return those to give now; all at paces of orders.

    :param asked: the question that was answered; the open one if left out.
    """
    book, session, pace = live.rules.order_book, live.session, live.race.record.pace
    ask = session.open.get(entry) or session.sealed.get(entry)
    if book is None or ask is None or pace.is_ordered or asked not in (None, session.asked):
        return answers
    record = live.orders_of(entry)
    orders = None if record is None else msgspec.json.decode(record.orders, type=book.orders)
    given, kept = book.beforehand(session.view([entry]), ask, orders, answers)
    if kept is not None:
        whole = OrdersGiven(entry, kept).record(now)
        live.order(whole if record is None else msgspec.structs.replace(record, orders=whole.orders, at=now))
    return given


def unsettle(live: Live, entry: EntryId, now: float) -> None:
    """Forget what an entry's player has settled beforehand, as long as it is not used."""
    book, record = live.rules.order_book, live.orders_of(entry)
    if book is not None and record is not None and not live.race.record.pace.is_ordered:
        orders = book.unsettled(msgspec.json.decode(record.orders, type=book.orders))
        live.order(msgspec.structs.replace(record, orders=msgspec.json.encode(orders).decode(), at=now))


def is_sealed(live: Live, entry: EntryId, answers: Sequence[Answer], asked: int) -> bool:
    """Tell whether answers are what an entry has sealed for the question *asked*, so that no new seal is due."""
    session = live.session
    return asked == session.asked and entry in session.sealed and list(answers) == [session.sealed_answer(entry)]


def keep_orders(live: Live, player: PlayerId, given: OrdersGiven, asked: int | None, give: Give, now: float) -> Driven:
    """Keep a player's orders, and give the answer that they begin with to the question *asked*, if there is one.

    :raises Refused: if they are not legal, or the question is over.
    """
    entry, book, session = given.entry, live.rules.order_book, live.session
    if book is None:
        raise Refused(Reason.NO_ORDERS)
    facts, record = list[Fact](), given.record(now)
    if asked is None and session.sealed_orders(entry) is not None and given.asked == session.asked:
        asked = session.asked
    if asked is not None:
        ask = session.open.get(entry) or session.sealed.get(entry)
        if ask is None or session.asked != asked or ask.question.kind != book.kind:
            raise Refused(GameReason.ASK_IS_OVER)
        answer = book.opening(session.view([entry]), ask, given.orders)
        # Where they answer all that the turn asks, they commit to all of them.
        whole = record.orders if live.race.record.pace.is_ordered else ""
        if (answer, whole) != (session.sealed_answer(entry), session.sealed_orders(entry) or ""):
            is_new = entry in session.open
            facts = give(entry, answer, Source("player", player), asked=asked, orders=whole)
            note_answer(live, entry, player, ask if is_new else None)
    live.order(record)
    return Driven(1, 1, tuple(facts), False)
