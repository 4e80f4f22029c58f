"""More of a league than its post has room for: news, missing members, deputies, a vote for the host, leaving."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.ids import ID
from cogs.kit.items import NOT_OFFERED, RaceButton, Select, chosen
from cogs.kit.layouts import boxed, layout_of, text_of
from cogs.kit.limits import SELECT_OPTIONS
from cogs.kit.messages import TellPlayer, within_limits
from cogs.kit.rights import acts_for
from cogs.panels import league_people as people
from cogs.panels.hosts import heirs_menu
from cogs.panels.league_business import BusinessButton, known_league
from cogs.panels.league_end import EndLeagueButton
from cogs.panels.league_settings import SettingsButton
from cogs.panels.league_shown import LookButton
from cogs.panels.leaving import leave_league
from cogs.panels.verifying import VerifyButton
from records.races import FactionRecord, PublicRace
from records.text import isolated
from records.values import PlayerId, RaceId
from steward import Steward


@dataclass(frozen=True)
class Person:
    """Somebody who was chosen in a menu."""

    id: int
    display_name: str
    bot: bool


class DeputyMenu(Select, template="league-deputy:{race}"):
    """Asks somebody to be the deputy of the player's stable."""

    race: RaceId

    async def take(self, interaction: Interaction, values: Sequence[str]) -> None:
        league = await known_league(interaction, self.race)
        said = await people.ask_deputy(interaction, league, _person(interaction, chosen(values)))
        await show_more(interaction, await known_league(interaction, self.race), said)


class VoteMenu(Select, template="league-vote:{race}"):
    """Votes for a member as host."""

    race: RaceId

    async def take(self, interaction: Interaction, values: Sequence[str]) -> None:
        league = await known_league(interaction, self.race)
        said = await people.vote(interaction, league, PlayerId(_id(chosen(values))))
        await show_more(interaction, await known_league(interaction, self.race), said)


class LeaveButton(
    RaceButton,
    kind="league:leave",
    label="Leave the league",
    style=discord.ButtonStyle.danger,
    finds=known_league,
    shows=leave_league,
):
    """Shows the ways out of the league, each with its price; before the season it takes the player out at once."""


async def show_more(interaction: Interaction, league: PublicRace, said: str = "") -> None:
    """Show the page in the answer to an interaction that has been deferred.

    :param said: text to show first.
    """
    lines = [*filter(None, [said]), *(await people.status_lines(interaction, league, seals=False))]
    box = boxed(text_of(lines))
    player, race = PlayerId(interaction.user.id), league.record
    seat, is_over = league.faction_for(player), race.state in ("finished", "cancelled")
    news: list[ui.Item[Any]] = [LookButton(race.id, "calendar")]
    if race.state == "lobby" and acts_for(interaction, race) == race.host:
        news.append(SettingsButton(race.id))
    if race.state != "lobby":
        news += [VerifyButton(race.id), *([LookButton(race.id, "account")] if seat is not None else [])]
    box.add_item(ui.ActionRow(*news))
    if seat is not None and seat.player == player and race.state == "running":
        box.add_item(ui.ActionRow(DeputyMenu(race.id, select=_whom())))
    if seat is not None and race.state == "running" and may_vote_on_end(interaction.client.steward, league):
        vote_on_end = BusinessButton(race.id, "plan", "end", label="End the season?")
        box.add_item(ui.ActionRow(vote_on_end))
    if acts_for(interaction, race) == race.host and (heirs := heirs_menu(league)):
        box.add_item(ui.ActionRow(heirs))
    presence = interaction.client.steward.presence
    here = [each for each in league.factions if presence.gone_since(race.guild, each.player) is None]
    if seat is not None and race.state in ("running", "paused") and (options := _candidates(league, here)):
        select: ui.Select[Any] = ui.Select(placeholder="Vote for a new host", options=options)
        box.add_item(ui.ActionRow(VoteMenu(race.id, select=select)))
    ends: list[ui.Item[Any]] = (
        [EndLeagueButton(race.id)] if not is_over and acts_for(interaction, race) == race.host else []
    )
    if not is_over and (seat is not None or await people.drives_for_others(interaction, league)):
        ends.insert(0, LeaveButton(race.id))
    if ends:
        box.add_item(ui.ActionRow(*ends))
    await interaction.edit_original_response(view=within_limits(layout_of(box)))


def may_vote_on_end(steward: Steward, league: PublicRace) -> bool:
    """Tell whether the members of a league may vote to end its season (I.4.1 c)."""
    options = steward.leagues.options_of(league)
    return options.campaign == "epic" and options.ends_by_vote


class MoreButton(RaceButton, kind="league:more", label="More", finds=known_league, shows=show_more):
    """Opens the page, privately."""


def _whom() -> Any:
    return ui.UserSelect(placeholder="Ask for a deputy")


def _candidates(league: PublicRace, here: Sequence[FactionRecord]) -> list[discord.SelectOption]:
    """Return those of some members that may be voted for."""
    others = [each for each in here if each.player not in (None, league.record.host)]
    stables = {each.faction: f"{each.colour.capitalize()}, {isolated(each.name)}" for each in league.entries}
    return [
        discord.SelectOption(label=isolated(each.name), value=str(each.player), description=stables.get(each.faction))
        for each in others[:SELECT_OPTIONS]
    ]


def _id(value: str) -> int:
    if not re.fullmatch(ID, value):
        raise TellPlayer(NOT_OFFERED)
    return int(value)


def _person(interaction: Interaction, value: str) -> Person:
    """Return the person chosen in a menu, as Discord knows them."""
    number = _id(value)
    data: Any = interaction.data or {}
    known = data.get("resolved", {})
    found = known.get("users", {}).get(value)
    if found is None:
        raise TellPlayer("I don't know that person. Choose somebody of this server.")
    nick = known.get("members", {}).get(value, {}).get("nick")
    name = nick or found.get("global_name") or found.get("username") or "Player"
    return Person(number, str(name), bool(found.get("bot")))
