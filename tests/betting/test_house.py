"""Bets against the house: odds with a margin that stay as they are, limits, and those who would cheat it (B-24)."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from conformance.betting.bank import Bank
from engine.betting import board, house, settling, sides, table
from engine.betting.book import Account, Choice, Market, NewBet, NewSide
from engine.betting.draft import Draft
from engine.betting.house import MARGIN, at_worst, basis_of, odds_on, open_bank, pays_for
from engine.betting.outcomes import Ended
from engine.betting.purses import DAY, opening
from engine.betting.reasons import BetReason
from engine.betting.rules import ServerRules
from engine.betting.table import Happened
from engine.series import Result
from records.acts import ActRecord
from records.races import EntryRecord
from records.refusals import Refused
from records.values import EntryId, Faction, PlayerId
from tests.betting.builders import BLUE, GAIUS, GREEN, LUCIUS, QUINTUS, RED, TITUS, a_bank, begin, bet, market_of

ODDS = {"1": 180, "2": 360, "3": 360}


def a_house(*drivers: PlayerId | None, odds: Mapping[Choice, int] = ODDS, **values: Any) -> Bank:
    """Return a bank on whose race the house takes bets."""
    bank = a_bank(*drivers, **values)
    offer(bank, odds)
    return bank


def offer(bank: Bank, odds: Mapping[Choice, int] = ODDS) -> None:
    basis = basis_of(bank.race, bank.factions, bank.entries)
    bank.apply(open_bank(bank.book(), odds, basis, 5.0))


def end(bank: Bank, *first: EntryId, now: float = 90.0) -> None:
    """Let the race end: these are placed, in their order."""
    places = {entry: place for place, entry in enumerate(first, 1)}
    results = [Result(each.entry, places.get(each.entry)) for each in bank.entries]
    bank.set_race(state="finished")
    bank.apply(table.follow(bank.book(), Happened(seq=9, is_over=True, results=results), now))


def purse(bank: Bank, player: PlayerId) -> int:
    return bank.purses()[player]


def own_of(bank: Bank) -> int:
    """Return the house's own money."""
    return bank.balances.get(Account("bank", 1, race=bank.race.id), 0)


# One spectator


def test_one_spectator_wins_from_the_house_with_nobody_else_there() -> None:
    bank = a_house()
    bet(bank, GAIUS, 500, BLUE, "bank")
    begin(bank)

    end(bank, BLUE, RED)

    assert purse(bank, GAIUS) == 1_000 - 500 + 1_800
    assert own_of(bank) == -1_300
    assert bank.has_faults() == []
    assert bank.pot(market_of(bank, "bank").number) == 0


def test_one_spectator_loses_to_the_house() -> None:
    bank = a_house()
    bet(bank, GAIUS, 500, BLUE, "bank")
    begin(bank)

    end(bank, RED, BLUE)

    assert (purse(bank, GAIUS), own_of(bank)) == (500, 500)
    assert bank.has_faults() == []


def test_nobody_comes_in_and_the_stake_comes_back() -> None:
    bank = a_house()
    bet(bank, GAIUS, 500, BLUE, "bank")
    begin(bank)

    end(bank)

    assert (purse(bank, GAIUS), own_of(bank)) == (1_000, 0)


def test_a_race_that_is_cancelled_gives_all_back() -> None:
    bank = a_house()
    bet(bank, GAIUS, 500, BLUE, "bank")
    bank.set_race(state="cancelled")

    bank.apply(table.void(bank.book(), "cancelled", 30.0))

    assert (purse(bank, GAIUS), own_of(bank)) == (1_000, 0)
    assert bank.has_faults() == []


def test_who_calls_off_a_race_under_way_loses_the_stake() -> None:
    bank = a_house()
    bet(bank, GAIUS, 500, BLUE, "bank")
    begin(bank)

    bank.apply(table.void(bank.book(), "closed", 30.0, GAIUS))

    assert (purse(bank, GAIUS), own_of(bank)) == (500, 500)
    assert bank.has_faults() == []


