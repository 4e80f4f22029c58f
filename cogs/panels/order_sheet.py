"""Orders for a whole turn: a panel with presets, three menus and the seal; the rest is on a second page.

Each choice goes on record at once as the chariot's orders, so the panel works after a restart, in a direct message and
in a private answer alike. Orders count once they are sealed. Until the reveal the player may change sealed orders; each
change gets a new seal at once.
"""

import contextlib
import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Literal, Self

import discord
from discord import ui

from cogs.choices.naming import naming
from cogs.kit.client import Interaction
from cogs.kit.items import chosen_values
from cogs.kit.layouts import boxed, file_of, gallery_of, layout_of, text_of
from cogs.kit.limits import BUTTON_LABEL, LABEL_DESCRIPTION, MESSAGE_TEXT, cut
from cogs.kit.menus import fill
from cogs.kit.messages import answers_for_itself, form_within_limits, take_in, within_limits
from cogs.kit.places import is_asked_here
from cogs.kit.presses import pressed_at
from cogs.kit.question_id import ASK, QuestionId
from cogs.panels.closing import closes_itself, keep_panel
from cogs.panels.drafts import Draft, book_of, change_orders, draft_for, draft_of, fingerprint
from cogs.panels.stable import league_buttons
from cogs.panels.teaching import taught
from cogs.panels.wait import WaitButton
from engine.refusals import GameReason
from records.refusals import Reason, Refused
from records.values import EntryId, PlayerId, RaceId
from steward import OpenAsk, OrdersGiven, Steward
from words.shared.names import harmless, names_in, place_of, read_named
from words.shared.presets import redrawn
from words.shared.times import when
from words.shared.words import Choice, Menu, Sheet

FORM_ID = re.compile(rf"orderform:{ASK}")
TYPED_AT_MOST = 400
TEXT = MESSAGE_TEXT - 600
"""Characters of the panel's box; the rest is for the text above it."""
ROOM_FOR_MENUS = 10

CHANGED = "↻ These orders were changed since they were shown to you, so nothing was sealed. Look again, then seal them."

Page = Literal["first", "closed", "more"]
"""The page of a panel: its few menus; the sealed orders, without menus; everything else."""

Act = Literal["show", "seal", "change", "more", "back", "stand", "fall", "type", "proof"]
_LABELS: dict[Act, tuple[str, discord.ButtonStyle, str | None]] = {
    "show": ("Done", discord.ButtonStyle.primary, None),
    "seal": ("Seal", discord.ButtonStyle.success, "🔒"),
    "change": ("Change", discord.ButtonStyle.primary, None),
    "more": ("More…", discord.ButtonStyle.secondary, None),
    "back": ("Back", discord.ButtonStyle.primary, None),
    "stand": ("Save as standing orders", discord.ButtonStyle.secondary, "📌"),
    "fall": ("No standing orders", discord.ButtonStyle.secondary, "📌"),
    "type": ("Type it", discord.ButtonStyle.secondary, "⌨️"),
    "proof": ("Proof", discord.ButtonStyle.secondary, None),
}
_PAGES: dict[Act, Page] = {"change": "first", "back": "first", "more": "more", "stand": "more", "fall": "more"}


# The panel


class OrderMenu(ui.DynamicItem[ui.Select[Any]], template=rf"ordermenu:{ASK}:(?P<menu>[a-z_]{{1,30}})"):
    """Orders one thing."""

    def __init__(self, asked: QuestionId, name: str, menu: Menu | None = None) -> None:
        self.asked, self.name = asked, name
        select: ui.Select[Any] = ui.Select(custom_id=f"ordermenu:{asked}:{name}")
        if menu is not None:
            fill(select, menu.placeholder, menu.options, menu.chosen)
            select.min_values, select.required = menu.least, menu.least > 0
            select.max_values = min(menu.most, len(select.options))  # more than it offers Discord refuses
        super().__init__(select)

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: re.Match[str], /) -> Self:
        return cls(QuestionId.of(match), match["menu"])

    @answers_for_itself
    @closes_itself
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()
        values = chosen_values(interaction)

        def choose(draft: Draft) -> Any:
            return draft.words.choose(draft.view, draft.entry, draft.orders, self.name, values)

        await show_draft(interaction, await change_orders(interaction, self.asked, choose), menu=self.name)


