"""Lap markers, the finish line and the places (3.7, 10)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from engine.circus_maximus.control import chain
from engine.circus_maximus.harm import finish
from engine.circus_maximus.position import progress
from engine.circus_maximus.words.asks import Change, Forward
from engine.circus_maximus.words.facts import (
    CornerStrained,
    Drawn,
    FinalTurnCalled,
    Finished,
    Flipped,
    MarkerRemoved,
    Moved,
    PhaseEnded,
    Placing,
    RaceEnded,
    TurnBegan,
)
from engine.circus_maximus.words.state import Chariot, Race
from engine.game import Fact, Table
from engine.session import Session
from records.values import Square
from tests.circus_maximus.builders import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    a_chariot,
    a_phase,
    a_race,
    a_session,
    asked,
    in_phase,
    told,
)
from tests.scripted_dice import ScriptedDice

LAST_LAP = 5  # corners entered before the finish line


def racer(square: str, written: int = 0, corners: int = LAST_LAP, **others: Any) -> Chariot:
    """Return a chariot with no whip, so that it is not asked whether to strain."""
    return a_chariot(square, written=written, corners=corners, has_whip=False, **others)


def final(*chariots: Chariot, dice: Sequence[int] = (), markers: int = LAST_LAP) -> Session[Race]:
    """Return a session on a turn in which all chariots, red first, are still to be drawn; speeds are written."""
    cup = list(a_race(*chariots).chariots)
    return a_session(a_race(*chariots, turn=21, resume="draw", cup=cup, markers=markers), *dice)


def go(session: Session[Race]) -> None:
    """Answer every question of the phases under way with its default."""
    while session.open and not any(ask.secret for ask in session.open.values()):
        for entry, ask in list(session.open.items()):
            session.answer(entry, ask.default)


# Markers (3.7)


def test_rule_3_7_the_first_into_a_corner_takes_a_marker_down() -> None:
    session = a_phase(racer("A33.3", 2, corners=0))
    session.answer(RED, Forward(1))

    assert told(session, MarkerRemoved) == [MarkerRemoved(RED, "dolphin", 5)]
    assert (session.state.markers, session.state.chariots[RED].corners) == (1, 1)


@pytest.mark.parametrize(
    ("corners", "square", "kind"), [(1, "B33.3", "egg"), (2, "A33.3", "dolphin"), (4, "A33.3", "dolphin")]
)
def test_rule_3_7_dolphins_and_eggs_fall_in_turn(corners: int, square: str, kind: str) -> None:
    session = a_phase(racer(square, 2, corners=corners), markers=corners)
    session.answer(RED, Forward(1))

    assert [(fact.kind, fact.left) for fact in told(session, MarkerRemoved)] == [(kind, 5 - corners)]


def test_rule_3_7_who_follows_takes_none() -> None:
    session = a_phase(racer("A33.3", 2, corners=0), markers=1)
    session.answer(RED, Forward(1))

    assert told(session, MarkerRemoved) == []
    assert session.state.chariots[RED].corners == 1


def test_rule_3_7_braking_back_over_the_corner_line_changes_nothing() -> None:
    # Given red was braked back out of the first corner
    session = a_phase(racer("A33.3", 4, corners=1), markers=1)
    session.answer(RED, Forward(2))

    assert told(session, MarkerRemoved) == []
    assert session.state.chariots[RED].corners == 1


def test_rule_3_7_a_lane_change_enters_a_corner_as_well() -> None:
    session = a_phase(racer("A33.3", 2, corners=0))
    session.answer(RED, Change("outside"))

    assert told(session, MarkerRemoved) == [MarkerRemoved(RED, "dolphin", 5)]


# The finish line (10.1, 10.2)


def test_rule_10_2_crossing_costs_a_factor_and_ends_the_phase() -> None:
    session = a_phase(racer("B32.3", 20), markers=5)
    session.answer(RED, Forward(2))

    assert told(session, Moved) == [Moved(RED, 2, Square("E1.3"))]
    assert told(session, Finished) == [Finished(RED, 18)]
    assert told(session, MarkerRemoved) == [MarkerRemoved(RED, "egg", 0)]
    assert told(session, FinalTurnCalled) == [FinalTurnCalled(3)]
    assert told(session, CornerStrained) == []  # it need not take the corner
    assert told(session, PhaseEnded) == [PhaseEnded(RED, None)]


def test_rule_10_2_a_drive_leads_no_further_than_the_line() -> None:
    session = a_phase(racer("B30.3", 20), markers=5)

    assert asked(session).forward == 4
    assert session.open[RED].default == Forward(4)


def test_rule_10_2_on_earlier_laps_there_is_no_line() -> None:
    session = a_phase(racer("B30.8", 20, corners=3), markers=5)

    assert asked(session).forward == 20


@pytest.mark.parametrize("laps", [1, 2, 4])
def test_rule_10_2_the_last_corner_depends_on_the_laps(laps: int) -> None:
    chariot = racer("B33.3", 5, corners=2 * laps - 1)
    race = in_phase(chariot, laps=laps)

    assert progress.crosses_line(race, chariot, Square("B33.3"), Square("E1.3"))
    chariot.corners -= 2
    assert not progress.crosses_line(race, chariot, Square("B33.3"), Square("E1.3"))


def test_rule_10_2_a_lane_change_over_the_line_is_the_step_forward() -> None:
    session = a_phase(racer("B33.3", 7), markers=5)
    session.answer(RED, Change("inside"))

    assert told(session, Finished) == [Finished(RED, 6)]


def test_rule_10_2_nor_does_the_wall_stop_who_has_crossed() -> None:
    session = a_phase(racer("B33.1", 7), markers=5)
    session.answer(RED, Change("inside"))

    assert told(session, Finished) == [Finished(RED, 6)]
    assert told(session, Flipped) == []


def test_rule_10_2_the_square_behind_the_line_must_be_free() -> None:
    session = a_phase(racer("B33.3", 7), racer("E2.3", 0, corners=4), markers=5)

    assert asked(session).forward == 0


def test_rule_10_1_in_the_final_turn_every_colour_in_the_cup_moves() -> None:
    session = final(racer("B33.3", 9), racer("B10.5", 6), racer("A20.6", 4, corners=4), dice=[1, 1])
    go(session)

    assert [fact.entry for fact in told(session, Drawn)] == [RED, BLUE, GREEN]
    assert session.is_over
    assert told(session, TurnBegan) == []
    assert session.state.chariots[GREEN].square == "A24.6"


def test_rule_10_1_the_race_goes_on_while_nobody_has_crossed() -> None:
    session = final(racer("B20.3", 9), dice=[])
    go(session)

    assert not session.is_over
    assert told(session, TurnBegan) == [TurnBegan(21)]


# Places (10.2 to 10.5)


def places(session: Session[Race]) -> list[tuple[int, int]]:
    [ended] = told(session, RaceEnded)
    return [(placing.entry, placing.place) for placing in ended.places]


def test_rule_10_3_more_factors_left_are_ahead() -> None:
    session = final(racer("B33.3", 6), racer("B33.5", 9), racer("B33.7", 7), dice=[1, 1])
    go(session)

    [ended] = told(session, RaceEnded)
    assert ended == RaceEnded(
        20, (Placing(BLUE, 1, True, 8), Placing(GREEN, 2, True, 6), Placing(RED, 3, True, 5)), has_winner=True
    )


def test_rule_10_5_with_as_many_left_who_was_drawn_earlier_is_ahead() -> None:
    # Case D28: both cross with 4 left
    session = final(racer("B33.1", 5), racer("B32.5", 6), dice=[2])
    go(session)

    assert places(session) == [(BLUE, 1), (RED, 2)]


def test_rule_10_2_the_others_follow_by_progress() -> None:
    # Given green and yellow a corner apart, and blue further round the same straight
    session = final(
        racer("B33.1", 5),
        racer("B12.2", 0),
        racer("A25.3", 0, corners=4),
        racer("D20.8", 0),
        dice=[1, 1, 1],
    )
    go(session)

    assert places(session) == [(RED, 1), (BLUE, 2), (YELLOW, 3), (GREEN, 4)]


def test_rule_10_2_level_chariots_rank_by_the_inner_lane() -> None:
    session = final(racer("B33.1", 5), racer("B12.7", 0), racer("B12.2", 0), dice=[1, 1])
    go(session)

    assert places(session) == [(RED, 1), (GREEN, 2), (BLUE, 3)]


def test_rule_10_2_in_a_corner_the_part_of_it_that_is_done_counts() -> None:
    # Given half of lane 1 (3 of 6) and two fifths of lane 4 (6 of 15)
    session = final(racer("B33.8", 5), racer("D6.4", 0), racer("D3.1", 0), dice=[1, 1])
    go(session)

    assert places(session) == [(RED, 1), (GREEN, 2), (BLUE, 3)]


@pytest.mark.parametrize(
    ("square", "corners", "expected"),
    [
        ("A33.3", 0, (0, Fraction(1))),
        ("D6.3", 1, (1, Fraction(1, 2))),
        ("B0.3", 1, (2, Fraction(1, 34))),
        ("E12.3", 2, (3, Fraction(1))),
        ("A0.3", 2, (4, Fraction(1, 34))),
        ("A33.3", 1, (0, Fraction(1))),  # braked back over the line
        ("B33.3", 2, (2, Fraction(1))),
        ("B33.3", 5, (10, Fraction(1))),
    ],
)
def test_rule_10_2_progress(square: str, corners: int, expected: tuple[int, Fraction]) -> None:
    assert progress.progress(corners, Square(square)) == expected


def test_rule_10_2_those_out_of_the_race_are_not_placed() -> None:
    session = final(racer("B33.1", 5), racer("B12.7", 0, status="out"), racer("B12.2", 0), dice=[1])
    go(session)

    assert places(session) == [(RED, 1), (GREEN, 2)]


def test_rule_10_2_a_race_ends_with_a_picture() -> None:
    session = final(racer("B33.1", 5))
    go(session)

    assert session.scenes[-1].view.is_over
    assert not session.open


# Crossing by evasion (F3)


def evades_over_the_line(chariot: Chariot) -> tuple[Race, list[Fact]]:
    race = in_phase(a_chariot("A25.5", corners=4), chariot, turn=20, markers=5)
    table = Table(ScriptedDice())
    for _ in chain.evade(race, table, BLUE, "outside"):
        pass
    return race, table.told


@pytest.mark.parametrize(
    ("changes", "left"),
    [
        ({}, 8),
        ({"evade_debit": 3}, 5),
        ({"gain_must": 2, "gain_may": 1}, 11),
        ({"has_moved": True, "last_speed": 12}, 0),
        ({"written": 0}, 0),
    ],
)
def test_rule_10_2_who_evades_over_the_line_keeps_what_he_could_still_have_used(
    changes: dict[str, Any], left: int
) -> None:
    race, facts = evades_over_the_line(racer("B33.3", **({"written": 9} | changes)))

    assert [fact for fact in facts if isinstance(fact, Finished)] == [Finished(BLUE, left)]
    assert race.final_turn


def test_rule_10_2_the_mover_who_evades_over_the_line_keeps_what_it_has_left() -> None:
    race = in_phase(racer("B33.3", 9), speed=7, turn=20, markers=5)
    table = Table(ScriptedDice())
    for _ in chain.evade(race, table, RED, "inside"):
        pass

    assert [fact for fact in table.told if isinstance(fact, Finished)] == [Finished(RED, 5)]
    assert race.phase is not None
    assert race.phase.is_ended


def test_rule_10_5_who_was_not_drawn_ranks_behind_those_who_were() -> None:
    race = in_phase(racer("A25.5"), racer("E1.3"), racer("E1.4"), racer("E1.2"), turn=20)
    for entry, order in ((BLUE, 0), (GREEN, 3), (YELLOW, 0)):
        chariot = race.chariots[entry]
        chariot.status, chariot.factors_left, chariot.order = "finished", 4, order
    race.chariots[RED].status = "out"
    table = Table(ScriptedDice())
    finish.end_race(race, table)

    [ended] = [fact for fact in table.told if isinstance(fact, RaceEnded)]
    assert [placing.entry for placing in ended.places] == [GREEN, YELLOW, BLUE]


def test_rule_10_1_who_has_crossed_by_evading_is_not_drawn() -> None:
    race = a_race(racer("A25.5", 0, corners=4), racer("B33.3", 9, status="finished"), turn=21, resume="draw")
    race.cup, race.final_turn = [BLUE, RED], True
    session = a_session(race, 2)

    assert [fact.entry for fact in told(session, Drawn)] == [RED]


# Races that nobody wins (F4)


def test_rule_10_4_when_all_are_out_there_is_no_winner() -> None:
    session = a_phase(racer("A20.1", 4, corners=0))
    session.answer(RED, Change("inside"))

    assert session.is_over
    assert told(session, RaceEnded) == [RaceEnded(3, (), has_winner=False)]


@pytest.mark.parametrize(
    ("chariot", "can"),
    [
        (a_chariot(), True),
        (a_chariot(status="out"), False),
        (a_chariot(status="finished"), False),
        (a_chariot(endurance=0, decline=19), True),
        (a_chariot(endurance=0, decline=20), False),
        (a_chariot(endurance=0, decline=20, modifier=1), True),
        (a_chariot(endurance=0, decline=19, modifier=-1), False),
        (a_chariot(endurance=0, decline=20, gain_must=1), True),
        (a_chariot(endurance=1, decline=20), True),
        (a_chariot(endurance=1, decline=20, has_whip=False), False),
        (a_chariot(endurance=1, decline=20, modifier=-1), False),
        (a_chariot(jostle=-30), True),  # it passes
        (a_chariot(horses=(3, 0, 0, 0), decline=2, endurance=0), True),  # a one would do
        (a_chariot(horses=(3, 0, 0, 0), decline=3, endurance=0), False),
        (a_chariot(horses=(1, 1, 1, 0)), True),
        (a_chariot(horses=(1, 1, 1, 0), modifier=-1), False),
    ],
)
def test_rule_10_4_who_can_never_move_again(chariot: Chariot, can: bool) -> None:
    assert finish.can_ever_move(a_race(chariot), chariot) is can


def test_rule_10_4_a_race_in_which_nobody_can_move_any_more_is_over() -> None:
    session = final(racer("B20.3", 0, endurance=0, zero_since=2, decline=30))
    go(session)

    assert told(session, RaceEnded) == [RaceEnded(20, (), has_winner=False)]


def test_rule_3_7_markers_of_a_longer_race() -> None:
    race = in_phase(a_chariot(), laps=5)

    assert progress.last_corner(race) == 10
