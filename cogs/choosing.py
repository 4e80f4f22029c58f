"""The panel of a race's options: its host changes them while the race is open to enter.

The race's record holds what was chosen and the custom ids say which race, so the panel works after a restart, and the
button in the lobby opens it again.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Self

import discord
import msgspec
from discord import ui

from cogs.asked import ACCENT
from cogs.client import Interaction
from cogs.hosting import require_host
from cogs.limits import SELECT_OPTIONS, cut
from cogs.messages import answers_for_itself, measured
from cogs.names import harmless
from cogs.present import WORDS
from cogs.showing import options_of
from engine.game import Reason, Refused, Ruleset
from engine.options import YES_NO, OptionField, choose, option_fields
from engine.rulesets import RULESETS
from engine.values import RaceId
from steward import Lobby

PRESETS, SWITCHES = "presets", "switches"
_TEXT = 100  # characters of a line of a select
_MOST_SELECTS = 12


class OptionsButton(ui.DynamicItem[ui.Button[Any]], template=r"options:(?P<race>[0-9]{1,10})"):
    """Opens the panel of options, for the host."""

    def __init__(self, race: RaceId) -> None:
        self.race = race
        super().__init__(ui.Button(label="Options", emoji="⚙️", custom_id=f"options:{race}"))

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: re.Match[str], /) -> Self:
        return cls(RaceId(int(match["race"])))

    @answers_for_itself
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        lobby = await interaction.client.steward.lobby(self.race)
        if require_host(interaction, lobby) != lobby.race.host:
            raise Refused(Reason.NOT_THE_HOST)
        if lobby.race.state != "lobby":
            raise Refused(Reason.NOT_IN_LOBBY)
        await show_options(interaction, lobby)


class OptionSelect(
    ui.DynamicItem[ui.Select[Any]], template=r"option:(?P<race>[0-9]{1,10}):(?P<name>[a-z_]{1,60})"
):  # fmt: skip
    """Chooses a value of one option, or which switches are on, or a preset."""

    def __init__(self, race: RaceId, name: str, select: "ui.Select[Any] | None" = None) -> None:
        self.race, self.name = race, name
        made: ui.Select[Any] = select or ui.Select()
        made.custom_id = f"option:{race}:{name}"
        super().__init__(made)

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: re.Match[str], /) -> Self:
        return cls(RaceId(int(match["race"])), match["name"])

    @answers_for_itself
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()
        data: Any = interaction.data
        await change(interaction, self.race, self.name, data["values"])


async def change(interaction: Interaction, race: RaceId, name: str, values: Sequence[str]) -> None:
    """Change what was chosen in the panel; what cannot be is explained, and the panel shows what holds."""
    steward = interaction.client.steward
    lobby = await steward.lobby(race)
    rules, host = RULESETS[lobby.race.ruleset], require_host(interaction, lobby)
    try:
        await steward.set_options(race, host, lambda options: changed(rules, options, name, values))
    except Refused:
        if lobby.race.state == "lobby":
            await show_options(interaction, lobby)
        raise
    await show_options(interaction, await steward.lobby(race))


def changed(rules: Ruleset[Any], options: msgspec.Struct, name: str, values: Sequence[str]) -> msgspec.Struct:
    """Return *options* with *values* chosen for *name*: an option, all switches, or a preset.

    :raises Refused: if there is no such option or value.
    """
    fields = option_fields(rules.options)
    if name == PRESETS:
        preset = rules.presets.get(values[0]) if values else None
        if preset is None:
            raise Refused(Reason.NO_SUCH_OPTION, option="That preset", possible=list(rules.presets))
        wishes = dict(preset.wishes)
    else:
        wishes = _wishes(fields, options)
        if name == SWITCHES:
            wishes |= {each: "yes" if each in values else "no" for each in _switches(fields)}
        else:
            wishes[name] = values[0]
    new = choose(rules.options, wishes)
    chosen = {each: getattr(new, each) for each in fields}
    return msgspec.structs.replace(options, **chosen)  # what is not offered stays as it is


def _wishes(fields: Mapping[str, OptionField], options: Any) -> dict[str, str]:
    """Return options by the names of their values."""
    return {
        name: next(word for word, value in field.values.items() if value == getattr(options, name))
        for name, field in fields.items()
        if getattr(options, name) in field.values.values()
    }


def _switches(fields: Mapping[str, OptionField]) -> dict[str, OptionField]:
    return {name: field for name, field in fields.items() if dict(field.values) == YES_NO}


async def tell_open(interaction: Interaction, race: RaceId) -> None:
    """Tell the host where the race is that he has opened, with the panel of its options."""
    lobby = await interaction.client.steward.lobby(race)
    said = (
        f"**{harmless(lobby.race.title)}** is open: <#{lobby.race.thread}>. Enter it there, or with "
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
    """Return a select for the presets, for each option with values, and for all switches together."""
    race, rules = lobby.race.id, RULESETS[lobby.race.ruleset]
    fields = option_fields(rules.options)
    switches = _switches(fields)
    found: list[tuple[str, ui.Select[Any]]] = []
    if rules.presets:
        presets = [_line(name.capitalize(), name, preset.description) for name, preset in rules.presets.items()]
        found.append((PRESETS, ui.Select(placeholder="Presets: well-tried options", options=presets)))
    if switches:
        lines = [
            _line(read(name), name, field.description, bool(getattr(options, name)))
            for name, field in list(switches.items())[:SELECT_OPTIONS]
        ]
        found.append(
            (
                SWITCHES,
                ui.Select(placeholder="Optional rules: none", options=lines, min_values=0, max_values=len(lines)),
            )
        )
    found += [
        (name, _select_of(name, field, getattr(options, name)))
        for name, field in fields.items()
        if name not in switches
    ]
    return [OptionSelect(race, name, select) for name, select in found[:_MOST_SELECTS]]


def _select_of(name: str, field: OptionField, chosen: Any) -> ui.Select[Any]:
    lines = [
        _line(f"{read(name)}: {word}", word, field.description, value == chosen)
        for word, value in list(field.values.items())[:SELECT_OPTIONS]
    ]
    return ui.Select(placeholder=read(name), options=lines)


def _line(label: str, value: str, description: str, is_chosen: bool = False) -> discord.SelectOption:
    return discord.SelectOption(
        label=cut(label, _TEXT), value=value, description=cut(description, _TEXT), default=is_chosen
    )


def read(name: str) -> str:
    """Return an option's name as it is read.

    >>> read("horse_carcasses")
    'Horse carcasses'
    """
    return name.replace("_", " ").capitalize()
