"""Payoffs of random books are those of a second calculation, written differently."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.betting import pools, sealed
from engine.betting.book import Ticket
from records.values import PlayerId
from tests.betting import again
from tests.betting.builders import a_ticket

CHOICES = ("1", "2", "3", "4")

EXAMPLES = settings(max_examples=300, deadline=None)

slips = st.lists(st.tuples(st.integers(1, 5), st.sampled_from(CHOICES), st.integers(1, 12)), min_size=1, max_size=14)
"""Who, on what, how much; smaller sums than at the table show more of what is rounded."""

winning = st.lists(st.sampled_from(CHOICES), unique=True, max_size=3).map(sorted)


def tickets_of(slip: Sequence[tuple[int, str, int]], after: int = 0) -> list[Ticket]:
    return [
        a_ticket(after + number, choice, 3 * threes, PlayerId(player))
        for number, (player, choice, threes) in enumerate(slip, start=1)
    ]


@pytest.mark.slow
@EXAMPLES
@given(slips, winning, st.integers(0, 25))
def test_b_9_pools_pay_what_fractions_say(slip: list[tuple[int, str, int]], winners: list[str], share: int) -> None:
    tickets = tickets_of(slip)

    paid = pools.payoffs(tickets, winners, share)

    expected = again.pool(tickets, winners, share)
    backed = any(each.choice in winners for each in tickets)
    assert paid == (expected if backed else {})
    assert sum(expected.values()) <= sum(each.stake for each in tickets)
    assert all(paid[each.number] >= each.stake for each in tickets if each.number in paid)


@pytest.mark.slow
@EXAMPLES
@given(slips)
def test_26_2_odds_are_how_often_the_bets_go_into_the_pool(slip: list[tuple[int, str, int]]) -> None:
    tickets = tickets_of(slip)

    assert sealed.odds(sealed.stakes_on(CHOICES, tickets)) == again.fixed_odds(tickets)


@pytest.mark.slow
@EXAMPLES
@given(slips, slips, winning)
def test_26_41_shortfalls_are_borne_as_sesterce_by_sesterce(
    slip: list[tuple[int, str, int]], more: list[tuple[int, str, int]], winners: list[str]
) -> None:
    before = tickets_of(slip)
    there = [each.choice for each in before]
    late = [each for each in tickets_of(more, after=len(before)) if each.choice in there]
    tickets = [*before, *late]
    odds = sealed.odds(sealed.stakes_on(CHOICES, before))

    paid = paid_by_pool(tickets, odds, winners)

    assert paid == again.sealed_by_pool(before, tickets, winners, "published")
    assert sum(paid.values()) <= sum(each.stake for each in tickets)


def paid_by_pool(tickets: Sequence[Ticket], odds: Mapping[str, int], winners: Sequence[str]) -> dict[int, int]:
    """Return what the rules pay, put together as a settlement does."""
    won = [each for each in tickets if each.choice in winners]
    dues = {each.number: sealed.due(each, odds) for each in won}
    lots = sealed.lots("published", won)
    of = {player: [each for each in won if each.player == player] for player in lots}
    in_all = {player: sum(dues[each.number] for each in mine) for player, mine in of.items()}
    paid = sealed.after_shortfall(in_all, sum(each.stake for each in tickets))
    return {n: each for player in lots for n, each in sealed.cuts(of[player], dues, paid[player]).items()}


@pytest.mark.slow
@EXAMPLES
@given(st.lists(st.integers(0, 40), min_size=1, max_size=6), st.integers(0, 200))
def test_26_41_a_shortfall_takes_what_is_missing_and_no_more(dues: list[int], pool: int) -> None:
    due = {PlayerId(number): each for number, each in enumerate(dues)}

    paid = sealed.after_shortfall(due, pool)

    assert sum(paid.values()) == min(pool, sum(dues))
    assert all(0 <= paid[player] <= due[player] for player in due)
    for one, other in ((one, other) for one in due for other in due if due[one] < due[other]):
        assert not paid[one] or paid[other] == due[other], "a larger payee gave while a smaller one had something left"
    for one, other in ((one, other) for one in due for other in due if due[one] == due[other]):
        assert abs(paid[one] - paid[other]) <= 1
