"""A command of before: the way that leads there today, and a button that goes it, where it only shows something."""

from collections.abc import Mapping
from typing import Annotated, Any

from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.items import Button
from cogs.kit.layouts import layout_of
from cogs.kit.messages import within_limits
from cogs.kit.ways import MOVED, way_to

_ACTS = (
    *("race board", "race film", "race log", "race status", "race verify", "race doctor", "race list"),
    *("race substitute", "bet board", "bet mine", "bet history", "odds race", "odds record", "purse show"),
    *("purse tipsters", "rating show", "rating top", "fame", "my races", "steward desk", "steward log"),
    *("cup standings", "cup paper", "league standings", "league status", "league calendar", "league paper"),
    *("stable ledger", "settings me"),
)
SHOWN: Mapping[str, str] = {act: "-".join(act.split()) for act in _ACTS}
"""Acts that need no option and only show something, with their part of a button's id: a button may do them."""

RELOAD = "-# Your Discord still shows its old list. Reload it for the new one."

_MEANT = {code: act for act, code in SHOWN.items()}


class WayButton(Button, template="way:{act}", answers="itself", label="Open it"):
    """Does an act of :data:`SHOWN`, as its command without options would."""

    act: Annotated[str, "|".join(_MEANT)]

    async def press(self, interaction: Interaction) -> None:
        command = interaction.client.acts[_MEANT[self.act]]
        chosen = {each.name: each.default for each in command._params.values()}
        await command._do_call(interaction, chosen)


async def tell_way(interaction: Interaction, before: str) -> None:
    """Answer a command of before, in private."""
    layout = layout_of(ui.TextDisplay(f"{moved_words(before)}\n{RELOAD}"))
    if before in SHOWN:
        row: ui.ActionRow[Any] = ui.ActionRow(WayButton(SHOWN[before]))
        layout.add_item(row)
    await interaction.response.send_message(view=within_limits(layout), ephemeral=True)


def moved_words(before: str) -> str:
    """Return the way of today to a command of before, in words.

    >>> moved_words("race board")
    '`/race board` is `/watch` now.'
    """
    assert before in MOVED
    return f"`/{before}` is `{way_to(before)}` now."
