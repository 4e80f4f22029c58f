"""Dice that are still to fall: every outcome with its chance and its worth (9.1, 15.4)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from types import MappingProxyType

from engine.chariot_race.asks import ChooseReroll, Reroll
from engine.chariot_race.data import BOARDS, FACES, KINDS, BoardName, Face
from engine.chariot_race.silence import plan
from engine.chariot_race.track import TrackName
from engine.chariot_race.ways import Ground, Option, options
from engine.chariot_race.worth import best
from records.values import Square

Hand = tuple[Face, ...]
"""Faces of some dice, in the order of :data:`~engine.chariot_race.data.KINDS`."""


def sorted_hand(dice: Sequence[Face]) -> Hand:
    """Return dice in one order, so that the same faces are the same hand."""
    return _sorted(tuple(dice))


@lru_cache(maxsize=8192)
def _sorted(dice: Hand) -> Hand:
    return tuple(sorted(dice, key=KINDS.index))


@lru_cache(maxsize=8)
def falls(count: int) -> tuple[tuple[Hand, float], ...]:
    """Return every hand that so many dice (0 to 5) can show, with its chance; all chances are 1 together.

    >>> [(hand, round(36 * chance)) for hand, chance in falls(2) if "steer" in hand][2]
    (('steer', 'steer'), 4)
    """
    return tuple(_fallen(count))


def _fallen(count: int) -> Iterator[tuple[Hand, float]]:
    for hand in combinations_with_replacement(KINDS, count):
        orders = factorial(count) // prod(factorial(times) for times in Counter(hand).values())
        yield hand, orders * prod(FACES.count(face) for face in hand) / len(FACES) ** count


def after_reroll(dice: Sequence[Face], rolled: Sequence[int]) -> Iterator[tuple[Hand, float]]:
    """Yield every hand that comes of rolling some of the dice anew, with its chance."""
    kept = [face for die, face in enumerate(dice) if die not in rolled]
    for hand, chance in falls(len(rolled)):
        yield sorted_hand([*kept, *hand]), chance


def for_moving(dice: Sequence[Face]) -> Hand:
    """Return dice in one order, with attack faces as fortuna: for a move they are the same."""
    return _for_moving(tuple(dice))


@lru_cache(maxsize=8192)  # all orders in which five dice may lie are 3,905
def _for_moving(dice: Hand) -> Hand:
    return _sorted(tuple("fortuna" if face == "attack" else face for face in dice))


@lru_cache(maxsize=1024)
def best_of(ground: Ground, board: BoardName, speed: int, hand: Hand) -> tuple[float, Option]:
    """Return J of the best move that a hand :func:`for_moving` allows, and that move (15.4)."""
    sheet = BOARDS[board]
    return best(ground, sheet, options(ground, plan(ground, sheet, speed, hand)))


@lru_cache(maxsize=65_536)
def empty_worth(track: TrackName, board: BoardName, square: Square, damage: int, speed: int, hand: Hand) -> float:
    """Return the least J, a penalty in points, that a hand allows on a track that is empty but for its heaps (15.4)."""
    ground = Ground(track, square, 0, damage, (), (), (), (), 0)
    sheet = BOARDS[board]
    # Not kept with the moves: there are many more hands on an empty track than anybody looks at again.
    return best(ground, sheet, options(ground, plan(ground, sheet, speed, hand)))[0]


def best_reroll(ground: Ground, board: BoardName, speed: int, question: ChooseReroll) -> Reroll:
    """Return the dice that are best rolled anew, by J; of equals the fewest, and the first (15.4)."""
    dice = question.dice
    rolls = [rolled for count in range(len(dice) + 1) for rolled in combinations(range(len(dice)), count)]
    return Reroll(min(rolls, key=lambda rolled: kept_worth(ground, board, speed, dice, rolled)))


def kept_worth(ground: Ground, board: BoardName, speed: int, dice: Sequence[Face], rolled: Sequence[int]) -> float:
    """Return the mean J of the hands that come of rolling some of the dice anew."""
    kept = for_moving([face for die, face in enumerate(dice) if die not in rolled])
    return _mean_worths(ground, board, speed, len(dice))[kept]


_MOVING: Hand = tuple(face for face in KINDS if face != "attack")
"""Faces that differ for a move: attack counts as fortuna."""

_CHANCES = {face: [for_moving((each,)) for each in FACES].count((face,)) / len(FACES) for face in _MOVING}


@lru_cache(maxsize=64)
def _mean_worths(ground: Ground, board: BoardName, speed: int, count: int) -> Mapping[Hand, float]:
    """Return by the dice that are kept, all or some or none, the mean J of the hands that come of rolling the others.

    Die by die, so that hands share the work.
    """
    found: dict[Hand, float] = {}
    for hand in combinations_with_replacement(_MOVING, count):
        found[hand] = best_of(ground, board, speed, hand)[0]
    for size in range(count - 1, -1, -1):
        for hand in combinations_with_replacement(_MOVING, size):
            found[hand] = sum(chance * found[sorted_hand((*hand, face))] for face, chance in _CHANCES.items())
    return MappingProxyType(found)
