"""When a lobby starts by itself, as its host chooses in the panel of options: when it is full, or after some hours."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.items import NOT_OFFERED, Select, chosen
from cogs.kit.messages import TellPlayer
from cogs.kit.rights import known_race, require_host
from records.fixtures import PlannedStart
from records.limits import HOUR
from records.races import PublicRace
from records.values import RaceId

HAND, FULL = "hand", "full"
HOURS: Mapping[str, str] = {"1": "in an hour", "6": "in six hours", "24": "in a day", "72": "in three days"}
LABELS = {HAND: "when I press Start", FULL: "by itself when all places are taken"}
LABELS |= {hours: f"by itself {told}" for hours, told in HOURS.items()}


class SelfStartMenu(Select, template="self-start:{race}"):
    """Chooses when a lobby starts; for its host."""

    race: RaceId

    async def take(self, interaction: Interaction, values: Sequence[str]) -> None:
        lobby, value = await known_race(interaction, self.race), chosen(values)
        if value not in LABELS:
            raise TellPlayer(NOT_OFFERED)
        host, fixtures = require_host(interaction, lobby), interaction.client.steward.fixtures
        after = float(value) * HOUR if value in HOURS else None
        await fixtures.set_plan(lobby.record.id, host, full=value == FULL, after=after)
        plan = await fixtures.plan_of(lobby.record.id)
        layout = ui.LayoutView(timeout=None)
        layout.add_item(ui.TextDisplay(f"The race starts {LABELS[value]}. Its panel tells all."))
        layout.add_item(ui.ActionRow(menu_of(lobby, plan)))
        await interaction.edit_original_response(view=layout)


def menu_of(lobby: PublicRace, plan: PlannedStart | None) -> SelfStartMenu:
    """Return the menu, with what holds now."""
    now = FULL if plan is not None and plan.full else HAND
    timed = plan is not None and plan.at is not None
    options = [
        discord.SelectOption(label=f"It starts {label}", value=value, default=value == now and not timed)
        for value, label in LABELS.items()
    ]
    select: ui.Select[Any] = ui.Select(placeholder="It starts by itself at the hour in its panel", options=options)
    return SelfStartMenu(lobby.record.id, select=select)


def may_plan(lobby: PublicRace, plan: PlannedStart | None) -> bool:
    """Tell whether the host of a lobby may choose: races of fixtures, cups and leagues start as agreed."""
    record, is_fixture = lobby.record, plan is not None and plan.fixture is not None
    return bool(record.guild) and not (record.is_practice or record.cup or record.league or is_fixture)