class PresetButton(ui.DynamicItem[ui.Button[Any]], template=rf"orderpreset:{ASK}:(?P<preset>[a-z]{{1,20}})"):
    """Fills in all orders, as a preset draws them up for this very position."""

    def __init__(self, asked: QuestionId, preset: str, choice: Choice | None = None) -> None:
        self.asked, self.preset = asked, preset
        custom_id = f"orderpreset:{asked}:{preset}"
        label = cut(choice.label, BUTTON_LABEL) if choice is not None else preset
        is_chosen = choice is not None and choice.style == "primary"
        style = discord.ButtonStyle.primary if is_chosen else discord.ButtonStyle.secondary
        super().__init__(ui.Button(label=label, style=style, custom_id=custom_id))

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: re.Match[str], /) -> Self:
        return cls(QuestionId.of(match), match["preset"])

    @answers_for_itself
    @closes_itself
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()

        def fill_in(draft: Draft) -> Any:
            return draft.words.choose(draft.view, draft.entry, draft.orders, "preset", [self.preset])

        await show_draft(interaction, await change_orders(interaction, self.asked, fill_in), "first")


class OrderButton(
    ui.DynamicItem[ui.Button[Any]],
    template=rf"order(?P<act>show|seal|change|more|back|stand|fall|type|proof):{ASK}(?::(?P<of>[0-9a-f]{{8}}))?",
):
    """Seals orders, lets them stand, or shows them again for changes.

    It seals the orders of its own message, whose mark it bears.
    """

    def __init__(self, asked: QuestionId, act: Act, of: str = "") -> None:
        """:param of: the mark of its message's orders; without it, those on record count."""
        self.asked, self.act, self.of = asked, act, of
        label, style, emoji = _LABELS[act]
        custom_id = f"order{act}:{asked}" + (f":{of}" if of else "")
        super().__init__(ui.Button(label=label, style=style, emoji=emoji, custom_id=custom_id))

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: re.Match[str], /) -> Self:
        act: Any = match["act"]
        return cls(QuestionId.of(match), act, match["of"] or "")

    @answers_for_itself
    @closes_itself
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        if self.act == "type":  # a modal must be the first answer
            draft = await draft_for(interaction, self.asked)
            example = draft.words.example(draft.view, draft.entry)
            await interaction.response.send_modal(form_within_limits(form(self.asked, example)))
            return
        await interaction.response.defer()
        if self.act == "seal":
            await self._seal(interaction)
            return
        if self.act in ("stand", "fall"):
            stands = self.act == "stand"
            draft = await change_orders(interaction, self.asked, lambda draft: draft.orders, standing=stands)
        else:
            draft = await draft_for(interaction, self.asked)
        said = _proof(draft) if self.act == "proof" else ""
        await show_draft(interaction, draft, _PAGES.get(self.act), said=said)

    async def _seal(self, interaction: Interaction) -> None:
        """Seal the orders that the player saw; if they have changed since, show the new ones instead.

        A second press finds them sealed, and just shows them.
        """
        draft = await draft_for(interaction, self.asked)
        shown = self.of or fingerprint(draft.orders)
        if shown == fingerprint(draft.orders):
            try:
                await seal(interaction, draft)
                return
            except Refused as refused:
                if refused.reason is not Reason.ORDERS_CHANGED:
                    raise
        now = await draft_for(interaction, self.asked)
        is_done = now.is_sealed and shown == fingerprint(now.orders)
        await show_draft(interaction, now, said="" if is_done else CHANGED)


def form(asked: QuestionId, example: str) -> ui.Modal:
    """Return the form for an order in one line, whole or in part; it is caught by its custom id."""
    modal = ui.Modal(title="Your order", custom_id=f"orderform:{asked}", timeout=900)
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id="text",
        style=discord.TextStyle.paragraph,
        placeholder=example,
        max_length=TYPED_AT_MOST,
    )
    shown = cut(f"For example: {example}", LABEL_DESCRIPTION)
    modal.add_item(ui.Label(text="In one line; what you leave out stays", description=shown, component=field))
    return modal


async def take_form(interaction: Interaction, match: re.Match[str], fields: dict[str, str]) -> None:
    """Take a typed order, and show it before the seal."""
    await take_in(interaction)
    await take(interaction, await draft_for(interaction, QuestionId.of(match)), fields["text"])


