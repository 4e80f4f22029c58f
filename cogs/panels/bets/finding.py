"""The race of a bet, and how long its bettor has been in the server."""

import discord
from discord import app_commands

from cogs.choices import which_chariot
from cogs.choices.which_chariot import Choices
from cogs.choices.which_race import RACE, around_here, find_race, headings_here, offered
from cogs.kit.client import Interaction
from cogs.kit.declaring import About
from cogs.kit.messages import TellPlayer
from cogs.kit.rights import member_of
from records.races import PublicRace
from records.values import PlayerId
from words.shared.names import harmless

DAY = 86_400.0


async def find_table(interaction: Interaction, race: str = "") -> PublicRace:
    """Return the race whose betting table is meant.

    :raises Refused: if there is no such race that this player may know of.
    :raises TellPlayer: if it is not clear which.
    """
    return await find_race(interaction, race, is_for_bets=True)


async def table_choices(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the races of this place that have a betting table."""
    return offered(await headings_here(interaction, await around_here(interaction, is_for_bets=True)), typed)


about_table = About("race", RACE, table_choices)
"""Declares a command about a race that has a betting table."""


async def days_in(interaction: Interaction, race: PublicRace) -> int:
    """Return how many whole days the player has been in a race's server.

    :raises TellPlayer: if they are not in it now.
    """
    return days_of(interaction, await _member(interaction, race))


def days_of(interaction: Interaction, member: discord.abc.User) -> int:
    """Return for how many whole days somebody has been a member; 0 where that is not known."""
    joined = getattr(member, "joined_at", None)
    return 0 if joined is None else max(0, int((interaction.client.steward.now() - joined.timestamp()) // DAY))


async def _member(interaction: Interaction, race: PublicRace) -> discord.abc.User:
    if interaction.guild_id == race.record.guild:
        return interaction.user
    member = await member_of(interaction.client, race.record.guild, PlayerId(interaction.user.id))
    if member is not None:
        return member
    raise TellPlayer(
        f"You are not in the server in which **{harmless(race.record.title)}** is run. Only its members can bet."
    )


async def betting_chariot_choices(interaction: Interaction, typed: str) -> Choices:
    """Offer the chariots of the race whose betting table the command is about."""
    return await which_chariot.offered_chariots(interaction, typed, find_table)
