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


def test_who_came_home_is_not_off_the_track_and_rounds_are_not_turns() -> None:
    one, two = EntryId(1), EntryId(2)
    stood = [TurnStood(1, (two, one)), TurnStood(2, (two,)), TurnStood(3, (two,))]

    home = share_lines("Ludi", "Ave Caesar", "Celer", 4, stood, one, "round")
    out = share_lines("Ludi", "Circus Maximus", "Celer", None, stood, one)

    assert "Celer: 4th after 3 rounds" in home
    assert "Round 1: 2nd" in home
    assert "Round 3: home" in home
    assert "Turn 3: off the track" in out


def test_a_wreck_with_a_place_is_off_the_track() -> None:
    one, two = EntryId(1), EntryId(2)
    stood = [TurnStood(1, (one, two)), TurnStood(2, (two,), (one,))]

    assert "Turn 2: off the track" in share_lines("Ludi", "Chariot Race", "Celer", 2, stood, one)
