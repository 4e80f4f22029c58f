"""Insiders whom no case knows: chariots that are not drawn yet, and reins that change hands (B-15)."""

from msgspec.structs import replace

from engine.betting import insiders
from engine.betting.rules import TableRules
from records.acts import ActRecord
from records.values import Faction
from tests.betting.builders import BLUE, GAIUS, LUCIUS, RED, TITUS, a_bank

ANY = TableRules()


def test_b_15_who_does_not_know_his_chariot_yet_may_back_none() -> None:
    bank = a_bank(GAIUS, None)
    bank.entries = tuple(replace(each, faction=None) for each in bank.entries)

    assert insiders.driven_by(bank.book(), GAIUS) == ()
    assert not insiders.may_back(bank.book(), ANY, GAIUS, "win", "1")
    assert not insiders.may_back(bank.book(), TableRules(owners=True), GAIUS, "sealed", "1")


def test_26_1_owners_may_seal_bets_on_others_where_the_host_has_it_so() -> None:
    book = a_bank(GAIUS, None).book()

    assert insiders.may_back(book, TableRules(owners=True), GAIUS, "sealed", "2")
    assert not insiders.may_back(book, TableRules(owners=True), GAIUS, "win", "2")


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
