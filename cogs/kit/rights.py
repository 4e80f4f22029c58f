"""Rights where a race is: its own server and channel decide who may see it and act on it, wherever somebody acts."""

from collections.abc import Collection, Mapping

import discord

from cogs.kit.abroad import is_abroad
from cogs.kit.client import Interaction, Quadriga
from cogs.kit.messages import about
from cogs.kit.people import Whoever
from records.cups import CupRecord
from records.kinds import LEAGUE
from records.races import PublicRace, RaceHeading, RaceRecord
from records.refusals import Reason, Refused
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
    return await looked_at(interaction, found)


async def looked_at(interaction: Interaction, race: PublicRace) -> PublicRace:
    """Note which race somebody acts on, or looks at; return it."""
    await interaction.client.steward.fixtures.watched(race.record.id)
    return about(interaction, race)


def require_race(race: PublicRace) -> None:
    """:raises Refused: if this is no race, but a league: ids can be forged."""
    if not race.record.kind.takes_race_commands:
        raise Refused(Reason.NO_SUCH_RACE)


def require_league(race: PublicRace) -> None:
    """:raises Refused: if this is no league: ids can be forged."""
    if race.record.kind is not LEAGUE:
        raise Refused(Reason.NO_SUCH_RACE, what=LEAGUE.noun)


async def may_know(interaction: Interaction, race: PublicRace) -> bool:
    """Tell whether the player may know of a race here.

    In a server these are its own races, in channels that the member sees. In direct messages these are races in which
    the player takes part, and those of servers where the player has a purse or was offered a side bet, and still is a
    member who sees their channel. A practice, and the season of a lesson with its races, are for their player and
    those who moderate their channel.
    """
    record = race.record
    if interaction.guild_id is not None and record.guild not in (0, interaction.guild_id):
        return False
    if takes_part(interaction, race):
        return True
    guilds = [each for each in await betting_guilds(interaction) if each == record.guild]
    return sees(interaction, record, await members_in(interaction, guilds))


def takes_part(interaction: Interaction, race: PublicRace) -> bool:
    """Tell whether the player hosts a race or a league, or is in it: then they know it, wherever they act."""
    player = PlayerId(interaction.user.id)
    return race.record.host == player or race.faction_for(player) is not None


def may_know_cup(interaction: Interaction, cup: Cup) -> bool:
    """Tell whether the player may know of a cup here (S-15): in its server who sees its channel, and who is in it.

    In direct messages that is only who takes part in it.
    """
    if interaction.guild_id not in (None, cup.record.guild):
        return False
    is_in = cup.record.host == PlayerId(interaction.user.id) or any(takes_part(interaction, race) for race in cup.races)
    return is_in or sees(interaction, cup.record, members_here(interaction))


async def betting_guilds(interaction: Interaction) -> list[int]:
    """Return the servers whose races the player may bet on here: this one; in direct messages all with a purse;
    abroad none.

    A side bet that was offered to the player counts as a purse: it opens one (B-21).
    """
    if interaction.guild_id is not None:
        return [interaction.guild_id]
    if is_abroad(interaction):
        return []
    purses, player = interaction.client.steward.purses, PlayerId(interaction.user.id)
    return sorted({*await purses.guilds_of(player), *await purses.offered_in(player)})


def members_here(interaction: Interaction) -> Members:
    """Return the player as a member of the server they act in; nothing in direct messages."""
    return {} if interaction.guild_id is None else {interaction.guild_id: interaction.user}


async def members_in(interaction: Interaction, guilds: list[int]) -> Members:
    """Return the player as a member of the server they act in; in direct messages, of each of *guilds*."""
    return members_here(interaction) or await members_of(interaction, guilds)


async def members_of(interaction: Interaction, guilds: list[int]) -> Members:
    """Return the player as a member of each of *guilds*, without those that they have left or that I have left."""
    player = PlayerId(interaction.user.id)
    found = {guild: await member_of(interaction.client, guild, player) for guild in guilds}
    return {guild: member for guild, member in found.items() if member is not None}


