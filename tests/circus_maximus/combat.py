"""What the tests of combat are written in: chariots side by side, and the dice and answers that decide a fight."""

from collections.abc import Mapping
from typing import Any

from engine.circus_maximus.control.ways_out import ways_out as ways_out_ways_out
from engine.circus_maximus.words.asks import WayOut
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.state import Chariot, Phase, Race
from engine.circus_maximus.words.threats import Threat
from engine.game import T
from engine.questions import Answer, Ask, Play
from engine.table import Table
from engine.track import Side
from records.values import EntryId
from tests.circus_maximus import builders
from tests.circus_maximus.builders import BLUE, GREEN, RED, YELLOW
from tests.scripted_dice import ScriptedDice

__all__ = ["BLUE", "GREEN", "RED", "YELLOW", "Script", "a_chariot", "a_race", "played", "ways_out"]


class Script(Table):
    """A table at which the dice fall as written; ``unrolled`` tells how many have not fallen yet."""

    def __init__(self, *faces: int) -> None:
        self._scripted = ScriptedDice(*faces)
        super().__init__(self._scripted)

    @property
    def unrolled(self) -> int:
        return self._scripted.unrolled


def a_chariot(square: str = "A20.3", *, on_grid: bool = False, **others: Any) -> Chariot:
    """Return a chariot that has left the grid, unless it says otherwise."""
    return builders.a_chariot(square, on_grid=on_grid, **others)


def a_race(
    chariots: Mapping[EntryId, Chariot],
    *,
    mover: EntryId | None = RED,
    factors: int = 10,
    turn: int = 3,
    **options: Any,
) -> Race:
    """Return a race in the middle of the phase of *mover*, who has *factors* left; without a mover, between phases.

    :param options: of the race; the Basic Game unless they say otherwise.
    """
    race = Race(dict(chariots), Options(**options), factions=len(chariots), is_set_up=True, turn=turn)
    if mover is not None:
        race.phase = Phase(mover, base=factors, total_speed=factors, factors=factors, has_begun=True)
    return race


def played(play: Play[T], *answers: Answer) -> tuple[T, list[Ask]]:
    """Play to the end with *answers*, all of them and no more; return the outcome and what was asked."""
    asked: list[Ask] = []
    left = list(answers)
    try:
        waiting = next(play)
        while True:
            assert isinstance(waiting, Ask)
            assert waiting.default in waiting.question.legal()
            asked.append(waiting)
            assert left, f"{waiting} was asked, and no answer was left"
            waiting.question.verify(left[0])
            waiting = play.send(left.pop(0))
    except StopIteration as stop:
        assert not left, f"{left} were not asked for"
        outcome: T = stop.value
        return outcome, asked


def ways_out(race: Race, entry: EntryId, away: Side) -> tuple[WayOut, ...]:
    """Return how *entry* could avoid a ram; *away* is its side away from the attacker."""
    return ways_out_ways_out(race, Threat(GREEN, entry, away, "car", "ram"))
