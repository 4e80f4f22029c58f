"""The game's words that several texts use: faces, lanes, figures, signs."""

from collections.abc import Iterable, Mapping, Sequence

from engine.chariot_race.data import Face

FACES: Mapping[Face, str] = {
    "plusminus": "±1",
    "sprint": "sprint",
    "steer": "steer",
    "attack": "attack",
    "fortuna": "fortuna",
}
"""The name of each face."""

SIGNS: Mapping[Face, str] = {"plusminus": "±1", "sprint": "⏩", "steer": "🔀", "attack": "⚔️", "fortuna": "☸️"}

MEANINGS: Mapping[Face, str] = {
    "plusminus": "one speed more or one less, you choose; it must be used",
    "sprint": "two speed more for 1 health; it must be used",
    "steer": "one lane change, if you like",
    "attack": "one caltrop or one javelin, if you like",
    "fortuna": "one fate",
}


def faces(dice: Iterable[Face]) -> str:
    """Return dice in a row, equal ones together, in the order in which they first show.

    >>> faces(("steer", "plusminus", "steer"))
    '🔀 steer ×2, ±1'
    """
    dice = tuple(dice)
    shown = []
    for face in dict.fromkeys(dice):
        times = dice.count(face)
        shown.append(named(face) + (f" ×{times}" if times > 1 else ""))
    return ", ".join(shown)


def named(face: Face) -> str:
    """Return a face's sign and word."""
    return SIGNS[face] if SIGNS[face] == FACES[face] else f"{SIGNS[face]} {FACES[face]}"


def signs(dice: Iterable[Face]) -> str:
    """Return dice as their signs.

    >>> signs(("steer", "plusminus"))
    '🔀 ±1'
    """
    return " ".join(SIGNS[face] for face in dice)


def numbers(dice: Sequence[int]) -> str:
    """Return dice, which count from 0, by the numbers that people read.

    >>> numbers((0, 2, 3))
    '1, 3, 4'
    """
    return ", ".join(str(die + 1) for die in dice)


def die_words(dice: int) -> str:
    return "1 die" if dice == 1 else f"{dice} dice"


def health(points: int) -> str:
    return f"{points} health"


def in_ten(chance: float) -> str:
    """Return a chance as people say it: in ten, or one in so many for a quarter and less.

    >>> [in_ten(chance) for chance in (1, 0.98, 0.7, 0.14, 0.04, 0.004, 0)]
    ['always', 'nearly always', '7 in 10', '1 in 7', '1 in 25', '1 in 250', 'never']
    """
    if chance >= 1 - 1e-9:
        return "always"
    if chance > _NEARLY:
        return "nearly always"
    if chance > _FEW:
        return f"{round(10 * chance)} in 10"
    if chance <= 1e-9:
        return "never"
    odds = 1 / chance
    step = next(step for most, step in ((20, 1), (50, 5), (150, 10), (float("inf"), 50)) if odds < most)
    return f"1 in {min(_RAREST, max(step, round(odds / step) * step))}"


_NEARLY, _FEW = 0.95, 0.25
_RAREST = 1000
