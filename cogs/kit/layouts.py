"""How the bot's panels look: text and pictures in a box of the arena's colour, with rows of buttons under them."""

import io
from collections.abc import Iterable, Sequence
from typing import Any

import discord
from discord import ui

from cogs.kit.limits import MESSAGE_TEXT, fitting
from cogs.kit.messages import within_limits
from steward import Picture

ACCENT = 0xB5832E  # the sand of the arena

TEXT = MESSAGE_TEXT - 400
"""Characters for the lines of a panel; the rest is for its buttons and menus."""

Post = tuple[ui.LayoutView, list[discord.File]]
"""A message, and the files that belong to it."""


def file_of(picture: Picture) -> discord.File:
    """Return *picture* as a file to send."""
    return discord.File(io.BytesIO(picture.png), picture.name, description=picture.alt)


def gallery_of(picture: Picture, file: discord.File) -> ui.MediaGallery[Any]:
    """Return a component that shows *picture*, sent as *file*."""
    gallery: ui.MediaGallery[Any] = ui.MediaGallery()
    gallery.add_item(media=file, description=picture.alt)
    return gallery


def unadvised(layout: ui.LayoutView, *advising: discord.ButtonStyle) -> ui.LayoutView:
    """Return a message whose buttons look alike, where they had a style that advises."""
    for item in layout.walk_children():
        button = item.item if isinstance(item, ui.DynamicItem) else item
        if isinstance(button, ui.Button) and button.style in advising:
            button.style = discord.ButtonStyle.secondary
    return layout


def text_of(lines: Sequence[str], most: int = TEXT) -> ui.TextDisplay[Any]:
    """Return as many of the lines as *most* characters hold."""
    return ui.TextDisplay(fitting(lines, most))


def boxed(*shown: ui.Item[Any]) -> ui.Container[Any]:
    """Return a box with a stripe of the arena's colour; more can be put into it."""
    return ui.Container(*shown, accent_colour=ACCENT)


def layout_of(*shown: ui.Item[Any]) -> ui.LayoutView:
    """Return a message of these parts. Its buttons go on working for ever, after a restart, too."""
    layout = ui.LayoutView(timeout=None)
    for each in shown:
        layout.add_item(each)
    return layout


def rows_of(rows: Iterable[Sequence[ui.Item[Any]]]) -> list[ui.ActionRow[Any]]:
    """Return rows of buttons, or of one select each; empty rows are left out."""
    return [ui.ActionRow(*row) for row in rows if row]


def panel(lines: Sequence[str], *rows: Sequence[ui.Item[Any]]) -> ui.LayoutView:
    """Return text with rows of buttons, or of one select each; empty rows are left out."""
    return within_limits(layout_of(boxed(text_of(lines), *rows_of(rows))))


def pictured(lines: Sequence[str], picture: Picture, *rows: Sequence[ui.Item[Any]]) -> Post:
    """Return the same with a picture under the text."""
    file = file_of(picture)
    box = boxed(text_of(lines), gallery_of(picture, file), *rows_of(rows))
    return within_limits(layout_of(box), [file]), [file]


async def show(interaction: discord.Interaction[Any], lines: Sequence[str], *rows: Sequence[ui.Item[Any]]) -> None:
    """Show a panel in the answer to an interaction that has been deferred."""
    await interaction.edit_original_response(view=panel(lines, *rows), attachments=[])


async def show_text(
    interaction: discord.Interaction[Any],
    text: str,
    buttons: Sequence[ui.Item[Any]] = (),
    file: discord.File | None = None,
) -> None:
    """Show text, a row of buttons and a file in the answer to an interaction that has been deferred."""
    files = [] if file is None else [file]
    box = boxed(text_of(text.split("\n"), MESSAGE_TEXT), *(ui.File(each) for each in files), *rows_of([buttons]))
    await interaction.edit_original_response(view=within_limits(layout_of(box), files), attachments=files)
