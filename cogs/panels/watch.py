"""Buttons for those who look on."""

from collections.abc import Mapping
from typing import Literal

from cogs.kit.client import Interaction
from cogs.kit.items import Button, Shows, looks_of
from cogs.kit.rights import known_race
from cogs.panels.race import show_board, show_log, show_race, show_status
from records.values import RaceId

Act = Literal["board", "status", "log", "race"]
LOOKS: Mapping[Act, tuple[str, Shows]] = {
    "board": ("Board", show_board),
    "status": ("Status", show_status),
    "log": ("Log", show_log),
}
"""Those under a race's panel."""

ALL: Mapping[Act, tuple[str, Shows]] = {**LOOKS, "race": ("Watch", show_race)}
"""With the one on its card in the channel."""


class WatchButton(Button, template="watch:{act}:{race}", looks=looks_of(ALL)):
    """Shows something of a race to the player."""

    race: RaceId
    act: Act

    async def press(self, interaction: Interaction) -> None:
        await ALL[self.act][1](interaction, await known_race(interaction, self.race))
