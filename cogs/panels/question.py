"""Putting questions to players: buttons, selects and a typed answer, each knowing all it needs in its custom id.

So they work after a restart, in a direct message and in a private answer alike, and a press on an old message is
refused kindly. The question and its legal answers come from the race at the moment of the press.
"""

import asyncio
import dataclasses
import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Annotated, Any, Literal, Self

import discord
from discord import ui

from cogs.choices.naming import naming
from cogs.kit.client import Interaction
from cogs.kit.items import chosen
from cogs.kit.layouts import Post, boxed, layout_of, unadvised
from cogs.kit.limits import CUSTOM_ID, MESSAGE_COMPONENTS
from cogs.kit.menus import select_of
from cogs.kit.messages import TellPlayer, form_within_limits, nouns_in, take_in, words_for
from cogs.kit.presses import pressed_at
from cogs.kit.question_id import ASK, QuestionId
from cogs.kit.rights import known_race
from cogs.panels import order_sheet
from cogs.panels.asking import AskButton, AskMenu, asked_now, follow, form_of, picture_of, show
from cogs.panels.drafts import choose, draft_of, is_ordered, sealed_answers, unasked_menu
from cogs.panels.extras import Extras, extras_of
from cogs.panels.next_place import After
from cogs.panels.outcomes import after
from cogs.panels.question_text import dates_of, question_text
from cogs.panels.wait import wait_button
from engine.questions import Answer
from engine.refusals import GameReason
from records.refusals import Reason, Refused
from records.values import PlayerId
from steward import OpenAsk, Steward
from words import WORDS
from words.shared.names import names_in, read_named
from words.shared.words import Choice, Controls, Menu

MODAL_ID = re.compile(rf"type:{ASK}")
ROW = 5
ROOM = MESSAGE_COMPONENTS - 10
"""Components for the answers to a question; the others are its box, texts, picture, and a league's buttons."""
LOOKED_BACK = 500
"""Facts among which the cause of a question is looked for."""
ADVISING = (discord.ButtonStyle.success, discord.ButtonStyle.primary)
"""The styles of answers that are good."""


# Controls


class UnaskedMenu(AskMenu, template="unasked:{asked}"):
    """A menu beside a question. A choice there goes on record at once, and answers the later question."""

    async def take(self, interaction: Interaction, values: Sequence[str]) -> None:
        if (menu := unasked_menu(await open_ask(interaction, self.asked))) is None:
            raise Refused(Reason.NO_ORDERS)
        await choose(interaction, self.asked, menu.name, values)
        await reopen(interaction, self.asked)


class ChoiceButton(AskButton, template="{act}:{asked}:{code}"):
    """Gives an answer, looks at a plan, or drives it."""

    act: Literal["answer", "plan", "drive"]
    code: Annotated[str, "[a-z0-9-]*"]

    @classmethod
    async def from_custom_id(cls, _interaction: Any, item: Any, match: re.Match[str], /) -> Self:
        return cls(**cls._ids.read(match), label=item.label or "")

    async def press(self, interaction: Interaction) -> None:
        if self.act == "plan":
            await reopen(interaction, self.asked, self.code)
        else:
            await give(interaction, self.asked, self.code, label=self.label)


class ChoiceSelect(AskMenu, template="choose:{asked}"):
    """Gives the answer that is chosen."""

    async def take(self, interaction: Interaction, values: Sequence[str]) -> None:
        await give(interaction, self.asked, chosen(values))


class PlanSelect(AskMenu, template="plan-menu:{asked}:{place}"):
    """Looks at the plan that is chosen."""

    place: Annotated[int, "[0-9]"]

    async def take(self, interaction: Interaction, values: Sequence[str]) -> None:
        await reopen(interaction, self.asked, chosen(values))


class OpenButton(AskButton, template="open:{asked}", label="Open"):
    """Opens one of several questions."""

    async def press(self, interaction: Interaction) -> None:
        await reopen(interaction, self.asked)


class SealButton(AskButton, template="seal:{asked}", label="Proof"):
    """Shows the seal of an answer, by which everybody can check later that it was this."""

    async def press(self, interaction: Interaction) -> None:
        opened = await open_ask(interaction, self.asked)
        said = f"🔏 Your seal, told to all: `{opened.seal}`" if opened.seal else "Nothing is sealed yet."
        await show_ask(interaction, opened, said=said)


class TypeButton(AskButton, template="typing:{asked}", label="Type it", emoji="⌨️", answers="itself"):
    """Opens a form to type the answer in."""

    async def press(self, interaction: Interaction) -> None:
        # The question is read before the form is shown: out of memory, as a rule.
        controls = await _controls(await open_ask(interaction, self.asked))
        await interaction.response.send_modal(form_within_limits(typing_form(self.asked, controls)))


