"""A series of races: one to eight, the tracks in turn (20)."""

from collections.abc import Sequence

import msgspec

from engine.chariots_of_rome.printed.board import TRACK_NAMES
from engine.chariots_of_rome.printed.data import MOST_RACES, POINTS, RACES
from engine.chariots_of_rome.seen.views import RaceView
from engine.chariots_of_rome.words.options import Options
from engine.series import NoOptions, Result, Series
from records.values import EntryId


def race_options(options: Options, _series: NoOptions, number: int, ranking: Sequence[EntryId]) -> Options:
    """Return the options of each race: its track, in turn where the host names none (20).

    A track that does not take the field is left out.

    :param ranking: of the race before; its length is the size of the field. Before the first race it is not known.
    """
    if options.track is not None:
        return options
    fit = [name for name in TRACK_NAMES if msgspec.structs.replace(options, track=name).places >= len(ranking)]
    return msgspec.structs.replace(options, track=fit[(number - 1) % len(fit)])


SERIES = Series(
    options=NoOptions,
    races=RACES,
    most=MOST_RACES,
    points=POINTS,
    rule="20",
    race_options=race_options,
)


def results(view: RaceView) -> tuple[Result, ...]:
    """Return how a race ended, from its last view: by place, then those out, the last one first (13, R65)."""
    return tuple(Result(chariot.entry, chariot.place) for chariot in view.ranked())


def out(view: RaceView) -> tuple[EntryId, ...]:
    """Return the chariots that can take no place any more."""
    return tuple(each.entry for each in view.chariots if each.out is not None)
