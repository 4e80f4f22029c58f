"""Putting questions to players: buttons, selects and a typed answer, each knowing all it needs in its custom id.

So they work after a restart, in a direct message and in a private answer alike, and a press on an old message is
refused kindly. The question and its legal answers come from the race at the moment of the press.
"""

import asyncio
import contextlib
import dataclasses
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Self

import discord
from discord import ui

from cogs.choices.naming import naming
from cogs.kit.client import Interaction
from cogs.kit.items import RaceButton, chosen, chosen_values
from cogs.kit.layouts import boxed, file_of, gallery_of, layout_of, text_of
from cogs.kit.limits import (
    BUTTON_LABEL,
    CUSTOM_ID,
    FIELD,
    LABEL_DESCRIPTION,
    MESSAGE_COMPONENTS,
    MESSAGE_TEXT,
    cut,
    fitting,
    message_length,
)
from cogs.kit.menus import fill, lines_of
from cogs.kit.messages import TellPlayer, answers_for_itself, form_within_limits, take_in, within_limits, words_for
from cogs.kit.places import is_asked_here
from cogs.kit.presses import pressed_at
from cogs.kit.question_id import ASK, QuestionId
from cogs.kit.rights import known_race
from cogs.panels import order_sheet
from cogs.panels.closing import closes_itself, keep_panel
from cogs.panels.drafts import draft_of, is_ordered, settle, unasked_menu
from cogs.panels.order_sheet import order_message
from cogs.panels.outcomes import came_midway, taken
from cogs.panels.stable import league_buttons
from cogs.panels.teaching import first_lesson, taught
from cogs.panels.wait import sealed_text, wait_button
from engine.leagues.words.reasons import LeagueReason
from engine.questions import Answer
from engine.refusals import GameReason
from records.refusals import Reason, Refused
from records.text import isolated
from records.values import PlayerId, RaceId
from steward import OpenAsk, Steward
from words import WORDS, waited_for
from words.shared.names import harmless, names_in, place_of, plain_name, read_named
from words.shared.telling import count
from words.shared.times import when
from words.shared.words import Choice, Controls, Menu

STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}
MODAL_ID = re.compile(rf"type:{ASK}")
TEXT = 3_500  # characters of a question, with room for the rest of its message
SAID = 1_500  # characters above a question
BESIDE = 200  # characters of a reminder under it
ROW, MOST_LISTED = 5, 20
ROOM = MESSAGE_COMPONENTS - 10
"""Components for the answers to a question; the others are its box, texts, picture, and a league's buttons."""


class AskControl(ABC):
    """A button or menu of one question, which its custom id names; it explains what goes wrong, and closes itself."""

    asked: QuestionId

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: re.Match[str], /) -> Any:
        return cls(QuestionId.of(match))  # type: ignore[call-arg]

    @answers_for_itself
    @closes_itself
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()
        await self.press(interaction)

    @abstractmethod
    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """Act on a press; the interaction has been deferred."""


class UnaskedMenu(AskControl, ui.DynamicItem[ui.Select[Any]], template=rf"unasked:{ASK}"):
    """A menu beside a question. A choice there goes on record at once, and answers the later question."""

    def __init__(self, asked: QuestionId, menu: Menu | None = None) -> None:
        self.asked = asked
        select: ui.Select[Any] = ui.Select(custom_id=f"unasked:{asked}")
        if menu is not None:
            fill(select, menu.placeholder, menu.options, menu.chosen)
        super().__init__(select)

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        if (menu := unasked_menu(await open_ask(interaction, self.asked))) is None:
            raise Refused(Reason.NO_ORDERS)
        await settle(interaction, self.asked, menu, chosen_values(interaction))
        await show_ask(interaction, await open_ask(interaction, self.asked))


