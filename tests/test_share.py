"""A shared race fits into a block of code on a phone, whatever it is called and however long it was."""

from unicodedata import east_asian_width

import pytest

from records.past import TurnStood
from records.values import EntryId
from words.shared.share import COLUMNS, CRASHED, share_lines

TITLES = (
    "Ludi",
    "The Great Games of the Plebeians in the Year of the Consuls",
    "W" * 60,
    "\N{CJK UNIFIED IDEOGRAPH-99AC}" * 60,
)


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("turns", [1, 5, 23, 90])
def test_no_line_is_wider_than_a_phone(title: str, turns: int) -> None:
    order = tuple(EntryId(number) for number in range(1, 17))
    stood = [TurnStood(turn, order if turn % 2 else order[::-1]) for turn in range(1, turns + 1)]

    told = share_lines(title, "Chariots of Rome", "Porphyrius of the Greens, the Elder", 12, stood, EntryId(13))

    for line in told.split("\n"):
        assert sum(2 if east_asian_width(each) in "WF" else 1 for each in line) <= COLUMNS, line
    assert told.replace("\n", "").count("➖") + sum(told.count(each) for each in "🔼🔽👑") >= turns
    assert CRASHED in told
