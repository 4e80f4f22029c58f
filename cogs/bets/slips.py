"""What a race brought one bettor: to himself alone."""

import re
from typing import Any, Self

import discord
from discord import ui

from cogs.asked import ACCENT, file_of, gallery_of
from cogs.bets.parts import RACE, head
from cogs.client import Interaction
from cogs.limits import MESSAGE_TEXT, fitting
from cogs.messages import Said, answers_for_itself, measured
from cogs.names import harmless
from cogs.present.betting import gain_words, money, sesterces, slip_line
from engine.betting.views import SlipView
from engine.values import PlayerId, RaceId
from steward import Lobby, Steward


class SlipButton(ui.DynamicItem[ui.Button[Any]], template=rf"betslip:{RACE}"):
    """Shows whoever presses what the race brought him."""

    def __init__(self, race: RaceId) -> None:
        self.race = race
        super().__init__(ui.Button(label="My slip", emoji="🧾", custom_id=f"betslip:{race}"))

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: re.Match[str], /) -> Self:
        return cls(RaceId(int(match["race"])))

    @answers_for_itself
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show_slip(interaction, await interaction.client.steward.lobby(self.race))


async def show_slip(interaction: Interaction, lobby: Lobby) -> None:
    """Show whoever acts what a race has brought him so far."""
    steward = interaction.client.steward
    slip = await steward.wagers.slip(lobby.race.id, PlayerId(interaction.user.id))
    if slip is None or not slip.lines:
        raise Said(
            f"You have no bets on **{harmless(lobby.race.title)}**. `/bet history` shows those on other races, `/bet "
            "place` places one."
        )
    layout, files = await slip_message(steward, lobby, slip)
    await interaction.edit_original_response(view=layout, attachments=files)


async def slip_message(steward: Steward, lobby: Lobby, slip: SlipView) -> tuple[ui.LayoutView, list[discord.File]]:
    """Return a payoff slip: its lines, and its picture."""
    picture = await steward.wagers.slip_picture(slip)
    file = file_of(picture)
    winner = f"**{harmless(slip.winner)}** has won." if slip.winner else "Nobody has won."
    lines = [
        head(lobby),
        f"### 🧾 Your slip · {gain_words(slip.paid - slip.staked)}",
        winner if lobby.race.state == "finished" else "The race is not over: what is open may still win.",
        *(slip_line(each) for each in slip.lines),
        f"Staked {money(slip.staked)}, paid {money(slip.paid)}. Your purse: **{sesterces(slip.purse)}**",
    ]
    text = ui.TextDisplay[Any](fitting(lines, MESSAGE_TEXT - 200))
    box: ui.Container[Any] = ui.Container(text, gallery_of(picture, file), accent_colour=ACCENT)
    layout = ui.LayoutView(timeout=None)
    layout.add_item(box)
    return measured(layout, [file]), [file]
