"""The names of Discord's rights, as its settings call them."""

import discord

from words.shared.spelling import words_of

SHOWN_AS = {"read_messages": "view channel"}
"""Rights that Discord's settings call otherwise than the library does."""


def rights_missing(mine: discord.Permissions, needed: discord.Permissions) -> str:
    """Return those of the rights *needed* that I lack, by name; empty if I have them all.

    >>> rights_missing(discord.Permissions(attach_files=True), discord.Permissions(view_channel=True))
    'view channel'
    """
    missing = [name for name, wanted in needed if wanted and not getattr(mine, name)]
    return ", ".join(SHOWN_AS.get(name, words_of(name)) for name in missing)
