"""The best Speed Levels, Hard Driving and steps by the measure J (19.5). All that bears on it is public."""

from typing import NamedTuple

from engine.chariots_of_rome.position.routes import Ways, bearing, ground_of, ways_over
from engine.chariots_of_rome.position.speeds import base_move, is_whip_free
from engine.chariots_of_rome.position.steps import Path, Sight
from engine.chariots_of_rome.position.worth import fear, level_cost
from engine.chariots_of_rome.printed.data import TRI
from records.values import EntryId, Square


def ways_with(sight: Sight, entry: EntryId, total: int, moves: int) -> tuple[Ways, Square]:
    """Return the ways of a turn of so many spaces, *moves* of which are left, and where they begin."""
    square = sight.chariot(entry).square
    assert square is not None, "who drives is on the track"
    return ways_over(ground_of(sight, entry, total, moves)), square


def turn_cost(sight: Sight, entry: EntryId, total: int) -> float:
    """Return J of the best way of a whole turn of so many spaces, the price of Level and Hard Driving left aside."""
    ways, square = ways_with(sight, entry, total, total)
    return ways.cost(square, total)


def blown(sight: Sight) -> int:
    """Return the spaces that the winds add to every turn: F03 and F04 (16.3)."""
    return ("F03" in sight.effects) - ("F04" in sight.effects)


def level_worth(sight: Sight, entry: EntryId, level: int, point: float = 1.0) -> float:
    """Return J of a turn at a Speed Level, in points, the smaller the better (19.5).

    :param point: the worth of an Endurance or Tactics, in points; 1 in J.
    """
    chariot = sight.chariot(entry)
    total = max(1, base_move(chariot, level) + blown(sight))
    return level_cost(sight, chariot, level, point) + turn_cost(sight, entry, total)


def best_level(sight: Sight, entry: EntryId, levels: tuple[int, ...], point: float = 1.0) -> int:
    """Return the Speed Level whose best way has the least J, of equals the lowest (19.5)."""
    return min(levels, key=lambda level: (level_worth(sight, entry, level, point), level))


def is_whip_best(sight: Sight, entry: EntryId, move: int, point: float = 1.0) -> bool:
    """Tell whether Hard Driving lowers J on average, its price included (19.5).

    :param move: spaces without it, special adjustments included.
    :param point: the worth of an Endurance or Tactics, in points; 1 in J.
    """
    chariot = sight.chariot(entry)
    price = 0.0 if is_whip_free(sight, chariot) else point * fear(chariot)
    more = sum(turn_cost(sight, entry, move + face) for face in range(1, TRI + 1)) / TRI
    return price + more < turn_cost(sight, entry, move)


class _Walk(NamedTuple):
    """Where a chariot stands, and how many moves it has left, if it takes the step that was best."""

    at: tuple[EntryId, Square, int]
    bearing: tuple[object, ...]
    ways: Ways


class _Latest:
    """The walk that was looked for last.

    With fewer moves left, a chariot can meet less, so every step or two would need a search on a new ground. As long as
    the ground around them stays the same, the ways of the first step serve for the next ones.
    """

    walk: _Walk | None = None


_LATEST = _Latest()


def best_step(sight: Sight, entry: EntryId) -> Path:
    """Return the first step, or chain, of the best way from where a chariot stands in its turn; empty without any."""
    square, moves = sight.chariot(entry).square, sight.moves_left
    assert square is not None, "who drives is on the track"
    bears, walk = bearing(sight, entry), _LATEST.walk
    if walk is not None and walk.at == (entry, square, moves) and walk.bearing == bears:
        ways = walk.ways
    else:
        ways, _ = ways_with(sight, entry, sight.total_move, moves)
    path = ways.step(square, moves)
    if path:
        _LATEST.walk = _Walk((entry, path[-1], moves - len(path)), bears, ways)
    return path
