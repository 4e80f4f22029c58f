"""The people of a league: substitutes, deputies, new owners, a vote for the host, and all roles."""

import dataclasses

import discord

from cogs.kit.client import Interaction
from cogs.kit.items import RaceButton
from cogs.kit.layouts import show_text
from cogs.kit.people import Whoever, require_person
from cogs.kit.rights import require_here
from cogs.panels.league_business import known_league
from cogs.panels.race import status_text
from engine.leagues.views import StableView
from records.races import PublicRace
from records.values import EntryId, PlayerId
from steward import Steward
from words.shared.telling import count

NO_BOTS = "Bots can't have a stable. Name a person."
MOST_NAMED = 10
"""Substitutes that are named in a list."""


async def volunteer(interaction: Interaction, league: PublicRace) -> None:
    """Put the player into the queue of substitutes."""
    player = PlayerId(interaction.user.id)
    place = await interaction.client.steward.substitutes.volunteer(
        league.record.id, player, interaction.user.display_name
    )
    await interaction.edit_original_response(
        content=f"You are substitute number {place}. I ask you when an owner's chariots have no driver. No stake, no "
        "stable: you drive, and `/league do what:leave` ends it."
    )


async def remove_name(interaction: Interaction, league: PublicRace) -> None:
    """Take the name of a member who has left out of the record."""
    await interaction.client.steward.members.remove_name(league.record.id, PlayerId(interaction.user.id))
    await interaction.edit_original_response(
        content="Your stable is called *Former owner* now, in the league and in all its races. Posts that are sent "
        "keep your name."
    )


class NameButton(RaceButton, kind="league-name", label="Remove my name", finds=known_league, shows=remove_name):
    """Takes the name of a member who has left out of the record, when they press."""


async def come_back(interaction: Interaction, league: PublicRace) -> None:
    """Give the player their stable back from its manager or deputy, or take back a request to be their deputy."""
    asked = await interaction.client.steward.members.come_back(league.record.id, PlayerId(interaction.user.id))
    taken_back = f"Your request is taken back. <@{asked}> can't accept it any more, and the stable stays yours."
    await interaction.edit_original_response(content="Your stable is yours again." if asked is None else taken_back)


class BackButton(
    RaceButton,
    kind="stable-back",
    label="Take it back",
    style=discord.ButtonStyle.success,
    finds=known_league,
    shows=come_back,
):
    """Gives the player their stable back from its manager or deputy."""


async def may_take_back(steward: Steward, league: PublicRace, player: PlayerId, stable: StableView) -> bool:
    """Tell whether a stable is somebody's own, and a manager or a deputy has it now, or is asked to have it."""
    seat = league.faction_of(stable.number)
    if seat is None or seat.player != player:
        return False
    is_away = stable.status == "kept" or seat.at_the_reins != player
    return is_away or await steward.deputies.asked_by(league, player) is not None


async def ask_deputy(interaction: Interaction, league: PublicRace, deputy: Whoever) -> str:
    """Ask somebody to decide for the player's stable until they return, and return the sentence that says so."""
    require_person(deputy, NO_BOTS)
    await require_here(interaction, league.record.guild, deputy)
    owner = PlayerId(interaction.user.id)
    await interaction.client.steward.deputies.ask(league.record.id, owner, PlayerId(deputy.id))
    return (
        f"I asked <@{deputy.id}>. The stable stays yours until they accept; they have two days. Then they see all you "
        "see, and get its sheets. **Take it back** under **My stable**, or `/league do what:return`, ends that."
    )


async def vote(interaction: Interaction, league: PublicRace, candidate: PlayerId) -> str:
    """Vote for a member as host, who must be on the server, and return the sentence that says so."""
    voter = PlayerId(interaction.user.id)
    elected = await interaction.client.steward.members.vote(league.record.id, voter, candidate)
    return f"<@{candidate}> hosts the league now." if elected else "Your vote counts. All can read it in the thread."


async def hand(
    interaction: Interaction, league: PublicRace, host: PlayerId, stable: EntryId, player: discord.User, reason: str
) -> None:
    """Give a stable that a manager keeps to a new owner."""
    require_person(player, NO_BOTS)
    await require_here(interaction, league.record.guild, player)
    await interaction.client.steward.members.hand(
        league.record.id, host, stable, PlayerId(player.id), player.display_name, reason
    )
    await interaction.edit_original_response(content=f"Stable {stable} belongs to <@{player.id}> now.")


async def show_status(interaction: Interaction, league: PublicRace) -> None:
    """Show the members that a league waits for, and its substitutes."""
    await show_text(interaction, "\n".join(await status_lines(interaction, league)))


async def status_lines(interaction: Interaction, league: PublicRace, *, seals: bool = True) -> list[str]:
    """Return the people that a league waits for, and the substitutes, as far as the player may know.

    :param seals: whether to tell the seals of the sheets that are in.
    """
    steward = interaction.client.steward
    status = await steward.log.status(league.record.id, PlayerId(interaction.user.id))
    queue, loyal = await steward.substitutes.queue(league), await steward.substitutes.loyal(league)
    lines = status_text(status if seals else dataclasses.replace(status, sealed=())).split("\n")
    if queue:
        lines.append(f"🙋 Substitutes, the next one first: {', '.join(f'<@{each}>' for each in queue[:MOST_NAMED])}")
    if loyal:
        drove = [f"<@{player}> ({count(races, 'race')})" for player, races in loyal[:MOST_NAMED]]
        lines.append(f"💛 Drove for others, the most loyal first: {', '.join(drove)}")
    return lines


async def drives_for_others(interaction: Interaction, league: PublicRace) -> bool:
    """Tell whether the player is in the queue of substitutes."""
    return PlayerId(interaction.user.id) in await interaction.client.steward.substitutes.queue(league)
