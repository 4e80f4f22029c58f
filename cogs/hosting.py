"""Opening a race: the rights are checked first, then the race gets a thread of its own."""

import asyncio
from collections.abc import Mapping
from typing import Any

import discord
import msgspec

from cogs.client import Interaction
from cogs.limits import cut
from cogs.messages import Said
from engine.game import Ruleset
from engine.values import PlayerId, RaceId
from steward import Timing

Clocks = Mapping[str, int] | Timing
"""Spans by kind of decision, for a race at the live pace; or a pace with all that belongs to it."""

NEEDED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
)
"""Everything the bot asks for; ``bot.py`` and the README make the invite link of it."""

SHOWN_AS = {"read_messages": "view channel"}
"""Rights that Discord's settings call otherwise than the library does."""

PATIENCE = 20.0
"""Seconds to wait until Discord lets a thread be opened: few are allowed in five minutes."""


def require_rights(interaction: discord.Interaction) -> None:
    """Raise :exc:`Said` with the missing rights by name, before anything is begun."""
    missing = [name for name, wanted in NEEDED if wanted and not getattr(interaction.app_permissions, name)]
    if missing:
        listed = ", ".join(SHOWN_AS.get(name, name.replace("_", " ")) for name in missing)
        raise Said(
            f"I cannot run a race in <#{interaction.channel_id}>: I lack the right to {listed} there. "
            "Give it to my role in this channel's settings, or open the race in another channel."
        )


def require_channel(interaction: discord.Interaction) -> discord.TextChannel:
    """Return the channel whose threads races are to be told in; :exc:`Said` if this is none, or a right is missing."""
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise Said(
            "A race gets a thread of its own: open it in a text channel of a server. `/practice` works here too."
        )
    require_rights(interaction)
    return channel


async def open_race(
    interaction: Interaction,
    rules: Ruleset[Any],
    title: str,
    options: msgspec.Struct,
    timing: Clocks,
) -> RaceId:
    """Open a race in a thread under this channel."""
    channel = require_channel(interaction)
    title = title or f"{interaction.user.display_name}'s race"
    return await open_in_thread(interaction, channel, rules, title, options, timing)


async def open_in_thread(
    interaction: Interaction,
    channel: discord.TextChannel,
    rules: Ruleset[Any],
    title: str,
    options: msgspec.Struct,
    timing: Clocks,
) -> RaceId:
    """Open a race and its thread; without a thread there is no race."""
    steward, host = interaction.client.steward, PlayerId(interaction.user.id)
    guild = interaction.guild_id or 0
    race = await steward.open_race(guild, channel.id, host, rules.id, options, timing, title)
    try:
        thread = await thread_for(channel, (await steward.lobby(race)).race.title)
    except Exception:  # whatever it was, nobody could ever enter the race
        await steward.cancel(race, host)
        raise
    await steward.set_thread(race, thread.id)
    return race


async def thread_for(channel: discord.TextChannel, title: str) -> discord.Thread:
    """Open the thread of a race; :exc:`Said` if Discord makes it wait for long."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await channel.create_thread(
                name=cut(f"🏇 {title}", 100), type=discord.ChannelType.public_thread, auto_archive_duration=10_080
            )
    except TimeoutError as error:
        raise Said(
            "Discord lets me open only a few threads in a short time, so the race was not opened. "
            "Try again in some minutes."
        ) from error
