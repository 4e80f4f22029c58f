"""/league and /stable: seasons of stables. Open one, join, start; look at it, act in it, host it."""

import dataclasses
from typing import Literal

from discord import app_commands

from cogs.choices.which_game import colour_choices
from cogs.choices.which_league import find_league, league_choices
from cogs.choices.which_pace import PACE_CHOICES, ClockWishes, timing_for
from cogs.kit.client import Interaction
from cogs.kit.durations import deadlines, read_duration
from cogs.kit.limits import cut
from cogs.kit.messages import naming
from cogs.kit.rights import acts_for, require_steward
from cogs.panels import league as panels
from cogs.panels.open_race import require_channel, thread_for
from cogs.panels.race import show_status, show_text, show_verification
from engine.campaign.words.acts import Accept, AskHelp, Decline, Instruct, OfferLoan, Repay
from engine.campaign.words.options import LeagueOptions
from engine.campaign.words.state import Manager
from engine.game import Answer
from engine.rulesets import LEAGUES, PLAYED
from records.races import PublicRace
from records.values import EntryId, PlayerId
from steward import GAME, KIND, Founded
from words.campaign import story
from words.shared.names import harmless, names_of, place_of

LEAGUE = "Which league; the one of this thread, if you leave it out"
REASON = "Why; everybody reads it"
TITLE = 40