class ChoiceButton(
    AskControl, ui.DynamicItem[ui.Button[Any]], template=rf"(?P<act>answer|plan|drive):{ASK}:(?P<code>[a-z0-9-]*)"
):
    """Gives an answer, looks at a plan, or drives it."""

    def __init__(self, asked: QuestionId, choice: Choice) -> None:
        self.asked, self.act, self.code = asked, choice.act, choice.code
        super().__init__(
            ui.Button(
                label=cut(choice.label, BUTTON_LABEL),
                style=STYLES[choice.style],
                custom_id=f"{choice.act}:{asked}:{choice.code}",
            )
        )

    @classmethod
    async def from_custom_id(cls, _interaction: Any, item: Any, match: re.Match[str], /) -> Self:
        act: Any = match["act"]
        return cls(QuestionId.of(match), Choice(item.label or "…", act, match["code"]))

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        if self.act == "plan":
            await show_ask(interaction, await open_ask(interaction, self.asked), self.code)
        else:
            await give(interaction, self.asked, self.code)


class ChoiceSelect(AskControl, ui.DynamicItem[ui.Select[Any]], template=rf"choose:{ASK}"):
    """Gives the answer that is chosen."""

    def __init__(self, asked: QuestionId, controls: Controls | None = None) -> None:
        self.asked = asked
        select: ui.Select[Any] = ui.Select(custom_id=f"choose:{asked}")
        if controls is not None:
            fill(select, controls.placeholder, controls.options)
        super().__init__(select)

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        await give(interaction, self.asked, chosen(chosen_values(interaction)))


class PlanSelect(AskControl, ui.DynamicItem[ui.Select[Any]], template=rf"plan-menu:{ASK}:(?P<place>[0-9])"):
    """Looks at the plan that is chosen."""

    def __init__(self, asked: QuestionId, place: int, menu: Menu | None = None) -> None:
        self.asked, self.place = asked, place
        select: ui.Select[Any] = ui.Select(custom_id=f"plan-menu:{asked}:{place}")
        if menu is not None:
            fill(select, menu.placeholder, menu.options, menu.chosen)
        super().__init__(select)

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: re.Match[str], /) -> Self:
        return cls(QuestionId.of(match), int(match["place"]))

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        plan = chosen(chosen_values(interaction))
        await show_ask(interaction, await open_ask(interaction, self.asked), plan)


class OpenButton(AskControl, ui.DynamicItem[ui.Button[Any]], template=rf"open:{ASK}"):
    """Opens one of several questions."""

    def __init__(self, asked: QuestionId, label: str = "Open", *, is_next: bool = False) -> None:
        self.asked = asked
        style = STYLES["primary" if is_next else "secondary"]
        super().__init__(ui.Button(label=cut(label, BUTTON_LABEL), style=style, custom_id=f"open:{asked}"))

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        await show_ask(interaction, await open_ask(interaction, self.asked))


class SealButton(AskControl, ui.DynamicItem[ui.Button[Any]], template=rf"seal:{ASK}"):
    """Shows the seal of an answer, by which everybody can check later that it was this."""

    def __init__(self, asked: QuestionId) -> None:
        self.asked = asked
        super().__init__(ui.Button(label="Proof", custom_id=f"seal:{asked}"))

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        opened = await open_ask(interaction, self.asked)
        said = f"🔏 Your seal, told to all: `{opened.seal}`" if opened.seal else "Nothing is sealed yet."
        await show_ask(interaction, opened, said=said)


class OrdersButton(RaceButton, kind="orders", label="My orders", style=discord.ButtonStyle.primary):
    """Opens the player's question in private; it is under posts that everybody sees."""

    async def show(self, interaction: Interaction) -> None:
        await open_mine(interaction, self.race)


async def open_mine(interaction: Interaction, race: RaceId) -> None:
    """Show the player's open question in a race.

    :raises Refused: if somebody else holds their reins.
    :raises TellPlayer: if there is no open question for them.
    """
    steward, player = interaction.client.steward, PlayerId(interaction.user.id)
    mine = [each for each in await steward.asks_of(player) if each.race_id == race]
    mine = [each for each in mine if each.sealed is None] or mine  # what is sealed can be changed
    if len(mine) > 1:
        await show_asks(interaction, mine)
    elif mine:
        await show_ask(interaction, mine[0])
    else:
        await known_race(interaction, race)
        status = await steward.log.status(race)
        faction = status.race.faction_for(player)
        what = "league" if status.race.record.is_league else "race"
        if status.race.record.state == "running" and faction is not None and faction.at_the_reins != player:
            raise Refused(Reason.REINS_ELSEWHERE, what=what)
        waits = f" It waits for {count(len(status.waiting), 'other decision')}." if status.waiting else ""
        raise TellPlayer(f"This {what} asks nothing of you now.{waits}")


