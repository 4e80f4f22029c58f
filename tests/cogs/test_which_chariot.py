"""Which chariot somebody means."""

import pytest

from cogs.choices.which_chariot import find_chariot
from cogs.kit.messages import TellPlayer
from records.races import EntryRecord
from records.values import EntryId, Faction


def test_a_name_that_two_chariots_bear_means_neither() -> None:
    """Nobody can enter under a name that is taken; races that were opened before that was so go on."""
    chariots = [
        EntryRecord(entry=EntryId(n), colour=c, name="Rosea", faction=Faction(n))
        for n, c in ((2, "blue"), (4, "green"))
    ]

    with pytest.raises(TellPlayer, match=r"2 chariots are called “rosea”\. Choose one of: Blue, Rosea"):
        find_chariot(chariots, "rosea")


def test_numbers_stay_behind_names_from_right_to_left_in_a_list() -> None:
    names = {1: ("red", "מרכבה 12"), 2: ("blue", "عربة النصر ٣"), 3: ("green", "*Rosea*")}
    chariots = [
        EntryRecord(entry=EntryId(n), colour=colour, name=name, faction=Faction(n))
        for n, (colour, name) in names.items()
    ]

    with pytest.raises(TellPlayer) as caught:
        find_chariot(chariots, "99")

    assert str(caught.value).endswith(
        "Choose one of: Red, \u2068מרכבה 12\u2069 (1), Blue, \u2068عربة النصر ٣\u2069 (2), Green, \\*Rosea\\* (3)."
    )
