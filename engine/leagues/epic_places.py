"""Places in a race of the Epic campaign (B.2, II.3.3): by victories, by bids, and slaves after all owners.

R-B27  By setting, second places are sold: each owner names a maximum, and the price is that of an auction (R-B3).
R-B37  A slave has a place after all owners.
R-B41  Victories are first places in races of the calendar and combats won in galas; a tie is drawn.
"""

from collections.abc import Sequence

from engine.leagues import events, money
from engine.leagues.words import epic_charts
from engine.leagues.words.epic_facts import PlaceSold
from engine.leagues.words.state import BANK, League
from engine.table import Table
from records.values import EntryId

Wish = tuple[EntryId | None, int]
"""A stable, or nobody, and its chariot."""


def foremost(league: League, wanting: Sequence[EntryId]) -> list[EntryId]:
    """Return the stables with the most victories (R-B41)."""
    most = max(league.stables[stable].victories for stable in wanting)
    return [stable for stable in wanting if league.stables[stable].victories == most]


def second(league: League, table: Table, wishes: Sequence[Wish], room: int) -> list[Wish]:
    """Return the second chariots that find a place: sold, or by victories (II.3.3, R-B27, R-B41)."""
    if league.options.extra_places:
        return _sold(league, table, wishes, room)
    left, found = list(wishes), list[Wish]()
    while left and len(found) < room:
        first = foremost(league, [stable for stable, _ in left if stable is not None])
        tied = [wish for wish in left if wish[0] in first]
        found.append(tied[_lot(table, len(tied), "second entry", "R-B41")])
        left.remove(found[-1])
    return [wish for wish in wishes if wish in found]


def _sold(league: League, table: Table, wishes: Sequence[Wish], room: int) -> list[Wish]:
    """Sell place after place to the highest maximum that the owner can still pay (R-B27, R-B22)."""
    left, found = list(wishes), list[Wish]()
    while len(found) < room:
        sums = {wish: _bid(league, wish) for wish in left}
        able = [wish for wish in left if sums[wish] >= epic_charts.PLACE_STEP]
        if not able:
            break
        most = max(sums[wish] for wish in able)
        best = [wish for wish in able if sums[wish] == most]
        winner = best[_lot(table, len(best), "equal bids", "R-B27")]
        others = [sums[wish] + epic_charts.PLACE_STEP for wish in able if wish != winner]
        price = min(most, max([epic_charts.PLACE_STEP, *others]))
        assert winner[0] is not None
        table.tell(PlaceSold(winner[0], price))
        money.post(league, table, "place", "II.3.3.2", (winner[0], -price), (BANK, price))
        found.append(winner)
        left.remove(winner)
    return [wish for wish in wishes if wish in found]


def _bid(league: League, wish: Wish) -> int:
    assert wish[0] is not None
    most = min(league.place_bids.get(wish[0], 0), league.stables[wish[0]].cash)
    return most // epic_charts.PLACE_STEP * epic_charts.PLACE_STEP


def of_slaves(league: League, room: int) -> list[Wish]:
    """Return the chariots of slaves that find a place, as far as they can start (R-B37)."""
    fit = events.under_way(league).fit
    slaves = [each for each in league.stables.values() if each.status == "slave"]
    found = [(each.number, number) for each in slaves for number in sorted(fit(each))]
    return [(stable, chariot) for stable, chariot in found[: max(0, room)]]


def _lot(table: Table, left: int, what_for: str, rule: str) -> int:
    return 0 if left == 1 else table.roll(None, what_for, rule, count=1, sides=left).total - 1
