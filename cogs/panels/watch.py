"""Buttons for those who look on."""

from collections.abc import Mapping
from typing import Any, Literal

import discord

from cogs.kit.items import ActButton, Looks
from cogs.kit.messages import answers_for_itself
from cogs.kit.rights import known_race
from cogs.panels.race import show_board, show_log, show_status

Act = Literal["board", "status", "log"]
LABELS: Mapping[Act, str] = {"board": "Board", "status": "Status", "log": "Log"}
LOOKS: Looks[Act] = {act: (label, discord.ButtonStyle.secondary) for act, label in LABELS.items()}


class WatchButton(ActButton[Act], kind="watch", looks=LOOKS):
    """Shows something of a race to the player."""

    @answers_for_itself
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        show = {"board": show_board, "status": show_status, "log": show_log}[self.act]
        await show(interaction, await known_race(interaction, self.race))
