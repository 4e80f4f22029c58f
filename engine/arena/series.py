"""A cup of matches: a win gives points, a draw none (D.11)."""

from collections.abc import Sequence

from engine.arena.scores import ranked
from engine.arena.state import Options
from engine.arena.views import MatchView
from engine.series import NoOptions, Result, Series
from records.values import EntryId


def race_options(options: Options, series: NoOptions, number: int, ranking: Sequence[EntryId]) -> Options:
    """Return the options of each match: the host's."""
    del series, number, ranking
    return options


def _sharing(options: Options) -> int | None:
    """Return how many men may share a place: all of a side."""
    return {"one": 1, "two": 2, "three": 3, "melee": 1}[options.sides]


SERIES = Series(
    options=NoOptions, races=3, most=8, points=(3, 1), rule="D.11", race_options=race_options, sharing=_sharing
)


def results(view: MatchView) -> tuple[Result, ...]:
    """Return how a match ended, from its last view: nobody has a place in a draw."""
    return tuple(Result(entry, place) for entry, place in ranked(view))


def out(view: MatchView) -> tuple[EntryId, ...]:
    """Return the men who fight no more: fallen, spared or dead."""
    return tuple(each.entry for each in view.fighters if each.status in {"fallen", "spared", "dead"})
