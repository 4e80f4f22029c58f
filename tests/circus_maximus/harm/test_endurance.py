"""A loss of no endurance (8.3)."""

from engine.circus_maximus.harm import endurance
from tests.circus_maximus.combat import RED, Script, a_chariot, a_race


def test_rule_8_3_a_loss_of_nothing_is_not_told() -> None:
    race = a_race({RED: a_chariot(endurance=3)})
    table = Script()

    assert endurance.spend(race, table, RED, 0, "horse death") == 0
    assert table.told == []
