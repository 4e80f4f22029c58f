"""What can't be undone is on record before anybody reads that I am at it."""

import asyncio
import contextlib
from collections.abc import Coroutine
from typing import Any, TypeVar

import discord

Noted = TypeVar("Noted")

RECORDED_WITHIN = 1.5
"""Seconds for which my first answer waits for the record, at most: Discord waits three."""


async def think_once_noted(interaction: discord.Interaction[Any], noting: Coroutine[Any, Any, Noted]) -> Noted:
    """Show that I am thinking once something is noted, or once that takes long; return what noting it returned.

    If the program ends before that, Discord itself tells whoever pressed that it did not work. If it ends after that,
    it goes on with what is on record, and tells them, also where my first answer could not be given any more.
    """
    noted = asyncio.create_task(noting)
    await asyncio.wait([noted], timeout=RECORDED_WITHIN)
    with contextlib.suppress(discord.HTTPException):
        await interaction.response.defer(ephemeral=True, thinking=True)
    return await noted
