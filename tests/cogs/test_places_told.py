"""A house driver's place is told once: its temperament stands in its name, or beside it."""

import pytest

from cogs.panels.race import driver
from records.races import FactionRecord
from records.values import Faction


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ("🔵 **4 Crescens (racer)**", "house driver"),
        (r"🔵 **4 Crescens \(racer\)**", "house driver"),
        ("🔵 **4 Blue**", "house driver, racer"),
    ],
)
def test_a_temperament_is_not_told_twice(named: str, told: str) -> None:
    place = FactionRecord(faction=Faction(4), name="", player=None, driver="racer")

    assert driver(place, named=named) == told
