"""Last words in the place of an answer: to the owner of a server that I have left, and to whom I have forgotten."""

import hashlib
import logging
from typing import NamedTuple

import discord
from discord.http import Route

from cogs.posts.sending import Sender, snowflake_at
from records.people import Farewell
from records.removals import Receipt
from records.values import PlayerId
from steward import DmRefused
from words.shared import forgetting, removing

log = logging.getLogger(__name__)

ANSWER = "/webhooks/{application_id}/{interaction_token}/messages/@original"
LOOKED_BACK = 20
"""Messages among which it is looked for in direct messages."""


class _Letter(NamedTuple):
    """What is written to somebody if my answer can't be edited any more."""

    player: PlayerId
    said: str
    at: float  # since when it may stand there
    nonce: str


async def tell_left(sender: Sender, receipt: Receipt) -> bool:
    """Tell an owner that I have left; ``False`` if Discord is busy, so that it is to be tried again."""
    letter = _Letter(receipt.player, removing.DONE, receipt.at, _nonce("left", f"{receipt.guild}:{receipt.at}"))
    return await _tell(sender, receipt.token, removing.DONE, letter)


async def tell_forgotten(sender: Sender, farewell: Farewell, player: PlayerId | None) -> bool:
    """Tell somebody that they are forgotten; ``False`` if Discord is busy, so that it is to be tried again."""
    said, nonce = forgetting.DONE, _nonce("gone", farewell.token)
    letter = None if player is None else _Letter(player, said, farewell.at, nonce)
    return await _tell(sender, farewell.token, said, letter)


async def _tell(sender: Sender, token: str, said: str, letter: _Letter | None) -> bool:
    try:
        await _edit_answer(sender, token, said)
    except discord.HTTPException as error:
        return not _passes(error) and (letter is None or await _write(sender, letter))
    return True


async def _edit_answer(sender: Sender, token: str, said: str) -> None:
    """Edit my answer to their two words, which Discord lets me do for a quarter of an hour, wherever I am."""
    client = sender.client
    route = Route("PATCH", ANSWER, application_id=client.application_id, interaction_token=token)
    await client.http.request(route, json={"content": said})


async def _write(sender: Sender, letter: _Letter) -> bool:
    """Write to them, unless it stands there; whoever I share no server with may not be written to."""
    try:
        async with sender.direct(letter.player) as channel:
            since = discord.Object(snowflake_at(letter.at))
            async for message in channel.history(limit=LOOKED_BACK, after=since):
                if message.author == sender.client.user and message.content == letter.said:
                    return True
            await channel.send(letter.said, nonce=letter.nonce)
    except DmRefused:
        log.info("somebody who is owed a last word takes no direct messages any more")
    except discord.HTTPException as error:
        return not _passes(error)
    return True


def _passes(error: discord.HTTPException) -> bool:
    """Tell whether an error is Discord's own, or one of rate."""
    return error.status >= 500 or error.status == 429


def _nonce(kind: str, of: str) -> str:
    return kind + hashlib.sha256(of.encode()).hexdigest()[:20]
