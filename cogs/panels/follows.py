"""Following: the button under a race, a person's card and a stable, and the list of what somebody follows.

Who follows stands in no id and in no answer but their own.
"""

from typing import Annotated, Any, Literal

import discord
from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.ids import ID
from cogs.kit.items import Button
from cogs.kit.layouts import panel, show
from cogs.kit.limits import BUTTON_LABEL, cut
from cogs.kit.messages import TellPlayer
from cogs.kit.people import person
from cogs.kit.rights import is_shown, known_race, require_here, takes_part
from records.follows import NO_RACE, NO_STABLE, NOBODY, Follow
from records.races import PublicRace
from records.refusals import Refused
from records.values import Faction, PlayerId, RaceId
from words.shared.follows import BOTS, CLOSED, NOT_YOURSELF, NOTHING, OVER, UNSEEN, began, list_lines, race_named
from words.shared.names import harmless, mention

ROW, MOST_BUTTONS = 5, 20

OPEN = ("lobby", "running", "paused")


class FollowButton(Button, template="follow:{race}:{stable}", label="Follow", emoji="👀"):
    """Follows a race or a league, or one of its stables."""

    race: RaceId
    stable: Faction = NO_STABLE

    async def press(self, interaction: Interaction) -> None:
        race = await known_race(interaction, self.race)
        if race.record.state not in OPEN or not _may_bring_news(race):
            raise TellPlayer(OVER)
        stable = self.stable if any(each.faction == self.stable for each in race.entries) else NO_STABLE
        mine = Follow(player=_me(interaction), guild=race.record.guild, race=race.record.id, stable=stable)
        await _begin(interaction, mine, race_named(race, stable))


class FollowPersonButton(Button, template="follow-person:{person}", label="Follow", emoji="👀"):
    """Follows a person in this server."""

    person: PlayerId

    async def press(self, interaction: Interaction) -> None:
        me, guild = _me(interaction), interaction.guild_id
        if self.person in (me, NOBODY) or guild is None:
            raise TellPlayer(NOT_YOURSELF)
        await require_here(interaction, guild, await person(interaction, self.person, BOTS))
        await _begin(interaction, Follow(player=me, guild=guild, person=self.person), mention(self.person))


class StopButton(Button, template="unfollow:{guild}:{person}:{race}:{stable}", label="Stop following"):
    """Stops following something, and shows what is left."""

    guild: Annotated[int, ID]
    person: PlayerId = NOBODY
    race: RaceId = NO_RACE
    stable: Faction = NO_STABLE

    async def press(self, interaction: Interaction) -> None:
        what = Follow(player=_me(interaction), guild=self.guild, person=self.person, race=self.race, stable=self.stable)
        await interaction.client.steward.follows.stop(what)
        await show_follows(interaction)


class FollowsButton(Button, template="follows:{act}", label="What I follow"):
    """Shows what the player follows."""

    act: Literal["list"] = "list"

    async def press(self, interaction: Interaction) -> None:
        await show_follows(interaction)


async def show_follows(interaction: Interaction) -> None:
    """Show what the player follows, with a button each to stop it."""
    mine = await interaction.client.steward.follows.of(_me(interaction))
    if not mine:
        raise TellPlayer(NOTHING)
    named = [await _named(interaction, each) for each in mine]
    stops = [_stop(each, cut(f"Stop {n}", BUTTON_LABEL)) for n, each in enumerate(mine[:MOST_BUTTONS], start=1)]
    rows = [stops[first : first + ROW] for first in range(0, len(stops), ROW)]
    await show(interaction, list_lines(named), *rows)


async def follow_buttons(interaction: Interaction, race: PublicRace, stable: Faction = NO_STABLE) -> list[ui.Item[Any]]:
    """Return the button by which somebody follows a race, a league or a stable, or stops; none for their own."""
    is_own = not stable and takes_part(interaction, race)
    if is_own or race.record.state not in OPEN or not _may_bring_news(race):
        return []
    this = Follow(player=_me(interaction), guild=race.record.guild, race=race.record.id, stable=stable)
    return [await _one_of(interaction, this, FollowButton(race.record.id, stable))]


async def person_buttons(interaction: Interaction, whose: discord.abc.User) -> list[ui.Item[Any]]:
    """Return the button by which somebody follows a person in this server, or stops; none for themselves and bots."""
    if interaction.guild_id is None or whose.id == interaction.user.id or whose.bot:
        return []
    this = Follow(player=_me(interaction), guild=interaction.guild_id, person=PlayerId(whose.id))
    return [await _one_of(interaction, this, FollowPersonButton(PlayerId(whose.id)))]


async def list_button(interaction: Interaction) -> list[ui.Item[Any]]:
    """Return the button for the list, for somebody who follows anything."""
    return [FollowsButton()] if await interaction.client.steward.follows.of(_me(interaction)) else []


async def _one_of(interaction: Interaction, this: Follow, button: ui.Item[Any]) -> ui.Item[Any]:
    follows = await interaction.client.steward.follows.of(this.player)
    return _stop(this) if this in follows else button


async def _begin(interaction: Interaction, what: Follow, name: str) -> None:
    steward = interaction.client.steward
    await steward.follows.follow(what)
    closed = [] if await steward.people.takes_dms(what.player) else [CLOSED]
    shown = panel([*began(name), *closed], [FollowsButton(), _stop(what)])
    await interaction.edit_original_response(view=shown)


async def _named(interaction: Interaction, follow: Follow) -> str:
    """Return the name of what is followed, as far as the player still sees it."""
    if follow.person:
        server = interaction.client.get_guild(follow.guild)
        return mention(follow.person) + ("" if server is None else f" in {harmless(server.name)}")
    try:
        race = await interaction.client.steward.race(follow.race)
    except Refused:
        return UNSEEN
    shown = await is_shown(interaction.client, race.record, follow.player)
    return race_named(race, follow.stable) if shown else UNSEEN


def _stop(follow: Follow, label: str = "") -> StopButton:
    return StopButton(follow.guild, follow.person, follow.race, follow.stable, label=label)


def _may_bring_news(race: PublicRace) -> bool:
    """Tell whether the end of a race is kept and told: not that of a practice, or of one in direct messages."""
    return bool(race.record.guild) and race.record.lesson is None


def _me(interaction: Interaction) -> PlayerId:
    return PlayerId(interaction.user.id)
