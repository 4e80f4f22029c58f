"""Insiders, caps and new members: B-15 and B-16."""

import pytest
from msgspec.structs import replace

from engine.betting import insiders, purses
from engine.betting.book import MarketKind
from engine.betting.reasons import BetReason
from engine.betting.rules import ServerRules, TableRules
from engine.game import Refused
from records.acts import ActRecord
from records.values import Faction
from tests.betting.builders import BLUE, GAIUS, LUCIUS, RED, TITUS, a_bank, a_ticket, bet

ANY = TableRules()


def test_b_15_drivers_are_players_and_substitutes_and_nobody_else() -> None:
    bank = a_bank(GAIUS, None)
    bank.factions = (replace(bank.factions[0], substitute=LUCIUS), bank.factions[1])
    book = bank.book()

    assert insiders.driven_by(book, GAIUS) == (RED,)
    assert insiders.driven_by(book, LUCIUS) == (RED,)
    assert insiders.driven_by(book, TITUS) is None


def test_b_15_of_a_stable_both_chariots_are_ones_own() -> None:
    bank = a_bank(GAIUS, None)
    bank.entries = tuple(replace(each, faction=bank.factions[0].faction) for each in bank.entries)

    assert insiders.driven_by(bank.book(), GAIUS) == (RED, BLUE)


def test_b_15_who_does_not_know_his_chariot_yet_may_back_none() -> None:
    bank = a_bank(GAIUS, None)
    bank.entries = tuple(replace(each, faction=None) for each in bank.entries)

    assert insiders.driven_by(bank.book(), GAIUS) == ()
    assert not insiders.may_back(bank.book(), ANY, GAIUS, "win", "1")
    assert not insiders.may_back(bank.book(), TableRules(owners=True), GAIUS, "sealed", "1")


@pytest.mark.parametrize("kind", ["sealed", "win", "place", "fastest lap"])
def test_b_15_a_driver_backs_his_own_chariot_only(kind: MarketKind) -> None:
    book = a_bank(GAIUS, None).book()

    insiders.check_ticket(book, ANY, GAIUS, kind, "1")
    insiders.check_ticket(book, ANY, LUCIUS, kind, "2")
    with pytest.raises(Refused) as refused:
        insiders.check_ticket(book, ANY, GAIUS, kind, "2")

    assert (refused.value.reason, refused.value.rule) == (BetReason.NOT_YOUR_ENTRY, "B-15")
    assert refused.value.values == {"possible": [RED]}


@pytest.mark.parametrize("kind", ["first wreck", "last survivor", "finishers"])
def test_b_15_a_driver_backs_nothing_that_he_could_bring_about_by_driving_badly(kind: MarketKind) -> None:
    book = a_bank(GAIUS, None).book()

    insiders.check_ticket(book, ANY, LUCIUS, kind, "1")
    with pytest.raises(Refused) as refused:
        insiders.check_ticket(book, ANY, GAIUS, kind, "1")

    assert (refused.value.reason, refused.value.rule) == (BetReason.NOT_FOR_DRIVERS, "B-15")


def test_26_1_owners_may_seal_bets_on_others_where_the_host_has_it_so() -> None:
    book = a_bank(GAIUS, None).book()

    assert insiders.may_back(book, TableRules(owners=True), GAIUS, "sealed", "2")
    assert not insiders.may_back(book, TableRules(owners=True), GAIUS, "win", "2")


def test_b_15_a_driver_takes_the_side_of_his_own_chariot_only() -> None:
    book = a_bank(GAIUS, None).book()

    assert insiders.may_take_side(book, GAIUS, RED)
    assert not insiders.may_take_side(book, GAIUS, BLUE)
    assert not insiders.may_take_side(book, GAIUS, None)
    assert insiders.may_take_side(book, LUCIUS, None)


def test_b_16_days_in_the_server() -> None:
    purses.check_age(ServerRules(age=7), 7)
    purses.check_age(ServerRules(age=0), 0)
    with pytest.raises(Refused) as refused:
        purses.check_age(ServerRules(age=7), 6)

    assert (refused.value.reason, refused.value.rule) == (BetReason.TOO_NEW, "B-16")
    assert refused.value.values == {"have": 6, "need": 7}


def test_b_16_the_cap_counts_what_is_at_stake() -> None:
    mine = [a_ticket(1, "1", 300), replace(a_ticket(2, "1", 5_000), state="cancelled"), a_ticket(3, "2", 100)]

    insiders.check_cap(ServerRules(cap=500), GAIUS, 100, mine, ())
    insiders.check_cap(ServerRules(cap=0), GAIUS, 100_000, mine, ())
    with pytest.raises(Refused) as refused:
        insiders.check_cap(ServerRules(cap=500), GAIUS, 200, mine, ())

    assert (refused.value.reason, refused.value.rule) == (BetReason.OVER_CAP, "B-16")
    assert refused.value.values == {"have": 400, "need": 200, "at_most": 500}


def test_b_16_the_cap_is_one_of_each_player() -> None:
    bank = a_bank(server={"cap": 300})

    bet(bank, GAIUS, 300, RED)
    bet(bank, LUCIUS, 300, RED)
    with pytest.raises(Refused):
        bet(bank, GAIUS, 100, BLUE, "sealed")


def test_b_15_whose_reins_were_given_to_whom_under_way_is_read_off_the_acts() -> None:
    bank = a_bank(GAIUS, None, None)
    body = '{"faction": 2, "player": %s, "was": null}'
    bank.acts = [
        ActRecord(kind="replace", by=TITUS, body=body % LUCIUS, at=1.0),
        ActRecord(kind="replace", by=TITUS, body=body % "null", at=2.0),
        ActRecord(kind="substitute", by=LUCIUS, entry=RED, at=3.0),
        ActRecord(kind="return", by=GAIUS, entry=RED, at=4.0),
    ]

    had = insiders.taken_over(bank.book())

    assert had == {LUCIUS: {1, 2}}
    assert not any(insiders.may_back(bank.book(), ANY, LUCIUS, "win", each, had[LUCIUS]) for each in "123")
    assert insiders.may_take_side(bank.book(), LUCIUS, BLUE, {Faction(2)})
    assert not insiders.may_take_side(bank.book(), LUCIUS, BLUE, had[LUCIUS])
