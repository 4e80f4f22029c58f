"""Endurance (8.1 to 8.5)."""

from engine.circus_maximus.harm import endurance
from engine.circus_maximus.words.facts import SpeedFell
from tests.circus_maximus.combat import RED, Script, a_chariot, a_race


def test_rule_8_3_a_loss_of_nothing_is_not_told() -> None:
    race = a_race({RED: a_chariot(endurance=3)})
    table = Script()

    assert endurance.spend(race, table, RED, 0, "horse death") == 0
    assert table.told == []


def test_rule_8_44_the_movers_speed_falls_at_once_with_his_modifier() -> None:
    # Given red at its very maximum: 20 from the team and 1 from the driver
    race = a_race({RED: a_chariot(horses=(5, 5, 5, 5), modifier=1, endurance=2)}, factors=21)
    table = Script()

    endurance.spend(race, table, RED, 2, "brake")

    assert table.told[-1] == SpeedFell(RED, total_speed=20, factors=20)
