"""Drivers on foot where no case comes: shut in, and off the track (17)."""

from typing import Any

import pytest

from engine.circus_maximus.harm.afoot import run_down
from engine.circus_maximus.turn import afoot
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.state import Chariot, Race, Runner
from records.values import Square
from tests.circus_maximus.builders import BLUE, RED, a_chariot, in_phase
from tests.circus_maximus.combat import Script

TURN = 3


def a_man(square: str, hits: int = 4, **others: Any) -> Chariot:
    """Return the rest of a chariot whose driver runs, since the turn before unless it says otherwise."""
    runner = Runner(Square(square), **({"since": TURN - 1} | others))
    return a_chariot("A1.8", status="out", has_car=False, driver="on foot", hits=hits, runner=runner)


def a_field(*chariots: Chariot) -> Race:
    race = in_phase(*chariots, speed=10, turn=TURN - 1)
    race.options = Options(edition="advanced")
    race.turn = TURN
    return race


def test_ruling_e19_who_is_shut_in_stays() -> None:
    race = a_field(a_man("A20.4"), a_chariot("A22.4"), a_chariot("A20.3"), a_chariot("A20.5"), a_chariot("A19.4"))

    assert afoot.shortest_way_out(race, race.chariots[RED]) == "A20.4"


@pytest.mark.parametrize("status", ["finished", "out"])
def test_rule_17_4_who_is_off_the_track_runs_nobody_down(status: Any) -> None:
    race = a_field(a_chariot("A21.3", status=status), a_man("A21.3"))

    run_down(race, Script(), RED, (Square("A21.3"),))

    assert race.chariots[BLUE].driver == "on foot"
