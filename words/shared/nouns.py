"""What a game calls the things that all games have; each game's :class:`~words.shared.words.Words` brings its own."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Nouns:
    """A game's words for its contest, what a player leads in it, and who leads it; those of a race, unless it says so.

    Plurals end in *s*.
    """

    contest: str = "race"
    piece: str = "chariot"  # what a player leads
    person: str = "driver"  # of the house, who leads one for nobody
    drives: str = "drives"  # what a person does with a piece
    drive: str = "drive"
    race: str = "race"  # what all do together, as a verb
    reins: str = "reins"  # what a person takes to lead a piece
    them: str = "them"  # in place of that
    all_reins: str = "all the reins"
    at_the_reins: str = "at the reins"
    take_reins: str = "Take the reins"  # on a button
    behind: str = "behind the leader"
    home: str = "home"  # how a piece ended that has its place
    gone: str = "off the track"  # and one that has none
    crashed: str = "crashed"
    driving: str = "driving"
    driven: str = "Driven"
    play: str = "Drive yourself"
    line_up: str = "line up"
    emoji: str = "🏇"

    @property
    def house(self) -> str:
        """Who has a place that no person took."""
        return f"house {self.person}"


RACE = Nouns()
"""Those of all races."""
