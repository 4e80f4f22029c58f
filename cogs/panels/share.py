"""Sharing a race: a few lines to be pasted anywhere, and its trailer or card, posted in its channel for all."""

from collections.abc import Mapping
from types import MappingProxyType

import discord

from cogs.kit.client import Interaction, Quadriga
from cogs.kit.items import Button, RaceButton
from cogs.kit.layouts import show_text
from cogs.kit.messages import TellPlayer
from cogs.kit.permissions import rights_missing
from cogs.kit.rights import concerns, known_race, member_of, takes_part
from records.races import PublicRace
from records.refusals import Reason, Refused
from records.shares import ShareKind
from records.text import isolated, seen_with_isolates
from records.values import EntryId, PlayerId, RaceId
from steward import Around, Picture
from words import WORDS, nouns_of
from words.shared.share import driven_at, play, share_lines

NEEDED = discord.Permissions(view_channel=True, send_messages=True, attach_files=True)
"""My rights in a channel in which a race is posted."""

LABELS: Mapping[ShareKind, str] = MappingProxyType({"trailer": "Post trailer", "card": "Post card"})


async def show_card(interaction: Interaction, race: PublicRace) -> None:
    """Give the player the shape of a race in a few lines, for their own chariot or the winner."""
    turns = await interaction.client.steward.films.shape(race)
    if not turns:
        raise Refused(Reason.NOTHING_TO_SHARE)
    places = await interaction.client.steward.log.places(race)
    entry = _chosen(race, PlayerId(interaction.user.id), places)
    words, place = WORDS[race.record.ruleset], places.get(entry)
    numbered = f"{words.nouns.piece.capitalize()} {entry}"
    name = next((each.name for each in race.entries if each.entry == entry), numbered)
    title = isolated(race.record.title)
    told = share_lines(title, words.title, isolated(name), place, turns, entry, words.unit, nouns=words.nouns)
    # Whatever players have typed stands in a block of code, where nothing of it works.
    plain = "\n".join(seen_with_isolates(each).replace("`", "'") for each in told.split("\n"))
    lines, buttons = [f"Copy this where you like:\n```\n{plain}\n```"], list[PostButton]()
    if race.record.guild and concerns(interaction, race.record):
        lines.append(f"Or post it in <#{race.record.channel}>, for all there:")
        buttons += [PostButton(race.record.id, act) for act in LABELS]
    await show_text(interaction, "\n".join(lines), buttons)


class ShareButton(RaceButton, kind="share", label="Share", emoji="📋", shows=show_card):
    """Gives the player the shape of a race to copy, and what they may post of it."""


class PostButton(
    Button,
    template="post:{act}:{race}",
    looks={act: (label, discord.ButtonStyle.secondary) for act, label in LABELS.items()},
):
    """Posts the trailer or the card of a race in its channel."""

    race: RaceId
    act: ShareKind

    async def press(self, interaction: Interaction) -> None:
        race = await known_race(interaction, self.race)
        await require_may_post(interaction, race)
        if await picture_to_share(interaction.client, race, self.act) is None:
            raise Refused(Reason.NOTHING_TO_SHARE)
        await interaction.client.steward.sharing.share(race, self.act, PlayerId(interaction.user.id))
        await show_text(interaction, f"Done: the {self.act} goes to <#{race.record.channel}>.")


async def require_may_post(interaction: Interaction, race: PublicRace) -> None:
    """Let people post a race who took part in it, and those who may write in its channel; of a practice its driver.

    :raises TellPlayer: else, and where I lack a right in that channel.
    """
    record = race.record
    if not record.guild:
        raise TellPlayer("A race in direct messages has no channel to post it in. Copy its text where you like.")
    if not concerns(interaction, record):
        raise TellPlayer(
            "Only the player who drove this practice can post it. `/play alone` gives you one of your own."
        )
    await interaction.client.seek(record.guild)
    channel = interaction.client.get_channel(record.channel)
    if not isinstance(channel, discord.abc.GuildChannel):
        raise TellPlayer("I no longer see the channel of this race. Copy its text where you like.")
    member = await member_of(interaction.client, record.guild, PlayerId(interaction.user.id))
    rights = _rights_of(channel, member)
    if not (rights.view_channel and (rights.send_messages or takes_part(interaction, race))):
        raise TellPlayer(
            f"Posting is for people of this race, and for those who may write in <#{channel.id}>. "
            "Copy its text where you like."
        )
    if missing := rights_missing(channel.permissions_for(channel.guild.me), NEEDED):
        raise TellPlayer(
            f"I can't post in <#{channel.id}>: I lack the right to {missing} there. Ask who runs this server to give "
            "it to me, then press again."
        )


def _rights_of(channel: discord.abc.GuildChannel, member: discord.abc.User | None) -> discord.Permissions:
    return channel.permissions_for(member) if isinstance(member, discord.Member) else discord.Permissions.none()


async def picture_to_share(client: Quadriga, race: PublicRace, what: ShareKind) -> Picture | None:
    """Return the trailer or the card of a race; ``None`` if it is not over, or nobody has won it."""
    await client.seek(race.record.guild)
    server = client.get_guild(race.record.guild)
    nouns = nouns_of(race.record)
    around = Around(driven_at(server.name if server else "", nouns), play(nouns), WORDS[race.record.ruleset].unit)
    return await client.steward.films.to_share(race, what, around)


def _chosen(race: PublicRace, player: PlayerId, places: dict[EntryId, int | None]) -> EntryId:
    """Return the player's best chariot; the winner if they did not drive."""
    mine = [entry for entry in places if entry in race.entries_of(player)]
    return (mine or list(places))[0]
