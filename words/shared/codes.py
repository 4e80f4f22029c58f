"""Answers as short codes for buttons and selects: the parts that all games share."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from engine.questions import Answer
from engine.refusals import GameReason
from records.refusals import Refused

T = TypeVar("T")

BETWEEN = "--"
"""The mark between the answers of a plan."""

NOTHING = "0"
"""The code of an empty list."""

LONGEST = 60
"""Characters of a code."""

_SHOWN = 20


def not_a_button(code: str) -> Refused:
    """Return the refusal of a code that stands for nothing: a button of another version, or made up."""
    return Refused(GameReason.NOT_A_PLAN, at=code[:_SHOWN], place=1, expected="a button of this message")


def matching(known: Iterable[T], value: object) -> T:
    """Return the one of *known* that a value equals; :exc:`KeyError` if there is none.

    >>> matching(("safe", "fast"), "fast")
    'fast'
    """
    for each in known:
        if each == value:
            return each
    raise KeyError(value)


def unpack_parts(code: str, read: Callable[[str], Sequence[Answer]]) -> tuple[Answer, ...]:
    """Return the answers of a plan's code.

    :param read: the code of a part -> its answers; it raises :exc:`ValueError` or a :exc:`LookupError` for another.
    :raises Refused: if it is none: a button of another version, or made up.
    """
    try:
        if len(code) > LONGEST:
            raise ValueError
        return tuple(answer for part in code.split(BETWEEN) for answer in read(part))
    except (ValueError, KeyError, IndexError):
        raise not_a_button(code) from None
