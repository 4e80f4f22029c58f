"""Letters to the paper of a league or a cup, and votes for its best race: plain data."""

from typing import Literal

import msgspec

from records.values import PlayerId, RaceId

PaperKind = Literal["league", "cup"]
LetterState = Literal["written", "reported", "kept", "struck"]
"""Of a letter: as it was written; hidden until the host has looked; put back by the host; struck by the host."""

MOST_WORDS, MOST_CHARACTERS = 100, 800
"""Of a letter."""


class Paper(msgspec.Struct, frozen=True):
    """The owner of a paper: a league, by its number among the races, or a cup."""

    kind: PaperKind
    number: int


class LetterRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A letter to one issue of a paper; each member writes one."""

    id: int = 0  # given by the database
    kind: PaperKind
    number: int
    issue: int  # 1 first
    player: PlayerId
    name: str  # of the player when it was written
    text: str
    at: float
    state: LetterState = "written"
    reason: str = ""  # why it was struck
    post: int | None = None  # message that shows it; none before the issue
    race: RaceId | None = None  # in whose thread that is

    @property
    def paper(self) -> Paper:
        return Paper(self.kind, self.number)

    @property
    def is_hidden(self) -> bool:
        """Whether nobody but its writer and the host may read it."""
        return self.state in ("reported", "struck")

    def __repr__(self) -> str:
        return f"LetterRecord({self.id}, {self.state})"  # a text that was struck must not reach a log


class ReportRecord(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody found a letter that should not stand there."""

    letter: int
    player: PlayerId
    is_member: bool  # of the league or cup
    dismissed: bool = False  # the host put the letter back
    at: float


class VoteRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The race that somebody named the best."""

    kind: PaperKind
    number: int
    player: PlayerId
    race: RaceId
    at: float


class BallotRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The poll for the best race of a season or cup."""

    kind: PaperKind
    number: int
    closes: float
    is_told: bool = False  # that it is over

    @property
    def paper(self) -> Paper:
        return Paper(self.kind, self.number)