def typing_form(asked: QuestionId, controls: Controls) -> ui.Modal:
    """Return the form; its submission is caught by its custom id, so that a restart in between loses nothing."""
    field: ui.TextInput[Any] = ui.TextInput(custom_id="text", max_length=200)
    return form_of(f"type:{asked}", "Your answer", controls.typed_label, controls.typed_example, field)


def controls_rows(asked: QuestionId, controls: Controls, room: int = ROOM) -> list[ui.ActionRow[Any]]:
    """Return the rows of buttons and the select of a question, as many as fit.

    :param room: components that they may take.
    """
    typing = [TypeButton(asked)] if controls.typed_label else []
    plans = [(place, select_of(menu)) for place, menu in enumerate(controls.menus)]
    answers = select_of(Menu("", controls.placeholder, controls.options))
    menus: list[ui.Item[Any]] = [ChoiceSelect(asked, select=answers)] if answers.options else []
    menus += [PlanSelect(asked, place, select=select) for place, select in plans if select.options]
    rows: list[ui.ActionRow[Any]] = [ui.ActionRow(menu) for menu in menus]
    rows += _button_rows(asked, controls.rows, room - 2 * (len(menus) + len(typing)))
    if typing and rows and len(rows[-1].children) < ROW and not controls.options:
        rows[-1].add_item(*typing)
    elif typing:
        rows.append(ui.ActionRow(*typing))
    return rows


def choice_button(asked: QuestionId, choice: Choice) -> ChoiceButton:
    """Return the button for a choice as a game's words draw it up."""
    act: Any = choice.act
    return ChoiceButton(asked, act, choice.code, label=choice.label, style=discord.ButtonStyle[choice.style])


def _button_rows(asked: QuestionId, rows: Sequence[Sequence[Choice]], room: int) -> Iterator[ui.ActionRow[Any]]:
    """Yield rows of buttons in *room* components: five buttons a row, and each button once."""
    seen: set[str] = set()
    for row in rows:
        buttons = {each.custom_id: each for each in (choice_button(asked, choice) for choice in row)}
        fresh = [each for custom_id, each in buttons.items() if custom_id not in seen and len(custom_id) <= CUSTOM_ID]
        for place in range(0, len(fresh), ROW):
            room -= 1 + len(fresh[place : place + ROW])
            if room < 0:
                return
            yield ui.ActionRow(*fresh[place : place + ROW])
        seen.update(each.custom_id for each in fresh)


# Messages


async def ask_message(steward: Steward, opened: OpenAsk, plan: str = "", said: str = "") -> Post:
    """Return a question as a message: its text, its picture, its controls."""
    if is_ordered(opened):
        return await order_sheet.order_message(steward, await draft_of(opened), said)
    controls, asked = await _controls(opened, plan), QuestionId.by(opened)
    extras, dates = await extras_of(steward, opened), await dates_of(steward, opened)
    above = "\n".join(filter(None, (said, extras.above, await brought_by(steward, opened))))
    said, text = question_text(opened, controls, above, dates, is_drafted=bool(plan))
    box = boxed(ui.TextDisplay(text))
    over, under = list(_rows_over(opened, extras)), list(_rows_under(opened, extras))
    room = ROOM - sum(1 + len(row.children) for row in (*over, *under))
    rows = controls_rows(asked, controls, room)
    first = [] if controls.crop is not None and controls.menus else _seen_first(rows)  # menus and what seals them stay
    for row in (*over, *first):
        box.add_item(row)
    files = await picture_of(steward, opened, controls.crop, box)
    if controls.details:
        box.add_item(ui.TextDisplay(controls.details))
    for row in (*(row for row in rows if row not in first), *under):
        box.add_item(row)
    layout = layout_of(*([ui.TextDisplay(said)] if said else []), box)
    if extras.below:
        layout.add_item(ui.ActionRow(*extras.below))
    return layout if extras.is_advised else unadvised(layout, *ADVISING), files


async def brought_by(steward: Steward, opened: OpenAsk) -> str:
    """Return why a question is asked at all, by the latest facts; empty where nobody wonders."""
    words, race = WORDS[opened.ruleset], opened.race
    told_by = words.brought_by(opened.ask.question)
    if told_by is None:
        return ""
    return told_by(
        await steward.turns.facts(race, max(1, race.record.facts - LOOKED_BACK)), opened.entry, names_in(race)
    )


async def _controls(opened: OpenAsk, plan: str = "") -> Controls:
    """Return how a question is put, worked out on a thread: a way past others takes its time."""
    return await asyncio.to_thread(WORDS[opened.ruleset].controls, opened.view, opened.ask, names_in(opened.race), plan)


