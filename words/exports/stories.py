"""The story of a race in an archive, phase by phase, and its people."""

from collections.abc import Iterator

from engine.rulesets import PLAYED
from records.exports import ToldRace
from records.races import PublicRace
from records.text import isolated
from words import WORDS
from words.exports.plain import People
from words.shared.names import names_in, namesakes


def story_of(told: ToldRace) -> Iterator[list[str]]:
    """Yield the lines of each phase, as the thread told them."""
    race = told.race.record
    words, names = WORDS[race.ruleset], names_in(told.race)
    options = PLAYED[race.ruleset].read_options(race.options)
    for phase in told.phases:
        story = words.tell(words.numbered(phase, options), names)
        lines = [part for line in story for part in line.split("\n") if part.strip()]
        if lines:
            yield lines


def people_of(race: PublicRace) -> People:
    """Return the names of those who drive, as they were entered: Discord's numbers stay out of an archive.

    Behind a name that several of them bear stands the colour of their chariot.
    """
    people = {each.player: each for each in race.factions if each.player is not None}
    twins = namesakes((player, each.name) for player, each in people.items())
    colours = {each.faction: f" ({each.colour})" for each in race.entries}
    return {
        player: isolated(each.name) + (colours.get(each.faction, "") if player in twins else "")
        for player, each in people.items()
    }
