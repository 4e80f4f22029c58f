"""The result of a race, and its buttons: the race again, its proof, everybody's luck."""

from typing import Any

import discord
from discord import ui

from cogs.choices.which_game import options_of
from cogs.kit.client import Interaction
from cogs.kit.items import RaceButton
from cogs.kit.layouts import boxed, file_of, gallery_of, layout_of, show_text, text_of
from cogs.kit.messages import TellPlayer
from cogs.kit.rights import known_race
from cogs.panels.open_race import open_in_thread, require_rights_in, title_again, titles_of
from cogs.panels.race import show_film
from cogs.panels.share import ShareButton
from cogs.panels.turn import HappenedButton, LuckButton
from cogs.panels.verifying import VerifyButton
from cogs.panels.watch import WatchButton
from engine.game import Refused
from records.races import FactionRecord, PublicRace
from records.values import PlayerId, RaceId
from steward import NewRace, Steward, Timing, schedule_of
from words import WORDS
from words.shared.endings import result_lines
from words.shared.names import harmless, names_in, place_of

OPENED_AGAIN = "again {race}"
"""The setting that says which race a race was opened anew as."""


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
    lines = result_lines(race, words.result(ends, facts, names), chances, names) if words.result else told[-1:]
    box = boxed(text_of(lines))
    files = []
    for picture in (await steward.films.result(race), await steward.films.gaps(race)):
        if picture is not None:
            files.append(file_of(picture))
            box.add_item(gallery_of(picture, files[-1]))
    race_id, last = race.record.id, race.record.facts
    luck = [LuckButton(race_id, 1, last)] if chances else []
    happened = HappenedButton(race_id, 1, last)
    is_single = not race.record.is_practice and race.record.league is None  # a practice has its own, below
    again = [AgainButton(race_id)] if is_single else []
    box.add_item(ui.ActionRow(*again, FilmButton(race_id), happened, VerifyButton(race_id), *luck))
    box.add_item(ui.ActionRow(WatchButton(race_id, "log"), ShareButton(race_id), *bets))
    return layout_of(box), files


class FilmButton(RaceButton, kind="film", label="Film", emoji="🎬"):
    """Shows the film of a race to the player."""

    async def show(self, interaction: Interaction) -> None:
        await show_film(interaction, await known_race(interaction, self.race))


class AgainButton(RaceButton, kind="again", label="Again", emoji="🔁", style=discord.ButtonStyle.success):
    """Opens the same race anew, with the same people."""

    async def show(self, interaction: Interaction) -> None:
        race = await known_race(interaction, self.race)
        if PlayerId(interaction.user.id) not in _people(race):
            raise TellPlayer("Only people of this race can open it again. `/race new` opens one of your own.")
        if race.record.state != "finished":
            raise TellPlayer("This race is not over yet. It can be opened again when it is.")
        if not race.record.guild:
            raise TellPlayer("A race needs a server to be opened again. `/practice` works here.")
        lock = interaction.client.steward.lobbies.again[self.race]
        async with lock:
            opened = await _opened(interaction, race) or await _open(interaction, race)
        await show_text(
            interaction, f"**{harmless(opened.record.title)}** is open in {place_of(opened.record)}.\n{_NEXT}"
        )


_NEXT = "The same people are in. Leave it there if you have no time. **Start** begins it."


def _people(race: PublicRace) -> list[PlayerId]:
    return [race.record.host, *(each.holder for each in race.factions if each.holder is not None)]


async def _opened(interaction: Interaction, race: PublicRace) -> PublicRace | None:
    """Return the race that this one was opened anew as; ``None`` if it was not, or that was called off."""
    steward = interaction.client.steward
    known = await steward.memory.get(OPENED_AGAIN.format(race=race.record.id))
    if known is None:
        return None
    found = await steward.race(RaceId(int(known)))
    return None if found.record.state == "cancelled" else found


async def _open(interaction: Interaction, race: PublicRace) -> PublicRace:
    """Open a race anew: its options, its clocks, its people in their colours, as many house drivers."""
    steward, record = interaction.client.steward, race.record
    channel = await channel_of(interaction, record.channel)
    timing = Timing(record.seconds, record.pace, schedule_of(record.schedule), record.story)
    title = title_again(record.title, await titles_of(interaction, record.host))
    guild, host = interaction.guild_id or 0, PlayerId(interaction.user.id)
    new = NewRace(guild, channel.id, host, record.ruleset, options_of(race), timing, title, is_rated=record.is_rated)
    number = await open_in_thread(steward, channel, new)
    await steward.memory.set(OPENED_AGAIN.format(race=record.id), str(number))
    house: list[str | None] = []
    gone = await steward.presence.gone_among(guild, [each.holder for each in race.factions])
    for faction in race.factions:
        if faction.holder is None:
            house.append(faction.driver)
        elif faction.holder not in gone:
            await _enter(steward, number, race, faction)
    for temperament in house:
        await steward.lobbies.fill(number, host, temperament, 1)
    return await steward.race(number)


async def _enter(steward: Steward, race: RaceId, old: PublicRace, faction: FactionRecord) -> None:
    """Enter a player as before; where that cannot be, in any colour."""
    assert faction.holder is not None
    before = next((each for each in old.entries if each.faction == faction.faction), None)
    looks = {} if before is None else {"colour": before.colour, "name": before.name}
    try:
        await steward.lobbies.join(race, faction.holder, faction.name, **looks)
    except Refused:
        await steward.lobbies.join(race, faction.holder, faction.name)


async def channel_of(interaction: Interaction, channel: int) -> discord.TextChannel:
    """Return the channel of a race's thread.

    :raises TellPlayer: if it is gone, or a right is missing there.
    """
    client: Any = interaction.client
    found = client.get_channel(channel)
    if not isinstance(found, discord.TextChannel):
        raise TellPlayer("The channel of that race is gone. `/race new` opens a race in another one.")
    require_rights_in(found.permissions_for(found.guild.me), found.id)
    return found
