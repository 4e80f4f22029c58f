"""Chances of a race, of single events, and how good they have been: parts of /watch, /rules and /fame."""

import inspect
from typing import Any

from discord import app_commands

from cogs.kit.client import Interaction
from cogs.panels.bets.finding import about_table, find_table
from cogs.panels.bets.odds import show_swing
from cogs.panels.bets.records import show_record
from words import WORDS
from words.shared.words import Lookup, Number


@app_commands.allowed_contexts(guilds=True, dms=True)
class OddsCommands(app_commands.Group):
    """Chances of races, by a model; of single events, as each game's rules have them."""

    def __init__(self) -> None:
        super().__init__(name="odds", description="Chances: of a race, of a corner, and how good they have been")
        for words in WORDS.values():
            for lookup in words.lookups:
                self.add_command(lookup_command(lookup))

    @about_table("race", "How the chances of a race swung, from turn to turn")
    async def swing(self, interaction: Interaction, race: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show_swing(interaction, await find_table(interaction, race))

    @app_commands.command(name="record", description="How well the model's chances have come true")
    async def record(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show_record(interaction)


def lookup_command(lookup: Lookup) -> app_commands.Command[Any, ..., None]:
    """Return the command of a look-up: an option for each number that it takes."""

    async def look_up(interaction: Interaction, **numbers: int) -> None:
        await interaction.response.send_message(lookup.answer(**numbers), ephemeral=True)

    own = inspect.signature(look_up).parameters["interaction"]
    look_up.__signature__ = inspect.Signature([own, *map(_parameter, lookup.numbers)])  # type: ignore[attr-defined]
    app_commands.describe(**{each.name: each.about for each in lookup.numbers})(look_up)
    return app_commands.Command(name=lookup.name, description=lookup.about, callback=look_up)


def _parameter(number: Number) -> inspect.Parameter:
    default = inspect.Parameter.empty if number.default is None else number.default
    kind: Any = app_commands.Range[int, number.least, number.most]
    return inspect.Parameter(number.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
