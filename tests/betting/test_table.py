"""What is done at the table, and what a race does to it: B-2, B-6, B-12, B-13."""

import time
from typing import Any

import pytest
from msgspec.structs import replace

from engine.betting import sides, table
from engine.betting.book import Changes, MarketKind, NewBet, NewSide
from engine.betting.reasons import BetReason
from engine.betting.table import Happened
from engine.moments import LapDone, TurnBegan
from engine.series import Result
from records.races import RaceState
from records.refusals import Refused
from records.values import EntryId, PlayerId
from tests.betting.builders import (
    BLUE,
    GAIUS,
    GREEN,
    LUCIUS,
    RED,
    TITUS,
    a_bank,
    a_ticket,
    begin,
    bet,
    market_of,
    number_of,
)
from tests.betting.races import FIRST_LAP, end, follow, opens_window


def test_b_2_a_table_that_is_open_is_opened_once() -> None:
    bank = a_bank()

    assert table.open_table(bank.book(), 5.0, has_moments=True).is_empty


@pytest.mark.parametrize("state", ["running", "paused", "finished", "cancelled"])
def test_b_2_nothing_opens_once_the_race_has_begun(state: RaceState) -> None:
    bank = a_bank(pools=False, sealed=False)
    bank.rules = "{}"
    bank.set_race(state=state)

    assert table.open_table(bank.book(), 5.0, has_moments=True).is_empty
    with pytest.raises(Refused) as refused:
        table.check_settable(bank.book())
    assert refused.value.reason == BetReason.MARKET_CLOSED


@pytest.mark.parametrize("state", ["running", "paused", "finished", "cancelled"])
def test_b_2_a_press_that_comes_late_is_refused_though_the_start_is_not_on_record_yet(state: RaceState) -> None:
    bank = a_bank()
    bank.set_race(state=state)

    with pytest.raises(Refused) as refused:
        bet(bank, GAIUS, 100, RED)

    assert (refused.value.reason, refused.value.rule) == (BetReason.MARKET_CLOSED, "B-2")
    assert refused.value.values == {"market": "win", "window": 0, "moment": "start", "closed": None}


def test_b_2_what_is_not_there_is_named_with_what_is() -> None:
    bank = a_bank()

    with pytest.raises(Refused) as no_market:
        place(bank, market=99)
    with pytest.raises(Refused) as no_choice:
        bet(bank, GAIUS, 100, "over")
    with pytest.raises(Refused) as no_table:
        place(a_bank(pools=False, sealed=False), market=1)

    assert no_market.value.values == {"possible": [1, 2, 3, 4, 5, 6, 7]}
    assert no_choice.value.values == {"choice": "over", "possible": ["1", "2", "3"]}
    assert no_table.value.reason == BetReason.NO_TABLE


def place(bank: Any, market: int) -> Changes:
    return table.place(bank.book(), NewBet(GAIUS, "g", market, "1", 100, "k"), 1.0)


# Windows


def test_26_3_a_window_opens_with_the_turn_after_the_leaders_lap() -> None:
    bank = a_bank()
    bet(bank, GAIUS, 100, RED, "sealed")
    bet(bank, LUCIUS, 100, BLUE, "sealed")
    begin(bank)

    assert follow(bank, TurnBegan(1), LapDone(RED, 1, 1)).is_empty
    assert follow(bank, *FIRST_LAP).is_empty
    follow(bank, *FIRST_LAP, new_turn=2)

    assert (market_of(bank, "sealed", 1).state, market_of(bank, "sealed", 1).opened_at) == ("open", 4)
    assert follow(bank, *FIRST_LAP, new_turn=2).is_empty


def test_b_6_a_window_that_was_driven_past_does_not_open() -> None:
    bank = a_bank()
    bet(bank, GAIUS, 100, RED, "sealed")
    bet(bank, LUCIUS, 100, BLUE, "sealed")
    begin(bank)

    assert follow(bank, *FIRST_LAP, TurnBegan(3), new_turn=3).is_empty
    assert follow(bank, *FIRST_LAP, new_turn=2, orders_in=True).is_empty


@pytest.mark.parametrize(
    ("what", "moment"),
    [
        ({"orders_in": True}, "order 2"),
        ({"new_turn": 3}, "turn 3"),
        ({"new_turn": 3, "orders_in": True}, "turn 3"),
        ({"is_over": True, "results": ()}, "end"),
        ({}, ""),
    ],
)
def test_b_6_what_closes_a_window(what: dict[str, Any], moment: str) -> None:
    bank = a_bank()
    bet(bank, GAIUS, 100, RED, "sealed")
    bet(bank, LUCIUS, 100, BLUE, "sealed")
    begin(bank)
    opens_window(bank)

    follow(bank, *FIRST_LAP, now=60.0, **what)

    window = market_of(bank, "sealed", 1)
    assert (window.moment, window.closed) == (moment, 60.0 if moment else None)


def test_b_6_windows_take_no_bets_of_a_race_that_is_called_off() -> None:
    bank = a_bank()
    bet(bank, GAIUS, 100, RED, "sealed")
    bet(bank, LUCIUS, 100, BLUE, "sealed")
    begin(bank)
    opens_window(bank)
    bank.set_race(state="cancelled")

    with pytest.raises(Refused) as refused:
        bet(bank, GAIUS, 100, RED, "sealed", window=1)

    assert refused.value.values["moment"] == "end"


# The end


