"""Places for questions: a private answer, or a message for all; and links to a race."""

from typing import Any

import discord
from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.layouts import layout_of
from cogs.kit.messages import within_limits
from records.races import GONE, RaceRecord


def is_asked_here(interaction: discord.Interaction | Interaction, race: RaceRecord) -> bool:
    """Tell whether a race puts its questions as separate messages where the player acts.

    It does in direct messages, and in the thread of a practice, where the next question follows unasked.
    """
    return interaction.guild_id is None or (race.is_practice and interaction.channel_id == race.thread)


def way_to(interaction: discord.Interaction | Interaction, race: RaceRecord) -> "ui.ActionRow[Any] | None":
    """Return a row with the way to the thread of a race or a league; ``None`` in that thread, or if there is none."""
    if not race.guild or race.thread in (None, GONE, interaction.channel_id):
        return None
    address = f"https://discord.com/channels/{race.guild}/{race.thread}"
    return ui.ActionRow(ui.Button(label=f"Go to the {race.kind.noun}", url=address))


async def tell_with_way(interaction: Interaction, said: str, race: RaceRecord) -> None:
    """Answer with a sentence, and with the way to a race or a league."""
    layout = layout_of(ui.TextDisplay(said))
    if way := way_to(interaction, race):
        layout.add_item(way)
    await interaction.edit_original_response(view=within_limits(layout))
