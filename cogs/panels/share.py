"""The share card of a race: a few lines to be pasted anywhere."""

from cogs.kit.client import Interaction
from cogs.kit.items import RaceButton
from cogs.kit.messages import TellPlayer
from records.races import PublicRace
from records.text import isolated, seen_with_isolates
from records.values import EntryId, PlayerId
from words import WORDS
from words.shared.share import share_lines


async def show_card(interaction: Interaction, race: PublicRace) -> None:
    """Give the player the shape of a race in a few lines, for their own chariot or the winner."""
    turns = await interaction.client.steward.films.shape(race)
    if not turns:
        raise TellPlayer("There is nothing to share yet: the race is not over, or its game tells no gaps.")
    places = await interaction.client.steward.log.places(race)
    entry = _chosen(race, PlayerId(interaction.user.id), places)
    name = next((each.name for each in race.entries if each.entry == entry), f"Chariot {entry}")
    words, place = WORDS[race.record.ruleset], places.get(entry)
    told = share_lines(isolated(race.record.title), words.title, isolated(name), place, turns, entry, words.unit)
    # Whatever players have typed stands in a block of code, where nothing of it works.
    plain = "\n".join(seen_with_isolates(each).replace("`", "'") for each in told.split("\n"))
    await interaction.edit_original_response(content=f"Copy this where you like:\n```\n{plain}\n```")


class ShareButton(RaceButton, kind="share", label="Share", emoji="📋", shows=show_card):
    """Gives the player the shape of a race to copy."""


def _chosen(race: PublicRace, player: PlayerId, places: dict[EntryId, int | None]) -> EntryId:
    """Return the player's best chariot; the winner if they did not drive."""
    mine = [entry for entry in places if entry in race.entries_of(player)]
    return (mine or list(places))[0]
