"""The question of Ave Caesar, and its answer. The question holds all that is needed to tell a legal answer."""

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from engine.ave_caesar.courses import LONGEST_CARD, CourseName, Direction, Runway, Situation, Space, runway
from engine.ave_caesar.movement import Landing, Landings, bits, is_path, landings, paths
from engine.questions import Answer, Question
from engine.refusals import GameReason
from records.refusals import Refused


class Play(Answer, frozen=True):
    """A card from the hand, and the spaces entered one after the other (8).

    ``FINISH`` stands last over the last line: in the place of the step over it, or, with a strict finish, behind all
    spaces of the card.
    """

    card: int
    path: tuple[Space, ...]

    @property
    def to(self) -> Space:
        """Where the move ends; ``FINISH`` over the last line."""
        return self.path[-1]


class PlayCard(Question, frozen=True):
    """Which card do you play, and where does it take you? (6, 7)"""

    kind: ClassVar[str] = "play"
    is_asked_if_forced: ClassVar[bool] = True  # else all would know that the other cards are of no use

    course: CourseName
    direction: Direction
    space: Space
    crossings: int  # 0 on the grid, 1 to 3 the lap
    coin: bool  # the tribute is still owed
    taken: tuple[Space, ...]  # by the other chariots
    hand: tuple[int, ...]  # lowest first, with doubles
    sixes: bool  # whether a 6 may be played (7.4)
    strict_finish: bool = False  # whether the spaces behind the last line must be free (7.1)

    @property
    def runway(self) -> Runway:
        return runway(self.course, self.direction, self.strict_finish)

    @property
    def here(self) -> Situation:
        return self.space, self.crossings, self.coin

    @property
    def cards(self) -> tuple[int, ...]:
        """The values that can be played, lowest first."""
        landings = self._landings()
        return tuple(card for card in self._allowed() if landings[card])

    def ends(self, card: int) -> tuple[Space, ...]:
        """Return where a card can take the chariot, by space ids; empty if it cannot be played."""
        return tuple(landing.to for each, landing in self.landings() if each == card)

    def first_play(self, card: int, to: Space) -> Play:
        """Return the play of a card that ends at *to*, by the first path there; all paths there come to the same.

        :raises StopIteration: if the card does not lead there.
        """
        return next(Play(card, landing.path) for each, landing in self.landings() if (each, landing.to) == (card, to))

    def first_plays(self) -> list[Play]:
        """Return one play for each card and each space it can end at, by card and space."""
        return [Play(card, landing.path) for card, landing in self.landings()]

    def landings(self) -> list[tuple[int, Landing]]:
        """Return each card with each space it can end at, by card and space."""
        landings = self._landings()
        return [(card, landing) for card in self._allowed() for landing in landings[card]]

    def only(self, card: int) -> "PlayCard":
        """Return the same question for a hand of this card alone."""
        return msgspec.structs.replace(self, hand=(card,))

    @property
    def plays(self) -> tuple[Play, ...]:
        """Every card with every path, by card and path (7.1)."""
        way, taken = self.runway, self.taken_bits
        return tuple(Play(card, path) for card in self._allowed() for path in paths(way, self.here, card, taken))

    def legal(self) -> Sequence[Play]:
        return self.plays

    def verify(self, answer: Answer) -> None:
        if not isinstance(answer, Play) or answer.card not in self._allowed():
            raise Refused(GameReason.NOT_A_CHOICE)
        if not is_path(self.runway, self.here, answer.card, self.taken_bits, answer.path):
            raise Refused(GameReason.NOT_A_CHOICE)

    def _allowed(self) -> list[int]:
        return [card for card in sorted(set(self.hand)) if self.sixes or card != LONGEST_CARD]

    @property
    def taken_bits(self) -> int:
        """The taken spaces as bits of the runway."""
        return bits(self.runway, self.taken)

    def _landings(self) -> Landings:
        return landings(self.runway, self.here, self.taken_bits)


Answers = Play
