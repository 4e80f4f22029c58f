"""What everybody sees happen in a race, in the words of any game: rounds, laps, who goes out, the end.

Crossing the line for the first time begins lap 1 (7.7), so each crossing after it ends a lap, and so does the finish.
"""

from collections.abc import Sequence

from engine.ave_caesar import facts as told
from engine.ave_caesar.courses import LAST_LAP
from engine.game import Fact
from engine.moments import LapDone, Moment, RaceOver, TurnBegan, WentOut


def moments(facts: Sequence[Fact]) -> tuple[Moment, ...]:
    """Return the moments that all facts of a race that hold tell of, in order; a round is a turn."""
    seen: list[Moment] = []
    turn = 0
    for fact in facts:
        match fact:
            case told.RoundBegan(round=turn):
                seen.append(TurnBegan(turn))
            case told.LineCrossed(entry=entry, lap=lap) if lap > 1:
                seen.append(LapDone(entry, lap - 1, turn))
            case told.Finished(entry=entry):
                seen.append(LapDone(entry, LAST_LAP, turn))
            case told.WentOut(entry=entry):
                seen.append(WentOut(entry, turn))
            case told.RaceEnded():
                seen.append(RaceOver(turn))
    return tuple(seen)