async def take(interaction: Interaction, draft: Draft, text: str) -> None:
    """Take a typed order, whole or in part, and show its outcome."""
    asked = QuestionId(draft.race.record.id, draft.entry, draft.asked)

    def read(draft: Draft) -> Any:
        with naming(draft.race):
            reads = partial(draft.words.read, draft.view, draft.entry, draft.orders)
            return read_named(reads, text, draft.race.entries, draft.entry)

    await show_draft(interaction, await change_orders(interaction, asked, read), "first")


async def seal(interaction: Interaction, draft: Draft) -> None:
    """Seal a draft and tell the player; the last seal begins the turn. :exc:`Refused` without an open question."""
    if not draft.is_for_the_turn:
        raise Refused(GameReason.NOT_ASKED)
    client, player = interaction.client, PlayerId(interaction.user.id)
    given = OrdersGiven(draft.entry, draft.orders, draft.asked, draft.is_standing)
    race = draft.race.record.id
    with contextlib.ExitStack() as putting:
        async with client.talks.talking(player):
            with naming(draft.race):
                pressed = pressed_at(interaction)
                await client.steward.races.order(race, player, given, draft.asked, draft.record, pressed=pressed)
            asked = await client.steward.open_asks(player)
            following = [each for each in asked if (each.race_id, each.entry) == (race, draft.entry)]
            if not is_asked_here(interaction, draft.race.record):  # it is put here, below
                putting.enter_context(client.talks.putting(following))
        await client.talks.answered(race, draft.entry, interaction)
        await _show_sealed(interaction, draft, following)


async def _show_sealed(interaction: Interaction, draft: Draft, following: Sequence[OpenAsk]) -> None:
    """Show the sealed orders; if the turn has begun with them, the next question."""
    try:
        sealed = await draft_for(interaction, QuestionId(draft.race.record.id, draft.entry, draft.asked))
    except Refused:  # it was the last one that was waited for
        if draft.race.record.is_practice and is_asked_here(interaction, draft.race.record):
            await interaction.delete_original_response()  # the story says it, and the next question comes
            return
        await _say(interaction, await _taken(draft, interaction.channel_id))
        if following and not is_asked_here(interaction, draft.race.record):
            await _order_below(interaction, following[0])
        return
    await show_draft(interaction, sealed)


async def _order_below(interaction: Interaction, opened: OpenAsk) -> None:
    """Ask for the next turn's order in the same place, as soon as the thread has told the last one's outcome."""
    steward = interaction.client.steward
    await steward.delivery.wait_until_posted(opened.race_id)
    layout, files = await order_message(steward, await draft_of(opened))
    shown = within_limits(layout, files)
    sent = await interaction.followup.send(view=shown, files=files, ephemeral=True, wait=True)
    interaction.client.talks.kept(opened, sent.edit, sent.id)


async def _taken(draft: Draft, channel: int | None) -> str:
    race, sheet = draft.race.record, await draft.sheet()
    who = names_in(draft.race)[draft.entry]
    elsewhere = f" Watch it in {place_of(race)}." if channel != race.thread else " Watch it here."
    return f"✅ Taken for {who}: {sheet.summary}\nAll orders are in: the turn is played.{elsewhere}"


async def _say(interaction: Interaction, text: str) -> None:
    await interaction.edit_original_response(view=within_limits(layout_of(ui.TextDisplay(text))), attachments=[])


async def show_draft(
    interaction: Interaction, draft: Draft, page: Page | None = None, *, menu: str = "", said: str = ""
) -> None:
    """Show orders in the answer to an interaction that has been deferred.

    :param page: the page of *menu* if left out; without a menu the first, or the closed one of sealed orders.
    :param said: text above them.
    """
    layout, files = await order_message(interaction.client.steward, draft, said, page, menu=menu)
    await interaction.edit_original_response(view=within_limits(layout, files), attachments=files)
    if draft.opened is not None:
        keep_panel(interaction, draft.opened)
        if not is_asked_here(interaction, draft.race.record):
            interaction.client.talks.shown(draft.opened)


