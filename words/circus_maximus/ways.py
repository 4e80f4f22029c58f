"""A way and its end in words, as a driver would say it: past whom, into which lane, how far from the corner."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from engine.circus_maximus.house.lines import squares_driven
from engine.circus_maximus.position.progress import is_corner_after
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.seen.forecast import Forecast
from engine.circus_maximus.seen.risks import CornerRisk
from engine.circus_maximus.seen.views import ChariotView, RaceView
from records.values import Square
from words.shared.telling import count, joined

Who = Callable[[ChariotView], str]
"""How a chariot is called."""

_CLOSE = 3
"""Squares ahead of its end in which a way is behind somebody."""

_MOST_NAMED = 2


def to_corner(square: Square) -> tuple[int, Square]:
    """Return how many squares lead to the next corner square, 0 while any part is in one, and that square."""
    if square not in TRACK.limit and TRACK.behind[square] in TRACK.limit:
        return 0, TRACK.behind[square]
    away = 0
    while square not in TRACK.limit:
        square, away = TRACK.ahead[square], away + 1
    return away, square


def where(square: Square) -> str:
    """Return where a square is, told by the corner.

    >>> where(Square("A22.5")), where(Square("A33.3")), where(Square("D9.6"))
    ('12 squares before the corner', 'a square before the corner', 'in the corner')
    """
    away, _ = to_corner(square)
    if not away:
        return "in the corner"
    return f"{count(away, 'square') if away > 1 else 'a square'} before the corner"


def way_told(view: RaceView, own: ChariotView, seen: Forecast, burnt: int, who: Who) -> str:
    """Return a way by what it does: ``past Green into lane 2, 11 squares before the corner``."""
    assert own.square is not None
    lane, was = TRACK.lane[seen.end], TRACK.lane[own.square]
    passed, ahead = _passed(view, own, seen), _ahead(view, own, seen.end)
    parts = [f"past {_named(passed, who)}"] if passed else []
    parts += [f"behind {who(ahead)}"] if ahead is not None and not passed else []
    parts += ["on"] if lane == was and not parts else []
    into = f"into lane {lane}" if lane != was else f"in lane {lane}"
    end = "over the line" if seen.crosses_line else where(seen.end)
    cost = [f"burns {burnt} endurance"] if burnt else []
    return ", ".join([" ".join([*parts, into]), end, *cost])


def _named(chariots: Sequence[ChariotView], who: Who) -> str:
    named = [who(each) for each in chariots[:_MOST_NAMED]]
    more = len(chariots) - len(named)
    return joined([*named, *([f"{more} more"] if more else [])])


def _passed(view: RaceView, own: ChariotView, seen: Forecast) -> list[ChariotView]:
    """Return those who are ahead now and will be behind, as they stand, the nearest to its end first."""
    assert own.square is not None
    end = squares_driven(own.corners + _corners(own, seen), seen.end)
    now = squares_driven(own.corners, own.square)
    found = [
        (place, each) for each in _others(view, own) if each.square
        if now <= (place := squares_driven(each.corners, each.square)) < end and not _was_behind(own, each, now, place)
    ]  # fmt: skip
    return [each for _, each in sorted(found, key=lambda pair: -pair[0])]


def _was_behind(own: ChariotView, other: ChariotView, now: int, place: int) -> bool:
    """Tell whether one who is about level now is not ahead: squares of a corner are abreast by their part of it."""
    assert own.square is not None
    assert other.square is not None
    return place == now and TRACK.front[other.square] <= TRACK.front[own.square]


def _corners(own: ChariotView, seen: Forecast) -> int:
    """Return how many corners a way enters."""
    way, corners = (own.square, *seen.path), own.corners
    for before, now in pairwise(way):
        corners += before is not None and now is not None and is_corner_after(corners, before, now)
    return corners - own.corners


def _others(view: RaceView, own: ChariotView) -> Iterator[ChariotView]:
    yield from (each for each in view.chariots if each.entry != own.entry and each.square is not None)


def _ahead(view: RaceView, own: ChariotView, end: Square) -> ChariotView | None:
    """Return who is close ahead in the lane where a way ends."""
    by_square = {square: each for each in _others(view, own) for square in (each.square, each.car_square)}
    for _ in range(_CLOSE):
        end = TRACK.ahead[end]
        if end in by_square:
            return by_square[end]
    return None


def strain_told(own: ChariotView, seen: Forecast) -> str:
    """Return what a way does in the corner, in short: ``safe through the corner``, or how far it is from it."""
    over = max((risk.points for risk in seen.risks if isinstance(risk, CornerRisk)), default=0)
    if seen.flips:
        return "turns you over"
    crash = f", {seen.flip_percent} % crash" if seen.flip_percent else ""
    if over:
        return f"{over} over in the corner{crash}"
    if crash:
        return crash.removeprefix(", ")
    if seen.crosses_line:
        return "over the line"
    if seen.end in TRACK.limit:
        return "safe in the corner"
    is_past = any(square in TRACK.limit for square in (own.square, *seen.path))
    return "safe through the corner" if is_past else where(seen.end)
