"""Opening what is over anew, a race or a league's next season: its thread, and the words for who is in it."""

from typing import Any

import discord

from cogs.kit.client import Interaction
from cogs.kit.messages import TellPlayer
from cogs.kit.new_threads import thread_once
from cogs.panels.open_race import require_rights_in
from records.kinds import LEAGUE
from records.races import RaceRecord
from records.values import PlayerId
from steward import Reopened
from words import nouns_of
from words.shared.names import harmless, place_of
from words.shared.telling import joined


async def open_anew(interaction: Interaction, old: RaceRecord) -> Reopened:
    """Open a race or season anew, once, in a thread of the same channel; the player hosts it.

    :raises TellPlayer: if there can be no thread.
    """
    steward = interaction.client.steward
    await interaction.client.seek(old.guild)
    return await steward.again.open(
        old.id,
        PlayerId(interaction.user.id),
        lambda title: thread_once(
            _channel(interaction, old.channel), title, steward.index.told_in, nouns_of(old).emoji
        ),
    )


def told_open(opened: Reopened) -> str:
    """Return what is told to the person who opened a race or the next season, or wanted to."""
    record = opened.race.record
    title, place, is_season = harmless(record.title), place_of(record), record.kind is LEAGUE
    is_open = f"**{title}** is open: {place}. " if is_season else f"**{title}** is open in {place}.\n"
    if opened.is_new:
        return f"{is_open}{_who_is_in(opened)} **Start** begins it."
    if record.state == "lobby":
        return f"{is_open}It was opened before. A place is kept for you? Press **I'm in** there, else **Join**."
    if is_season:
        return f"The next season was opened before: **{title}**, {place}."
    if record.cup is not None:
        return f"This cup was opened again before, as **{title}** in {place}."
    return f"This race was opened again before, as **{title}** in {place}. Its own result has **Again**, too."


def _who_is_in(opened: Reopened) -> str:
    """Return who is in and who has been asked; who could not be."""
    asked = [harmless(each.name) for each in opened.race.record.reservations]
    mine = "You are in." if opened.race.faction_for(opened.race.record.host) else "You host it."
    said = [mine, f"I keep places for {joined(asked)}: one press, **I'm in**, enters them." if asked else ""]
    if opened.absent:
        said.append(f"Not here any more: {joined([harmless(each) for each in opened.absent])}.")
    return " ".join(filter(None, said))


def _channel(interaction: Interaction, channel: int) -> discord.TextChannel:
    """Return the channel of a race's thread.

    :raises TellPlayer: if it is gone, or a right is missing there.
    """
    client: Any = interaction.client
    found = client.get_channel(channel)
    if not isinstance(found, discord.TextChannel):
        raise TellPlayer("The channel of that race is gone. `/play race` opens a race in another one.")
    require_rights_in(found.permissions_for(found.guild.me), found.id)
    return found
