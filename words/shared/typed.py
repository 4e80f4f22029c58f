"""Words that a player typed, taken one after the other."""

import re
from collections.abc import Sequence

from engine.game import Reason, Refused

_SHOWN = 6  # words of what could not be read


class TypedWords:
    """What was typed, word by word, in lower case; commas, semicolons and strokes only part words."""

    def __init__(self, text: str) -> None:
        self._words = re.findall(r"[^\s,;/]+", text.lower())
        self.place = 0

    def __bool__(self) -> bool:
        """Whether there are words left."""
        return self.place < len(self._words)

    def take(self, known: Sequence[str]) -> str | None:
        """Take the longest of *known* that stands next; some are of two words."""
        for each in sorted(known, key=lambda one: -len(one.split())):
            ahead = self._words[self.place : self.place + len(each.split())]
            if ahead == each.split():
                self.place += len(ahead)
                return each
        return None

    def one_of(self, known: Sequence[str]) -> str:
        """Take one of *known*; :exc:`Refused` if something else stands there."""
        found = self.take(known)
        if found is None:
            raise self.refuse(known)
        return found

    def refuse(self, expected: Sequence[str]) -> Refused:
        """Return the refusal of the word that stands next."""
        rest = " ".join(self._words[self.place : self.place + _SHOWN])
        return Refused(Reason.NOT_A_PLAN, at=rest, place=self.place + 1, expected=list(expected))
