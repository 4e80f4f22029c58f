"""What is left of a chariot that flips (7.4, 11.2, 15.1, 16.1)."""

from typing import Any

import pytest

from engine.circus_maximus.harm import flips
from engine.circus_maximus.words.asks import Begin, BeginPhase, Change
from engine.circus_maximus.words.facts import (
    DriverDragged,
    FactorsLost,
    Flipped,
    LaneChanged,
    Moved,
    RanAway,
    StoodUp,
    TeamHalted,
    WheelLost,
    WreckCameDown,
)
from engine.circus_maximus.words.state import Chariot, FlyingWreck, Obstacle, Options, Race
from records.values import EntryId, Square
from tests.circus_maximus.builders import BLUE, RED, a_chariot, a_race, a_session, asked, in_phase, told, unrolled
from tests.circus_maximus.combat import Script

ADVANCED = Options(edition="advanced")


def flipped(entry: EntryId = RED, options: Options = ADVANCED, **red: Any) -> tuple[Race, Script]:
    """Flip a chariot in red's phase, with ten factors left; blue is elsewhere."""
    race, table = in_phase(a_chariot("A20.3", **red), a_chariot("B20.3")), Script()
    race.options = options
    flips.flip(race, table, entry, "wheel")
    return race, table


def test_rule_7_4_in_the_basic_game_all_of_it_leaves_the_track() -> None:
    race, table = flipped(options=Options())

    assert race.chariots[RED].status == "out"
    assert race.pending_wrecks == []
    assert table.told == [Flipped(RED, "wheel", Square("A20.3"))]


def test_rule_12_1_the_car_leaves_its_square_and_is_nowhere() -> None:
    race, _ = flipped(car="heavy")

    assert not race.chariots[RED].has_car
    assert race.pending_wrecks == [FlyingWreck(RED, Square("A19.3"), "heavy")]
    assert race.obstacles == []


def test_rule_16_1_a_living_driver_is_dragged_in_the_square_behind_the_team() -> None:
    race, table = flipped(hits=1)

    assert race.chariots[RED].driver == "dragged"
    assert table.told == [
        Flipped(RED, "wheel", Square("A20.3")),
        RanAway(RED, with_car=False),
        DriverDragged(RED, Square("A19.3")),
    ]


def test_rule_16_3_a_dead_driver_is_not() -> None:
    race, table = flipped(hits=0)

    assert race.chariots[RED].driver == "dead"
    assert [type(fact) for fact in table.told] == [Flipped, RanAway]


def test_rule_15_1_the_movers_team_keeps_its_factors_and_goes_on() -> None:
    race, _ = flipped()

    assert race.chariots[RED].status == "runaway"
    assert race.phase is not None
    assert (race.phase.factors, race.phase.is_ended) == (10, False)


def test_ruling_e11_another_team_stays_where_it_is() -> None:
    race, _ = flipped(BLUE)

    assert (race.chariots[BLUE].status, race.chariots[BLUE].square) == ("runaway", "B20.3")


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


# In whole phases


def a_phase(*chariots: Chariot, dice: tuple[int, ...] = ()) -> Any:
    race = a_race(*chariots, turn=4, resume="draw", cup=[RED])
    race.options = ADVANCED
    session = a_session(race, *dice)
    if RED in session.open and isinstance(session.open[RED].question, BeginPhase):
        session.answer(RED, Begin())
    return session


def test_case_p16_the_horses_run_what_is_left_then_the_wreck_comes_down_where_it_flipped() -> None:
    wheel, wreck = (2, 2), (3, 3)  # below its damage: lost; a square forward
    session = a_phase(a_chariot(written=14, wheels=(9, 0), hits=7, modifier=0), dice=(*wheel, *wreck))

    facts = [fact for fact in session.table.told if isinstance(fact, (WheelLost, Flipped, Moved, WreckCameDown))]
    assert facts == [
        WheelLost(RED, "inside"),
        Flipped(RED, "wheel", Square("A20.3")),
        Moved(RED, 14, Square("D1.3")),
        WreckCameDown(RED, Square("A20.3")),
    ]
    assert told(session, FactorsLost) == []


def test_rule_6_44_who_flips_at_the_wall_leaves_a_team_that_runs_on_along_it() -> None:
    session = a_phase(a_chariot("A20.8", written=4, has_small_knife=False), a_chariot("A5.1"), dice=(1, 1, 1))

    session.answer(RED, Change("outside"))

    assert told(session, Moved) == [Moved(RED, 1, Square("A21.8")), Moved(RED, 3, Square("A24.8"))]
    assert told(session, Flipped) == [Flipped(RED, "wall", Square("A21.8"))]
    assert unrolled(session) == 0


def test_rule_6_45_a_team_without_a_car_needs_one_free_square() -> None:
    beside_its_tail = a_chariot("A20.4")  # the square beside where a car would be
    ahead = a_chariot("A23.3")
    session = a_phase(
        a_chariot(written=0, status="runaway", has_car=False, driver="dead", horses=(2, 2)),
        beside_its_tail,
        ahead,
    )

    assert asked(session).changes == ("inside", "outside")
    session.answer(RED, Change("outside"))
    assert told(session, LaneChanged) == [LaneChanged(RED, "outside", Square("A21.4"))]
