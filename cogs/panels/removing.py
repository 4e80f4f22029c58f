"""Removing a server: its owner reads what goes, then types two words. No id names a server: it is where they are."""

import re
from typing import Any, Literal

import discord
from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.items import Button
from cogs.kit.layouts import layout_of
from cogs.kit.messages import TellPlayer, form_within_limits, within_limits
from cogs.kit.on_record import think_once_noted
from cogs.kit.servers import owned
from records.values import PlayerId
from words.shared.removing import BEGUN, CANT_READ, TITLE, UNDER_WAY, WORD, explained, is_word

FORM_ID = re.compile("removing:(?P<act>ask)")


class RemoveButton(
    Button,
    template="remove:{act}",
    looks={"ask": ("Remove Quadriga …", discord.ButtonStyle.danger)},
    answers="itself",
):
    """Asks the owner of a server for the words by which I leave it."""

    act: Literal["ask"] = "ask"

    async def press(self, interaction: Interaction) -> None:
        await _removable(interaction)
        form = ui.Modal(title=TITLE, custom_id="removing:ask", timeout=900)
        field: ui.TextInput[Any] = ui.TextInput(custom_id="word", max_length=20, placeholder=WORD)
        form.add_item(ui.Label(text=f"Type: {WORD}", description="You can't undo this", component=field))
        await interaction.response.send_modal(form_within_limits(form))


async def explain_removal(interaction: Interaction) -> None:
    """Say what goes and what stays; nothing happens yet."""
    held = await interaction.client.steward.removals.holdings(await _removable(interaction))
    said = ui.TextDisplay[Any](explained(held))
    await interaction.edit_original_response(view=within_limits(layout_of(said, ui.ActionRow(RemoveButton()))))


async def take_form(interaction: Interaction, _match: re.Match[str], fields: dict[str, str]) -> None:
    """Remove the server whose owner has typed the words: it is on record before they read so, and then all ends."""
    if not is_word(fields.get("word", "")):
        raise TellPlayer(CANT_READ)
    if not await think_once_noted(interaction, _ask(interaction)):
        raise TellPlayer(UNDER_WAY)  # they typed it twice at once
    await interaction.edit_original_response(content=BEGUN)
    await interaction.client.steward.removals.look()


async def _ask(interaction: Interaction) -> bool:
    guild, owner = await _removable(interaction), PlayerId(interaction.user.id)
    is_new: bool = await interaction.client.steward.removals.ask(guild, owner, interaction.token)
    return is_new


async def _removable(interaction: Interaction) -> int:
    """Return the server of its owner, unless it is on its way out."""
    guild = await owned(interaction, "remove")
    if await interaction.client.steward.removals.is_under_way(guild):
        raise TellPlayer(UNDER_WAY)
    return guild