def test_a_race_that_goes_back_to_its_start_gives_all_back() -> None:
    bank = a_house()
    bet(bank, GAIUS, 500, BLUE, "bank")
    begin(bank)

    bank.apply(table.follow(bank.book(), Happened(seq=3, void_after=0), 40.0))

    assert purse(bank, GAIUS) == 1_000
    end(bank, BLUE, RED)
    assert purse(bank, GAIUS) == 1_000


def test_a_ticket_can_be_taken_back_before_the_start_and_then_no_more() -> None:
    bank = a_house()
    first, second = (bet(bank, GAIUS, 100, BLUE, "bank") for _ in range(2))
    bank.apply(table.cancel(bank.book(), GAIUS, first.number, 12.0))
    assert purse(bank, GAIUS) == 900
    begin(bank)

    with pytest.raises(Refused) as refused:
        table.cancel(bank.book(), GAIUS, second.number, 25.0)

    assert refused.value.reason is BetReason.MARKET_CLOSED


# Its odds


@pytest.mark.parametrize("wins", range(0, 201, 7))
def test_the_house_keeps_its_margin_at_the_chances_of_the_model(wins: int) -> None:
    brings = pays_for(wins, 200) * wins / 200

    assert brings <= 100 - MARGIN + 1
    if wins >= 20:
        assert brings >= 100 - MARGIN - 5


def test_nothing_is_offered_that_brings_hardly_more_than_its_stake() -> None:
    assert odds_on({RED: 195, BLUE: 5, GREEN: 0}, 200) == {"2": 2_000, "3": 2_000}


def test_too_few_races_played_out_make_no_odds() -> None:
    assert odds_on({RED: 10, BLUE: 10}, 20) == {}


def test_odds_stay_as_the_ticket_shows_them() -> None:
    """Other odds are another market: a press on those from before is refused, it gets no others."""
    bank = a_house()
    old = market_of(bank, "bank")
    bet(bank, GAIUS, 500, BLUE, "bank")

    offer(bank, {"1": 300, "2": 300})

    assert bank.markets[old.number].odds == ODDS
    assert (bank.markets[old.number].state, purse(bank, GAIUS)) == ("void", 1_000)
    with pytest.raises(Refused):
        table.place(bank.book(), NewBet(LUCIUS, "", old.number, "2", 100, "late"), 10.0)


def test_the_same_odds_again_change_nothing() -> None:
    bank = a_house()
    bet(bank, GAIUS, 500, BLUE, "bank")

    offer(bank)

    assert purse(bank, GAIUS) == 500


def test_a_field_that_changes_takes_no_more_bets_and_gives_back_those_it_has() -> None:
    """Else a host fills a race with weak drivers, a friend bets at long odds, and the drivers leave."""
    bank = a_house()
    bet(bank, GAIUS, 500, BLUE, "bank")
    gone = bank.entries[2]
    bank.entries = bank.entries[:2]
    bank.apply(table.scratch(bank.book(), gone.entry, 12.0))

    with pytest.raises(Refused) as refused:
        bet(bank, LUCIUS, 100, BLUE, "bank")
    begin(bank)

    assert refused.value.reason is BetReason.ODDS_ARE_OLD
    assert (purse(bank, GAIUS), market_of(bank, "bank").why) == (1_000, "field")


@pytest.mark.parametrize("change", ["options", "driver", "chariot"])
def test_odds_are_of_one_race_its_rules_its_field_and_its_drivers(change: str) -> None:
    bank = a_house()
    match change:
        case "options":
            bank.set_race(options='{"laps":1}')
        case "driver":
            bank.factions = (*bank.factions[:2], type(bank.factions[2])(faction=Faction(3), driver="brute", name="x"))
        case _:
            more = EntryRecord(entry=EntryId(4), colour="white", name="White", faction=None)
            bank.entries = (*bank.entries, more)

    assert not house.is_current(bank.book(), market_of(bank, "bank"))
    offer_for_another(bank)


