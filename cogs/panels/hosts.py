"""The host of a race: handing it on, and taking over from a host who has left the server."""

import discord

from cogs.kit.client import Interaction
from cogs.kit.items import RaceButton
from cogs.kit.messages import TellPlayer
from cogs.kit.rights import acts_for, require_here, require_steward
from cogs.panels.doctor import orphaned_words
from records.races import PublicRace
from records.values import PlayerId
from words.shared.names import harmless


async def take_over(interaction: Interaction, race: PublicRace) -> None:
    """Make the player the host of a race, or of a league before its start."""
    await interaction.client.steward.hosts.take_over(race.record.id, PlayerId(interaction.user.id))
    noun = race.record.kind.noun
    await interaction.edit_original_response(
        content=f"You host **{harmless(race.record.title)}** now, and all read it. `/{noun} start` starts it."
        if race.record.state == "lobby"
        else f"You host **{harmless(race.record.title)}** now, and all read it. `/steward desk` is yours."
    )


class TakeOverButton(RaceButton, kind="take-over", label="Take over", shows=take_over):
    """Makes the first to enter the host of a race whose host has left the server; all read it."""


async def hand_on(interaction: Interaction, race: PublicRace, person: discord.User | discord.Member) -> None:
    """Ask a person who is in a race to host it, and its cup."""
    race = await interaction.client.steward.hosts.latest(race)  # a host before may still host races that are over
    require_steward(interaction, race)
    await require_here(interaction, race.record.guild, person)
    await ask_to_host(interaction, race, PlayerId(person.id))


async def ask_to_host(interaction: Interaction, race: PublicRace, player: PlayerId) -> None:
    """Ask somebody who is in a race to host it, in its thread, and tell who asked."""
    race = await interaction.client.steward.hosts.latest(race)
    await interaction.client.steward.hosts.ask(race.record.id, require_steward(interaction, race), player)
    await interaction.edit_original_response(
        content=f"I've asked <@{player}> in the thread. They host **{harmless(race.record.title)}** once they press "
        "**I'll host**; until then you do."
    )


async def tell_if_orphaned(interaction: Interaction, race: PublicRace) -> None:
    """Tell who may take over, to somebody who would act as host and is not.

    :raises TellPlayer: if the host has left the server.
    """
    if acts_for(interaction, race.record) == race.record.host:
        return
    orphaned = await interaction.client.steward.hosts.orphaned(race, anew=True)
    if orphaned is not None:
        raise TellPlayer(orphaned_words(race, orphaned))