async def member_of(client: Quadriga, guild: int, player: PlayerId) -> discord.abc.User | None:
    """Return somebody as a member of a server; ``None`` if they have left it, or I have left it."""
    await client.seek(guild)
    server = client.get_guild(guild)
    try:
        return None if server is None else await server.fetch_member(player)
    except discord.NotFound:
        return None


async def is_shown(client: Quadriga, race: RaceRecord, player: PlayerId) -> bool:
    """Tell whether somebody sees the channel of a race now, to whom I write unasked: what can't be told is no."""
    await client.seek(race.guild)
    server = client.get_guild(race.guild)
    channel = None if server is None else server.get_channel(race.channel)
    if server is None or channel is None:
        return False
    try:
        member = await server.fetch_member(player)
    except discord.HTTPException:
        return False
    return channel.permissions_for(member).view_channel


async def require_here(interaction: Interaction, guild: int, person: Whoever) -> None:
    """:raises Refused: if somebody who was named is not on a server: clients send the number of anybody."""
    if not await interaction.client.steward.presence.is_here(guild, PlayerId(person.id), anew=True):
        raise Refused(Reason.NOT_HERE)


async def may_be_told(interaction: Interaction, race: RaceRecord, player: PlayerId) -> bool:
    """Tell whether somebody else may be told of a race: they are a member of its server who sees its channel."""
    member = await member_of(interaction.client, race.guild, player)
    return member is not None and sees_channel(interaction, race.channel, member)


def sees(interaction: Interaction, race: RaceRecord | RaceHeading | CupRecord, members: Members) -> bool:
    """Tell whether the player sees a race or a cup as a member of its server; who is not known as one sees nothing.

    They see its channel; one that is gone hides nothing. They see no practice of others, unless they moderate its
    channel.

    :param members: the player in each server that counts. Whoever takes part in a race knows it without this.
    """
    if not isinstance(race, CupRecord) and not concerns(interaction, race) and not moderates(interaction, race):
        return False
    member = members.get(race.guild)
    return member is not None and (is_there(interaction, race) or sees_channel(interaction, race.channel, member))


def sees_channel(interaction: Interaction, channel: int, member: discord.abc.User) -> bool:
    """Tell whether a member sees a channel of their server; one that is gone hides nothing."""
    if not isinstance(member, discord.Member):
        return True
    found = interaction.client.get_channel(channel) or member.guild.get_channel(channel)
    if not isinstance(found, discord.abc.GuildChannel):
        return True
    return found.permissions_for(member).view_channel


def hidden_beside(channel: discord.abc.GuildChannel, others: Collection[int]) -> tuple[int, ...]:
    """Return those of some channels that somebody who sees *channel* may not see, and those that are gone."""
    found = {each: channel.guild.get_channel(each) for each in others if each != channel.id}
    return tuple(sorted(each for each, other in found.items() if other is None or not _open_to_all(channel, other)))


def _open_to_all(channel: discord.abc.GuildChannel, other: discord.abc.GuildChannel) -> bool:
    """Tell whether everybody who sees a channel sees the other one, too."""
    mine, theirs = _seeing(channel), _seeing(other)
    if mine == theirs and channel.guild == other.guild:
        return True
    kept_out = {whom for whom, may in theirs.items() if may is False and mine.get(whom) is not False}
    return other.permissions_for(other.guild.default_role).view_channel and not kept_out


def _seeing(channel: discord.abc.GuildChannel) -> dict[int, bool]:
    """Return whom a channel lets in or keeps out by name."""
    return {whom.id: how.view_channel for whom, how in channel.overwrites.items() if how.view_channel is not None}


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
        raise Refused(Reason.NOT_THE_HOST, what=race.record.kind.noun)
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
        raise Refused(Reason.STRANGER_HOSTS, what=race.record.kind.noun)
    return by
