"""Cups in words: places still possible, chances to win, and the ways to win the cup in its last race."""

from collections.abc import Mapping, Sequence

from engine.prospects import Range, Wins
from records.values import Faction
from words.shared.chances import of_thousand
from words.shared.telling import count, joined, ordinal

Who = Mapping[Faction, str]
"""The name of each faction."""

MOST_TOLD = 3
"""Of the players who can win, those with a sentence of their own about it."""


def reach_words(reach: Range) -> str:
    """Return which ranks are still possible.

    >>> reach_words(Range(1, 4)), reach_words(Range(2, 2))
    ('can still finish 1st to 4th', 'is sure of 2nd')
    """
    if reach.best == reach.worst:
        return f"is sure of {ordinal(reach.best)}"
    return f"can still finish {ordinal(reach.best)} to {ordinal(reach.worst)}"


def chance_to_win(thousandths: int) -> str:
    """Return a chance to win a cup, never certain and never impossible, since races were only played out.

    >>> chance_to_win(1000), chance_to_win(437), chance_to_win(0)
    ('over 99 %', '44 %', 'under 1 %')
    """
    return of_thousand(min(999, max(1, thousandths)))


def deciding(wins: Sequence[Wins], who: Who, places: int) -> list[str]:
    """Return the ways to win the cup in the last race, a sentence for each of the first contenders.

    :param places: how many there are in a race.
    """
    told = [f"🏆 {_wins(each, who, places)}" for each in wins[:MOST_TOLD]]
    others = [who[each.faction] for each in wins[MOST_TOLD:]]
    return [*told, f"{joined(others)} can win it too, if all goes their way."] if others else told


def _wins(wins: Wins, who: Who, places: int) -> str:
    name = who[wins.faction]
    if wins.place is None:
        return f"{name} has won the cup, whatever happens in the last race."
    if wins.rivals:
        return f"{name} wins the cup by winning the last race, if {_if(wins, who, places)}."
    if wins.place == 1:
        return f"{name} wins the cup by winning the last race."
    if wins.place >= places:
        return f"{name} wins the cup by finishing the last race."
    return f"{name} wins the cup with {ordinal(wins.place)} or better in the last race."


def _if(wins: Wins, who: Who, places: int) -> str:
    """Return the condition on the rivals: the places they must end in, or that they go out."""
    out = [who[rival] for rival, place in wins.rivals if place > places]
    behind = [f"{who[rival]} is {ordinal(place)} or worse" for rival, place in wins.rivals if place <= places]
    return joined([*behind, *([f"{joined(out)} {'goes' if len(out) == 1 else 'go'} out"] if out else [])])


MOST_CHANCES = 8
"""Number of players to list with their chances; the others have less than each of these."""


def chances_lines(title: str, thousandths: Mapping[Faction, int], samples: int, who: Who) -> list[str]:
    """Return how likely everybody is to win a cup, the likeliest first."""
    ranked = sorted(thousandths, key=lambda each: -thousandths[each])
    told = [f"{chance_to_win(thousandths[each])} {who[each]}" for each in ranked[:MOST_CHANCES]]
    rest = len(ranked) - len(told)
    more = f" · less: {count(rest, 'other')}" if rest > 0 else ""
    return [
        f"🎯 **Who will win {title}?** {' · '.join(told)}{more}",
        f"-# I played out the races that are left {count(samples, 'time')}, with house drivers at all reins.",
    ]
