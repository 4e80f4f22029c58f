"""The result of a race, and its buttons: the race again, its proof, everybody's luck."""

from typing import Any

import discord
from discord import ui

from cogs.choices.which_game import options_of
from cogs.kit.client import Interaction
from cogs.kit.items import RaceButton
from cogs.kit.layouts import boxed, file_of, gallery_of, layout_of, show_text, text_of
from cogs.kit.messages import TellPlayer
from cogs.panels.coming import coming_line
from cogs.panels.film import FilmButton
from cogs.panels.open_again import open_anew, told_open
from cogs.panels.share import ShareButton
from cogs.panels.turn import HappenedButton, LuckButton
from cogs.panels.verifying import VerifyButton
from cogs.panels.watch import WatchButton
from records.races import PublicRace
from records.values import PlayerId
from steward import Steward
from words import WORDS
from words.shared.endings import result_lines
from words.shared.names import names_in


async def result_message(
    steward: Steward, race: PublicRace, bets: list[ui.Item[Any]]
) -> tuple[ui.LayoutView, list[discord.File]] | None:
    """Return the result of a race told by turns; ``None`` if there is nothing to tell yet.

    :param bets: buttons of the betting table, which come last.
    """
    words, names = WORDS[race.record.ruleset], names_in(race)
    ends, facts = await steward.turns.ends(race), await steward.turns.facts(race)
    told = [] if words.result else words.tell(words.numbered(facts, options_of(race)), names)
    if not (told or (words.result and ends)):
        return None
    chances = words.chances(facts, options_of(race)) if words.chances else ()
    # A game without words for a result has told it last.
    lines = result_lines(race, words.result(ends, facts, names), names, words.nouns) if words.result else told[-1:]
    lines += [coming] if (coming := await coming_line(steward, race)) else []
    box = boxed(text_of(lines))
    files = []
    for picture in (await steward.films.result(race), await steward.films.gaps(race)):
        if picture is not None:
            files.append(file_of(picture))
            box.add_item(gallery_of(picture, files[-1]))
    race_id, last = race.record.id, race.record.facts
    luck = [LuckButton(race_id, 1, last)] if chances else []
    happened = HappenedButton(race_id, 1, last)
    again = [AgainButton(race_id)] if await _opens_again(steward, race) else []
    box.add_item(ui.ActionRow(*again, FilmButton(race_id), happened, VerifyButton(race_id), *luck))
    box.add_item(ui.ActionRow(WatchButton(race_id, "log"), ShareButton(race_id), *bets))
    return layout_of(box), files


async def _opens_again(steward: Steward, race: PublicRace) -> bool:
    """Tell whether the result offers the race again: a practice has its own button, a cup that is over in its paper."""
    record = race.record
    if record.is_practice or record.league is not None:
        return False
    return record.cup is None or (await steward.cups.cup(record.cup)).record.races != record.round


async def open_again(interaction: Interaction, race: PublicRace) -> None:
    """Open the same race anew, with the same people; after the last one of a cup, the cup."""
    if PlayerId(interaction.user.id) not in _people(race):
        raise TellPlayer("Only people of this race can open it again. `/play race` opens one of your own.")
    if race.record.state != "finished":
        raise TellPlayer("This race is not over yet. It can be opened again when it is.")
    if not race.record.guild:
        raise TellPlayer("A race needs a server to be opened again. `/play alone` works here.")
    await show_text(interaction, told_open(await open_anew(interaction, race.record)))


class AgainButton(
    RaceButton, kind="again", label="Again", emoji="🔁", style=discord.ButtonStyle.success, shows=open_again
):
    """Opens the same race, or after its last race the same cup, anew, with the same people."""


def _people(race: PublicRace) -> list[PlayerId]:
    return [race.record.host, *(each.holder for each in race.factions if each.holder is not None)]
