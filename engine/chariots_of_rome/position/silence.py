"""The answers of silent players: they are to finish, not to win (16.4)."""

from collections.abc import Iterable, Sequence

from engine.chariots_of_rome.printed.board import Track
from engine.chariots_of_rome.printed.data import GODS, MOST_ENDURANCE, God, Result
from engine.chariots_of_rome.words.answers import Defend, Gift, Lose, TakeBenefit, TakeGifts
from engine.chariots_of_rome.words.state import ChariotLog
from records.values import Square

SPARED_FROM = 4
"""Endurance at which, or below which, silent players pay with Tactics (D13)."""

RESISTS_FROM = 3
"""Tactics with which a silent C16 pays against a Swerve (16.2)."""

THUNDER_FROM = 4
"""Rattled from which on a silent player pays under F07 (16.3)."""

REPLACED: tuple[Result, ...] = ("wounded", "swerve", "rattled2")
"""Results that a silent C25 replaces (16.2)."""


def cards_kept(rattled: int) -> int:
    """Return how many cards of a draw a silent player keeps (D12)."""
    return 2 if rattled < 3 else 1 if rattled == 3 else 0


def default_defense(chariot: ChariotLog, cards: int, most: int) -> Defend:
    """Return how many cards a silent player removes (D12)."""
    return Defend(min(most, max(0, cards - cards_kept(chariot.rattled))))


def default_loss(endurance: int) -> Lose:
    """Return the resource that a silent player with so much Endurance, 0 to 12, loses at a choice (D13)."""
    return Lose("tactics" if endurance <= SPARED_FROM else "endurance")


def default_benefit(chariot: ChariotLog, rolled: God) -> TakeBenefit:
    """Return the benefit that a silent C15 takes (16.2)."""
    if chariot.endurance <= 8:
        return TakeBenefit("neptune")
    if chariot.tactics <= 6:
        return TakeBenefit("mendacius")
    return TakeBenefit("minerva" if chariot.rattled else rolled if rolled in GODS else "neptune")


def default_gifts(chariot: ChariotLog) -> TakeGifts:
    """Return the gifts that a silent player takes: of each kind one that has an effect (F01)."""
    endurance: Gift = "endurance" if chariot.endurance < MOST_ENDURANCE else "space"
    rattled: Gift = "rattled" if chariot.rattled else "space"
    return gifts(endurance, rattled)


def gifts(one: Gift, other: Gift) -> TakeGifts:
    """Return two gifts, in the order in which an answer names them."""
    first, second = sorted((one, other))
    return TakeGifts((first, second))


def default_debris(board: Track, leader: Square, legal: Sequence[Square]) -> Square:
    """Return a silent player's space for a marker: the first legal one ahead of the leader in the leader's lane (F08).

    Without one there, it looks in the lanes outward, then inward (RO-6).
    """
    lane = board.lane[leader]
    lanes = [*range(lane, board.lanes + 1), *range(lane - 1, 0, -1)]
    return min(legal, key=lambda square: (lanes.index(board.lane[square]), ahead_by(board, leader, square)))


def ahead_by(board: Track, start: Square, square: Square) -> float:
    """Return how far ahead of *start* a space lies, in laps: more than 0 to 1, with *start* itself the farthest."""
    return (board.along[square] - board.along[start]) % 1 or 1.0


def nearest_ahead(board: Track, start: Square, squares: Iterable[Square]) -> Square | None:
    """Return the nearest of *squares* ahead of *start*, of equals in the lane nearest to its own; none without any."""
    lane = board.lane[start]
    return min(
        squares,
        key=lambda square: (ahead_by(board, start, square), abs(board.lane[square] - lane), board.lane[square]),
        default=None,
    )
