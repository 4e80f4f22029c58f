"""The post of the race of the day in a server's channel: the way to drive today's, and under it yesterday's story."""

from cogs.kit.layouts import Post, boxed, file_of, gallery_of, layout_of, rows_of, text_of
from cogs.panels.daily import DailyDrive
from cogs.panels.daily_tables import DailyProof, tables_of
from cogs.posts.boards import on_board
from cogs.posts.sending import Sender
from engine.daily.settings import setting_of
from records.daily import TryRecord
from records.limits import BOARD_SLEEPS, DAY
from records.refusals import Refused
from steward import DailyPost, Picture, Steward, closes
from words import WORDS
from words.shared.daily import WHAT, heading_of, last_post, names_for, title_of, yesterday_lines


async def post(sender: Sender, daily: DailyPost) -> int:
    """Post a day, or find its post; return the message; :exc:`CannotPost` if the channel is gone."""
    return await on_board(sender, daily.board, await _made(sender.steward, daily))


async def _made(steward: Steward, daily: DailyPost) -> Post:
    number = daily.board.number
    lines = [
        f"## {heading_of(number, WORDS[setting_of(number).game].title)}",
        f"{WHAT} Open until <t:{int(closes(number).timestamp())}:f>.",
    ]
    if daily.is_last:
        lines.append(last_post(int(BOARD_SLEEPS / DAY)))
    buttons = [DailyDrive(number), *tables_of(number - 1, of_day=bool(daily.tries)), DailyProof()]
    box = boxed(text_of(lines), *rows_of([buttons]))
    if yesterday := yesterday_lines(daily.tries, daily.runs, says_nobody=daily.says_nobody):
        box.add_item(text_of(yesterday))
    picture, files = await _best(steward, daily.tries[0]) if daily.tries else None, []
    if picture is not None:
        files = [file_of(picture)]
        box.add_item(gallery_of(picture, files[0]))
    return layout_of(box), files


async def _best(steward: Steward, record: TryRecord) -> Picture | None:
    """Return the board at the end of the best race here of the day before; ``None`` if its rules are gone."""
    try:
        tried = await steward.daily.take_up(record.number, record.person)
    except Refused:
        return None
    game, title = tried.day.setting.game, title_of(record.number, WORDS[tried.day.setting.game].title)
    return await steward.studio.view_of(game, tried.attempt.view, names_for(record.name), title)
