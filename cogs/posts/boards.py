"""Posts on a board: one channel of a server in which something is posted by number, and each number once."""

from typing import Any

import discord

from cogs.kit.layouts import Post
from cogs.posts.sending import GONE, Sender
from records.boards import Board
from records.notices import Notice
from records.values import RaceId
from steward import CannotPost

MARKED_AFTER = 2**62
"""Stands for a notice's number: later than those that any copy of the database held."""


async def on_board(sender: Sender, board: Board, post: Post, part: int = 0) -> int:
    """Post what belongs to a board's number, or find its post, and return the message.

    :param part: another one for each kind of board.
    :raises CannotPost: if the channel is gone.
    """
    layout, files = post
    channel: Any = sender.client.get_partial_messageable(board.channel)
    try:
        sent, _ = await sender.send_once(_as_notice(board), channel, layout, files, part=part)
    except discord.HTTPException as error:
        if error.code in GONE:
            raise CannotPost(f"Discord {error.code}") from error
        raise
    return sent.id


def _as_notice(board: Board) -> Notice:
    """Return what marks the post: its server and number, in place of a race and the number of a notice there."""
    server, tried = RaceId(board.guild), board.tried or 0.0
    return Notice(
        id=MARKED_AFTER, race=server, kind="card", due=tried, attempts=board.attempts, tried=tried, place=board.number
    )
