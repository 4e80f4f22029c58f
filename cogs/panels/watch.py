"""Buttons for those who look on."""

import re
from typing import Any, Self

import discord
from discord import ui

from cogs.kit.messages import answers_for_itself
from cogs.kit.question_id import RACE
from cogs.kit.rights import known_race
from cogs.panels.race import show_board, show_log, show_status
from records.values import RaceId

LABELS = {"board": "Board", "status": "Status", "log": "Log"}


class WatchButton(ui.DynamicItem[ui.Button[Any]], template=rf"watch:(?P<what>board|status|log):{RACE}"):
    """Shows something of a race to the one who presses."""

    def __init__(self, race: RaceId, what: str) -> None:
        self.race, self.what = race, what
        super().__init__(ui.Button(label=LABELS[what], custom_id=f"watch:{what}:{race}"))

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: re.Match[str], /) -> Self:
        return cls(RaceId(int(match["race"])), match["what"])

    @answers_for_itself
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        show = {"board": show_board, "status": show_status, "log": show_log}[self.what]
        await show(interaction, await known_race(interaction, self.race))
