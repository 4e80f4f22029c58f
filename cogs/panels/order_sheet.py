"""Orders for a whole turn: one panel with a menu for each thing to order, what comes of it, and the seal.

What is chosen is kept at once as the chariot's orders, so the panel works after a restart, in a direct message and in
a private answer alike. Nothing counts before it is sealed; what is sealed can be changed until all is revealed, and
each change is sealed at once.
"""

import contextlib
import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Self

import discord
import msgspec
from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.items import chosen_values
from cogs.kit.limits import MESSAGE_TEXT, cut, fitting
from cogs.kit.messages import answers_for_itself, form_within_limits, naming, within_limits
from cogs.kit.question_id import ACCENT, ASK, QuestionId, file_of, gallery_of
from cogs.kit.rights import known_race
from cogs.panels.teaching import taught
from cogs.panels.wait import WaitButton
from engine.game import Ask, OrderBook, Reason, Refused
from engine.rulesets import RULESETS
from records.play import OrdersRecord
from records.races import PublicRace
from records.values import EntryId, PlayerId, RaceId
from steward import OpenAsk, Steward, reins_refused
from words import WORDS
from words.shared.names import harmless, names_of, only_seen, place_of
from words.shared.times import when
from words.shared.words import Menu, OrderWords, Sheet

FORM_ID = re.compile(rf"orderform:{ASK}")
TYPED_AT_MOST = 400
TEXT = MESSAGE_TEXT - 600
ROOM_FOR_MENUS = 13
ATTEMPTS = 4
"""Times that a change is tried while others come between."""

CHANGED = "↻ These orders were changed since they were shown to you, so nothing was sealed. Look again, then seal them."

Act = Literal["show", "seal", "change", "stand", "fall", "type"]
_LABELS: dict[Act, tuple[str, discord.ButtonStyle, str | None]] = {
    "show": ("Back", discord.ButtonStyle.secondary, None),
    "seal": ("Seal", discord.ButtonStyle.success, "🔒"),
    "change": ("Change", discord.ButtonStyle.primary, None),
    "stand": ("Save as standing orders", discord.ButtonStyle.secondary, "📌"),
    "fall": ("No standing orders", discord.ButtonStyle.secondary, "📌"),
    "type": ("Type it", discord.ButtonStyle.secondary, "⌨️"),
}


@dataclass(frozen=True)
class Draft:
    """Orders as a player is drawing them up, and all that is needed to show them."""

    lobby: PublicRace
    entry: EntryId
    view: Any
    asked: int
    ask: Ask | None  # none where nothing is asked of them now: standing orders
    orders: Any
    record: OrdersRecord | None
    opened: OpenAsk | None

    @property
    def words(self) -> OrderWords:
        words = WORDS[self.lobby.race.ruleset].orders
        assert words is not None
        return words

    @property
    def book(self) -> OrderBook[Any, Any]:
        return book_of(self.lobby)

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

    def sheet(self) -> Sheet:
        return self.words.sheet(self.view, self.entry, self.ask, self.orders, names_of(self.lobby.entries))


def book_of(lobby: PublicRace) -> OrderBook[Any, Any]:
    """Return the order book of a race's game; :exc:`Refused` if turns of it cannot be ordered."""
    book = RULESETS[lobby.race.ruleset].order_book
    if book is None or WORDS[lobby.race.ruleset].orders is None:
        raise Refused(Reason.NO_ORDERS)
    return book


def is_ordered(opened: OpenAsk) -> bool:
    """Tell whether a question is answered by orders for the whole turn."""
    rules = RULESETS[opened.ruleset]
    if rules.order_book is None or WORDS[opened.ruleset].orders is None:
        return False
    return opened.lobby.race.pace.is_ordered and opened.ask.question.kind == rules.order_book.kind


def draft_of(opened: OpenAsk) -> Draft:
    """Return the orders that a question is answered with, as they are drawn up so far."""
    book, record = book_of(opened.lobby), opened.orders
    orders = _begun(book, opened.view, opened.entry, record, opened.asked)
    return Draft(opened.lobby, opened.entry, opened.view, opened.asked, opened.ask, orders, record, opened)