async def order_message(
    steward: Steward, draft: Draft, said: str = "", page: Page | None = None, *, menu: str = ""
) -> tuple[ui.LayoutView, list[discord.File]]:
    """Return orders as a message, like :func:`show_draft`: the orders, their outcome, picture, menus."""
    sheet, asked = await draft.sheet(), QuestionId(draft.race.record.id, draft.entry, draft.asked)
    page = page or _page_of(draft, sheet, menu)
    player = draft.race.player_of(draft.entry)
    dates = "relative" if player is None else (await steward.people.player(player)).dates
    lines = list(_lines(draft, sheet, page, dates))
    box = boxed(text_of(lines, TEXT))
    files = [] if page == "more" else await _picture(steward, draft, sheet, box)
    for row in _rows(draft, sheet, asked, page):
        box.add_item(row)
    layout = layout_of()
    known = await taught(steward, draft.opened) if draft.opened is not None and not draft.is_sealed else ""
    if said or known:
        layout.add_item(ui.TextDisplay("\n".join(filter(None, (said, known)))))
    layout.add_item(box)
    if draft.opened is not None and (buttons := await league_buttons(steward, draft.opened)):
        layout.add_item(ui.ActionRow(*buttons))
    return layout, files


def _page_of(draft: Draft, sheet: Sheet, menu: str) -> Page:
    """Return the page of a menu; without one, the first page."""
    if menu:
        return "more" if menu in [each.name for each in sheet.more] else "first"
    return "closed" if draft.is_sealed else "first"


async def _picture(steward: Steward, draft: Draft, sheet: Sheet, box: ui.Container[Any]) -> list[discord.File]:
    if sheet.crop is None:
        return []
    view = draft.view if sheet.crop.view is None else sheet.crop.view
    picture = await steward.gallery.way(draft.race, view, draft.entry, sheet.crop.reach, sheet.crop.path)
    file = file_of(picture)
    box.add_item(gallery_of(picture, file))
    return [file]


def _lines(draft: Draft, sheet: Sheet, page: Page, dates: str) -> Iterator[str]:
    """Yield what a page says, line by line."""
    yield f"-# {harmless(draft.race.record.title)} · {place_of(draft.race.record)}"
    yield f"### {sheet.title}"
    if page == "more":
        yield from (*sheet.summary.split("\n"), *sheet.details.split("\n"))
        yield f"-# As it is typed: `{sheet.typed}`"
    else:
        yield from sheet.text.split("\n")
    yield from _standing_of(draft, sheet, page, dates)


def _standing_of(draft: Draft, sheet: Sheet, page: Page, dates: str) -> Iterator[str]:
    """Yield the present standing of the orders, and the consequence of silence."""
    if draft.opened is not None:
        until = f" {when(draft.opened.until, dates)}" if draft.opened.until is not None else " at the deadline"
        yield from _sealed(page, until) if draft.is_sealed else _unsealed(draft, sheet, until)
        if draft.opened.waits:
            yield "-# ⏳ You want this turn to wait for its deadline."
    if draft.is_standing and draft.is_for_the_turn:
        yield "📌 Your standing orders: each turn begins with them, and they count if you seal nothing."
        yield "-# Unsealed, the turn counts as missed, and waits for its deadline."
    elif draft.is_standing:
        yield "📌 These are your standing orders: they answer for you, whatever is asked."
    elif not draft.is_for_the_turn:
        yield "-# They answer nothing yet. As standing orders they answer for you, whatever is asked."


def _sealed(page: Page, until: str) -> Iterator[str]:
    """Yield how what is sealed can be change_orders, and when it is opened."""
    how = "Press *Change* to change it" if page == "closed" else "What you choose now is sealed at once"
    yield f"🔒 **Sealed.** Nobody else sees it. {how}, until all orders are in."
    yield f"-# Your speed is shown when all are in,{until} at the latest; the rest when the turn is over."


def _unsealed(draft: Draft, sheet: Sheet, until: str) -> Iterator[str]:
    """Yield what silence does (S-11), beside what is suggested."""
    is_alone = draft.race.record.is_practice
    asked, missed = ("Take your time: nobody waits for you.", "") if is_alone else ("No answer?", ", as a missed turn")
    if draft.record is None:
        then = "Without an order" if is_alone else "Then"
        yield f"💡 A suggestion, not sealed. {asked} {then} {sheet.silence}{until}."
        return
    counts = f"{asked} This order counts as it stands{until}{missed}."
    if draft.record.asked == draft.asked:
        yield f"✏️ Not sealed yet. {counts}"
        return
    if draft.last is not None and (anew := redrawn(draft.last, draft.orders, draft.words.risk)):
        yield anew
    yield f"💡 Your last order, fitted to this turn; not sealed yet. {counts}"


