"""Opening a race: check the rights first, then give the race a thread of its own."""

import asyncio
import re
from collections.abc import Container, Mapping
from itertools import count
from typing import Any

import discord
import msgspec

from cogs.kit.client import Interaction
from cogs.kit.limits import cut
from cogs.kit.messages import TellPlayer
from engine.game import AnyRuleset
from records.races import Place
from records.values import PlayerId, RaceId
from steward import NewRace, Steward, Timing
from words.shared.spelling import words_of

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

LONGEST_TITLE = 60

PATIENCE = 20.0
"""Seconds to wait until Discord lets a thread be opened: few are allowed in five minutes."""


_NO_RIGHT = (
    "Discord refuses me a thread in this channel. Give my role the rights to view it, to create public threads and to "
    "send messages in threads, in the channel's settings."
)
_NO_THREAD = {
    160006: "This server has as many active threads as Discord allows. Close some old ones, then try again.",
    30033: "A thread here has as many members as Discord allows. Open the race in another channel.",
    30013: "This server has as many channels as Discord allows. Delete one, or close old threads, then try again.",
    50024: "Discord lets me open no thread in a channel of this kind. Open the race in a text channel.",
    10003: "This channel is gone. Open the race in another one.",
    50001: _NO_RIGHT,
    50013: _NO_RIGHT,
}
"""Why Discord opens no thread, and the cure, by its number."""


def require_rights(interaction: discord.Interaction) -> None:
    """Raise :exc:`TellPlayer` with the rights by name that I lack where somebody acts, before anything is begun."""
    require_rights_in(interaction.app_permissions, interaction.channel_id)


def require_rights_in(mine: discord.Permissions, channel: int | None, needed: discord.Permissions = NEEDED) -> None:
    """Raise :exc:`TellPlayer` with the rights by name that I lack in a channel, before anything is begun."""
    missing = [name for name, wanted in needed if wanted and not getattr(mine, name)]
    if missing:
        listed = ", ".join(SHOWN_AS.get(name, words_of(name)) for name in missing)
        raise TellPlayer(
            f"I cannot run a race in <#{channel}>: I lack the right to {listed} there. "
            "Give it to my role in that channel's settings, or open the race in another channel."
        )


def require_channel(interaction: discord.Interaction) -> discord.TextChannel:
    """Return the channel for races' threads.

    :raises TellPlayer: if this channel has no threads, or a right is missing.
    """
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise TellPlayer(_elsewhere(interaction))
    require_rights(interaction)
    return channel


def _elsewhere(interaction: discord.Interaction) -> str:
    """Return why a race cannot be opened here, and where it can."""
    channel = interaction.channel
    if interaction.guild_id is None:
        return "A race needs a server, where it gets a thread of its own. `/practice` works here."
    if isinstance(channel, discord.Thread) and isinstance(channel.parent, discord.TextChannel):
        return f"This is a thread already, and a race gets one of its own. Open it in {channel.parent.mention}."
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
) -> RaceId:
    """Open a race in a thread under this channel."""
    channel, host = require_channel(interaction), PlayerId(interaction.user.id)
    title = title or await _own_title(interaction)
    guild = interaction.guild_id or 0
    new = NewRace(guild, channel.id, host, rules.id, options, timing, title, is_rated=is_rated)
    return await open_in_thread(interaction.client.steward, channel, new)


async def _own_title(interaction: Interaction) -> str:
    """Return the title of a race that its host gave none: theirs, told apart from all that they have had here."""
    taken = await titles_of(interaction, PlayerId(interaction.user.id))
    title = f"{interaction.user.display_name}'s race"
    return title_again(title, taken) if title in taken else title


async def titles_of(interaction: Interaction, host: PlayerId) -> set[str]:
    """Return the titles of all races that a host has had on this server."""
    headings = await interaction.client.steward.index.headings(Place((interaction.guild_id or 0,)), host)
    return {each.title for each in headings}


def title_again(title: str, taken: Container[str] = ()) -> str:
    """Return the title of a race that opens again, so that players can tell the threads apart.

    :param taken: titles of other races.

    >>> title_again("Ludi"), title_again("Ludi (2)"), title_again("Ludi", {"Ludi (2)"})
    ('Ludi (2)', 'Ludi (3)', 'Ludi (3)')
    """
    found = re.fullmatch(r"(.*) \(([2-9]|[1-9][0-9]{1,2})\)", title)
    name, first = (found[1], int(found[2]) + 1) if found else (title, 2)
    endings = (f" ({number})" for number in count(first))
    titles = (cut(name, LONGEST_TITLE - len(ending)) + ending for ending in endings)
    return next(each for each in titles if each not in taken)


async def open_in_thread(steward: Steward, channel: discord.TextChannel, new: NewRace) -> RaceId:
    """Open a race and its thread; without a thread there is no race."""
    race = await steward.lobbies.open_race(new)
    try:
        thread = await thread_for(channel, (await steward.race(race)).record.title)
    except Exception:  # whatever it was, nobody could ever enter the race
        await steward.lobbies.cancel(race, new.host)
        raise
    await steward.lobbies.set_thread(race, thread.id)
    return race


async def thread_for(channel: discord.TextChannel, title: str) -> discord.Thread:
    """Open the thread of a race; :exc:`TellPlayer` if Discord lets none be opened, or makes it wait for long."""
    # Threads of announcement channels are of a kind of their own; Discord takes no other there.
    kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
    return await create_thread(channel, title, kind)


async def create_thread(channel: discord.TextChannel, title: str, kind: Any) -> discord.Thread:
    """Open a thread of a kind: see :func:`thread_for`; raise :exc:`TellPlayer` if Discord refuses."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await channel.create_thread(
                name=cut(f"🏇 {title}", 100), type=kind, auto_archive_duration=10_080, invitable=False
            )
    except discord.HTTPException as error:
        if (why := _NO_THREAD.get(error.code)) is None:
            raise
        raise TellPlayer(f"{why} I didn't open the race.") from error
    except TimeoutError as error:
        raise TellPlayer(
            "Discord lets me open only a few threads in a short time, so the race was not opened. "
            "Try again in some minutes."
        ) from error
