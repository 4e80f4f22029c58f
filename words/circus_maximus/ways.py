"""A way and its end in words, as a driver would say it: past whom, into which lane, how far from the corner."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import ceil

from engine.circus_maximus.orders.passing import others, passed_by
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.seen.forecast import Forecast
from engine.circus_maximus.seen.risks import CornerRisk
from engine.circus_maximus.seen.views import ChariotView, RaceView
from records.values import Lane, Square
from words.circus_maximus.in_short import DANGEROUS, chance_percent, worst_told
from words.shared.telling import capital, count, joined

Who = Callable[[ChariotView], str]
"""How a chariot is called."""

_CLOSE = 3
"""Squares ahead of its end in which a way is behind somebody."""

_MOST_NAMED = 2

_NUMBERS: Mapping[int, str] = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}
"""Spelled out, as each chariot has a number."""


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


def way_told(view: RaceView, own: ChariotView, seen: Forecast, who: Who) -> str:
    """Return a way by what it does: ``past Green into lane 2, 11 squares before the corner``."""
    named = [*_meeting(view, own, seen, who, _named), _lane(own, seen)]
    return f"{' '.join(named)}, {'over the line' if seen.crosses_line else where(seen.end)}"


def way_in_short(view: RaceView, own: ChariotView, seen: Forecast, *, is_tight: bool = False) -> str:
    """Return the same for a button, rivals by their colours: ``past Green into lane 2``; if tight without the lane."""
    named = _meeting(view, own, seen, lambda each: capital(each.colour), _counted)
    return " ".join(named if named and is_tight else [*named, _lane(own, seen)])


def _lane(own: ChariotView, seen: Forecast) -> str:
    assert own.square is not None
    lane = TRACK.lane[seen.end]
    return f"in lane {lane}" if lane == TRACK.lane[own.square] else f"into lane {lane}"


def _meeting(
    view: RaceView, own: ChariotView, seen: Forecast, who: Who, named: Callable[[Sequence[ChariotView], Who], str]
) -> list[str]:
    """Return whom a way passes, else behind whom it ends; on an empty road that it goes on, if the lane stays."""
    assert own.square is not None
    passed, ahead = passed_by(view, own, seen), _ahead(view, own, seen.end)
    if passed:
        return [f"past {named(passed, who)}"]
    if ahead is not None:
        return [f"behind {who(ahead)}"]
    return ["on"] if TRACK.lane[seen.end] == TRACK.lane[own.square] else []


def _counted(chariots: Sequence[ChariotView], who: Who) -> str:
    return who(chariots[0]) if len(chariots) == 1 else _NUMBERS.get(len(chariots), "many")


def _named(chariots: Sequence[ChariotView], who: Who) -> str:
    named = [who(each) for each in chariots[:_MOST_NAMED]]
    more = len(chariots) - len(named)
    return joined([*named, *([f"{more} more"] if more else [])])


def _ahead(view: RaceView, own: ChariotView, end: Square) -> ChariotView | None:
    """Return who is close ahead in the lane where a way ends."""
    by_square = {square: each for each in others(view, own) for square in (each.square, each.car_square)}
    for _ in range(_CLOSE):
        end = TRACK.ahead[end]
        if end in by_square:
            return by_square[end]
    return None


def strain_told(own: ChariotView, seen: Sequence[Forecast]) -> str:
    """Return the end of a way for a button: its risk in the corner, or how near to it the way stops.

    It names the lane in which the corner is taken, unless that is the present one: another lane has another safe speed.

    :param seen: the way by each face of the whip's die, each as likely as the others; one without the whip.
    """
    if all(each.flips for each in seen):
        return "turns you over"
    lane = _lane_of_corner(own, seen)
    risk = _risk(seen, is_tight=lane is not None or len(seen) > 1)
    if lane is not None:
        return f"lane {lane}, {risk or 'safe'}"
    ends = {_ending(own, each) for each in seen}
    if risk or (len(seen) > 1 and not ends <= _ALIKE):
        return risk or "safe"
    return ends.pop() if len(ends) == 1 else "safe"


def _lane_of_corner(own: ChariotView, seen: Sequence[Forecast]) -> Lane | None:
    """Return the lane in which a way comes to the corner; ``None`` for the present one, or if the whip decides."""
    assert own.square is not None
    lanes = set[Lane]()
    for each in seen:
        tried = [risk.lane for risk in each.risks if isinstance(risk, CornerRisk)]
        in_corner = [TRACK.lane[square] for square in each.path if square in TRACK.limit]
        lanes.update((tried or in_corner)[:1])
    lane = lanes.pop() if len(lanes) == 1 else None
    return None if lane == TRACK.lane[own.square] or any(each.crosses_line for each in seen) else lane


def _risk(seen: Sequence[Forecast], *, is_tight: bool) -> str:
    """Return the worst that may come of a way, with its chance: a crash, a hurt horse, a slip; empty if nothing may."""
    over = max((risk.points for each in seen for risk in each.risks if isinstance(risk, CornerRisk)), default=0)
    flip_chance = sum((each.flip_chance for each in seen), Fraction()) / len(seen)
    worst = f"{chance_percent(flip_chance)} crash" if flip_chance else worst_told(seen)
    is_small = over and not is_tight and ceil(100 * flip_chance) < DANGEROUS
    return f"{over} over, {worst}" if is_small else worst


def _ending(own: ChariotView, seen: Forecast) -> str:
    """Return where a way without a risk ends; empty if that is far from the corner."""
    if seen.crosses_line:
        return "over the line"
    if seen.end in TRACK.limit:
        return "safe in the corner"
    if any(square in TRACK.limit for square in (own.square, *seen.path)):
        return "clears the corner"
    away = to_corner(seen.end)[0]
    return f"stops {away} before corner" if away <= _NEAR else ""


_ALIKE = {"", "safe in the corner", "clears the corner", "over the line"}
"""Ends of which the whip's die changes nothing that a button counts."""

_NEAR = 3
"""Squares before the corner that a button counts."""