class TypeButton(ui.DynamicItem[ui.Button[Any]], template=rf"typing:{ASK}"):
    """Opens a form to type the answer in."""

    def __init__(self, asked: QuestionId) -> None:
        self.asked = asked
        super().__init__(ui.Button(label="Type it", emoji="⌨️", custom_id=f"typing:{asked}"))

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: re.Match[str], /) -> Self:
        return cls(QuestionId.of(match))

    @answers_for_itself
    @closes_itself
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        # A modal must be the first answer, so the question is read before: out of memory, as a rule.
        asked = await open_ask(interaction, self.asked)
        names = names_in(asked.race)
        controls = await asyncio.to_thread(WORDS[asked.ruleset].controls, asked.view, asked.ask, names, "")
        await interaction.response.send_modal(form_within_limits(typing_form(self.asked, controls)))


def typing_form(asked: QuestionId, controls: Controls) -> ui.Modal:
    """Return the form; its submission is caught by its custom id, so that a restart in between loses nothing."""
    form = ui.Modal(title="Your answer", custom_id=f"type:{asked}", timeout=900)
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id="text", max_length=200, placeholder=cut(controls.typed_example, FIELD)
    )
    example = cut(f"For example: {controls.typed_example}", LABEL_DESCRIPTION) if controls.typed_example else None
    form.add_item(ui.Label(text=cut(controls.typed_label, 45), description=example, component=field))
    return form


async def take_form(interaction: Interaction, match: re.Match[str], fields: dict[str, str]) -> None:
    """Take the text typed into the form of a question."""
    await take_in(interaction)
    await take(interaction, await open_ask(interaction, QuestionId.of(match)), fields["text"])


async def take(interaction: Interaction, opened: OpenAsk, text: str) -> None:
    """Take a typed answer; show a risky plan first, with its risks."""
    if is_ordered(opened):
        await order_sheet.take(interaction, await draft_of(opened), text)
        return
    words = WORDS[opened.ruleset]
    with naming(opened.race):
        reads = partial(words.read, opened.view, opened.ask)
        answers = read_named(reads, text, opened.race.entries, opened.entry)
        plan = words.risky(opened.view, opened.ask, answers)
    if plan is None:
        await _give(interaction, opened, answers)
    else:
        await show_ask(interaction, opened, plan)


async def give(interaction: Interaction, asked: QuestionId, code: str) -> None:
    """Give the answer, or drive the plan, that a control stands for."""
    opened = await open_ask(interaction, asked)
    try:
        await _give(interaction, opened, WORDS[opened.ruleset].unpack(code))
    except Refused as refused:
        if not isinstance(refused.reason, LeagueReason):
            raise
        # A league's sheet in an old message may name what was sold, bought or spent since: here it is as it stands now.
        await show_ask(interaction, opened, said=f"⚠️ {words_for(refused)}")


async def _give(interaction: Interaction, opened: OpenAsk, answers: Sequence[Answer]) -> None:
    steward, talks, player = interaction.client.steward, interaction.client.talks, PlayerId(interaction.user.id)
    if opened.sealed is not None and list(answers) == [opened.sealed]:
        what = WORDS[opened.ruleset].taken(opened.view, answers)
        raise TellPlayer(f"That is what you have sealed already: {what}. It stays so; you can still change it.")
    with contextlib.ExitStack() as putting:
        async with talks.talking(player):
            with naming(opened.race):
                driven = await steward.races.drive(
                    opened.race_id,
                    opened.entry,
                    answers,
                    player=player,
                    asked=opened.asked,
                    pressed=pressed_at(interaction),
                )
            again = [each for each in await steward.open_asks(player) if each.race_id == opened.race_id]
            is_told_next = opened.race.record.is_practice and is_asked_here(interaction, opened.race.record)
            if is_told_next and (came := came_midway(opened, again, driven)):
                talks.hand_on(opened.race_id, opened.entry, came)
            if not is_asked_here(interaction, opened.race.record):  # they are put in an answer to this one
                putting.enter_context(talks.putting(again))
        await talks.answered(opened.race_id, opened.entry, interaction)
        sealed = await _still_sealed(steward, opened, player)
        said = taken(opened, answers, driven, interaction.channel_id, is_open=sealed is None)
        if is_told_next and driven.done and not driven.is_stopped and sealed is None:
            await interaction.delete_original_response()  # the story says it, and the next question comes
            return
        await _show_outcome(interaction, again, said, sealed)


