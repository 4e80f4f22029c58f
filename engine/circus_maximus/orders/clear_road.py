"""The way that needs no question: a clear road, and no other way that is nearly as good (6.2, S-80)."""

from collections.abc import Iterator, Sequence

from engine.circus_maximus.orders.advice import Way, good_ways
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.seen.forecast import Forecast, forecast
from engine.circus_maximus.seen.views import ChariotView, RaceView
from engine.circus_maximus.words.asks import Brake, Forward, NextAction
from engine.game import Followed
from engine.questions import Ask
from engine.track import SIDES
from records.values import Square

MOST_DANGER = 5
"""The chance to turn over, in per cent, from which a way is shown before it is taken."""


def only_way(view: RaceView, ask: Ask) -> Followed | None:
    """Return the next step of the only sensible way on a clear road; ``None`` where there is something to decide."""
    question, own = ask.question, view.chariot(ask.entry)
    assert isinstance(question, NextAction)
    if question.attacks or question.may_run_into or own.square is None or own.crossing is not None:
        return None
    ways = good_ways(view, ask)
    if not _is_plain(ways):
        return None
    seen = forecast(view, ask, ways[0].steps)
    is_dangerous = seen.flips is not None or seen.flip_percent >= MOST_DANGER
    is_only = not is_dangerous and is_clear(view, own, seen)
    return Followed(ways[0].steps[0], "line-only") if is_only else None


def _is_plain(ways: Sequence[Way]) -> bool:
    """Tell whether the best way leads straight on, or, if there is no other, over a lane at most; it burns nothing."""
    if not ways or any(isinstance(step, Brake) for step in ways[0].steps):
        return False
    changes = sum(not isinstance(step, Forward) for step in ways[0].steps)
    return changes <= (1 if len(ways) == 1 else 0)


def is_clear(view: RaceView, own: ChariotView, seen: Forecast) -> bool:
    """Tell whether nobody and nothing is within reach of a way: on it, beside it, or just beyond it."""
    assert own.square is not None
    reach = {each for square in seen.path for each in _around(square)}
    others = (square for each in view.chariots if each.entry != own.entry for square in _squares(each))
    return reach.isdisjoint(others) and reach.isdisjoint(each.square for each in view.obstacles)


def _around(square: Square) -> Iterator[Square]:
    yield square
    yield TRACK.ahead[square]
    yield from (TRACK.beside[side][square] for side in SIDES if square in TRACK.beside[side])


def _squares(chariot: ChariotView) -> Iterator[Square]:
    yield from (each for each in (chariot.square, chariot.car_square, chariot.driver_square) if each is not None)
