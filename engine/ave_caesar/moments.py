"""Moments of a race that everybody sees, in the words of any game: rounds, laps, chariots that go out, the end.

Crossing the line for the first time begins lap 1 (7.7), so each crossing after it ends a lap, and so does the finish.
"""

from collections.abc import Sequence

from engine.ave_caesar import facts
from engine.ave_caesar.courses import LAST_LAP
from engine.facts import Fact
from engine.moments import LapDone, Moment, RaceOver, TurnBegan, WentOut


def moments(story: Sequence[Fact]) -> tuple[Moment, ...]:
    """Return the moments that the facts of a race tell, those that still hold, in order; a round is a turn."""
    seen: list[Moment] = []
    turn = 0
    for fact in story:
        match fact:
            case facts.RoundBegan(round=turn):
                seen.append(TurnBegan(turn))
            case facts.LineCrossed(entry=entry, lap=lap) if lap > 1:
                seen.append(LapDone(entry, lap - 1, turn))
            case facts.Finished(entry=entry):
                seen.append(LapDone(entry, LAST_LAP, turn))
            case facts.WentOut(entry=entry):
                seen.append(WentOut(entry, turn))
            case facts.RaceEnded():
                seen.append(RaceOver(turn))
    return tuple(seen)
