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
