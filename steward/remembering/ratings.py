"""Ratings of people, by server and game: the effect of each race, in the order in which races ended.

The model is Plackett and Luce's, by the library openskill. It reads a race as a series of choices: one chariot of all
came first, then one of the others, and so on. The rules of fairness are ours; docs/ratings.md gives their reasons.
"""

import math
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from openskill.models import PlackettLuce

from records.past import KNOWN, PastEntry, RatingRow, Summary
from records.values import PlayerId

MEAN, DEVIATION = 1500.0, 200.0
"""Of a person who has not raced yet."""

BETA, TAU = 100.0, 2.0
"""By how much people race better or worse from race to race; and change from one to the next."""

ALONE, ALONE_WITHIN = 5, 30 * 86_400.0
"""So many races of two people alone count for them, in so many seconds."""

_MODEL = PlackettLuce(mu=MEAN, sigma=DEVIATION, beta=BETA, tau=TAU)


Pair = tuple[PlayerId, PlayerId]


class Rating(NamedTuple):
    """An estimate of a person's strength at a game."""

    mean: float = MEAN
    deviation: float = DEVIATION
    races: int = 0


class Ratings:
    """Ratings of one server and game, from race to race."""

    def __init__(
        self,
        known: Iterable[RatingRow] = (),
        pairs: Iterable[tuple[float, PlayerId, PlayerId]] = (),
        met: Iterable[Pair] = (),
    ) -> None:
        """
        :param known: the latest of each person.
        :param pairs: by two people, the lower id first: times of late races between them alone that counted, in order.
        :param met: by people who are not known yet, the rivals they have met.
        """
        known = list(known)
        self._known = {each.player: Rating(each.mean, each.deviation, each.races) for each in known}
        self._alone: defaultdict[Pair, deque[float]] = defaultdict(deque)
        for at, low, high in pairs:
            self._alone[low, high].append(at)
        self._are_known = {each.player for each in known if each.rivals >= KNOWN}
        self._met: defaultdict[PlayerId, set[PlayerId]] = defaultdict(set)
        for one, rival in met:
            self._met[one].add(rival)

    def after_all(self, summaries: Iterable[Summary]) -> list[RatingRow]:
        """Return the ratings after each of some races, in the order in which they ended."""
        return [row for summary in summaries for row in self.after(summary)]

    def after(self, summary: Summary) -> list[RatingRow]:
        """Return the ratings of all people of a race after it, and go on with them."""
        best = _best_entries(summary.entries)
        before = {player: self._known.get(player, Rating()) for player in best}
        moved = self._moved(summary, best, before)
        for player in best:
            self._meet(player, best)
        rows = []
        for player, (rating, counts) in moved.items():
            was = before[player]
            now = Rating(rating.mean, rating.deviation, was.races + counts)
            self._known[player] = now
            rows.append(_row(summary, player, now, now.mean - was.mean, self._rivals(player)))
        return rows

    def _moved(
        self, summary: Summary, best: Mapping[PlayerId, PastEntry], before: Mapping[PlayerId, Rating]
    ) -> dict[PlayerId, tuple[Rating, bool]]:
        """Return each person's rating after a race, and whether it counts for them."""
        if summary.race.outcome == "called off":
            return _called_off(summary, before)
        rated = self._rated(best, before)
        if len(best) == 2 and rated != before and not self._counts_alone(summary.race.at, tuple(sorted(best))):
            rated = before
        # Whoever had nobody to be rated against has no race more that their rating rests on.
        return {
            player: (_held_down(best[player], was, rated[player]), rated[player] != was)
            for player, was in before.items()
        }

    def _rated(
        self, best: Mapping[PlayerId, PastEntry], before: Mapping[PlayerId, Rating]
    ) -> Mapping[PlayerId, Rating]:
        """Return everybody's rating after a race; those of known people against each other alone."""
        among_known = {player: each for player, each in best.items() if player in self._are_known}
        rated = rate(_teams(best), before)
        return rated | rate(_teams(among_known), {player: before[player] for player in among_known})

    def _meet(self, player: PlayerId, people: Iterable[PlayerId]) -> None:
        """Note whom a person has raced against, until they are known."""
        if player not in self._are_known:
            self._met[player].update(each for each in people if each != player)
            if len(self._met[player]) >= KNOWN:
                self._are_known.add(player)
                del self._met[player]

    def _rivals(self, player: PlayerId) -> int:
        return KNOWN if player in self._are_known else len(self._met[player])

    def _counts_alone(self, at: float, pair: tuple[PlayerId, ...]) -> bool:
        """Tell whether a race of two people alone counts, and note it if so: a few in a month do."""
        low, high = pair
        lately = self._alone[low, high]
        while lately and lately[0] <= at - ALONE_WITHIN:
            lately.popleft()
        if len(lately) == ALONE:
            return False
        lately.append(at)
        return True


