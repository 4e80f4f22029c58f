"""Drivers dragged behind their teams (11.6, 16)."""

from collections.abc import Sequence
from typing import Any

import pytest

from engine.circus_maximus.control import chain
from engine.circus_maximus.harm import finish, flips, placing
from engine.circus_maximus.position import board
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.turn import freeing, movement
from engine.circus_maximus.words.asks import GetFree, TryToGetFree
from engine.circus_maximus.words.facts import (
    DriverDied,
    DriverDragged,
    DriverFreed,
    DriverHurt,
    FreeingFailed,
    PulledOut,
    RaceEnded,
    RanAway,
    StoodUp,
    TeamHalted,
    Weakened,
)
from engine.circus_maximus.words.state import Chariot, Dragging, Obstacle, Options, Race, Weather
from engine.game import Ask, Fact
from engine.session import Session
from records.values import Square
from tests.circus_maximus.builders import BLUE, GREEN, RED, a_chariot, a_race, a_session, in_phase, told, unrolled
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


def settled(
    chariot: Chariot, *dice: int, answers: Sequence[GetFree] = (), rain: Weather | None = None, **options: Any
) -> tuple[Race, list[Fact]]:
    """End a phase with a dragged driver, who answers so; all dice must fall."""
    race, table = in_phase(chariot), Script(*dice)
    race.options, race.weather = Options(edition="advanced", **options), rain
    _, asks = played(freeing.settle(race, table), *answers)
    assert all(isinstance(ask.question, TryToGetFree) for ask in asks)
    assert table.unrolled == 0
    return race, [fact for fact in table.told if type(fact).__name__ != "Rolled"]


# Getting free (16.2)


@pytest.mark.parametrize(("dice", "is_free"), [((4, 3), True), ((4, 4), False)])
def test_case_d23_two_dice_less_his_cdm_not_more_than_his_hits(dice: tuple[int, int], is_free: bool) -> None:
    race, _ = settled(dragged(squares=9, hits=6, modifier=1), *dice, 1, answers=[FREE])

    assert (race.chariots[RED].driver == "on foot") is is_free


def test_case_d23_the_total_says_how_far_he_was_dragged() -> None:
    race, facts = settled(dragged(squares=9, hits=6, modifier=1), 4, 3, 1, answers=[FREE])

    assert facts[0] == DriverFreed(RED, Square("A16.3"))  # the sixth from A10
    runner = race.chariots[RED].runner
    assert runner is not None
    assert (runner.square, runner.since) == ("A16.3", 3)


def test_rule_16_2_no_further_than_the_team_has_run() -> None:
    _, facts = settled(dragged(squares=2), 2, 2, 1, answers=[FREE])

    assert facts[0] == DriverFreed(RED, Square("A19.3"))


def test_ruling_a15_and_no_less_than_not_at_all() -> None:
    _, facts = settled(dragged(squares=9, modifier=3), 1, 1, answers=[FREE])

    assert facts == [DriverFreed(RED, Square("A10.3"))]  # he was not dragged, and takes no injury (16.3)


def test_ruling_e13_his_own_cdm_counts_with_what_jostled_him() -> None:
    chariot = dragged(hits=6, modifier=1, jostle=-1)

    _, facts = settled(chariot, 3, 4, answers=[FREE])

    assert facts == [FreeingFailed(RED)]


def test_ruling_e12_there_is_one_attempt() -> None:
    race, _ = settled(dragged(), 6, 6, answers=[FREE])
    assert race.chariots[RED].dragging == Dragging([Square("A19.3")], may_try=False)

    table = Script()
    assert played(freeing.settle(race, table)) == (None, [])
    assert table.told == []


def test_switch_free_attempts_there_is_one_each_phase() -> None:
    race, _ = settled(dragged(), 6, 6, answers=[FREE], free_attempts="every phase")

    assert race.chariots[RED].dragging == Dragging([Square("A19.3")], may_try=True)