def _seen_first(rows: Sequence[ui.ActionRow[Any]]) -> list[ui.ActionRow[Any]]:
    """Return the row that stands over the picture: the first with a green button, else the first of all."""
    green = (row for row in rows if any(_is_green(each) for each in row.children))
    first = next(green, next(iter(rows), None))
    return [] if first is None else [first]


def _is_green(item: ui.Item[Any]) -> bool:
    return isinstance(item, ChoiceButton) and item.style is discord.ButtonStyle.success


def _rows_over(opened: OpenAsk, extras: Extras) -> Iterator[ui.ActionRow[Any]]:
    """Yield the rows over the answers, which are read before one of them is pressed: what settles a later question."""
    if extras.over:
        yield ui.ActionRow(*extras.over)
    if (menu := unasked_menu(opened)) is not None:
        yield ui.ActionRow(UnaskedMenu(QuestionId.by(opened), select=select_of(menu)))


def _rows_under(opened: OpenAsk, extras: Extras) -> Iterator[ui.ActionRow[Any]]:
    """Yield rows under the answers: the seal, and what a kind of race adds."""
    if opened.sealed is not None:
        yield ui.ActionRow(SealButton(QuestionId.by(opened)), wait_button(opened))
    if extras.inside:
        yield ui.ActionRow(*extras.inside)


def _sealed_row(opened: OpenAsk) -> ui.ActionRow[Any]:
    """Return the buttons for an answer that is sealed."""
    asked = QuestionId.by(opened)
    return ui.ActionRow(OpenButton(asked, label="Change it"), SealButton(asked), wait_button(opened))


# Showing and answering


async def open_ask(interaction: Interaction, asked: QuestionId) -> OpenAsk:
    """Return the question a control belongs to.

    :raises Refused: if it is over or not this player's, or they may not know of its race: ids can be forged.
    """
    player = PlayerId(interaction.user.id)
    race = await known_race(interaction, asked.race)
    steward = interaction.client.steward
    try:
        return await steward.open_ask(asked.race, asked.entry, player, asked=asked.asked)
    except Refused as refused:
        raise steward.in_its_words(race, refused) from None


async def show_ask(interaction: Interaction, opened: OpenAsk, plan: str = "", said: str = "") -> None:
    """Show a question in the answer to an interaction that has been deferred.

    :param said: text above it.
    """
    await show(interaction, opened, await ask_message(interaction.client.steward, opened, plan, said))


async def reopen(interaction: Interaction, asked: QuestionId, plan: str = "") -> None:
    """Show the question that a control belongs to as it is now, perhaps with a plan to look at."""
    await show_ask(interaction, await open_ask(interaction, asked), plan)


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


async def give(interaction: Interaction, asked: QuestionId, code: str, done: str = "", label: str = "") -> None:
    """Give the answer, or drive the plan, that a control stands for.

    :param done: what was done before it by the same press, to be told with it.
    :param label: on the button that was pressed: what it seals unseen, a post of before, is shown first.
    """
    opened = await open_ask(interaction, asked)
    if WORDS[opened.ruleset].unseen(label, code):
        await show_ask(interaction, opened, code)
        return
    try:
        await _give(interaction, opened, WORDS[opened.ruleset].unpack(code), done)
    except Refused as refused:
        if not opened.race.record.kind.has_phases or isinstance(refused.reason, Reason | GameReason):
            raise
        # A league's sheet in an old message may name what was sold, bought or spent since: here it is as it stands now.
        said = f"⚠️ {words_for(refused, nouns_in(interaction))}"
        await show_ask(interaction, opened, said="\n".join(filter(None, (done, said))))


async def _give(interaction: Interaction, opened: OpenAsk, answers: Sequence[Answer], done: str = "") -> None:
    if opened.sealed is not None and list(answers) == sealed_answers(opened):
        what = WORDS[opened.ruleset].taken(opened.view, answers)
        raise TellPlayer(f"That is what you have sealed already: {what}. It stays so; you can still change it.")
    player, pressed = PlayerId(interaction.user.id), pressed_at(interaction)

    async def answer() -> After:
        with naming(opened.race):
            driven = await interaction.client.steward.races.drive(
                opened.race_id, opened.entry, answers, player=player, asked=opened.asked, pressed=pressed
            )
        taken = after(opened, answers, driven, await asked_now(interaction, opened), interaction.channel_id)
        return dataclasses.replace(taken, said=f"{done}\n{taken.said}") if done else taken

    await follow(interaction, opened, answer, ask_message, _sealed_row)
