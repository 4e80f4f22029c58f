"""The adapter of a ruleset for the runner: its positions, its notation and its charts."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from conformance.cases import Case
from engine.questions import Answer, Ask, Play
from engine.table import Table
from records.values import EntryId


@dataclass(frozen=True)
class Prepared:
    """A position, ready to be played."""

    state: Any
    names: Mapping[EntryId, str]
    begin: Callable[[Any, Table], Play[None]]  # what is played first, in the place of a turn
    goes_on: bool  # whether whole turns follow


def _asks_nothing_more(_ask: Ask | None, _text: str) -> None:
    """Return nothing: a game in which no question may be left unanswered."""


def _draws_no_names(_state: Any, drawn: str, _sides: int) -> int:
    """:raises ValueError: always, in a game that draws nothing by its name."""
    raise ValueError(f"{drawn!r} cannot be drawn there; dice are written as numbers")


def _shuffles_nothing(first: Sequence[int]) -> Sequence[int]:
    """:raises ValueError: always, in a game without cards."""
    raise ValueError(f"there are no cards to shuffle, so none begin with {', '.join(map(str, first))}")


@dataclass(frozen=True)
class Adapter:
    """All that the runner knows of a ruleset, one for each that has cases.

    Each of these raises :exc:`ValueError` for names that do not exist.
    """

    prepare: Callable[[Case], Prepared]  # a case -> its position
    read_answer: Callable[[Ask | None, str, Mapping[EntryId, str]], Answer]
    """The open question, if any; an answer in its notation; colours by entry -> the answer."""
    fields_of: Callable[[Any, str], Mapping[str, Any]]
    """A state, a colour or ``race`` -> all values of that chariot, or of the race, as plain data."""
    reasons: Collection[str]  # why the game refuses an answer
    is_place: Callable[[str], bool]  # whether there is a square or space of this name
    look_up: Callable[[str, Sequence[str]], str]  # a chart, a place in it -> what stands there
    passed_over: Callable[[Ask | None, str], Answer | None] = _asks_nothing_more
    """The open question; a text -> the answer to give first where the text answers the next question; else none."""
    face_of: Callable[[Any, str, int], int] = _draws_no_names
    """A state, the thing drawn, sides of the die -> the face that draws it."""
    faces_of_shuffle: Callable[[Sequence[int]], Sequence[int]] = _shuffles_nothing
    """Cards -> the faces of the dice that shuffle a deck so that it begins with them."""