def test_decision_9_who_says_nothing_tries() -> None:
    race = in_phase(dragged(hits=6, modifier=1))
    ask = next(freeing.settle(race, Script()))

    assert ask == Ask(RED, TryToGetFree(6, 1), GetFree(True))


def test_decision_9_he_need_not_try() -> None:
    race, facts = settled(dragged(), answers=[NOT_FREE])

    assert race.chariots[RED].driver == "dragged"
    assert facts == []


@pytest.mark.parametrize(("weapons", "asks"), [([], 0), (["knife"], 1)])
def test_rule_16_2_without_a_knife_he_cannot(weapons: list[Any], asks: int) -> None:
    chariot = dragged(has_small_knife=False, weapons=weapons)

    settled(chariot, *[6, 6] * asks, answers=[FREE] * asks)


# Injury (16.3)


@pytest.mark.parametrize(("die", "hits"), [(1, 1), (2, 1), (5, 3), (6, 3)])
def test_case_d24_half_a_die_of_hits_rounded_up(die: int, hits: int) -> None:
    _, facts = settled(dragged(squares=1, may_try=False), die)

    assert facts[0] == DriverHurt(RED, hits, 7 - hits, "dragging")


@pytest.mark.parametrize(("weather", "hits"), [(Weather(is_raining=True), 3), (Weather(has_mud=True), 2)])
def test_rule_16_7_in_mud_a_third(weather: Weather, hits: int) -> None:
    _, facts = settled(dragged(squares=1, may_try=False), 5, rain=weather, weather=True)

    assert facts[0] == DriverHurt(RED, hits, 7 - hits, "dragging")


def test_ruling_e14_no_injury_without_movement() -> None:
    _, facts = settled(dragged(may_try=False))

    assert facts == []


def test_ruling_e14_who_got_free_after_a_square_is_still_hurt() -> None:
    race, facts = settled(dragged(squares=1), 1, 1, 3, answers=[FREE])

    assert facts == [DriverFreed(RED, Square("A19.3")), DriverHurt(RED, 2, 5, "dragging")]
    assert race.chariots[RED].driver == "on foot"


def test_rule_16_3_without_hits_he_is_dead_and_removed() -> None:
    race, facts = settled(dragged(squares=1, may_try=False, hits=2, hits_start=2), 3)

    assert facts[0] == DriverHurt(RED, 2, 0, "dragging")
    assert facts[-1] == DriverDied(RED)
    assert (race.chariots[RED].driver, race.chariots[RED].dragging) == ("dead", None)
    assert race.chariots[RED].status == "runaway"


def test_rule_16_3_even_as_a_man_who_has_just_got_free() -> None:
    race, facts = settled(dragged(squares=1, hits=2), 1, 1, 3, answers=[FREE])

    assert facts[-1] == DriverDied(RED)
    assert race.chariots[RED].runner is None


def test_rule_9_43_his_wounds_weaken_him() -> None:
    race, facts = settled(dragged(squares=1, may_try=False, hits=4, hits_start=7), 1)  # 4 of 7 lost

    assert facts == [DriverHurt(RED, 1, 3, "dragging"), Weakened(RED, -1, "half wounded")]
    assert race.chariots[RED].modifier == -1


def test_the_next_phase_begins_a_new_path() -> None:
    race, _ = settled(dragged(squares=5, may_try=False), 1)

    assert race.chariots[RED].dragging == Dragging([Square("A19.3")], may_try=False)


# On the way (16.6)


def test_his_counter_follows_the_team() -> None:
    race = in_phase(dragged("A20.3"))

    placing.place(race, RED, Square("A21.3"))
    placing.place(race, RED, Square("A22.4"))

    chariot = race.chariots[RED]
    assert chariot.dragging is not None
    assert chariot.dragging.path == ["A19.3", "A20.3", "A21.4"]
    assert board.driver_square(chariot) == "A21.4"


