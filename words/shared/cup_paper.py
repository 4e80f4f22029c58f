"""The paper of a cup after each race: the headline, the result, the standings, remarkable moments, the next dates."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.prospects import Range, Wins
from engine.series import Outcome, Standing
from records.values import Faction
from words.shared.cups import Who, deciding, reach_words
from words.shared.telling import count, joined, ordinal

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
CLIMBED = 2
"""Number of ranks that a player must gain by one race to be news."""


@dataclass(frozen=True)
class Issue:
    """The news that an issue of the paper tells."""

    title: str
    round: int
    races: int  # in all
    who: Who  # what each is called, with whoever drives
    short: Who  # by name alone
    race: Outcome  # the one that is over
    before: tuple[Standing, ...]  # empty after the first race
    now: tuple[Standing, ...]
    ranges: Mapping[Faction, Range]
    were: Mapping[Faction, Range]  # before the race
    wins: tuple[Wins, ...]
    places: int  # in a race
    remarks: tuple[str, ...]  # of the race, from its facts
    following: str  # what is next

    @property
    def is_last(self) -> bool:
        return self.round == self.races

    @property
    def winners(self) -> list[Faction]:
        """The winners of the race; several share a place, or there is none."""
        first = {each.entry for each in self.race.results if each.place == 1}
        return list(dict.fromkeys(self.race.factions[entry] for entry in first if entry in self.race.factions))

    @property
    def leaders(self) -> list[Faction]:
        return [each.faction for each in self.now if each.rank == 1]


def front_page(issue: Issue) -> list[str]:
    """Return a paper, a line each; everybody is named in it."""
    lines = [f"## {headline(issue)}", f"-# {issue.title} · race {issue.round} of {issue.races}"]
    lines += [_result(issue), *(_stands(issue, each) for each in issue.now)]
    lines += deciding(issue.wins, issue.short, issue.places)
    return [*lines, *remarkable(issue), f"📅 {issue.following}"]


def headline(issue: Issue) -> str:
    """Return the most important news in one sentence."""
    first = joined([issue.short[each] for each in issue.leaders])
    if issue.is_last:
        return f"🏆 {first} {'wins' if len(issue.leaders) == 1 else 'share'} {issue.title}!"
    if any(reach.worst == 1 for reach in issue.ranges.values()):
        left = count(issue.races - issue.round, "race")
        return f"🏆 Nobody can catch {first} any more, with {left} to go"
    return f"📰 {_news(issue, first)}"


def _news(issue: Issue, first: str) -> str:
    """Return the winner of the race, and the meaning of the win at the top."""
    won, led = issue.winners, [each.faction for each in issue.before if each.rank == 1]
    if not won:
        return f"Nobody gets home in race {issue.round}; {first} {_verb(issue.leaders, 'lead')}"
    winner, lead = joined([issue.short[each] for each in won]), _lead(issue)
    if won == issue.leaders:
        if led == won:
            return (f"{winner} wins again and {lead}", f"One more for {winner}, who {lead}")[issue.round % 2]
        return f"{winner} wins race {issue.round} and {'leads' if not led else 'takes the lead'}"
    keeps = "still " if led == issue.leaders else ""
    return f"{winner} {_verb(won, 'win')} race {issue.round}; {first} {keeps}{_verb(issue.leaders, 'lead')}"


def _verb(who: Sequence[Faction], verb: str) -> str:
    return verb if len(who) > 1 else f"{verb}s"


def _lead(issue: Issue) -> str:
    ahead = issue.now[0].total - issue.now[1].total if len(issue.now) > 1 else 0
    return f"leads by {count(ahead, 'point')}" if ahead else "leads by a hair"


def _result(issue: Issue) -> str:
    """Return the result of the race in one line."""
    placed: dict[Faction, str] = {}
    for each in issue.race.results:
        faction = issue.race.factions.get(each.entry)
        if faction is not None:
            placed.setdefault(faction, f"{each.place}. {issue.short[faction]}" if each.place else "")
    out = [issue.short[faction] for faction, place in placed.items() if not place]
    told = " · ".join(place for place in placed.values() if place) or "nobody has a place"
    return f"**Race {issue.round}:** {told}{f' · out: {joined(out)}' if out else ''}"


def _stands(issue: Issue, standing: Standing) -> str:
    """Return one player's line: rank, ranks gained or lost, points, and the ranks still possible."""
    medal = f"{MEDALS[standing.rank]} " if standing.rank in MEDALS else ""
    moved = _moved(issue, standing)
    arrow = f" ▲{moved}" if moved > 0 else f" ▼{-moved}" if moved < 0 else ""
    reach = issue.ranges.get(standing.faction)
    can = f" · {reach_words(reach)}" if reach is not None else ""
    points = count(standing.total, "point")
    return f"{standing.rank}. {medal}{issue.who[standing.faction]}{arrow} · **{points}**{can}"


def _moved(issue: Issue, standing: Standing) -> int:
    """Return how many ranks somebody has gained by the race; below 0 for lost ones."""
    was = next((each.rank for each in issue.before if each.faction == standing.faction), standing.rank)
    return was - standing.rank


def remarkable(issue: Issue) -> Iterator[str]:
    """Yield remarkable events: in the race, in the standings, and corrections by the host."""
    yield from issue.remarks
    climbed = max(issue.now, key=lambda each: _moved(issue, each))
    if _moved(issue, climbed) >= CLIMBED:
        before = climbed.rank + _moved(issue, climbed)
        yield f"🚀 {issue.short[climbed.faction]} climbs from {ordinal(before)} to {ordinal(climbed.rank)}."
    lost = [each for each, reach in issue.ranges.items() if reach.best > 1 == _best_before(issue, each)]
    if lost:
        yield f"🚫 {joined([issue.short[each] for each in lost])} can't win the cup any more."
    for faction, points in issue.race.corrections.items():
        gave = "gave" if points > 0 else "took"
        way = "to" if points > 0 else "from"
        yield f"✏️ The host {gave} {count(abs(points), 'point')} {way} {issue.short[faction]}."


def _best_before(issue: Issue, faction: Faction) -> int:
    return issue.were[faction].best if faction in issue.were else 1
