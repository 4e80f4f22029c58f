"""Opening a race: check the rights first, then give the race a thread of its own."""

from collections.abc import Mapping

import discord
import msgspec

from cogs.kit.client import Interaction
from cogs.kit.messages import TellPlayer
from cogs.kit.new_threads import thread_once
from cogs.kit.permissions import rights_missing
from engine.game import AnyRuleset
from records.races import Place
from records.values import PlayerId, RaceId
from steward import NewRace, Steward, Timing, title_again
from words import WORDS

Clocks = Mapping[str, int] | Timing
"""Spans by kind of decision, for a race move by move; or a pace with all that belongs to it."""

NEEDED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
)
"""My rights where a race is opened."""


def require_rights_in(mine: discord.Permissions, channel: int | None, needed: discord.Permissions = NEEDED) -> None:
    """Raise :exc:`TellPlayer` with the rights by name that I lack in a channel, before anything is begun."""
    if listed := rights_missing(mine, needed):
        raise TellPlayer(
            f"I cannot run a race in <#{channel}>: I lack the right to {listed} there. "
            "Give it to my role in that channel's settings, or open the race in another channel."
        )


def require_channel(interaction: discord.Interaction) -> discord.TextChannel:
    """Return the channel for races' threads: this one, or that of this thread, if its player may write there.

    :raises TellPlayer: if it has no threads, or a right is missing.
    """
    channel = interaction.channel
    if isinstance(channel, discord.Thread) and interaction.permissions.send_messages:
        channel = channel.parent  # a thread's rights are those of its channel
    if not isinstance(channel, discord.TextChannel):
        raise TellPlayer(_elsewhere(interaction))
    require_rights_in(interaction.app_permissions, channel.id)
    return channel


def _elsewhere(interaction: discord.Interaction) -> str:
    """Return why a race cannot be opened here, and where it can."""
    channel = interaction.channel
    if interaction.guild_id is None:
        return "A race needs a server, where it gets a thread of its own. `/play alone` works here."
    if isinstance(channel, discord.Thread) and isinstance(channel.parent, discord.TextChannel):
        return (
            f"A race gets a thread of its own in {channel.parent.mention}, and you may not write there. Open it in a "
            "channel where you may."
        )
    return (
        "Discord lets me open no thread in a channel of this kind, and a race gets a thread of its own. Open it in a "
        "text or announcement channel."
    )


async def open_race(
    interaction: Interaction,
    rules: AnyRuleset,
    title: str,
    options: msgspec.Struct,
    timing: Clocks,
    *,
    is_rated: bool = True,
    joins: bool = True,
) -> RaceId:
    """Open a race in a thread under this channel.

    :param joins: whether its host is in it at once.
    """
    channel, host = require_channel(interaction), PlayerId(interaction.user.id)
    title = title or await _own_title(interaction, WORDS[rules.id].nouns.contest)
    guild = interaction.guild_id or 0
    new = NewRace(guild, channel.id, host, rules.id, options, timing, title, is_rated=is_rated)
    driver = interaction.user.display_name if joins else None
    return await open_in_thread(interaction.client.steward, channel, new, driver)


async def _own_title(interaction: Interaction, contest: str) -> str:
    """Return the title of a race that its host gave none: theirs, told apart from all that they have had here.

    :param contest: what its game calls a race.
    """
    here, host = Place((interaction.guild_id or 0,)), PlayerId(interaction.user.id)
    taken = {each.title for each in await interaction.client.steward.index.headings(here, host)}
    title = f"{interaction.user.display_name}'s {contest}"
    return title_again(title, taken) if title in taken else title


async def open_in_thread(
    steward: Steward, channel: discord.TextChannel, new: NewRace, driver: str | None = None
) -> RaceId:
    """Open a race and its thread; without a thread there is no race.

    :param driver: the host's name, if they are in it at once.
    """
    race = await steward.lobbies.open_race(new, driver)
    try:
        async with thread_once(
            channel, (await steward.race(race)).record.title, sign=WORDS[new.ruleset].nouns.emoji
        ) as thread:
            await steward.lobbies.set_thread(race, thread)
    except Exception:  # whatever it was, nobody could ever enter the race
        await steward.lobbies.cancel(race, new.host)
        raise
    return race
