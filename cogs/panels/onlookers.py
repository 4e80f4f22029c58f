"""Thumbs up, thumbs down: buttons under the post of a fall, for those who look on."""

from typing import Annotated, Any

import discord
from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.items import Button
from cogs.kit.layouts import show
from cogs.kit.limits import cut
from cogs.kit.messages import TellPlayer
from cogs.kit.presses import pressed_at
from cogs.kit.rights import known_race, member_of
from cogs.panels.bets.finding import days_of
from engine.game import View
from records.races import PublicRace
from records.values import PlayerId, RaceId
from words import WORDS
from words.shared.names import names_in
from words.shared.times import when

LABEL = 80
"""Characters of a button's label."""


class OnlookerButton(Button, template="say:{race}:{code}"):
    """Says one thing to a race that one looks on: life or death for a man who has fallen."""

    race: RaceId
    code: Annotated[str, "[a-z]{1,12}-[0-9]{1,3}"]

    async def press(self, interaction: Interaction) -> None:
        steward, race = interaction.client.steward, await known_race(interaction, self.race)
        player = PlayerId(interaction.user.id)
        days = await _days_in(interaction, race)
        closes = await steward.onlookers.say(race.record.id, player, self.code, days, pressed=pressed_at(interaction))
        counted = f" It comes {when(closes)}; till then you can change your mind." if closes is not None else ""
        await show(interaction, [f"Taken: **{_said(self.code)}**. Nobody sees it before the count.{counted}"])


def _said(code: str) -> str:
    return code.partition("-")[0]


async def _days_in(interaction: Interaction, race: PublicRace) -> int:
    """Return for how many whole days the player has been a member of the race's server.

    :raises TellPlayer: if they are none.
    """
    if interaction.guild_id == race.record.guild:
        return days_of(interaction, interaction.user)
    member = await member_of(interaction.client, race.record.guild, PlayerId(interaction.user.id))
    if member is None:
        raise TellPlayer("Only members of its server have a say here.")
    return days_of(interaction, member)


def onlooker_rows(race: PublicRace, view: View | None) -> list[ui.TextDisplay[Any] | ui.ActionRow[Any]]:
    """Return a sentence and rows of buttons for those who look on, while they have a say; nothing otherwise."""
    if view is None or race.record.state != "running":
        return []
    words = WORDS[race.record.ruleset]
    choices = words.onlookers(view, names_in(race))
    if not choices:
        return []
    buttons = [
        OnlookerButton(race.record.id, each.code, label=cut(each.label, LABEL), style=discord.ButtonStyle[each.style])
        for each in choices
    ]
    rows: list[ui.ActionRow[Any]] = [ui.ActionRow(*buttons[at : at + 4]) for at in range(0, len(buttons), 4)]
    return [ui.TextDisplay("\n".join(filter(None, (words.calls(view), words.voters(view))))), *rows]
