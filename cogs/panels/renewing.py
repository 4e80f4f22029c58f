"""Questions put anew in the direct messages that ask them, as what they show has changed."""

import contextlib
from collections.abc import Iterable

import discord

from cogs.kit.client import Interaction
from cogs.kit.conversations import Talks
from cogs.kit.limits import TooLarge
from cogs.kit.messages import within_limits
from cogs.panels.question import ask_message
from records.races import PublicRace
from records.refusals import Refused
from records.values import EntryId
from steward import OpenAsk, Steward


async def renew(steward: Steward, talks: Talks, opened: OpenAsk, said: str = "") -> bool:
    """Put a question anew in the message that asks it; tell whether that could be.

    What was begun on a sheet stands in its buttons, so one that was pressed is left as it is.
    """
    message = talks.untouched(opened)
    if message is None:
        return False
    try:
        layout, files = await ask_message(steward, opened, said=said)
        await message.edit(view=within_limits(layout, files), attachments=files)
    except (TooLarge, discord.HTTPException):
        return False
    return True


async def renew_sheets(interaction: Interaction, race: PublicRace, entries: Iterable[EntryId]) -> None:
    """Have the open sheets of some entries show what an act beside them changed: money, goods, who can start."""
    steward, talks = interaction.client.steward, interaction.client.talks
    for player in sorted({player for entry in entries if (player := race.player_of(entry)) is not None}):
        for opened in await steward.open_asks(player):
            if opened.race_id == race.record.id and opened.sealed is None:
                with contextlib.suppress(Refused):
                    await renew(steward, talks, opened)
