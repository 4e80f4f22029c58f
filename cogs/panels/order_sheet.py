"""Orders for a whole turn: a panel with presets, three menus and the seal; the rest is on a second page.

Each choice goes on record at once as the chariot's orders, so the panel works after a restart, in a direct message and
in a private answer alike. Orders count once they are sealed. Until the reveal the player may change sealed orders; each
change gets a new seal at once.

Whoever drives several chariots has one panel for all of them: a tab for each, and one press that seals all.
"""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Annotated, Any, Literal

import discord
from discord import ui

from cogs.choices.naming import naming
from cogs.kit.client import Interaction
from cogs.kit.items import Answers, Looks
from cogs.kit.layouts import Post, boxed, layout_of, text_of, unadvised
from cogs.kit.limits import MESSAGE_TEXT
from cogs.kit.menus import select_of
from cogs.kit.messages import form_within_limits, take_in, within_limits
from cogs.kit.places import is_asked_here
from cogs.kit.presses import pressed_at
from cogs.kit.question_id import ASK, QuestionId
from cogs.panels.asking import AskButton, AskMenu, asked_now, follow, form_of, picture_of, show
from cogs.panels.drafts import Draft, book_of, change_orders, choose, draft_for, draft_of, fingerprint, own_drafts
from cogs.panels.extras import Extras, extras_of
from cogs.panels.next_place import After, Now
from cogs.panels.question_text import dates_of, race_line
from cogs.panels.wait import wait_button
from engine.refusals import GameReason
from records.refusals import Reason, Refused
from records.text import isolated
from records.values import EntryId, PlayerId, RaceId
from steward import OpenAsk, OrdersGiven, Steward
from words.shared.names import names_in, place_of, read_named
from words.shared.presets import redrawn
from words.shared.times import when
from words.shared.words import Choice, Sheet

FORM_ID = re.compile(rf"orderform:{ASK}")
TYPED_AT_MOST = 400
TEXT = MESSAGE_TEXT - 600
"""Characters of the panel's box; the rest is for the text above it."""
ROOM_FOR_MENUS = 10
ROW = 5

CHANGED = "↻ These orders were changed since they were shown to you, so nothing was sealed. Look again, then seal them."

Page = Literal["first", "closed", "more"]
"""The page of a panel: its few menus; the sealed orders, without menus; everything else."""

Act = Literal["show", "seal", "both", "tab", "change", "more", "back", "stand", "fall", "type", "proof"]
_LOOKS: Looks[Act] = {
    "show": ("Done", discord.ButtonStyle.primary),
    "seal": ("Seal", discord.ButtonStyle.success),
    "both": ("Seal both", discord.ButtonStyle.success),
    "tab": ("Another chariot", discord.ButtonStyle.secondary),
    "change": ("Change", discord.ButtonStyle.primary),
    "more": ("More…", discord.ButtonStyle.secondary),
    "back": ("Back", discord.ButtonStyle.primary),
    "stand": ("Save as standing orders", discord.ButtonStyle.secondary),
    "fall": ("No standing orders", discord.ButtonStyle.secondary),
    "type": ("Type it", discord.ButtonStyle.secondary),
    "proof": ("Proof", discord.ButtonStyle.secondary),
}
_EMOJIS: dict[Act, str] = {"seal": "🔒", "both": "🔒", "stand": "📌", "fall": "📌", "type": "⌨️"}
_PAGES: dict[Act, Page] = {"change": "first", "back": "first", "more": "more", "stand": "more", "fall": "more"}


# The panel


class OrderMenu(AskMenu, template="ordermenu:{asked}:{menu}"):
    """Orders one thing."""

    menu: Annotated[str, "[a-z_]{1,30}"]

    async def take(self, interaction: Interaction, values: Sequence[str]) -> None:
        draft = await choose(interaction, self.asked, self.menu, values)
        await show_draft(interaction, draft, menu=self.menu)


class PresetButton(AskButton, template="orderpreset:{asked}:{preset}"):
    """Fills in all orders, as a preset draws them up for this very position."""

    preset: Annotated[str, "[a-z]{1,20}"]

    async def press(self, interaction: Interaction) -> None:
        await show_draft(interaction, await choose(interaction, self.asked, "preset", [self.preset]), "first")


