"""Pairs: what is offered, at what odds, and how a turn decides them (B-25)."""

from typing import Any

import pytest

from conformance.betting.bank import Bank
from engine.betting import pairs
from engine.betting.book import NewBet
from engine.betting.house import MARGIN
from engine.betting.model import dice_for, work_out_turn
from engine.betting.pairs import MOST_PAIRS, odds_on_pairs
from engine.betting.table import place
from engine.game import AnyRuleset, Entrant
from engine.rulesets import RULESETS
from records.acts import ActRecord
from records.refusals import Refused
from records.values import EntryId, PlayerId
from tests.betting.builders import GAIUS, LUCIUS, RED, a_bank, begin, bet

ODDS = {"1>2": 180, "2>1": 180, "2>3": 150, "3>2": 225}


def a_turn(*drivers: PlayerId | None, **values: Any) -> Bank:
    """Return a bank on whose race, one turn old, the house takes bets on pairs."""
    bank = a_bank(*drivers, **values)
    begin(bank)
    bank.apply(pairs.open_pairs(bank.book(), ODDS, 1, 30.0))
    return bank


def over(bank: Bank, *order: int, turns: int = 2) -> None:
    found = pairs.settle_pairs(bank.book(), [EntryId(each) for each in order], turns, 5, 40.0)
    bank.apply(found)


def test_a_pair_is_paid_by_how_the_chariots_lie() -> None:
    bank = a_turn()
    bet(bank, GAIUS, 100, "1>2", "pair")
    bet(bank, GAIUS, 100, "3>2", "pair")
    bet(bank, LUCIUS, 100, "2>1", "pair")

    over(bank, 1, 2, 3)

    assert (bank.purses()[GAIUS], bank.purses()[LUCIUS]) == (1_000 - 200 + 180, 900)
    assert bank.has_faults() == []


def test_a_chariot_that_is_ranked_nowhere_decides_nothing() -> None:
    bank = a_turn()
    bet(bank, GAIUS, 100, "1>2", "pair")
    bet(bank, GAIUS, 100, "2>3", "pair")

    over(bank, 2, 3)

    assert bank.purses()[GAIUS] == 1_000 - 100 + 150
    assert bank.has_faults() == []


def test_another_turn_than_the_one_that_was_bet_on_settles_nothing() -> None:
    bank = a_turn()
    bet(bank, GAIUS, 100, "1>2", "pair")

    over(bank, 1, 2, 3, turns=3)

    assert bank.purses()[GAIUS] == 1_000


def test_settled_twice_it_pays_once() -> None:
    bank = a_turn()
    bet(bank, GAIUS, 100, "1>2", "pair")
    over(bank, 1, 2, 3)
    balances = dict(bank.balances)

    over(bank, 1, 2, 3)

    assert bank.balances == balances


@pytest.mark.parametrize("kind", pairs.TURNED_BACK)
def test_a_race_that_has_gone_back_has_no_pairs_any_more(kind: Any) -> None:
    bank = a_bank()
    begin(bank)
    bank.acts.append(ActRecord(kind=kind, by=LUCIUS, at=25.0))

    assert pairs.open_pairs(bank.book(), ODDS, 1, 30.0).is_empty


def test_a_turn_has_its_pairs_once() -> None:
    bank = a_turn()
    over(bank, 1, 2, 3)

    assert pairs.open_pairs(bank.book(), ODDS, 1, 50.0).is_empty
    assert pairs.open_pairs(bank.book(), ODDS, 0, 50.0).is_empty
    assert not pairs.open_pairs(bank.book(), ODDS, 2, 50.0).is_empty


def test_only_house_drivers_are_paired() -> None:
    """Two friends: one holds back for a turn, the other has bet on it."""
    bank = a_turn(GAIUS, None, None)

    (market,) = [each for each in bank.markets.values() if each.kind == "pair"]

    assert set(market.odds) == {"2>3", "3>2"}


def test_twenty_accounts_win_no_more_than_the_house_puts_at_stake() -> None:
    bank = a_turn(server={"house": 20_000, "house_week": 20_000}, purse=20_000)
    bet(bank, GAIUS, 12_500, "1>2", "pair")

    with pytest.raises(Refused):
        bet(bank, LUCIUS, 100, "1>2", "pair")

    bet(bank, LUCIUS, 100, "2>1", "pair")


def test_a_server_without_the_house_has_none() -> None:
    bank = a_bank(server={"house": 0})
    begin(bank)

    assert pairs.open_pairs(bank.book(), ODDS, 1, 30.0).is_empty


def test_the_start_of_a_race_leaves_pairs_alone() -> None:
    bank = a_turn()

    number = max(bank.markets)
    place(bank.book(), NewBet(GAIUS, "", number, "1>2", 100, "k"), 31.0)

    assert bank.markets[number].state == "open"
    assert begin(bank).is_empty


def test_odds_are_of_the_closest_pairs_with_the_margin() -> None:
    odds = odds_on_pairs({"1>2": 100, "1>3": 150, "2>3": 200}, 200)

    assert odds == {"1>2": 180, "2>1": 180, "1>3": 120, "3>1": 356}
    assert all(pays * came / 200 <= 100 - MARGIN + 1 for pays, came in ((180, 100), (120, 150), (356, 50)))
    assert odds_on_pairs({"1>2": 20}, 40) == {}
    assert MOST_PAIRS * 2 <= 25


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_every_game_plays_a_turn_out_from_its_view(game: str) -> None:
    rules: AnyRuleset = RULESETS[game]
    if rules.play_out is None or game == "arena":  # in the arena nobody is ahead of anybody
        assert rules.turn_out is None
        return
    race = rules.new_race(rules.options(), [Entrant(EntryId(n + 1), rules.colours[n], None) for n in range(4)])
    view = rules.view_for(race, {}, ())
    assert rules.turn_out is not None

    one, again = (rules.turn_out(view, {}, dice_for(3, 4)) for _ in range(2))
    ahead = work_out_turn(rules, view, {}, 20, 7)

    assert one == again
    assert sorted(one) == [1, 2, 3, 4]
    assert set(ahead) == {"1>2", "1>3", "1>4", "2>3", "2>4", "3>4"}
    assert all(0 <= came <= 20 for came in ahead.values())
    assert RED in one
