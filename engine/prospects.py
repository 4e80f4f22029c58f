"""Ranks that factions can still reach in a series of races, from the points left to win (CUP-1, CUP-2).

A range of ranks is a promise: it holds every rank that is still possible, and it never grows unless the host corrects
something or somebody joins late. Any chariot may go out of any race without a place. So at best a faction wins all
remaining races while all others go out. At worst it goes out of all of them, comes last in the last one, and as many
others as can get ahead of it do. How many can is exact if one chariot of each counts and places are not shared. Else,
or if the search takes too long, a bound on their joint winnings answers.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, reduce
from itertools import accumulate
from typing import Any

import msgspec

from engine.series import Outcome, Series, standings, tally
from records.values import Faction

Tally = int
"""Points, first places, second places ... as the digits of one number: greater is ahead, and sums are sums."""

DIGIT = 12
"""Bits of each count: places of all factions in all races together stay below."""

MOST_STEPS = 1_000
"""So many steps may go into the ranges of all after one race; then the plain bound answers. They are counted,
not timed, so that the answer is the same on any machine."""


class Range(msgspec.Struct, frozen=True):
    """The ranks that a faction can still end with."""

    best: int  # 1 first
    worst: int


class Wins(msgspec.Struct, frozen=True):
    """The places with which a faction wins in the last race."""

    faction: Faction
    place: int | None  # the last that is enough; none if it need not have any
    rivals: tuple[tuple[Faction, int], ...] = ()  # who must not be better, and than which place; none if nobody matters


@dataclass(frozen=True)
class Prize:
    """The points that each race that is left has to give."""

    points: tuple[int, ...]  # by place, of the first place first
    places: int  # as many are counted
    each: int = 1  # chariots that count for a faction in a race, at most
    sharing: int | None = 1  # chariots that may share a place; None for any number

    def of(self, place: int) -> Tally:
        """Return the tally of a place, 1 first."""
        worth = self.points[place - 1] if place <= len(self.points) else 0
        return worth << (DIGIT * self.places) | 1 << (DIGIT * (self.places - place))

    def read(self, counted: Sequence[int]) -> Tally:
        """Return points and counts of places as one number."""
        return reduce(lambda number, digit: (number << DIGIT) + digit, counted)

    def most(self, factions: int, races: int) -> Tally:
        """Return the most that so many factions can win together in so many races."""
        places = [1 if self.sharing is None else 1 + n // self.sharing for n in range(factions * self.each)]
        return races * sum(self.of(place) for place in places if place <= self.places)


def prize_of(series: Series[Any, Any], options: Any, factions: int, races: Sequence[Outcome], each: int = 1) -> Prize:
    """Return the points that a race of a series has to give.

    :param options: of the races.
    :param each: chariots that a faction has in a race, at most.
    """
    counted = 1 if series.counts_best else each
    places = max([factions * each, *(len(race.results) for race in races)])
    return Prize(series.points, places, counted, series.sharing(options))


def ranges(
    series: Series[Any, Any], factions: Sequence[Faction], races: Sequence[Outcome], left: int, prize: Prize
) -> dict[Faction, Range]:
    """Return which ranks factions can still end with.

    :param races: those that are over, in the order they were run.
    :param left: how many races are left.
    """
    so_far = dict.fromkeys(factions, 0)
    found = {faction: Range(1, len(factions)) for faction in factions}
    for coming, race in zip(range(left + len(races) - 1, -1, -1), races, strict=False):
        won = _tallies(series, factions, [race], prize)
        so_far = {faction: so_far[faction] + won[faction] for faction in factions}
        now = _of_all(tuple(so_far.values()), coming, prize)
        # What was out of reach once is so for good, whichever way it was worked out.
        found = {faction: _both(found[faction], each) for faction, each in zip(factions, now, strict=True)}
    if races and not left:
        return {each.faction: Range(each.rank, each.rank) for each in standings(series, factions, races)}
    return found


def _both(one: Range, other: Range) -> Range:
    return Range(max(one.best, other.best), min(one.worst, other.worst))


def _tallies(
    series: Series[Any, Any], factions: Sequence[Faction], races: Sequence[Outcome], prize: Prize
) -> dict[Faction, Tally]:
    return {faction: prize.read(tally(series, faction, races, prize.places)) for faction in factions}


@lru_cache(maxsize=1_024)
def _of_all(tallies: Sequence[Tally], left: int, prize: Prize) -> tuple[Range, ...]:
    """Return the ranges of factions with these tallies, in their order."""
    search = Search(left, prize)
    return tuple(_range(place, tallies, search) for place in range(len(tallies)))


def _range(place: int, tallies: Sequence[Tally], search: "Search") -> Range:
    """Return the range of the faction in this place of a list of all."""
    mine, others = tallies[place], [*tallies[:place], *tallies[place + 1 :]]
    best = 1 + sum(each > mine + search.most[1] for each in others)
    lacks = sorted((mine - each for each in others), reverse=True)  # who has the least to win is ahead first
    beaten = next(n for n in range(len(lacks) + 1) if search.can_all(lacks[n:]))
    return Range(best, 1 + len(lacks) - beaten)


class Search:
    """Looks for places that give factions the points they lack.

    Each race has each place once, and gives each faction one at most. Any counts of each place for each faction can be
    laid out over the races: a table whose rows and columns add up to at most their number is a sum of that many
    permutations.
    """

    def __init__(self, left: int, prize: Prize) -> None:
        self._left, self._prize = left, prize
        self._worth = [0, *(prize.of(place) for place in range(1, prize.places + 1))]
        self.most = [prize.most(n, left) for n in range(prize.places + 2)]
        self._steps = 0
        self._failed = set[tuple[int, tuple[int, ...]]]()

    def can_all(self, lacks: Sequence[Tally]) -> bool:
        """Tell whether factions can all win the points they lack; ``True`` if in doubt.

        :param lacks: points, the most first; 0 or less for a faction that has enough.
        """
        together = accumulate(lacks)
        if any(lack > most for lack, most in zip(together, self.most[1:], strict=False)):
            return False
        wanted = [lack for lack in lacks if lack > 0]
        if self._prize.each != 1 or self._prize.sharing != 1 or self._is_shared_out(wanted):
            return True
        self._failed.clear()
        try:
            return self._fits(wanted, (self._left,) * self._prize.places)
        except _TooLong:
            return True

    def _is_shared_out(self, wanted: Sequence[Tally]) -> bool:
        """Tell whether all get enough if each place goes to whichever lacks most: a quick yes, no proof of a no."""
        rest = list(wanted)
        for _ in range(self._left):
            rest = [lack - worth for lack, worth in zip(sorted(rest, reverse=True), self._worth[1:], strict=False)]
        return all(lack <= 0 for lack in rest)

    def _fits(self, wanted: Sequence[Tally], supply: tuple[int, ...]) -> bool:
        """:raises _TooLong: if it is not found out within :data:`MOST_STEPS`."""
        if not wanted:
            return True
        if (len(wanted), supply) in self._failed:
            return False
        for rest in self._ways(wanted[0], supply, 1, self._left):
            if self._fits(wanted[1:], rest):
                return True
        self._failed.add((len(wanted), supply))
        return False

    def _ways(self, lack: Tally, supply: tuple[int, ...], place: int, races: int) -> Iterator[tuple[int, ...]]:
        """Yield the places left for others, for each way to win the lack without a place too many.

        :param place: from which on places are taken.
        :param races: in which none was taken yet.
        """
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise _TooLong
        if lack <= 0:
            yield supply
        elif place <= self._prize.places and lack <= races * self._worth[place]:
            for count in range(min(races, supply[place - 1]) + 1):
                rest = (*supply[: place - 1], supply[place - 1] - count, *supply[place:])
                now = lack - count * self._worth[place]
                yield from self._ways(now, rest, place + 1, races - count)
                if now <= 0:
                    return


class _TooLong(Exception):
    """A search would take too many steps."""


def wins_if(
    series: Series[Any, Any], factions: Sequence[Faction], races: Sequence[Outcome], prize: Prize
) -> tuple[Wins, ...]:
    """Return the conditions on which each faction that can wins in the last race, in the order they stand.

    For a faction that is sure with no place, they are the places that others must not reach if it wins the race. Where
    several chariots of one faction count there are none.
    """
    if prize.each != 1:
        return ()
    tallies = _tallies(series, [each.faction for each in standings(series, factions, races)], races, prize)
    found = (_wins(faction, tallies, prize) for faction in tallies)
    return tuple(each for each in found if each is not None)


def _wins(faction: Faction, tallies: Mapping[Faction, Tally], prize: Prize) -> Wins | None:
    """Return the conditions on which a faction wins; ``None`` if it cannot."""
    highest = tallies[faction] + prize.of(1)
    if any(other > highest for other in tallies.values()):
        return None
    sure = [place for place in (*range(1, prize.places + 1), None) if not _dangers(faction, place, tallies, prize)]
    if sure:
        return Wins(faction, None if None in sure else max(each for each in sure if each is not None))
    return Wins(faction, 1, _dangers(faction, 1, tallies, prize))


def _dangers(
    faction: Faction, place: int | None, tallies: Mapping[Faction, Tally], prize: Prize
) -> tuple[tuple[Faction, int], ...]:
    """Return the others who can still get ahead if a faction has a place, and the best place with which they don't."""
    mine = tallies[faction] + (0 if place is None else prize.of(place))
    found = []
    for other, theirs in tallies.items():
        ahead = [each for each in range(1, prize.places + 1) if _is_ahead(theirs + prize.of(each), each, mine, place)]
        free = [each for each in ahead if each != place or prize.sharing != 1]
        if other != faction and (free or _is_ahead(theirs, None, mine, place)):
            found.append((other, 1 + max(ahead, default=prize.places)))
    return tuple(found)


def _is_ahead(theirs: Tally, at: int | None, mine: Tally, place: int | None) -> bool:
    """Tell whether another is ahead: at equal points and places, the better one in the last race."""
    is_better = place is None or (at is not None and at <= place)
    return theirs > mine or (theirs == mine and is_better)


@dataclass(frozen=True)
class Prospects:
    """The ranks that factions can still reach in a series; worked out at the first look."""

    series: Series[Any, Any]
    factions: tuple[Faction, ...]
    races: tuple[Outcome, ...]  # those that are over
    left: int  # races
    prize: Prize

    @cached_property
    def ranges(self) -> Mapping[Faction, Range]:
        """The ranks that each can still end with."""
        return ranges(self.series, self.factions, self.races, self.left, self.prize)

    @cached_property
    def wins(self) -> tuple[Wins, ...]:
        """The conditions of winning in the last race, in the order they stand; none before any other."""
        return wins_if(self.series, self.factions, self.races, self.prize) if self.left == 1 else ()

    def at(self, over: int) -> "Prospects":
        """Return the prospects after the first so many races."""
        return replace(self, races=self.races[:over], left=self.left + len(self.races) - over)
