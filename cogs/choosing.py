"""The panel of a race's options: its host changes them while the race is open to enter.

The race's record holds what was chosen and the custom ids say which race, so the panel works after a restart, and the
button in the lobby opens it again.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from discord import ui

from cogs import menus
from cogs.asked import ACCENT
from cogs.client import Interaction
from cogs.items import RaceButton, RaceMenu
from cogs.messages import measured
from cogs.names import harmless, place_of
from cogs.present import WORDS
from cogs.rights import known_race, require_host
from cogs.showing import options_of
from engine.game import Reason, Refused, Ruleset
from engine.rulesets import RULESETS
from engine.values import RaceId
from steward import Lobby

PRESETS = "presets"
_MOST_SELECTS = 12


class OptionsButton(RaceButton, kind="options", label="Options", emoji="⚙️"):
    """Opens the panel of options, for the host."""

    async def show(self, interaction: Interaction) -> None:
        lobby = await known_race(interaction, self.race)
        if require_host(interaction, lobby) != lobby.race.host:
            raise Refused(Reason.NOT_THE_HOST)
        if lobby.race.state != "lobby":
            raise Refused(Reason.NOT_IN_LOBBY)
        await show_options(interaction, lobby)


class OptionSelect(RaceMenu, kind="option", about="[a-z_]{1,60}"):
    """Chooses a value of one option, or which switches are on, or a preset."""

    async def take(self, interaction: Interaction, values: Sequence[str]) -> None:
        await change(interaction, self.race, self.about, values)


async def change(interaction: Interaction, race: RaceId, name: str, values: Sequence[str]) -> None:
    """Change what was chosen in the panel; what cannot be is explained, and the panel shows what holds."""
    steward = interaction.client.steward
    lobby = await known_race(interaction, race)
    rules, host = RULESETS[lobby.race.ruleset], require_host(interaction, lobby)
    try:
        await steward.set_options(race, host, lambda options: changed(rules, options, name, values))
    except Refused:
        if lobby.race.state == "lobby":
            await show_options(interaction, lobby)
        raise
    await show_options(interaction, await known_race(interaction, race))


def changed(rules: Ruleset[Any], options: msgspec.Struct, name: str, values: Sequence[str]) -> msgspec.Struct:
    """Return *options* with *values* chosen for *name*: an option, all switches, or a preset.

    :raises Refused: if there is no such option or value.
    """
    if name != PRESETS:
        return menus.changed(options, name, values)
    preset = rules.presets.get(values[0]) if values else None
    if preset is None:
        raise Refused(Reason.NO_SUCH_OPTION, option="That preset", possible=list(rules.presets))
    return menus.with_wishes(options, preset.wishes)


async def tell_open(interaction: Interaction, race: RaceId) -> None:
    """Tell the host where the race is that he has opened, with the panel of its options."""
    lobby = await known_race(interaction, race)
    said = (
        f"**{harmless(lobby.race.title)}** is open: {place_of(lobby.race)}. Enter it there, or with "
        "`/race join`; fill the empty places with house drivers and start it when all are in."
    )
    await show_options(interaction, lobby, said)


async def show_options(interaction: Interaction, lobby: Lobby, said: str = "") -> None:
    """Show the panel of options to the one who acts."""
    await interaction.edit_original_response(view=measured(options_panel(lobby, said)))


def options_panel(lobby: Lobby, said: str = "") -> ui.LayoutView:
    """Return the panel: how the race is run, and a menu for each thing to choose.

    :param said: what is to be read before it.
    """
    layout = ui.LayoutView(timeout=None)
    if said:
        layout.add_item(ui.TextDisplay(said))
    words, options = WORDS[lobby.race.ruleset], options_of(lobby)
    text = (
        f"### Options of {harmless(lobby.race.title)}\n{words.terms(options)}\n"
        "-# Choose what you like: it counts at once, and all can read it in the race's panel. It can be changed until "
        "the race starts."
    )
    box: ui.Container[Any] = ui.Container(ui.TextDisplay(text), accent_colour=ACCENT)
    for select in _selects(lobby, options):
        box.add_item(ui.ActionRow(select))
    layout.add_item(box)
    return layout


def _selects(lobby: Lobby, options: Any) -> list[OptionSelect]:
    """Return a select for the presets, for all switches together, and for each option with other values."""
    presets = RULESETS[lobby.race.ruleset].presets
    found: list[tuple[str, ui.Select[Any]]] = []
    if presets:
        lines = [menus.line(name.capitalize(), name, preset.description) for name, preset in presets.items()]
        found.append((PRESETS, ui.Select(placeholder="Presets: well-tried options", options=lines)))
    found += menus.selects_of(options, "Optional rules: none")
    return [OptionSelect(lobby.race.id, name, select) for name, select in found[:_MOST_SELECTS]]
