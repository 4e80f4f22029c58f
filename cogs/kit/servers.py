"""Servers in which a player has a purse, their names, and whose they are."""

from cogs.kit.abroad import is_abroad
from cogs.kit.client import Interaction
from cogs.kit.messages import TellPlayer
from records.values import PlayerId
from words.shared.names import harmless

NO_PURSE = (
    "You have no purse yet. You get one in each server, with a gift in it, when you first press **Bet** or use "
    "`/my purse` there."
)
NOT_HERE = "Purses belong to servers, and I am not in this one. Ask me in a server where I am, or by direct message."


async def servers_of(interaction: Interaction) -> list[int]:
    """Return the server of a purse; in a direct message, all in which the player has one.

    :raises TellPlayer: in a direct message, if they have none.
    """
    if interaction.guild_id is not None:
        return [interaction.guild_id]
    if is_abroad(interaction):
        raise TellPlayer(NOT_HERE)
    guilds: list[int] = await interaction.client.steward.purses.guilds_of(PlayerId(interaction.user.id))
    if not guilds:
        raise TellPlayer(NO_PURSE)
    return guilds


async def owned(interaction: Interaction, command: str) -> int:
    """Return the server of its owner. Who owns it is Discord's word: nothing in a press says it.

    :raises TellPlayer: in a direct message, and for anybody else.
    """
    guild = interaction.guild_id
    if guild is None:
        raise TellPlayer(f"Use `/server {command}` in a server that you own.")
    await interaction.client.seek(guild)
    server = interaction.client.get_guild(guild)
    if server is None or server.owner_id != interaction.user.id:
        raise TellPlayer(f"`/server {command}` is for the owner of this server alone. Ask them for it.")
    return guild


def server_name(interaction: Interaction, guild: int) -> str:
    """Return the name of a server, where it is not clear which is meant."""
    if interaction.guild_id is not None:
        return ""
    server = interaction.client.get_guild(guild)
    return f"**{harmless(server.name)}**" if server is not None else f"server {guild}"
