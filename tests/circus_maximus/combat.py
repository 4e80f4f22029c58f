"""What the tests of combat are written in: chariots side by side, and the dice and answers that decide a fight."""

from collections.abc import Mapping
from typing import Any

from engine.circus_maximus.state import Chariot, Horse, Options, Phase, Race, Wheels
from engine.game import Answer, Ask, Play, T, Table
from engine.values import EntryId, Square
from tests.scripted_dice import ScriptedDice

RED, BLUE, GREEN, YELLOW = EntryId(1), EntryId(2), EntryId(3), EntryId(4)


class Script(Table):
    """A table at which the dice fall as written; ``unrolled`` tells how many have not fallen yet."""

    def __init__(self, *faces: int) -> None:
        self._faces = len(faces)
        super().__init__(ScriptedDice(*faces))

    @property
    def unrolled(self) -> int:
        return self._faces - self.dice.at


def a_chariot(
    square: str = "A20.3",
    *,
    horses: tuple[int, ...] = (5, 5, 5, 5),
    wheels: tuple[int, int] = (0, 0),
    hits: int = 7,
    **others: Any,
) -> Chariot:
    """Return a chariot under way.

    :param square: its team's; the car is in the square behind.
    :param horses: their speeds, leftmost first; 0 is a dead one, still attached.
    :param wheels: damage inside and outside.
    :param hits: left; 7 at the start, unless it says otherwise.
    """
    chariot = Chariot("some colour", square=Square(square), wheels=Wheels(*wheels), hits=hits, **others)
    chariot.horses = [Horse(speed) if speed else Horse(5, 5, "dead") for speed in horses]
    chariot.endurance = others.get("endurance", 40)
    chariot.on_grid = others.get("on_grid", False)
    chariot.hits_start = others.get("hits_start", 7)
    return chariot


def a_race(
    chariots: Mapping[EntryId, Chariot], *, mover: EntryId | None = RED, factors: int = 10, turn: int = 3
) -> Race:
    """Return a race in the middle of the phase of *mover*, who has *factors* left; without a mover, between phases."""
    race = Race(dict(chariots), Options(), factions=len(chariots), is_set_up=True, turn=turn)
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
        return stop.value, asked
