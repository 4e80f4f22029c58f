"""The start of a race or league that somebody is missing from: who has left the server, or not said yes to a place.

The host starts without them, or with house drivers in the places of those who have left.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence, Sized
from typing import Literal

import discord
from discord import ui

from cogs.choices.which_game import bettors_of
from cogs.kit.client import Interaction
from cogs.kit.items import Button, Looks
from cogs.kit.layouts import layout_of
from cogs.kit.messages import within_limits
from cogs.kit.rights import acts_for, known_race
from records.races import PublicRace, Reserved
from records.values import PlayerId, RaceId
from words import nouns_of
from words.shared.names import harmless
from words.shared.telling import joined

Way = Literal["house", "without", "dropping", "few"]
LOOKS: Looks[Way] = {
    "house": ("House driver instead", discord.ButtonStyle.success),
    "without": ("Start without", discord.ButtonStyle.secondary),
    "dropping": ("Start without them", discord.ButtonStyle.danger),
    "few": ("Start with two", discord.ButtonStyle.secondary),
}


class StartButton(Button, template="start:{act}:{race}", looks=LOOKS):
    """Starts a race or league in spite of those who are missing."""

    race: RaceId
    act: Way

    async def press(self, interaction: Interaction) -> None:
        lobby = await known_race(interaction, self.race)
        if self.act == "few":
            if not await asks_first(interaction, lobby, knows_few=True):
                await interaction.edit_original_response(content=await begin(interaction, lobby))
            return
        gone = await _gone_from(interaction, lobby)
        if self.act == "dropping" and gone and acts_for(interaction, lobby.record) == lobby.record.host:
            await interaction.edit_original_response(view=within_limits(_question(lobby, gone)))
            return
        if self.act == "without":
            await _leave_out(interaction, lobby, gone)
        await interaction.edit_original_response(content=await begin(interaction, lobby, drops=True))


async def asks_first(interaction: Interaction, lobby: PublicRace, *, knows_few: bool = False) -> bool:
    """Ask the host how to start, if somebody entered has left the server, or places are reserved; ``False`` if not.

    Of a league also if only two stables are in. The interaction has been deferred.

    :param knows_few: whether the host was told so.
    """
    if lobby.record.state != "lobby" or acts_for(interaction, lobby.record) != lobby.record.host:
        return False  # refused in its own words
    gone = await _gone_from(interaction, lobby)
    if gone or lobby.record.reservations:
        await interaction.edit_original_response(view=within_limits(_question(lobby, gone)))
        return True
    owners = len(lobby.entries) - len(bettors_of(lobby))
    if lobby.record.kind.has_phases and owners == FEW and not knows_few:
        await interaction.edit_original_response(view=within_limits(_few_question(lobby)))
        return True
    return False


async def begin(interaction: Interaction, lobby: PublicRace, *, drops: bool = False) -> str:
    """Start a race or league, and return the sentence for its host.

    :param drops: whether places that are still reserved are dropped.
    """
    steward, race, title = interaction.client.steward, lobby.record.id, harmless(lobby.record.title)
    host = acts_for(interaction, lobby.record)
    await steward.door_of(lobby).start(race, host, drops=drops)
    await steward.departures.look()
    if lobby.record.kind.has_phases:
        return f"**{title}** begins. I send each owner their first sheet."
    nouns = nouns_of(lobby.record)
    if all(faction.holder is None for faction in (await steward.race(race)).factions):
        alone = f"{nouns.house.capitalize()}s {nouns.race} alone"
        return f"{title} has begun. {alone}: it goes on by itself, told in its thread."
    return (
        f"{title} has begun. I DM each {nouns.person} their first question, and call whoever takes no DMs in the "
        "thread. `/order` and *My orders* open it too."
    )


async def _gone_from(interaction: Interaction, lobby: PublicRace) -> set[PlayerId]:
    """Return those entered who are not on the server now; whoever presses is."""
    others = [each.player for each in lobby.factions if each.player != interaction.user.id]
    found: set[PlayerId] = await interaction.client.steward.presence.gone_among(lobby.record.guild, others, anew=True)
    return found


async def _leave_out(interaction: Interaction, lobby: PublicRace, gone: Collection[PlayerId]) -> None:
    steward, host = interaction.client.steward, acts_for(interaction, lobby.record)
    await steward.door_of(lobby).leave_out(lobby.record.id, host, gone)


FEW = 2
"""Stables with which a season may begin, though it is short of rivals."""


def _few_question(lobby: PublicRace) -> ui.LayoutView:
    """Tell the host what a season of two is like, before it begins."""
    text = (
        "Only two stables are in. A season of two ends as soon as one of them drops out, there is nobody else to deal "
        "with, and the server gives no prizes for it. **Add a house stable** under the league's post brings a rival, "
        "or wait: others may join."
    )
    return layout_of(ui.TextDisplay(text), ui.ActionRow(StartButton(lobby.record.id, "few")))


def _question(lobby: PublicRace, gone: Collection[PlayerId]) -> ui.LayoutView:
    said = _waiting(lobby.record.reservations)
    if gone:
        names = _named(each.name for each in lobby.factions if each.player in gone)
        said.append(f"🚪 {names} {_have(gone)} left this server, so nothing has started yet.")
    ways, them = list(_ways(lobby, gone)), "their place" if len(gone) == 1 else "their places"
    if "house" in ways:
        said.append(f"**House driver instead** starts with a house driver in {them}; if they come back, they drive.")
    if "without" in ways:
        said.append("**Start without** takes them out first.")
    buttons = [StartButton(lobby.record.id, way) for way in ways]
    return layout_of(ui.TextDisplay("\n".join(said)), ui.ActionRow(*buttons))


def _waiting(reserved: Sequence[Reserved]) -> list[str]:
    """Return the lines on those who have not said yes yet; none without any."""
    if not reserved:
        return []
    names = _named(each.name for each in reserved)
    return [
        f"✋ {names} {_have(reserved)} not pressed **I'm in** yet, so nothing has started.",
        "Starting drops what is kept for them. Or wait: the panel shows who is in.",
    ]


def _have(people: Sized) -> str:
    return "has" if len(people) == 1 else "have"


def _named(names: Iterable[str]) -> str:
    return joined([f"**{harmless(each)}**" for each in names])


def _ways(lobby: PublicRace, gone: Sized) -> Iterator[Way]:
    """Yield the ways to start: a league's stables have no house drivers, and a cup keeps its drivers."""
    if not gone:
        yield "dropping"
        return
    if not lobby.record.kind.has_managers:
        yield "house"
    if not lobby.record.has_same_field:
        yield "without"
