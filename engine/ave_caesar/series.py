"""A tournament of Ave Caesar: one to four races (9.1, 9.2, 10, 11.1)."""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from engine.ave_caesar.data import POINTS, RACES
from engine.ave_caesar.rules.setup import clockwise_from
from engine.ave_caesar.state import Options
from engine.ave_caesar.views import RaceView
from engine.series import Result, Series
from records.values import EntryId

StartOrder = Literal["loser-first", "winner-first"]


class SeriesOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a tournament (4)."""

    start_order: Annotated[
        StartOrder,
        Meta(
            description="Who starts first in the next race: the loser of the last one, or its winner",
            extra={
                "meanings": {
                    "loser-first": "The loser of the last race starts first in the next",
                    "winner-first": "The winner of the last race starts first in the next",
                }
            },
        ),
    ] = "loser-first"


def race_options(options: Options, series: SeriesOptions, number: int, ranking: Sequence[EntryId]) -> Options:
    """Return the options of each race: course and direction follow from its number (9.2), the start from the ranking.

    :param ranking: of the race before, first to last, without non-player chariots; empty for the first race.
    """
    positions = _positions(series.start_order, ranking) if ranking else ()
    return msgspec.structs.replace(options, race_number=number, positions=positions)


def _positions(how: StartOrder, ranking: Sequence[EntryId]) -> tuple[EntryId, ...]:
    """Return the start positions, position 1 first (11.1): seats are clockwise in entry order."""
    return tuple(ranking) if how == "winner-first" else clockwise_from(ranking[-1], sorted(ranking))


SERIES = Series(
    options=SeriesOptions,
    races=RACES[-1],
    most=RACES[-1],
    points=POINTS,
    rule="9.1",
    race_options=race_options,
)


def results(view: RaceView) -> tuple[Result, ...]:
    """Return how a race ended, from its last view: finishers by place, then who was farther when they went out (A13).

    Non-player chariots are left out; a place that one has taken gives no points to anybody (11.2).
    """
    removed = sorted(view.removed, key=lambda entry: _left(view, entry), reverse=True)
    racing = [each.entry for each in view.ranked() if each.status == "racing"]  # as a lesson ends
    ranking = [view.chariot(entry) for entry in (*view.finished, *racing, *removed)]
    return tuple(Result(chariot.entry, chariot.place) for chariot in ranking if not chariot.is_nonplayer)


def _left(view: RaceView, entry: EntryId) -> tuple[int, int]:
    return view.chariot(entry).left_at or 0, view.removed.index(entry)


def out(view: RaceView) -> tuple[EntryId, ...]:
    """Return the chariots that can take no place any more."""
    return tuple(each.entry for each in view.chariots if each.status == "out")
