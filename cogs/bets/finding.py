"""Which race a bet is about, and since when whoever bets is in its server."""

import discord
from discord import app_commands

from cogs.client import Interaction
from cogs.finding import find_race, known_here, label
from cogs.limits import SELECT_OPTIONS, cut
from cogs.messages import Said
from cogs.names import harmless
from cogs.present.betting import NO_TABLE
from engine.values import PlayerId
from steward import Lobby

DAY = 86_400.0


async def bettable(interaction: Interaction) -> list[Lobby]:
    """Return the races whose betting table whoever acts may see here, the latest last.

    In a direct message these are the races they are in, and those of servers in which they have a purse.
    """
    known = {lobby.race.id: lobby for lobby in await known_here(interaction)}
    if interaction.guild_id is None:
        steward = interaction.client.steward
        for guild in await steward.wagers.guilds_of(PlayerId(interaction.user.id)):
            known |= {lobby.race.id: lobby for lobby in await steward.list_races(guild)}
    return [known[race] for race in sorted(known) if known[race].race.guild]


async def find_table(interaction: Interaction, race: str = "") -> Lobby:
    """Return the race whose betting table is meant.

    :raises Refused: if there is no such race that this player may know of.
    :raises Said: if it is not clear which, or it has no table.
    """
    lobby = await find_race(interaction, race, await bettable(interaction))
    if not lobby.race.guild:
        raise Said(NO_TABLE)
    return lobby


async def table_choices(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the races of this place that have a betting table, the newest first."""
    fitting = [each for each in reversed(await bettable(interaction)) if typed.lower() in label(each).lower()]
    return [
        app_commands.Choice(name=cut(label(each), 100), value=str(each.race.id)) for each in fitting[:SELECT_OPTIONS]
    ]


async def days_in(interaction: Interaction, lobby: Lobby) -> int:
    """Return for how many whole days whoever acts has been in a race's server.

    :raises Said: if they are not in it, or no more.
    """
    return days_of(interaction, await _member(interaction, lobby))


def days_of(interaction: Interaction, member: discord.abc.User) -> int:
    """Return for how many whole days somebody has been a member; 0 where that is not known."""
    joined = getattr(member, "joined_at", None)
    return 0 if joined is None else max(0, int((interaction.client.steward.now() - joined.timestamp()) // DAY))


async def _member(interaction: Interaction, lobby: Lobby) -> discord.abc.User:
    if interaction.guild_id == lobby.race.guild:
        return interaction.user
    server = interaction.client.get_guild(lobby.race.guild)
    try:
        if server is not None:
            return await server.fetch_member(interaction.user.id)
    except discord.NotFound:
        pass
    raise Said(f"You are not in the server in which **{harmless(lobby.race.title)}** is run. Only its members can bet.")
