"""Streaks, worked out from the numbers of the days that somebody drove; nothing is counted up and kept.

After seven days in a row you earn a rest day, and hold two at most; a rest day is used by itself on a day you miss. A
day on which the bot was away for long is a rest day for everybody, and costs none.
"""

from collections.abc import Collection
from typing import NamedTuple

EARNED_BY, MOST_HELD = 7, 2


class Streak(NamedTuple):
    """How steadily somebody drives. Rest days keep a streak and do not count in it."""

    total: int  # days driven
    current: int  # days driven since the streak began; 0 if it is broken
    best: int
    rests: int  # rest days in hand


def streak_of(driven: Collection[int], newest: int, away: Collection[int] = ()) -> Streak:
    """Return somebody's streak.

    :param driven: numbers of the days they drove.
    :param newest: the day that is open now: not yet driven, it breaks nothing.
    :param away: numbers of the days on which the bot was away.
    """
    current = best = rests = in_a_row = 0
    for number in range(min(driven, default=newest), newest + 1):
        if number in driven:
            current, in_a_row = current + 1, in_a_row + 1
            if in_a_row % EARNED_BY == 0:
                rests = min(MOST_HELD, rests + 1)
        elif number in away or number == newest:
            continue
        elif rests:
            rests, in_a_row = rests - 1, 0
        else:
            current = in_a_row = 0
        best = max(best, current)
    return Streak(len([number for number in driven if number <= newest]), current, best, rests)
