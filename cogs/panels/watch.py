"""Buttons for those who look on."""

from collections.abc import Mapping
from typing import Literal

from cogs.kit.client import Interaction
from cogs.kit.items import Button, Shows, looks_of
from cogs.kit.rights import known_race
from cogs.panels.house_driver import menu_of_race
from cogs.panels.race import show_board, show_log, show_race, show_status
from records.races import PublicRace
from records.values import RaceId

Act = Literal["board", "status", "log", "race"]


async def show_entries(interaction: Interaction, race: PublicRace) -> None:
    """Show how a race stands, and who is in, with the records of its house drivers a choice away."""
    await show_status(interaction, race, menu_of_race(race))


async def show_first(interaction: Interaction, race: PublicRace) -> None:
    """Show the board; before the start, who is in."""
    await (show_entries if race.record.state == "lobby" else show_race)(interaction, race)


LOOKS: Mapping[Act, tuple[str, Shows]] = {
    "board": ("Board", show_board),
    "status": ("Status", show_entries),
    "log": ("Log", show_log),
}
"""Those under a race's panel."""

ALL: Mapping[Act, tuple[str, Shows]] = {**LOOKS, "race": ("Watch", show_first)}
"""With the one on its card in the channel."""


class WatchButton(Button, template="watch:{act}:{race}", looks=looks_of(ALL)):
    """Shows something of a race to the player."""

    race: RaceId
    act: Act

    async def press(self, interaction: Interaction) -> None:
        await ALL[self.act][1](interaction, await known_race(interaction, self.race))
