"""Drivers dragged behind their teams (11.6, 16)."""

from collections.abc import Sequence
from typing import Any

import pytest

from engine.circus_maximus.control import chain
from engine.circus_maximus.harm import finish, flips, stepping
from engine.circus_maximus.position import board
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.turn import freeing
from engine.circus_maximus.words.asks import GetFree, TryToGetFree
from engine.circus_maximus.words.facts import (
    DriverDied,
    DriverHurt,
    FreeingFailed,
    PulledOut,
    RaceEnded,
    StoodUp,
    TeamHalted,
    Weakened,
)
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.state import Chariot, Dragging, Obstacle, Race
from engine.game import Fact
from engine.session import Session
from records.values import Square
from tests.circus_maximus.builders import BLUE, GREEN, RED, a_chariot, a_race, a_session, in_phase, told
from tests.circus_maximus.combat import Script, played

FREE, NOT_FREE = GetFree(True), GetFree(False)


def dragged(square: str = "A20.3", *, squares: int = 0, may_try: bool = True, **others: Any) -> Chariot:
    """Return a runaway team whose driver was dragged so many squares in this phase, straight on."""
    given: dict[str, Any] = {"status": "runaway", "has_car": False, "driver": "dragged", "modifier": 0}
    chariot = a_chariot(square, **(given | others))
    number = TRACK.number(chariot.square) - 1
    path = [Square(f"A{place}.3") for place in range(number - squares, number + 1)]
    chariot.dragging = Dragging(path, may_try)
    return chariot


def settled(chariot: Chariot, *dice: int, answers: Sequence[GetFree] = (), **options: Any) -> tuple[Race, list[Fact]]:
    """End a phase with a dragged driver, who answers so; all dice must fall."""
    race, table = in_phase(chariot), Script(*dice)
    race.options = Options(edition="advanced", **options)
    _, asks = played(freeing.settle(race, table), *answers)
    assert all(isinstance(ask.question, TryToGetFree) for ask in asks)
    assert table.unrolled == 0
    return race, [fact for fact in table.told if type(fact).__name__ != "Rolled"]


# Getting free (16.2)


def test_ruling_e13_his_own_cdm_counts_with_what_jostled_him() -> None:
    chariot = dragged(hits=6, modifier=1, jostle=-1)

    _, facts = settled(chariot, 3, 4, answers=[FREE])

    assert facts == [FreeingFailed(RED)]


def test_switch_free_attempts_there_is_one_each_phase() -> None:
    race, _ = settled(dragged(), 6, 6, answers=[FREE], free_attempts="every phase")

    assert race.chariots[RED].dragging == Dragging([Square("A19.3")], may_try=True)


def test_decision_9_he_need_not_try() -> None:
    race, facts = settled(dragged(), answers=[NOT_FREE])

    assert race.chariots[RED].driver == "dragged"
    assert facts == []


@pytest.mark.parametrize(("weapons", "asks"), [([], 0), (["knife"], 1)])
def test_rule_16_2_without_a_knife_he_cannot(weapons: list[Any], asks: int) -> None:
    chariot = dragged(has_small_knife=False, weapons=weapons)

    settled(chariot, *[6, 6] * asks, answers=[FREE] * asks)


# Injury (16.3)


def test_rule_9_43_his_wounds_weaken_him() -> None:
    race, facts = settled(dragged(squares=1, may_try=False, hits=4, hits_start=7), 1)  # 4 of 7 lost

    assert facts == [DriverHurt(RED, 1, 3, "dragging"), Weakened(RED, -1, "half wounded")]
    assert race.chariots[RED].modifier == -1


# On the way (16.6)


def test_his_counter_follows_the_team() -> None:
    race = in_phase(dragged("A20.3"))

    stepping.place(race, RED, Square("A21.3"))
    stepping.place(race, RED, Square("A22.4"))

    chariot = race.chariots[RED]
    assert chariot.dragging is not None
    assert chariot.dragging.path == ["A19.3", "A20.3", "A21.4"]
    assert board.driver_square(chariot) == "A21.4"


@pytest.mark.parametrize(("square", "driver"), [("A20.4", "dead"), ("A19.4", "dragged"), ("A19.3", "dragged")])
def test_rule_16_6_also_when_the_team_evades_in_anothers_phase(square: str, driver: str) -> None:
    race, table = in_phase(a_chariot("A21.2"), dragged("A20.3")), Script()
    race.options = Options(edition="advanced")
    race.obstacles = [Obstacle("wreck", Square(square), GREEN)]

    played(chain.evade(race, table, BLUE, "outside"))

    assert race.chariots[BLUE].driver == driver


# Pulled out (16.7)


def test_rule_16_2_of_the_options_whom_dust_makes_fall_out_is_dragged_behind_his_car() -> None:
    race, table = in_phase(a_chariot("A20.3"), a_chariot("A18.3")), Script()
    race.options = Options(edition="advanced")
    flips.pull_out(race, table, RED, None)
    stepping.place(race, RED, Square("A21.3"))

    chariot = race.chariots[RED]
    assert chariot.dragging == Dragging([Square("A18.3"), Square("A19.3")], behind_car=True)
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


def near_the_line(*others: Chariot, dice: Sequence[int], hits: int = 7, may_try: bool = False) -> Session[Race]:
    """Return a session on the phase of red, whose team drags him over the finish line with 18 factors left."""
    chariot = a_chariot("B32.3", corners=5, status="runaway", has_car=False, driver="dragged", hits=hits, modifier=0)
    chariot.dragging = Dragging([Square("B31.3")], may_try)
    race = a_race(chariot, *others, turn=30, resume="draw", cup=[RED])
    race.options = Options(edition="advanced")
    return a_session(race, *dice)


def test_rule_16_4_if_the_injury_of_that_phase_does_not_kill_him() -> None:
    session = near_the_line(a_chariot("B20.1", corners=5), dice=(3,), hits=2)

    assert told(session, DriverDied) == [DriverDied(RED)]
    assert session.state.chariots[RED].status == "out"
    assert places(session) == [(BLUE, 1, False, 0)]
