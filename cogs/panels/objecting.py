"""An owner objects to a race that is over: it may go back until the reckoning, and its host decides (H.3, L-43)."""

from typing import Annotated, Any, Literal

import discord
from discord import ui

from cogs.choices.naming import naming
from cogs.kit.client import Interaction
from cogs.kit.items import Button, Looks
from cogs.kit.layouts import layout_of
from cogs.kit.messages import within_limits
from cogs.kit.presses import pressed_at
from cogs.panels.league_business import known_league
from records.values import PlayerId, RaceId
from words.leagues.act_codes import unpack_act
from words.leagues.lines import OBJECTED, objecting

LOOKS: Looks[Literal["ask", "do"]] = {
    "ask": ("Object", discord.ButtonStyle.secondary),
    "do": ("Object", discord.ButtonStyle.danger),
}


class ObjectButton(Button, template="object:{act}:{race}:{event}", looks=LOOKS):
    """Asks an owner whether they object to the race of an event, and tells all that they do."""

    act: Literal["ask", "do"]
    race: RaceId
    event: Annotated[int, "[0-9]{1,3}"]

    async def press(self, interaction: Interaction) -> None:
        league = await known_league(interaction, self.race)
        if self.act == "ask":
            sure = ui.ActionRow[Any](ObjectButton(act="do", race=self.race, event=self.event))
            layout = layout_of(ui.TextDisplay(objecting(self.event)), sure)
            await interaction.edit_original_response(view=within_limits(layout))
            return
        player, objects = PlayerId(interaction.user.id), unpack_act(f"object-{self.event}")
        with naming(league):
            await interaction.client.steward.leagues.act(self.race, player, objects, pressed=pressed_at(interaction))
        await interaction.edit_original_response(view=within_limits(layout_of(ui.TextDisplay(OBJECTED))))
