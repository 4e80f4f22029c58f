"""The detailed specification: what 32 points buy (16.1, chart 17.19)."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from engine.circus_maximus.state import Blades, Weapon
from engine.game import Answer, Question, Reason, Refused


class Specification(Answer, frozen=True):
    """What 32 points buy, by the chart 17.19 (16.1)."""

    horses: tuple[int, int, int, int]  # speeds, leftmost first; 1 to 8
    modifier: int  # DM, 0 to 3
    hits: int  # 2 to 12, even
    whip: Literal["none", "regular", "long"]
    boxes_inside: int  # of the wheels, 2 to 10, even
    boxes_outside: int
    endurance: int  # 20 to 80, in fives
    blades_inside: Blades = "none"
    blades_outside: Blades = "none"
    weapons: tuple[Weapon, ...] = ()


class Specify(Question, frozen=True):
    """What do your 32 points buy? (16.1)

    ``legal`` gives a choice of sound specifications; any other that costs no more than *budget* is legal too.
    """

    kind: ClassVar[str] = "preparation"

    budget: int
    weapons: tuple[Weapon, ...]  # that may be bought in this race

    def legal(self) -> Sequence[Specification]:
        return ready_made(self.budget, self.weapons)

    def verify(self, answer: Answer) -> None:
        if not isinstance(answer, Specification):
            raise Refused(Reason.NOT_A_CHOICE)
        verify(answer, self.budget, self.weapons)


def ready_made(budget: int, weapons: Sequence[Weapon]) -> Sequence[Specification]:
    raise NotImplementedError


def verify(specification: Specification, budget: int, weapons: Sequence[Weapon]) -> None:
    raise NotImplementedError
