"""/help: where to begin, in four lines and a button."""

from typing import Any

from discord import app_commands, ui

from cogs.kit.client import Interaction
from cogs.kit.layouts import layout_of
from cogs.kit.messages import within_limits
from cogs.panels.lesson import LessonButton
from engine.rulesets import RULESETS

BEGIN = (
    "### Chariot races, by message\n"
    "**Try it**: press *Lesson 1*, or send `/practice`: a race against house drivers begins at once, for you alone.\n"
    "**With others**: `/race new` opens a race, and everybody presses *Join*. `/cup new` opens several races in a row, "
    "`/league new` a whole season.\n"
    "**Waiting for you**: `/my races`. **Your answers**: `/order`.\n"
    "**How it works**: `/rules topic` explains one thing at a time."
)
FIRST = next(iter(RULESETS))
"""The game that a first lesson is of."""


@app_commands.command(name="help", description="Where to begin: a first lesson, a race with others, the rules")
@app_commands.allowed_contexts(guilds=True, dms=True)
async def help_command(interaction: Interaction) -> None:
    """Tell the player, and nobody else."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    layout = layout_of(ui.TextDisplay(BEGIN))
    lesson: ui.ActionRow[Any] = ui.ActionRow(LessonButton(FIRST, 1, is_next=True))
    layout.add_item(lesson)
    await interaction.edit_original_response(view=within_limits(layout))