async def _still_sealed(steward: Steward, opened: OpenAsk, player: PlayerId) -> OpenAsk | None:
    """Return a question that was just answered in secret, if the answer can still be changed."""
    try:
        now = await steward.open_ask(opened.race_id, opened.entry, player, opened.asked)
    except Refused:
        return None
    return now if now.sealed is not None else None


async def open_ask(interaction: Interaction, asked: QuestionId) -> OpenAsk:
    """Return the question a control belongs to.

    :raises Refused: if it is over or not this player's, or they may not know of its race: ids can be forged.
    """
    player = PlayerId(interaction.user.id)
    race = await known_race(interaction, asked.race)
    try:
        return await interaction.client.steward.open_ask(asked.race, asked.entry, player, asked=asked.asked)
    except Refused as refused:
        if race.record.is_league and refused.reason is GameReason.ASK_IS_OVER:
            raise Refused(LeagueReason.SHEET_IS_CLOSED) from refused
        raise


async def show_ask(interaction: Interaction, opened: OpenAsk, plan: str = "", said: str = "") -> None:
    """Show a question in the answer to an interaction that has been deferred.

    :param said: text above it.
    """
    layout, files = await ask_message(interaction.client.steward, opened, plan, said)
    await interaction.edit_original_response(view=within_limits(layout, files), attachments=files)
    keep_panel(interaction, opened)
    if not is_asked_here(interaction, opened.race.record):
        interaction.client.talks.shown(opened)


async def show_asks(interaction: Interaction, opened: Sequence[OpenAsk]) -> None:
    """Show a button for each of several questions."""
    dates = await dates_of(interaction.client.steward, opened[0])
    await interaction.edit_original_response(view=within_limits(asks_message(opened, dates)))


def asks_message(opened: Sequence[OpenAsk], dates: str = "relative", more: Sequence[str] = ()) -> ui.LayoutView:
    """Return all open questions of a player, the oldest deadline first, with a button to open each.

    :param more: lines below them.
    """
    late_last = sorted(opened, key=lambda each: (each.sealed is not None, each.until is None, each.until or 0.0))
    listed = late_last[:MOST_LISTED]
    waiting = sum(each.sealed is None for each in opened)
    first = f"; these are the first {MOST_LISTED}" if len(opened) > MOST_LISTED else ""
    heading = {0: "Nothing waits for you", 1: "1 question waits for you"}.get(
        waiting, f"{waiting} questions wait for you"
    )
    lines = [f"### {heading}{first}", *(_waiting_line(each, dates) for each in listed), *more]
    layout = layout_of(text_of(lines))
    for place in range(0, len(listed), ROW):
        row: ui.ActionRow[Any] = ui.ActionRow()
        for each in listed[place : place + ROW]:
            row.add_item(OpenButton(QuestionId.by(each), _whose(each, opened), is_next=each is listed[0]))
        layout.add_item(row)
    return layout


def _waiting_line(opened: OpenAsk, dates: str) -> str:
    names, race = names_in(opened.race), opened.race.record
    where = f"{names[opened.entry]} · {harmless(race.title)}, {place_of(race)}"
    until = f" {when(opened.until, dates)}" if opened.until is not None else ""
    if opened.sealed is not None:
        return f"🔒 {where}: sealed; it can be changed until all are in, at the latest{until}"
    kind = waited_for(race, opened.ask.question.kind)
    return f"⏳ {where}: {kind}; the rules choose for you{until}" if until else f"⏳ {where}: {kind}"


