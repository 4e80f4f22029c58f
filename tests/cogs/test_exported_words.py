"""What an archive's pages call things."""

import pytest

from records.races import EntryRecord
from records.values import EntryId, Faction
from words.exports.pages import coloured


@pytest.mark.parametrize(("name", "told"), [("Comet", "Comet (purple)"), ("Purple", "Purple"), ("purple", "purple")])
def test_a_chariot_that_bears_its_colours_name_is_not_called_so_twice(name: str, told: str) -> None:
    assert coloured(EntryRecord(entry=EntryId(5), colour="purple", name=name, faction=Faction(5))) == told