def offer_for_another(bank: Bank) -> None:
    """Let chances come that were worked out for the race as it was: nothing is offered at them."""
    before = dict(bank.markets)
    bank.apply(open_bank(bank.book(), {"1": 150}, market_of(bank, "bank").basis, 6.0))
    assert bank.markets == before


def test_nothing_is_offered_once_the_race_has_begun() -> None:
    bank = a_bank()
    begin(bank)

    offer(bank)

    assert all(each.kind != "bank" for each in bank.markets.values())


def test_a_server_can_switch_it_off() -> None:
    bank = a_house(server={"house": 0})

    assert all(each.kind != "bank" for each in bank.markets.values())


def test_a_server_that_switches_it_off_takes_no_more_bets() -> None:
    bank = a_house()
    bank.server = bank.server.replace('"house":500', '"house":0')

    with pytest.raises(Refused) as refused:
        bet(bank, GAIUS, 100, BLUE, "bank")

    assert refused.value.reason is BetReason.OVER_HOUSE


# Limits of a person


def test_one_person_stakes_up_to_the_limit_on_a_race() -> None:
    bank = a_house()
    bet(bank, GAIUS, 300, BLUE, "bank")
    bet(bank, GAIUS, 200, RED, "bank")

    with pytest.raises(Refused) as refused:
        bet(bank, GAIUS, 100, GREEN, "bank")

    assert (refused.value.reason, refused.value.values["per"]) == (BetReason.OVER_HOUSE, "race")
    assert board.board_for(bank.book(), GAIUS).markets[-1].choices[0].room == 0


def test_one_person_stakes_up_to_the_limit_in_a_week() -> None:
    """Races from before count, those of the week before don't."""
    bank = a_house(server={"house": 5_000}, purse=10_000)
    bet(bank, GAIUS, 2_000, BLUE, "bank")

    with pytest.raises(Refused) as refused:
        bet(bank, GAIUS, 100, BLUE, "bank")
    later = NewBet(GAIUS, "", market_of(bank, "bank").number, "2", 100, "later")
    changes = table.place(bank.book(), later, 8.0 * DAY)

    assert (refused.value.reason, refused.value.values["per"]) == (BetReason.OVER_HOUSE, "week")
    assert changes.tickets


def test_what_came_back_does_not_count() -> None:
    bank = a_house()
    ticket = bet(bank, GAIUS, 500, BLUE, "bank")
    bank.apply(table.cancel(bank.book(), GAIUS, ticket.number, 12.0))

    bet(bank, GAIUS, 500, RED, "bank")

    assert purse(bank, GAIUS) == 500


# Those who would cheat it


def test_a_press_that_comes_twice_places_one_ticket() -> None:
    bank = a_house()
    for _ in range(3):
        bet(bank, GAIUS, 100, BLUE, "bank", key="one press")

    assert purse(bank, GAIUS) == 900


@pytest.mark.parametrize(
    ("choice", "stake", "reason"),
    [
        ("9", 100, BetReason.NO_SUCH_CHOICE),
        ("1>2", 100, BetReason.NO_SUCH_CHOICE),
        ("over", 100, BetReason.NO_SUCH_CHOICE),
        ("2", 150, BetReason.NOT_IN_STEPS),
        ("2", 0, BetReason.NOT_IN_STEPS),
        ("2", -100, BetReason.NOT_IN_STEPS),
        ("2", 600, BetReason.OVER_HOUSE),
    ],
)
def test_a_forged_press_is_refused(choice: str, stake: int, reason: BetReason) -> None:
    bank = a_house()

    with pytest.raises(Refused) as refused:
        bet(bank, GAIUS, stake, choice, "bank")

    assert refused.value.reason is reason
    assert purse(bank, GAIUS) == 1_000


