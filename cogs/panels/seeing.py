"""Which races of a server somebody may look at in its hall, and which feats are told there."""

import discord

from cogs.kit.client import Interaction
from cogs.kit.messages import TellPlayer
from cogs.kit.rights import sees_channel
from records.past import FeatKind, Seen

FEATS: tuple[FeatKind, ...] = ("quickest", "odds", "payoff", "rams", "survived", "luckiest", "unluckiest")


async def seen_by(interaction: Interaction, game: str = "", *, for_all: bool = False) -> Seen:
    """Return the races that the player may look at: those of this server, in channels that they see.

    :param for_all: in channels that every member sees.
    :raises TellPlayer: outside a server.
    """
    if interaction.guild_id is None:
        raise TellPlayer("Each server has a hall of its own. Use this command in one.")
    channels: list[int] = await interaction.client.steward.fame.channels(interaction.guild_id)
    hidden = tuple(each for each in channels if not _sees(interaction, each, for_all=for_all))
    return Seen(guild=interaction.guild_id, ruleset=game or None, hidden=hidden)


def _sees(interaction: Interaction, channel: int, *, for_all: bool) -> bool:
    if not for_all:
        return sees_channel(interaction, channel, interaction.user)
    found = interaction.client.get_channel(channel)
    if not isinstance(found, discord.abc.GuildChannel):
        return True  # a channel that is gone hides nothing
    return bool(found.permissions_for(found.guild.default_role).view_channel)
