"""The post of the race of the day in a server's channel: yesterday's story, and the way to drive today's."""

from typing import Any

import discord

from cogs.kit.layouts import Post, boxed, file_of, gallery_of, layout_of, rows_of, text_of
from cogs.panels.daily import DailyDrive, DailyProof, tables_of
from cogs.posts.sending import GONE, Sender
from engine.daily.settings import setting_of
from records.boards import Board
from records.daily import TryRecord
from records.limits import BOARD_SLEEPS, DAY
from records.notices import Notice
from records.values import RaceId
from steward import CannotPost, DailyPost, Picture, Steward, closes
from words import WORDS
from words.shared.daily import WHAT, last_post, names_for, title_of, yesterday_lines

MARKED_AFTER = 2**62
"""Stands for a notice's number: later than those that any copy of the database held."""


async def post(sender: Sender, daily: DailyPost) -> int:
    """Post a day, or find its post; return the message.

    :raises CannotPost: if the channel is gone.
    """
    layout, files = await _made(sender.steward, daily)
    channel: Any = sender.client.get_partial_messageable(daily.board.channel)
    try:
        sent, _ = await sender.send_once(_as_notice(daily.board), channel, layout, files)
    except discord.HTTPException as error:
        if error.code in GONE:
            raise CannotPost(f"Discord {error.code}") from error
        raise
    return sent.id


def _as_notice(board: Board) -> Notice:
    """Return what marks the post: its server and day, in place of a race and the number of a notice there."""
    server, tried = RaceId(board.guild), board.tried or 0.0
    return Notice(
        id=MARKED_AFTER, race=server, kind="card", due=tried, attempts=board.attempts, tried=tried, place=board.number
    )


async def _made(steward: Steward, daily: DailyPost) -> Post:
    number = daily.board.number
    lines = [
        f"## 🌅 {title_of(number, WORDS[setting_of(number).game].title)}",
        *yesterday_lines(daily.tries, daily.runs),
        f"-# {WHAT} Open until <t:{int(closes(number).timestamp())}:f>.",
    ]
    if daily.is_last:
        lines.append(last_post(int(BOARD_SLEEPS / DAY)))
    picture = await _best(steward, daily.tries[0]) if daily.tries else None
    files = [] if picture is None else [file_of(picture)]
    shown = [gallery_of(picture, file) for file in files if picture is not None]
    buttons = [DailyDrive(number), *tables_of(number - 1, of_day=bool(daily.tries)), DailyProof()]
    return layout_of(boxed(text_of(lines), *shown, *rows_of([buttons]))), files


async def _best(steward: Steward, record: TryRecord) -> Picture:
    """Return the board at the end of the best race here of the day before."""
    tried = await steward.daily.take_up(record.number, record.person)
    game, title = tried.day.setting.game, title_of(record.number, WORDS[tried.day.setting.game].title)
    return await steward.studio.view_of(game, tried.attempt.view, names_for(record.name), title)