def _begun(book: OrderBook[Any, Any], view: Any, entry: EntryId, record: OrdersRecord | None, asked: int) -> Any:
    """Return the orders on record if they are for this turn; else those that the last ones lead to."""
    last = book.orders() if record is None else msgspec.json.decode(record.orders, type=book.orders)
    return last if record is not None and record.asked == asked else book.standing(view, entry, last)


async def draft_for(interaction: Interaction, asked: QuestionId) -> Draft:
    """Return the orders of a chariot for whoever acts, whether something is asked of them now or not.

    :raises Refused: if it is not theirs, or the question that the panel was made for is over.
    """
    steward, player = interaction.client.steward, PlayerId(interaction.user.id)
    opened = await _opened(interaction, asked, player)
    if opened is not None:
        return draft_of(opened)
    status = await steward.status(asked.race, player)
    if asked.entry not in status.lobby.entries_of(player):
        raise reins_refused(status.lobby, asked.entry, player)
    book = book_of(status.lobby)
    record = await steward.orders_of(asked.race, asked.entry, player)
    orders = book.orders() if record is None else msgspec.json.decode(record.orders, type=book.orders)
    return Draft(status.lobby, asked.entry, status.view, status.asked, None, orders, record, None)


async def _opened(interaction: Interaction, asked: QuestionId, player: PlayerId) -> OpenAsk | None:
    """Return the question that is to be answered by orders; ``None`` if there is none now, at a pace without."""
    lobby = await known_race(interaction, asked.race)
    if not lobby.race.pace.is_ordered:
        return None
    opened = await interaction.client.steward.open_ask(asked.race, asked.entry, player, asked=asked.asked)
    return opened if is_ordered(opened) else None


async def keep(interaction: Interaction, draft: Draft, orders: Any, *, standing: bool | None = None) -> Draft:
    """Keep *orders*: as a draft, or sealed at once if they were sealed before. Return them as they are now."""
    record = OrdersRecord(
        entry=draft.entry,
        orders=msgspec.json.encode(orders).decode(),
        asked=draft.asked if draft.is_for_the_turn else None,
        standing=draft.is_standing if standing is None else standing,
        at=0,
    )
    player = PlayerId(interaction.user.id)
    seals = draft.asked if draft.is_sealed else None
    await interaction.client.steward.races.order(draft.lobby.race.id, player, record, seals, draft.record)
    return await draft_for(interaction, QuestionId(draft.lobby.race.id, draft.entry, draft.asked))


async def changed(
    interaction: Interaction, asked: QuestionId, change: Callable[[Draft], Any], *, standing: bool | None = None
) -> Draft:
    """Change orders and keep them, with what another press in the same instant changed; return them as they are now.

    :param change: returns the orders that a draft leads to.
    """
    for _ in range(ATTEMPTS):
        draft = await draft_for(interaction, asked)
        try:
            return await keep(interaction, draft, change(draft), standing=standing)
        except Refused as refused:
            if refused.reason is not Reason.ORDERS_CHANGED:
                raise
    raise Refused(Reason.ORDERS_CHANGED)


def fingerprint(orders: Any) -> str:
    """Return a short mark of orders, by which a button knows those that it was shown with."""
    return hashlib.sha256(msgspec.json.encode(orders)).hexdigest()[:8]


# The panel


class OrderMenu(ui.DynamicItem[ui.Select[Any]], template=rf"ordermenu:{ASK}:(?P<menu>[a-z_]{{1,30}})"):
    """Orders one thing."""

    def __init__(self, asked: QuestionId, name: str, menu: Menu | None = None) -> None:
        self.asked, self.name = asked, name
        select: ui.Select[Any] = ui.Select(custom_id=f"ordermenu:{asked}:{name}")
        if menu is not None:
            select.placeholder, select.min_values, select.max_values = menu.placeholder, menu.least, menu.most
            select.options = [
                discord.SelectOption(
                    label=cut(option.label, 100),
                    value=option.code,
                    description=cut(option.description, 100) or None,
                    default=option.code in menu.chosen,
                )
                for option in menu.options
            ]
        super().__init__(select)

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: re.Match[str], /) -> Self:
        return cls(QuestionId.of(match), match["menu"])

    @answers_for_itself
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()
        values = chosen_values(interaction)

        def choose(draft: Draft) -> Any:
            return draft.words.choose(draft.view, draft.entry, draft.orders, self.name, values)

        await show_draft(interaction, await changed(interaction, self.asked, choose), opens=True)