def test_b_12_what_the_race_does_twice_changes_nothing_the_second_time() -> None:
    bank = a_bank()
    bet(bank, GAIUS, 300, RED)
    bet(bank, LUCIUS, 100, BLUE)
    bet(bank, TITUS, 200, BLUE, "sealed")

    first, second = begin(bank), table.start(bank.book(), 1, 99.0)
    over = Happened(seq=9, moments=FIRST_LAP, results=results(BLUE, RED, GREEN), is_over=True)
    bank.apply(settled := table.follow(bank.book(), over, 40.0))

    assert not first.is_empty
    assert not settled.is_empty
    assert second.is_empty
    assert table.follow(bank.book(), over, 41.0).is_empty
    assert table.void(bank.book(), "cancelled", 42.0).is_empty
    assert table.scratch(bank.book(), RED, 43.0).is_empty


def results(*entries: EntryId) -> Any:
    return tuple(Result(entry, place) for place, entry in enumerate(entries, start=1))


def test_b_12_going_back_calls_off_what_closed_after_and_nothing_else() -> None:
    bank = a_bank()
    bet(bank, GAIUS, 100, RED, "sealed")
    bet(bank, LUCIUS, 100, BLUE, "sealed")
    begin(bank)
    opens_window(bank)
    closed_at = follow(bank, *FIRST_LAP, orders_in=True).markets[0].closed_at
    assert closed_at is not None

    still = replace(bank.book())
    kept = table.follow(still, Happened(seq=9, moments=FIRST_LAP, void_after=closed_at), 50.0)
    gone = table.follow(still, Happened(seq=9, moments=FIRST_LAP, void_after=closed_at - 1), 50.0)

    assert kept.is_empty
    assert [(each.window, each.state, each.why) for each in gone.markets] == [(1, "void", "rewound"), (1, "open", "")]


def test_b_12_back_to_the_beginning_of_its_turn_a_window_opens_again() -> None:
    bank = a_bank()
    bet(bank, GAIUS, 100, RED, "sealed")
    bet(bank, LUCIUS, 100, BLUE, "sealed")
    begin(bank)
    opened_at = opens_window(bank).markets[0].opened_at
    follow(bank, *FIRST_LAP, orders_in=True)

    follow(bank, *FIRST_LAP, void_after=opened_at, new_turn=2)

    windows = [(each.state, each.why) for each in bank.markets.values() if each.window == 1]
    assert windows == [("void", "rewound"), ("open", "")]


def test_b_12_a_market_that_never_closed_is_given_back_at_the_end() -> None:
    bank = a_bank()
    bet(bank, GAIUS, 100, RED)
    sides_of(bank)

    end(bank, RED, BLUE)

    assert bank.purses() == {GAIUS: 1_000, LUCIUS: 1_000, TITUS: 1_000}
    assert {each.why for each in bank.markets.values()} == {"not closed"}


def sides_of(bank: Any) -> None:
    bank.apply(sides.offer(bank.book(), NewSide(GAIUS, "g", LUCIUS, "l", RED, BLUE, 5, 7, "side"), 1.0))


def test_b_14_the_same_press_offers_one_side_bet() -> None:
    bank = a_bank()
    sides_of(bank)
    sides_of(bank)

    assert len(bank.sides) == 1
    assert bank.purses()[GAIUS] == 995


@pytest.mark.parametrize("kind", ["win", "sealed"])
def test_b_13_a_driver_replaced_in_the_first_turn(kind: MarketKind) -> None:
    bank = a_bank(GAIUS, None)
    bet(bank, GAIUS, 100, RED, kind)
    bet(bank, LUCIUS, 100, RED, kind)
    bet(bank, LUCIUS, 100, BLUE, kind)
    begin(bank)

    follow(bank, TurnBegan(1), replaced=(RED,))

    assert [each.why for each in bank.tickets.values()] == ["replaced", "replaced", ""]
    assert [each.state for each in bank.tickets.values()] == ["open", "refunded", "open"]
    assert follow(bank, TurnBegan(1), TurnBegan(2), replaced=(BLUE,)).is_empty


def test_b_13_what_is_settled_does_not_come_back() -> None:
    bank = a_bank()
    bet(bank, GAIUS, 100, RED)
    bet(bank, LUCIUS, 100, BLUE)
    begin(bank)
    end(bank, RED, BLUE)

    assert table.scratch(bank.book(), RED, 50.0).is_empty
    assert follow(bank, TurnBegan(1), replaced=(RED,)).is_empty


def test_a_thousand_bettors_with_five_tickets_each_are_decided_in_under_a_second() -> None:
    bank = a_bank(None, None, None, None, None, purse=0)
    people = [PlayerId(number) for number in range(1_000, 2_000)]
    kinds: tuple[MarketKind, ...] = ("sealed", "win", "place", "fastest lap", "first wreck")
    tickets = [
        replace(
            a_ticket(1, "1", 100),
            number=n,
            player=player,
            market=number_of(bank, kind),
            choice=str(1 + n // 5 % 5),
            key=str(n),
        )
        for n, (player, kind) in enumerate(((player, kind) for player in people for kind in kinds), start=1)
    ]
    bank.tickets = {each.number: each for each in tickets}
    book = replace(bank.book(), pots={number_of(bank, kind): 100_000 for kind in kinds})
    began = time.process_time()

    closed = table.start(replace(book, race=replace(book.race, state="running")), 1, 20.0)
    markets = {each.number: each for each in book.markets} | {each.number: each for each in closed.markets}
    over = Happened(seq=2, moments=FIRST_LAP, results=results(RED, BLUE, GREEN), is_over=True)
    settled = table.follow(replace(book, markets=tuple(markets.values())), over, 30.0)

    assert time.process_time() - began < 1.0
    assert len(settled.tickets) == 5_000