def _whose(one: OpenAsk, of: Sequence[OpenAsk]) -> str:
    """Return which chariot a question is for, and in which race if there are several."""
    chariot = plain_name(next(each for each in one.race.entries if each.entry == one.entry))
    title = isolated(cut(one.race.record.title, BUTTON_LABEL // 2))
    return chariot if all(each.race_id == one.race_id for each in of) else f"{title} · {chariot}"


async def ask_message(
    steward: Steward, opened: OpenAsk, plan: str = "", said: str = ""
) -> tuple[ui.LayoutView, list[discord.File]]:
    """Return a question as a message: its text, its picture, its controls."""
    if is_ordered(opened):
        return await order_message(steward, await draft_of(opened), said)
    said = "\n".join(filter(None, (said, await taught(steward, opened))))
    names = names_in(opened.race)
    # On a thread: a way past others takes its time.
    controls = await asyncio.to_thread(WORDS[opened.ruleset].controls, opened.view, opened.ask, names, plan)
    box = boxed()
    dates = await dates_of(steward, opened)
    if opened.sealed is not None:
        until = f"\n{sealed_text(opened, dates)}"
    else:
        until = f"\n-# {_silence(opened, dates)}" if opened.until is not None else ""
    race = f"-# {harmless(opened.race.record.title)} · {place_of(opened.race.record)}"
    title = _titled(WORDS[opened.ruleset].turn(opened.view), controls.title)
    said = fitting(said.split("\n"), SAID)
    room = min(TEXT, MESSAGE_TEXT - BESIDE - message_length(said) - message_length(until))
    text = fitting(f"{race}\n### {title}\n{controls.text}".split("\n"), room)
    box.add_item(ui.TextDisplay(f"{text}{until}"))
    files = await _crop(steward, opened, controls, box)
    above, below = list(_rows_above(opened)), list(_rows_below(opened))
    room = ROOM - sum(1 + len(row.children) for row in (*above, *below))
    for row in (*above, *controls_rows(QuestionId.by(opened), controls, room), *below):
        box.add_item(row)
    layout = layout_of(*([ui.TextDisplay(said)] if said else []), box)
    if buttons := await league_buttons(steward, opened):
        layout.add_item(ui.ActionRow(*buttons))
    return layout, files


def _rows_above(opened: OpenAsk) -> Iterator[ui.ActionRow[Any]]:
    """Yield the row over the answers, which is read before one of them is pressed: what settles a later question."""
    if (menu := unasked_menu(opened)) is not None:
        yield ui.ActionRow(UnaskedMenu(QuestionId.by(opened), menu))


def _rows_below(opened: OpenAsk) -> Iterator[ui.ActionRow[Any]]:
    """Yield rows under the answers: the seal, a first lesson."""
    if opened.sealed is not None:
        yield ui.ActionRow(SealButton(QuestionId.by(opened)), wait_button(opened))
    if (lesson := first_lesson(opened)) is not None:
        yield ui.ActionRow(lesson)


def _silence(opened: OpenAsk, dates: str) -> str:
    """Return in words the rules' choice without an answer, and its time; a lone player reads that nobody waits."""
    assert opened.until is not None
    asked = "Take your time: nobody waits for you." if opened.race.record.is_practice else "No answer?"
    chosen_for = WORDS[opened.ruleset].taken(opened.view, [opened.ask.default])
    return f"{asked} The rules choose for you {when(opened.until, dates)}: {chosen_for}."


def _titled(turn: str, title: str) -> str:
    """Return a question's title, with the turn that it belongs to."""
    return title if not turn or title.startswith(turn) else f"{turn} · {title}"


async def dates_of(steward: Steward, opened: OpenAsk) -> str:
    """Return how the player of a question wants times to be written."""
    player = opened.race.player_of(opened.entry)
    return "relative" if player is None else (await steward.people.player(player)).dates


def sealed_row(opened: OpenAsk) -> ui.ActionRow[Any]:
    """Return the buttons for an answer that is sealed."""
    asked = QuestionId.by(opened)
    return ui.ActionRow(OpenButton(asked, "Change it"), SealButton(asked), wait_button(opened))


async def _crop(steward: Steward, opened: OpenAsk, controls: Controls, box: ui.Container[Any]) -> list[discord.File]:
    if controls.crop is None:
        return []
    if controls.crop.view is not None:
        opened = dataclasses.replace(opened, view=controls.crop.view)
    picture = await steward.gallery.way(opened.race, opened.view, opened.entry, controls.crop.reach, controls.crop.path)
    file = file_of(picture)
    box.add_item(gallery_of(picture, file))
    return [file]


def controls_rows(asked: QuestionId, controls: Controls, room: int = ROOM) -> list[ui.ActionRow[Any]]:
    """Return the rows of buttons and the select of a question, as many as fit.

    :param room: components that they may take.
    """
    typing = [TypeButton(asked)] if controls.typed_label else []
    menus: list[ui.Item[Any]] = [ChoiceSelect(asked, controls)] if lines_of(controls.options) else []
    menus += [PlanSelect(asked, place, menu) for place, menu in enumerate(controls.menus) if lines_of(menu.options)]
    rows: list[ui.ActionRow[Any]] = [ui.ActionRow(menu) for menu in menus]
    rows += _button_rows(asked, controls.rows, room - 2 * (len(menus) + len(typing)))
    if typing and rows and len(rows[-1].children) < ROW and not controls.options:
        rows[-1].add_item(*typing)
    elif typing:
        rows.append(ui.ActionRow(*typing))
    return rows


def _button_rows(asked: QuestionId, rows: Sequence[Sequence[Choice]], room: int) -> Iterator[ui.ActionRow[Any]]:
    """Yield rows of buttons in *room* components: five buttons a row, and each button once."""
    seen: set[str] = set()
    for row in rows:
        buttons = {each.custom_id: each for each in (ChoiceButton(asked, choice) for choice in row)}
        fresh = [each for custom_id, each in buttons.items() if custom_id not in seen and len(custom_id) <= CUSTOM_ID]
        for place in range(0, len(fresh), ROW):
            room -= 1 + len(fresh[place : place + ROW])
            if room < 0:
                return
            yield ui.ActionRow(*fresh[place : place + ROW])
        seen.update(each.custom_id for each in fresh)


async def _show_outcome(
    interaction: Interaction, again: Sequence[OpenAsk], said: str, sealed: OpenAsk | None = None
) -> None:
    """Confirm the answers; if the player has another question at once, ask it where they look.

    In a direct message the next question is a new message, and stays the last one there. In the thread it comes below
    the story of their answer; anywhere else, or without a story, in the same place.
    """
    is_private = bool(again) and not is_asked_here(interaction, again[0].race.record)
    if again and is_private and interaction.channel_id != again[0].race.record.thread:
        await show_ask(interaction, again[0], said=said)
        return
    layout = layout_of(ui.TextDisplay(said))
    if sealed is not None:
        layout.add_item(sealed_row(sealed))
    await interaction.edit_original_response(view=within_limits(layout), attachments=[])
    if sealed is not None:
        keep_panel(interaction, sealed)
    if again and is_private:
        await _ask_below(interaction, again[0], said)


async def _ask_below(interaction: Interaction, opened: OpenAsk, said: str) -> None:
    """Ask at the end of the thread, once the story is there."""
    client, place = interaction.client, interaction.channel_id
    await client.steward.delivery.wait_until_posted(opened.race_id)
    try:
        opened = await client.steward.open_ask(
            opened.race_id, opened.entry, PlayerId(interaction.user.id), opened.asked
        )
    except Refused:
        return  # over meanwhile, and told
    here = interaction.message.id if interaction.message else interaction.id
    if place is None or not client.talks.is_newer(place, here):
        await show_ask(interaction, opened, said=said)
        return
    layout, files = await ask_message(client.steward, opened)
    shown = within_limits(layout, files)
    sent = await interaction.followup.send(view=shown, files=files, ephemeral=True, wait=True)
    client.talks.kept(opened, sent.edit, sent.id)
