"""The host of a race: handing it on, and taking over from a host who has left the server."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.items import NOT_OFFERED, RaceButton, Select, chosen
from cogs.kit.limits import SELECT_OPTIONS, cut
from cogs.kit.messages import TellPlayer
from cogs.kit.rights import acts_for, known_race, require_here, require_steward
from cogs.panels.doctor import orphaned_words
from records.races import PublicRace
from records.text import isolated
from records.values import PlayerId, RaceId
from words.shared.names import harmless


async def take_over(interaction: Interaction, race: PublicRace) -> None:
    """Make the player the host of a race, or of a league before its start."""
    await interaction.client.steward.hosts.take_over(race.record.id, PlayerId(interaction.user.id))
    await tell_host(interaction, race)


async def tell_host(interaction: Interaction, race: PublicRace) -> None:
    """Tell the player that they host a race now, and with what they go on."""
    noun = race.record.kind.noun
    await interaction.edit_original_response(
        content=f"You host **{harmless(race.record.title)}** now, and all read it. `/host {noun} what:start` starts it."
        if race.record.state == "lobby"
        else f"You host **{harmless(race.record.title)}** now, and all read it. `/host race` is yours."
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


class HandSelect(Select, template="hand-host:{race}", answers="anew"):
    """Asks one of those in a race, or a league before its start, to host it."""

    race: RaceId

    async def take(self, interaction: Interaction, values: Sequence[str]) -> None:
        race = await known_race(interaction, self.race)
        heir = next((each.player for each in race.factions if str(each.player) == chosen(values)), None)
        if heir is None:
            raise TellPlayer(NOT_OFFERED)
        await ask_to_host(interaction, race, heir)


def heirs_menu(race: PublicRace) -> HandSelect | None:
    """Return the menu of those who may be asked to host; none where there is nobody, or an election."""
    record = race.record
    is_elected = record.league is not None or (record.kind.elects_host and record.state != "lobby")
    others = {each.player: each.name for each in race.factions if each.player not in (None, record.host)}
    if not others or is_elected or record.is_practice or record.state in ("finished", "cancelled"):
        return None
    options = [
        discord.SelectOption(label=cut(isolated(name), 100), value=str(player)) for player, name in others.items()
    ]
    select: ui.Select[Any] = ui.Select(placeholder="Hand it to another host …", options=options[:SELECT_OPTIONS])
    return HandSelect(record.id, select=select)


async def tell_if_orphaned(interaction: Interaction, race: PublicRace) -> None:
    """Tell who may take over, to somebody who would act as host and is not.

    :raises TellPlayer: if the host has left the server.
    """
    if acts_for(interaction, race.record) == race.record.host:
        return
    orphaned = await interaction.client.steward.hosts.orphaned(race, anew=True)
    if orphaned is not None:
        raise TellPlayer(orphaned_words(race, orphaned))
