"""Where a question is put: in an answer that one player sees, or as a message of its own."""

import discord

from cogs.kit.client import Interaction
from records.races import RaceRecord


def is_asked_here(interaction: discord.Interaction | Interaction, race: RaceRecord) -> bool:
    """Tell whether a race puts its questions as messages of their own where somebody acts.

    So it is in direct messages, and in the thread of a practice: the next question comes by itself there.
    """
    return interaction.guild_id is None or (race.is_practice and interaction.channel_id == race.thread)
