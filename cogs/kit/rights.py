"""Rights where a race is: its own server and channel decide who may see it and act on it, wherever somebody acts."""

from collections.abc import Mapping

import discord

from cogs.kit.client import Interaction
from engine.game import Reason, Refused
from records.cups import CupRecord
from records.races import PublicRace, RaceHeading, RaceRecord
from records.values import PlayerId, RaceId
from steward import Cup

Members = Mapping[int, discord.abc.User]
"""The player as a member of each server that counts, by the server's id."""


async def known_race(interaction: Interaction, race: RaceId) -> PublicRace:
    """Return the race that a control names.

    :raises Refused: if there is none, or the player may not know of it: ids can be forged.
    """
    found = await interaction.client.steward.race(race)
    if not await may_know(interaction, found):
        raise Refused(Reason.NO_SUCH_RACE)
    return found


def require_no_league(race: PublicRace) -> None:
    """:raises Refused: if this is a league, and no race: ids can be forged."""
    if race.record.is_league:
        raise Refused(Reason.NO_SUCH_RACE)


async def may_know(interaction: Interaction, race: PublicRace) -> bool:
    """Tell whether the player may know of a race here.

    In a server these are its own races, in channels that the member sees. In direct messages these are races in which
    the player takes part, and those of servers where the player has a purse and still is a member. A practice, and the
    season of a lesson with its races, are for their player and those who moderate their channel.
    """
    record, player = race.record, PlayerId(interaction.user.id)
    takes_part = record.host == player or race.faction_for(player) is not None
    if interaction.guild_id is not None and record.guild:
        here = record.guild == interaction.guild_id
        return here and (takes_part or sees(interaction, record, members_here(interaction)))
    if takes_part or not record.guild:
        return takes_part
    guilds: list[int] = await interaction.client.steward.purses.guilds_of(player)
    members = await members_of(interaction, [record.guild]) if record.guild in guilds else {}
    return record.guild in members and sees(interaction, record, members)


def may_know_cup(interaction: Interaction, cup: Cup) -> bool:
    """Tell whether the player may know of a cup of this server: they see its channel, or take part in it (S-15)."""
    player = PlayerId(interaction.user.id)
    takes_part = cup.record.host == player or any(race.faction_for(player) is not None for race in cup.races)
    return takes_part or sees(interaction, cup.record, members_here(interaction))


def members_here(interaction: Interaction) -> Members:
    """Return the player as a member of the server they act in; ``None`` in direct messages."""
    return {} if interaction.guild_id is None else {interaction.guild_id: interaction.user}


async def members_of(interaction: Interaction, guilds: list[int]) -> Members:
    """Return the player as a member of each of *guilds*, without those that they have left or that I have left."""
    found: dict[int, discord.abc.User] = {}
    for guild in guilds:
        server = interaction.client.get_guild(guild)
        try:
            if server is not None:
                found[guild] = await server.fetch_member(interaction.user.id)
        except discord.NotFound:
            continue
    return found


async def has_left(interaction: Interaction, race: RaceRecord, player: PlayerId) -> bool:
    """Tell whether a player is no member of the race's server any more; ``False`` where I can't look."""
    return await is_gone(interaction.client, race, player)


async def is_gone(client: discord.Client, race: RaceRecord, player: PlayerId) -> bool:
    """Tell the same where nobody acts."""
    server = client.get_guild(race.guild)
    if server is None:
        return False
    try:
        await server.fetch_member(player)
    except discord.NotFound:
        return True
    return False


def sees(interaction: Interaction, race: RaceRecord | RaceHeading | CupRecord, members: Members) -> bool:
    """Tell whether a member sees a race or a cup: its channel, where a channel that is gone hides nothing.

    They see no practice of others, unless they moderate its channel.
    """
    if not isinstance(race, CupRecord) and not concerns(interaction, race) and not moderates(interaction, race):
        return False
    member = members.get(race.guild)
    if not isinstance(member, discord.Member) or is_there(interaction, race):
        return True
    channel = interaction.client.get_channel(race.channel)
    return not isinstance(channel, discord.abc.GuildChannel) or channel.permissions_for(member).view_channel


def concerns(interaction: Interaction, race: RaceRecord | RaceHeading) -> bool:
    """Tell whether lists show a race, or a league, to the player: they leave out the practices of others."""
    return race.lesson is None or race.host == PlayerId(interaction.user.id)


def is_there(interaction: Interaction, of: RaceRecord | RaceHeading | CupRecord) -> bool:
    """Tell whether somebody acts in the channel of a race or a cup, or in a thread of it: rights are the same there."""
    parent = getattr(interaction.channel, "parent_id", None)
    return of.channel in (interaction.channel_id, parent) or interaction.channel_id == getattr(of, "thread", of.channel)


def moderates(interaction: Interaction, of: RaceRecord | RaceHeading | CupRecord) -> bool:
    """Tell whether the player may manage threads in the channel of a race or a cup, in its own server."""
    if interaction.guild_id is None or interaction.guild_id != of.guild:
        return False
    if is_there(interaction, of):
        return interaction.permissions.manage_threads
    member, channel = interaction.user, interaction.client.get_channel(of.channel)
    if not isinstance(member, discord.Member):
        return False
    if isinstance(channel, discord.abc.GuildChannel):
        return channel.permissions_for(member).manage_threads
    return member.guild_permissions.manage_threads  # the channel is gone


def acts_for(interaction: Interaction, of: RaceRecord | CupRecord) -> PlayerId:
    """Return in whose name somebody acts on a race or a cup: its host, for its moderators too; else themselves."""
    if interaction.user.id != of.host and moderates(interaction, of):
        return of.host
    return PlayerId(interaction.user.id)


def require_host(interaction: Interaction, race: PublicRace) -> PlayerId:
    """Return in whose name the host's acts are done: the host's own, or a moderator's on the host's behalf."""
    return acts_for(interaction, race.record)


def require_steward(interaction: Interaction, race: PublicRace) -> PlayerId:
    """Return the player who acts, if they host the race or moderate its channel; :exc:`Refused` else."""
    if interaction.user.id != race.record.host and not moderates(interaction, race.record):
        raise Refused(Reason.NOT_THE_HOST, what="league" if race.record.is_league else "race")
    return PlayerId(interaction.user.id)


async def require_trusted(interaction: Interaction, race: PublicRace, *, is_rated: bool | None = None) -> PlayerId:
    """Return the player who acts on a race in a way that ratings may follow, as :func:`require_steward` does.

    :param is_rated: whether ratings may follow; as the race has it, if left out.
    :raises Refused: also if they are a host who neither moderates nor drives, and has raced hardly anybody here: it may
        be a second account of somebody who does drive (S-49).
    """
    by, steward = require_steward(interaction, race), interaction.client.steward
    counts = race.record.is_rated if is_rated is None else is_rated
    if counts and not moderates(interaction, race.record) and not await steward.desk.is_trusted(race, by):
        raise Refused(Reason.STRANGER_HOSTS, what="league" if race.record.is_league else "race")
    return by
