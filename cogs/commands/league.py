"""/league: seasons of stables. Open one, join, start; look at it, host it."""

from typing import Literal

import discord
from discord import app_commands

from cogs.choices.naming import naming
from cogs.choices.which_game import colour_choices
from cogs.choices.which_league import LEAGUE, about_league, find_league, league_choices
from cogs.choices.which_pace import PACE_CHOICES
from cogs.choices.which_race import RATED
from cogs.kit.client import Interaction
from cogs.kit.durations import read_duration
from cogs.kit.new_threads import thread_for
from cogs.kit.rights import require_here, require_steward, require_trusted
from cogs.panels import league as panels
from cogs.panels import league_people as people
from cogs.panels import league_shown as shown
from cogs.panels.export import export_league
from cogs.panels.league_end import ask_cancel
from cogs.panels.league_presets import show_presets, tell_opened
from cogs.panels.leaving import leave_league
from cogs.panels.letters import show_letters
from cogs.panels.open_league import PRESETS, TITLE, open_again, open_league, options_for
from cogs.panels.open_race import require_channel
from cogs.panels.verifying import show_verification
from engine.leagues.presets import WEEKLY
from engine.leagues.words.options import LeagueEdition
from engine.leagues.words.state import Role
from records.letters import Paper
from records.races import GONE, PublicRace
from records.values import EntryId, PlayerId
from words.shared.names import harmless

REASON = "Why; everybody reads it"


