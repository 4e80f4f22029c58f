"""People who are named by their number alone, in a custom id: anybody may have made it by hand."""

from typing import Protocol

import discord

from cogs.kit.client import Interaction
from cogs.kit.messages import TellPlayer
from records.values import PlayerId


class Whoever(Protocol):
    """Somebody who was named, by an option of a command or in a menu."""

    @property
    def id(self) -> int: ...

    @property
    def display_name(self) -> str: ...

    @property
    def bot(self) -> bool: ...


async def person(interaction: Interaction, player: PlayerId, said_of_bots: str) -> discord.User:
    """Return the person with a number.

    :param said_of_bots: why a bot can't be meant, and what to do instead.
    :raises TellPlayer: if it is a bot's number, or nobody's.
    """
    try:
        found = await interaction.client.fetch_user(player)
    except discord.NotFound as error:
        raise TellPlayer("Discord knows no such player. Choose another.") from error
    require_person(found, said_of_bots)
    return found


def require_person(user: Whoever, said: str) -> None:
    """:raises TellPlayer: if somebody who was named is a bot; *said* says why that can't be."""
    if user.bot:
        raise TellPlayer(said)
