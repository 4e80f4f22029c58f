"""The post of a gazette: one silent message with the card of the week."""

from datetime import date

from cogs.kit.layouts import Post, boxed, file_of, gallery_of, layout_of, rows_of, text_of
from cogs.panels.year import HERE, ME, YearButton
from cogs.posts.boards import on_board
from cogs.posts.sending import Sender
from records.gazettes import Week
from steward import GAZETTE_WEEKS, GazettePost, Steward
from words.shared.gazette import gazette_card, gazette_lines

PART = 1
"""Of a board's marks: the race of the day has the other one."""


async def post(sender: Sender, gazette: GazettePost) -> int:
    """Post an issue, or find its post; return the message; :exc:`CannotPost` if the channel is gone."""
    return await on_board(sender, gazette.board, await issue(sender.steward, gazette), PART)


async def issue(steward: Steward, gazette: GazettePost) -> Post:
    """Return the message of an issue."""
    week = gazette.week
    box = boxed(text_of(gazette_lines(week, GAZETTE_WEEKS)))
    if week.is_empty:
        return layout_of(box), []
    picture = await steward.studio.review(gazette_card(week), f"gazette-{week.day}.png")
    file = file_of(picture)
    box.add_item(gallery_of(picture, file))
    for row in rows_of([_year_buttons(week)]):
        box.add_item(row)
    return layout_of(box), [file]


def _year_buttons(week: Week) -> list[YearButton]:
    """Return the ways to the year, in its last issue."""
    if not week.closes_year:
        return []
    year = date.fromordinal(week.day).year
    return [YearButton(HERE, year, label="This server's year"), YearButton(ME, year, label="My year")]
