"""/fame: the hall of fame of this server."""

import discord
from discord import app_commands

from cogs.choices.which_game import game_choices, game_of
from cogs.kit.client import Interaction
from cogs.panels.fame import show_fame, show_meetings, show_person


@app_commands.command(name="fame", description="The hall of fame: wins, records, the dead, and how two people compare")
@app_commands.describe(
    person="A person's record; the whole hall, if you leave it out",
    rival="Somebody to compare them with; name only a rival to compare yourself",
    game="One game; all, if you leave it out",
)
@app_commands.autocomplete(game=game_choices)
@app_commands.allowed_contexts(guilds=True, dms=True)
async def fame(
    interaction: Interaction,
    person: discord.User | None = None,
    rival: discord.User | None = None,
    game: str = "",
) -> None:
    """Show the hall to the player."""
    chosen = game_of(game).id if game.strip() else ""
    await interaction.response.defer(ephemeral=True, thinking=True)
    if rival is not None:
        await show_meetings(interaction, person or interaction.user, rival)
    elif person is not None:
        await show_person(interaction, person)
    else:
        await show_fame(interaction, "records", chosen)