@app_commands.allowed_contexts(guilds=True, dms=True)
class LeagueCommands(app_commands.Group):
    """Leagues: seasons of stables."""

    def __init__(self) -> None:
        super().__init__(name="league", description="Leagues: seasons of stables, with horses, money and plots")

    @app_commands.command(
        name="new", description="Open a league: a season of the Campaign Game, in a thread of its own"
    )
    @app_commands.describe(
        title=f"The league's title, {TITLE} characters at most",
        events="How many races; 10 by the rules",
        laps="How many times round each race goes; 3 by the rules",
        pace="How long sheets and turns wait: days, an evening, or minutes",
    )
    @app_commands.choices(pace=PACE_CHOICES)
    async def new(
        self,
        interaction: Interaction,
        title: app_commands.Range[str, 1, TITLE] = "",
        events: app_commands.Range[int, 1, 20] = 10,
        laps: Literal[1, 2, 3, 5, 7] = 3,
        pace: str = "live",
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        league = await open_league(interaction, title, LeagueOptions(events=events, laps=laps), pace)
        await interaction.edit_original_response(
            content=(
                f"**{harmless(league.race.title)}** is open: {place_of(league.race)}. Owners join there, or with "
                "`/league join`. Add house stables with `/league house`; begin with `/league start`."
            )
        )

    @app_commands.command(name="join", description="Found a stable in a league, or come to bet only")
    @app_commands.describe(
        league=LEAGUE,
        role="Owner of a stable, or better",
        colour="Your stable's colour",
        name="Your stable's name, 32 characters at most",
        word="Any word: it is mixed into the dice, so that nobody can have chosen them",
    )
    @app_commands.autocomplete(league=league_choices, colour=colour_choices)
    async def join(
        self,
        interaction: Interaction,
        league: str = "",
        role: Literal["owner", "better"] = "owner",
        colour: str | None = None,
        name: str | None = None,
        word: str = "",
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await find_league(interaction, league)
        await panels.join(interaction, found, role=role, colour=colour, name=name, word=word)

    @app_commands.command(name="leave", description="Leave a league; once it runs, a manager keeps your stable")
    @app_commands.describe(league=LEAGUE)
    @app_commands.autocomplete(league=league_choices)
    async def leave(self, interaction: Interaction, league: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await find_league(interaction, league)
        await interaction.client.steward.leagues.leave(found.race.id, PlayerId(interaction.user.id))
        kept = found.race.state != "lobby"
        said = "A manager keeps your stable. `/league return` takes it back." if kept else "You are out of the league."
        await interaction.edit_original_response(content=said)

    @app_commands.command(name="return", description="Take your stable back from its manager")
    @app_commands.describe(league=LEAGUE)
    @app_commands.autocomplete(league=league_choices)
    async def come_back(self, interaction: Interaction, league: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await find_league(interaction, league)
        await interaction.client.steward.leagues.come_back(found.race.id, PlayerId(interaction.user.id))
        await interaction.edit_original_response(content="Your stable is yours again.")

    @app_commands.command(name="house", description="Add stables of house managers to a league that you host")
    @app_commands.describe(league=LEAGUE, many="How many")
    @app_commands.autocomplete(league=league_choices)
    async def house(self, interaction: Interaction, league: str = "", many: app_commands.Range[int, 1, 14] = 1) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await panels.add_house(interaction, await find_league(interaction, league), many)

    @app_commands.command(name="start", description="Begin the season of a league that you host")
    @app_commands.describe(league=LEAGUE)
    @app_commands.autocomplete(league=league_choices)
    async def start(self, interaction: Interaction, league: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await panels.start(interaction, await find_league(interaction, league))

    @app_commands.command(name="status", description="Show whom a league waits for, to you alone")
    @app_commands.describe(league=LEAGUE)
    @app_commands.autocomplete(league=league_choices)
    async def status(self, interaction: Interaction, league: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show_status(interaction, await find_league(interaction, league))

    @app_commands.command(name="standings", description="Show how a league stands, to you alone")
    @app_commands.describe(league=LEAGUE)
    @app_commands.autocomplete(league=league_choices)
    async def standings(self, interaction: Interaction, league: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await panels.show_standings(interaction, await find_league(interaction, league))

    @app_commands.command(name="calendar", description="Show what comes when in a league, to you alone")
    @app_commands.describe(league=LEAGUE)
    @app_commands.autocomplete(league=league_choices)
    async def calendar(self, interaction: Interaction, league: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await find_league(interaction, league)
        await panels.show_calendar(interaction, found)

    @app_commands.command(name="paper", description="Show the last issue of a league's paper, to you alone")
    @app_commands.describe(league=LEAGUE)
    @app_commands.autocomplete(league=league_choices)
    async def paper(self, interaction: Interaction, league: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await panels.show_paper(interaction, await find_league(interaction, league))

    @app_commands.command(name="verify", description="Check every roll and every seal of a league")
    @app_commands.describe(league=LEAGUE)
    @app_commands.autocomplete(league=league_choices)
    async def verify(self, interaction: Interaction, league: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show_verification(interaction, await find_league(interaction, league))

    # Acts of the host, each with a reason

    @app_commands.command(
        name="next", description="Close the open phase of a league now; missing sheets get the default"
    )
    @app_commands.describe(league=LEAGUE, reason=REASON)
    @app_commands.autocomplete(league=league_choices)
    async def next(self, interaction: Interaction, reason: str, league: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await find_league(interaction, league)
        closed = await interaction.client.steward.leagues.close_phase(
            found.race.id, require_steward(interaction, found), reason
        )
        said = "The phase is closed." if closed else "A race is under way: its turns have their own deadlines."
        await interaction.edit_original_response(content=said)

    @app_commands.command(name="extend", description="Let all open deadlines of a league fall later")
    @app_commands.describe(league=LEAGUE, by="For how long, such as 12h or 1d", reason=REASON)
    @app_commands.autocomplete(league=league_choices)
    async def extend(self, interaction: Interaction, by: str, reason: str, league: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        found, seconds = await find_league(interaction, league), read_duration(by)
        host = require_steward(interaction, found)
        await interaction.client.steward.desk.extend(found.race.id, host, seconds, reason)
        await interaction.edit_original_response(content="All open deadlines fall later.")

    @app_commands.command(name="pause", description="Let a league rest; it goes on by itself later")
    @app_commands.describe(league=LEAGUE, reason=REASON)
    @app_commands.autocomplete(league=league_choices)
    async def pause(self, interaction: Interaction, reason: str, league: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await find_league(interaction, league)
        await interaction.client.steward.desk.pause(found.race.id, require_steward(interaction, found), reason)
        await interaction.edit_original_response(content="The league rests, and so do its deadlines.")

    @app_commands.command(name="resume", description="Let a league that rests go on")
    @app_commands.describe(league=LEAGUE)
    @app_commands.autocomplete(league=league_choices)
    async def resume(self, interaction: Interaction, league: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await find_league(interaction, league)
        await interaction.client.steward.desk.resume(found.race.id, require_steward(interaction, found))
        await interaction.edit_original_response(content="The league goes on.")

    @app_commands.command(name="back", description="Take a league back to the beginning of the phase before")
    @app_commands.describe(league=LEAGUE, reason=REASON)
    @app_commands.autocomplete(league=league_choices)
    async def back(self, interaction: Interaction, reason: str, league: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await find_league(interaction, league)
        host = require_steward(interaction, found)
        await interaction.client.steward.leagues.go_back(found.race.id, host, reason)
        await interaction.edit_original_response(content="The league is back at the beginning of that phase.")

    @app_commands.command(name="cancel", description="End a league that you host, without a winner")
    @app_commands.describe(league=LEAGUE)
    @app_commands.autocomplete(league=league_choices)
    async def cancel(self, interaction: Interaction, league: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await find_league(interaction, league)
        await interaction.client.steward.leagues.cancel(found.race.id, acts_for(interaction, found.race))
        await interaction.edit_original_response(content=f"{harmless(found.race.title)} is cancelled.")


async def open_league(interaction: Interaction, title: str, options: LeagueOptions, pace: str) -> PublicRace:
    """Open a league and its thread; without a thread there is no league."""
    steward, channel = interaction.client.steward, require_channel(interaction)
    timing = await timing_for(interaction, PLAYED[GAME], ClockWishes(pace=pace))
    phases = deadlines(LEAGUES[KIND].decisions, pace)
    league = await steward.leagues.open(
        Founded(
            guild=interaction.guild_id or 0,
            channel=channel.id,
            host=PlayerId(interaction.user.id),
            options=options,
            timing=dataclasses.replace(timing, seconds=phases),
            races=timing.seconds,
            title=title or cut(f"{interaction.user.display_name}'s league", TITLE),
        )
    )
    try:
        thread = await thread_for(channel, (await steward.race(league)).race.title)
    except Exception:  # whatever it was, nobody could ever join
        await steward.leagues.cancel(league, PlayerId(interaction.user.id))
        raise
    await steward.lobbies.set_thread(league, thread.id)
    found: PublicRace = await steward.leagues.league(league)
    return found


@app_commands.allowed_contexts(guilds=True, dms=True)
class StableCommands(app_commands.Group):
    """The own stable in a league."""

    def __init__(self) -> None:
        super().__init__(name="stable", description="Your stable in a league: chariots, manager, loans, account")

    @app_commands.command(name="show", description="Show a stable; your own one with what you can buy and train")
    @app_commands.describe(league=LEAGUE, number="Which stable; yours, if you leave it out")
    @app_commands.autocomplete(league=league_choices)
    async def show(
        self, interaction: Interaction, league: str = "", number: app_commands.Range[int, 1, 99] | None = None
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        whose = None if number is None else EntryId(number)
        await panels.show_stable(interaction, await find_league(interaction, league), whose)

    @app_commands.command(name="manager", description="Tell your manager what to do when you don't answer")
    @app_commands.describe(
        league=LEAGUE,
        entries="How many chariots to enter",
        own_bet="The bet on the first of them, in sesterces",
        guards="Against bribes, drugs and sabotage each, in sesterces",
        mending="Mend nothing, as much as one chariot needs to start, or all",
        training="Experience: save it, or spend it on drivers, speed or endurance",
    )
    @app_commands.autocomplete(league=league_choices)
    async def manager(
        self,
        interaction: Interaction,
        league: str = "",
        entries: Literal[0, 1, 2] = 1,
        own_bet: app_commands.Range[int, 0, 100_000] = 100,
        guards: app_commands.Range[int, 0, 100_000] = 0,
        mending: Literal["nothing", "one", "all"] = "nothing",
        training: Literal["save", "driver", "speed", "endurance"] = "save",
    ) -> None:
        told = Manager(entries, (), own_bet, (guards, guards, guards), mending, training)
        await _act(interaction, league, Instruct(told), "Your manager knows.")

    @app_commands.command(name="loan", description="Offer to lend a stable money; the program collects it")
    @app_commands.describe(
        league=LEAGUE,
        to="The stable's number",
        amount="The sum you lend",
        due="The sum that falls due",
        after="The event after which it falls due",
    )
    @app_commands.autocomplete(league=league_choices)
    async def loan(
        self,
        interaction: Interaction,
        to: app_commands.Range[int, 1, 99],
        amount: app_commands.Range[int, 1, 1_000_000],
        due: app_commands.Range[int, 1, 3_000_000],
        after: app_commands.Range[int, 1, 20],
        league: str = "",
    ) -> None:
        await _act(interaction, league, OfferLoan(EntryId(to), amount, due, after), "Your offer stands.")

    @app_commands.command(name="accept", description="Accept an offer that somebody has made you")
    @app_commands.describe(league=LEAGUE, offer="Its number")
    @app_commands.autocomplete(league=league_choices)
    async def accept(
        self, interaction: Interaction, offer: app_commands.Range[int, 1, 9_999], league: str = ""
    ) -> None:
        await _act(interaction, league, Accept(offer), "Agreed.")

    @app_commands.command(name="decline", description="Decline an offer, or withdraw your own")
    @app_commands.describe(league=LEAGUE, offer="Its number")
    @app_commands.autocomplete(league=league_choices)
    async def decline(
        self, interaction: Interaction, offer: app_commands.Range[int, 1, 9_999], league: str = ""
    ) -> None:
        await _act(interaction, league, Decline(offer), "That offer is off.")

    @app_commands.command(name="repay", description="Pay a loan back early, in full")
    @app_commands.describe(league=LEAGUE, loan="Its number")
    @app_commands.autocomplete(league=league_choices)
    async def repay(self, interaction: Interaction, loan: app_commands.Range[int, 1, 9_999], league: str = "") -> None:
        await _act(interaction, league, Repay(loan), "Paid.")

    @app_commands.command(name="help", description="Borrow from the bank once a season, if you cannot race")
    @app_commands.describe(league=LEAGUE, amount="Sesterces, 2,000 at most")
    @app_commands.autocomplete(league=league_choices)
    async def help(self, interaction: Interaction, amount: app_commands.Range[int, 1, 2_000], league: str = "") -> None:
        await _act(interaction, league, AskHelp(amount), "The bank helps you out.")

    @app_commands.command(name="ledger", description="Show the account of your stable, to you alone")
    @app_commands.describe(league=LEAGUE)
    @app_commands.autocomplete(league=league_choices)
    async def ledger(self, interaction: Interaction, league: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await panels.show_ledger(interaction, await find_league(interaction, league))


async def _act(interaction: Interaction, league: str, act: Answer, said: str) -> None:
    """Do something for the stable of whoever acts, and tell what came of it."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    found, player = await find_league(interaction, league), PlayerId(interaction.user.id)
    with naming(found.entries):
        facts = await interaction.client.steward.leagues.act(found.race.id, player, act)
    own, names = found.entries_of(player)[0], names_of(found.entries)
    await show_text(interaction, "\n".join([f"✅ {said}", *story.came(facts, own, names)]))
