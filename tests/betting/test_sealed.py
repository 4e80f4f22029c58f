"""Seals, salts and lots of sealed bets (B-3, B-7)."""

import hashlib

from engine.betting import sealed
from engine.betting.book import Ticket
from tests.betting.builders import GAIUS, LUCIUS, RED, a_bank, a_ticket, begin, bet


def test_26_1_a_driver_whose_chariot_is_not_drawn_yet_is_put_nothing_on() -> None:
    bank = a_bank(GAIUS, owners=True)
    bank.entries = ()

    begin(bank)

    assert bank.tickets == {}


def test_b_7_odd_sesterces_are_drawn_by_what_was_published_of_the_dice() -> None:
    tickets = [a_ticket(3, "1", 100, GAIUS), a_ticket(5, "1", 100, LUCIUS), a_ticket(7, "1", 100, GAIUS)]
    lot = {n: hashlib.sha256(f"published:{n}".encode()).hexdigest() for n in (3, 5)}

    drawn = sealed.lots("published", tickets)

    assert drawn == ([GAIUS, LUCIUS] if lot[3] < lot[5] else [LUCIUS, GAIUS])
    assert len({tuple(sealed.lots(f"race {n}", tickets)) for n in range(20)}) == 2


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


def test_a_tickets_repr_tells_no_secret() -> None:
    ticket: Ticket = a_ticket(1, "2", 12_300)

    assert "12300" not in repr(ticket)
    assert "00ff" not in repr(ticket)
