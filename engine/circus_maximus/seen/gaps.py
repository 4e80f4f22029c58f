"""How far chariots lie apart, in squares, as everybody sees it."""

from fractions import Fraction

from engine.circus_maximus.position.progress import progress
from engine.circus_maximus.printed.tables import CORNERS, TRACK
from engine.circus_maximus.seen.views import ChariotView, RaceView

_MEASURED_IN = 3
"""The lane whose squares distances in corners are counted in."""

_LENGTHS = tuple(section.squares[_MEASURED_IN - 1] for section in TRACK.data.sections)


def squares_run(view: RaceView, chariot: ChariotView) -> Fraction | None:
    """Return how far a chariot has come since the start, in squares of lane 3; ``None`` while not on the track.

    For those who are home what they had left counts as if they had driven on.
    """
    if chariot.status == "finished":
        return squares_before(2 * view.laps * len(CORNERS) - 1, Fraction(0)) + chariot.factors_left
    if chariot.square is None:
        return None
    return squares_before(*progress(chariot.corners, chariot.square))


def squares_before(segment: int, part: Fraction) -> Fraction:
    """Return how many squares of lane 3 lie before a place, given as :func:`progress` does."""
    rounds, rest = divmod(segment, len(_LENGTHS))
    return rounds * sum(_LENGTHS) + sum(_LENGTHS[:rest]) + part * _LENGTHS[rest]


def gap(view: RaceView, ahead: ChariotView, behind: ChariotView) -> int | None:
    """Return how many squares one chariot is ahead of another, 0 or more; ``None`` if one is out of the race."""
    first, second = squares_run(view, ahead), squares_run(view, behind)
    return None if first is None or second is None else max(0, round(first - second))
