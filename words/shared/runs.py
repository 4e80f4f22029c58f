"""Stories whose turns share a line: facts that are told together, and how."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from engine.game import Fact, OrdersSealed, Sealed
from records.values import EntryId
from words.shared.telling import SEALED, called

Names = Mapping[EntryId, str]
Join = Callable[[Sequence[Any], Names], list[str]]
"""Facts that are told together, names -> their lines."""

SEALS = "seals"


class Grouper:
    """Groups facts that are told together: those of each turn, all seals, and others that a game puts together."""

    def __init__(
        self, begins: type[Fact], turn: tuple[type[Fact], ...], other: Callable[[Fact], str] = lambda _fact: ""
    ) -> None:
        """
        :param begins: the fact that begins a turn.
        :param turn: what happens within one.
        :param other: the kind of any other fact; empty for one that has a line of its own.
        """
        self._begins, self._turn, self._other = begins, turn, other
        self._turns = 0

    def __call__(self, fact: Fact) -> str:
        if isinstance(fact, self._begins):
            self._turns += 1
        if isinstance(fact, self._turn):
            return f"turn{self._turns}"
        return SEALS if isinstance(fact, Sealed | OrdersSealed) else self._other(fact)


def tell_together(
    facts: Sequence[Fact],
    names: Names,
    kind: Callable[[Fact], str],
    joined: Mapping[str, Join],
    line: Callable[[Fact, Names], str],
) -> list[str]:
    """Return the story of *facts*, with neighbours of one kind told together.

    :param kind: of a fact; a number behind it parts neighbours that are not told together.
    :param joined: kind -> how its facts are told together.
    :param line: how any other fact is told; empty lines are left out.
    """
    lines: list[str] = []
    for name, run in groupby(facts, key=kind):
        together = list(run)
        join = joined.get(name.rstrip("0123456789"))
        lines += join(together, names) if join else [line(fact, names) for fact in together]
    return [each for each in lines if each]


def seals_told(seals: Sequence[Sealed | OrdersSealed], names: Names) -> list[str]:
    """Return one line for all that was sealed; proofs are elsewhere."""
    own = dict.fromkeys(called(names, fact.entry) for fact in seals)
    return [f"{SEALED}{' · '.join(own)}"] if own else []