@pytest.mark.parametrize(("squares", "driver"), [(2, "dragged"), (3, "dead")])
def test_rule_16_6_to_be_dragged_over_an_obstacle_is_death(squares: int, driver: str) -> None:
    race, table = in_phase(dragged("A20.3"), speed=9), Script(1, 1, 1)
    race.options = Options(edition="advanced")
    race.obstacles = [Obstacle("wreck", Square("A22.3"), GREEN)]

    played(movement.drive(race, table, RED, 2))
    assert race.chariots[RED].driver == "dragged"  # the team is on it, he is behind
    played(movement.drive(race, table, RED, squares - 2))

    assert race.chariots[RED].driver == driver
    assert (DriverDied(RED) in table.told) is (driver == "dead")


def test_rule_16_6_also_on_the_car_that_he_was_pulled_out_of() -> None:
    race, table = in_phase(dragged("A20.3", has_car=True), speed=9), Script(1, 1, 1)
    race.options = Options(edition="advanced")
    race.obstacles = [Obstacle("carcass", Square("A21.3"), GREEN)]

    for _ in range(2):
        played(movement.drive(race, table, RED, 1))

    assert DriverHurt(RED, 7, 0, "obstacle") in table.told


@pytest.mark.parametrize(("square", "driver"), [("A20.4", "dead"), ("A19.4", "dragged"), ("A19.3", "dragged")])
def test_rule_16_6_also_when_the_team_evades_in_anothers_phase(square: str, driver: str) -> None:
    race, table = in_phase(a_chariot("A21.2"), dragged("A20.3")), Script()
    race.options = Options(edition="advanced")
    race.obstacles = [Obstacle("wreck", Square(square), GREEN)]

    played(chain.evade(race, table, BLUE, "outside"))

    assert race.chariots[BLUE].driver == driver


# Pulled out (16.7)


def test_rule_16_7_who_is_pulled_out_is_dragged_on_his_car() -> None:
    race, table = in_phase(a_chariot()), Script()

    flips.pull_out(race, table, RED, BLUE)

    assert table.told == [PulledOut(RED, BLUE), RanAway(RED, with_car=True)]
    chariot = race.chariots[RED]
    assert (chariot.status, chariot.driver, chariot.has_car) == ("runaway", "dragged", True)
    assert chariot.dragging == Dragging([Square("A19.3")], may_try=True)


def test_rule_16_2_of_the_options_whom_dust_makes_fall_out_is_dragged_behind_his_car() -> None:
    race, table = in_phase(a_chariot("A20.3"), a_chariot("A18.3")), Script()
    race.options = Options(edition="advanced")
    flips.pull_out(race, table, RED, None)
    placing.place(race, RED, Square("A21.3"))

    chariot = race.chariots[RED]
    assert chariot.dragging == Dragging([Square("A18.3"), Square("A19.3")], behind_car=True)
    assert board.driver_square(chariot) == board.trampling_square(chariot) == "A19.3"

    flips.begin(race, table, RED)  # and when the car flips, behind the team
    chariot.has_car = False
    assert board.driver_square(chariot) == board.trampling_square(chariot) == "A20.3"


def test_rule_16_5_who_hangs_on_his_car_is_rammed_from_behind_it() -> None:
    race = in_phase(a_chariot("A20.3"))
    flips.pull_out(race, Script(), RED, BLUE)

    assert board.driver_square(race.chariots[RED]) == "A19.3"
    assert board.trampling_square(race.chariots[RED]) == "A18.3"


def test_rule_16_2_of_the_options_a_dead_drivers_team_runs_away_with_the_car() -> None:
    race, table = in_phase(a_chariot(driver="dead", hits=0)), Script()

    flips.pull_out(race, table, RED, None)

    assert table.told == [RanAway(RED, with_car=True)]
    assert race.chariots[RED].dragging is None


