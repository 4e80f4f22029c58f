"""Series of Circus Maximus races: the rules know none, so this is a ruling (CM-31)."""

from collections.abc import Sequence
from fractions import Fraction

from engine.circus_maximus.position import allies
from engine.circus_maximus.position.progress import progress
from engine.circus_maximus.seen.views import ChariotView, RaceView
from engine.circus_maximus.words.options import Options
from engine.series import NoOptions, Result, Series
from records.values import EntryId


def _race_options(options: Options, _series: NoOptions, _number: int, _ranking: Sequence[EntryId]) -> Options:
    """Return the options of each race: those of all, for lanes are drawn anew (3.2)."""
    return options


def _sharing(options: Options) -> int:
    """Return how many chariots share a place: allies do (CM-32)."""
    return 2 if options.teams else 1


SERIES = Series(
    options=NoOptions,
    races=3,
    most=8,
    points=(6, 4, 3, 2, 1),
    rule="CM-31",
    race_options=_race_options,
    sharing=_sharing,
)


def results(view: RaceView) -> tuple[Result, ...]:
    """Return the ranking of a race from its last view: the places of 10.2 to 10.5, then chariots without a place.

    Of the latter the one that entered more corners is ahead, then the lower number. If none crossed the line, all go
    without a place. Allies share theirs (CM-32).
    """
    ranked = [chariot.entry for chariot in sorted(view.chariots, key=_rank)]
    has_places = view.final_turn or any(chariot.status == "finished" for chariot in view.chariots)
    placed = [entry for entry in ranked if has_places and is_placed(view.chariot(entry))]
    places = dict(allies.places(placed, {chariot.entry: chariot.ally for chariot in view.chariots}))
    rest = [entry for entry in ranked if entry not in places]
    return (*(Result(entry, place) for entry, place in places.items()), *(Result(entry, None) for entry in rest))


def is_placed(chariot: ChariotView) -> bool:
    """Tell whether a chariot has its own rank: its driver is in the car, or alive behind their team (13.2, 16.4)."""
    is_running = chariot.status in ("racing", "runaway") and chariot.square is not None
    is_driven = chariot.driver == "in car" or (chariot.driver == "dragged" and chariot.hits > 0)
    return is_driven and (is_running or chariot.status == "finished")


def out(view: RaceView) -> tuple[EntryId, ...]:
    """Return the chariots that can take no place any more; before the lanes are drawn, none."""
    return tuple(each.entry for each in view.chariots if _is_out(each))


def _is_out(chariot: ChariotView) -> bool:
    has_begun = chariot.square is not None or chariot.status != "racing"
    return has_begun and chariot.status != "finished" and not is_placed(chariot)


def _rank(chariot: ChariotView) -> tuple[int, int, Fraction, int]:
    lane = chariot.lane or 0
    if not is_placed(chariot):
        return 2, -chariot.corners, Fraction(), chariot.entry
    if chariot.status == "finished":
        drawn = chariot.order or 1_000  # the undrawn last (CM-9)
        return 0, -chariot.factors_left, Fraction(drawn), lane
    assert chariot.square is not None
    segment, part = progress(chariot.corners, chariot.square)
    return 1, -segment, -part, lane
