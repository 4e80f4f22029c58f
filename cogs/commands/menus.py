"""What a long press on a person or on a race's post offers: what the commands show, without typing.

On a person: *Card*, *We two*. On a race's post: *Bet*, *Why?*, *Board*.
"""

import re
from collections.abc import Iterator
from typing import Any

import discord
from discord import app_commands

from cogs.kit.abroad import ANYWHERE, FOR_PEOPLE, is_abroad
from cogs.kit.client import Interaction
from cogs.kit.messages import TellPlayer
from cogs.kit.rights import known_race, require_race
from cogs.panels.bets.table import show_table
from cogs.panels.card import A_BOT, show_profile
from cogs.panels.daily import show_daily_card
from cogs.panels.fame import show_meetings
from cogs.panels.race import show_race
from cogs.panels.why import NOTHING_ROLLED, WhyButton
from records.races import PublicRace
from records.values import RaceId

AT_HOME = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
ONLY_YOU = (
    "I am not in this place, so I show you only your own card of the race of the day: what people did in a server "
    "stays there. In a server where I am, *Card* shows theirs, and *We two* your races against each other."
)
NOT_MINE = "That is no post of mine. Try it on a post about a race."
NO_RACE = "That post is about no race. Try it on one of a race's thread."

Ids = list[str]


# On a person


async def card_of(interaction: Interaction, person: discord.User | discord.Member) -> None:
    """Show a person's card to the player alone; where I am not, only their own, of the races of the day."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    if person.bot:
        raise TellPlayer(A_BOT)
    if not is_abroad(interaction):
        await show_profile(interaction, person, for_all=False)
    elif person.id == interaction.user.id:
        await show_daily_card(interaction)
    else:
        raise TellPlayer(ONLY_YOU)


async def we_two(interaction: Interaction, person: discord.User | discord.Member) -> None:
    """Show how the player and a person have done against each other."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await show_meetings(interaction, interaction.user, person)


# On a race's post


async def bet_on(interaction: Interaction, message: discord.Message) -> None:
    """Open the betting table of a post's race."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await show_table(interaction, await _race_of(interaction, message))


async def why(interaction: Interaction, message: discord.Message) -> None:
    """Explain the dice that a post tells of, as its button does."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    ids = await _ids_of(interaction, message)
    found = next((match for each in ids if (match := _WHY.fullmatch(each))), None)
    if found is None:
        await _race_of(interaction, message)
        raise TellPlayer(NOTHING_ROLLED)
    button = await WhyButton.from_custom_id(interaction, None, found)
    await button.press(interaction)


async def board(interaction: Interaction, message: discord.Message) -> None:
    """Show the board of a post's race as it stands."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await show_race(interaction, await _race_of(interaction, message))


_WHY: re.Pattern[str] = WhyButton.__discord_ui_compiled_template__


async def _race_of(interaction: Interaction, message: discord.Message) -> PublicRace:
    """Return the race that a post of mine is about: its buttons name it, or it stands in the race's thread.

    :raises Refused: if the player may not know of it.
    :raises TellPlayer: if it is about none.
    """
    ids = await _ids_of(interaction, message)
    named = {race for each in ids for race in _races_in(interaction, each)}
    race = next(iter(named)) if len(named) == 1 else None
    if not named and interaction.channel_id is not None:
        race = await interaction.client.steward.index.in_thread(interaction.channel_id)
    if race is None:
        raise TellPlayer(NO_RACE)
    known = await known_race(interaction, race)
    require_race(known)
    return known


def _races_in(interaction: Interaction, custom_id: str) -> Iterator[RaceId]:
    """Yield the race that an id names, if it is that of a control of mine."""
    for pattern in interaction.client.patterns():
        if "race" in pattern.groupindex and (found := pattern.fullmatch(custom_id)):
            yield RaceId(int(found["race"]))


async def _ids_of(interaction: Interaction, message: discord.Message) -> Ids:
    """Return the ids of all controls of a post; :exc:`TellPlayer` if it is not mine."""
    if message.author.id != interaction.application_id:
        raise TellPlayer(NOT_MINE)
    data: Any = interaction.data
    return list(_ids_in(data["resolved"]["messages"][str(message.id)].get("components", [])))


def _ids_in(parts: Any) -> Iterator[str]:
    for part in parts:
        if "custom_id" in part:
            yield str(part["custom_id"])
        yield from _ids_in(part.get("components", []))
        yield from _ids_in([part["accessory"]] if part.get("accessory") else [])


# All of them

ON_PEOPLE: dict[str, Any] = {"Card": card_of, "We two": we_two}
ON_POSTS: dict[str, Any] = {"Bet": bet_on, "Why?": why, "Board": board}
TAKEN_ALONG = ("Card",)
"""Those that people may install for themselves."""


def menus() -> list[app_commands.ContextMenu]:
    """Return all entries."""
    made = [app_commands.ContextMenu(name=name, callback=act) for name, act in (*ON_PEOPLE.items(), *ON_POSTS.items())]
    for each in made:
        along = each.name in TAKEN_ALONG
        each.allowed_contexts = ANYWHERE if along else AT_HOME
        each.allowed_installs = FOR_PEOPLE if along else None
    return made
