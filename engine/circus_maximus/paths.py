"""Which squares teams went through, read from the facts; for the pictures."""

from collections.abc import Mapping, Sequence

from engine.circus_maximus import facts as told
from engine.circus_maximus.data import TRACK
from engine.circus_maximus.views import RaceView
from engine.game import Fact
from engine.values import EntryId, Square


def paths(before: RaceView, facts: Sequence[Fact]) -> Mapping[EntryId, tuple[Square, ...]]:
    """Return each team's way through *facts*, from where it stood *before*; those that did not move are left out."""
    ways = {chariot.entry: [chariot.square] for chariot in before.chariots if chariot.square is not None}
    for fact in facts:
        match fact:
            case told.Moved(entry, squares, to) if entry in ways:
                ways[entry] += _straight_to(to, squares)
            case (
                told.LaneChanged(entry, _, to)
                | told.Sideslipped(entry, _, to)
                | told.BrakedBack(entry, to)
                | told.Evaded(entry, _, to)
            ) if entry in ways:
                ways[entry].append(to)
    return {entry: tuple(way) for entry, way in ways.items() if len(way) > 1}


def _straight_to(to: Square, squares: int) -> list[Square]:
    """Return the last *squares* squares that lead straight to *to*, itself among them."""
    way = [to]
    while len(way) < squares:
        way.append(TRACK.behind[way[-1]])
    return way[::-1]
