"""Where a turn may lead: for each space that all moves may end on, the way that draws the fewest cards."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.chariots_of_rome.answers import Step
from engine.chariots_of_rome.steps import obstacles
from engine.chariots_of_rome.views import ChariotView, RaceView
from records.values import EntryId, Square

CORNER_CARD, DANGER_CARD, CHANGE = 0.67, 0.76, 0.01
"""What a way costs for each card of a hazard, each obstacle passed and each lane changed (15.6); the last is ours."""


class Way(NamedTuple):
    """A way that uses up all moves."""

    squares: tuple[Square, ...]  # entered, in order
    passed: tuple[Square, ...]  # of these, obstacles
    corners: tuple[tuple[str, int, int], ...]  # entered: id, lane, cards
    cost: float

    @property
    def end(self) -> Square:
        return self.squares[-1]

    @property
    def cards(self) -> int:
        """Cards of all hazards, before Defense."""
        return sum(cards for _, _, cards in self.corners)


def hazard(view: RaceView, chariot: ChariotView, safe: int, total: int) -> int:
    """Return the cards of a Cornering hazard before Defense (6.2)."""
    rattled = 0 if chariot.can("C06") else chariot.rattled
    cards = max(0, total + rattled - (safe - ("F05" in view.effects)))
    return max(0, cards - ("F02" in view.effects))


def is_due(view: RaceView, chariot: ChariotView, corner: str) -> bool:
    """Tell whether entering a corner on this lap brings a hazard (6.2)."""
    if view.has_finished(chariot):
        return False
    return chariot.entry not in view.corner_log.get(f"{chariot.laps}/{corner}", ())


def ways(view: RaceView, entry: EntryId, moves: int, total: int) -> list[Way]:
    """Return a way to each space that can be reached with all moves, the cheapest first; others stand still.

    :param total: spaces of the whole turn, which count for hazards.
    """
    chariot = view.chariot(entry)
    assert chariot.square is not None, "who drives is on the track"
    filled = obstacles(view, entry)
    reached: dict[Square, Way] = {chariot.square: Way((), (), (), 0.0)}
    for _ in range(moves):
        further: dict[Square, Way] = {}
        for square, way in reached.items():
            for to in view.board.steps[square]:
                longer = _longer(view, chariot, way, square, to, total, to in filled)
                if to not in further or longer.cost < further[to].cost:
                    further[to] = longer
        reached = further
    ended = [way for square, way in reached.items() if square not in filled and way.squares]
    return sorted(ended, key=lambda way: (way.cost, view.board.lane[way.end]))


def _longer(
    view: RaceView, chariot: ChariotView, way: Way, start: Square, to: Square, total: int, is_filled: bool
) -> Way:
    board = view.board
    corners, cost = way.corners, way.cost
    corner = board.corner[to]
    if corner and not board.corner[start] and is_due(view, chariot, corner):
        cards = hazard(view, chariot, board.safe[to], total)
        corners = (*corners, (corner, board.lane[to], cards))
        cost += CORNER_CARD * cards
    if is_filled and not view.locked:
        cost += DANGER_CARD
    cost += CHANGE * abs(board.lane[to] - board.lane[start])
    return Way((*way.squares, to), (*way.passed, to) if is_filled else way.passed, corners, cost)


def steps_of(way: Way) -> tuple[Step, ...]:
    """Return the answers that drive a way: single steps, and chains over obstacles to the next clear space."""
    return tuple(Step(squares) for squares in _parts(way))


def _parts(way: Way) -> Iterator[tuple[Square, ...]]:
    held: list[Square] = []
    for square in way.squares:
        held.append(square)
        if square not in way.passed:
            yield tuple(held)
            held = []


def corner_ahead(view: RaceView, chariot: ChariotView) -> tuple[str, int] | None:
    """Return the next corner that a chariot has yet to enter on this lap, and how far away it is straight on."""
    square, away = chariot.square, 0
    while square is not None and away < _SIGHT:
        square, away = view.board.ahead[square], away + 1
        if square is None:
            return None
        corner = view.board.corner[square]
        if corner and is_due(view, chariot, corner):
            return corner, away
    return None


_SIGHT = 20
"""Spaces ahead within which a corner is told of."""


def told(way: Way) -> str:
    """Return what a way brings, in a few words."""
    parts = [f"{corner} by lane {lane}: {_cards(cards)}" for corner, lane, cards in way.corners]
    if way.passed:
        parts.append(f"past {len(way.passed)}")
    return ", ".join(parts) or "clear"


def _cards(cards: int) -> str:
    return "safe" if not cards else "1 card" if cards == 1 else f"{cards} cards"


def marks(ways_: Sequence[Way]) -> list[Square]:
    return [way.end for way in ways_]
