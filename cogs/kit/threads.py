"""Threads that Discord has archived: it refuses edits and some answers there until the thread is open again.

A new post opens a thread anyway. All else goes through :func:`even_if_archived`.
"""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import discord

ARCHIVED = 50083
Done = TypeVar("Done")


async def even_if_archived(deed: Callable[[], Awaitable[Done]], thread: Callable[[], Awaitable[Any]]) -> Done:
    """Do *deed*; if the thread is archived, open it and do *deed* once more.

    :param thread: returns the thread, or ``None`` if it is unknown; called only if a thread is archived.
    :raises discord.HTTPException: of *deed*. Only a moderator opens a locked thread.
    """
    try:
        return await deed()
    except discord.HTTPException as error:
        if error.code != ARCHIVED:
            raise
        await _open(thread, error)
    return await deed()


async def _open(thread: Callable[[], Awaitable[Any]], refusal: discord.HTTPException) -> None:
    try:
        found = await thread()
        if found is None:
            raise refusal
        await found.edit(archived=False)
    except discord.HTTPException:
        raise refusal from None
