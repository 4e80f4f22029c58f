"""Sealed bets: 26.1 to 26.41, and what is ruled on them."""

import hashlib

import pytest
from msgspec.structs import replace

from engine.betting import sealed
from engine.betting.book import Ticket
from engine.betting.reasons import BetReason
from engine.game import Refused
from records.values import PlayerId
from tests.betting.builders import BLUE, GAIUS, GREEN, LUCIUS, RED, TITUS, a_bank, a_ticket, begin, bet, market_of


@pytest.mark.parametrize("stake", [100, 200, 10_000])
def test_26_1_bets_are_multiples_of_a_hundred(stake: int) -> None:
    sealed.check_stake(stake)


@pytest.mark.parametrize("stake", [-100, 0, 1, 99, 101, 150, 10_001])
def test_26_1_nothing_between_hundreds_is_a_bet(stake: int) -> None:
    with pytest.raises(Refused) as refused:
        sealed.check_stake(stake)

    assert (refused.value.reason, refused.value.rule) == (BetReason.NOT_IN_STEPS, "26.1")
    assert refused.value.values == {"have": stake, "step": 100, "at_most": None}


def test_26_1_an_owner_has_on_others_as_much_as_on_himself_and_not_more() -> None:
    live = [a_ticket(1, "1", 300), a_ticket(2, "2", 100)]

    sealed.check_owner([RED], "2", 200, live)
    sealed.check_owner([RED], "1", 5_000, live)
    with pytest.raises(Refused) as refused:
        sealed.check_owner([RED], "3", 300, live)

    assert (refused.value.reason, refused.value.rule) == (BetReason.MORE_THAN_OWN, "26.1")
    assert refused.value.values == {"own": 300, "have": 100, "need": 300, "at_most": 200}


def test_26_1_what_an_owner_has_too_much_on_others_is_his_newest() -> None:
    live = [a_ticket(1, "2", 200), a_ticket(2, "1", 300), a_ticket(3, "2", 100), a_ticket(4, "3", 100)]

    assert sealed.too_much([RED], live, 400) == []
    assert [each.number for each in sealed.too_much([RED], live, 399)] == [4]
    assert [each.number for each in sealed.too_much([RED], live, 300)] == [4]
    assert [each.number for each in sealed.too_much([RED], live, 299)] == [4, 3]
    assert [each.number for each in sealed.too_much([GREEN], live, 0)] == [3, 2, 1]


def test_26_1_g14_an_owner_has_a_hundred_put_on_his_first_chariot_if_he_has_it() -> None:
    rich, poor = a_bank(None, GAIUS, purse=100, owners=True), a_bank(None, GAIUS, purse=99, owners=True)

    begin(rich)
    begin(poor)

    assert [(each.player, each.choice, each.stake) for each in rich.tickets.values()] == [(GAIUS, "2", 100)]
    assert poor.tickets == {}


def test_26_1_what_comes_back_may_be_what_an_owner_must_put_on_himself() -> None:
    bank = a_bank(purse=300, owners=True)
    bet(bank, GAIUS, 100, BLUE, "sealed")
    bet(bank, GAIUS, 200, BLUE, "sealed")
    bet(bank, LUCIUS, 100, BLUE, "sealed")
    bet(bank, LUCIUS, 100, GREEN, "win")
    bet(bank, LUCIUS, 100, BLUE, "place")
    bank.factions = (
        replace(bank.factions[0], player=GAIUS),
        *bank.factions[1:2],
        replace(bank.factions[2], player=LUCIUS),
    )

    begin(bank)

    # Of Gaius the newest comes back, and so he has 100 for himself; of Lucius the pools in which he is alone.
    live = [(each.player, each.choice, each.stake) for each in bank.tickets.values() if each.state == "open"]
    assert live == [(GAIUS, "2", 100), (LUCIUS, "2", 100), (GAIUS, "1", 100), (LUCIUS, "3", 100)]
    assert (bank.purses()[GAIUS], bank.purses()[LUCIUS]) == (100, 100)


def test_26_1_of_a_hundred_on_others_and_none_left_the_hundred_is_put_on_himself() -> None:
    bank = a_bank(purse=100, owners=True)
    bet(bank, GAIUS, 100, BLUE, "sealed")
    bet(bank, LUCIUS, 100, BLUE, "sealed")
    bank.factions = (replace(bank.factions[0], player=GAIUS), *bank.factions[1:])

    begin(bank)

    assert [(each.choice, each.state, each.why) for each in bank.tickets.values()] == [
        ("2", "refunded", "owner"),
        ("2", "open", ""),
        ("1", "open", "owner"),
    ]


def test_26_1_an_owner_who_never_opened_his_purse_gets_the_gift_for_it() -> None:
    stranger = PlayerId(999)
    bank = a_bank(None, stranger, owners=True, server={"gift": 250})
    bet(bank, GAIUS, 100, RED, "sealed")

    begin(bank)

    assert bank.purses()[stranger] == 150


def test_26_1_a_driver_whose_chariot_is_not_drawn_yet_is_put_nothing_on() -> None:
    bank = a_bank(GAIUS, owners=True)
    bank.entries = ()

    begin(bank)

    assert bank.tickets == {}


def test_26_2_p20_odds_are_the_pool_by_the_bets_rounded_down() -> None:
    assert sealed.odds({"red": 4_900, "blue": 25_100}) == {"red": 6, "blue": 1}
    assert sealed.odds({"red": 5_000, "blue": 25_000})["red"] == 6
    assert sealed.odds({"red": 5_001, "blue": 24_999})["red"] == 5


