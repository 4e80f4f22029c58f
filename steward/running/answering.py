"""Answers without a player: by house drivers, and by the orders that players gave for a whole turn.

For each decision the answer is the player's own; at a turn a day that of their orders, where those foresee it, else
the rules' default; at other pace their orders answer if they let them stand. A house driver answers for itself, and for
an absent player where it stands in.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import msgspec

from engine.facts import DEFAULT_CLAUSE
from engine.game import Followed, OrderBook, Orders, View
from engine.questions import Answer, Ask
from records.play import OrdersRecord
from records.refusals import Refused
from records.values import EntryId
from steward.running.live import Live
from steward.running.unwritten import Source

log = logging.getLogger(__name__)


async def first_by_itself(live: Live) -> EntryId | None:
    """Return the first entry with an open question that needs no player.

    Where orders may answer, that takes a thread; the race's lock is held: nothing changes meanwhile.
    """
    for entry, ask in live.session.open.items():
        is_slow = _may_take_long(live, entry, ask)
        if await asyncio.to_thread(needs_nobody, live, entry, ask) if is_slow else needs_nobody(live, entry, ask):
            return entry
    return None


def _may_take_long(live: Live, entry: EntryId, ask: Ask) -> bool:
    """Tell whether standing orders are drawn up anew, or what was settled beforehand looks for a way."""
    book, kind = live.rules.order_book, ask.question.kind
    if book is None or live.driver_of(entry) is not None:
        return False
    return _stands(live, entry) if kind == book.kind else kind in book.unasked_kinds


def needs_nobody(live: Live, entry: EntryId, ask: Ask) -> bool:
    """Tell whether a house driver, orders or the default answer a question at once."""
    if ask.question.is_for_time:
        return False
    if live.driver_of(entry) is not None:
        return True
    book = live.rules.order_book
    if book is None or ask.question.kind in book.before:
        return False
    if live.race.record.pace.is_ordered:
        return ask.question.kind != book.kind
    if _stands(live, entry) and by_orders(live, entry, ask) is not None:
        return True
    return unasked(live, entry, ask) is not None


def _stands(live: Live, entry: EntryId) -> bool:
    """Tell whether an entry has standing orders."""
    record = live.orders_of(entry)
    return record is not None and record.standing


async def answer_by_itself(live: Live, entry: EntryId, ask: Ask) -> tuple[Answer, Source]:
    """Return the answer to such a question, and whose it is."""
    temperament = live.driver_of(entry)
    if temperament is not None and live.has_manager(entry):
        return ask.default, Source("default")
    if temperament is not None:
        return await _driven(live, temperament, entry, ask)
    # On a thread, for a line past others takes its time; the race's lock is held: nothing changes meanwhile.
    followed = await asyncio.to_thread(by_orders, live, entry, ask)
    if followed is None and not live.race.record.pace.is_ordered:
        followed = await asyncio.to_thread(unasked, live, entry, ask)
    if followed is None:
        return ask.default, Source("default", clause=untold(live, ask))
    return followed.answer, Source("order", clause=followed.clause)


async def at_deadline(live: Live, entry: EntryId, ask: Ask) -> tuple[Answer, Source]:
    """Return what answers a question whose time is over: orders that foresee it, else the rules' default."""
    followed = await asyncio.to_thread(by_orders, live, entry, ask)
    if followed is None:
        return ask.default, Source("default", clause=untold(live, ask))
    return followed.answer, Source("order", clause=followed.clause)


def untold(live: Live, ask: Ask) -> str:
    """Return the clause of a default that counts for want of orders; empty if none were expected."""
    book = live.rules.order_book
    is_ordered = book is not None and ask.question.kind not in book.before and live.race.record.pace.is_ordered
    return DEFAULT_CLAUSE if is_ordered else ""


async def _driven(live: Live, temperament: str, entry: EntryId, ask: Ask) -> tuple[Answer, Source]:
    """Return the answer of a house driver; the rules' default if it fails: the race goes on."""
    view = live.session.view([entry])
    try:
        drive = live.rules.driver(temperament)
        if temperament in live.rules.deliberate:
            answer = await asyncio.to_thread(drive, view, ask)  # the race's lock is held: nothing changes meanwhile
        else:
            answer = drive(view, ask)
        ask.question.verify(answer)
    except Exception:
        log.exception("race %s: chariot %s: the house driver %s has no answer", live.id, entry, temperament)
        return ask.default, Source("default")
    return answer, Source("house")


def errand_of(live: Live, temperament: str, entry: EntryId) -> Answer | None:
    """Return an act of a house driver before it answers; ``None`` for no more, or if it fails: the race goes on."""
    try:
        return live.rules.errand(live.session.view([entry]), entry, temperament)
    except Exception:
        log.exception("race %s: chariot %s: the house driver %s fails at an errand", live.id, entry, temperament)
        return None


def by_orders(live: Live, entry: EntryId, ask: Ask) -> Followed | None:
    """Return the answer of a player's orders to a question; ``None`` if no order foresees it."""
    book, record = live.rules.order_book, live.orders_of(entry)
    if book is None or record is None or ask.question.kind in book.before:
        return None
    if record.asked is None and not record.standing:
        return None  # drawn up, and neither sealed nor standing
    return _safely(live, ask, lambda: _followed(live, book, record, ask))


def unasked(live: Live, entry: EntryId, ask: Ask) -> Followed | None:
    """Return the answer that a player set beforehand for a kind of question; ``None`` to ask them.

    Without such a wish the game's own setting counts, unless the player left the latest question unanswered. Orders
    that are as all begin hold no wish.
    """
    book, record, faction = live.rules.order_book, live.orders_of(entry), live.race.faction_of(entry)
    if book is None or ask.question.kind not in book.unasked_kinds or faction is None:
        return None
    if faction.missed and (record is None or msgspec.json.decode(record.orders, type=book.orders) == book.orders()):
        return None
    return _safely(live, ask, lambda: _set_beforehand(live, book, record, ask))


def _set_beforehand(live: Live, book: OrderBook[Any, Any], record: OrdersRecord | None, ask: Ask) -> Followed | None:
    orders = None if record is None else msgspec.json.decode(record.orders, type=book.orders)
    followed = book.unasked(live.session.view([ask.entry]), ask, orders)
    if followed is not None:
        ask.question.verify(followed.answer)
    return followed


def _safely(live: Live, ask: Ask, follow: Callable[[], Followed | None]) -> Followed | None:
    """Return the answer of orders; ``None`` if they cannot be followed, for the race goes on."""
    try:
        return follow()
    except Refused:
        return None
    except Exception:
        log.exception("race %s: chariot %s: its orders could not be followed", live.id, ask.entry)
        return None


def _followed(live: Live, book: OrderBook[Any, Any], record: OrdersRecord, ask: Ask) -> Followed | None:
    """Return the answer of orders; :exc:`Refused`, or any other error, if they cannot be followed."""
    orders = msgspec.json.decode(record.orders, type=book.orders)
    view = live.session.view([ask.entry])
    if ask.question.kind == book.kind and record.asked != live.session.asked:
        # Given for an earlier turn: what has changed is left out.
        orders = book.begun(view, ask.entry, orders, record.standing)
    followed = _follow(book, view, ask, orders)
    if followed is not None:
        ask.question.verify(followed.answer)
    return followed


def _follow(book: OrderBook[View, Orders], view: View, ask: Ask, orders: Orders) -> Followed | None:
    if ask.question.kind == book.kind:
        return Followed(book.opening(view, ask, orders), book.kind)
    return book.follow(view, ask, orders)
