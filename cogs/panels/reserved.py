"""Places reserved by *Again*: one press takes one, another gives it up."""

from collections.abc import Sequence
from typing import Any, Literal

import discord
from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.items import Button, Looks
from cogs.kit.rights import known_race
from cogs.panels.lobby import greet
from records.races import PublicRace
from records.values import PlayerId, RaceId
from words.shared.names import harmless, names_of

LOOKS: Looks[Literal["in", "out"]] = {
    "in": ("I'm in", discord.ButtonStyle.success),
    "out": ("No thanks", discord.ButtonStyle.secondary),
}


class ReservedButton(Button, template="reserved:{act}:{race}", looks=LOOKS):
    """Takes the place that is reserved for the player, or gives it up."""

    race: RaceId
    act: Literal["in", "out"]

    async def press(self, interaction: Interaction) -> None:
        lobby = await known_race(interaction, self.race)
        await (_accept if self.act == "in" else _decline)(interaction, lobby)


def reserved_buttons(race: PublicRace) -> Sequence[ui.Item[Any]]:
    """Return the two buttons for those with a reserved place; none where nobody has one."""
    return [ReservedButton(race.record.id, act) for act in LOOKS] if race.record.reservations else []


async def _accept(interaction: Interaction, lobby: PublicRace) -> None:
    player, title = PlayerId(interaction.user.id), harmless(lobby.record.title)
    entry = await interaction.client.steward.guests.accept(lobby.record.id, player, interaction.user.display_name)
    mine = "Chariots are shared out as the race starts."
    if entry is not None:
        has = "Your stable is" if lobby.record.kind.has_phases else "You drive"
        mine = f"{has} {names_of([entry])[entry.entry]}."
    told = await greet(interaction, lobby)
    await interaction.edit_original_response(content=f"You are in **{title}**. {mine} {told}")


async def _decline(interaction: Interaction, lobby: PublicRace) -> None:
    await interaction.client.steward.guests.decline(lobby.record.id, PlayerId(interaction.user.id))
    await interaction.edit_original_response(
        content=f"**{harmless(lobby.record.title)}** goes without you. Changed your mind? **Join** enters you while a "
        "place is free."
    )
