"""The ends of the Epic campaign (B.1): a fortune, few who are left, a vote; besides the last event (H.3).

R-B4   "Few" is two active players where three or more began, else one.
R-B5   Fortunes are looked at after each recovery, and after each match race.
L-91   Of what other members gave, 20,000s count at most: friends end nobody's season with their money.
R-B33  Active is who is owner or bettor, and neither retired, kept by the house, nor bankrupt without a new start.
"""

from engine.leagues.words import epic_charts
from engine.leagues.words.state import League, Stable

FEW, FEW_OF_TWO = 2, 1
"""Active players with whom a campaign ends: of three or more at the start, and of two (R-B4)."""


def most_starts(stable: Stable) -> int:
    """Return how often a player may begin again in a season: once, and once more after a slave's death (R-B37)."""
    return 2 if stable.was_slave else 1


def may_begin_again(stable: Stable) -> bool:
    """Tell whether a bankrupt may begin again (R-B7)."""
    return stable.restarts < most_starts(stable)


def active(league: League) -> list[Stable]:
    """Return the active players, owners and bettors (R-B33)."""
    return [each for each in league.stables.values() if each.status == "active" or _comes_back(league, each)]


def voters(league: League) -> list[Stable]:
    """Return who has a vote on the end: active owners who are people; bettors and the house have none (L-69)."""
    return [each for each in active(league) if not each.is_house and each.role == "owner"]


def _comes_back(league: League, stable: Stable) -> bool:
    """Tell whether a bankrupt has a new start, or has had no time to ask for it: until the next reckoning (R-B7)."""
    if stable.status != "bankrupt" or stable.is_house:
        return False
    return stable.number in league.again or (stable.bankrupt_in == league.event and may_begin_again(stable))


def has_fortune(league: League) -> bool:
    """Tell whether somebody has a fortune that ends the season (B.1 a, L-91)."""
    most = max((_fortune(each) for each in league.stables.values() if each.status == "active"), default=0)
    return league.options.ends_by_fortune and most >= epic_charts.END_FORTUNE


def _fortune(stable: Stable) -> int:
    """Return the cash that counts: of what other members have given, not more than everybody begins with (L-91)."""
    return stable.cash - max(0, stable.from_others - epic_charts.START_MONEY)


def are_few(league: League) -> bool:
    """Tell whether so few players are left that the season ends (B.1 b, R-B4)."""
    if not league.began_with:
        return False
    return len(active(league)) <= (FEW if league.began_with > FEW else FEW_OF_TWO)


def look(league: League) -> None:
    """Note that the season is to end, if somebody has a fortune (R-B5); of the other ends it is known anyway."""
    if not league.ending and has_fortune(league):
        league.ending = "fortune"