def test_a_press_after_the_start_is_too_late() -> None:
    bank = a_house()
    begin(bank)

    with pytest.raises(Refused) as refused:
        bet(bank, GAIUS, 100, BLUE, "bank")

    assert refused.value.reason is BetReason.MARKET_CLOSED


def test_a_driver_backs_nothing_but_their_own_chariot() -> None:
    bank = a_house(GAIUS, None, None)
    bet(bank, GAIUS, 100, RED, "bank")

    with pytest.raises(Refused) as refused:
        bet(bank, GAIUS, 100, BLUE, "bank")

    assert refused.value.reason is BetReason.NOT_YOUR_ENTRY


def test_who_takes_the_reins_of_another_gets_the_stake_back_and_no_more() -> None:
    bank = a_house()
    bet(bank, GAIUS, 500, BLUE, "bank")
    begin(bank)
    body = f'{{"faction":1,"player":{GAIUS},"was":null}}'
    bank.acts.append(ActRecord(n=1, kind="replace", by=QUINTUS, body=body, at=30.0))

    end(bank, BLUE, RED)

    assert (purse(bank, GAIUS), own_of(bank)) == (1_000, 0)


def test_the_host_does_not_bet_against_the_house() -> None:
    bank = a_house()
    bank.set_race(host=GAIUS)

    with pytest.raises(Refused) as refused:
        bet(bank, GAIUS, 100, BLUE, "bank")

    assert refused.value.reason is BetReason.HOST_AND_BANK
    bet(bank, GAIUS, 100, BLUE, "win")


def test_who_hosts_the_race_by_its_end_wins_no_more_than_the_stake() -> None:
    bank = a_house()
    bet(bank, GAIUS, 500, BLUE, "bank")
    begin(bank)
    bank.set_race(host=GAIUS)

    end(bank, BLUE, RED)

    assert purse(bank, GAIUS) == 1_000


def test_who_has_steered_the_race_wins_no_more_than_the_stake() -> None:
    bank = a_house()
    bet(bank, GAIUS, 500, BLUE, "bank")
    begin(bank)
    bank.acts.append(ActRecord(n=1, kind="rewind", by=GAIUS, body="{}", at=30.0))

    end(bank, BLUE, RED)

    assert purse(bank, GAIUS) == 1_000


def test_twenty_accounts_take_no_more_than_the_house_puts_at_stake_on_a_race() -> None:
    bank = a_house(odds={"1": 2_000, "2": 110})
    accounts = [PlayerId(1_000 + each) for each in range(20)]
    for each in accounts:
        bank.move(*opening(1, each, ServerRules(gift=1_000, stipend=0), 0.0))
    bet(bank, accounts[0], 500, RED, "bank")
    for each in accounts[1:]:
        with pytest.raises(Refused) as refused:
            bet(bank, each, 500, RED, "bank")
        assert refused.value.reason is BetReason.HOUSE_IS_FULL
    bet(bank, GAIUS, 500, BLUE, "bank")  # nobody is locked out of the rest
    begin(bank)

    end(bank, RED, BLUE)

    assert own_of(bank) == -9_500 + 500


def test_twenty_accounts_take_no_more_than_a_week_s_limit_of_the_house() -> None:
    """Races after the one in which it lost that much take no bets until Monday."""
    bank = a_house(server={"bank": 1_000})
    bank.rules = bank.rules.replace('"bank":10000', '"bank":1000')
    lost = 5_000
    bank.balances[Account("bank", 1, race=bank.race.id)] = 0
    original = bank.house_lost

    bank.house_lost = lambda since: original(since) + lost  # type: ignore[method-assign]

    with pytest.raises(Refused) as refused:
        bet(bank, GAIUS, 100, BLUE, "bank")
    assert refused.value.reason is BetReason.HOUSE_IS_FULL


