"""The model's chances: how they swung in a race, for whoever asks."""

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
from cogs.present.betting import called, per_cent
from engine.betting.views import EntrantView, SwingPoint, SwingView
from engine.values import RaceId
from steward import Lobby

MODEL = (
    "Worked out by playing the race out {samples} times with house drivers, from what everybody sees: no order, no "
    "sealed answer, no hidden card is in it. `/odds record` tells how good such chances were."
)


class OddsButton(ui.DynamicItem[ui.Button[Any]], template=rf"betodds:{RACE}"):
    """Shows how the chances swung."""

    def __init__(self, race: RaceId) -> None:
        self.race = race
        super().__init__(ui.Button(label="Odds", emoji="📈", custom_id=f"betodds:{race}"))

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: re.Match[str], /) -> Self:
        return cls(RaceId(int(match["race"])))

    @answers_for_itself
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show_swing(interaction, await interaction.client.steward.lobby(self.race))


async def show_swing(interaction: Interaction, lobby: Lobby) -> None:
    """Show whoever acts how the chances of a race swung."""
    wagers = interaction.client.steward.wagers
    swing: SwingView | None = await wagers.swing(lobby.race.id)
    if swing is None or not swing.points:
        raise Said(
            f"No chances of **{harmless(lobby.race.title)}** have been worked out yet. They come soon after it starts, "
            "and after each turn; not every game can be played out. `/bet board` shows what has been bet."
        )
    picture = await wagers.swing_picture(swing)
    file = file_of(picture)
    text = ui.TextDisplay[Any](fitting([head(lobby), *swing_lines(swing)], MESSAGE_TEXT - 200))
    box: ui.Container[Any] = ui.Container(text, gallery_of(picture, file), accent_colour=ACCENT)
    layout = ui.LayoutView(timeout=None)
    layout.add_item(box)
    await interaction.edit_original_response(view=measured(layout, [file]), attachments=[file])


def swing_lines(swing: SwingView) -> list[str]:
    """Return the latest chances, the best first, and how they have changed since the turn before."""
    last, before = swing.points[-1], swing.points[-2] if len(swing.points) > 1 else None
    when = f"after turn {last.turn}" if last.turn else "before the first turn"
    ranked = sorted(swing.entrants, key=lambda each: (-last.chances.get(each.entry, 0), each.entry))
    lines = [_line(swing, each, last, before) for each in ranked]
    return [f"### 📈 Chances to win {when}", *lines, f"-# {MODEL.format(samples=swing.samples)}"]


def _line(swing: SwingView, entrant: EntrantView, last: SwingPoint, before: SwingPoint | None) -> str:
    if swing.winner == entrant.entry:
        return f"{called(entrant)}: 🏆 has won"
    if entrant.entry in swing.out:
        return f"{called(entrant)}: out in turn {swing.out[entrant.entry]}"
    chance = last.chances.get(entrant.entry, 0)
    change = 0 if before is None else round((chance - before.chances.get(entrant.entry, 0)) / 10)
    return f"{called(entrant)}: **{per_cent(chance)}**{_change(change)}"


def _change(points: int) -> str:
    """Return by how many points in a hundred a chance has changed."""
    return "" if not points else f" ({'+' if points > 0 else '−'}{abs(points)})"
