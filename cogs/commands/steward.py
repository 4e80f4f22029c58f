"""Parts of /host race: keep a race going, undo mistakes."""

import contextlib
from typing import Any

import discord
from discord import app_commands

from cogs.choices.which_chariot import Typed, chariot_choices, find_chariot
from cogs.choices.which_race import about_own_race, about_race, find_race, known_here
from cogs.kit.client import Interaction
from cogs.kit.layouts import show_text
from cogs.kit.limits import SELECT_OPTIONS, cut
from cogs.kit.messages import TellPlayer
from cogs.kit.people import require_person
from cogs.kit.rights import acts_for, require_here, require_steward
from cogs.panels import desk
from cogs.panels.reason_form import NO_BOTS, Act, What, ask_reason
from records.refusals import Refused
from records.text import folded
from records.values import PlayerId, RaceId
from words import nouns_of
from words.shared.acts import act_text
from words.shared.names import harmless
from words.shared.times import when

CHARIOT = "Which chariot: its colour, name or number"


async def _meant(interaction: Interaction, race: str) -> list[RaceId]:
    """Return the race that the player means; without a name yet, those under way that they can correct."""
    try:
        return [(await find_race(interaction, race)).record.id]
    except Refused:
        return []
    except TellPlayer:
        known = [each.record for each in await known_here(interaction)]
        return [each.id for each in known if each.state == "running" and acts_for(interaction, each) == each.host]


async def field_choices(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer what can be corrected; not what it is now, which is not everybody's to know."""
    filled: Any = interaction.namespace
    steward, fields = interaction.client.steward, dict[str, None]()
    for race in await _meant(interaction, getattr(filled, "race", None) or ""):
        with contextlib.suppress(Refused, TellPlayer):  # no chariot is chosen yet, or no such chariot is in this one
            entry = find_chariot((await steward.race(race)).entries, getattr(filled, "chariot", None) or "").entry
            fields |= dict.fromkeys(await steward.desk.correctable(race, entry))
    fitting_ones = [name for name in fields if folded(typed) in folded(name)]
    return [app_commands.Choice(name=cut(name, 100), value=name) for name in fitting_ones[:SELECT_OPTIONS]]


@app_commands.allowed_contexts(guilds=True, dms=True)
class StewardCommands(app_commands.Group):
    """The host's desk."""

    def __init__(self) -> None:
        super().__init__(name="steward", description="For hosts and moderators: keep a race going, undo mistakes")

    @about_own_race("desk", "See whom the race waits for, since when, and act")
    async def desk(self, interaction: Interaction, race: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await find_race(interaction, race)
        require_steward(interaction, found)
        await desk.show_desk(interaction, found)

    @about_own_race("rewind", "Go back to before a decision; what came after it is void")
    async def rewind(self, interaction: Interaction, race: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await find_race(interaction, race)
        require_steward(interaction, found)
        await desk.show_decisions(interaction, found)

    @about_own_race("restart", "Start this turn over")
    async def restart(self, interaction: Interaction, race: str = "") -> None:
        await _ask(interaction, "restart", race)

    @about_own_race("pause", "Let the race rest; all deadlines wait")
    async def pause(self, interaction: Interaction, race: str = "") -> None:
        await _ask(interaction, "pause", race)

    @about_own_race("resume", "Let a paused race go on")
    async def resume(self, interaction: Interaction, race: str = "") -> None:
        await _ask(interaction, "resume", race)

    @about_own_race(
        "correct",
        "Correct a chariot; the turn starts over",
        chariot=CHARIOT,
        field="The figure that is wrong",
        value="The right one",
    )
    @app_commands.autocomplete(chariot=chariot_choices, field=field_choices)
    async def correct(
        self,
        interaction: Interaction,
        chariot: Typed,
        field: app_commands.Range[str, 1, 60],
        value: app_commands.Range[str, 1, 60],
        race: str = "",
    ) -> None:
        await _ask(interaction, "correct", race, chariot, field=field, value=value)

    @about_own_race(
        "replace",
        "Ask somebody to take a chariot's reins, or give them to a house driver",
        chariot=CHARIOT,
        player="The new driver, who is asked first; a house driver, if you leave it out",
    )
    @app_commands.autocomplete(chariot=chariot_choices)
    async def replace(
        self,
        interaction: Interaction,
        chariot: Typed,
        player: discord.User | None = None,
        race: str = "",
    ) -> None:
        if player is not None:
            require_person(player, NO_BOTS)
        await _ask(interaction, "replace", race, chariot, player)

    @about_own_race("close", "End a race under way without a result")
    async def close(self, interaction: Interaction, race: str = "") -> None:
        await _ask(interaction, "close", race)

    @about_own_race(
        "rating",
        "Keep a race that is over out of the ratings, or take it back in",
        rated="Whether it counts for ratings",
    )
    async def rating(self, interaction: Interaction, rated: bool, race: str = "") -> None:
        await _ask(interaction, "rate" if rated else "unrate", race)

    @about_race("log", "Show every act of the steward in a race: what, by whom, why")
    async def log(self, interaction: Interaction, race: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await find_race(interaction, race)
        acts = await interaction.client.steward.desk.acts(found.record.id)
        if not acts:
            raise TellPlayer("Neither a steward nor the clock has stepped in here.")
        lines = [f"{when(each.at)} {act_text(found, each, nouns_of(found.record))}" for each in reversed(acts)]
        await show_text(
            interaction, "\n".join([f"### Acts in {harmless(found.record.title)}, the newest first", *lines])
        )


async def _ask(
    interaction: Interaction,
    what: What,
    race: str,
    chariot: str | None = None,
    player: discord.User | None = None,
    **filled: str,
) -> None:
    """Ask the steward of a race for the reason of an act; the form must be the first answer."""
    found = await find_race(interaction, race)
    require_steward(interaction, found)
    if player is not None:
        await require_here(interaction, found.record.guild, player)
    target = 0 if chariot is None else find_chariot(found.entries, chariot).entry
    act = Act(what, found.record.id, target, PlayerId(0 if player is None else player.id))
    await ask_reason(interaction, act, **filled)
