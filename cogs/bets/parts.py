"""What the panels of the betting table share: how one looks, and its head."""

from collections.abc import Sequence
from typing import Any

import msgspec
from discord import ui

from cogs.asked import ACCENT
from cogs.client import Interaction
from cogs.limits import MESSAGE_TEXT, fitting
from cogs.messages import measured
from cogs.names import harmless, place_of
from engine.betting.rules import TableRules
from engine.kept import RaceRecord
from engine.values import RaceId
from steward import Lobby

RACE = r"(?P<race>[0-9]{1,10})"
MARKET = r"(?P<market>[0-9]{1,3})"
CHOICE = r"(?P<choice>[0-9]{1,3}|over|under)"
KEY = r"(?P<key>[0-9]{1,20})"
LINE = 100
"""Characters of a line of a select."""


def head(lobby: Lobby) -> str:
    """Return the small line that says which race it is."""
    return f"-# {harmless(lobby.race.title)} · {place_of(lobby.race)}"


def again(race: RaceId, label: str) -> ui.Button[Any]:
    """Return the button that shows the betting table in the place of what is there: see :mod:`cogs.bets.table`."""
    return ui.Button(label=label, emoji="🪙", custom_id=f"bets:again:{race}")


def panel(lines: Sequence[str], *rows: Sequence[ui.Item[Any]]) -> ui.LayoutView:
    """Return text with rows of buttons, or of one select each; empty rows are left out."""
    box: ui.Container[Any] = ui.Container(ui.TextDisplay(fitting(lines, MESSAGE_TEXT - 200)), accent_colour=ACCENT)
    for row in filter(None, rows):
        box.add_item(ui.ActionRow(*row))
    layout = ui.LayoutView(timeout=None)
    layout.add_item(box)
    return measured(layout)


async def show(interaction: Interaction, lines: Sequence[str], *rows: Sequence[ui.Item[Any]]) -> None:
    """Show a panel in the answer to an interaction that has been deferred."""
    await interaction.edit_original_response(view=panel(lines, *rows), attachments=[])


def read_rules(race: RaceRecord) -> TableRules:
    """Return how there is betting on a race."""
    return msgspec.json.decode(race.betting, type=TableRules)
