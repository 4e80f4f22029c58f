"""What a game calls the things that all games have; each game's :class:`~words.shared.words.Words` brings its own."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType


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
    begins: str = "🏁"  # before the sentence that tells the start
    nobody: str = "nobody reaches the finish"  # behind "It is over, and"
    medals: int = 3  # places that have one
    where: str = ""  # it is fought, behind a verb and a space; a race names no place

    @property
    def house(self) -> str:
        """Who has a place that no person took."""
        return f"house {self.person}"

    def said(self, text: str, apart: Collection[str] = ()) -> str:
        """Return what is written of a race as it is said of a contest of this game; of a race it stays as it is.

        Commands, names in bold and what is quoted stay as they are.

        :param apart: parts of the text that stay, too: titles, and what people typed.

        >>> Nouns(contest="duel", piece="man").said("`/race do` shows that chariot's race, **Ben's race**.")
        "`/race do` shows that man's duel, **Ben's race**."
        """
        if self == RACE:
            return text
        kept = "|".join(map(re.escape, sorted(filter(None, apart), key=len, reverse=True)))
        parts = re.split(f"({_KEPT}{f'|{kept}' if kept else ''})", text)
        return "".join(part if at % 2 else _WORD.sub(self._of_race, part) for at, part in enumerate(parts))

    def _of_race(self, found: re.Match[str]) -> str:
        word = found[0]
        said = _SAID[word.lower()](self)
        return said[0].upper() + said[1:] if word[0].isupper() else said


_KEPT = r"`[^`]*`|\*\*[^*]*\*\*|“[^”]*”|<[^>]*>"
_SAID: Mapping[str, Callable[[Nouns], str]] = MappingProxyType({
    "take the reins": lambda nouns: nouns.take_reins.lower(), "at the reins": lambda nouns: nouns.at_the_reins,
    "no reins": lambda nouns: f"no {nouns.reins}", "reins are": lambda nouns: f"{nouns.reins} is",
    "there are no reins": lambda nouns: f"there is no {nouns.reins}",
    "has the reins until a substitute takes them": lambda nouns: (
        f"has the {nouns.reins} until a substitute takes {nouns.them}"
    ),
    "reins": lambda nouns: nouns.reins, "race": lambda nouns: nouns.contest, "races": lambda nouns: f"{nouns.contest}s",
    "who race": lambda nouns: f"who {nouns.race}", "fewer race": lambda nouns: f"fewer {nouns.race}",
    "raced": lambda nouns: nouns.driven.lower(), "chariot": lambda nouns: nouns.piece,
    "chariots": lambda nouns: f"{nouns.piece}s", "driver": lambda nouns: nouns.person,
    "drivers": lambda nouns: f"{nouns.person}s", "drive": lambda nouns: nouns.drive,
    "drives": lambda nouns: nouns.drives, "drove": lambda nouns: nouns.driven.lower(),
    "driven": lambda nouns: nouns.driven.lower(), "driving": lambda nouns: nouns.driving,
})  # fmt: skip
"""The words of a race in shared sentences, and what a game has in their place."""
_WORD = re.compile(rf"\b(?:{'|'.join(sorted(_SAID, key=len, reverse=True))})\b", re.IGNORECASE)

RACE = Nouns()
"""Those of all races."""
