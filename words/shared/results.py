"""The end of a race in words: places, the decisive moment, awards from facts, and luck told honestly.

Luck is measured roll by roll. Of each roll that decided something the game says how likely it was to go better, and to
go as it did. A roll counts as lucky as the share of cases in which it would have gone worse, half of those in which it
would have gone the same included; so over many rolls everybody comes to a half.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import TypeVar

from records.values import EntryId
from words.shared.nouns import Nouns
from words.shared.telling import InRounds, called, count

Names = Mapping[EntryId, str]

LEAST_ROLLS = 3
"""The fewest decisive rolls with which a driver can win an award for luck."""

_VARIANCE = 1 / 12  # of a share that may be anything between 0 and 1


@dataclass(frozen=True)
class Chance:
    """A roll that decided something, for one of those it decided it for."""

    entry: EntryId
    what: str  # what was tried, such as "a corner 4 over the safe speed"
    came: str  # what came of it, such as "held"
    better: Fraction  # how likely it was to go better
    same: Fraction  # and to go as it did

    @property
    def luck(self) -> Fraction:
        """How lucky it was, from 0 to 1; a half on average."""
        return 1 - self.better - self.same / 2

    @property
    def at_least(self) -> Fraction:
        """The chance to go at least so well, from 0 to 1."""
        return self.better + self.same


@dataclass(frozen=True)
class Place:
    """How a chariot ended."""

    entry: EntryId
    place: int | None  # none for one that has none
    note: str = ""  # such as "home with 4 factors to spare"


@dataclass(frozen=True)
class Result:
    """A race that is over."""

    title: str  # who has won, in a sentence
    places: tuple[Place, ...]  # first to last
    length: str  # such as "1 lap, 4 turns"
    decisive: str = ""  # a sentence on what decided it
    awards: tuple[str, ...] = ()  # a line each, from facts
    stories: Mapping[EntryId, str] | None = None  # a sentence on how it went, for each


Seen = TypeVar("Seen", bound=InRounds)
"""A game's view."""

Leader = Callable[[Seen], EntryId | None]
"""View -> who leads; none while nobody does."""


def lead_for_good(ends: Sequence[Seen], winner: EntryId, leader: Leader[Seen], names: Names) -> str:
    """Return in a sentence when the winner took the lead for good, and from which chariot.

    :param ends: the public view at the end of each round, with its number in ``round``; one or more.

    >>> from types import SimpleNamespace
    >>> red, blue = EntryId(1), EntryId(2)
    >>> ends = [SimpleNamespace(round=n, leads=who) for n, who in enumerate((red, blue, blue, red, red), start=1)]
    >>> lead_for_good(ends, red, lambda view: view.leads, {red: "Red", blue: "Blue"})
    'Red took the lead for good after round 3, from Blue.'
    >>> lead_for_good(ends[3:], red, lambda view: view.leads, {red: "Red", blue: "Blue"})
    'Red was in front after every round.'
    >>> list(best_start(ends, lambda view: view.leads, {red: "Red", blue: "Blue"}))
    ['⚡ Best start: Red']
    """
    before = [view for view in ends[:-1] if leader(view) != winner]
    if not before:
        return f"{called(names, winner)} was in front after every round."
    beaten = leader(before[-1])
    over = f", from {called(names, beaten)}" if beaten is not None else ""
    return f"{called(names, winner)} took the lead for good after round {before[-1].round}{over}."


def best_start(ends: Sequence[Seen], leader: Leader[Seen], names: Names) -> Iterator[str]:
    """Yield the award for the driver who led at the end of round 1, if anybody did.

    :param ends: as for :func:`lead_for_good`.
    """
    first = next((view for view in ends if view.round == 1), None)
    ahead = None if first is None else leader(first)
    if ahead is not None:
        yield f"⚡ Best start: {called(names, ahead)}"


def award(title: str, times: Mapping[EntryId, int], names: Names, told: Callable[[int], str]) -> Iterator[str]:
    """Yield the award for the driver who did most of something, if anybody did it; the lower number among equals.

    :param times: how often each did it.
    :param told: how often that was, in words.

    >>> red, blue = EntryId(1), EntryId(2)
    >>> list(award("Most rams", {blue: 2, red: 2}, {red: "Red", blue: "Blue"}, lambda times: f"{times} rams"))
    ['Most rams: Red, 2 rams']
    """
    if times:
        entry, most = max(times.items(), key=lambda each: (each[1], -each[0]))
        yield f"{title}: {called(names, entry)}, {told(most)}"


