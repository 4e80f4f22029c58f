"""Cells of the betting table: odds, payoffs, shortfalls and pools without a race."""

from collections.abc import Callable, Mapping, Sequence

from conformance.betting.bank import a_race
from engine.betting import pools, purses, sealed
from engine.betting.book import Ticket
from records.values import PlayerId, Sesterces


def look_up(chart: str, place: Sequence[str]) -> str:
    """Return the result of a calculation.

    :raises ValueError: for a chart that there is not, or a place that is not written as its places are.
    """
    if chart not in _CHARTS:
        raise ValueError(f"there is no chart {chart!r}; there are {', '.join(_CHARTS)}")
    try:
        return _CHARTS[chart](*place)
    except (TypeError, KeyError) as error:
        raise ValueError(f"is not a place of {chart}") from error


def _odds(pool: str, on: str) -> str:
    """``30000 4900``: all stakes, and those on the chariot."""
    return str(sealed.odds({"1": int(on), "2": int(pool) - int(on)}).get("1", "-"))


def _payoff(stake: str, odds: str) -> str:
    return str(sealed.due(_ticket(1, "1", int(stake)), {"1": int(odds)}))


def _bank(stake: str, odds: str) -> str:
    return str(sealed.due_by_bank(_ticket(1, "1", int(stake)), {"1": int(odds)}))


def _shortfall(pool: str, dues: str, which: str) -> str:
    """``8900 600,9000 1``: the pool, the payees' dues, and the number of one of them; odd sesterces by their order."""
    by_player = {PlayerId(number): int(each) for number, each in enumerate(dues.split(","), start=1)}
    return str(sealed.after_shortfall(by_player, int(pool))[PlayerId(int(which))])


def _pool(share: str, tickets: str, winners: str, which: str) -> str:
    """``5 red:100,blue:300 blue 2``: the house's per cent, the tickets, the winning choice, and one ticket's number."""
    written = [each.partition(":") for each in tickets.split(",")]
    made = [_ticket(number, choice, int(stake)) for number, (choice, _, stake) in enumerate(written, start=1)]
    return str(pools.payoffs(made, winners.split(","), int(share)).get(int(which), "-"))


def _pays(share: str, stakes: str, choice: str, winning: str) -> str:
    """``0 red:100,blue:300 red 1``: the house's per cent, the stakes, the choice, and the number of winners."""
    written = [each.partition(":") for each in stakes.split(",")]
    found = pools.pays({name: int(stake) for name, _, stake in written}, choice, int(winning), int(share))
    return "-" if found is None else str(found)


def _week(seconds: str) -> str:
    return purses.week_of(int(seconds))


def _places(field: str) -> str:
    return str(pools.places_paid(int(field)))


_CHARTS: Mapping[str, Callable[..., str]] = {
    "odds": _odds,
    "payoff": _payoff,
    "bank": _bank,
    "shortfall": _shortfall,
    "pool": _pool,
    "pays": _pays,
    "week": _week,
    "places": _places,
}


def _ticket(number: int, choice: str, stake: int) -> Ticket:
    return Ticket(
        race=a_race().id,
        number=number,
        market=1,
        player=PlayerId(number),
        name="",
        choice=choice,
        stake=Sesterces(stake),
        key=str(number),
        at=0.0,
    )
