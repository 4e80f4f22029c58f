"""Where a card can lead (7.1, 7.9).

7.1  A card is exactly as many steps. Every space entered must be free; the step over the last line ends the move, and
     points left over are ignored. With a strict finish none is left over: the spaces behind the line are part of the
     path and must be free, and the chariot leaves the board from the last of them.
7.9  On lap 2 a chariot with its coin may not drive past the alley: ``Runway._onward`` in :mod:`courses`
     has no such step.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from engine.ave_caesar.courses import (
    FINISH,
    FINISHED,
    FINISHED_RACE,
    LONGEST_CARD,
    CourseName,
    Direction,
    Runway,
    Situation,
    Space,
    runway,
)

Path = tuple[Space, ...]
"""Spaces entered, one after the other; ends with :data:`FINISH` over the last line.

A strict finish enters as many spaces as the card has points before that.
"""


class Landing(NamedTuple):
    """Where a card can end, and the first path there when space ids are compared in order."""

    here: Situation
    path: Path

    @property
    def to(self) -> Space:
        return self.here[0]


Landings = Mapping[int, tuple[Landing, ...]]
"""By card, 1 to 6, in the order of their spaces; empty where the card leads nowhere."""


def landings(way: Runway, here: Situation, taken: int) -> Landings:
    """Return where each card can lead (7.1).

    :param taken: the spaces that are not free, as bits of the runway.
    """
    return _landings(way.name, way.direction, way.strict_finish, here, taken & way.near[here[0]])


@lru_cache(maxsize=1 << 15)
def _landings(name: CourseName, direction: Direction, strict: bool, here: Situation, taken: int) -> Landings:
    """Return where each card can lead (7.1). Only taken spaces near by matter, so the same look-ups come often."""
    way = runway(name, direction, strict)
    by_card: dict[int, tuple[Landing, ...]] = {}
    layer: dict[Situation, Path] = {here: ()}
    over: list[Landing] = []  # the line for the last time, with the least steps
    for card in range(1, LONGEST_CARD + 1):
        layer = _next_layer(way, layer, taken)
        if strict:
            over = _off_the_board(layer)
        elif FINISHED_RACE in layer:
            finishing = layer.pop(FINISHED_RACE)
            over = over or [Landing(FINISHED_RACE, finishing)]
        by_card[card] = (*(Landing(there, layer[there]) for there in sorted(layer) if there[1] != FINISHED), *over)
    return by_card


def _off_the_board(layer: Mapping[Situation, Path]) -> list[Landing]:
    """Return where a move ends that ends behind the last line; none, if none does."""
    paths_over = [path for there, path in layer.items() if there[1] == FINISHED]
    return [Landing(FINISHED_RACE, (*min(paths_over), FINISH))] if paths_over else []


def _next_layer(way: Runway, layer: Mapping[Situation, Path], taken: int) -> dict[Situation, Path]:
    """Return all that lies a step further, each with its first path."""
    further: dict[Situation, Path] = {}
    for here, path in layer.items():
        for there in way.steps(here):
            if there[0] != FINISH and way.bit[there[0]] & taken:
                continue
            longer = (*path, there[0])
            if there not in further or longer < further[there]:
                further[there] = longer
    return further


def paths(way: Runway, here: Situation, card: int, taken: int) -> Iterator[Path]:
    """Yield every path that a card can take (7.1), in the order of their space ids."""
    for there in way.steps(here):
        if there[0] == FINISH:
            yield (FINISH,)
        elif not way.bit[there[0]] & taken:
            if card == 1:
                yield (there[0], FINISH) if there[1] == FINISHED else (there[0],)
            else:
                yield from ((there[0], *rest) for rest in paths(way, there, card - 1, taken))


def is_path(way: Runway, here: Situation, card: int, taken: int, path: Path) -> bool:
    """Tell whether a card can take this path (7.1)."""
    if not is_as_long(way, card, path):
        return False
    for onward in path:
        there = step_to(way, here, onward)
        if there is None or (onward != FINISH and way.bit[onward] & taken):
            return False
        here = there
    return here[1] != FINISHED or here == FINISHED_RACE


def is_as_long(way: Runway, card: int, path: Path) -> bool:
    """Tell whether a path has as many steps as a card, wherever it leads; points left at the finish are ignored."""
    is_finishing = path[-1:] == (FINISH,)
    if way.strict_finish:
        return steps_of(way, path) == card
    return 0 < len(path) <= card if is_finishing else len(path) == card


def steps_of(way: Runway, path: Path) -> int:
    """Return for how many steps a path takes points of a card: a strict finish leaves the board at no cost."""
    return len(path) - (way.strict_finish and path[-1:] == (FINISH,))


def step_to(way: Runway, here: Situation, onward: Space) -> Situation | None:
    """Return where a chariot is after a step to *onward*; ``None`` if there is no such step.

    From behind the last line, ``FINISH`` leaves the board.
    """
    if onward == FINISH and here[1] == FINISHED:
        return FINISHED_RACE
    return next((there for there in way.steps(here) if there[0] == onward), None)


def after(way: Runway, here: Situation, path: Path) -> Situation:
    """Return where a chariot is after a legal path."""
    for onward in path:
        there = step_to(way, here, onward)
        assert there is not None, f"no step leads from {here[0]} to {onward}"
        here = there
    return here


def bits(way: Runway, spaces: Iterable[Space]) -> int:
    """Return spaces as bits of the runway."""
    mask = 0
    for space in spaces:
        mask |= way.bit[space]
    return mask


def crossed(way: Runway, start: Space, path: Path) -> bool:
    """Tell whether a path crosses the line."""
    return path[-1] == FINISH or any(step in way.line for step in pairwise((start, *path)))