def rate(teams: Sequence[Sequence[Sequence[PlayerId]]], before: Mapping[PlayerId, Rating]) -> dict[PlayerId, Rating]:
    """Return everybody's rating after a race.

    Those who tie are rated in each order that a turn of their circle gives, and get the mean of it: a tie at once, as
    the library has it, would cost them more than the place behind it.

    :param teams: by rank, the first first: those who share it, each a team of one person or more.
    """
    if sum(len(tied) for tied in teams) < 2:
        return dict(before)
    turns = math.lcm(*(len(tied) for tied in teams))
    sums: dict[PlayerId, list[float]] = {player: [0.0, 0.0] for player in before}
    for turn in range(turns):
        order = [team for tied in teams for team in _turned(tied, turn)]
        rated: Any = _MODEL.rate([[_of(before[player]) for player in team] for team in order])
        for team, news in zip(order, rated, strict=True):
            for player, new in zip(team, news, strict=True):
                sums[player][0] += new.mu
                sums[player][1] += new.sigma**2
    return {player: Rating(mean / turns, math.sqrt(squares / turns)) for player, (mean, squares) in sums.items()}


def _turned(tied: Sequence[Sequence[PlayerId]], turn: int) -> Sequence[Sequence[PlayerId]]:
    at = turn % len(tied)
    return [*tied[at:], *tied[:at]]


def _of(rating: Rating) -> Any:
    return _MODEL.rating(mu=rating.mean, sigma=rating.deviation)


def _best_entries(entries: Sequence[PastEntry]) -> dict[PlayerId, PastEntry]:
    """Return the best chariot of each person, by person."""
    found: dict[PlayerId, PastEntry] = {}
    for each in entries:
        if each.person is not None and (each.person not in found or _rank(each) < _rank(found[each.person])):
            found[each.person] = each
    return dict(sorted(found.items()))


def _rank(entry: PastEntry) -> tuple[int, int]:
    """Return where somebody stands: by place; those who have none, though they fell out one by one, are alike."""
    return (1, 0) if entry.place is None else (0, entry.place)


def _teams(best: Mapping[PlayerId, PastEntry]) -> list[list[list[PlayerId]]]:
    """Return people by rank, the first first; those who win together are one team."""
    together: defaultdict[int, list[PlayerId]] = defaultdict(list)
    for player, entry in best.items():
        together[entry.team].append(player)
    ranks: defaultdict[tuple[int, int], list[list[PlayerId]]] = defaultdict(list)
    for team in together.values():
        ranks[min(_rank(best[player]) for player in team)].append(team)
    return [ranks[rank] for rank in sorted(ranks)]


def _held_down(entry: PastEntry, before: Rating, after: Rating) -> Rating:
    """Return a rating that does not rise by a race on which its driver has acted as host, nor get surer by it.

    A narrower margin would rank them higher, as its lower end counts.
    """
    return before._replace(mean=min(before.mean, after.mean)) if entry.is_meddled else after


def _called_off(summary: Summary, before: Mapping[PlayerId, Rating]) -> dict[PlayerId, tuple[Rating, bool]]:
    """Return the ratings after a race that one of its drivers called off, or had called off: they lose, nobody wins."""
    losers = {each.person for each in summary.entries if each.is_meddled} | {summary.race.called_off_by}
    return {
        player: (_lost(player, before), True) if player in losers else (was, False) for player, was in before.items()
    }


def _lost(player: PlayerId, before: Mapping[PlayerId, Rating]) -> Rating:
    """Return somebody's rating after they came in behind all others."""
    return rate([[[each] for each in before if each != player], [[player]]], before)[player]


def _row(summary: Summary, player: PlayerId, now: Rating, change: float, rivals: int) -> RatingRow:
    race = summary.race
    return RatingRow(
        race=race.race,
        player=player,
        guild=race.guild,
        ruleset=race.ruleset,
        at=race.at,
        races=now.races,
        rivals=rivals,
        mean=now.mean,
        deviation=now.deviation,
        change=change,
    )
