"""The last word to the owner of a server that I have left: it takes the place of my goodbye, so it is there once."""

import hashlib
import logging

import discord
from discord.http import Route

from cogs.posts.sending import Sender, snowflake_at
from records.removals import Receipt
from steward import DmRefused
from words.shared.removing import DONE

log = logging.getLogger(__name__)

ANSWER = "/webhooks/{application_id}/{interaction_token}/messages/@original"
LOOKED_BACK = 20
"""Messages among which it is looked for in direct messages."""


async def tell_left(sender: Sender, receipt: Receipt) -> bool:
    """Tell an owner that I have left; ``False`` if Discord is busy, so that it is to be tried again."""
    try:
        await _edit_answer(sender, receipt)
    except discord.HTTPException as error:
        return not _passes(error) and await _write(sender, receipt)
    return True


async def _edit_answer(sender: Sender, receipt: Receipt) -> None:
    """Edit my answer to their two words, which Discord lets me do for a quarter of an hour, wherever I am."""
    client = sender.client
    route = Route("PATCH", ANSWER, application_id=client.application_id, interaction_token=receipt.token)
    await client.http.request(route, json={"content": DONE})


async def _write(sender: Sender, receipt: Receipt) -> bool:
    """Write to them, unless it stands there; whoever I share no server with may not be written to."""
    try:
        async with sender.direct(receipt.player) as channel:
            since = discord.Object(snowflake_at(receipt.at))
            async for message in channel.history(limit=LOOKED_BACK, after=since):
                if message.author == sender.client.user and message.content == DONE:
                    return True
            await channel.send(DONE, nonce=_nonce(receipt))
    except DmRefused:
        log.info("the owner of a server that was removed takes no direct messages any more")
    except discord.HTTPException as error:
        return not _passes(error)
    return True


def _passes(error: discord.HTTPException) -> bool:
    """Tell whether an error is Discord's own, or one of rate."""
    return error.status >= 500 or error.status == 429


def _nonce(receipt: Receipt) -> str:
    return "left" + hashlib.sha256(f"{receipt.guild}:{receipt.at}".encode()).hexdigest()[:20]
