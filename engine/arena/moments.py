"""Moments of a match that everybody sees, in the words of any game: turns, men who fall, the end."""

from collections.abc import Sequence

from engine.arena import facts
from engine.facts import Fact
from engine.moments import Moment, RaceOver, TurnBegan, WentOut


def moments(story: Sequence[Fact]) -> tuple[Moment, ...]:
    """Return the moments that the facts of a match tell, in order; turns of several bouts are counted on."""
    seen: list[Moment] = []
    turn = 0
    for fact in story:
        match fact:
            case facts.PhaseBegan(phase=1):
                turn += 1
                seen.append(TurnBegan(turn))
            case facts.Fell(entry=entry):
                seen.append(WentOut(entry, turn))
            case facts.MatchEnded():
                seen.append(RaceOver(turn))
    return tuple(seen)
