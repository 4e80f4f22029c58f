"""When somebody pressed: Discord writes its own time into the number of each interaction."""

from contextlib import AbstractContextManager
from typing import Any

import discord

from records.values import PlayerId


def pressed_at(interaction: discord.Interaction[Any]) -> float:
    """Return when something was pressed or sent by Discord's clock, in seconds since 1970."""
    return discord.utils.snowflake_time(interaction.id).timestamp()


def at_work(interaction: discord.Interaction[Any]) -> AbstractContextManager[None]:
    """Have deadlines wait for a press that was made before them, while it is dealt with (S-63)."""
    player = PlayerId(interaction.user.id)
    held: AbstractContextManager[None] = interaction.client.steward.races.presses.at_work(
        player, pressed_at(interaction)
    )
    return held
