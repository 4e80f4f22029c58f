"""What a ruleset brings for players to read and press; one :class:`Words` for each, in the registry of this package."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from cogs.present import telling
from engine.game import Answer, Ask, Fact, Refused
from engine.values import EntryId, Square

Names = Mapping[EntryId, str]
Style = Literal["primary", "secondary", "success", "danger"]


@dataclass(frozen=True)
class Choice:
    """A button. *act* says what its *code* is: an answer, a plan to look at, or a plan to carry out."""

    label: str
    act: Literal["answer", "plan", "drive"]
    code: str  # [a-z0-9-], 60 characters at most
    style: Style = "secondary"


@dataclass(frozen=True)
class Option:
    """A line of a select; *code* is an answer."""

    label: str
    code: str
    description: str = ""


@dataclass(frozen=True)
class Crop:
    """What a cockpit's picture shows: squares in reach and the path planned so far."""

    reach: tuple[Any, ...]
    path: tuple[Square, ...]


@dataclass(frozen=True)
class Controls:
    """How a question is put to a player: what he reads, presses, chooses or types."""

    title: str
    text: str
    typed_label: str  # what may be typed instead, 45 characters at most
    typed_example: str
    rows: tuple[tuple[Choice, ...], ...] = ()
    placeholder: str = ""
    options: tuple[Option, ...] = ()  # 25 at most
    crop: Crop | None = None


def never_risky(_view: Any, _ask: Ask, _answers: Sequence[Answer]) -> None:
    """For a game in which nothing that is typed wants a second look."""


@dataclass(frozen=True)
class Words:
    """All that players read of one ruleset."""

    title: str
    terms: Callable[[Any], str]  # a race's options: how it is run
    tell: Callable[[Sequence[Fact], Names], list[str]]
    controls: Callable[[Any, Ask, Names, str], Controls]  # view, ask, names, plan so far
    unpack: Callable[[str], tuple[Answer, ...]]  # an answer's or a plan's code; raises Refused
    read: Callable[[Any, Ask, str], tuple[Answer, ...]]  # view, ask, what was typed; raises Refused
    taken: Callable[[Any, Sequence[Answer]], str]  # view, answers: what they say, after "Taken for Red: "
    refusal: Callable[[Refused, Names], str | None]
    standings: Callable[[Any, Names], str]
    asks: Mapping[str, str]  # kind of decision -> what is waited for, as in "waiting for ..."
    topics: Mapping[str, str]  # rules by topic
    tables: Mapping[str, tuple[str, Callable[[], str]]]  # heading and rows, by name
    risky: Callable[[Any, Ask, Sequence[Answer]], str | None] = (
        never_risky  # a typed plan's code, to be looked at again
    )
    lookups: Callable[[], Sequence[Any]] = list  # commands that the game adds to /rules
    why: Callable[[Sequence[Fact], Names], list[str]] = telling.why  # each roll explained: rule, dice, modifiers, table
