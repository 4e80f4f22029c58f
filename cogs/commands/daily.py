"""The race of the day: one for everybody, driven in one message."""

from discord import app_commands

from cogs.kit.client import Interaction
from cogs.panels.daily import show_daily


@app_commands.command(name="daily", description="The race of the day: the same for everybody, one try")
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
async def daily(interaction: Interaction) -> None:
    """Show it to the player, and to nobody else."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await show_daily(interaction)
