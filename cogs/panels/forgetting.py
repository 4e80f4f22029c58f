"""Being forgotten: what goes is told first, then a word is typed. Nobody but the person can do it: no id names them."""

import re
from typing import Any, Literal

import discord
from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.items import Button
from cogs.kit.layouts import layout_of
from cogs.kit.messages import TellPlayer, form_within_limits, within_limits
from cogs.kit.on_record import think_once_noted
from records.values import PlayerId
from words.shared.forgetting import CANT_READ, DONE, LATER, WORD, explained

FORM_ID = re.compile("forgetting:(?P<act>ask)")


class ForgetButton(
    Button,
    template="forget:{act}",
    looks={"ask": ("Forget me …", discord.ButtonStyle.danger)},
    answers="itself",
):
    """Asks whoever presses it for the word by which they are forgotten."""

    act: Literal["ask"] = "ask"

    async def press(self, interaction: Interaction) -> None:
        form = ui.Modal(title="Forget me", custom_id="forgetting:ask", timeout=900)
        field: ui.TextInput[Any] = ui.TextInput(custom_id="word", max_length=20, placeholder=WORD)
        form.add_item(ui.Label(text=f"Type: {WORD}", description="You can't undo this", component=field))
        await interaction.response.send_modal(form_within_limits(form))


async def explain(interaction: Interaction) -> None:
    """Say what goes and what stays; nothing is deleted yet."""
    holding = await interaction.client.steward.forgetters.holding(PlayerId(interaction.user.id))
    said = ui.TextDisplay[Any](explained(*holding))
    await interaction.edit_original_response(view=within_limits(layout_of(said, ui.ActionRow(ForgetButton()))))


async def take_form(interaction: Interaction, _match: re.Match[str], fields: dict[str, str]) -> None:
    """Forget the person who has typed the word: it is on record before they read anything, and only they do."""
    if fields.get("word", "").strip().casefold() != WORD:
        raise TellPlayer(CANT_READ)
    steward, token, player = interaction.client.steward, interaction.token, PlayerId(interaction.user.id)
    await think_once_noted(interaction, steward.forgetters.begin(player, token))
    is_done = await steward.forgetters.go_on(player)
    await interaction.edit_original_response(content=DONE if is_done else LATER)
    if is_done:
        await steward.farewells.told(token)