def test_26_2_without_a_bet_there_are_no_odds() -> None:
    assert sealed.odds({"red": 0, "blue": 100}) == {"blue": 1}
    assert sealed.odds({}) == {}


def test_26_3_g11_a_window_takes_as_much_as_was_bet_before() -> None:
    before, here = [a_ticket(1, "1", 200), a_ticket(2, "1", 100), a_ticket(3, "2", 900)], [a_ticket(4, "1", 200)]

    sealed.check_window("1", 100, before, here)
    with pytest.raises(Refused) as refused:
        sealed.check_window("1", 200, before, here)

    assert (refused.value.reason, refused.value.rule) == (BetReason.OVER_WINDOW, "26.3")
    assert refused.value.values == {"have": 200, "need": 200, "at_most": 300}


def test_26_3_a_window_takes_nothing_on_what_was_not_bet_on_before() -> None:
    with pytest.raises(Refused) as refused:
        sealed.check_window("3", 100, [a_ticket(1, "1", 200)], [])

    assert (refused.value.reason, refused.value.rule) == (BetReason.NOT_BACKED_BEFORE, "26.3")


def test_26_4_p21_the_payoff_is_odds_times_the_bet() -> None:
    assert sealed.due(a_ticket(1, "red", 1_500), {"red": 6}) == 9_000


def test_epic_b_8_where_the_bank_covers_the_stake_comes_back_on_top() -> None:
    assert sealed.due_by_bank(a_ticket(1, "red", 1_500), {"red": 6}) == 10_500


def test_26_41_d27_the_smallest_payee_bears_the_shortfall_then_the_next() -> None:
    assert sealed.after_shortfall({GAIUS: 600, LUCIUS: 9_000}, 8_900) == {GAIUS: 0, LUCIUS: 8_900}


@pytest.mark.parametrize(
    ("pool", "paid"),
    [(9_601, (600, 9_000)), (9_600, (600, 9_000)), (9_599, (599, 9_000)), (9_000, (0, 9_000)), (8_999, (0, 8_999))],
)
def test_26_41_both_sides_of_a_shortfall(pool: int, paid: tuple[int, int]) -> None:
    assert tuple(sealed.after_shortfall({GAIUS: 600, LUCIUS: 9_000}, pool).values()) == paid


def test_26_41_g13_equal_payees_share_it_and_the_first_give_the_odd_ones() -> None:
    paid = sealed.after_shortfall({TITUS: 100, GAIUS: 100, LUCIUS: 100}, 295)

    assert list(paid.items()) == [(TITUS, 98), (GAIUS, 98), (LUCIUS, 99)]


def test_b_7_odd_sesterces_are_drawn_by_what_was_published_of_the_dice() -> None:
    tickets = [a_ticket(3, "1", 100, GAIUS), a_ticket(5, "1", 100, LUCIUS), a_ticket(7, "1", 100, GAIUS)]
    lot = {n: hashlib.sha256(f"published:{n}".encode()).hexdigest() for n in (3, 5)}

    drawn = sealed.lots("published", tickets)

    assert drawn == ([GAIUS, LUCIUS] if lot[3] < lot[5] else [LUCIUS, GAIUS])
    assert len({tuple(sealed.lots(f"race {n}", tickets)) for n in range(20)}) == 2


def test_b_7_of_one_players_tickets_the_newest_is_cut_first() -> None:
    tickets = [a_ticket(1, "1", 100), a_ticket(2, "1", 200), a_ticket(5, "1", 300)]
    dues = {1: 200, 2: 400, 5: 600}

    assert sealed.cuts(tickets, dues, 1_200) == {1: 200, 2: 400, 5: 600}
    assert sealed.cuts(tickets, dues, 601) == {1: 200, 2: 400, 5: 1}
    assert sealed.cuts(tickets, dues, 599) == {1: 200, 2: 399, 5: 0}
    assert sealed.cuts(tickets, dues, 0) == {1: 0, 2: 0, 5: 0}


def test_b_3_a_seal_is_sha_256_over_salt_and_content_and_tells_every_change() -> None:
    ticket = a_ticket(7, "2", 300)
    content = b'{"race":1,"ticket":7,"choice":"2","stake":300}'

    assert sealed.seal_of(ticket) == hashlib.sha256(bytes.fromhex("00ff") + content).hexdigest()
    others = [a_ticket(7, "1", 300), a_ticket(7, "2", 400), a_ticket(8, "2", 300)]
    assert sealed.seal_of(ticket) not in [sealed.seal_of(other) for other in others]


def test_b_3_only_sealed_bets_keep_a_salt() -> None:
    bank = a_bank()

    assert bet(bank, GAIUS, 100, RED, "sealed").salt == "00ff"
    assert bet(bank, GAIUS, 100, RED, "win").salt == ""


def test_b_3_the_odds_are_fixed_with_the_start_and_its_moment_is_kept() -> None:
    bank = a_bank()
    bet(bank, GAIUS, 300, RED, "sealed")
    bet(bank, LUCIUS, 700, BLUE, "sealed")

    begin(bank, now=77.0)

    market = market_of(bank, "sealed")
    assert (market.state, market.moment, market.closed, market.closed_at) == ("closed", "start", 77.0, 1)
    assert market.odds == {"1": 3, "2": 1}


def test_a_tickets_repr_tells_no_secret() -> None:
    ticket: Ticket = a_ticket(1, "2", 12_300)

    assert "12300" not in repr(ticket)
    assert "00ff" not in repr(ticket)
