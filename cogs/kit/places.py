"""Places for questions: a private answer, or a message for all; and links to a race."""

from typing import Any, Literal

import discord
from discord import ui

from cogs.kit.abroad import is_abroad
from cogs.kit.client import Interaction
from cogs.kit.layouts import layout_of
from cogs.kit.messages import within_limits
from records.races import GONE, RaceRecord
from words import noun_of

Spot = Literal["dm", "practice", "thread", "elsewhere"]
"""Where a player acts: in direct messages, in a practice's own place, in a race's thread, anywhere else."""


def spot_of(interaction: discord.Interaction | Interaction, race: RaceRecord) -> Spot:
    """Return where a player acts, as a race sees it."""
    is_told_here = interaction.channel_id == race.thread
    if is_abroad(interaction):
        return "elsewhere"
    if race.is_practice and (is_told_here or interaction.guild_id is None):
        return "practice"
    if interaction.guild_id is None:
        return "dm"
    return "thread" if is_told_here else "elsewhere"


def is_asked_here(interaction: discord.Interaction | Interaction, race: RaceRecord) -> bool:
    """Tell whether a race puts its questions as separate messages where the player acts."""
    return spot_of(interaction, race) in ("dm", "practice")


def way_to(interaction: discord.Interaction | Interaction, race: RaceRecord) -> "ui.ActionRow[Any] | None":
    """Return a row with the way to the thread of a race or a league; ``None`` in that thread, or if there is none."""
    if not race.guild or race.thread in (None, GONE, interaction.channel_id):
        return None
    address = f"https://discord.com/channels/{race.guild}/{race.thread}"
    return ui.ActionRow(ui.Button(label=f"Go to the {noun_of(race)}", url=address))


async def tell_with_way(interaction: Interaction, said: str, race: RaceRecord) -> None:
    """Answer with a sentence, and with the way to a race or a league."""
    layout = layout_of(ui.TextDisplay(said))
    if way := way_to(interaction, race):
        layout.add_item(way)
    await interaction.edit_original_response(view=within_limits(layout))
