"""Pools: B-9 and B-11."""

import pytest

from engine.betting import pools
from tests.betting.builders import GAIUS, LUCIUS, TITUS, a_bank, a_ticket, begin, bet, market_of


def test_b_9_winners_share_what_losers_staked_by_their_stakes() -> None:
    tickets = [a_ticket(1, "1", 300), a_ticket(2, "1", 100), a_ticket(3, "2", 800)]

    assert pools.payoffs(tickets, ["1"], 0) == {1: 900, 2: 300}


def test_b_9_each_ticket_is_rounded_down() -> None:
    tickets = [*(a_ticket(number, "1", 100) for number in (1, 2, 3)), a_ticket(4, "2", 100)]

    assert pools.payoffs(tickets, ["1"], 0) == {1: 133, 2: 133, 3: 133}


def test_b_9_two_winning_choices_share_equally_and_one_that_nobody_backed_does_not() -> None:
    tickets = [a_ticket(1, "1", 100), a_ticket(2, "2", 300), a_ticket(3, "3", 600)]

    assert pools.payoffs(tickets, ["1", "2", "4"], 0) == {1: 400, 2: 600}


@pytest.mark.parametrize(
    ("losers", "share", "left"), [(800, 0, 800), (800, 10, 720), (800, 25, 600), (199, 1, 198), (99, 1, 99)]
)
def test_b_9_the_houses_share_is_rounded_down(losers: int, share: int, left: int) -> None:
    assert pools.shared(losers, share) == left


def test_b_9_nobody_on_a_winner_pays_nothing() -> None:
    assert pools.payoffs([a_ticket(1, "1", 100)], ["2"], 0) == {}
    assert pools.payoffs([], ["2"], 0) == {}


def test_b_9_what_a_hundred_would_bring_is_what_a_hundred_brings() -> None:
    tickets = [a_ticket(1, "1", 100), a_ticket(2, "1", 300), a_ticket(3, "2", 700), a_ticket(4, "3", 200)]
    stakes = {"1": 400, "2": 700, "3": 200}

    for choice in stakes:
        first = next(each.number for each in tickets if each.choice == choice)
        paid = pools.payoffs(tickets, [choice], 5)
        stake = tickets[first - 1].stake
        assert pools.pays(stakes, choice, 1, 5) == paid[first] * 100 // stake


def test_b_9_of_a_place_the_least_is_shown() -> None:
    stakes = {"1": 100, "2": 800, "3": 500, "4": 300}
    tickets = [a_ticket(number, choice, stake) for number, (choice, stake) in enumerate(stakes.items(), start=1)]

    least = pools.pays(stakes, "1", 3, 0)

    every = [pools.payoffs(tickets, ["1", other, third], 0)[1] for other in "234" for third in "234" if other < third]
    assert least == min(every)


def test_b_11_one_side_is_one_bettor_or_one_choice() -> None:
    mine, mine_too = a_ticket(1, "1", 100, GAIUS), a_ticket(2, "2", 100, GAIUS)
    yours, yours_too = a_ticket(3, "1", 100, LUCIUS), a_ticket(4, "2", 100, LUCIUS)

    assert pools.is_one_sided([])
    assert pools.is_one_sided([mine])
    assert pools.is_one_sided([mine, mine_too])
    assert pools.is_one_sided([mine, yours])
    assert not pools.is_one_sided([mine, yours_too])
    assert not pools.is_one_sided([mine, mine_too, yours])


@pytest.mark.parametrize(("field", "places"), [(1, 2), (4, 2), (5, 3), (8, 3)])
def test_b_10_three_places_count_and_two_in_small_fields(field: int, places: int) -> None:
    assert pools.places_paid(field) == places


def test_b_2_a_game_without_moments_has_fewer_pools() -> None:
    without = a_bank(has_moments=False)

    assert [each.kind for each in without.markets.values()] == ["sealed", "win", "place", "finishers"]
    assert len(a_bank().markets) == 7


def test_b_11_a_one_sided_pool_is_given_back_at_the_start_and_no_other() -> None:
    bank = a_bank()
    bet(bank, GAIUS, 100, "1", "win")
    bet(bank, LUCIUS, 100, "1", "win")
    bet(bank, GAIUS, 100, "1", "place")
    bet(bank, TITUS, 100, "2", "place")

    begin(bank)

    assert (market_of(bank, "win").state, market_of(bank, "win").why) == ("void", "one-sided")
    assert market_of(bank, "place").state == "closed"
    assert bank.purses()[GAIUS] == 900