class OrderButton(
    ui.DynamicItem[ui.Button[Any]],
    template=rf"order(?P<act>show|seal|change|stand|fall|type):{ASK}(?::(?P<of>[0-9a-f]{{8}}))?",
):
    """Seals orders, lets them stand, or shows them again to be changed.

    What is sealed are the orders that the button was shown with: it bears their mark.
    """

    def __init__(self, asked: QuestionId, act: Act, of: str = "") -> None:
        """:param of: the mark of the orders that it is shown with; without it, those on record count."""
        self.asked, self.act, self.of = asked, act, of
        label, style, emoji = _LABELS[act]
        custom_id = f"order{act}:{asked}" + (f":{of}" if of else "")
        super().__init__(ui.Button(label=label, style=style, emoji=emoji, custom_id=custom_id))

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: re.Match[str], /) -> Self:
        act: Any = match["act"]
        return cls(QuestionId.of(match), act, match["of"] or "")

    @answers_for_itself
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        if self.act == "type":  # a modal must be the first answer
            draft = await draft_for(interaction, self.asked)
            await interaction.response.send_modal(form_within_limits(form(self.asked, draft)))
            return
        await interaction.response.defer()
        if self.act == "seal":
            await self._seal(interaction)
        elif self.act in ("stand", "fall"):
            stands = self.act == "stand"
            draft = await changed(interaction, self.asked, lambda draft: draft.orders, standing=stands)
            await show_draft(interaction, draft, opens=True)
        else:
            await show_draft(interaction, await draft_for(interaction, self.asked), opens=self.act == "change")

    async def _seal(self, interaction: Interaction) -> None:
        """Seal what the player saw; if it has been changed since, show it as it is now instead."""
        draft = await draft_for(interaction, self.asked)
        if self.of in ("", fingerprint(draft.orders)):
            try:
                await seal(interaction, draft)
                return
            except Refused as refused:
                if refused.reason is not Reason.ORDERS_CHANGED:
                    raise
        await show_draft(interaction, await draft_for(interaction, self.asked), said=CHANGED)


def form(asked: QuestionId, draft: Draft) -> ui.Modal:
    """Return the form for a whole order in one line; it is caught by its custom id."""
    written = draft.sheet().typed
    modal = ui.Modal(title="Your order", custom_id=f"orderform:{asked}", timeout=900)
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id="text",
        style=discord.TextStyle.paragraph,
        default=written if len(written) <= TYPED_AT_MOST else None,
        max_length=TYPED_AT_MOST,
    )
    modal.add_item(ui.Label(text="The whole order in one line", component=field))
    return modal


async def take_form(interaction: Interaction, match: re.Match[str], fields: dict[str, str]) -> None:
    """Take an order that was typed; it is shown before it is sealed."""
    await interaction.response.defer()
    await take(interaction, await draft_for(interaction, QuestionId.of(match)), fields["text"])


async def take(interaction: Interaction, draft: Draft, text: str) -> None:
    """Take an order that was typed, whole or in part, and show what comes of it."""
    asked = QuestionId(draft.lobby.race.id, draft.entry, draft.asked)

    def read(draft: Draft) -> Any:
        with naming(draft.lobby.entries):
            return draft.words.read(draft.view, draft.entry, draft.orders, only_seen(text))

    await show_draft(interaction, await changed(interaction, asked, read), opens=True)


async def seal(interaction: Interaction, draft: Draft) -> None:
    """Seal a draft and tell the seal; whoever was waited for may begin the turn with it."""
    if not draft.is_for_the_turn:
        raise Refused(Reason.NOT_ASKED)
    client, player = interaction.client, PlayerId(interaction.user.id)
    record = OrdersRecord(
        entry=draft.entry,
        orders=msgspec.json.encode(draft.orders).decode(),
        asked=draft.asked,
        standing=draft.is_standing,
        at=0,
    )
    race = draft.lobby.race.id
    with contextlib.ExitStack() as putting:
        async with client.talks.talking(player):
            with naming(draft.lobby.entries):
                await client.steward.races.order(race, player, record, draft.asked, draft.record)
            asked = await client.steward.open_asks(player)
            following = [each for each in asked if (each.race, each.entry) == (race, draft.entry)]
            if interaction.guild_id is not None:  # it is put to them here, below
                putting.enter_context(client.talks.putting(following))
        await client.talks.over(race, draft.entry, interaction.message.id if interaction.message else None)
        await _show_sealed(interaction, draft, following)