class OrderButton(AskButton, template="order{act}:{asked}:{of}", looks=_LOOKS):
    """Seals orders, lets them stand, or shows them again for changes.

    It seals the orders of its own message, whose mark it bears; without a mark, those on record.
    """

    act: Act
    of: Annotated[str, "[0-9a-f]{8}"] | None = None

    def face(self) -> ui.Button[Any]:
        face = super().face()
        face.emoji = _EMOJIS.get(self.act)
        return face

    def answer(self) -> Answers:
        return "itself" if self.act == "type" else "here"

    async def press(self, interaction: Interaction) -> None:
        if self.act == "seal":
            await self._seal(interaction)
            return
        if self.act == "both":
            await self._seal_all(interaction)
            return
        if self.act in ("stand", "fall"):
            stands = self.act == "stand"
            draft = await change_orders(interaction, self.asked, lambda draft: draft.orders, standing=stands)
        else:
            draft = await draft_for(interaction, self.asked)
        if self.act == "type":
            example = draft.words.example(draft.view, draft.entry)
            await interaction.response.send_modal(form_within_limits(form(self.asked, example)))
            return
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

    async def _seal_all(self, interaction: Interaction) -> None:
        """Seal the orders of all the player's chariots as they saw them, likewise; those that are sealed stay so."""
        steward, draft = interaction.client.steward, await draft_for(interaction, self.asked)
        own = await own_drafts(steward, draft)
        open_now = [each for each in own if not each.is_sealed]
        is_same = self.of in (None, _mark_of(own))
        if open_now and is_same:
            last = draft if draft in open_now else open_now[-1]
            try:
                await seal(interaction, last, [each for each in open_now if each is not last])
                return
            except Refused as refused:
                if refused.reason is not Reason.ORDERS_CHANGED:
                    raise
                is_same = False
        await show_draft(interaction, await draft_for(interaction, self.asked), said="" if is_same else CHANGED)


def _mark_of(own: Sequence[Draft]) -> str:
    """Return a short mark of the orders of several chariots."""
    return fingerprint([each.orders for each in own])


def form(asked: QuestionId, example: str) -> ui.Modal:
    """Return the form for an order in one line, whole or in part."""
    field: ui.TextInput[Any] = ui.TextInput(style=discord.TextStyle.paragraph, max_length=TYPED_AT_MOST)
    return form_of(f"orderform:{asked}", "Your order", "In one line; what you leave out stays", example, field)


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


async def seal(interaction: Interaction, draft: Draft, before: Sequence[Draft] = ()) -> None:
    """Seal a draft and tell the player; the last seal begins the turn. :exc:`Refused` without an open question.

    :param before: other drafts of the player for this turn, to be sealed first.
    """
    if draft.opened is None or not draft.is_for_the_turn:
        raise Refused(GameReason.NOT_ASKED)
    opened, player, pressed = draft.opened, PlayerId(interaction.user.id), pressed_at(interaction)

    async def order() -> After:
        with naming(draft.race):
            races = interaction.client.steward.races
            for each in (*before, draft):
                given = OrdersGiven(each.entry, each.orders, each.asked, each.is_standing)
                await races.order(opened.race_id, player, given, each.asked, each.record, pressed=pressed)
        for each in before:
            await interaction.client.talks.answered(opened.race_id, each.entry, interaction, is_order=True)
        now = await asked_now(interaction, opened)
        said = "" if now.sealed is not None else await _taken([*before, draft], interaction.channel_id)
        same = tuple(each for each in now.following if each.entry == draft.entry)
        return After(said, Now(same, now.sealed, now.elsewhere), is_order=True)

    await follow(interaction, opened, order, _message)


async def _message(steward: Steward, opened: OpenAsk, *, said: str) -> Post:
    return await order_message(steward, await draft_of(opened), said)


async def _taken(drafts: Sequence[Draft], channel: int | None) -> str:
    race = drafts[0].race
    taken = [f"✅ Taken for {names_in(race)[each.entry]}: {(await each.sheet()).summary}" for each in drafts]
    elsewhere = f" Watch it in {place_of(race.record)}." if channel != race.record.thread else " Watch it here."
    return "\n".join([*taken, f"All orders are in: the turn is played.{elsewhere}"])


async def show_draft(
    interaction: Interaction, draft: Draft, page: Page | None = None, *, menu: str = "", said: str = ""
) -> None:
    """Show orders in the answer to an interaction that has been deferred.

    :param page: the page of *menu* if left out; without a menu the first, or the closed one of sealed orders.
    :param said: text above them.
    """
    post = await order_message(interaction.client.steward, draft, said, page, menu=menu)
    await show(interaction, draft.opened, post)


async def order_message(
    steward: Steward, draft: Draft, said: str = "", page: Page | None = None, *, menu: str = ""
) -> tuple[ui.LayoutView, list[discord.File]]:
    """Return orders as a message, like :func:`show_draft`: the orders, their outcome, picture, menus."""
    sheet, asked = await draft.sheet(), QuestionId(draft.race.record.id, draft.entry, draft.asked)
    page, own = page or _page_of(draft, sheet, menu), await own_drafts(steward, draft)
    lines = [*_lines(draft, sheet, page, await dates_of(steward, draft)), *_unsealed_others(draft, own)]
    box = boxed(text_of(lines, TEXT))
    files = [] if page == "more" else await picture_of(steward, draft, sheet.crop, box)
    for row in _rows(draft, sheet, asked, page, own):
        box.add_item(row)
    extras = Extras() if draft.opened is None else await extras_of(steward, draft.opened)
    said = "\n".join(filter(None, (said, "" if draft.is_sealed else extras.above)))
    layout = layout_of(*([ui.TextDisplay(said)] if said else []), *_tabs(draft, own), box)
    if extras.below:
        layout.add_item(ui.ActionRow(*extras.below))
    return layout if extras.is_advised else unadvised(layout, discord.ButtonStyle.success), files


