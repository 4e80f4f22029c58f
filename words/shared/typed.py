"""A player's typed text, word by word: orders of every game are read with it."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from msgspec.structs import replace

from engine.questions import Ask, Question
from engine.refusals import GameReason
from records.refusals import Refused
from records.values import EntryId
from words.shared.spelling import code_of

Orders = TypeVar("Orders", bound=Any)
"""A struct with the field ``attacks``."""

Asked = TypeVar("Asked", bound=Question)
Word = TypeVar("Word", bound=str)

_SHOWN = 3
"""Number of unreadable words to show."""


class Typed:
    """The words of a text, in lower case; commas, semicolons and slashes only part them."""

    def __init__(self, text: str, said_as: Mapping[str, str] | None = None, *, book: str = "") -> None:
        """
        :param said_as: words that are read as another, or as nothing.
        :param book: the title of the game of which this is an order; its rulebook has all the words.
        """
        meant = said_as or {}
        self._text = text.lower()
        found = [(meant.get(word[0], word[0]), word.span()) for word in re.finditer(r"[^\s,;/]+", self._text)]
        self._words = [word for word, _ in found if word]
        self._spans = [span for word, span in found if word]
        self._place = 0
        self._looked_up = {"topic": f"{book}: orders"} if book else {}

    def __bool__(self) -> bool:
        return self._place < len(self._words)

    def take(self, known: Sequence[Word]) -> Word | None:
        """Take the longest of *known* that stands next; some are of two words."""
        for each in sorted(known, key=lambda one: -len(one.split())):
            ahead = self._words[self._place : self._place + len(each.split())]
            if ahead == each.split():
                self._place += len(ahead)
                return each
        return None

    def sees(self, known: Sequence[str]) -> bool:
        """Tell whether one of *known* stands next, without taking it."""
        place = self._place
        found = self.take(known) is not None
        self._place = place
        return found

    def one_of(self, known: Sequence[Word], after: str = "") -> Word:
        """Take one of *known*.

        :param after: the word that it belongs to.
        :raises Refused: if something else stands there.
        """
        found = self.take(known)
        if found is None:
            raise self.refuse(known, after)
        return found

    def number(self, most: int, after: str) -> int:
        """Take a number from 0 to *most*.

        :param after: the word that it belongs to.
        :raises Refused: if something else stands there.
        """
        return int(self.one_of([str(number) for number in range(most + 1)], after))

    def refuse(self, expected: Sequence[str], after: str = "") -> Refused:
        """Return the refusal of the next words, which names them and the words expected there."""
        spans = self._spans[self._place : self._place + _SHOWN]
        rest = self._text[spans[0][0] : spans[-1][1]] if spans else ""
        found = {"at": rest, "place": self._place + 1, "expected": list(expected), "after": after}
        return Refused(GameReason.NOT_A_PLAN, None, **found, **self._looked_up)


@dataclass
class Draft:
    """Orders as they are read, clause by clause: fields that change, and attacks that are wished for."""

    words: Typed
    changes: dict[str, Any] = field(default_factory=dict)
    wishes: list[Any] = field(default_factory=list)

    def take_over(self, drawn: Any) -> None:
        """Take over the orders of a preset; changes typed before stay."""
        self.changes.update({each: getattr(drawn, each) for each in drawn.__struct_fields__} | self.changes)

    def attack_nobody(self) -> None:
        """Drop all attacks, those that were typed before too."""
        self.changes["attacks"] = ()
        self.wishes.clear()


def asked(ask: Ask, kind: type[Asked]) -> Asked:
    """Return the open question, for a reader of this kind of question alone."""
    assert isinstance(ask.question, kind), f"{ask.question} is no {kind.__name__}"
    return ask.question


def read_orders(orders: Orders, words: Typed, clause: Callable[[Draft], None], example: str, most: int) -> Orders:
    """Return *orders* with the typed changes.

    :param clause: reads the next clause into a draft; it raises :exc:`Refused` for an unreadable one.
    :param example: orders to type, for a player who types nothing.
    :param most: number of attacks that orders may have; further ones are dropped.
    :raises Refused: if it cannot read some of it, with the place and the words that would do there.
    """
    if not words:
        raise words.refuse([example])
    draft = Draft(words)
    while words:
        clause(draft)
    if draft.wishes:
        draft.changes["attacks"] = tuple(draft.wishes[:most])
    return replace(orders, **draft.changes)


def by_word(chariots: Iterable[Any]) -> dict[str, EntryId]:
    """Return chariots by their words for typing: colour, with or without a hyphen, or number."""
    others = list(chariots)
    return {
        **{chariot.colour: chariot.entry for chariot in others},
        **{code_of(chariot.colour): chariot.entry for chariot in others},
        **{str(chariot.entry): chariot.entry for chariot in others},
    }