async def _show_sealed(interaction: Interaction, draft: Draft, following: Sequence[OpenAsk]) -> None:
    """Show what was sealed; where the turn has begun with it, what is asked next."""
    try:
        sealed = await draft_for(interaction, QuestionId(draft.lobby.race.id, draft.entry, draft.asked))
    except Refused:  # it was the last one that was waited for
        await _say(interaction, _taken(draft, interaction.channel_id))
        if following and interaction.guild_id is not None:
            await _order_below(interaction, following[0])
        return
    await show_draft(interaction, sealed)


async def _order_below(interaction: Interaction, opened: OpenAsk) -> None:
    """Ask for the next turn's order at once, where the last one was sealed, when it is told what came of that."""
    steward = interaction.client.steward
    await steward.delivery.wait_until_posted(opened.race)
    layout, files = await order_message(steward, draft_of(opened))
    await interaction.followup.send(view=within_limits(layout, files), files=files, ephemeral=True)


def _taken(draft: Draft, channel: int | None) -> str:
    race = draft.lobby.race
    who, written = names_of(draft.lobby.entries)[draft.entry], draft.sheet().typed
    elsewhere = f" It is told in {place_of(race)}." if channel != race.thread else " It is told here."
    return f"✅ Taken for {who}: `{written}`. All orders are in: the turn is played.{elsewhere}"


async def _say(interaction: Interaction, text: str) -> None:
    layout = ui.LayoutView(timeout=None)
    layout.add_item(ui.TextDisplay(text))
    await interaction.edit_original_response(view=within_limits(layout), attachments=[])


async def show_draft(interaction: Interaction, draft: Draft, *, opens: bool = False, said: str = "") -> None:
    """Show orders in the answer to an interaction that has been deferred.

    :param opens: whether sealed ones are shown with their menus, to be changed.
    :param said: what is to be read before them.
    """
    layout, files = await order_message(interaction.client.steward, draft, said, opens=opens)
    await interaction.edit_original_response(view=within_limits(layout, files), attachments=files)
    if interaction.guild_id is not None and draft.opened is not None:
        interaction.client.talks.shown(draft.opened)


async def order_message(
    steward: Steward, draft: Draft, said: str = "", *, opens: bool = False
) -> tuple[ui.LayoutView, list[discord.File]]:
    """Return orders as a message: what is ordered, what comes of it, its picture, its menus."""
    sheet, asked = draft.sheet(), QuestionId(draft.lobby.race.id, draft.entry, draft.asked)
    race = f"-# {harmless(draft.lobby.race.title)} · {place_of(draft.lobby.race)}"
    player = draft.lobby.player_of(draft.entry)
    dates = "relative" if player is None else (await steward.people.player(player)).dates
    lines = [race, f"### {sheet.title}", *sheet.text.split("\n"), *_standing_of(draft, dates)]
    box: ui.Container[Any] = ui.Container(ui.TextDisplay(fitting(lines, TEXT)), accent_colour=ACCENT)
    files = await _picture(steward, draft, sheet, box)
    if opens or not draft.is_sealed:
        for menu in sheet.menus[:ROOM_FOR_MENUS]:
            box.add_item(ui.ActionRow(OrderMenu(asked, menu.name, menu)))
    box.add_item(ui.ActionRow(*_buttons(draft, asked, opens=opens)))
    layout = ui.LayoutView(timeout=None)
    known = await taught(steward, draft.opened) if draft.opened is not None and not draft.is_sealed else ""
    if said or known:
        layout.add_item(ui.TextDisplay("\n".join(filter(None, (said, known)))))
    layout.add_item(box)
    return layout, files


async def _picture(steward: Steward, draft: Draft, sheet: Sheet, box: ui.Container[Any]) -> list[discord.File]:
    if sheet.crop is None:
        return []
    picture = await steward.way(draft.lobby, draft.view, draft.entry, sheet.crop.reach, sheet.crop.path)
    file = file_of(picture)
    box.add_item(gallery_of(picture, file))
    return [file]


