"""Sealed answers that may still be changed, and players who want the turn to wait for its deadline."""

import re
from typing import Any, Self

import discord
from discord import ui

from cogs.kit.layouts import layout_of
from cogs.kit.messages import answers_for_itself, within_limits
from cogs.kit.presses import pressed_at
from cogs.kit.rights import known_race
from records.refusals import Refused
from records.values import PlayerId, RaceId
from steward import OpenAsk
from words import WORDS
from words.shared.kinds import kind_words
from words.shared.times import when


class WaitButton(
    ui.DynamicItem[ui.Button[Any]], template=r"wait:(?P<race>[0-9]{1,10}):(?P<asked>[0-9]{1,10}):(?P<wait>yes|no)"
):
    """Asks that the turn begins no sooner than at its deadline, or takes that back."""

    def __init__(self, race: RaceId, asked: int, *, wait: bool) -> None:
        self.race, self.asked, self.wait = race, asked, wait
        label, emoji = ("Wait for the deadline", "✋") if wait else ("No need to wait", "👍")
        custom_id = f"wait:{race}:{asked}:{'yes' if wait else 'no'}"
        super().__init__(ui.Button(label=label, emoji=emoji, custom_id=custom_id))

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: re.Match[str], /) -> Self:
        return cls(RaceId(int(match["race"])), int(match["asked"]), wait=match["wait"] == "yes")

    @answers_for_itself
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        steward, player = interaction.client.steward, PlayerId(interaction.user.id)
        race = await known_race(interaction, self.race)
        try:
            is_new = await steward.races.wait_for(
                self.race, player, self.asked, wait=self.wait, pressed=pressed_at(interaction)
            )
        except Refused as refused:
            raise steward.in_its_words(race, refused) from None
        noted, already = kind_words(race).wait[self.wait]
        said = noted if is_new else f"You have said so already: {already}"
        await interaction.edit_original_response(
            view=within_limits(
                layout_of(ui.TextDisplay(said), ui.ActionRow(WaitButton(self.race, self.asked, wait=not self.wait)))
            )
        )


def sealed_text(opened: OpenAsk, dates: str = "relative") -> str:
    """Return a player's sealed answer in words: its content, its seal, and until when they can change it."""
    assert opened.sealed is not None
    what = WORDS[opened.ruleset].taken(opened.view, [opened.sealed])
    latest = f", {when(opened.until, dates)} at the latest" if opened.until is not None else ""
    waits = " You have asked that the turn waits for its deadline." if opened.waits else ""
    hidden = "it is told" if opened.ask.stays_sealed else "all are in"
    return (
        f"🔒 **Sealed: {what}.** Nobody else sees it before {hidden}.\n"
        f"You can change it below until all are in{latest}.{waits}"
    )


def wait_button(opened: OpenAsk) -> WaitButton:
    """Return the button with which a player has the turn wait, or not."""
    return WaitButton(opened.race_id, opened.asked, wait=not opened.waits)
