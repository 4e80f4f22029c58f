"""The outlook that each play leaves, and the play that counts when nobody answers (rule D)."""

from typing import NamedTuple

from engine.ave_caesar.asks import Play, PlayCard
from engine.ave_caesar.courses import FINISH, Situation, Space
from engine.ave_caesar.movement import Landing, Path, after
from engine.ave_caesar.views import RaceView
from engine.questions import Ask


class Outlook(NamedTuple):
    """The position in which a play leaves its chariot; steps and points are of cards."""

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
    """Return the mover's outlook after a legal play (rule D)."""
    assert isinstance(ask.question, PlayCard)
    there = after(ask.question.runway, ask.question.here, play.path)
    return look_ahead(ask.question, play.card, there, view.chariot(ask.entry).points_left)


def look_ahead(question: PlayCard, card: int, there: Situation, points: int) -> Outlook:
    """Return the outlook after a card played to *there* (rule D).

    :param points: in hand and deck before the play.
    """
    remaining = question.runway.remaining
    left = remaining[there]
    waste = left - (remaining[question.here] - card)
    return Outlook(there[0], there[1], there[2], question.coin and not there[2], waste, left, points - card)


def default_play(question: PlayCard) -> Play:
    """Return a silent player's play (rule D): it finishes with the lowest card, or else wastes least.

    Of several, one that pays the coin goes first, then the lowest card, then the first path by ids.
    """
    remaining = question.runway.remaining
    before = remaining[question.here]

    def worth(choice: tuple[int, Landing]) -> tuple[bool, int, bool, int, Path]:
        card, (there, path) = choice
        if there[0] == FINISH:
            return False, 0, False, card, path
        waste = remaining[there] - (before - card)
        return True, waste, not (question.coin and not there[2]), card, path

    card, landing = min(question.landings(), key=worth)
    return Play(card, landing.path)
