"""The worth of a place and of a way, in points, the smaller the better: the measure J (19.5).

A step costs half a point, a corner card 0.67, a Danger card 0.76, a Rattled 0.6; an Endurance or Tactics is a point.
"""

from functools import cache

from engine.chariots_of_rome.position.speeds import is_level_3_free
from engine.chariots_of_rome.position.steps import Sight
from engine.chariots_of_rome.printed.board import Track, TrackName, track
from engine.chariots_of_rome.printed.data import MOST_ENDURANCE, MOST_TACTICS
from engine.chariots_of_rome.words.state import ChariotLog
from records.values import Square

STEP = 0.5
CORNER_CARD = 0.67
DANGER_CARD = 0.76
RATTLED = 0.6
STOP_SHORT = 1.0
USUAL_MOVE = 7
"""Spaces with which later corners are thought to be entered."""

TOLERANCE = 2.0
"""Points by which a way may be worse than the best, if a lane or a hunt is ordered (19.4)."""


def fear(chariot: ChariotLog) -> int:
    """Return f: how much more a loss counts to a chariot that is rattled or tired (19.5)."""
    f = 1
    if chariot.rattled >= 3:
        f += 1
    if chariot.rattled >= 4:
        f += 2
    if chariot.endurance <= 3:
        f += 1
    if chariot.endurance == 1:
        f += 2
    return f


@cache
def to_go(name: TrackName, crossings: int) -> dict[Square, float]:
    """Return H by space: the least cost from there to the end of the race on the empty track (19.5).

    :param crossings: of the line that are still to come; 0 beyond the final one.
    """
    board = track(name)
    if not crossings:
        return {square: STEP - STEP * distance for square, distance in board.distance.items()}
    after, found = to_go(name, crossings - 1), dict[Square, float]()
    for square in _hindmost_last(board):
        found[square] = min(
            STEP + _entry_cost(board, square, to) + (after if board.crosses(square, to) else found)[to]
            for to in board.steps[square]
        )
    return found


def _entry_cost(board: Track, square: Square, to: Square) -> float:
    if not board.corner[to] or board.corner[square]:
        return 0.0
    return CORNER_CARD * max(0, USUAL_MOVE - board.safe[to])


def _hindmost_last(board: Track) -> list[Square]:
    """Return all spaces so that each comes after those to which a step leads from it, the line left aside."""

    def key(square: Square) -> tuple[int, int, int]:
        section, lane, index = board.spaces[square]
        number = len(board.sections) if section == 0 and index <= board.line else section
        # In a corner a step leads to the own lane or outward.
        return (-number, -lane, -index) if board.corner[square] else (-number, -index, 0)

    return sorted(board.spaces, key=key)


def level_cost(sight: Sight, chariot: ChariotLog, level: int, point: float = 1.0) -> float:
    """Return the price of a Speed Level less its gains (19.5).

    :param point: the worth of an Endurance or Tactics.
    """
    f = fear(chariot)
    if level == 1:
        gained = min(1, MOST_ENDURANCE - chariot.endurance) + min(1, MOST_TACTICS - chariot.tactics)
        return -point * gained - RATTLED * f * min(2, chariot.rattled)
    if level == 2:
        return -RATTLED * f * min(1, chariot.rattled)
    return 0.0 if is_level_3_free(sight, chariot) else point * f