def _proof(draft: Draft) -> str:
    """Return the seals of the sealed orders; later they prove them."""
    if draft.opened is None or not draft.is_sealed:
        return "Nothing is sealed yet, so there is nothing to prove."
    whole = f"\nof the whole order: `{draft.opened.orders_seal}`" if draft.opened.orders_seal else ""
    return f"🔏 Your seals, told to all:\nof the speed: `{draft.opened.seal}`{whole}"


def _rows(draft: Draft, sheet: Sheet, asked: QuestionId, page: Page) -> Iterator[ui.ActionRow[Any]]:
    """Yield the rows of a page: presets, menus, and buttons."""
    if page == "first" and sheet.presets:
        yield ui.ActionRow(*(PresetButton(asked, each.code, each) for each in sheet.presets))
    menus = {"first": sheet.menus, "closed": (), "more": sheet.more}[page]
    for menu in menus[:ROOM_FOR_MENUS]:
        yield ui.ActionRow(OrderMenu(asked, menu.name, menu))
    yield ui.ActionRow(*_buttons(draft, asked, page))


def _buttons(draft: Draft, asked: QuestionId, page: Page) -> Sequence[ui.Item[Any]]:
    """Return the buttons for the orders."""
    typing, more = OrderButton(asked, "type"), OrderButton(asked, "more")
    if page == "more":
        stands = OrderButton(asked, "fall" if draft.is_standing else "stand")
        return [OrderButton(asked, "back"), typing, stands, *_waiting(draft)]
    if not draft.is_for_the_turn:
        return [OrderButton(asked, "fall" if draft.is_standing else "stand"), more, typing]
    if page == "closed":
        return [OrderButton(asked, "change"), OrderButton(asked, "proof"), *_waiting(draft)]
    first = OrderButton(asked, "show") if draft.is_sealed else OrderButton(asked, "seal", fingerprint(draft.orders))
    return [first, more, typing]


def _waiting(draft: Draft) -> Sequence[ui.Item[Any]]:
    if draft.opened is None or not draft.is_for_the_turn:
        return []
    return [WaitButton(draft.opened.race_id, draft.asked, wait=not draft.opened.waits)]


async def show_standing(interaction: Interaction, race: RaceId, entry: EntryId | None = None) -> None:
    """Show the standing orders of all chariots that the player drives in a race, a message each.

    :param entry: the only chariot to show.
    :raises Refused: if the race is not under way, or the player does not drive in it, or not this chariot.
    """
    player = PlayerId(interaction.user.id)
    status = await interaction.client.steward.log.status(race, player)
    book_of(status.race)
    mine = [each for each in status.race.entries_of(player) if entry in (None, each)]
    faction = status.race.faction_for(player)
    if faction is None:
        raise Refused(Reason.NOT_ENTERED)
    if status.view is None:
        raise Refused(Reason.RACE_NOT_RUNNING)
    if not mine:
        raise Refused(Reason.NOT_YOUR_CHARIOT if faction.at_the_reins == player else Reason.REINS_ELSEWHERE)
    first, *others = await _drafts(interaction, [QuestionId(race, each, status.asked) for each in mine])
    await show_draft(interaction, first, "first")
    for draft in others:
        layout, files = await order_message(interaction.client.steward, draft, page="first")
        await interaction.followup.send(view=within_limits(layout, files), files=files, ephemeral=True)
        if draft.opened is not None and not is_asked_here(interaction, draft.race.record):
            interaction.client.talks.shown(draft.opened)


async def _drafts(interaction: Interaction, asked: Sequence[QuestionId]) -> list[Draft]:
    """Return the orders of several chariots, without those that are out of the race and get no questions."""
    drafts, refusals = list[Draft](), list[Refused]()
    for each in asked:
        try:
            drafts.append(await draft_for(interaction, each))
        except Refused as refused:
            refusals.append(refused)
    if not drafts:
        raise refusals[0]
    return drafts
