"""Horses: injury, death and cutting free (9.5 to 9.53)."""

import pytest

from engine.circus_maximus.position import horses
from engine.circus_maximus.words.threats import defending_cdm
from engine.track import Side
from tests.circus_maximus.combat import a_chariot


@pytest.mark.parametrize("side", ["inside", "outside"])
def test_rule_9_52_a_horse_that_was_cut_free_shields_nothing(side: Side) -> None:
    chariot = a_chariot(horses=(0, 5, 5, 0))
    for place in (0, 3):
        chariot.horses[place].state = "cut free"

    assert not horses.is_shielded(chariot, side)


@pytest.mark.parametrize(("modifier", "defends"), [(2, 0), (0, 0), (-1, -1)])
def test_rule_9_52_a_driver_who_has_cut_a_horse_free_defends_without_a_bonus(modifier: int, defends: int) -> None:
    assert defending_cdm(a_chariot(has_cut=True, modifier=modifier)) == defends


@pytest.mark.parametrize("modifier", [2, -1])
def test_rule_9_4_any_other_defends_with_his_cdm(modifier: int) -> None:
    assert defending_cdm(a_chariot(modifier=modifier)) == modifier