def _tabs(draft: Draft, own: Sequence[Draft]) -> Iterator[ui.ActionRow[Any]]:
    """Yield a row with a button for each of the player's chariots; none for a single one."""
    if len(own) > 1:
        yield ui.ActionRow(*(_tab(each, is_shown=each is draft) for each in own[:ROW]))


def _tab(draft: Draft, *, is_shown: bool) -> OrderButton:
    style = discord.ButtonStyle.primary if is_shown else discord.ButtonStyle.secondary
    label = f"{'🔒 ' if draft.is_sealed else ''}{_name_of(draft)}"
    return OrderButton(QuestionId(draft.race.record.id, draft.entry, draft.asked), "tab", label=label, style=style)


def _name_of(draft: Draft) -> str:
    """Return the name of the chariot that orders are for, as labels and plain texts have it."""
    return isolated(next(each.name for each in draft.race.entries if each.entry == draft.entry))


def _unsealed_others(draft: Draft, own: Sequence[Draft]) -> list[str]:
    """Return the line on chariots of the same player that still wait, once this one is sealed."""
    names = names_in(draft.race)
    waiting = [names[each.entry] for each in own if not each.is_sealed]
    return [f"✏️ Not sealed yet: {', '.join(waiting)}."] if draft.is_sealed and waiting else []


def _page_of(draft: Draft, sheet: Sheet, menu: str) -> Page:
    """Return the page of a menu; without one, the first page."""
    if menu:
        return "more" if menu in [each.name for each in sheet.more] else "first"
    return "closed" if draft.is_sealed else "first"


def _lines(draft: Draft, sheet: Sheet, page: Page, dates: str) -> Iterator[str]:
    """Yield what a page says, line by line."""
    yield race_line(draft)
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


def _rows(
    draft: Draft, sheet: Sheet, asked: QuestionId, page: Page, own: Sequence[Draft]
) -> Iterator[ui.ActionRow[Any]]:
    """Yield the rows of a page: presets, menus, and buttons."""
    if page == "first" and sheet.presets:
        yield ui.ActionRow(*(preset_button(asked, each) for each in sheet.presets))
    menus = {"first": sheet.menus, "closed": (), "more": sheet.more}[page]
    for menu in menus[:ROOM_FOR_MENUS]:
        yield ui.ActionRow(OrderMenu(asked, menu.name, select=select_of(menu)))
    yield ui.ActionRow(*_buttons(draft, asked, page, own))


def preset_button(asked: QuestionId, choice: Choice) -> PresetButton:
    """Return the button for a preset, which stands out if its orders are those that are given."""
    is_chosen = choice.style == "primary"
    style = discord.ButtonStyle.primary if is_chosen else discord.ButtonStyle.secondary
    return PresetButton(asked, choice.code, label=choice.label, style=style)


def _buttons(draft: Draft, asked: QuestionId, page: Page, own: Sequence[Draft]) -> Sequence[ui.Item[Any]]:
    """Return the buttons for the orders."""
    typing, more = OrderButton(asked, "type"), OrderButton(asked, "more")
    if page == "more":
        stands = OrderButton(asked, "fall" if draft.is_standing else "stand")
        return [OrderButton(asked, "back"), typing, stands, *_waiting(draft)]
    if not draft.is_for_the_turn:
        return [OrderButton(asked, "fall" if draft.is_standing else "stand"), more, typing]
    if page == "closed":
        return [OrderButton(asked, "change"), OrderButton(asked, "proof"), *_waiting(draft)]
    return [*_sealing(draft, asked, own), more, typing]


def _sealing(draft: Draft, asked: QuestionId, own: Sequence[Draft]) -> Sequence[OrderButton]:
    """Return the buttons that seal; with others of the player's open, all of them in one press stands out."""
    if draft.is_sealed:
        return [OrderButton(asked, "show")]
    mark, others = fingerprint(draft.orders), [each for each in own if each is not draft and not each.is_sealed]
    if not others:
        return [OrderButton(asked, "seal", mark)]
    all_of_them = "Seal both" if len(own) == len(others) + 1 == 2 else "Seal all"
    single = OrderButton(asked, "seal", mark, label=f"Seal {_name_of(draft)}", style=discord.ButtonStyle.secondary)
    return [OrderButton(asked, "both", _mark_of(own), label=all_of_them), single]


def _waiting(draft: Draft) -> Sequence[ui.Item[Any]]:
    if draft.opened is None or not draft.is_for_the_turn:
        return []
    return [wait_button(draft.opened)]


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
        if draft.is_for_the_turn and first.is_for_the_turn:
            continue  # it has its tab there
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
