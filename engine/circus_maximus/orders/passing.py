"""Whom a way passes, and the places that it gains (10.1)."""

from collections.abc import Iterator
from itertools import pairwise

from engine.circus_maximus.house.lines import squares_driven
from engine.circus_maximus.position.progress import is_corner_after
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.seen.forecast import Forecast
from engine.circus_maximus.seen.views import ChariotView, RaceView


def passed_by(view: RaceView, own: ChariotView, seen: Forecast) -> list[ChariotView]:
    """Return those who are ahead now and will be behind, as they stand, the nearest to its end first."""
    assert own.square is not None
    end = squares_driven(_corners(own, seen), seen.end)
    now = squares_driven(own.corners, own.square)
    found = [
        (place, each) for each in others(view, own) if each.square
        if now <= (place := squares_driven(each.corners, each.square)) < end and not _was_behind(own, each, now, place)
    ]  # fmt: skip
    return [each for _, each in sorted(found, key=lambda pair: -pair[0])]


def _was_behind(own: ChariotView, other: ChariotView, now: int, place: int) -> bool:
    """Tell whether one who is about level now is not ahead: squares of a corner are abreast by their part of it."""
    assert own.square is not None
    assert other.square is not None
    return place == now and TRACK.front[other.square] <= TRACK.front[own.square]


def _corners(own: ChariotView, seen: Forecast) -> int:
    """Return how many corners a chariot will be credited with at the end of a way (3.7)."""
    way, corners = (own.square, *seen.path), own.corners
    for before, now in pairwise(way):
        corners += before is not None and now is not None and is_corner_after(corners, before, now)
    return corners


def others(view: RaceView, own: ChariotView) -> Iterator[ChariotView]:
    """Yield the others on the track."""
    yield from (each for each in view.chariots if each.entry != own.entry and each.square is not None)


def places_gained(view: RaceView, own: ChariotView, seen: Forecast) -> int:
    """Return the places gained by a way if all others go as far as in their last turn; below 0 they are lost."""
    assert own.square is not None
    now, end = squares_driven(own.corners, own.square), squares_driven(_corners(own, seen), seen.end)
    places = [(squares_driven(each.corners, each.square), each.last_speed) for each in others(view, own) if each.square]
    return sum(place > now for place, _ in places) - sum(place + speed > end for place, speed in places)
