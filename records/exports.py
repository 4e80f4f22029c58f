"""The archive of a race, a cup or a league: plain data for one viewer, and how a race stands in its file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from records.races import PublicRace
from records.values import EntryId

FORMAT = 1
"""Of ``facts.json``; raised when a program that reads it could not read it any more."""

Kind = Literal["race", "cup", "league"]


class ExportedFact(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    n: int  # 1 first
    input: int  # that led to it
    void: bool = False  # the race went back to before it
    fact: msgspec.Raw  # JSON


class ExportedAnswer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An input of a race that is over. One that was never opened has neither answer nor salt."""

    seq: int
    entry: EntryId  # 0 for the steward's own
    answer: str = ""  # JSON, as its seal was made of it; empty where it stays sealed
    salt: str = ""  # of the seal, hexadecimal
    orders: str = ""  # JSON, of those that were sealed with it and opened
    orders_salt: str = ""
    clause: str = ""  # of the orders that gave it
    held: bool = False  # the play waited after it, though all had answered


class Beginning(msgspec.Struct, frozen=True, kw_only=True):
    """Where a race that is over began, or began a turn anew: plain state."""

    seq: int
    version: int
    rolled: int
    told: int
    digest: str
    stream: int
    state: str  # JSON


class ExportedRace(msgspec.Struct, frozen=True, kw_only=True):
    """A race's ``facts.json``."""

    format: int = FORMAT
    race: int
    title: str
    ruleset: str
    state: str
    options: msgspec.Raw
    facts: tuple[ExportedFact, ...]
    beginnings: tuple[Beginning, ...] = ()  # none while its answers are secret
    answers: tuple[ExportedAnswer, ...] = ()  # likewise


@dataclass(frozen=True)
class Shown:
    """A picture or a film, with the words that say the same."""

    name: str  # of the file
    data: bytes
    alt: str


@dataclass(frozen=True)
class ToldRace:
    """A race or a season as its viewer may know it."""

    race: PublicRace
    file: bytes  # :class:`ExportedRace`, JSON
    proof: bytes  # the file of ``/watch what:verify``
    phases: Sequence[Sequence[Any]]  # facts that hold, as they were told together
    view: Any  # of everybody; none before the start
    places: Sequence[tuple[EntryId, int | None]] = ()  # first to last; none while it is under way
    pictures: Sequence[Shown] = ()
    film: Shown | None = None
    own: Mapping[str, bytes] = field(default_factory=dict)  # files with what the viewer alone may see


@dataclass(frozen=True)
class ToldCup:
    """How a cup stands, as everybody may know it."""

    number: int
    title: str
    state: str
    races: int
    rows: Sequence[tuple[int, str, Sequence[int | None], int]]  # place, name, points of each race, their sum
    picture: Shown | None


@dataclass(frozen=True)
class ToldLetter:
    """A letter of a paper, as it was printed."""

    issue: int
    name: str
    text: str


@dataclass(frozen=True)
class Archive:
    """All that goes into one archive."""

    kind: Kind
    head: ToldRace | ToldCup  # the race, the league or the cup
    races: Sequence[ToldRace] = ()  # of a cup or a league, in their order
    letters: Sequence[ToldLetter] = ()
