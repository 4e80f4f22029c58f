"""The place of a practice: a thread for its player alone, if possible, or direct messages."""

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import discord
import msgspec

from cogs.kit.client import Interaction
from cogs.kit.messages import TellPlayer
from cogs.kit.new_threads import clear_notice, create_thread, discard, thread_for
from cogs.panels.open_race import NEEDED, require_rights_in
from engine.game import AnyRuleset
from engine.rulesets import LEAGUES
from records.limits import PRACTICES_OF_ONE
from records.races import PublicRace
from records.values import PlayerId, RaceId
from steward import Founded, NewRace, Timing
from words import nouns_of
from words.shared.names import harmless, place_of
from words.shared.telling import joined

PRIVATE = discord.Permissions(create_private_threads=True)
"""A right that keeps a practice private to its player; the bot can do without."""

ALL_RIGHTS = NEEDED | PRIVATE
"""Everything that the bot asks for: the invite link has these rights and no others."""

NEEDED_ALONE = (NEEDED & ~discord.Permissions(create_public_threads=True)) | PRIVATE


class Practice(NamedTuple):
    """A race alone against house drivers."""

    title: str
    lesson: int = 0  # that it teaches, 1 first; 0 for none
    dice: str = ""  # the name of dice that fall alike at each try; empty for dice of a secret


async def practice_here(interaction: Interaction) -> PublicRace | None:
    """Return the player's newest practice in the place where they act; ``None`` if there is none."""
    player, steward = PlayerId(interaction.user.id), interaction.client.steward
    mine = [
        race
        for race in (*await steward.races_of(player), *await steward.leagues.of_player(player))
        if race.record.is_practice and race.record.host == player and race.record.thread == interaction.channel_id
    ]
    return max(mine, key=lambda race: race.record.id, default=None)


async def practice_named(interaction: Interaction) -> Practice:
    """Return the name of a player's new practice, with the next number among their threads."""
    name, here = interaction.user.display_name, await practice_here(interaction)
    if here is not None and not here.record.lesson:
        return Practice(here.record.title)
    player, guild = PlayerId(interaction.user.id), interaction.guild_id or 0
    races = [race.record for race in await interaction.client.steward.races_of(player)]
    mine = [race.title for race in races if race.is_practice and (race.host, race.guild) == (player, guild)]
    numbers = [int(found[1] or 1) for title in mine if (found := _NUMBERED.match(title))]
    number = f" {max(numbers) + 1}" if numbers and here is None and guild else ""
    return Practice(f"Practice{number} of {name}")


_NUMBERED = re.compile(r"Practice(?: (\d+))? of ")


def _channel_for_threads(interaction: Interaction) -> discord.TextChannel:
    """Return the text channel in which a thread can be opened; :exc:`TellPlayer` if there is none."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    if not isinstance(channel, discord.TextChannel):
        raise TellPlayer(
            "Discord lets me open no thread here, and a practice needs one. Practise in a text channel, or in a "
            "direct message with me."
        )
    return channel


@asynccontextmanager
async def opened_alone(
    interaction: Interaction, rules: AnyRuleset, options: msgspec.Struct, timing: Timing, practice: Practice
) -> AsyncIterator[RaceId]:
    """Open a practice in the place of the one before, else in a new thread, or in direct messages.

    If it does not begin, as what is done with it fails, neither it nor its thread is left behind.

    :raises TellPlayer: if there can be no thread here.
    """
    steward, before = interaction.client.steward, await practice_here(interaction)
    if before is not None:
        await steward.practices.end(before)
    is_here = before is not None or not interaction.guild_id
    channel = None if is_here else _channel_for_threads(interaction)
    is_private = channel is not None and _may_be_private(interaction, channel)
    if channel is not None:
        require_rights_in(interaction.app_permissions, channel.id, NEEDED_ALONE if is_private else NEEDED)
    parent = before.record.channel if before is not None else channel.id if channel else interaction.channel_id
    assert parent is not None
    assert interaction.channel_id is not None
    place, host = (interaction.guild_id or 0, parent), PlayerId(interaction.user.id)
    ended = list[PublicRace]()
    new = _to_open(place, host, rules, options, timing, practice)
    race, thread = await steward.practices.open(new, ended), None
    try:
        if channel is not None:
            thread = await _thread_of(interaction, channel, race, practice, is_private=is_private)
        await steward.lobbies.set_thread(race, thread.id if thread else interaction.channel_id)
        yield race
    except Exception:  # whatever it was
        await _drop(interaction, race, channel, thread)
        raise
    if ended and not practice.lesson:  # another try at a lesson ends the one before, as its player knows
        await interaction.followup.send(_ended_for_it(ended), ephemeral=True)


def _ended_for_it(ended: Sequence[PublicRace]) -> str:
    """Return what to tell of practices that made room for another."""
    named = joined([f"**{harmless(each.record.title)}**, {place_of(each.record)}" for each in ended])
    return (
        f"That made room for it: I ended your oldest practice, {named}. You may have {PRACTICES_OF_ONE.most} at once."
    )


async def _thread_of(
    interaction: Interaction, channel: discord.TextChannel, race: RaceId, practice: Practice, *, is_private: bool
) -> discord.Thread:
    # All lessons share the thread, and Discord lets it be renamed but twice in ten minutes.
    title = (await interaction.client.steward.race(race)).record.title
    name = f"Lessons of {interaction.user.display_name}" if practice.lesson else title
    sign = nouns_of((await interaction.client.steward.race(race)).record).emoji
    return await _thread_alone(interaction, channel, name, sign, is_private=is_private)


async def _drop(interaction: Interaction, race: RaceId, channel: Any, thread: discord.Thread | None) -> None:
    """Call a practice off that has not begun, and take its thread away; one that has begun goes on."""
    found = await interaction.client.steward.race(race)
    if found.record.state != "lobby":
        return
    await interaction.client.steward.practices.end(found)
    if thread is not None:
        await discard(channel, thread)


def _to_open(
    place: tuple[int, int], host: PlayerId, rules: AnyRuleset, options: Any, timing: Timing, practice: Practice
) -> NewRace | Founded:
    """Return a race, or a season, that its host plays alone, as it is to be opened.

    :param place: server and channel.
    """
    guild, channel = place
    if rules.id in LEAGUES:
        title, lesson, dice = practice
        return Founded(guild, channel, host, options, timing, timing.seconds, title, lesson=lesson, dice=dice)
    return NewRace(guild, channel, host, rules.id, options, timing, practice.title, practice.lesson, dice=practice.dice)


def _may_be_private(interaction: Interaction, channel: discord.TextChannel) -> bool:
    """Tell whether I may open a thread that only its player sees; a news channel has none of that kind."""
    return interaction.app_permissions.create_private_threads and not channel.is_news()


async def _thread_alone(
    interaction: Interaction, channel: discord.TextChannel, title: str, sign: str, *, is_private: bool
) -> discord.Thread:
    """Open the thread of a practice and leave no trace of it in the channel."""
    if not is_private:
        thread = await thread_for(channel, title, sign=sign)
        await clear_notice(channel, thread)
        return thread
    thread = await create_thread(channel, title, discord.ChannelType.private_thread, sign=sign)
    try:
        await thread.add_user(interaction.user)
    except discord.HTTPException as error:
        await discard(channel, thread)
        raise TellPlayer(
            "Discord does not let me take you into a thread of your own, so nothing was begun. Try again in some "
            "minutes, or practise in a direct message with me."
        ) from error
    return thread
