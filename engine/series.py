"""Series of races: their contract with a ruleset, and standings from the races' results.

Places give points, and the faction with the most after the last race wins. At equal points more first places win, then
more second places, and so on; then the better rank in the last race.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from records.values import EntryId, Faction

Options = TypeVar("Options", bound=msgspec.Struct)
SeriesOptions = TypeVar("SeriesOptions", bound=msgspec.Struct)


class Result(msgspec.Struct, frozen=True):
    """How one chariot ended a race."""

    entry: EntryId
    place: int | None  # 1 first; none if no points are given for it, whatever its rank


def _never(_series: object) -> bool:
    """Return that start places follow from the race before, if from anything: most games."""
    return False


def _alone(_options: object) -> int:
    """Return that each place of a race is one chariot's: most games."""
    return 1


@dataclass(frozen=True)
class Series(Generic[Options, SeriesOptions]):
    """The rules of a series of races of one ruleset."""

    options: type[SeriesOptions]  # what the host may choose for the whole series; every field has a default
    races: int  # as recommended
    most: int  # races
    points: tuple[int, ...]  # by place, of the first place first; places beyond give none
    rule: str
    race_options: Callable[[Options, SeriesOptions, int, Sequence[EntryId]], Options]
    """From the host's options for races and for the series, a race's number (1 first), and the ranking of the race
    before it (first to last; empty for the first race): the options of that race."""
    counts_best: bool = False  # whether a faction counts with its best chariot alone, not with all it has
    by_standings: Callable[[SeriesOptions], bool] = _never
    """Whether the ranking that a race's options are made from is that of the standings, not of the race before."""
    sharing: Callable[[Options], int | None] = _alone
    """How many chariots may share a place of a race: one in most games; ``None`` for any number."""

    def points_for(self, place: int | None) -> int:
        """Return the points of a place, 1 first; 0 beyond the last that gives any, and for no place."""
        return self.points[place - 1] if place is not None and place <= len(self.points) else 0


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """For a series of which nothing is to be chosen."""


class Score(msgspec.Struct, frozen=True):
    """A faction's result in one race."""

    place: int | None  # the best of its chariots
    points: int  # those that the host gave or took after it included


class Standing(msgspec.Struct, frozen=True):
    """How a faction stands in a series."""

    rank: int  # 1 first; shared ranks leave out the next
    faction: Faction
    scores: tuple[Score, ...]  # one for each race that is over

    @property
    def total(self) -> int:
        """The points of all races that are over."""
        return sum(score.points for score in self.scores)


class Outcome(msgspec.Struct, frozen=True):
    """A race of a series that is over."""

    results: tuple[Result, ...]  # first to last
    factions: Mapping[EntryId, Faction]  # whose each chariot was; one that nobody drove is not in it
    corrections: Mapping[Faction, int] = {}  # points that the host gave after it, or took if below 0

    def of(self, faction: Faction) -> list[tuple[int, int | None]]:
        """Return rank and place of each of a faction's chariots, the best first."""
        return [
            (rank, result.place)
            for rank, result in enumerate(self.results, start=1)
            if self.factions.get(result.entry) == faction
        ]


def standings(series: Series[Any, Any], factions: Sequence[Faction], races: Sequence[Outcome]) -> list[Standing]:
    """Return how *factions* stand after *races*, in the order these were run; the first first."""
    scores = {faction: tuple(_score(series, faction, race) for race in races) for faction in factions}
    keys = {faction: _key(series, faction, races) for faction in factions}
    ordered = sorted(factions, key=lambda faction: (keys[faction], faction))
    rank_of = {keys[faction]: rank for rank, faction in reversed([*enumerate(ordered, start=1)])}
    return [Standing(rank_of[keys[faction]], faction, scores[faction]) for faction in ordered]


def ranking(
    series: Series[Any, SeriesOptions], chosen: SeriesOptions, factions: Sequence[Faction], races: Sequence[Outcome]
) -> list[EntryId]:
    """Return the ranking from which the options of the next race are made, first to last; empty before the first one.

    By the standings, a faction's chariots stand together, as the last race has ranked them.
    """
    if not races:
        return []
    last = [result.entry for result in races[-1].results]
    if not series.by_standings(chosen):
        return last
    rank = {standing.faction: standing.rank for standing in standings(series, factions, races)}
    owners = races[-1].factions
    return sorted(last, key=lambda entry: rank[owners[entry]] if entry in owners else len(last))


def tally(series: Series[Any, Any], faction: Faction, races: Sequence[Outcome], places: int) -> tuple[int, ...]:
    """Return a faction's tally: points, number of first places, of second places ... The last race breaks later ties.

    :param places: how many places to count.

    The greater tally is ahead. The tally of several races is the sum of their tallies, item by item.
    """
    points = sum(_score(series, faction, race).points for race in races)
    mine = [place for race in races for place in _counted(series, race.of(faction))]
    return points, *(mine.count(place) for place in range(1, places + 1))


def _score(series: Series[Any, Any], faction: Faction, race: Outcome) -> Score:
    places = _counted(series, race.of(faction))
    won = sum(series.points_for(place) for place in places)
    return Score(min(places, default=None), won + race.corrections.get(faction, 0))


def _counted(series: Series[Any, Any], runs: Sequence[tuple[int, int | None]]) -> list[int]:
    """Return the places with which a faction counts in a race, the best first."""
    places = [place for _, place in runs if place is not None]
    return places[:1] if series.counts_best else places


def _key(series: Series[Any, Any], faction: Faction, races: Sequence[Outcome]) -> tuple[tuple[int, ...], int]:
    """Return the key that orders factions, the first first: their tally, then the rank in the last race."""
    most = max((len(race.results) for race in races), default=0)
    last = min((rank for rank, _ in races[-1].of(faction)), default=most + 1) if races else 0
    return tuple(-each for each in tally(series, faction, races, most)), last
