"""A series of Chariot Races: one to eight (16)."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from engine.chariot_race.data import MOST_RACES, POINTS, RACES
from engine.chariot_race.state import Options
from engine.chariot_race.track import TrackName
from engine.chariot_race.views import RaceView
from engine.series import Result, Series
from records.values import EntryId

IN_TURN: tuple[TrackName, ...] = ("AA", "BB", "AB", "BA")
"""Tracks of a series, unless the host names one (16)."""


class SeriesOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a series."""

    even_slots: Annotated[
        bool, Meta(description="Start slots by the standings in reverse, whatever the boards; else by the last race")
    ] = False


def race_options(options: Options, series: SeriesOptions, number: int, ranking: Sequence[EntryId]) -> Options:
    """Return the options of each race: its track, and the start slots (16).

    After the first race the last of the ranking starts in slot 1. With black boards players draft boards and slots,
    unless slots are to be evened out; the draft begins a seat later in each race.

    :param ranking: first to last: of the race before, or of the standings if slots are evened out; empty before the
        first.
    """
    is_placed = options.boards == "white" or series.even_slots
    return msgspec.structs.replace(
        options,
        track=options.track or IN_TURN[(number - 1) % len(IN_TURN)],
        positions=tuple(reversed(ranking)) if is_placed else (),
        draft_seat=number - 1,
    )


SERIES = Series(
    options=SeriesOptions,
    races=RACES,
    most=MOST_RACES,
    points=POINTS,
    rule="16",
    race_options=race_options,
    counts_best=True,
    by_standings=lambda series: series.even_slots,
    sharing=lambda _options: None,  # equal positions share a place (R15)
)


def results(view: RaceView) -> tuple[Result, ...]:
    """Return how a race ended, from its last view: the living by place, then wrecks, the later one first (10)."""
    return tuple(Result(chariot.entry, chariot.place) for chariot in view.ranked())


def out(view: RaceView) -> tuple[EntryId, ...]:
    """Return the chariots that can take no place any more."""
    return tuple(each.entry for each in view.chariots if each.wrecked_at is not None)
