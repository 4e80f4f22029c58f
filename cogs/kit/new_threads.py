"""Opening a thread, once: one that was opened though Discord's answer was lost is used, and none is left empty."""

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import discord

from cogs.kit.answers import BROKEN
from cogs.kit.limits import cut
from cogs.kit.messages import TellPlayer
from records.values import RaceId
from steward import Locks
from words.shared.nouns import RACE

PATIENCE = 20.0
"""Seconds to wait until Discord lets a thread be opened: few are allowed in five minutes."""

AT_ONCE = 0.9
"""Seconds within which a thread was opened at the first try: the library waits one before it tries again."""

CLOCKS = timedelta(seconds=60)
"""By so much our clock may be ahead of Discord's."""

LOOKED_BACK = 5
"""Messages among which the one is that tells of a new thread."""

_NO_RIGHT = (
    "Discord refuses me a thread in this channel. Give my role the rights to view it, to create public threads and to "
    "send messages in threads, in the channel's settings."
)
_NO_THREAD = {
    160006: "This server has as many active threads as Discord allows. Close some old ones, then try again.",
    160007: "This server has as many active announcement threads as Discord allows. Close some old ones, or open the "
    "race in a text channel.",
    30033: "A thread here has as many members as Discord allows. Open the race in another channel.",
    30013: "This server has as many channels as Discord allows. Delete one, or close old threads, then try again.",
    50024: "Discord lets me open no thread in a channel of this kind. Open the race in a text channel.",
    10003: "This channel is gone. Open the race in another one.",
    50001: _NO_RIGHT,
    50013: _NO_RIGHT,
}
"""Why Discord opens no thread, and the cure, by its number."""

_BUSY = (
    "Discord lets me open only a few threads in a short time, so the race was not opened. Try again in some minutes."
)
_AT_FAULT = "Discord has a fault just now, so the race was not opened. Try again in a minute."

_opening = Locks[int]()
"""By channel: while one thread is opened, no other is, so that neither is taken for the other."""

_opened = deque[int](maxlen=1_000)
"""Threads that were opened and are in use."""


ToldIn = Callable[[int], Awaitable[list[RaceId]]]
"""Returns the races that are told in a thread."""


async def thread_for(
    channel: discord.TextChannel, title: str, told_in: ToldIn | None = None, sign: str = RACE.emoji
) -> discord.Thread:
    """Open the thread of a race; :exc:`TellPlayer` if Discord lets none be opened, or makes it wait for long.

    :param told_in: where it is given, a thread of this title is used that was opened for nothing: the program ended.
    :param sign: of the game, before the title.
    """
    # Threads of announcement channels are of a kind of their own; Discord takes no other there.
    kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
    return await create_thread(channel, title, kind, told_in, sign)


@asynccontextmanager
async def thread_once(
    channel: discord.TextChannel, title: str, told_in: ToldIn | None = None, sign: str = RACE.emoji
) -> AsyncIterator[int]:
    """Give the id of a race's thread to keep: see :func:`thread_for`; if that fails, take the thread away again."""
    thread = await thread_for(channel, title, told_in, sign)
    try:
        yield thread.id
    except Exception:  # whatever it was, nothing would ever stand in the thread, unless it was kept all the same
        if told_in is None or not await told_in(thread.id):
            await discard(channel, thread)
        raise


async def create_thread(
    channel: discord.TextChannel, title: str, kind: Any, told_in: ToldIn | None = None, sign: str = RACE.emoji
) -> discord.Thread:
    """Open a thread of a kind: see :func:`thread_for`; raise :exc:`TellPlayer` if Discord refuses."""
    name = cut(f"{sign} {title}", 100)
    async with _opening[channel.id]:
        left = [] if told_in is None else await _left(channel, name, discord.utils.snowflake_time(0), told_in)
        thread = left[0] if left else await _opened_once(channel, name, kind, told_in or _nowhere)
        _opened.append(thread.id)
        return thread


async def _nowhere(_thread: int) -> list[RaceId]:
    return []


async def _opened_once(channel: discord.TextChannel, name: str, kind: Any, told_in: ToldIn) -> discord.Thread:
    """Open a thread; where one try may have opened it unbeknown, use one and close all others."""
    since, clock = discord.utils.utcnow() - CLOCKS, asyncio.get_running_loop().time
    begun = clock()
    try:
        async with asyncio.timeout(PATIENCE):
            thread = await channel.create_thread(name=name, type=kind, auto_archive_duration=10_080, invitable=False)
        if clock() - begun < AT_ONCE:
            return thread
    except discord.DiscordServerError as error:
        thread = _found(await _left(channel, name, since, told_in), error, _AT_FAULT)
    except BROKEN as error:
        reason = _BUSY if isinstance(error, TimeoutError) else _AT_FAULT
        thread = _found(await _left(channel, name, since, told_in), error, reason)
    except discord.HTTPException as error:
        if (why := _NO_THREAD.get(error.code)) is None:
            raise
        raise TellPlayer(f"{why} I didn't open the race.") from error
    for each in await _left(channel, name, since, told_in):
        if each.id != thread.id:
            await discard(channel, each)
    return thread


def _found(left: list[discord.Thread], error: Exception, why: str) -> discord.Thread:
    """Return a thread that was opened though the answer was an error."""
    if not left:
        raise TellPlayer(why) from error
    return left[0]


async def _left(channel: discord.TextChannel, name: str, since: Any, told_in: ToldIn) -> list[discord.Thread]:
    """Return the threads of a name that I have opened here since then and nobody uses; none if that is unknown."""
    with contextlib.suppress(discord.HTTPException, *BROKEN):
        mine = [
            each
            for each in await channel.guild.active_threads()
            if (each.parent_id, each.name, each.owner_id) == (channel.id, name, channel.guild.me.id)
            and discord.utils.snowflake_time(each.id) >= since
            and each.id not in _opened
            and not each.message_count
        ]
        return [each for each in mine if not await told_in(each.id)]
    return []


async def discard(channel: discord.TextChannel, thread: discord.Thread) -> None:
    """Take a thread away that nothing stands in: delete it, or close it where I may not; it stays if neither works."""
    with contextlib.suppress(discord.HTTPException, *BROKEN):
        try:
            await thread.delete()
        except discord.Forbidden:
            await thread.edit(archived=True)
    await clear_notice(channel, thread)


async def clear_notice(channel: discord.TextChannel, thread: discord.Thread) -> None:
    """Take away what Discord posts in a channel as a thread is opened; if it cannot be, it stays."""
    with contextlib.suppress(discord.HTTPException, *BROKEN):
        async for message in channel.history(limit=LOOKED_BACK):
            if message.type is discord.MessageType.thread_created and _names(message, thread):
                await message.delete()


def _names(message: Any, thread: discord.Thread) -> bool:
    return message.reference is not None and message.reference.channel_id == thread.id
