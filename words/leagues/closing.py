"""What a member reads as a season is over: their rank, how far ahead or behind they are, and their way there (H.2)."""

from collections.abc import Sequence

from engine.leagues.views import LeagueView
from engine.leagues.words.facts import Summary
from records.values import EntryId
from words.leagues.names import money
from words.shared.telling import Names, called, count, joined, ordinal


def closing(view: LeagueView, own: EntryId, names: Names) -> list[str]:
    """Return the lines for a member of a season that is over."""
    mine = next(each for each in view.ranks if each.stable == own)
    counted = [each for each in view.ranks if each.counts]
    stable = next(each for each in view.stables if each.number == own)
    why = "" if mine.counts else _WHY_UNRANKED.get(stable.status, "")
    lines = [_ranked(mine, counted, names) + why]
    if stable.starts:
        lines.append(f"-# You won {count(stable.wins, 'race')}, and took part in {count(stable.starts, 'event')}.")
    if len(stable.fortunes) > 1 and any(stable.fortunes):
        lines.append(f"-# Your cash after each event: {', '.join(map(money, stable.fortunes))}.")
    return lines


_WHY_UNRANKED = {
    "bankrupt": " Bankrupts have none, unless they begin again.",
    "slave": " Whoever drives for the state has neither money nor rank.",
    "kept": " A manager kept your stable.",
}
"""By how a stable ends the season, the sentence on its missing rank (H.3, R-B37)."""


def _ranked(mine: Summary, counted: Sequence[Summary], names: Names) -> str:
    """Return the sentence on a member's rank, beside the best other one."""
    if not mine.counts:
        return f"You end the season with {money(mine.cash)}, and without a rank."
    others = [each for each in counted if each is not mine]
    if mine.rank > 1:
        first, name = others[0], called(names, others[0].stable)
        less = first.cash - mine.cash
        behind = f"{money(less)} behind {name}" if less else f"as much as {name}, who has better places"
        return f"You come {ordinal(mine.rank)} of {len(counted)} with {money(mine.cash)}, {behind}."
    return f"🏆 **You win the season** with {money(mine.cash)}{lead(mine, others, names)}."


def lead(first: Summary, others: Sequence[Summary], names: Names) -> str:
    """Return how far a winner is ahead of the next one; what decided, if both have as much."""
    shares = [each for each in others if each.rank == first.rank]
    if shares:
        return f", as {joined([called(names, each.stable) for each in shares])} {'do' if len(shares) > 1 else 'does'}"
    if not others:
        return ""
    then = others[0]
    if then.cash == first.cash:
        return f", as much as {called(names, then.stable)}, by better places"
    return f", {money(first.cash - then.cash)} more than {called(names, then.stable)}"