def test_rule_15_25_pulled_out_behind_a_dead_horse_he_stands_up_beside_what_is_left() -> None:
    race, table = in_phase(a_chariot(horses=(5, 5, 5, 0))), Script()

    flips.pull_out(race, table, RED, BLUE)

    assert [type(fact) for fact in table.told] == [PulledOut, TeamHalted, StoodUp]
    assert [(each.kind, each.square) for each in race.obstacles] == [("halted team", "A20.3"), ("wreck", "A19.3")]


def test_ruling_e17_he_has_another_attempt_when_the_car_flips() -> None:
    race, table = in_phase(dragged("A20.3", has_car=True, may_try=False)), Script()

    flips.begin(race, table, RED)

    assert race.chariots[RED].dragging == Dragging([Square("A19.3")], may_try=True)
    assert table.told == [DriverDragged(RED, Square("A19.3"))]


# Finishing (16.4)


def near_the_line(*others: Chariot, dice: Sequence[int], hits: int = 7, may_try: bool = False) -> Session[Race]:
    """Return a session on the phase of red, whose team drags him over the finish line with 18 factors left."""
    chariot = a_chariot("B32.3", corners=5, status="runaway", has_car=False, driver="dragged", hits=hits, modifier=0)
    chariot.dragging = Dragging([Square("B31.3")], may_try)
    race = a_race(chariot, *others, turn=30, resume="draw", cup=[RED])
    race.options = Options(edition="advanced")
    return a_session(race, *dice)


def places(session: Session[Race]) -> list[tuple[int, int, bool, int]]:
    [ended] = told(session, RaceEnded)
    return [(each.entry, each.place, each.crossed, each.factors_left) for each in ended.places]


def test_rule_16_4_dragged_over_the_line_he_has_won() -> None:
    session = near_the_line(a_chariot("B20.1", corners=5), dice=(1,))

    assert places(session) == [(RED, 1, True, 18), (BLUE, 2, False, 0)]
    assert session.state.chariots[RED].hits == 6


def test_rule_16_4_if_the_injury_of_that_phase_does_not_kill_him() -> None:
    session = near_the_line(a_chariot("B20.1", corners=5), dice=(3,), hits=2)

    assert told(session, DriverDied) == [DriverDied(RED)]
    assert session.state.chariots[RED].status == "out"
    assert places(session) == [(BLUE, 1, False, 0)]


def test_rule_13_2_who_gets_free_in_that_phase_is_a_man_on_foot_and_not_placed() -> None:
    session = near_the_line(a_chariot("B20.1", corners=5), dice=(1, 2, 1), may_try=True)

    session.answer(RED, FREE)

    assert told(session, DriverFreed) == [DriverFreed(RED, Square("B33.3"))]
    assert places(session) == [(BLUE, 1, False, 0)]


def test_rule_13_2_so_he_may_hang_on() -> None:
    session = near_the_line(a_chariot("B20.1", corners=5), dice=(1,), may_try=True)

    session.answer(RED, NOT_FREE)

    assert places(session)[0] == (RED, 1, True, 18)


def test_rule_13_2_a_living_dragged_driver_is_placed_by_his_progress_a_dead_one_is_not() -> None:
    race = in_phase(
        a_chariot("A1.1", status="finished", corners=6),
        dragged("B20.3", corners=5),
        a_chariot("B30.3", corners=5, status="runaway", has_car=False, driver="dead"),
        a_chariot("B10.4", corners=5),
    )
    race.final_turn = True
    table = Script()

    finish.end_race(race, table)

    [ended] = [fact for fact in table.told if isinstance(fact, RaceEnded)]
    assert [each.entry for each in ended.places] == [1, 2, 4]


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


def test_16_3_in_a_whole_phase_the_path_is_the_one_of_the_phase() -> None:
    chariot = dragged("A5.3", horses=(2, 1, 1, 1), may_try=False)
    race = a_race(chariot, a_chariot("A20.5"), turn=4, resume="draw", cup=[RED])
    race.options = Options(edition="advanced")

    session = a_session(race, 4)

    assert told(session, DriverHurt) == [DriverHurt(RED, 2, 5, "dragging")]
    assert unrolled(session) == 0
