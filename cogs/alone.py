"""Races alone against house drivers: where they are opened, and where the first question is put."""

from typing import Any

import discord
import msgspec

from cogs.asking import open_mine
from cogs.client import Interaction
from cogs.hosting import open_in_thread, require_rights
from cogs.messages import Said
from engine.game import Ruleset
from engine.values import PlayerId, RaceId
from steward import Timing


async def open_alone(
    interaction: Interaction, rules: Ruleset[Any], options: msgspec.Struct, timing: Timing, title: str
) -> RaceId:
    """Open a race in a thread of this channel, or in the direct message that it is asked for in."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread) and isinstance(channel.parent, discord.TextChannel):
        channel = channel.parent
    if isinstance(channel, discord.TextChannel):
        require_rights(interaction)
        return await open_in_thread(interaction, channel, rules, title, options, timing)
    if interaction.guild_id is None and interaction.channel_id is not None:
        steward, host = interaction.client.steward, PlayerId(interaction.user.id)
        race = await steward.open_race(0, interaction.channel_id, host, rules.id, options, timing, title)
        await steward.set_thread(race, interaction.channel_id)
        return race
    raise Said(
        "Discord lets me open no thread here, and a practice gets one of its own. Practise in a text channel, or in a "
        "direct message with me."
    )


async def put_first(interaction: Interaction, race: RaceId, said: str) -> None:
    """Put the first question to the one who began a race; in a direct message it comes by itself, below *said*."""
    if interaction.guild_id is None:
        await interaction.edit_original_response(content=said)
    else:
        await open_mine(interaction, race)
