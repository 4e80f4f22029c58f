"""Orders for a whole turn as a player draws them up: read, changed and kept, with nothing lost between two presses."""

import asyncio
import contextlib
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from cogs.choices.naming import naming
from cogs.kit.client import Interaction
from cogs.kit.presses import pressed_at
from cogs.kit.question_id import QuestionId
from cogs.kit.rights import known_race
from engine.game import OrderBook
from engine.questions import Answer, Ask
from engine.rulesets import PLAYED
from records.play import OrdersRecord
from records.races import PublicRace
from records.refusals import Reason, Refused
from records.values import EntryId, PlayerId
from steward import OpenAsk, OrdersGiven, Steward, reins_refused
from words import WORDS
from words.shared.names import names_in
from words.shared.words import Menu, OrderWords, Sheet

ATTEMPTS = 4
"""Times that a change is tried while others come between."""


@dataclass(frozen=True)
class Draft:
    """Orders as a player is drawing them up, and all that is needed to show them."""

    race: PublicRace
    entry: EntryId
    view: Any
    asked: int
    ask: Ask | None  # none where nothing is asked now: standing orders
    orders: Any
    record: OrdersRecord | None
    opened: OpenAsk | None
    last: Any = None  # orders of an earlier turn that these were begun from

    @property
    def words(self) -> OrderWords[Any, Any]:
        words = WORDS[self.race.record.ruleset].orders
        assert words is not None
        return words

    @property
    def book(self) -> OrderBook[Any, Any]:
        return book_of(self.race)

    @property
    def is_sealed(self) -> bool:
        return self.opened is not None and self.opened.sealed is not None

    @property
    def is_standing(self) -> bool:
        return self.record is not None and self.record.standing

    @property
    def is_for_the_turn(self) -> bool:
        """Whether they are sealed, and answer this turn alone unless they are to stand."""
        return self.opened is not None and is_ordered(self.opened)

    async def sheet(self) -> Sheet:
        """Return how they are put to their player; worked out on a thread, as a way past others takes its time."""
        names = names_in(self.race)
        return await asyncio.to_thread(self.words.sheet, self.view, self.entry, self.ask, self.orders, names)


Asked = OpenAsk | Draft
"""A question, or orders, of a chariot."""


def book_of(race: PublicRace) -> OrderBook[Any, Any]:
    """Return the order book of a race's game; :exc:`Refused` if turns of it cannot be ordered."""
    book = PLAYED[race.record.ruleset].order_book
    if book is None or WORDS[race.record.ruleset].orders is None:
        raise Refused(Reason.NO_ORDERS)
    return book


def is_ordered(opened: OpenAsk) -> bool:
    """Tell whether a question is answered by orders for the whole turn."""
    rules = PLAYED[opened.ruleset]
    if rules.order_book is None or WORDS[opened.ruleset].orders is None:
        return False
    return opened.race.record.pace.is_ordered and opened.ask.question.kind == rules.order_book.kind


def are_of_one_panel(opened: Sequence[OpenAsk]) -> bool:
    """Tell whether several questions of a player stand on one panel: orders for a turn of one race."""
    return len(opened) > 1 and len({each.race_id for each in opened}) == 1 and all(map(is_ordered, opened))


async def draft_of(opened: OpenAsk) -> Draft:
    """Return the orders that a question is answered with, as they are drawn up so far.

    A suggestion is worked out on a thread, as it plays out what might be ordered.
    """
    book, record = book_of(opened.race), opened.orders
    known = None if record is None else msgspec.json.decode(record.orders, type=book.orders)
    if record is not None and record.asked == opened.asked:
        return Draft(opened.race, opened.entry, opened.view, opened.asked, opened.ask, known, record, opened)
    stands = record is not None and record.standing
    orders = await asyncio.to_thread(book.begun, opened.view, opened.entry, known, stands)
    return Draft(opened.race, opened.entry, opened.view, opened.asked, opened.ask, orders, record, opened, known)


async def asked_together(steward: Steward, opened: OpenAsk) -> list[OpenAsk]:
    """Return the questions of a player that stand on one panel with *opened*, by the chariots' numbers: their orders.

    As a rule that is *opened* alone; sealed ones that may be changed are among them.
    """
    player, found = opened.race.player_of(opened.entry), [opened]
    if player is None or not is_ordered(opened):
        return found
    for entry in opened.race.entries_of(player):
        if entry != opened.entry:
            with contextlib.suppress(Refused):  # it is out of the race, or the turn is over
                other = await steward.open_ask(opened.race_id, entry, player, opened.asked)
                found += [other] if is_ordered(other) else []
    return sorted(found, key=lambda each: each.entry)


