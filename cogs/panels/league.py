"""A league under its post: joining, stables of the house, the start, the own sheet, the own stable, the standings."""

import re
from typing import Any, Literal, Self, get_args

import discord
from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.items import RACE
from cogs.kit.limits import fitting
from cogs.kit.messages import TellPlayer, answers_for_itself, within_limits
from cogs.kit.question_id import ACCENT, file_of, gallery_of
from cogs.kit.rights import acts_for
from cogs.panels import league_people as people
from cogs.panels.league_business import known_league
from cogs.panels.open_league import open_again
from cogs.panels.question import open_mine
from cogs.panels.race import show_text
from cogs.panels.stable import StableButton
from engine.campaign.words.reasons import LeagueReason
from engine.game import Refused
from records.races import PublicRace
from records.values import PlayerId, RaceId
from steward import Steward
from words.campaign import story
from words.campaign.standings import calendar, dates, ledger
from words.shared.names import harmless, names_of
from words.shared.telling import count

TEXT = 3_500
Act = Literal["join", "better", "house", "start", "sheet", "standings", "field", "again", "substitute"]
LOOKS: dict[Act, tuple[str, discord.ButtonStyle]] = {
    "join": ("Join", discord.ButtonStyle.success),
    "better": ("Join only to bet", discord.ButtonStyle.secondary),
    "house": ("Add a house stable", discord.ButtonStyle.secondary),
    "start": ("Start", discord.ButtonStyle.primary),
    "sheet": ("My sheet", discord.ButtonStyle.primary),
    "standings": ("Standings", discord.ButtonStyle.secondary),
    "field": ("Who races", discord.ButtonStyle.secondary),
    "again": ("Next season", discord.ButtonStyle.success),
    "substitute": ("Drive for others", discord.ButtonStyle.secondary),
}
LOBBY: tuple[Act, ...] = ("join", "better", "substitute", "house", "start")
RUNNING: tuple[Act, ...] = ("sheet", "standings", "field", "substitute")
OVER: tuple[Act, ...] = ("standings", "again")


class LeagueButton(ui.DynamicItem[ui.Button[Any]], template=rf"league:(?P<act>{'|'.join(get_args(Act))}):{RACE}"):
    """Does something in a league for whoever presses."""

    def __init__(self, league: RaceId, act: Act) -> None:
        self.league, self.act = league, act
        label, style = LOOKS[act]
        super().__init__(ui.Button(label=label, style=style, custom_id=f"league:{act}:{league}"))

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: re.Match[str], /) -> Self:
        act: Any = match["act"]
        return cls(RaceId(int(match["race"])), act)

    @answers_for_itself
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        league = await known_league(interaction, self.league)
        if self.act in ("join", "better"):
            await join(interaction, league, role="owner" if self.act == "join" else "better")
        elif self.act == "house":
            await add_house(interaction, league, 1)
        elif self.act == "start":
            await start(interaction, league)
        elif self.act == "sheet":
            await open_mine(interaction, await _asking(interaction, league))
        elif self.act == "field":
            await show_field(interaction, league)
        elif self.act == "again":
            await open_again(interaction, league)
        elif self.act == "substitute":
            await people.volunteer(interaction, league)
        else:
            await show_standings(interaction, league)


async def _asking(interaction: Interaction, league: PublicRace) -> RaceId:
    """Return what asks owners now: the league, or the race of its event while that is run."""
    status = await interaction.client.steward.status(league.race.id)
    if status.view is not None and status.view.phase == "race":
        races = await interaction.client.steward.leagues.races(league.race.id)
        return next((each.id for each in races if each.round == status.view.event), league.race.id)
    return league.race.id


def panel(league: PublicRace, text: str) -> ui.LayoutView:
    """Return the panel of a league."""
    box: ui.Container[Any] = ui.Container(ui.TextDisplay(fitting(text.split("\n"), TEXT)), accent_colour=ACCENT)
    number = league.race.id
    if league.race.state == "lobby":
        box.add_item(ui.ActionRow(*(LeagueButton(number, each) for each in LOBBY)))
    elif league.race.state != "cancelled":
        acts = OVER if league.race.state == "finished" else RUNNING
        buttons: list[ui.Item[Any]] = [LeagueButton(number, each) for each in acts]
        box.add_item(ui.ActionRow(*buttons, StableButton(number)))
    layout = ui.LayoutView(timeout=None)
    layout.add_item(box)
    return within_limits(layout)


