"""The facts of an Ave Caesar race. Hands and decks stay unsaid until the race is over."""

from typing import Literal

import msgspec

from engine.ave_caesar.courses import CourseName, Direction, Space
from engine.facts import Common, Fact
from records.values import EntryId

WhyOut = Literal["out of cards", "stalemate"]


# Before the race


class CourseSet(Fact, frozen=True):
    """Where the race is run (5, 9.2)."""

    course: CourseName
    direction: Direction


class NonplayerJoined(Fact, frozen=True):
    """A chariot that nobody drives fills the grid (11.2)."""

    entry: EntryId
    colour: str


class StartCardRevealed(Fact, frozen=True):
    """A card revealed for the start positions; the roll before it drew it (5.3)."""

    entry: EntryId
    card: int


class PositionTaken(Fact, frozen=True):
    """A start position fell to a chariot (5.3, 5.5, 11.1)."""

    entry: EntryId
    position: int  # 1 first: moves first
    space: Space


# Turns


class RoundBegan(Fact, frozen=True):
    round: int


class CardPlayed(Fact, frozen=True):
    """A card was played, and the chariot moved (7.7)."""

    entry: EntryId
    card: int
    start: Space
    path: tuple[Space, ...]  # spaces entered; ends with FINISH over the last line, in a strict finish off the board
    nonplayer: bool = False  # the top card of a deck that nobody looks at (11.2)


class LineCrossed(Fact, frozen=True):
    """A chariot crossed the line and begins a lap (7.7)."""

    entry: EntryId
    lap: int  # 1 to 3


class CoinPaid(Fact, frozen=True):
    """A chariot stopped before Caesar and paid the tribute: Ave Caesar! (7.9)"""

    entry: EntryId
    space: Space
    lap: int  # on which it is now


class CardDrawn(Fact, frozen=True):
    """A card was drawn; only its owner knows which."""

    entry: EntryId
    cards_left: int  # in its deck, after it


class TurnMissed(Fact, frozen=True):
    """The chariot could play none of its cards (7.2)."""

    entry: EntryId
    streak: int  # turns missed one after the other, by all


class CardPutUnder(Fact, frozen=True):
    """A non-player chariot's top card could not be played and went under its deck (11.2)."""

    entry: EntryId
    card: int


class SixesFreed(Fact, frozen=True):
    """All chariots missed a full round: leaders may now play sixes (7.6)."""

    streak: int


class HighCardsSwapped(Fact, frozen=True):
    """Still nobody can move: each put their highest card under their deck and drew one (7.6)."""

    entries: tuple[EntryId, ...]  # who did
    time: int  # 1 to 3


class Finished(Fact, frozen=True):
    """A chariot crossed the line for the last time and left the board (7.7, A09)."""

    entry: EntryId
    place: int
    to_spare: int  # points it did not need: the rest of its last card, its hand and its deck


class WentOut(Fact, frozen=True):
    """A chariot was taken off the board before it had finished (7.6, 7.8)."""

    entry: EntryId
    why: WhyOut
    space: Space
    pos: int  # how far it came, in sixtieths of a row since the line at the start
    missing: int  # steps of the shortest way that was left


# The end


class DecksRevealed(Fact, frozen=True):
    """Every deck as shuffled before the race, first card first: anyone can check them with the seed."""

    decks: dict[EntryId, tuple[int, ...]]


class Placing(msgspec.Struct, frozen=True):
    """A chariot's place and points (10)."""

    entry: EntryId
    place: int | None  # none: not finished
    points: int


class RaceEnded(Fact, frozen=True):
    """The last chariot has finished or gone out (10)."""

    round: int
    ranking: tuple[Placing, ...]  # finishers by place, then those who were farthest when they went out


Facts = (
    Common | CourseSet | NonplayerJoined | StartCardRevealed | PositionTaken
    | RoundBegan | CardPlayed | LineCrossed | CoinPaid | CardDrawn | TurnMissed | CardPutUnder | SixesFreed
    | HighCardsSwapped | Finished | WentOut | DecksRevealed | RaceEnded
)  # fmt: skip
