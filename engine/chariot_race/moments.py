"""Moments of a race that everybody sees, in the words of any game: rounds, laps, chariots that go out, the end."""

from collections.abc import Sequence

from engine.chariot_race import facts
from engine.facts import Fact
from engine.moments import LapDone, Moment, RaceOver, TurnBegan, WentOut
from records.values import EntryId


def moments(story: Sequence[Fact]) -> tuple[Moment, ...]:
    """Return the moments that the facts of a race tell, those that still hold, in order; a round is a turn.

    A lap counts once, though a chariot may be set back behind the line and cross it again (R17).
    """
    seen: list[Moment] = []
    laps: set[tuple[EntryId, int]] = set()
    turn = 0
    for fact in story:
        match fact:
            case facts.RoundBegan(round=turn):
                seen.append(TurnBegan(turn))
            case facts.LapDone(entry=entry, lap=lap) if (entry, lap) not in laps:
                laps.add((entry, lap))
                seen.append(LapDone(entry, lap, turn))
            case facts.Wrecked(entry=entry):
                seen.append(WentOut(entry, turn))
            case facts.RaceEnded():
                seen.append(RaceOver(turn))
    return tuple(seen)