async def join(
    interaction: Interaction,
    league: PublicRace,
    *,
    role: Literal["owner", "better"] = "owner",
    colour: str | None = None,
    name: str | None = None,
    word: str = "",
) -> None:
    """Let whoever acts into a league, and tell them."""
    player = PlayerId(interaction.user.id)
    entry = await interaction.client.steward.leagues.join(
        league.race.id, player, interaction.user.display_name, role=role, colour=colour, name=name, word=word
    )
    who = names_of([entry])[entry.entry]
    if role == "better":
        said = f"{who} is in. You bet with your own treasury and own no chariots."
    elif league.race.state == "lobby":
        said = f"You found a stable: {who}. I'll DM you the first sheet when the season starts."
    else:
        said = f"You found a stable: {who}. You take part from the next reckoning on."
    await interaction.edit_original_response(content=said)


async def add_house(interaction: Interaction, league: PublicRace, many: int) -> None:
    """Add stables of house managers."""
    host = acts_for(interaction, league.race)
    added = await interaction.client.steward.leagues.add_house(league.race.id, host, many)
    await interaction.edit_original_response(content=f"{count(added, 'house stable')} joined the league.")


async def start(interaction: Interaction, league: PublicRace) -> None:
    """Begin the season."""
    await interaction.client.steward.leagues.start(league.race.id, acts_for(interaction, league.race))
    await interaction.edit_original_response(
        content=f"**{harmless(league.race.title)}** begins. I send each owner their first sheet."
    )


async def show_standings(interaction: Interaction, league: PublicRace) -> None:
    """Show how a league stands, as a picture."""
    picture = await interaction.client.steward.board(league.race.id)
    layout = ui.LayoutView(timeout=None)
    if picture is None:
        layout.add_item(ui.TextDisplay("The season has not begun yet: no stable owns anything."))
        await interaction.edit_original_response(view=layout)
        return
    file = file_of(picture)
    layout.add_item(gallery_of(picture, file))
    await interaction.edit_original_response(view=within_limits(layout, [file]), attachments=[file])


async def show_field(interaction: Interaction, league: PublicRace) -> None:
    """Show who starts in the event's race, with form and odds."""
    steward = interaction.client.steward
    status = await steward.status(league.race.id)
    picture = None
    if status.view is not None:
        picture = await steward.field_picture(league, status.view, PlayerId(interaction.user.id))
    if picture is None:
        raise TellPlayer("Nobody is entered yet. Who races is told as the stables close.")
    layout, file = ui.LayoutView(timeout=None), file_of(picture)
    layout.add_item(gallery_of(picture, file))
    await interaction.edit_original_response(view=within_limits(layout, [file]), attachments=[file])


async def show_calendar(interaction: Interaction, league: PublicRace) -> None:
    """Show what comes when: the open phase, and how long each of the next ones is."""
    status = await interaction.client.steward.status(league.race.id)
    until = max((each.until for each in status.waiting if each.until is not None), default=None)
    options = interaction.client.steward.leagues.options_of(league)
    await show_text(interaction, calendar(status.view, options, league.race.seconds, until))


async def show_ledger(interaction: Interaction, league: PublicRace) -> None:
    """Show what came into a stable's treasury and went out of it, as everybody was told."""
    player, steward = PlayerId(interaction.user.id), interaction.client.steward
    own = next(iter(league.shown_to(player)), None)
    if own is None:
        raise Refused(LeagueReason.NOT_A_MEMBER)
    lines = ledger(await steward.log(league.race.id), own)
    await show_text(interaction, "\n".join(["### Your treasury", *(lines or ["Nothing has moved yet."])]))


async def next_dates(steward: Steward, league: PublicRace) -> str:
    """Return when what comes next in a league closes, as it stands now; empty if nothing has a deadline."""
    status = await steward.status(league.race.id)
    until = max((each.until for each in status.waiting if each.until is not None), default=None)
    return "" if status.view is None else dates(status.view, league.race.seconds, until)


async def show_paper(interaction: Interaction, league: PublicRace) -> None:
    """Show the last issue of the paper, whole.

    :raises TellPlayer: if none has come out yet.
    """
    steward = interaction.client.steward
    lines = story.latest_paper(await steward.log(league.race.id), names_of(league.entries))
    if not lines:
        raise TellPlayer("No issue has come out yet. The first one comes after the first race.")
    await show_text(interaction, "\n".join([*lines, await next_dates(steward, league)]))
