"""Who lies where, and how far apart."""

from collections.abc import Sequence
from fractions import Fraction

from engine.circus_maximus.position.progress import progress
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.seen.series import results
from engine.circus_maximus.seen.views import ChariotView, RaceView
from renderers.scene import Standing

_MEASURED_IN = 3  # the lane whose squares distances in corners are counted in


def standings(view: RaceView) -> Sequence[Standing]:
    """Return how all chariots stand, leader first, as the race would be ranked if it ended now (10.2 to 10.5)."""
    ranked = [view.chariot(result.entry) for result in results(view)]
    places = {result.entry: result.place for result in results(view)} if view.is_over else {}
    first = next((chariot for chariot in ranked if chariot.square is not None), None)
    lead = squares_run(first) if first is not None else None
    told = []
    for number, chariot in enumerate(ranked, start=1):
        run = squares_run(chariot)
        behind = None if run is None or lead is None else max(0, round(lead - run))
        place = places.get(chariot.entry) if view.is_over else None if fate_of(chariot) == "out" else number
        told.append(Standing(chariot.entry, chariot.colour, place, behind, fate_of(chariot)))
    return told


def squares_run(chariot: ChariotView) -> Fraction | None:
    """Return how far a chariot has come since the start, in squares of lane 3; ``None`` while not on the track."""
    if chariot.square is None:
        return None
    segment, part = progress(chariot.corners, chariot.square)
    lengths = [section.squares[_MEASURED_IN - 1] for section in TRACK.data.sections]
    rounds, rest = divmod(segment, len(lengths))
    return rounds * sum(lengths) + sum(lengths[:rest]) + part * lengths[rest]


def fate_of(chariot: ChariotView) -> str:
    """Return in a word what has become of a chariot; nothing while it simply races."""
    match chariot.status:
        case "finished":
            return "home"
        case "racing":
            return ""
        case "runaway":
            return "dragged" if chariot.driver == "dragged" else "runaway"
        case _:
            return "out"
