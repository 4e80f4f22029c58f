"""/practice: a race alone against house drivers."""

import discord
import msgspec
from discord import app_commands

from cogs.asking import open_mine
from cogs.client import Interaction
from cogs.durations import deadlines
from cogs.hosting import RULESET, open_in_thread, require_rights
from cogs.messages import Said
from engine.rulesets import RULESETS
from engine.values import PlayerId, RaceId

GAME = RULESETS[RULESET]
LAP_CHOICES = [app_commands.Choice(name=str(laps), value=laps) for laps in (1, 2, 3)]
TEMPER_CHOICES = [app_commands.Choice(name=name, value=name) for name in GAME.drivers]


@app_commands.command(name="practice", description="Race alone against house drivers, right now")
@app_commands.describe(
    rivals="How many house drivers race against you",
    temperament="How they drive; mixed, if you leave it out",
    laps="How many times round",
)
@app_commands.choices(temperament=TEMPER_CHOICES)
@app_commands.choices(laps=LAP_CHOICES)
@app_commands.allowed_contexts(guilds=True, dms=True)
async def practice(
    interaction: Interaction,
    rivals: app_commands.Range[int, 1, 7] = 7,
    temperament: str | None = None,
    laps: int = 1,
) -> None:
    """Open, fill and start a race at once; in a direct message it is told right there."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    steward, player = interaction.client.steward, PlayerId(interaction.user.id)
    race = await _open(interaction, GAME.options(laps=laps))
    await steward.join(race, player, interaction.user.display_name)
    await steward.fill(race, player, temperament, at_most=rivals)
    if interaction.guild_id is None:  # the first question comes as a message, like all others
        await steward.start(race, player)
        await interaction.edit_original_response(content="Your practice begins: answer what I ask you, here below.")
        return
    async with interaction.client.talks.talking(player):
        await steward.start(race, player)
        await open_mine(interaction, race)


async def _open(interaction: Interaction, options: msgspec.Struct) -> RaceId:
    seconds, title = deadlines(GAME.decisions, "days"), f"Practice of {interaction.user.display_name}"
    channel = interaction.channel
    if isinstance(channel, discord.TextChannel):
        require_rights(interaction)
        return await open_in_thread(interaction, channel, title, options, seconds)
    if interaction.guild_id is None and interaction.channel_id is not None:
        steward, host = interaction.client.steward, PlayerId(interaction.user.id)
        race = await steward.open_race(0, interaction.channel_id, host, RULESET, options, seconds, title)
        await steward.set_thread(race, interaction.channel_id)
        return race
    raise Said("Practise in a text channel, where the race gets a thread of its own, or in a direct message with me.")