async def own_drafts(steward: Steward, draft: Draft) -> list[Draft]:
    """Return all orders that the same player draws up for a turn, by the chariots' numbers; as a rule *draft* alone."""
    if draft.opened is None:
        return [draft]
    together = await asked_together(steward, draft.opened)
    return [draft if each.entry == draft.entry else await draft_of(each) for each in together]


async def draft_for(interaction: Interaction, asked: QuestionId) -> Draft:
    """Return the orders of a chariot for the player, with or without an open question.

    :raises Refused: if it is not theirs, or the panel's question is over.
    """
    steward, player = interaction.client.steward, PlayerId(interaction.user.id)
    opened = await _opened(interaction, asked, player)
    if opened is not None:
        return await draft_of(opened)
    status = await steward.log.status(asked.race, player)
    if asked.entry not in status.race.entries_of(player):
        raise reins_refused(status.race, asked.entry, player)
    book = book_of(status.race)
    if status.view is None:
        raise Refused(Reason.RACE_NOT_RUNNING)
    record = await steward.orders_of(asked.race, asked.entry, player)
    last = None if record is None else msgspec.json.decode(record.orders, type=book.orders)
    orders = await asyncio.to_thread(book.begun, status.view, asked.entry, last, True)
    return Draft(status.race, asked.entry, status.view, status.asked, None, orders, record, None)


async def _opened(interaction: Interaction, asked: QuestionId, player: PlayerId) -> OpenAsk | None:
    """Return the question that is to be answered by orders; ``None`` if there is none now, at a pace without."""
    race = await known_race(interaction, asked.race)
    if not race.record.pace.is_ordered:
        return None
    opened = await interaction.client.steward.open_ask(asked.race, asked.entry, player, asked=asked.asked)
    return opened if is_ordered(opened) else None


async def keep(interaction: Interaction, draft: Draft, orders: Any, *, standing: bool | None = None) -> Draft:
    """Keep *orders*: as a draft, or sealed at once if they were sealed before. Return them as they are now."""
    asked = draft.asked if draft.is_for_the_turn else None
    given = OrdersGiven(draft.entry, orders, asked, draft.is_standing if standing is None else standing)
    player = PlayerId(interaction.user.id)
    seals = draft.asked if draft.is_sealed else None
    with naming(draft.race):
        races, pressed = interaction.client.steward.races, pressed_at(interaction)
        await races.order(draft.race.record.id, player, given, seals, draft.record, pressed=pressed)
    return await draft_for(interaction, QuestionId(draft.race.record.id, draft.entry, draft.asked))


async def change_orders(
    interaction: Interaction, asked: QuestionId, change: Callable[[Draft], Any], *, standing: bool | None = None
) -> Draft:
    """Change orders and keep them, together with the changes of another press in the same instant; return the result.

    :param change: turns a draft into orders.
    :raises Refused: if others keep changing them meanwhile.
    """
    for _ in range(ATTEMPTS):
        draft = await draft_for(interaction, asked)
        try:
            changed = await asyncio.to_thread(change, draft)  # a preset may be drawn up anew
            return await keep(interaction, draft, changed, standing=standing)
        except Refused as refused:
            if refused.reason is not Reason.ORDERS_CHANGED:
                raise
    raise Refused(Reason.ORDERS_CHANGED)


def unasked_menu(opened: OpenAsk) -> Menu | None:
    """Return the menu in which a player settles later questions beforehand; ``None`` at paces of whole orders."""
    words, book = WORDS[opened.ruleset].orders, PLAYED[opened.ruleset].order_book
    if words is None or book is None or opened.race.record.pace.is_ordered:
        return None
    orders = None if opened.orders is None else msgspec.json.decode(opened.orders.orders, type=book.orders)
    return words.unasked(opened.view, opened.ask, orders)


def sealed_answers(opened: OpenAsk) -> list[Answer]:
    """Return what a player has sealed, and what they settled for later with it."""
    assert opened.sealed is not None
    book, record = PLAYED[opened.ruleset].order_book, opened.orders
    if book is None or record is None or opened.race.record.pace.is_ordered:
        return [opened.sealed]
    return [opened.sealed, *book.later(opened.view, opened.entry, msgspec.json.decode(record.orders, type=book.orders))]


async def choose(interaction: Interaction, asked: QuestionId, menu: str, values: Sequence[str]) -> Draft:
    """Keep the choice made in a menu of orders, by its name; return the orders as they are now."""
    return await change_orders(
        interaction, asked, lambda of: of.words.choose(of.view, of.entry, of.orders, menu, values)
    )


def fingerprint(orders: Any) -> str:
    """Return a short mark of orders, by which a button knows its own."""
    return hashlib.sha256(msgspec.json.encode(orders)).hexdigest()[:8]
