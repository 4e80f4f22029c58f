"""Tables of races that began before two bettors were asked for, odds made anew, and the bank given a limit."""

import msgspec

from conformance.betting.bank import Bank
from engine.betting.rules import TableRules
from engine.moments import TurnBegan
from records.acts import ActRecord
from records.values import PlayerId
from tests.betting.builders import BLUE, GAIUS, GREEN, LUCIUS, RED, TITUS, a_bank, begin, bet, market_of
from tests.betting.races import end, follow


def a_race_under_way(bank: Bank, odds: dict[str, int]) -> None:
    """Let a race begin as races began then: whatever is in a market, it closes; the odds are as they are given."""
    bank.set_race(state="running", seq=1)
    for number, each in list(bank.markets.items()):
        fixed = odds if each.kind == "sealed" else {}
        bank.markets[number] = msgspec.structs.replace(
            each, state="closed", closed=20.0, closed_at=1, moment="start", odds=fixed
        )


def test_rules_of_before_have_a_limit_for_the_bank() -> None:
    assert msgspec.json.decode(b'{"cover":"bank","share":3}', type=TableRules).bank == 10_000


def test_b_11_a_bettor_who_was_alone_has_everything_back_at_the_end() -> None:
    bank = a_bank(cover="bank", pools=False)
    for choice in (RED, BLUE, GREEN):
        bet(bank, GAIUS, 300, choice, "sealed")
    a_race_under_way(bank, {"1": 3, "2": 3, "3": 3})

    end(bank, RED, BLUE, GREEN)

    assert bank.purses()[GAIUS] == 1_000
    assert market_of(bank, "sealed").why == "one-sided"


def test_b_5_odds_that_were_made_with_stakes_given_back_are_not_paid() -> None:
    bank = a_bank(cover="bank", pools=False, purse=20_000)
    bet(bank, GAIUS, 100, RED, "sealed")
    bet(bank, LUCIUS, 300, BLUE, "sealed")
    gone = bet(bank, TITUS, 10_000, GREEN, "sealed")
    a_race_under_way(bank, {"1": 104, "2": 34, "3": 1})
    bank.tickets[gone.number] = msgspec.structs.replace(gone, state="refunded", paid=gone.stake, why="replaced")
    pot = next(account for account in bank.balances if account.kind == "pot")
    bank.balances[pot] -= 10_000

    end(bank, RED, BLUE, GREEN)

    assert bank.tickets[1].paid == 500  # odds of 4, and the stake
    assert market_of(bank, "sealed").odds == {"1": 4, "2": 1}


def test_b_8_a_host_who_has_bet_on_a_race_of_the_bank_has_the_stake() -> None:
    bank = a_bank(cover="bank", pools=False)
    bank.set_race(host=PlayerId(999))
    bet(bank, GAIUS, 100, RED, "sealed")
    bet(bank, LUCIUS, 300, BLUE, "sealed")
    bank.set_race(host=GAIUS)
    a_race_under_way(bank, {"1": 4, "2": 1})

    end(bank, RED, BLUE)

    assert (bank.tickets[1].paid, bank.tickets[1].why) == (100, "bank host")
    assert bank.sum_of("house") == 300


def test_b_8_in_the_lobby_a_host_who_has_bet_has_the_stake_back_as_the_race_begins() -> None:
    bank = a_bank(cover="bank", pools=False)
    bank.set_race(host=PlayerId(999))
    bet(bank, GAIUS, 100, RED, "sealed")
    bet(bank, LUCIUS, 300, BLUE, "sealed")
    bank.set_race(host=GAIUS)

    begin(bank)

    assert (bank.tickets[1].state, bank.tickets[1].why) == ("refunded", "bank host")
    assert (bank.tickets[2].state, bank.tickets[2].why) == ("refunded", "one-sided")


def test_b_15_acts_of_before_count() -> None:
    bank = a_bank(pools=False)
    bet(bank, GAIUS, 100, RED, "sealed")
    bet(bank, LUCIUS, 300, BLUE, "sealed")
    a_race_under_way(bank, {"1": 4, "2": 1})
    bank.acts.append(ActRecord(kind="pause", by=GAIUS, at=25.0))
    follow(bank, TurnBegan(1), TurnBegan(2), new_turn=2)

    end(bank, RED, BLUE)

    assert bank.purses()[GAIUS] == 1_000
