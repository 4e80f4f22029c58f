"""/play alone: a race alone against house drivers."""

from typing import Any

from discord import app_commands

from cogs.choices.which_game import GAME, game_choices, game_of, temperament_choices
from cogs.choices.which_pace import PACE_CHOICES, ClockWishes, timing_for
from cogs.kit.client import Interaction
from cogs.panels.lesson import begin, begin_race, lesson_choices, lesson_named
from cogs.panels.options import show_options
from cogs.panels.own_place import Practice, opened_alone
from cogs.panels.solo_race import Rivals, require_room, rivals_of
from engine.game import AnyRuleset
from engine.options import choose
from records.values import PlayerId
from steward import Timing

CHOOSE = "Choose the game's options first, in a panel; otherwise the race begins at once"


def practice_command() -> app_commands.Command[Any, ..., None]:
    """Return /play alone."""

    @app_commands.describe(
        game=GAME,
        rivals="How many house drivers race against you; two or three, if you leave it out",
        temperament="How the house drivers race; gently, if you leave it out",
        pace="How a turn is played; by mail, move by move, if you leave it out",
        options=CHOOSE,
        lesson="A short lesson instead of a race; the first one takes two minutes",
    )
    @app_commands.choices(pace=PACE_CHOICES)
    @app_commands.autocomplete(game=game_choices, temperament=temperament_choices)
    @app_commands.autocomplete(lesson=lesson_choices)
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def practice(
        interaction: Interaction,
        game: str = "",
        rivals: app_commands.Range[int, 1, 24] | None = None,
        temperament: str | None = None,
        pace: str = "",
        options: bool = False,
        lesson: int | None = None,
    ) -> None:
        rules = game_of(game)
        if lesson is not None:
            await _teach(interaction, rules, lesson)
        else:
            await _race(interaction, rules, rivals_of(rules, rivals, temperament), pace, offers_options=options)

    return app_commands.Command(
        name="practice",
        description="Race, or fight a duel as a gladiator in the arena: alone against the house, right now",
        callback=practice,
    )


async def _teach(interaction: Interaction, rules: AnyRuleset, lesson: int) -> None:
    lesson_named(rules, lesson)  # refused at once, if there is none
    await interaction.response.defer(ephemeral=True, thinking=True)
    await begin(interaction, rules, lesson)


async def _race(interaction: Interaction, rules: AnyRuleset, house: Rivals, pace: str, *, offers_options: bool) -> None:
    chosen = choose(rules.options, {}, practice=True)
    if not offers_options:
        require_room(rules, chosen, house)
    await interaction.response.defer(ephemeral=True, thinking=True)
    timing = await timing_for(interaction, rules, ClockWishes(pace or "moves"), alone=True)
    start = _offer_options if offers_options else begin_race
    await start(interaction, rules, chosen, timing, house)


async def _offer_options(
    interaction: Interaction, rules: AnyRuleset, chosen: Any, timing: Timing, house: Rivals
) -> None:
    """Open a race alone, and let the game's options be chosen before it begins."""
    steward = interaction.client.steward
    named = Practice(f"Practice of {interaction.user.display_name}")
    async with opened_alone(interaction, rules, chosen, timing, named) as race:
        await steward.lobbies.join(race, PlayerId(interaction.user.id), interaction.user.display_name)
        said = "Choose how you want to race, then press **Begin**."
        await show_options(interaction, await steward.race(race), said, house)