def test_a_new_member_waits_as_for_any_bet() -> None:
    bank = a_house(server={"age": 7})

    with pytest.raises(Refused) as refused:
        bet(bank, GAIUS, 100, BLUE, "bank", days=6)

    assert refused.value.reason is BetReason.TOO_NEW


def test_two_friends_on_both_sides_lose_the_margin() -> None:
    """Whatever comes in, bets on the whole field bring back less than they cost."""
    odds = odds_on({RED: 120, BLUE: 50, GREEN: 30}, 200)
    for winner in (RED, BLUE, GREEN):
        bank = a_house(odds=odds, server={"house": 10_000, "house_week": 10_000}, purse=10_000)
        bet(bank, GAIUS, 6_000, RED, "bank")
        bet(bank, LUCIUS, 2_500, BLUE, "bank")
        bet(bank, TITUS, 1_500, GREEN, "bank")
        begin(bank)

        end(bank, winner)

        assert purse(bank, GAIUS) + purse(bank, LUCIUS) + purse(bank, TITUS) < 30_000
        assert bank.has_faults() == []


def test_side_bets_and_pools_stand_beside_it() -> None:
    bank = a_house()
    bet(bank, GAIUS, 100, BLUE, "bank")
    bet(bank, GAIUS, 100, BLUE, "win")
    bet(bank, LUCIUS, 100, RED, "win")
    bank.apply(sides.offer(bank.book(), NewSide(TITUS, "t", LUCIUS, "l", RED, BLUE, 50, 50, "k"), 11.0))
    begin(bank)

    end(bank, BLUE, RED)

    assert purse(bank, GAIUS) == 1_000 - 200 + 360 + 200
    assert bank.has_faults() == []


# How much it may lose


def test_what_it_loses_at_worst() -> None:
    market = Market(race=a_bank().race.id, number=1, kind="bank", opened=0.0, opened_at=0, odds=ODDS)

    assert at_worst(market, {"1": 1_000, "2": 500}) == 300
    assert at_worst(market, {"1": 1_000}) == 800
    assert at_worst(market, {}) == 0


def test_what_it_loses_at_worst_on_pairs_adds_up() -> None:
    odds = {"1>2": 180, "2>1": 180, "2>3": 300}
    market = Market(race=a_bank().race.id, number=1, kind="pair", opened=0.0, opened_at=0, odds=odds)

    assert at_worst(market, {"1>2": 500, "2>1": 500, "2>3": 100}) == 200


# In the long run


def test_the_house_wins_its_margin_and_no_more_over_two_thousand_races() -> None:
    """Bettors follow the model: they stake on chariots by their chances. The races end by the true chances."""
    dice = random.Random(7)
    truth = [0.02, 0.03, 0.07, 0.08, 0.1, 0.15, 0.2, 0.35]
    entries = [EntryId(each) for each in range(1, 9)]
    staked = won = 0.0
    squares = 0.0
    for _ in range(2_000):
        counted = dice.choices(entries, truth, k=200)
        wins = {each: counted.count(each) for each in entries}
        odds = odds_on(wins, 200)
        backed = dice.choices(entries, [wins[each] for each in entries])[0]
        pays = odds[str(backed)] if dice.choices(entries, truth)[0] == backed else 0
        staked += 100
        won += 100 - pays
        squares += (100 - pays) ** 2
    spread = (squares / 2_000 - (won / 2_000) ** 2) ** 0.5 * 2_000**0.5

    assert abs(won - staked * MARGIN / 100) < 3 * spread
    assert won > 0


def test_a_settlement_twice_moves_money_once() -> None:
    bank = a_house()
    bet(bank, GAIUS, 500, BLUE, "bank")
    begin(bank)
    end(bank, BLUE, RED)
    before = dict(bank.balances)
    draft = Draft(bank.book(), 99.0)

    settling.settle_all(draft, Ended([Result(BLUE, 1)], ()))
    bank.apply(draft.changes())

    assert bank.balances == before
