"""What a host may choose of a race's betting table, before the first bet. The rules describe themselves."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Self

import discord
from discord import ui

from cogs.bets.parts import LINE, RACE, head, show
from cogs.client import Interaction
from cogs.hosting import require_host
from cogs.limits import cut
from cogs.messages import Said, answers_for_itself
from cogs.present.betting import NO_TABLE
from engine.betting.rules import TableRules
from engine.game import Reason, Refused
from engine.options import YES_NO, OptionField, choose, option_fields
from engine.values import PlayerId, RaceId
from steward import Lobby

SWITCHES = "switches"


class RuleMenu(ui.DynamicItem[ui.Select[Any]], template=rf"betrule:{RACE}:(?P<name>[a-z_]{{1,30}})"):
    """Chooses which switches are on, or a value of one rule."""

    def __init__(self, race: RaceId, name: str, select: "ui.Select[Any] | None" = None) -> None:
        self.race, self.name = race, name
        made: ui.Select[Any] = select or ui.Select()
        made.custom_id = f"betrule:{race}:{name}"
        super().__init__(made)

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: re.Match[str], /) -> Self:
        return cls(RaceId(int(match["race"])), match["name"])

    @answers_for_itself
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()
        steward = interaction.client.steward
        lobby, data = await steward.lobby(self.race), interaction.data
        host, values = host_of(interaction, lobby), data["values"]  # type: ignore[index, typeddict-item]
        try:
            await steward.wagers.set_rules(self.race, host, lambda rules: changed(rules, self.name, values))
        finally:
            await show_rules(interaction, lobby)


def host_of(interaction: Interaction, lobby: Lobby) -> PlayerId:
    """Return in whose name the rules are set; :exc:`Refused` for whoever may not."""
    host = require_host(interaction, lobby)
    if host != lobby.race.host:
        raise Refused(Reason.NOT_THE_HOST)
    if not lobby.race.guild:
        raise Said(NO_TABLE)
    return host


def changed(rules: TableRules, name: str, values: Sequence[str]) -> TableRules:
    """Return *rules* with *values* chosen for *name*: one of them, or all switches."""
    fields = option_fields(TableRules)
    wishes = {each: _word(field, getattr(rules, each)) for each, field in fields.items()}
    if name == SWITCHES:
        wishes |= {each: "yes" if each in values else "no" for each in _switches(fields)}
    else:
        wishes[name] = values[0]
    return choose(TableRules, wishes)


def _word(field: OptionField, value: Any) -> str:
    return next(word for word, each in field.values.items() if each == value)


def _switches(fields: Mapping[str, OptionField]) -> dict[str, OptionField]:
    return {name: field for name, field in fields.items() if dict(field.values) == YES_NO}


async def show_rules(interaction: Interaction, lobby: Lobby) -> None:
    """Show the switches of a race's betting table to its host."""
    rules: TableRules = await interaction.client.steward.wagers.rules_of(lobby.race.id)
    fields = option_fields(TableRules)
    lines = [
        head(lobby),
        "### Rules of the betting table",
        *(f"{'✅' if getattr(rules, name) else '▫️'} {field.description}" for name, field in _switches(fields).items()),
        *(f"▪️ {field.description}: **{getattr(rules, name)}**" for name, field in _others(fields).items()),
        "-# What you choose counts at once. It can be changed until the first bet.",
        "-# With pools and sealed bets off there is no betting on this race.",
    ]
    await show(interaction, lines, *([menu] for menu in _menus(lobby.race.id, rules, fields)))


def _others(fields: Mapping[str, OptionField]) -> dict[str, OptionField]:
    return {name: field for name, field in fields.items() if name not in _switches(fields)}


def _menus(race: RaceId, rules: TableRules, fields: Mapping[str, OptionField]) -> list[ui.Item[Any]]:
    lines = [
        _option(name.capitalize(), name, field.description, is_chosen=bool(getattr(rules, name)))
        for name, field in _switches(fields).items()
    ]
    select: ui.Select[Any] = ui.Select(placeholder="All off", options=lines, min_values=0, max_values=len(lines))
    menus: list[ui.Item[Any]] = [RuleMenu(race, SWITCHES, select)]
    for name, field in _others(fields).items():
        values = [
            _option(f"{name.capitalize()}: {word}", word, field.description, is_chosen=value == getattr(rules, name))
            for word, value in field.values.items()
        ]
        menus.append(RuleMenu(race, name, ui.Select(placeholder=name.capitalize(), options=values)))
    return menus


def _option(label: str, value: str, description: str, *, is_chosen: bool) -> discord.SelectOption:
    return discord.SelectOption(label=label, value=value, description=cut(description, LINE), default=is_chosen)
