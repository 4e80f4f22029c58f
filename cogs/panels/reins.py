"""Places whose players are absent: offered to whoever wants them, and taken with one press."""

import re
from collections.abc import Sequence
from typing import Any, Self

import discord
from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.limits import BUTTON_LABEL, MESSAGE_TEXT, cut, fitting
from cogs.kit.messages import TellPlayer, answers_for_itself, within_limits
from cogs.kit.rights import known_race
from cogs.panels.question import OrdersButton
from cogs.panels.watch import WatchButton
from records.races import FactionRecord, PublicRace
from records.values import Faction, PlayerId, RaceId
from words.shared.names import harmless, names_of, place_of

ROW, MOST_LISTED = 5, 20
NONE_OFFERED = (
    "No place is offered here now. When a player is absent for long, their chariot is offered in the race’s thread; "
    "`/race new` opens a race of your own."
)


class ReinsButton(ui.DynamicItem[ui.Button[Any]], template=r"reins:(?P<race>[0-9]{1,10}):(?P<faction>[0-9]{1,3})"):
    """Takes the reins of a place that is offered, or one's own back."""

    def __init__(self, race: RaceId, faction: Faction, label: str = "Take the reins") -> None:
        self.race, self.faction = race, faction
        button: ui.Button[Any] = ui.Button(
            label=cut(label, BUTTON_LABEL), style=discord.ButtonStyle.success, custom_id=f"reins:{race}:{faction}"
        )
        super().__init__(button)

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: re.Match[str], /) -> Self:
        return cls(RaceId(int(match["race"])), Faction(int(match["faction"])))

    @answers_for_itself
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await take_reins(interaction, self.race, self.faction)


async def take_reins(interaction: Interaction, race: RaceId, faction: Faction) -> None:
    """Give whoever acts the reins, and show them the way to their orders."""
    steward, player = interaction.client.steward, PlayerId(interaction.user.id)
    await known_race(interaction, race)
    await steward.desk.take_reins(race, player, faction)
    await steward.people.set_player(player, name=interaction.user.display_name[:100], dms="unknown")
    lobby = await steward.race(race)
    layout = ui.LayoutView(timeout=None)
    layout.add_item(
        ui.TextDisplay(
            f"🙌 You drive {chariots(lobby, faction)} in **{harmless(lobby.race.title)}** now. The orders given so far "
            "are yours too. I'll tell you when it's your turn; `/race log` tells what has happened."
        )
    )
    layout.add_item(ui.ActionRow(OrdersButton(race), WatchButton(race, "log")))
    await interaction.edit_original_response(view=within_limits(layout))


def offered(lobby: PublicRace) -> list[FactionRecord]:
    """Return whose places are offered in a race: players who are absent, and not on a vacation they announced."""
    if lobby.race.state not in ("running", "paused"):
        return []
    return [each for each in lobby.factions if each.is_offered]


def chariots(lobby: PublicRace, faction: Faction) -> str:
    """Return the names of a faction's chariots."""
    names = names_of(lobby.entries)
    return ", ".join(names[each.entry] for each in lobby.entries if each.faction == faction) or f"faction {faction}"


def offer_message(lobby: PublicRace, faction: Faction) -> ui.LayoutView:
    """Return the post that offers a place."""
    place = next((each for each in lobby.factions if each.faction == faction), None)
    owner = None if place is None else place.player
    layout = ui.LayoutView(timeout=None)
    layout.add_item(
        ui.TextDisplay(
            f"🏇 **A place is free:** {chariots(lobby, faction)}. Take the reins and drive on from here, with the log "
            f"and the orders.{f' <@{owner}> can take them back at any time.' if owner else ''}"
        )
    )
    layout.add_item(ui.ActionRow(ReinsButton(lobby.race.id, faction)))
    return layout


def absent_message(lobby: PublicRace, faction: Faction, player: PlayerId) -> ui.LayoutView:
    """Return what *player*, who drove there until now, is told as their place is offered, with the way back."""
    is_owner = any(each.faction == faction and each.player == player for each in lobby.factions)
    until = "whoever drives by then" if is_owner else "unless somebody else has taken them by then"
    layout = ui.LayoutView(timeout=None)
    layout.add_item(
        ui.TextDisplay(
            f"👻 You did not answer for some turns in **{harmless(lobby.race.title)}**, {place_of(lobby.race)}. "
            f"A house driver has the reins of {chariots(lobby, faction)} now, and others may take them. The button "
            f"gives them back to you, {until}."
        )
    )
    layout.add_item(ui.ActionRow(ReinsButton(lobby.race.id, faction, "Take the reins back")))
    return layout


def reins_rows(lobby: PublicRace) -> list[ui.ActionRow[Any]]:
    """Return a button for each place of a race that is offered."""
    return _rows([(lobby, each) for each in offered(lobby)][:MOST_LISTED])


def _rows(places: Sequence[tuple[PublicRace, FactionRecord]]) -> list[ui.ActionRow[Any]]:
    buttons = [ReinsButton(lobby.race.id, each.faction, f"Drive {_first_name(lobby, each)}") for lobby, each in places]
    return [ui.ActionRow(*buttons[place : place + ROW]) for place in range(0, len(buttons), ROW)]


def _first_name(lobby: PublicRace, faction: FactionRecord) -> str:
    return next((entry.name for entry in lobby.entries if entry.faction == faction.faction), faction.name)


async def show_offers(interaction: Interaction, lobbies: list[PublicRace]) -> None:
    """Show all places that are offered in some races, each with its button."""
    places = [(lobby, each) for lobby in lobbies for each in offered(lobby)][:MOST_LISTED]
    if not places:
        raise TellPlayer(NONE_OFFERED)
    lines = [
        f"{chariots(lobby, each.faction)} · {harmless(lobby.race.title)}, {place_of(lobby.race)}"
        for lobby, each in places
    ]
    layout = ui.LayoutView(timeout=None)
    layout.add_item(ui.TextDisplay(fitting(["### Places that are offered", *lines], MESSAGE_TEXT - 200)))
    for row in _rows(places):
        layout.add_item(row)
    await interaction.edit_original_response(view=within_limits(layout))