def _standing_of(draft: Draft, dates: str) -> list[str]:
    """Return what the orders count for as they are now."""
    lines = []
    if draft.opened is not None:
        latest = when(draft.opened.until, dates) if draft.opened.until is not None else "at the deadline"
        if draft.is_sealed:
            lines.append(f"🔒 **Sealed.** You can change it until all are in, at the latest {latest}.")
            lines.append(f"-# Its seal, told to all: `{draft.opened.seal}`")
            if draft.opened.orders_seal:
                lines.append(f"-# That of the whole order: `{draft.opened.orders_seal}`")
        elif draft.record is not None and draft.record.asked == draft.asked:
            lines.append(f"-# Not sealed yet. If you do not come back, these orders count as they stand {latest}.")
        elif draft.record is not None:
            lines.append(f"-# Not sealed yet. If nothing comes, your last orders count {latest}.")
        else:
            lines.append(f"-# Not sealed yet. If nothing comes, the rules decide for you {latest}.")
        if draft.opened.waits:
            lines.append("-# ⏳ You want this turn to wait for its deadline.")
    if draft.is_standing and draft.is_for_the_turn:
        lines.append(
            "📌 These are your standing orders: each turn begins with them, and they count if you seal nothing."
        )
        lines.append("-# The turn waits for your seal until its deadline even so, and is missed without it.")
    elif draft.is_standing:
        lines.append("📌 These are your standing orders: they answer for you, whatever is asked.")
    elif not draft.is_for_the_turn:
        lines.append("-# They answer nothing yet. As standing orders they answer for you, whatever is asked.")
    return lines


def _buttons(draft: Draft, asked: QuestionId, *, opens: bool) -> Sequence[ui.Item[Any]]:
    """Return what can be done with the orders."""
    stands: Act = "fall" if draft.is_standing else "stand"
    if not draft.is_for_the_turn:
        return [OrderButton(asked, stands), OrderButton(asked, "type")]
    assert draft.opened is not None
    if draft.is_sealed:
        first = [OrderButton(asked, "show"), OrderButton(asked, "type")] if opens else [OrderButton(asked, "change")]
    else:
        first = [OrderButton(asked, "seal", fingerprint(draft.orders)), OrderButton(asked, "type")]
    return [*first, OrderButton(asked, stands), WaitButton(draft.opened.race, draft.asked, wait=not draft.opened.waits)]


async def show_standing(interaction: Interaction, race: RaceId, entry: EntryId | None = None) -> None:
    """Show the standing orders of all chariots that whoever acts drives in a race, each in a message of its own.

    :param entry: the only chariot that is meant.
    """
    player = PlayerId(interaction.user.id)
    status = await interaction.client.steward.status(race, player)
    book_of(status.lobby)
    mine = [each for each in status.lobby.entries_of(player) if entry in (None, each)]
    faction = status.lobby.faction_for(player)
    if faction is None:
        raise Refused(Reason.NOT_ENTERED)
    if status.view is None:
        raise Refused(Reason.RACE_NOT_RUNNING)
    if not mine:
        raise Refused(Reason.NOT_YOUR_CHARIOT if faction.at_the_reins == player else Reason.REINS_ELSEWHERE)
    first, *others = await _drafts(interaction, [QuestionId(race, each, status.asked) for each in mine])
    await show_draft(interaction, first, opens=True)
    for draft in others:
        layout, files = await order_message(interaction.client.steward, draft, opens=True)
        await interaction.followup.send(view=within_limits(layout, files), files=files, ephemeral=True)
        if interaction.guild_id is not None and draft.opened is not None:
            interaction.client.talks.shown(draft.opened)


async def _drafts(interaction: Interaction, asked: Sequence[QuestionId]) -> list[Draft]:
    """Return the orders of several chariots, without those that are asked nothing: they are out of the race."""
    drafts, refusals = list[Draft](), list[Refused]()
    for each in asked:
        try:
            drafts.append(await draft_for(interaction, each))
        except Refused as refused:
            refusals.append(refused)
    if not drafts:
        raise refusals[0]
    return drafts
