"""Fortunes and the end of a season (26.5, H.2, R-G1, R-G33, R-G37)."""

from collections.abc import Mapping

from engine.leagues import accounts, endings, money
from engine.leagues.words.facts import Line, PrizesWon, SeasonEnded, StandingsTold, Summary
from engine.leagues.words.state import BANK, League, Stable
from engine.table import Table
from records.values import EntryId

_MOST_PLACES = 16

LEAST_RIVALS, LEAST_STARTS = 4, 5
"""Stables of people that have started so often, without which a season brings no prizes (L-42)."""


def active_owners(league: League) -> list[Stable]:
    """Return the owners who can still win with chariots: neither kept, bankrupt nor retired."""
    return [each for each in league.stables.values() if each.status == "active" and each.role == "owner"]


def is_at_its_end(league: League) -> bool:
    """Tell whether this was the last event, or nobody is left to race against (R-G37, H.10).

    The Epic campaign has more ends (B.1).
    """
    if league.is_epic and (league.ending or endings.are_few(league)):
        return True
    return league.event >= league.options.events or has_too_few(league)


def has_too_few(league: League) -> bool:
    """Tell whether fewer than two owners can still act, or no person is among them (R-G37, H.10).

    In the Epic campaign a bankrupt counts who may still begin again (R-B33, L-64).
    """
    active = endings.active(league) if league.is_epic else active_owners(league)
    owners = [each for each in active if each.role == "owner"]
    had_people = any(not each.is_house for each in league.stables.values())
    has_people = any(not each.is_house for each in owners)
    return len(owners) < 2 or (had_people and not has_people)


def _key(stable: Stable) -> tuple[bool, int, tuple[int, ...]]:
    counts = tuple(-stable.places.count(place) for place in range(1, _MOST_PLACES + 1))
    return stable.status != "active", -stable.fortune, counts


def ranks_of(stables: Mapping[EntryId, Stable]) -> tuple[Summary, ...]:
    """Return how stables stand: by cash, then by wins, second places and so on (26.5, R-G33).

    Those who are kept, bankrupt or retired come below the others (H.3).
    """
    keys = {stable.number: _key(stable) for stable in stables.values()}
    ordered = sorted(stables.values(), key=lambda stable: (keys[stable.number], stable.number))
    found: list[Summary] = []
    for place, stable in enumerate(ordered, start=1):
        is_shared = place > 1 and keys[ordered[place - 2].number] == keys[stable.number]
        rank = found[-1].rank if is_shared else place
        places = tuple(stable.places.count(each) for each in range(1, max(stable.places, default=0) + 1))
        found.append(Summary(rank, stable.number, stable.fortune, places, stable.status == "active"))
    return tuple(found)


def tell(league: League, table: Table) -> None:
    """Tell the members' current fortunes and what the event moved, and keep them for the paper."""
    accounts.close(league, table)
    for number, stable in league.stables.items():
        stable.fortunes[league.event] = league.shown[number].fortunes[league.event] = stable.cash
    table.tell(StandingsTold(league.event, ranks_of(league.stables)))


def end(league: League, table: Table) -> None:
    """End the season: help is paid back, the richest wins, and the treasuries go back to the bank (26.5, H.2, R-G1)."""
    for stable in league.stables.values():
        back = min(stable.helped, stable.cash)
        money.post(league, table, "help repaid", "R-G34", (stable.number, -back), (BANK, back))
    winners = _winners(league)
    tell(league, table)
    _empty_treasuries(league, table)
    if prizes := _prizes(league):
        table.tell(PrizesWon(prizes))
    is_whole = league.event >= league.options.events
    table.tell(SeasonEnded(league.event, winners, league.ending or ("last event" if is_whole else "too few stables")))
    league.phase, league.is_over = "over", True


def _winners(league: League) -> tuple[EntryId, ...]:
    return tuple(each.stable for each in ranks_of(league.stables) if each.rank == 1 and each.counts)


def _empty_treasuries(league: League, table: Table) -> None:
    """Give all cash back to the bank; each stable's final sum is remembered (H.2)."""
    for number, stable in league.stables.items():
        stable.final = league.shown[number].final = stable.cash
    left = [(number, -stable.cash) for number, stable in league.stables.items()]
    money.post(league, table, "end", "H.2", *left, (BANK, -sum(amount for _, amount in left)))


def _prizes(league: League) -> tuple[Line, ...]:
    """Return the prizes of the people among the first three, for their purses; a shared rank shares its prizes.

    A season of few people, or of few races, brings none: it could be played for the prizes alone (L-42).
    """
    rivals = [each for each in league.stables.values() if not each.is_house and each.status != "kept"]
    if sum(each.starts >= LEAST_STARTS for each in rivals) < LEAST_RIVALS:
        return ()
    ranks = [each for each in ranks_of(league.stables) if each.counts]
    found = []
    for each in ranks:
        sharing = sum(other.rank == each.rank for other in ranks)
        amount = sum(league.options.prizes[each.rank - 1 : each.rank - 1 + sharing]) // sharing
        if amount and not league.stables[each.stable].is_house:
            found.append(Line(each.stable, amount))
    return tuple(found)
