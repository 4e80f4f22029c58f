"""Publishing results to those who follow an announcement channel: where it is on, and what stands in its way."""

import discord

from cogs.kit.client import Interaction
from cogs.kit.messages import TellPlayer
from words.shared.telling import joined

ONLY_NEWS = (
    "Only an announcement channel has followers. Make this channel one in its settings, or use `/server settings "
    "publish:True` in another."
)


OFF = (
    "Results are not published to servers that follow a channel. `/server settings publish:True` in an announcement "
    "channel begins it."
)


def require_followers(interaction: Interaction) -> None:
    """Fail with :exc:`TellPlayer` unless this is an announcement channel, or a thread of one."""
    channel = _channel(interaction)
    if not (isinstance(channel, discord.TextChannel) and channel.is_news()):
        raise TellPlayer(ONLY_NEWS)


async def told_publishing(interaction: Interaction, guild: int, wished: bool | None) -> str:
    """Switch it on or off in this channel, if that is wished, and tell where results are published, or how to begin."""
    publishing, channel = interaction.client.steward.publishing, _channel(interaction)
    if wished is not None and channel is not None:
        await publishing.set(guild, channel.id, is_on=wished)
    channels = await publishing.channels(guild)
    if not channels:
        return OFF
    return f"Results of {joined([f'<#{each}>' for each in channels])} are published to their followers."


def _channel(interaction: Interaction) -> discord.abc.GuildChannel | None:
    """Return this channel, or that of this thread."""
    here = interaction.channel
    found = here.parent if isinstance(here, discord.Thread) else here
    return found if isinstance(found, discord.abc.GuildChannel) else None


async def publishing_needs(interaction: Interaction) -> list[str]:
    """Return what publishing needs on this server: a line for each channel that is set to it, with what it lacks."""
    server = interaction.guild
    if server is None:
        return []
    channels = await interaction.client.steward.publishing.channels(server.id)
    return [_need(server, each) for each in channels]


def _need(server: discord.Guild, number: int) -> str:
    channel = server.get_channel(number)
    if not isinstance(channel, discord.TextChannel):
        return f"⚠️ Results of <#{number}> can't be published: the channel is gone."
    if not channel.is_news():
        return f"⚠️ Results of <#{number}> can't be published: it is no announcement channel any more."
    if not channel.permissions_for(server.me).send_messages:
        return f"⚠️ To publish results of <#{number}> I need the right to send messages there."
    return f"✅ Results of <#{number}> are published to its followers, 10 an hour at most."
