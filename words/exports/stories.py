"""The story of a race in an archive, phase by phase, and who its people are."""

from collections.abc import Iterator

from records.exports import ToldRace
from records.races import PublicRace
from words import WORDS
from words.exports.plain import People
from words.shared.names import names_in


def story_of(told: ToldRace) -> Iterator[list[str]]:
    """Yield the lines of each phase, as the thread told them."""
    words, names = WORDS[told.lobby.race.ruleset], names_in(told.lobby)
    for phase in told.phases:
        lines = [part for line in words.tell(phase, names) for part in line.split("\n") if part.strip()]
        if lines:
            yield lines


def people_of(lobby: PublicRace) -> People:
    """Return the names of those who drive, as they were entered: Discord's numbers stay out of an archive."""
    return {each.player: each.name for each in lobby.factions if each.player is not None}
