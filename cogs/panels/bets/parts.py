"""What the panels of the betting table share: how one looks, and its head."""

from collections.abc import Iterable, Sequence
from typing import Any

import discord
import msgspec
from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.limits import MESSAGE_TEXT, fitting
from cogs.kit.messages import within_limits
from cogs.kit.question_id import ACCENT, file_of, gallery_of
from engine.betting.rules import TableRules
from records.races import PublicRace, RaceRecord
from records.values import RaceId
from steward import Picture
from words.shared.names import harmless, place_of

MARKET = r"(?P<market>[0-9]{1,3})"
CHOICE = r"(?P<choice>[0-9]{1,3}|over|under)"
KEY = r"(?P<key>[0-9]{1,20})"
TEXT = MESSAGE_TEXT - 400
"""Characters of the lines of a panel; the rest is for what stands on its buttons and menus."""

Post = tuple[ui.LayoutView, list[discord.File]]
"""A message, and the files that belong to it."""


def head(lobby: PublicRace) -> str:
    """Return the small line that says which race it is."""
    return f"-# {harmless(lobby.race.title)} · {place_of(lobby.race)}"


def again(race: RaceId, label: str) -> ui.Button[Any]:
    """Return the button that shows the betting table in place of what is there (:mod:`cogs.panels.bets.table`)."""
    return ui.Button(label=label, emoji="🪙", custom_id=f"bets:again:{race}")


def panel(lines: Sequence[str], *rows: Sequence[ui.Item[Any]]) -> ui.LayoutView:
    """Return text with rows of buttons, or of one select each; empty rows are left out."""
    return within_limits(_boxed([ui.TextDisplay(fitting(lines, TEXT))], rows))


def pictured(lines: Sequence[str], picture: Picture, *rows: Sequence[ui.Item[Any]]) -> Post:
    """Return the same with a picture under the text."""
    file = file_of(picture)
    layout = _boxed([ui.TextDisplay(fitting(lines, TEXT)), gallery_of(picture, file)], rows)
    return within_limits(layout, [file]), [file]


def _boxed(shown: Sequence[ui.Item[Any]], rows: Iterable[Sequence[ui.Item[Any]]]) -> ui.LayoutView:
    box: ui.Container[Any] = ui.Container(*shown, accent_colour=ACCENT)
    for row in filter(None, rows):
        box.add_item(ui.ActionRow(*row))
    layout = ui.LayoutView(timeout=None)
    layout.add_item(box)
    return layout


async def show(interaction: Interaction, lines: Sequence[str], *rows: Sequence[ui.Item[Any]]) -> None:
    """Show a panel in the answer to an interaction that has been deferred."""
    await interaction.edit_original_response(view=panel(lines, *rows), attachments=[])


def read_rules(race: RaceRecord) -> TableRules:
    """Return how there is betting on a race."""
    return msgspec.json.decode(race.betting, type=TableRules)
