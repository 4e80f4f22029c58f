"""Opening what is over anew, a race or a league's next season: its thread, and the words for who is in it."""

from typing import Any

import discord

from cogs.kit.client import Interaction
from cogs.kit.messages import TellPlayer
from cogs.kit.new_threads import thread_once
from cogs.panels.open_race import require_rights_in
from records.races import RaceRecord
from records.values import PlayerId
from steward import Reopened
from words.shared.names import harmless
from words.shared.telling import joined

ALREADY = "It was opened before."


async def open_anew(interaction: Interaction, old: RaceRecord) -> Reopened:
    """Open a race or season anew, once, in a thread of the same channel; the player hosts it.

    :raises TellPlayer: if there can be no thread.
    """
    steward = interaction.client.steward
    return await steward.again.open(
        old.id,
        PlayerId(interaction.user.id),
        lambda title: thread_once(_channel(interaction, old.channel), title, steward.index.told_in),
    )


def who_is_in(opened: Reopened) -> str:
    """Return the sentences on who is in what was opened anew, and who is not."""
    if not opened.absent:
        return "The same people are in."
    return f"The same people are in, except {joined([harmless(each) for each in opened.absent])}."


def _channel(interaction: Interaction, channel: int) -> discord.TextChannel:
    """Return the channel of a race's thread.

    :raises TellPlayer: if it is gone, or a right is missing there.
    """
    client: Any = interaction.client
    found = client.get_channel(channel)
    if not isinstance(found, discord.TextChannel):
        raise TellPlayer("The channel of that race is gone. `/race new` opens a race in another one.")
    require_rights_in(found.permissions_for(found.guild.me), found.id)
    return found
