"""A request to be the deputy of a league's owner: accepted or declined with a press (H.7)."""

from typing import Literal

import discord
from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.items import Button, Looks
from cogs.kit.layouts import layout_of
from cogs.panels.league_business import known_league
from cogs.panels.reins import chariots, now_deputy
from records.races import PublicRace
from records.values import Faction, PlayerId, RaceId
from steward import Steward
from words.shared.names import harmless, place_of

LOOKS: Looks[Literal["yes", "no"]] = {
    "yes": ("Accept", discord.ButtonStyle.success),
    "no": ("Decline", discord.ButtonStyle.secondary),
}


class DeputyButton(Button, template="deputy:{race}:{faction}:{act}", looks=LOOKS):
    """Answers a request to be a deputy."""

    race: RaceId
    faction: Faction
    act: Literal["yes", "no"]

    async def press(self, interaction: Interaction) -> None:
        steward, player = interaction.client.steward, PlayerId(interaction.user.id)
        if not await steward.deputies.was_asked(self.race, self.faction, player):
            await known_league(interaction, self.race)  # who is asked knows of it
        said = await (_accept if self.act == "yes" else _decline)(steward, interaction.user, self.race, self.faction)
        await interaction.edit_original_response(content=said)


async def _accept(steward: Steward, user: discord.User | discord.Member, league: RaceId, faction: Faction) -> str:
    player = PlayerId(user.id)
    await steward.deputies.accept(league, faction, player)
    await steward.people.set_player(player, name=user.display_name[:100], dms="unknown")
    return now_deputy(await steward.race(league), faction)


async def _decline(steward: Steward, user: discord.User | discord.Member, league: RaceId, faction: Faction) -> str:
    await steward.deputies.decline(league, faction, PlayerId(user.id))
    return "You declined. I tell the owner, and nobody asks you for this stable again."


def request_message(league: PublicRace, faction: Faction, deputy: PlayerId, until: int) -> ui.LayoutView:
    """Return the request to somebody to be the deputy of a stable.

    :param until: seconds since 1970 until which it stands.
    """
    owner = next((each.player for each in league.factions if each.faction == faction), None)
    said = (
        f"🤝 <@{deputy}>, <@{owner}> asks you to decide for {chariots(league, faction)} in "
        f"**{harmless(league.record.title)}**, {place_of(league.record)}, until they come back. You would see all they "
        f"see, and get the stable's sheets. No answer? The request ends <t:{until}:R>."
    )
    buttons = (DeputyButton(league.record.id, faction, act) for act in LOOKS)
    return layout_of(ui.TextDisplay(said), ui.ActionRow(*buttons))
