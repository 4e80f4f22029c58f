"""Requests to host, or to take reins: accepted with a press."""

import json
from typing import Any

import discord
from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.items import Button, RaceButton
from cogs.kit.rights import known_race
from cogs.panels.hosts import tell_host
from cogs.panels.reins import now_driving
from records.acts import ActRecord
from records.races import PublicRace
from records.values import Faction, PlayerId, RaceId


async def accept_hosting(interaction: Interaction, race: PublicRace) -> None:
    """Make the player the host of a race, if they were asked."""
    await interaction.client.steward.hosts.accept(race.record.id, PlayerId(interaction.user.id))
    await tell_host(interaction, race)


class HostingButton(
    RaceButton, kind="hosting", label="I'll host", style=discord.ButtonStyle.success, shows=accept_hosting
):
    """Accepts the request to host a race."""


class DriveButton(Button, template="drive:{race}:{faction}", label="I'll drive", style=discord.ButtonStyle.success):
    """Accepts the request to take the reins of a place."""

    race: RaceId
    faction: Faction

    async def press(self, interaction: Interaction) -> None:
        steward, player = interaction.client.steward, PlayerId(interaction.user.id)
        await known_race(interaction, self.race)
        await steward.desk.accept_reins(self.race, player, self.faction)
        await steward.people.set_player(player, name=interaction.user.display_name[:100], dms="unknown")
        await now_driving(interaction, self.race, self.faction)


def accept_row(race: RaceId, act: ActRecord) -> ui.ActionRow[Any]:
    """Return the button that accepts a request."""
    faction = json.loads(act.body).get("faction")
    return ui.ActionRow(HostingButton(race) if faction is None else DriveButton(race, Faction(faction)))
