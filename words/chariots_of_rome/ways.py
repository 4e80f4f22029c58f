"""Where a turn may lead: for each space that all moves may end on, the way that draws the fewest cards."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.chariots_of_rome.position.routes import Ground, entered, ground_of, ways_over
from engine.chariots_of_rome.position.steps import all_steps, obstacles
from engine.chariots_of_rome.seen.views import ChariotView, RaceView
from engine.chariots_of_rome.words.answers import Step
from records.values import EntryId, Square


class Way(NamedTuple):
    """A way that uses up all moves."""

    squares: tuple[Square, ...]  # entered, in order
    passed: tuple[Square, ...]  # of these, obstacles
    corners: tuple[tuple[str, int, int], ...]  # entered: id, lane, cards
    cost: float  # J (19.5)

    @property
    def end(self) -> Square:
        return self.squares[-1]

    @property
    def cards(self) -> int:
        """Cards of all hazards, before Defense."""
        return sum(cards for _, _, cards in self.corners)


def ways(view: RaceView, entry: EntryId, moves: int, total: int) -> list[Way]:
    """Return a way to each space that can be reached with all moves, the best first (19.5); others stand still.

    :param total: spaces of the whole turn, which count for hazards.
    """
    square = view.chariot(entry).square
    assert square is not None, "who drives is on the track"
    reached = {square: (Way((), (), (), 0.0), ground_of(view, entry, total, moves))}
    for _ in range(moves):
        further: dict[Square, tuple[Way, Ground]] = {}
        for start, (way, ground) in reached.items():
            for to in view.board.steps[start]:
                longer = _longer(view, ground, way, start, to)
                if to not in further or longer.cost < further[to][0].cost:
                    is_over = ground.crossings > 0 and view.board.crosses(start, to)
                    further[to] = longer, ground.after if is_over else ground
        reached = further
    ended = [
        way._replace(cost=way.cost + ways_over(ground).cost(end, 0))
        for end, (way, ground) in reached.items()
        if end not in ground.filled and way.squares
    ]
    return sorted(ended, key=lambda way: (way.cost, view.board.lane[way.end]))


def _longer(view: RaceView, ground: Ground, way: Way, start: Square, to: Square) -> Way:
    board, corners, cards = view.board, way.corners, ground.hazard(start, to)
    if cards is not None:
        corners = (*corners, (board.corner[to], board.lane[to], cards))
    cost = way.cost + ways_over(ground).toll(to)
    return Way((*way.squares, to), (*way.passed, to) if to in ground.filled else way.passed, corners, cost)


def steps_of(view: RaceView, entry: EntryId, way: Way) -> tuple[Step, ...]:
    """Return the answers that drive a way: its steps and its chains. A forced chain needs no answer (R56)."""
    own = view.chariot(entry)
    assert own.square is not None, "who drives is on the track"
    at, moves, filled = own.square, len(way.squares), obstacles(view, entry)
    found: list[Step] = []
    for squares in _parts(way):
        inside = own.can("C27") and not own.used
        if len(all_steps(view.board, at, filled, moves, inside=inside)) > 1:
            found.append(Step(squares))
        at, moves = squares[-1], moves - len(squares)
    return tuple(found)


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
    done = entered(view, chariot.entry, chariot)
    while square is not None and away < _SIGHT:
        square, away = view.board.ahead[square], away + 1
        if square is None:
            return None
        corner = view.board.corner[square]
        if corner and corner not in done and not view.has_finished(chariot):
            return corner, away
    return None


_SIGHT = 20
"""Spaces ahead within which to mention a corner."""


def way_in_words(way: Way) -> str:
    """Return the corners and overtakings of a way, in a few words."""
    parts = [f"{corner} by lane {lane}: {_cards(cards)}" for corner, lane, cards in way.corners]
    if way.passed:
        parts.append(f"overtakes {len(way.passed)}")
    return ", ".join(parts) or "clear"


def _cards(cards: int) -> str:
    return "safe" if not cards else "1 card" if cards == 1 else f"{cards} cards"
