"""What is left of a chariot that flips (7.4, 11.2, 15.1, 16.1)."""

from typing import Any

import pytest

from engine.circus_maximus.harm import flips
from engine.circus_maximus.words.facts import (
    Flipped,
    RanAway,
    StoodUp,
    TeamHalted,
)
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.state import Obstacle, Race
from records.values import EntryId, Square
from tests.circus_maximus.builders import RED, a_chariot, in_phase
from tests.circus_maximus.combat import Script

ADVANCED = Options(edition="advanced")


def flipped(entry: EntryId = RED, options: Options = ADVANCED, **red: Any) -> tuple[Race, Script]:
    """Flip a chariot in red's phase, with ten factors left; blue is elsewhere."""
    race, table = in_phase(a_chariot("A20.3", **red), a_chariot("B20.3")), Script()
    race.options = options
    flips.flip(race, table, entry, "wheel")
    return race, table


def test_rule_15_25_a_team_that_a_dead_horse_holds_is_halted_and_its_driver_stands_up() -> None:
    race, table = flipped(horses=(5, 0, 5, 5))

    assert race.chariots[RED].status == "halted"
    assert race.phase is not None
    assert race.phase.is_ended
    assert race.obstacles == [Obstacle("halted team", Square("A20.3"), RED)]
    assert [type(fact) for fact in table.told] == [Flipped, TeamHalted, StoodUp]
    assert table.told[-1] == StoodUp(RED, Square("A19.3"))


@pytest.mark.parametrize("others", [{"has_car": False, "status": "runaway"}, {"status": "out"}])
def test_a_team_without_a_car_does_not_flip(others: dict[str, Any]) -> None:
    race, table = flipped(**others)

    assert table.told == []
    assert race.pending_wrecks == []


def test_rule_15_1_no_ban_outlasts_the_driver() -> None:
    race, _ = flipped(jostle=-3, jostled=True, no_strain=2, no_inside=True, has_cut=True)

    chariot = race.chariots[RED]
    assert (chariot.jostled, chariot.no_strain, chariot.no_inside, chariot.has_cut) == (False, 0, False, False)
    assert (chariot.cdm, chariot.driver_cdm) == (0, -3)


def test_rule_16_3_a_dead_driver_is_not() -> None:
    race, table = flipped(hits=0)

    assert race.chariots[RED].driver == "dead"
    assert [type(fact) for fact in table.told] == [Flipped, RanAway]
