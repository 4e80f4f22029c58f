"""A league under its post: joining, stables of the house, the start, the own sheet, and the ways to all else."""

from collections.abc import Sequence
from typing import Any, Literal

import discord
from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.items import Button, Looks
from cogs.kit.layouts import boxed, layout_of
from cogs.kit.limits import fitting
from cogs.kit.messages import within_limits
from cogs.kit.rights import acts_for
from cogs.panels import league_people as people
from cogs.panels.hosts import tell_if_orphaned
from cogs.panels.league_business import known_league
from cogs.panels.league_office import MoreButton
from cogs.panels.league_shown import LookButton
from cogs.panels.my_questions import open_mine
from cogs.panels.open_league import open_again
from cogs.panels.stable import StableButton, show_stable
from cogs.panels.starting import asks_first, begin
from records.races import PublicRace
from records.text import folded
from records.values import PlayerId, RaceId
from words.leagues.ruin import bankrupt
from words.shared.names import names_of
from words.shared.telling import count

TEXT = 3_500
Act = Literal["join", "better", "house", "start", "sheet", "again", "substitute"]
LOOKS: Looks[Act] = {
    "join": ("Join", discord.ButtonStyle.success),
    "better": ("Join only to bet", discord.ButtonStyle.secondary),
    "house": ("Add a house stable", discord.ButtonStyle.secondary),
    "start": ("Start", discord.ButtonStyle.primary),
    "sheet": ("My sheet", discord.ButtonStyle.primary),
    "again": ("Next season", discord.ButtonStyle.success),
    "substitute": ("Drive for others", discord.ButtonStyle.secondary),
}
LOBBY: tuple[Act, ...] = ("join", "better", "substitute", "house", "start")


class LeagueButton(Button, template="league:{act}:{race}", looks=LOOKS):
    """A press on a league's post: does an act for the player."""

    race: RaceId
    act: Act

    async def press(self, interaction: Interaction) -> None:
        league = await known_league(interaction, self.race)
        if self.act in ("join", "better"):
            await join(interaction, league, role="owner" if self.act == "join" else "better")
        elif self.act == "house":
            await add_house(interaction, league, 1)
        elif self.act == "start":
            await start(interaction, league)
        elif self.act == "sheet":
            await show_sheet(interaction, league)
        elif self.act == "again":
            await open_again(interaction, league)
        else:
            await people.volunteer(interaction, league)


async def show_sheet(interaction: Interaction, league: PublicRace) -> None:
    """Show what the player is asked; a bankrupt, who is asked nothing, their stable with the way on."""
    view = (await interaction.client.steward.log.status(league.record.id)).view
    own = next(iter(league.shown_to(PlayerId(interaction.user.id))), None)
    ruined = [] if view is None else [each.number for each in view.stables if each.status == "bankrupt"]
    if view is not None and own is not None and own in ruined and league.record.state == "running":
        await show_stable(interaction, league, said=[bankrupt(view, own)])
    else:
        await open_mine(interaction, await _asking(interaction, league))


async def _asking(interaction: Interaction, league: PublicRace) -> RaceId:
    """Return what asks the player now: the league, or the race of its event while that is run.

    Of several contests it is the one that asks them something, else one in which they drive.
    """
    steward, player = interaction.client.steward, PlayerId(interaction.user.id)
    status = await steward.log.status(league.record.id)
    if status.view is None or status.view.phase != "race":
        return league.record.id
    known = await steward.leagues.races(league.record.id)
    races = [each.id for each in known if each.round == status.view.event and each.state != "cancelled"]
    if len(races) > 1:
        asks = {each.race_id for each in await steward.open_asks(player)}
        drives = [each for each in races if (await steward.race(each)).faction_for(player) is not None]
        races = [*(each for each in races if each in asks), *drives, *races]
    return next(iter(races), league.record.id)


def panel(league: PublicRace, text: str, more: Sequence[ui.Item[Any]] = ()) -> ui.LayoutView:
    """Return the panel of a league.

    :param more: further buttons, in a row of their own.
    """
    box = boxed(ui.TextDisplay(fitting(text.split("\n"), TEXT)))
    number = league.record.id
    if league.record.state == "lobby":
        box.add_item(ui.ActionRow(*(LeagueButton(number, each) for each in LOBBY)))
        box.add_item(ui.ActionRow(MoreButton(number)))
    elif league.record.state == "finished":
        box.add_item(ui.ActionRow(LookButton(number, "standings"), LeagueButton(number, "again"), StableButton(number)))
        box.add_item(ui.ActionRow(LookButton(number, "paper"), MoreButton(number)))
    elif league.record.state != "cancelled":
        sheet, drives = LeagueButton(number, "sheet"), LeagueButton(number, "substitute")
        box.add_item(
            ui.ActionRow(sheet, StableButton(number), LookButton(number, "standings"), LookButton(number, "field"))
        )
        box.add_item(ui.ActionRow(LookButton(number, "paper"), drives, LookButton(number, "bet"), MoreButton(number)))
    if more:
        box.add_item(ui.ActionRow(*more))
    return within_limits(layout_of(box))


async def join(
    interaction: Interaction,
    league: PublicRace,
    *,
    role: Literal["owner", "better"] = "owner",
    colour: str | None = None,
    name: str | None = None,
    word: str = "",
) -> None:
    """Let the player into a league, and tell them."""
    player, colour = PlayerId(interaction.user.id), None if colour is None else folded(colour)
    was_in = league.faction_for(player) is not None
    entry = await interaction.client.steward.leagues.join(
        league.record.id, player, interaction.user.display_name, role=role, colour=colour, name=name, word=word
    )
    who = names_of([entry])[entry.entry]
    if role == "better":
        said = f"{who} is in. You bet with your own treasury and own no chariots."
    elif league.record.state == "lobby":
        said = f"You found a stable: {who}. I'll DM you the first sheet when the season starts."
    else:
        until = " Until then you bet." if was_in else ""
        said = f"You found a stable: {who}. You take part from the next reckoning on.{until}"
    await interaction.edit_original_response(content=said)


async def add_house(interaction: Interaction, league: PublicRace, many: int) -> None:
    """Add stables of house managers."""
    await tell_if_orphaned(interaction, league)
    host = acts_for(interaction, league.record)
    added = await interaction.client.steward.leagues.add_house(league.record.id, host, many)
    await interaction.edit_original_response(content=f"{count(added, 'house stable')} joined the league.")


async def start(interaction: Interaction, league: PublicRace) -> None:
    """Begin the season, or ask what to do about members who have left the server."""
    await tell_if_orphaned(interaction, league)
    if not await asks_first(interaction, league):
        await interaction.edit_original_response(content=await begin(interaction, league))
