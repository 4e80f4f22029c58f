"""Series of Circus Maximus races: the rules know none, so this is a ruling (CM-31)."""

from collections.abc import Sequence
from fractions import Fraction

from engine.circus_maximus.finish import progress
from engine.circus_maximus.state import Options
from engine.circus_maximus.views import ChariotView, RaceView
from engine.series import NoOptions, Result, Series
from engine.values import EntryId


def _race_options(options: Options, _series: NoOptions, _number: int, _ranking: Sequence[EntryId]) -> Options:
    """Return the options of each race: those of all, for lanes are drawn anew (3.2)."""
    return options


SERIES = Series(options=NoOptions, races=3, most=8, points=(6, 4, 3, 2, 1), rule="CM-31", race_options=_race_options)


def results(view: RaceView) -> tuple[Result, ...]:
    """Return how a race ended, from its last view: the places of 10.2 to 10.5; behind them who is out.

    Of those who are out, who entered more corners is ahead, then the lower number. Without a winner nobody has a place.
    """
    has_winner = any(chariot.status == "finished" for chariot in view.chariots)
    ranked = sorted(view.chariots, key=_rank)
    return tuple(
        Result(chariot.entry, place if has_winner and chariot.status != "out" else None)
        for place, chariot in enumerate(ranked, start=1)
    )


def _rank(chariot: ChariotView) -> tuple[int, int, Fraction, int]:
    lane = chariot.lane or 0
    match chariot.status:
        case "finished":
            drawn = chariot.order or 1_000  # the undrawn last (CM-9)
            return 0, -chariot.factors_left, Fraction(drawn), lane
        case "racing" if chariot.square is not None:
            segment, part = progress(chariot.corners, chariot.square)
            return 1, -segment, -part, lane
    return 2, -chariot.corners, Fraction(), chariot.entry
