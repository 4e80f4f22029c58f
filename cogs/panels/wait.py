"""Players who want the turn to wait for its deadline, though all answers may be in before."""

from typing import Annotated, Any

from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.ids import OURS
from cogs.kit.items import Button
from cogs.kit.layouts import layout_of
from cogs.kit.messages import within_limits
from cogs.kit.presses import pressed_at
from cogs.kit.rights import known_race
from records.refusals import Refused
from records.values import PlayerId, RaceId
from steward import OpenAsk
from words import nouns_of
from words.shared.kinds import kind_words


class WaitButton(Button, template="wait:{race}:{asked}:{wait}"):
    """Asks that the turn begins no sooner than at its deadline, or takes that back."""

    race: RaceId
    asked: Annotated[int, OURS]
    wait: bool

    def face(self) -> ui.Button[Any]:
        label, emoji = ("Wait for the deadline", "✋") if self.wait else ("No need to wait", "👍")
        return ui.Button(label=label, emoji=emoji)

    async def press(self, interaction: Interaction) -> None:
        steward, player = interaction.client.steward, PlayerId(interaction.user.id)
        race = await known_race(interaction, self.race)
        try:
            is_new = await steward.races.wait_for(
                self.race, player, self.asked, wait=self.wait, pressed=pressed_at(interaction)
            )
        except Refused as refused:
            raise steward.in_its_words(race, refused) from None
        noted, already = kind_words(race, nouns_of(race.record)).wait[self.wait]
        said = noted if is_new else f"You have said so already: {already}"
        await interaction.edit_original_response(
            view=within_limits(
                layout_of(ui.TextDisplay(said), ui.ActionRow(WaitButton(self.race, self.asked, wait=not self.wait)))
            )
        )


def wait_button(opened: OpenAsk) -> WaitButton:
    """Return the button with which a player has the turn wait, or not."""
    return WaitButton(opened.race_id, opened.asked, wait=not opened.waits)
