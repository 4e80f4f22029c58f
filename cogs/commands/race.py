"""/race: open, enter, start, look at, end."""

import discord
from discord import app_commands

from cogs.choices.which_chariot import Typed, chariot_choices, find_chariot
from cogs.choices.which_game import (
    GAME,
    PRESET,
    colour_choices,
    game_choices,
    game_of,
    preset_choices,
    preset_of,
    preset_options,
    temperament_choices,
)
from cogs.choices.which_pace import STORY, STORY_CHOICES, ClockWishes, timing_for, with_clocks
from cogs.choices.which_race import RATED, NoRace, about_own_race, about_race, find_race, known_here
from cogs.kit.client import Interaction
from cogs.panels.bets.finding import find_table
from cogs.panels.bets.switches import host_of, show_rules
from cogs.panels.doctor import examine
from cogs.panels.export import export_race
from cogs.panels.hosts import hand_on, take_over
from cogs.panels.leaving import offers_ways_out
from cogs.panels.lobby import Act, closes, do, enter, require_no_cup
from cogs.panels.open_race import open_race
from cogs.panels.options import tell_open
from cogs.panels.race import show_board, show_card, show_film, show_log, show_races
from cogs.panels.reins import show_offers
from cogs.panels.starting import asks_first
from cogs.panels.verifying import show_verification
from cogs.panels.watch import show_entries


@app_commands.allowed_contexts(guilds=True, dms=True)
class RaceCommands(app_commands.Group):
    """Chariot races: open one, enter, start, look on."""

    def __init__(self) -> None:
        super().__init__(name="race", description="Chariot races: open one, enter, start, look on")

    @app_commands.command(
        name="new",
        description="Open a race, or a duel of gladiators in the arena: it gets a thread, where others enter",
    )
    @app_commands.describe(
        game=GAME,
        preset=PRESET,
        title="The race's title, 60 characters at most",
        story=STORY,
        rated=RATED,
        join="Whether you drive in it yourself; yes, if you leave it out",
    )
    @app_commands.choices(story=STORY_CHOICES)
    @app_commands.autocomplete(game=game_choices, preset=preset_choices)
    @with_clocks
    async def new(  # noqa: PLR0913  each is an option of the command
        self,
        interaction: Interaction,
        game: str = "",
        preset: str = "",
        title: app_commands.Range[str, 1, 60] = "",
        story: str = "",
        rated: bool = True,
        join: bool = True,
        *,
        clocks: ClockWishes,
    ) -> None:
        rules = game_of(game)
        options = preset_options(rules, preset)
        await interaction.response.defer(ephemeral=True, thinking=True)
        clocks = clocks.or_of(rules, preset_of(rules, preset))
        timing = await timing_for(interaction, rules, clocks, story=story)
        race = await open_race(interaction, rules, title, options, timing, is_rated=rated, joins=join)
        await tell_open(interaction, race)

    @about_race(
        "join",
        "Enter a race that has not started yet",
        colour="Your chariot's colour",
        name="Your chariot's name, 32 characters at most",
        word="Any word: it is mixed into the dice, so nobody can fix them",
    )
    @app_commands.autocomplete(colour=colour_choices)
    async def join(
        self,
        interaction: Interaction,
        race: str = "",
        colour: str | None = None,
        name: str | None = None,
        word: str = "",
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await enter(interaction, await find_race(interaction, race), colour, name, word)

    @about_own_race("leave", "Leave a race; once it runs, see each way out and what it costs")
    async def leave(self, interaction: Interaction, race: str = "") -> None:
        try:
            await _do(interaction, race, "leave")
        except NoRace:
            await require_no_cup(interaction)
            raise

    @about_own_race(
        "fill",
        "Put house drivers into the empty places",
        temperament="How they drive; mixed, if you leave it out",
        drivers="How many at most; as many as there is room for, if you leave it out",
    )
    @app_commands.autocomplete(temperament=temperament_choices)
    async def fill(
        self,
        interaction: Interaction,
        race: str = "",
        temperament: str | None = None,
        drivers: app_commands.Range[int, 1, 24] | None = None,
    ) -> None:
        await _do(interaction, race, "fill", temperament, drivers)

    @about_own_race(
        "host",
        "Ask another driver to host your race, or take over when its host has left",
        player="The new host, who is in the race; you, if its host has left this server",
    )
    async def host(self, interaction: Interaction, player: discord.User | None = None, race: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await find_race(interaction, race)
        await (take_over(interaction, found) if player is None else hand_on(interaction, found, player))

    @about_own_race("start", "Begin a race: I ask all players to prepare")
    async def start(self, interaction: Interaction, race: str = "") -> None:
        await _do(interaction, race, "start")

    @about_race("board", "Show the board as it stands, to you alone")
    async def board(self, interaction: Interaction, race: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show_board(interaction, await find_race(interaction, race))

    @about_race(
        "film", "Watch a race as a film, to you alone", turn="Which turn; the whole race so far, if you leave it out"
    )
    async def film(
        self, interaction: Interaction, race: str = "", turn: app_commands.Range[int, 1, 999] | None = None
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show_film(interaction, await find_race(interaction, race), turn)

    @about_race(
        "log",
        "Show a chariot's log, or tell again what happened, to you alone",
        chariot="The chariot whose log card you want: colour, name or number; the story, if you leave it out",
    )
    @app_commands.autocomplete(chariot=chariot_choices)
    async def log(self, interaction: Interaction, race: str = "", chariot: Typed = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await find_race(interaction, race)
        if chariot.strip():
            await show_card(interaction, found, find_chariot(found.entries, chariot).entry)
        else:
            await show_log(interaction, found)

    @about_race("status", "Show how the race stands and whom it waits for, to you alone")
    async def status(self, interaction: Interaction, race: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show_entries(interaction, await find_race(interaction, race))

    @about_race("verify", "Check the dice and the seals of a race")
    async def verify(self, interaction: Interaction, race: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show_verification(interaction, await find_race(interaction, race))

    @about_race("export", "Get a race as an archive: page, facts, tables, pictures, film")
    async def export(self, interaction: Interaction, race: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await export_race(interaction, await find_race(interaction, race))

    @about_own_race("cancel", "End a race that you host, without a result")
    async def cancel(self, interaction: Interaction, race: str = "") -> None:
        found = await find_race(interaction, race)
        if not await closes(interaction, found):
            await _do(interaction, race, "cancel")

    @about_race(
        "substitute",
        "Take the place of an absent player, or see which are offered",
        race="Which race; all on this server, if you leave it out",
    )
    async def substitute(self, interaction: Interaction, race: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show_offers(interaction, [await find_race(interaction, race)] if race else await known_here(interaction))

    @about_race("doctor", "Check rights, messages, clock and database, and say what helps")
    async def doctor(self, interaction: Interaction, race: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await examine(interaction, await find_race(interaction, race))

    @about_own_race("bets", "Set the rules of betting on a race that you host, before the first bet")
    async def bets(self, interaction: Interaction, race: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await find_table(interaction, race)
        host_of(interaction, found)
        await show_rules(interaction, found)

    @app_commands.command(name="list", description="List the races of this server")
    async def list(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show_races(interaction)


async def _do(
    interaction: Interaction, race: str, act: Act, temperament: str | None = None, at_most: int | None = None
) -> None:
    """Do something with the race that the player means, and tell them."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    found = await find_race(interaction, race)
    if act == "start" and await asks_first(interaction, found):
        return
    if act == "leave" and await offers_ways_out(interaction, found):
        return
    await interaction.edit_original_response(content=await do(interaction, found, act, temperament, at_most))
