"""Drivers dragged behind their teams (11.6, 16)."""

from typing import Any

import pytest

from engine.circus_maximus.harm import finish, flips, stepping
from engine.circus_maximus.position import board
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.words.facts import (
    DriverDied,
    PulledOut,
    RaceEnded,
    StoodUp,
    TeamHalted,
)
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.state import Chariot, Dragging, Race
from engine.session import Session
from records.values import Square
from tests.circus_maximus.builders import BLUE, RED, a_chariot, a_race, a_session, in_phase, told
from tests.circus_maximus.combat import Script


def dragged(square: str = "A20.3", *, squares: int = 0, may_try: bool = True, **others: Any) -> Chariot:
    """Return a runaway team whose driver was dragged so many squares in this phase, straight on."""
    given: dict[str, Any] = {"status": "runaway", "has_car": False, "driver": "dragged", "modifier": 0}
    chariot = a_chariot(square, **(given | others))
    number = TRACK.number(chariot.square) - 1
    path = [Square(f"A{place}.3") for place in range(number - squares, number + 1)]
    chariot.dragging = Dragging(path, may_try)
    return chariot


# Pulled out (16.7)


def test_rule_16_2_of_the_options_whom_dust_makes_fall_out_is_dragged_behind_his_car() -> None:
    race, table = in_phase(a_chariot("A20.3"), a_chariot("A18.3")), Script()
    race.options = Options(edition="advanced")
    flips.pull_out(race, table, RED, None)
    stepping.place(race, RED, Square("A21.3"))

    chariot = race.chariots[RED]
    assert chariot.dragging == Dragging([Square("A18.3"), Square("A19.3")], behind_car=True, since=race.turn)
    assert board.driver_square(chariot) == board.trampling_square(chariot) == "A19.3"

    flips.begin(race, table, RED)  # and when the car flips, behind the team
    chariot.has_car = False
    assert board.driver_square(chariot) == board.trampling_square(chariot) == "A20.3"


def test_rule_15_25_pulled_out_behind_a_dead_horse_he_stands_up_beside_what_is_left() -> None:
    race, table = in_phase(a_chariot(horses=(5, 5, 5, 0))), Script()

    flips.pull_out(race, table, RED, BLUE)

    assert [type(fact) for fact in table.told] == [PulledOut, TeamHalted, StoodUp]
    assert [(each.kind, each.square) for each in race.obstacles] == [("halted team", "A20.3"), ("wreck", "A19.3")]


# Finishing (16.4)


def places(session: Session[Race]) -> list[tuple[int, int, bool, int]]:
    [ended] = told(session, RaceEnded)
    return [(each.entry, each.place, each.crossed, each.factors_left) for each in ended.places]


@pytest.mark.parametrize(
    ("others", "is_decided"),
    [
        ({"driver": "dead", "hits": 0}, True),
        ({"driver": "on foot"}, True),
        ({}, False),
        ({"horses": (1, 1, 1, 1), "decline": 4}, True),
        ({"horses": (1, 1, 1, 1), "decline": 4, "gain_must": 1}, False),
    ],
)
def test_ruling_f4_a_race_ends_when_only_teams_that_cannot_bring_anybody_in_are_left(
    others: dict[str, Any], is_decided: bool
) -> None:
    race = in_phase(dragged(**others))

    assert finish.is_decided(race) is is_decided


def test_rule_16_4_if_the_injury_of_that_phase_does_not_kill_him() -> None:
    # Red's team drags him over the line; he has two hits left, and the die takes three
    red = a_chariot("B32.3", corners=5, status="runaway", has_car=False, driver="dragged", hits=2, modifier=0)
    red.dragging = Dragging([Square("B31.3")], may_try=False)
    race = a_race(red, a_chariot("B20.1", corners=5), turn=30, resume="draw", cup=[RED])
    race.options = Options(edition="advanced")

    session = a_session(race, 3)

    assert told(session, DriverDied) == [DriverDied(RED)]
    assert session.state.chariots[RED].status == "out"
    assert places(session) == [(BLUE, 1, False, 0)]
