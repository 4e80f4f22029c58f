"""The word when I join a server: one silent post, once, with the ways to begin and what I need."""

import contextlib
import secrets
from collections.abc import Iterator
from typing import Literal

import discord

from cogs.choices.which_race import known_here
from cogs.kit.client import Interaction, Quadriga
from cogs.kit.items import Button, Looks
from cogs.kit.layouts import panel, show_text
from cogs.kit.messages import TellPlayer, within_limits
from cogs.kit.permissions import rights_missing
from cogs.panels.daily import DailyButton
from cogs.panels.open_race import NEEDED
from cogs.panels.publishing import publishing_needs
from cogs.panels.race import show_races
from records.races import Place
from records.removals import WELCOMED

TRIES = 3
"""Channels that are tried: rights may have changed since I was told of them."""

OPEN = ("lobby", "running", "paused")

LISTED = 10
"""Channels that are named."""

TOLD = (
    "## 🏇 Chariot races and duels, by message",
    "**First race** opens one here: it gets a thread, and house drivers fill it up.",
    "**Race of the day** is for one: five minutes, the same for everybody.",
    "**Gladiators** fight duels in the arena: `/play alone game:The Arena`.",
    "**What I need** tells this server's hosts which rights I lack.",
    "-# `/help` shows the rest. I post nothing else here unasked.",
)
FOR_HOSTS = (
    "What I need is for those who manage this server, its channels or its threads. `/help` shows you where to begin."
)

Act = Literal["race", "needs"]
LOOKS: Looks[Act] = {
    "race": ("First race", discord.ButtonStyle.success),
    "needs": ("What I need", discord.ButtonStyle.secondary),
}


class WelcomeButton(Button, template="welcome:{act}", looks=LOOKS, answers="itself"):
    """Opens a server's first race, or tells its hosts what I need."""

    act: Act

    async def press(self, interaction: Interaction) -> None:
        await (_first_race if self.act == "race" else _needs)(interaction)


async def _first_race(interaction: Interaction) -> None:
    """Open a race as ``/play race`` does without options; while one is open here, show that one."""
    if any(each.record.state in OPEN for each in await known_here(interaction)):
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show_races(interaction)
        return
    command = interaction.client.acts["race new"]
    await command._do_call(interaction, {each.name: each.default for each in command._params.values()})


async def _needs(interaction: Interaction) -> None:
    """Tell which rights I have in this channel, and where else races can be."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    theirs = interaction.permissions
    if not (theirs.manage_guild or theirs.manage_channels or theirs.manage_threads):
        raise TellPlayer(FOR_HOSTS)
    await show_text(interaction, "\n".join([*needs_lines(interaction), *await publishing_needs(interaction)]))


def needs_lines(interaction: Interaction) -> Iterator[str]:
    """Yield my rights in this channel, each lack with its cure, and the channels that have them all."""
    missing = rights_missing(interaction.app_permissions, NEEDED)
    yield "### What I need"
    if missing:
        yield f"⚠️ In <#{interaction.channel_id}> I lack: {missing}. Give it to my role in that channel's settings."
    else:
        yield f"✅ In <#{interaction.channel_id}> I have every right that a race needs."
    if interaction.app_permissions.create_private_threads:
        yield "✅ Who drives alone gets a private thread."
    else:
        yield "➖ Without the right to create private threads I let people drive alone in direct messages."
    if not interaction.app_permissions.create_events:
        yield "➖ Without the right to create events no fixture's race stands among this server's events."
    ready = [f"<#{each.id}>" for each in _ready_for(interaction)]
    more = f" and {len(ready) - LISTED} more" if len(ready) > LISTED else ""
    yield f"Races can be in {', '.join(ready[:LISTED])}{more}." if ready else "Races can be in no channel so far."
    yield "-# A running race is examined by `/watch what:doctor`."


def _ready_for(interaction: Interaction) -> list[discord.TextChannel]:
    """Return the channels where I have all rights, as far as whoever asks sees them."""
    guild, viewer = interaction.guild, interaction.user
    if guild is None or not isinstance(viewer, discord.Member):
        return []
    return [
        each
        for each in guild.text_channels
        if each.permissions_for(viewer).view_channel and not rights_missing(each.permissions_for(guild.me), NEEDED)
    ]


# Joining


async def welcome(bot: Quadriga, guild: discord.Guild) -> None:
    """Say a word in a server that I do not know: once, whatever happens to me meanwhile."""
    if await bot.steward.index.headings(Place((guild.id,))) or not await _is_first(bot, guild.id):
        return
    view = within_limits(panel(TOLD, [WelcomeButton("race"), DailyButton(), WelcomeButton("needs")]))
    for channel in [each for each in _channels(guild) if _may_write(guild, each)][:TRIES]:
        with contextlib.suppress(discord.Forbidden, discord.NotFound):
            await channel.send(view=view, silent=True)
            return


async def _is_first(bot: Quadriga, guild: int) -> bool:
    """Put on record that a server has been told; tell whether it had not been.

    It is on record before the word is said: a word that is lost is better than one that is said twice.
    """
    mine = secrets.token_hex(8)
    return await bot.steward.memory.keep(WELCOMED.format(guild=guild), mine) == mine


def _channels(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    """Yield where the word may stand: the system channel first, then all others in their order."""
    first = guild.system_channel
    if first is not None:
        yield first
    yield from (each for each in guild.text_channels if each != first)


def _may_write(guild: discord.Guild, channel: discord.TextChannel) -> bool:
    mine = channel.permissions_for(guild.me)
    return mine.view_channel and mine.send_messages
