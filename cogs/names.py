"""What chariots are called in messages: harmless to post, told apart by colour and by number."""

from collections.abc import Iterable, Mapping

import discord

from engine.kept import EntryRecord
from engine.values import EntryId

DISCS = {
    "red": "🔴",
    "blue": "🔵",
    "yellow": "🟡",
    "green": "🟢",
    "purple": "🟣",
    "black": "⚫",
    "white": "⚪",
    "orange": "🟠",
}


def harmless(text: str) -> str:
    """Return what a player typed with no markdown, mention or link left working.

    >>> harmless("*@everyone*")
    '\\\\*@\\u200beveryone\\\\*'
    """
    escaped = discord.utils.escape_markdown(discord.utils.escape_mentions(text))
    return escaped.replace("<", "‹").replace("](", "]\u200b(").replace("://", ":\u200b//")


def names_of(entries: Iterable[EntryRecord]) -> Mapping[EntryId, str]:
    """Return each chariot's name in bold, with the disc of its colour and its number."""
    return {each.entry: f"{DISCS.get(each.colour, '▫️')} **{each.entry} {harmless(each.name)}**" for each in entries}


def plain_names_of(entries: Iterable[EntryRecord]) -> Mapping[EntryId, str]:
    """Return each chariot's name as it is: for pictures, alt texts, labels of buttons."""
    return {each.entry: each.name for each in entries}
