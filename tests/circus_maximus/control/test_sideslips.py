"""A dead horse holds the chariot where a sideslip is forced on it (9.52)."""

from engine.circus_maximus.control import chain
from tests.circus_maximus.builders import RED, a_chariot, in_phase
from tests.circus_maximus.combat import Script, played


def test_rule_9_52_a_dead_horse_holds_the_chariot_even_at_the_wall() -> None:
    race, table = in_phase(a_chariot("A20.8", horses=(5, 5, 0, 5))), Script()

    played(chain.forced_sideslip(race, table, RED, 2))

    assert table.told == []
    assert not race.chariots[RED].no_inside
