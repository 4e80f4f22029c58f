"""Questions in the answers to presses: shown, noted until they are over, and followed by the next one.

Where that appears :func:`cogs.panels.next_place.next_place` decides; this carries it out.
"""

import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, Generic, Protocol

import discord
from discord import ui

from cogs.kit.abroad import is_in_my_dms
from cogs.kit.client import Interaction
from cogs.kit.items import Button, Control, Item, Select
from cogs.kit.layouts import Post, file_of, gallery_of, layout_of
from cogs.kit.limits import FIELD, LABEL_DESCRIPTION, cut
from cogs.kit.messages import answers_for_itself, within_limits
from cogs.kit.places import is_asked_here, spot_of
from cogs.kit.question_id import OfQuestion
from cogs.panels.closing import closes_itself
from cogs.panels.drafts import Asked
from cogs.panels.next_place import After, Below, Here, InThread, Now, Place, next_place
from cogs.panels.waiting import first_of, next_button
from records.refusals import Refused
from records.values import PlayerId
from steward import OpenAsk, Steward
from words.shared.words import Crop

FORM_LABEL = 45  # characters over a field of a form


class Message(Protocol):
    """How a question is written, with *said* above it."""

    async def __call__(self, steward: Steward, opened: OpenAsk, *, said: str) -> Post: ...


Row = Callable[[OpenAsk], ui.ActionRow[Any]]
"""The buttons under what was taken, if that can still be changed."""


class AskControl(Control[Item], Generic[Item], answers="here"):
    """A control of one question; it closes its panel if the question is over."""

    asked: OfQuestion

    @answers_for_itself
    @closes_itself
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        if self.answer() == "here":
            await interaction.response.defer()
        await self.press(interaction)


class AskButton(AskControl[ui.Button[Any]], Button):
    """A button of one question."""


class AskMenu(AskControl[ui.Select[Any]], Select):
    """A menu of one question."""


async def show(interaction: Interaction, opened: OpenAsk | None, post: Post) -> None:
    """Show a question in the answer to an interaction that has been deferred; ``None`` if it is not open now."""
    layout, files = post
    await interaction.edit_original_response(view=within_limits(layout, files), attachments=files)
    if opened is not None:
        _keep_panel(interaction, opened)
        if not is_asked_here(interaction, opened.race.record):
            interaction.client.talks.shown(opened)


def _keep_panel(interaction: Interaction, opened: OpenAsk) -> None:
    """Note the panel that an interaction shows a question on, to be closed when that is over."""
    message = interaction.message
    # The answer to an interaction can be changed for a quarter of an hour, a direct message for ever.
    in_dms = is_in_my_dms(interaction)
    edit = message.edit if in_dms and message is not None else interaction.edit_original_response
    interaction.client.talks.kept(opened, edit, None if message is None else message.id)


def form_of(custom_id: str, title: str, label: str, example: str, field: "ui.TextInput[Any]") -> ui.Modal:
    """Return a form to type in; its submission is caught by its custom id, so a restart in between loses nothing."""
    field.custom_id, field.placeholder = "text", cut(example, FIELD)
    shown = cut(f"For example: {example}", LABEL_DESCRIPTION) if example else None
    form = ui.Modal(title=title, custom_id=custom_id, timeout=900)
    form.add_item(ui.Label(text=cut(label, FORM_LABEL), description=shown, component=field))
    return form


async def picture_of(steward: Steward, of: Asked, crop: Crop | None, box: "ui.Container[Any]") -> list[discord.File]:
    """Put the picture of a way into a question's box, if it has one; return its file."""
    if crop is None:
        return []
    view = of.view if crop.view is None else crop.view
    picture = await steward.gallery.way(of.race, view, of.entry, crop.reach, crop.path)
    file = file_of(picture)
    box.add_item(gallery_of(picture, file))
    return [file]


async def asked_now(interaction: Interaction, opened: OpenAsk) -> Now:
    """Return what a race asks the player once they have answered, and what they answered, if that can be changed."""
    asked = await interaction.client.steward.asks_of(PlayerId(interaction.user.id))
    here = [each for each in asked if each.race_id == opened.race_id]
    same = (each for each in here if (each.entry, each.asked) == (opened.entry, opened.asked))
    sealed = next((each for each in same if each.sealed is not None), None)
    elsewhere = first_of([each for each in asked if each.race_id != opened.race_id])
    return Now(tuple(each for each in here if each.sealed is None), sealed, elsewhere)


async def follow(
    interaction: Interaction,
    opened: OpenAsk,
    take: Callable[[], Awaitable[After]],
    message: Message,
    row: Row | None = None,
) -> None:
    """Take the answer to a question, and put the next one where it belongs; no summons comes between.

    :param take: has the answer taken.
    """
    talks, race, entry = interaction.client.talks, opened.race_id, opened.entry
    with contextlib.ExitStack() as putting:
        async with talks.talking(PlayerId(interaction.user.id)):
            after = await take()
            place = next_place(after, spot_of(interaction, opened.race.record))
            if isinstance(place, InThread) and place.above:
                talks.hand_on(race, entry, place.above)
            if isinstance(place, Here | Below):
                putting.enter_context(talks.putting(after.now.following))
        await talks.answered(race, entry, interaction, is_order=after.is_order)
        waits = None if after.now.following else after.now.elsewhere
        await _carry_out(interaction, place, message, row, waits)


async def _carry_out(
    interaction: Interaction, place: Place, message: Message, row: Row | None, waits: OpenAsk | None
) -> None:
    if isinstance(place, Here):
        layout, files = await message(interaction.client.steward, place.question, said=place.above)
        if place.question.sealed is not None and waits is not None:
            layout.add_item(ui.ActionRow(next_button(waits)))
        await show(interaction, place.question, (layout, files))
    elif place.said:
        await _say(interaction, place.said, place.sealed, row, waits)
    else:
        await interaction.delete_original_response()
    if isinstance(place, Below):
        await _ask_below(interaction, place, message)


async def _say(
    interaction: Interaction, said: str, sealed: OpenAsk | None, row: Row | None, waits: OpenAsk | None
) -> None:
    """Say what was taken, with the buttons to change it if that is still possible, and one to what waits elsewhere."""
    layout = layout_of(ui.TextDisplay(said))
    if sealed is not None and row is not None:
        layout.add_item(row(sealed))
    if waits is not None:
        layout.add_item(ui.ActionRow(next_button(waits)))
    await interaction.edit_original_response(view=within_limits(layout), attachments=[])
    if sealed is not None:
        _keep_panel(interaction, sealed)


async def _ask_below(interaction: Interaction, place: Below, message: Message) -> None:
    """Ask at the end of the thread, once the story is there."""
    client, old, channel = interaction.client, place.question, interaction.channel_id
    await client.steward.delivery.wait_until_posted(old.race_id)
    try:
        opened = await client.steward.open_ask(old.race_id, old.entry, PlayerId(interaction.user.id), old.asked)
    except Refused:
        return  # over meanwhile, and told
    here = interaction.message.id if interaction.message else interaction.id
    if not place.is_new and (channel is None or not client.talks.is_newer(channel, here)):
        await show(interaction, opened, await message(client.steward, opened, said=place.said))
        return
    layout, files = await message(client.steward, opened, said="")
    shown = within_limits(layout, files)
    sent = await interaction.followup.send(view=shown, files=files, ephemeral=True, wait=True)
    client.talks.kept(opened, sent.edit, sent.id)
