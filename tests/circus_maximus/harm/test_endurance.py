"""Endurance (8.1 to 8.5)."""

from engine.circus_maximus.harm import endurance
from engine.circus_maximus.words.facts import EnduranceGone, EnduranceLost, SpeedFell
from tests.circus_maximus.combat import BLUE, RED, Script, a_chariot, a_race


def test_rule_8_3_what_is_spent_is_gone() -> None:
    race = a_race({RED: a_chariot(endurance=10)})
    table = Script()

    paid = endurance.spend(race, table, RED, 4, "brake")

    assert paid == 4
    assert race.chariots[RED].endurance == 6
    assert table.told == [EnduranceLost(RED, 4, left=6, cause="brake")]


def test_rule_8_3_one_factor_left_is_not_zero_endurance() -> None:
    race = a_race({RED: a_chariot(endurance=5, modifier=1)})

    endurance.spend(race, Script(), RED, 4, "brake")

    red = race.chariots[RED]
    assert (red.endurance, red.modifier, red.zero_since) == (1, 1, None)


def test_rule_8_4_a_modifier_of_zero_falls_below_zero() -> None:
    race = a_race({RED: a_chariot(endurance=1, modifier=0)})

    endurance.spend(race, Script(), RED, 1, "strain")

    assert race.chariots[RED].cdm == -1


def test_rule_8_5_a_team_cannot_lose_more_than_it_has() -> None:
    race = a_race({RED: a_chariot(endurance=3)})
    table = Script()

    paid = endurance.spend(race, table, RED, 5, "corner")

    assert paid == 3
    assert race.chariots[RED].endurance == 0
    assert table.told[0] == EnduranceLost(RED, 3, left=0, cause="corner")


def test_rule_8_5_a_team_without_endurance_loses_nothing_and_its_driver_is_weakened_once() -> None:
    race = a_race({RED: a_chariot(endurance=0, modifier=1, zero_since=2)}, turn=5)
    table = Script()

    paid = endurance.spend(race, table, RED, 2, "lash")

    red = race.chariots[RED]
    assert (paid, red.modifier, red.zero_since) == (0, 1, 2)
    assert table.told == []


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


def test_rule_8_44_the_speed_of_one_who_is_not_moving_stays_as_it_was() -> None:
    race = a_race({RED: a_chariot(), BLUE: a_chariot(square="A20.5", endurance=2)})
    table = Script()

    endurance.spend(race, table, BLUE, 2, "avoid")

    assert [type(fact) for fact in table.told] == [EnduranceLost, EnduranceGone]
    assert race.phase is not None
    assert race.phase.total_speed == 10
