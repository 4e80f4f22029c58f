"""What a play leaves, and which one counts when nobody answers (rule D)."""

from typing import NamedTuple

from engine.ave_caesar.asks import Play, PlayCard
from engine.ave_caesar.courses import FINISH, Space
from engine.ave_caesar.movement import after
from engine.ave_caesar.views import RaceView
from engine.game import Ask


class Outlook(NamedTuple):
    """What a play leaves to the chariot that makes it; steps and points are of cards."""

    to: Space  # or FINISH
    crossings: int
    coin: bool  # still owed afterwards
    pays: bool  # it settles the coin
    waste: int  # points spent beyond the shortest way, 0 or more; over the last line, those that are ignored
    remaining: int  # steps of the shortest way that are left, 0 when finished
    points_left: int  # hand and deck afterwards

    @property
    def spare(self) -> int:
        """Points to spare against the shortest way; below 0 the race cannot be finished any more."""
        return self.points_left - self.remaining


def outlook(view: RaceView, ask: Ask, play: Play) -> Outlook:
    """Return what a legal play leaves to the chariot that is asked."""
    assert isinstance(ask.question, PlayCard)
    return look_ahead(ask.question, play, view.chariot(ask.entry).points_left)


def look_ahead(question: PlayCard, play: Play, points: int) -> Outlook:
    """Return what a legal play leaves to one who holds so many points in hand and deck."""
    way = question.runway
    here = after(way, question.here, play.path)
    left = way.remaining[here]
    waste = left - (way.remaining[question.here] - play.card)
    return Outlook(here[0], here[1], here[2], question.coin and not here[2], waste, left, points - play.card)


def default_play(question: PlayCard) -> Play:
    """Return what a silent player plays (rule D): it finishes with the lowest card, or else wastes least.

    Of several, one that pays the coin goes first, then the lowest card, then the first path by ids.
    """
    way = question.runway
    before = way.remaining[question.here]

    def worth(play: Play) -> tuple[bool, int, bool, int, tuple[str, ...]]:
        if play.to == FINISH:
            return False, play.card, False, play.card, play.path
        here = after(way, question.here, play.path)
        waste = way.remaining[here] - (before - play.card)
        return True, waste, not (question.coin and not here[2]), play.card, play.path

    return min(question.first_plays(), key=worth)