def by_driver(chances: Iterable[Chance]) -> dict[EntryId, list[Chance]]:
    """Return the rolls of each driver, in their order."""
    found: defaultdict[EntryId, list[Chance]] = defaultdict(list)
    for each in chances:
        found[each.entry].append(each)
    return dict(found)


def fortune(chances: Sequence[Chance]) -> float:
    """Return how far a driver's luck lies from its expectation, in standard deviations; 0 for no rolls."""
    excess = float(sum((each.luck for each in chances), Fraction()) - Fraction(len(chances), 2))
    return excess / sqrt(len(chances) * _VARIANCE) if chances else 0.0


def what_luck_is(nouns: Nouns) -> str:
    """Return what the figures of luck mean."""
    return (
        "Only rolls that decided something count. **75 in 100** means that three of four such rolls go worse; 50 is "
        f"fair. It measures the dice, not the {nouns.driving}: a winner may have had bad dice, and the last "
        f"{nouns.person} good ones."
    )


def luck_awards(chances: Iterable[Chance], names: Names) -> list[str]:
    """Return awards for the luckiest and the unluckiest dice, and for the longest shot that came off.

    Only dice above their expectation count as lucky, and only dice below it as unlucky.
    """
    mine = {entry: each for entry, each in by_driver(chances).items() if len(each) >= LEAST_ROLLS}
    lines = []
    ranked = sorted(mine, key=lambda entry: fortune(mine[entry]))
    if len(ranked) > 1:
        lucky, unlucky = ranked[-1], ranked[0]
        who = f"🍀 Kindest dice, of {LEAST_ROLLS} rolls or more"
        if fortune(mine[lucky]) > 0:
            lines.append(f"{who}: {called(names, lucky)}, {_against(mine[lucky])}")
        if fortune(mine[unlucky]) < 0:
            lines.append(f"🌧️ Cruellest dice: {called(names, unlucky)}, {_against(mine[unlucky])}")
    shots = [each for all_of in by_driver(chances).values() for each in all_of if each.at_least <= LONG_SHOT]
    if shots:
        best = min(shots, key=lambda each: each.at_least)
        lines.append(f"🎯 Longest shot: {called(names, best.entry)}, {best.what}: {best.came}, {odds(best.at_least)}")
    return lines


LONG_SHOT = Fraction(1, 4)
"""A roll that goes so well no more often than this is a long shot."""


def _against(chances: Sequence[Chance]) -> str:
    """
    >>> _against([Chance(EntryId(1), "a corner", "held", Fraction(0), Fraction(1, 2))] * 4)
    '4 rolls, better than 75 in 100 on average'
    """
    return f"{count(len(chances), 'roll')}, better than {share_of(chances)} in 100 on average"


def share_of(chances: Sequence[Chance]) -> int:
    """Return how lucky a driver's rolls were on average, in per cent; there must be one at least."""
    return round(100 * sum((each.luck for each in chances), Fraction()) / len(chances))


def luck_lines(chances: Iterable[Chance], names: Names) -> list[str]:
    """Return each driver's dice against their expectation, rolls that are alike in one line; the luckiest first."""
    lines = []
    for entry, mine in sorted(by_driver(chances).items(), key=lambda each: -share_of(each[1])):
        lines.append(f"{called(names, entry)}: {_against(mine)}")
        alike = Counter((each.what, each.came, each.at_least) for each in mine)
        lines += [
            f"-# {what}: {came}{f', {often} times' if often > 1 else ''}; {_as_good(chance)}"
            for (what, came, chance), often in alike.items()
        ]
    return lines


def _as_good(chance: Fraction) -> str:
    """
    >>> _as_good(Fraction(1, 9)), _as_good(Fraction(1))
    ('1 in 9 rolls go as well or better', 'no roll goes worse')
    """
    return "no roll goes worse" if chance >= 1 else f"{odds(chance)} rolls go as well or better"


def odds(chance: Fraction) -> str:
    """Return a chance as people say it.

    >>> odds(Fraction(1, 9)), odds(Fraction(2, 3)), odds(Fraction(1))
    ('1 in 9', '7 in 10', 'always')
    """
    if chance >= 1:
        return "always"
    if chance >= Fraction(1, 4):
        return f"{max(1, min(9, round(10 * chance)))} in 10"
    return f"1 in {round(1 / chance)}" if chance else "never"
