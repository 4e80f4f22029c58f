"""A house driver's page: record, form, rivals, people met most, and how the reader does against them.

It is made of races in channels that its reader sees. Of rows of defeats it tells the reader's own alone.
"""

from collections.abc import Sequence
from typing import Any, Literal

import discord
from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.items import Select, chosen
from cogs.kit.layouts import boxed, file_of, gallery_of, layout_of, rows_of, text_of
from cogs.kit.messages import TellPlayer, within_limits
from cogs.panels.film import FilmButton
from cogs.panels.seeing import seen_by
from records.past import HouseRecord
from records.races import PublicRace
from records.values import PlayerId
from steward import HOUSE_NAMES
from words import WORDS
from words.shared.house_driver import NOT_YET, UNKNOWN, driver_lines

MOST = 25
"""Options that a menu takes."""


class HouseMenu(Select, template="house-driver:{door}", answers="anew"):
    """Shows the page of a house driver, in an answer for the player alone."""

    door: Literal["hall", "race"] = "hall"

    async def take(self, interaction: Interaction, values: Sequence[str]) -> None:
        await show_house_driver(interaction, chosen(values), self.door)


async def show_house_driver(interaction: Interaction, name: str, door: Literal["hall", "race"]) -> None:
    """Show a house driver's page; raise :exc:`TellPlayer` where there is none of that name, or no race of theirs."""
    if name not in HOUSE_NAMES:
        raise TellPlayer(UNKNOWN)
    steward, seen = interaction.client.steward, await seen_by(interaction)
    known: list[HouseRecord] = await steward.house_circus(seen)
    mine = next((each for each in known if each.name == name), None)
    if mine is None:
        raise TellPlayer(NOT_YET.format(name))
    met = await steward.cards.met_by_house(seen, name)
    lines = driver_lines(mine, known, met, PlayerId(interaction.user.id))
    titles = {game: words.title for game, words in WORDS.items()}
    picture = await steward.cards.house_card(seen, mine, titles)
    file = file_of(picture)
    film = [FilmButton(mine.latest)] if mine.latest is not None else []
    others = house_menu([each.name for each in known], door) if door == "hall" else []
    box = boxed(gallery_of(picture, file), text_of(lines), *rows_of([film, others]))
    await interaction.edit_original_response(view=within_limits(layout_of(box), [file]), attachments=[file])


def house_menu(names: Sequence[str], door: Literal["hall", "race"]) -> list[ui.Item[Any]]:
    """Return the menu of some house drivers; none without any."""
    options = [discord.SelectOption(label=each, value=each) for each in dict.fromkeys(names)][:MOST]
    if not options:
        return []
    select: ui.Select[Any] = ui.Select(placeholder="A house driver's record …", options=options)
    return [HouseMenu(door, select=select)]


def menu_of_race(race: PublicRace) -> list[ui.Item[Any]]:
    """Return the menu of the house drivers in a race of a server; none in a practice or a league."""
    if not race.record.guild or race.record.lesson is not None or race.record.season is not None:
        return []
    return house_menu([each.name for each in race.factions if each.player is None and each.name in HOUSE_NAMES], "race")
