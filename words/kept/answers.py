"""Answers and orders as they are kept, in the words of their game: what is unknown to it, as the game notes it."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import msgspec

from engine.daily.settings import setting_of
from engine.rulesets import PLAYED
from records.play import Acted, Ordered
from records.values import EntryId
from words import WORDS
from words.kept.values import content
from words.shared.words import AnyWords, Names

InGame: TypeAlias = Callable[[str, str], str]
"""Returns a value in words, by the id of its game; empty for a game that is not known."""

_KEPT = msgspec.json.Decoder(Ordered | Acted)
_ANSWERS = msgspec.json.Decoder(list[msgspec.Raw])
_FAULTS = (msgspec.DecodeError, LookupError, ValueError)
"""What a game makes of an answer of another version."""


class _Numbered(dict[EntryId, str]):
    """Chariots by their numbers alone: what others call theirs is not handed out."""

    def __missing__(self, entry: EntryId) -> str:
        return f"chariot {entry}"


def answer_told(stored: str, game: str) -> str:
    """Return an answer in words, with the orders that were sealed with it.

    >>> answer_told('{"type":"Play","card":4,"path":["01b","02b"]}', "ave-caesar")
    'card 4 to 02b'
    >>> answer_told('{"type":"Play","card":4}', "ave-caesar")
    'Play; card 4'
    """
    try:
        found = _KEPT.decode(stored)
    except msgspec.DecodeError:
        return _answer(stored, game)
    if isinstance(found, Acted):
        return _answer(bytes(found.act).decode(), game)
    return f"{_answer(bytes(found.answer).decode(), game)} ({orders_told(found.orders, game)})"


def answers_of_day(stored: str, row: Mapping[str, Any]) -> str:
    """Return the answers or orders of a race of the day in words, a line each.

    >>> answers_of_day('[{"type":"Play","card":4,"path":["01b"]}]', {"number": 1})
    'card 4 to 01b'
    """
    setting = setting_of(row["number"])
    told = orders_told if setting.options.get("by_orders") else answer_told
    return "\n".join(told(bytes(each).decode(), setting.game) for each in _ANSWERS.decode(stored))


def orders_told(stored: str, game: str) -> str:
    """Return orders for a turn in words, all that they say.

    >>> orders_told('{"line": "inner"}', "chariot-race").partition(";")[0::2][0]
    'the best speed'
    """

    def told(words: AnyWords, names: Names) -> str:
        book, of = PLAYED[game].order_book, words.orders
        return "; ".join(of.kept(_decoded(book.orders, stored), names)) if book is not None and of is not None else ""

    return _told(stored, game, told)


def _decoded(kind: type[Any], stored: str) -> Any:
    return msgspec.json.decode(stored, type=kind)


def _answer(stored: str, game: str) -> str:
    return _told(stored, game, lambda words, names: words.kept(PLAYED[game].read_answer(stored), names))


def _told(stored: str, game: str, told: Callable[[AnyWords, Names], str]) -> str:
    try:
        found = told(WORDS[game], _Numbered())
    except _FAULTS:
        found = ""
    return found or content(stored)