@app_commands.allowed_contexts(guilds=True, dms=True)
class LeagueCommands(app_commands.Group):
    """Leagues: seasons of stables."""

    def __init__(self) -> None:
        super().__init__(name="league", description="Leagues: seasons of stables, with horses, money and plots")

    @app_commands.command(
        name="new", description="Open a league: a season of stables, classic or epic, in a thread of its own"
    )
    @app_commands.describe(
        title=f"The league's title, {TITLE} characters at most",
        preset="A well-tried set of options; without one I show them, each with its length",
        events="How many races; as the preset has it, else 10",
        laps="How many times round each race goes; as the preset has it, else 3",
        edition="By which edition the races are run; as the preset has it, else advanced",
        pace="How long sheets and turns wait; by mail, a turn a day, if you leave it out",
        rated=RATED,
    )
    @app_commands.choices(preset=PRESETS, pace=PACE_CHOICES)
    async def new(  # noqa: PLR0913, PLR0917  each is an option of the command
        self,
        interaction: Interaction,
        title: app_commands.Range[str, 1, TITLE] = "",
        preset: str = "",
        events: app_commands.Range[int, 1, 20] | None = None,
        laps: Literal[1, 2, 3, 5, 7] | None = None,
        edition: LeagueEdition | None = None,
        pace: str = "turns",
        rated: bool = True,
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        if not preset and (events, laps, edition) == (None, None, None):
            await show_presets(interaction, title, pace, is_rated=rated)
            return
        options = options_for(preset, events=events, laps=laps, edition=edition)
        league = await open_league(interaction, title, options, pace, is_rated=rated, is_weekly=preset == WEEKLY)
        await tell_opened(interaction, league)

    @app_commands.command(name="join", description="Found a stable in a league, join only to bet, or drive for others")
    @app_commands.describe(
        league=LEAGUE,
        role="Owner of a stable, bettor (bets only), or substitute (drives for owners who are away)",
        colour="Your stable's colour",
        name="Your stable's name, 32 characters at most",
        word="Any word: it is mixed into the dice, so nobody can fix them",
    )
    @app_commands.autocomplete(league=league_choices, colour=colour_choices)
    async def join(
        self,
        interaction: Interaction,
        league: str = "",
        role: Literal["owner", "bettor", "substitute"] = "owner",
        colour: str | None = None,
        name: str | None = None,
        word: str = "",
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await find_league(interaction, league)
        if role == "substitute":
            await people.volunteer(interaction, found)
        else:
            kept: Role = "better" if role == "bettor" else "owner"
            await panels.join(interaction, found, role=kept, colour=colour, name=name, word=word)

    @about_league("leave", "Leave a league; once it runs, see each way out and what it costs")
    async def leave(self, interaction: Interaction, league: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await leave_league(interaction, await find_league(interaction, league))

    @about_league("return", "Take your stable back from its manager or deputy")
    async def come_back(self, interaction: Interaction, league: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await people.come_back(interaction, await find_league(interaction, league))

    @about_league(
        "deputy", "Ask somebody to decide for your stable until you return", player="The person to ask; they may say no"
    )
    async def deputy(self, interaction: Interaction, player: discord.User, league: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        said = await people.ask_deputy(interaction, await find_league(interaction, league), player)
        await interaction.edit_original_response(content=said)

    @about_league(
        "vote", "Vote for a member as host; more than half of the owners decide", player="The member who is to host it"
    )
    async def vote(self, interaction: Interaction, player: discord.User, league: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await find_league(interaction, league)
        await require_here(interaction, found.record.guild, player)
        said = await people.vote(interaction, found, PlayerId(player.id))
        await interaction.edit_original_response(content=said)

    @about_league("again", "Open the next season of a league that is over, with the same people")
    async def again(self, interaction: Interaction, league: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await open_again(interaction, await find_league(interaction, league))

    @about_league("house", "Add stables of house managers to a league that you host", many="How many")
    async def house(self, interaction: Interaction, league: str = "", many: app_commands.Range[int, 1, 14] = 1) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await panels.add_house(interaction, await find_league(interaction, league), many)

    @about_league("start", "Begin the season of a league that you host")
    async def start(self, interaction: Interaction, league: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await panels.start(interaction, await find_league(interaction, league))

    @about_league("status", "Show whom a league waits for, to you alone")
    async def status(self, interaction: Interaction, league: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await people.show_status(interaction, await find_league(interaction, league))

    @about_league("standings", "Show how a league stands, to you alone")
    async def standings(self, interaction: Interaction, league: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await shown.show_standings(interaction, await find_league(interaction, league))

    @about_league("calendar", "Show what comes when in a league, to you alone")
    async def calendar(self, interaction: Interaction, league: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await find_league(interaction, league)
        await shown.show_calendar(interaction, found)

    @about_league("paper", "Show the last issue of a league's paper, to you alone")
    async def paper(self, interaction: Interaction, league: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await shown.show_paper(interaction, await find_league(interaction, league))

    @about_league("letter", "Write to the next paper of a league; its host also decides on reported letters")
    async def letter(self, interaction: Interaction, league: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await find_league(interaction, league)
        await show_letters(interaction, Paper("league", found.record.id), found.record)

    @about_league("export", "Get a season and its races as an archive: page, facts, ledger, tables, films")
    async def export(self, interaction: Interaction, league: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await export_league(interaction, await find_league(interaction, league))

    @about_league("verify", "Check every roll and every seal of a league")
    async def verify(self, interaction: Interaction, league: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show_verification(interaction, await find_league(interaction, league))

    # Acts of the host, each with a reason

    @about_league("next", "Close the open phase of a league now; missing sheets get the default", reason=REASON)
    async def next(self, interaction: Interaction, reason: str, league: str = "") -> None:
        found, host = await _judging(interaction, league)
        closed = await interaction.client.steward.leagues.close_phase(found.record.id, host, reason)
        said = "The phase is closed." if closed else "A race is under way: its turns have their own deadlines."
        await interaction.edit_original_response(content=said)

    @about_league("extend", "Let all open deadlines of a league fall later", by="How long: 12h or 1d", reason=REASON)
    async def extend(self, interaction: Interaction, by: str, reason: str, league: str = "") -> None:
        found, host = await _hosting(interaction, league)
        await interaction.client.steward.desk.extend(found.record.id, host, read_duration(by), reason)
        await interaction.edit_original_response(content="All open deadlines fall later.")

    @about_league("pause", "Let a league rest; it goes on by itself later", reason=REASON)
    async def pause(self, interaction: Interaction, reason: str, league: str = "") -> None:
        found, host = await _hosting(interaction, league)
        await interaction.client.steward.desk.pause(found.record.id, host, reason)
        await interaction.edit_original_response(content="The league rests, and so do its deadlines.")

    @about_league("resume", "Let a league that rests go on", reason=REASON)
    async def resume(self, interaction: Interaction, reason: str, league: str = "") -> None:
        found, host = await _hosting(interaction, league)
        await resume_league(interaction, found, host, reason)

    @about_league("back", "Take a league back to the beginning of the phase before", reason=REASON)
    async def back(self, interaction: Interaction, reason: str, league: str = "") -> None:
        found, host = await _judging(interaction, league)
        await interaction.client.steward.leagues.go_back(found.record.id, host, reason)
        await interaction.edit_original_response(content="The league is back at the beginning of that phase.")

    @about_league(
        "undo",
        "Undo a deal of the open phase: goods and money go back",
        deal="The deal's number, as the thread tells it",
        reason=REASON,
    )
    async def undo(
        self, interaction: Interaction, deal: app_commands.Range[int, 1, 9_999], reason: str, league: str = ""
    ) -> None:
        found, host = await _judging(interaction, league)
        with naming(found):
            await interaction.client.steward.leagues.undo_deal(found.record.id, host, deal, reason)
        await interaction.edit_original_response(content=f"Deal {deal} is undone: goods and money are back.")

    @about_league(
        "expel",
        "Put somebody out of a league; a manager keeps their stable",
        player="The person who has to go",
        reason=REASON,
    )
    async def expel(self, interaction: Interaction, player: discord.User, reason: str, league: str = "") -> None:
        found, host = await _judging(interaction, league)
        await interaction.client.steward.members.expel(found.record.id, host, PlayerId(player.id), reason)
        await interaction.edit_original_response(content=f"<@{player.id}> is out of the league, and told why.")

    @about_league(
        "hand",
        "Give a stable that a manager keeps to a new owner, debts and all",
        stable="The stable's number",
        player="Its new owner",
        reason=REASON,
    )
    async def hand(
        self,
        interaction: Interaction,
        stable: app_commands.Range[int, 1, 99],
        player: discord.User,
        reason: str,
        league: str = "",
    ) -> None:
        found, host = await _judging(interaction, league)
        await people.hand(interaction, found, host, EntryId(stable), player, reason)

    @about_league("cancel", "End a league that you host, without a winner", reason=REASON)
    async def cancel(self, interaction: Interaction, league: str = "", reason: str = "") -> None:
        found, host = await _judging(interaction, league)
        if not reason:
            await ask_cancel(interaction, found)
            return
        await interaction.client.steward.leagues.cancel(found.record.id, host, reason)
        await interaction.edit_original_response(content=f"{harmless(found.record.title)} is cancelled.")


async def _hosting(interaction: Interaction, league: str) -> tuple[PublicRace, PlayerId]:
    """Return the league that its host, or a moderator, acts on, and that person.

    :raises Refused: if somebody else does.
    """
    await interaction.response.defer(ephemeral=True, thinking=True)
    found = await find_league(interaction, league)
    return found, require_steward(interaction, found)


async def _judging(interaction: Interaction, league: str) -> tuple[PublicRace, PlayerId]:
    """Return the same for an act by which somebody may gain: see :func:`require_trusted`."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    found = await find_league(interaction, league)
    return found, await require_trusted(interaction, found)


async def resume_league(interaction: Interaction, found: PublicRace, by: PlayerId, reason: str) -> None:
    """Let a league that rests go on; one whose thread was deleted, in a new thread of this channel."""
    steward, where = interaction.client.steward, ""
    if found.record.state == "paused" and found.record.thread == GONE:
        thread = await thread_for(require_channel(interaction), found.record.title)
        await steward.cut_off.move(found.record.id, thread.id)
        where = f" in <#{thread.id}>"
    await steward.cut_off.resume(found.record.id, by, reason)
    await interaction.edit_original_response(content=f"The league goes on{where}.")
