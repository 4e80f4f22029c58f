"""The worth of a move (15.4), and the move of a silent player (rule D, 6).

The worth J counts in spaces of a straight; the lower the better.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import MappingProxyType

from engine.chariot_race.asks import Move
from engine.chariot_race.data import Board
from engine.chariot_race.track import AHEAD, FINISH, LIMITS, SPACES, TrackName, heaps
from engine.chariot_race.ways import Ground, Option
from records.values import Square

WRECKED = 1000
"""A wreck, in damage and in worth."""

CRUISE = 6
"""Speed above which a silent player is shy (rule D)."""

SPACE = 4
"""Positions of a space of a straight."""

_FAR = 99


def default_order(option: Option) -> tuple[int, int, int, int, int, str]:
    """Return a move's sort key by rule D, the least first: damage, speed above 6, place, speed, lanes, way."""
    way, speed = option.way, option.speed
    damage = WRECKED if way.is_wrecked else way.damage
    return damage, max(0, speed - CRUISE), -way.pos, -speed, way.changes, way.path


def default_move(options: Sequence[Option]) -> Move:
    """Return a silent player's move (rule D)."""
    damages = [WRECKED if option.way.is_wrecked else option.way.damage for option in options]
    least = min(damages)
    return min([each for each, damage in zip(options, damages, strict=True) if damage == least], key=default_order).move


def worth(ground: Ground, sheet: Board, option: Option, *, seeks: bool = False) -> float:
    """Return J of a move (15.4).

    :param sheet: of the chariot that moves.
    :param seeks: whether damage to rivals counts.
    """
    return _weigher(ground, sheet, seeks=seeks)(option)


def _weigher(ground: Ground, sheet: Board, *, seeks: bool) -> Callable[[Option], float]:
    """Return a function that weighs the moves of a chariot."""
    track, damage, pos, cap = ground.track, ground.damage, ground.pos, sheet.cap
    price = _price(damage)

    def weigh(option: Option) -> float:
        _plus, speed, (_path, end, at, _changes, lost, is_wrecked, _rams, wrecks, harm) = option
        if is_wrecked:
            return WRECKED
        found = price * lost - (at - pos) / SPACE
        if seeks:
            found -= 0.35 * harm + 0.8 * len(wrecks)
        if at > FINISH:
            return found - 3
        allowed = cap[damage - lost]
        return found - _prospect(track, end, speed if speed < allowed else allowed)

    return weigh


def _price(damage: int) -> float:
    """Return the price of a point of damage, with so many left."""
    return 0.7 if damage > 7 else 1.1 if damage >= 5 else 1.8


@cache
def _prospect(track: TrackName, square: Square, speed: int) -> float:
    """Return the worth of standing there with this speed for the next turn (15.4, v)."""
    distance, limit = first_limit(track)[square]
    if distance > speed:
        return 0.35 * speed
    return 0.35 * min(speed, limit + 1) - 0.5 * max(0, speed - limit - 2)


@cache
def first_limit(track: TrackName) -> Mapping[Square, tuple[int, int]]:
    """Return of each space the first numbered space or heap ahead in its lane: how far, in spaces, and its limit.

    A heap counts as a limit of 0.
    """
    limits = dict(LIMITS) | dict.fromkeys(heaps(track), 0)
    found: dict[Square, tuple[int, int]] = {}
    for start in SPACES:
        square, distance = AHEAD[start], 1
        while square not in limits and distance < _FAR:
            square, distance = AHEAD[square], distance + 1
        found[start] = distance, limits[square]
    return MappingProxyType(found)


def best(ground: Ground, sheet: Board, options: Sequence[Option], *, seeks: bool = False) -> tuple[float, Option]:
    """Return the move of the least J, and J; of equals the one that rule D prefers (15.3)."""
    worths = list(map(_weigher(ground, sheet, seeks=seeks), options))
    least = min(worths)
    return least, min([each for each, price in zip(options, worths, strict=True) if price == least], key=default_order)
