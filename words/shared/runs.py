"""Stories whose turns share a line: the facts that go together, and their words."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from engine.facts import Fact, OrdersSealed, Sealed
from records.values import EntryId
from words.shared.telling import SEALED, called

Names = Mapping[EntryId, str]
Join = Callable[[Sequence[Any], Names], list[str]]
"""Facts that go together, names -> their lines."""

SEALS = "seals"


class Grouper:
    """Groups facts that go together: those of each turn, all seals, and further groups of a game."""

    def __init__(
        self, begins: type[Fact], turn: tuple[type[Fact], ...], other: Callable[[Fact], str] = lambda _fact: ""
    ) -> None:
        """
        :param begins: the fact that begins a turn.
        :param turn: facts within one.
        :param other: the kind of any other fact; empty for one with its own line.
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
    """Return the story of *facts*, joining neighbours of one kind.

    :param kind: of a fact; a number behind it keeps neighbours apart.
    :param joined: kind -> the function that joins its facts.
    :param line: the line of any other fact; empty lines are left out.
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
