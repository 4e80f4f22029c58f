"""A command of before: the way that leads there today, and a button that goes it, where it only shows something."""

from typing import Annotated, Any

from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.items import Button
from cogs.kit.layouts import layout_of
from cogs.kit.messages import TellPlayer, within_limits
from cogs.kit.ways import MOVED, way_to

SHOWN = frozenset({
    *("race board", "race film", "race log", "race status", "race verify", "race doctor", "race list"),
    *("race substitute", "bet board", "bet mine", "bet history", "odds race", "odds record", "purse show"),
    *("purse tipsters", "rating show", "rating top", "fame", "my races", "steward desk", "steward log"),
    *("cup standings", "cup paper", "league standings", "league status", "league calendar", "league paper"),
    *("stable ledger", "settings me"),
})  # fmt: skip
"""Acts that need no option and only show something: a button may do them."""

NOT_SHOWN = "I don't know that any more. `/help` shows where everything is."


class WayButton(Button, template="way:{place}", answers="itself", label="Open it"):
    """Does an act of :data:`SHOWN`, as its command without options would."""

    place: Annotated[str, "[a-z]{1,20}(?:-[a-z]{1,20})?"]

    async def press(self, interaction: Interaction) -> None:
        act = self.place.replace("-", " ")
        if act not in SHOWN:
            raise TellPlayer(NOT_SHOWN)
        command = interaction.client.acts[act]
        chosen = {each.name: each.default for each in command._params.values()}
        await command._do_call(interaction, chosen)


def way_button(act: str, label: str = "") -> WayButton:
    """Return the button that does an act."""
    return WayButton(act.replace(" ", "-"), label=label)


async def tell_way(interaction: Interaction, before: str) -> None:
    """Answer a command of before, in private."""
    layout = layout_of(ui.TextDisplay(moved_words(before)))
    if before in SHOWN:
        row: ui.ActionRow[Any] = ui.ActionRow(way_button(before))
        layout.add_item(row)
    await interaction.response.send_message(view=within_limits(layout), ephemeral=True)


def moved_words(before: str) -> str:
    """Return the way of today to a command of before, in words.

    >>> moved_words("race board").split(chr(10))[0]
    '`/race board` is `/watch` now.'
    """
    assert before in MOVED
    return (
        f"`/{before}` is `{way_to(before)}` now.\n-# Your Discord still shows its old list. Reload it for the new one."
    )
