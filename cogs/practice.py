"""/practice: a race alone against house drivers."""

from typing import Any

import msgspec
from discord import app_commands

from cogs.alone import open_alone, put_first
from cogs.client import Interaction
from cogs.games import chosen_options, game_of, offering, race_options, temperament_choices, wishes_of
from cogs.lessons import begin, lesson_choices, lesson_named
from cogs.messages import Said
from cogs.paces import PACE, PACE_CHOICES, ClockWishes, timing_for
from engine.game import Ruleset
from engine.values import PlayerId, RaceId


def practice_command() -> app_commands.Command[Any, ..., None]:
    """Return /practice, which offers the game first and then what may be chosen of it."""

    @app_commands.describe(
        rivals="How many house drivers race against you; as many as there is room for, if you leave it out",
        temperament="How they drive; mixed, if you leave it out",
        pace=PACE,
        lesson="A short lesson instead of a race; the first one takes two minutes",
    )
    @app_commands.choices(lesson=lesson_choices())
    @app_commands.choices(pace=PACE_CHOICES)
    @app_commands.autocomplete(temperament=temperament_choices)
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def practice(
        interaction: Interaction,
        game: str = "",
        preset: str = "",
        rivals: app_commands.Range[int, 1, 24] | None = None,
        temperament: str | None = None,
        pace: str = "",
        lesson: int | None = None,
        **chosen: Any,
    ) -> None:
        rules = game_of(game)
        if lesson is not None:
            lesson_named(rules, lesson)
            await interaction.response.defer(ephemeral=True, thinking=True)
            await begin(interaction, rules, lesson)
            return
        options = chosen_options(rules, preset, wishes_of(chosen), practice=True)
        _require_rivals(rules, options, rivals, temperament)
        await interaction.response.defer(ephemeral=True, thinking=True)
        timing = await timing_for(interaction, rules, ClockWishes(pace), alone=True)
        title = f"Practice of {interaction.user.display_name}"
        await _run(interaction, await open_alone(interaction, rules, options, timing, title), rivals, temperament)

    return app_commands.Command(
        name="practice",
        description="Race alone against house drivers, right now",
        callback=offering(practice, race_options),
    )


def _require_rivals(rules: Ruleset[Any], options: msgspec.Struct, rivals: int | None, temperament: str | None) -> None:
    """Raise :exc:`Said` or :exc:`Refused` before anything is opened, unless the race can be started at once."""
    least, most = rules.least_entries - 1, len(rules.colours_for(options)) - 1
    if rivals is not None and not least <= rivals <= most:
        raise Said(f"{rules.name} is raced against {least} to {most} rivals. Choose a number between.")
    if temperament is not None and temperament not in rules.drivers:
        raise Said(f"House drivers of {rules.name} are one of: {', '.join(rules.drivers)}.")
    is_shared_out = getattr(options, "share_out", False)
    rules.check_options(options, 1 + (most if rivals is None or is_shared_out else rivals))


async def _run(interaction: Interaction, race: RaceId, rivals: int | None, temperament: str | None) -> None:
    """Fill and start a race at once; in a direct message it is told right there."""
    steward, player = interaction.client.steward, PlayerId(interaction.user.id)
    await steward.join(race, player, interaction.user.display_name)
    await steward.fill(race, player, temperament, at_most=rivals)
    async with interaction.client.talks.talking(player):
        await steward.start(race, player)
        await put_first(interaction, race, "Your practice begins: answer what I ask you, here below.")
