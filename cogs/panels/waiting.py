"""The way to what waits for a player next: a button under answers, in a server and in direct messages."""

from typing import Any

import discord
from discord import ui

from cogs.kit.abroad import is_abroad
from cogs.kit.client import Interaction
from cogs.kit.limits import BUTTON_LABEL, cut
from records.text import isolated
from records.values import PlayerId, RaceId
from steward import OpenAsk
from words.shared.names import names_in, unformatted


def next_button(waits: OpenAsk) -> "ui.Button[Any]":
    """Return the way to a question: it is *My orders* of its race, under another name."""
    record = waits.race.record
    is_contest = record.league is not None  # its title tells its league and event alone: who fights or races tells more
    title = unformatted(names_in(waits.race)[waits.entry]) if is_contest else record.title
    return orders_button(waits.race_id, f"Next: {isolated(cut(title, BUTTON_LABEL // 2))}")


def orders_button(race: RaceId, label: str = "My orders") -> "ui.Button[Any]":
    """Return *My orders* of a race, for those who stand before its panel in the order of imports."""
    return ui.Button(label=label, style=discord.ButtonStyle.primary, custom_id=f"orders:{race}")


def first_of(asked: list[OpenAsk]) -> OpenAsk | None:
    """Return the question whose deadline comes first; ``None`` without any that is open."""
    is_open = [each for each in asked if each.sealed is None]
    return min(is_open, key=lambda each: (each.until is None, each.until or 0.0), default=None)


async def next_buttons(interaction: Interaction) -> list[ui.Item[Any]]:
    """Return the way to what waits for the player next, in any race; none abroad, where no server's races show."""
    if is_abroad(interaction):
        return []
    waits = first_of(await interaction.client.steward.asks_of(PlayerId(interaction.user.id)))
    return [] if waits is None else [next_button(waits)]
