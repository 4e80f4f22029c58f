"""Moments of a race that everybody sees, in the words of any game: rounds, laps, chariots that go out, the end."""

from collections.abc import Sequence

from engine.chariots_of_rome.words import facts
from engine.facts import Fact
from engine.moments import LapDone, Moment, RaceOver, TurnBegan, WentOut


def moments(story: Sequence[Fact]) -> tuple[Moment, ...]:
    """Return the moments that the facts of a race tell, those that still hold, in order; a round is a turn.

    A lap counts once, though a chariot may be pushed back over the line and cross it again (R34).
    """
    seen: list[Moment] = []
    turn = 0
    for fact in story:
        match fact:
            case facts.RoundBegan(round=turn):
                seen.append(TurnBegan(turn))
            case facts.LineCrossed(entry=entry, laps=laps, is_new=True) if laps > 0:
                seen.append(LapDone(entry, laps, turn))
            case facts.Eliminated(entry=entry):
                seen.append(WentOut(entry, turn))
            case facts.RaceEnded():
                seen.append(RaceOver(turn))
    return tuple(seen)
