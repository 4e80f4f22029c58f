"""Chances of Circus Maximus that can be looked up: those of a corner."""

from typing import Any

import discord
from discord import app_commands

from cogs.present.circus_maximus.cockpit import odds


def lookups() -> list[app_commands.Command[Any, ..., None]]:
    """Return the commands that this game adds to /odds."""
    return [app_commands.Command(name="corner", description=_ABOUT, callback=_corner)]


_ABOUT = "Circus Maximus: the chances of a corner at a speed"


@app_commands.describe(
    speed="Total speed of the move", lane="1 is the inmost lane", cdm="The driver's current modifier"
)
async def _corner(
    interaction: discord.Interaction[Any],
    speed: app_commands.Range[int, 0, 60],
    lane: app_commands.Range[int, 1, 8],
    cdm: app_commands.Range[int, -12, 6] = 0,
) -> None:
    await interaction.response.send_message(odds(speed, lane, cdm), ephemeral=True)
