"""The settings of a league, behind *More*: its host changes them while members may still join freely.

The record of the league holds what was chosen, so the panel works after a restart.
"""

from collections.abc import Sequence
from typing import Annotated, Any

from discord import ui

from cogs.kit import menus
from cogs.kit.client import Interaction
from cogs.kit.items import Button, RaceButton, Select
from cogs.kit.layouts import boxed, layout_of
from cogs.kit.messages import within_limits, words_for
from cogs.kit.rights import acts_for
from cogs.panels.league_business import known_league
from engine.rulesets import LEAGUES
from records.races import PublicRace
from records.refusals import Reason, Refused
from records.values import RaceId
from steward import KIND, not_in_lobby
from words import WORDS
from words.shared.names import harmless

FIXED = ("gap",)
"""Options that the clocks of a league were set by as it was opened."""

PER_PAGE = 12
"""Menus of a page: a message holds forty parts."""


class SettingMenu(Select, template="league-setting:{race}:{about}"):
    """Chooses a value of one setting, or which switches are on."""

    race: RaceId
    about: Annotated[str, menus.ABOUT]

    async def take(self, interaction: Interaction, values: Sequence[str]) -> None:
        league, said = await _hosted(interaction, self.race), ""
        steward = interaction.client.steward
        place = [about for about, _ in _menus(steward.leagues.options_of(league))]
        try:
            await steward.leagues.set_options(
                self.race, league.record.host, lambda options: menus.with_choice(options, self.about, values)
            )
        except Refused as refused:
            said = f"⚠️ {words_for(refused)}"
        page = place.index(self.about) // PER_PAGE if self.about in place else 0
        await show_settings(interaction, await known_league(interaction, self.race), page, said)


class SettingsPage(Button, template="league-settings:{race}:{page}", answers="here"):
    """Turns to another page of the settings."""

    race: RaceId
    page: Annotated[int, "[0-9]"]

    async def press(self, interaction: Interaction) -> None:
        await show_settings(interaction, await _hosted(interaction, self.race), self.page)


async def _hosted(interaction: Interaction, race: RaceId) -> PublicRace:
    """Return a league whose settings the player may change now; :exc:`Refused` if they may not."""
    league = await known_league(interaction, race)
    if acts_for(interaction, league.record) != league.record.host:
        raise Refused(Reason.NOT_THE_HOST)
    if league.record.state != "lobby":
        raise not_in_lobby(league.record)
    return league


def _menus(options: Any) -> list[tuple[str, ui.Select[Any]]]:
    return menus.selects_of(options, "Switches: all off", (*LEAGUES[KIND].idle_options(options), *FIXED))


async def show_settings(interaction: Interaction, league: PublicRace, page: int = 0, said: str = "") -> None:
    """Show a page of the settings, with the terms of the season as they stand.

    :param said: text to show first.
    """
    options = interaction.client.steward.leagues.options_of(league)
    found = _menus(options)
    last = max(0, len(found) - 1) // PER_PAGE
    page = min(page, last)
    text = (
        f"### Settings of {harmless(league.record.title)}\n{WORDS[KIND].terms(options)}\n"
        "-# Each choice counts at once, and all can read it. You can change it until the season starts."
    )
    box = boxed(ui.TextDisplay("\n".join(filter(None, [said, text]))))
    for about, select in found[page * PER_PAGE : (page + 1) * PER_PAGE]:
        box.add_item(ui.ActionRow(SettingMenu(league.record.id, about, select=select)))
    turning = [(page - 1, "◀ Settings before")] * (page > 0) + [(page + 1, "More settings ▶")] * (page < last)
    if turning:
        box.add_item(ui.ActionRow(*(SettingsPage(league.record.id, to, label=label) for to, label in turning)))
    await interaction.edit_original_response(view=within_limits(layout_of(box)))


async def _open(interaction: Interaction, league: PublicRace) -> None:
    await show_settings(interaction, await _hosted(interaction, league.record.id))


class SettingsButton(RaceButton, kind="league:settings", label="Settings", finds=known_league, shows=_open):
    """Opens the settings, for the host."""
