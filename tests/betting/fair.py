"""Whether anybody got rich by a trick: looked up in what became of tickets and side bets, whoever did what before.

Nobody gains but by a bet that somebody else has lost, or by what the bank adds. Whoever steers a race gains nothing.
What is given away, in presents and by side bets, is no more than a week allows.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from engine.betting.book import Market, SideBet, Ticket
from engine.betting.rules import TableRules
from records.acts import ActRecord
from records.values import PlayerId

WEEK = 7 * 86_400
MONDAY = 4 * 86_400
"""Seconds after the beginning of 1970."""

NOT_STEERING = (
    "substitute", "return", "vacation", "absent", "grace", "downtime", "volunteer", "withdraw", "asked", "deputy",
    "resign", "leave", "vote",
)  # fmt: skip


def require_fair(
    markets: Iterable[Market],
    tickets: Sequence[Ticket],
    sides: Sequence[SideBet],
    *,
    rules: TableRules,
    host: PlayerId,
    acts: Iterable[ActRecord],
    minted: int,
) -> None:
    """Fail unless all that was paid for a race was won from others."""
    steerers = {act.by for act in acts if act.by is not None and act.kind not in NOT_STEERING}
    assert minted <= (rules.bank if rules.cover == "bank" else 0)
    of_market = {each.number: each for each in markets}
    pools: dict[tuple[str, int], list[Ticket]] = defaultdict(list)
    for ticket in tickets:
        market = of_market[ticket.market]
        _require_no_more_than_the_stake(ticket, market, steerers, rules, host)
        if ticket.state in ("won", "lost", "refunded"):
            pools["sealed", 0 if market.kind == "sealed" else market.number].append(ticket)
    for (_, number), pool in pools.items():
        _require_won_from_others(pool, minted if not number else 0)
    for side in sides:
        assert side.winner is None or side.winner not in steerers


def _require_no_more_than_the_stake(
    ticket: Ticket, market: Market, steerers: Collection[PlayerId], rules: TableRules, host: PlayerId
) -> None:
    """Fail if a ticket has won for whoever steers, for the host of what the bank pays, or in a market that is off."""
    is_bank_host = ticket.player == host and rules.cover == "bank" and rules.sealed
    if ticket.player in steerers or is_bank_host or ticket.why == "replaced" or market.state != "settled":
        assert ticket.paid <= ticket.stake, ticket.number


def _require_won_from_others(pool: Sequence[Ticket], minted: int) -> None:
    """Fail if a player gained more than others lost, and the bank added."""
    gained: dict[PlayerId, int] = defaultdict(int)
    for each in pool:
        gained[each.player] += each.paid - each.stake
    for player, gain in gained.items():
        lost = sum(each.stake - each.paid for each in pool if each.player != player and each.paid < each.stake)
        assert gain <= lost + minted, player
        others = {each.choice for each in pool if each.player != player}
        mine = {each.choice for each in pool if each.player == player}
        assert gain <= 0 or (others and len(others | mine) > 1), "a market of one"


def given_by_week(
    presents: Iterable[tuple[PlayerId, int, float]], sides: Iterable[SideBet], field: int
) -> Mapping[tuple[PlayerId, int], int]:
    """Return what each player gave away in each week: presents, and stakes of side bets beyond fair odds.

    :param presents: giver, sum and time of each.
    """
    given: dict[tuple[PlayerId, int], int] = defaultdict(int)
    for giver, amount, at in presents:
        given[giver, int((at - MONDAY) // WEEK)] += amount
    for side in sides:
        if side.state in ("accepted", "settled"):
            others = 1 if side.rival is not None else max(1, field - 1)  # bets to one that are fair
            week = int((side.at - MONDAY) // WEEK)
            given[side.taker, week] += max(0, side.against - others * side.stake)
            given[side.proposer, week] += max(0, -(-(others * side.stake - side.against) // others))
    return given
