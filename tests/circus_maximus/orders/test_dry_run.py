"""Dry runs of orders: where they end if nobody is in the way, and what they cost and risk."""

from fractions import Fraction
from typing import Any

import pytest

from engine.circus_maximus.orders.dry_run import Assumed, DryRun, dry_run
from engine.circus_maximus.orders.ordered_speed import OffLine
from engine.circus_maximus.orders.orders import AttackWish, Orders
from engine.circus_maximus.printed.editions import EDITIONS
from engine.circus_maximus.printed.odds import OF_THREE, strain_odds
from engine.circus_maximus.seen.risks import CornerRisk
from engine.circus_maximus.seen.views import view_for
from engine.circus_maximus.words.asks import Attack, Speed
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.reasons import CircusReason
from engine.circus_maximus.words.state import Chariot, Obstacle, Race
from engine.refusals import GameReason
from records.refusals import Refused
from records.values import Lane, Square
from tests.circus_maximus.builders import BLUE, GREEN, RED, RULES, a_chariot, a_race, a_session


def run(race: Race, **orders: Any) -> DryRun:
    return dry_run(view_for(race, {}, [RED]), RED, Orders(**orders))


def run_of(*chariots: Chariot, turn: int = 4, **orders: Any) -> DryRun:
    for chariot in chariots:
        chariot.on_grid = False
    return run(a_race(*chariots, turn=turn + 1), **orders)


def test_it_ends_where_the_orders_lead() -> None:
    told = run_of(a_chariot("A12.3"), speed=12, line="keep", whip="never")
    assert (told.speed, told.total_speed, told.factors, told.assumed) == (Speed(12), 12, 12, ())
    assert told.course.end == "A24.3"
    assert told.course.forecast.path == tuple(f"A{number}.3" for number in range(13, 25))
    assert (told.course.forecast.endurance, told.course.forecast.risks) == (0, ())
    assert told.course.clauses == ("start-plain", "line-keep")
    assert not told.course.stops
    assert told.alone is None


def test_a_corner_is_told_with_its_exact_odds() -> None:
    told = run_of(a_chariot("A33.1", modifier=1), speed=10, line="keep", whip="never").course
    (risk,) = told.forecast.risks
    assert isinstance(risk, CornerRisk)
    assert (risk.points, risk.endurance, risk.limit) == (2, 2, 8)
    assert risk.odds == dict(strain_odds(EDITIONS["basic"], 2, 1))
    assert told.flip_chance == Fraction(risk.flips, OF_THREE)
    assert (told.forecast.endurance, told.forecast.endurance_left) == (2, 38)
    assert told.clauses == ("start-plain", "line-keep-strain-2")


def test_a_corner_that_he_stands_in_is_told_as_the_phase_begins() -> None:
    told = run_of(a_chariot("D2.1"), speed=11, line="keep", whip="never").course
    assert [(risk.step, risk.points) for risk in told.forecast.risks if isinstance(risk, CornerRisk)] == [(0, 3)]


@pytest.mark.parametrize(
    ("square", "speed", "off"),
    [
        ("A31.2", 8, None),  # the corner is entered in lane 2
        ("A0.1", 16, OffLine(Lane(2), Lane(1), can_wait=True)),  # it is not reached
        ("D2.1", 8, OffLine(Lane(2), Lane(1), can_wait=True)),  # it is the one after this that is meant
        ("A33.1", 8, OffLine(Lane(2), Lane(1), can_wait=False)),  # too late to change
        ("A26.2", 16, OffLine(Lane(2), Lane(1), can_wait=False)),  # rather a lane than factors burnt
    ],
)
def test_a_way_out_of_the_lane_ordered_is_told_as_such(square: str, speed: int, off: OffLine | None) -> None:
    told = run_of(a_chariot(square), speed=speed, line=2, corner_strain=0, whip="never")
    assert told.course.off_line == off


def test_in_the_first_turn_the_standing_start_counts_with_its_average() -> None:
    told = run_of(a_chariot("A12.3"), turn=1, speed=12, line="keep", whip="never")
    assert told.assumed == (Assumed("standing start", 4),)
    assert (told.speed, told.total_speed, told.course.end) == (Speed(12), 8, "A20.3")


def test_with_the_option_a_good_driver_starts_faster() -> None:
    race = a_race(a_chariot("A12.3", modifier=2, on_grid=False), turn=1)
    race.turn, race.options = 1, Options(first_turn_acceleration=True)
    assert run(race, speed=12, whip="never").assumed == (Assumed("standing start", 5),)


def test_straining_counts_with_its_average_and_costs_as_much() -> None:
    told = run_of(a_chariot("A12.3"), speed=10, line="keep", whip="always")
    assert told.assumed == (Assumed("straining", 3),)
    assert (told.total_speed, told.course.forecast.endurance, told.course.end) == (13, 3, "A25.3")


def test_cutting_free_counts_with_its_average() -> None:
    told = run_of(a_chariot("A12.3", horses=(5, 0, 5, 5)), speed=12)
    assert told.assumed == (Assumed("cutting free", 11),)
    assert told.course.clauses[0] == "cut-free"


def test_others_stand_where_they_are_and_the_way_without_them_is_told_too() -> None:
    told = run_of(a_chariot("A12.3"), a_chariot("A16.3"), speed=6, line="keep", whip="never")
    assert told.course.end != "A18.3"
    assert told.alone is not None
    assert told.alone.end == "A18.3"


@pytest.mark.parametrize(("square", "is_free"), [("A1.3", True), ("A3.5", False)])
def test_a_second_row_finds_the_front_row_gone(square: str, is_free: bool) -> None:
    field = [a_chariot(square), a_chariot("A3.3"), a_chariot("A1.5"), a_chariot("A5.5")]
    told = run(a_race(*field, turn=1), speed=12, line="keep", whip="never")
    assert (told.alone is None) == is_free


def test_whom_he_would_attack_is_told_but_not_what_it_would_do() -> None:
    red, blue = a_chariot("A20.3"), a_chariot("A23.4")
    told = run_of(red, blue, speed=8, line="keep", whip="never", attacks=(AttackWish(BLUE, "ram", "car"),)).course
    assert told.attacks == (Attack(BLUE, "car", "ram"),)
    assert told.clauses == ("start-plain", "line-keep", "attack-2-ram-car", "line-keep")
    assert told.end == "A27.3"
    assert told.forecast.risks == ()


def test_burnt_factors_are_counted() -> None:
    told = run_of(a_chariot("A33.1"), speed=16, line="keep", corner_strain=0, whip="never").course
    assert (told.burnt, told.forecast.endurance, told.end) == (16, 16, "A33.1")


def test_a_wreck_on_the_way_is_told_as_a_risk() -> None:
    race = a_race(a_chariot("A12.3", on_grid=False), turn=5, obstacles=[Obstacle("wreck", Square("A16.3"), GREEN)])
    race.options = Options(edition="advanced")
    told = run(race, speed=9, line="keep", wreck="over", whip="never").course
    assert [type(risk).__name__ for risk in told.forecast.risks] == ["ObstacleRisk"]
    assert "wreck-over" in told.clauses


def test_last_turns_speed_is_known() -> None:
    red = a_chariot("A12.3", last_written=9)
    assert run_of(red, speed="last", whip="never").speed == Speed(9)


def test_a_speed_that_cannot_be_written_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        run_of(a_chariot(), speed=33)
    assert refused.value.reason is CircusReason.TOO_FAST


def test_without_a_driver_there_is_nothing_to_tell() -> None:
    with pytest.raises(Refused) as refused:
        run_of(a_chariot(status="runaway", driver="on foot", has_car=False))
    assert refused.value.reason is GameReason.NOT_ASKED


def test_a_race_is_not_touched_and_no_secret_told() -> None:
    race = a_race(a_chariot("A20.3"), a_chariot("A20.4"), turn=4)
    session = a_session(race)
    alone = dry_run(session.view([RED]), RED, Orders())
    session.answer(BLUE, Speed(17))
    before = session.table.digest
    assert dry_run(session.view([RED]), RED, Orders()) == alone
    assert session.table.digest == before


def test_what_nobody_could_foresee_does_not_end_it() -> None:
    red = a_chariot("A33.1", endurance=4)
    told = run_of(red, speed=12, line="keep", corner_strain=12, whip="never").course
    assert told.forecast.endurance_left == 0
    assert told.end == "A5.1" or told.forecast.factors_left == 0


@pytest.mark.parametrize("turn", [1, 6])
def test_it_is_what_the_rules_do_if_all_goes_well(turn: int) -> None:
    """Drive the same orders with dice that fall so: the chariot ends where the dry run said."""
    red = a_chariot("A14.5", has_whip=False)
    told = run_of(red, turn=turn, speed=11, line="inside", whip="never")
    session = a_session(a_race(a_chariot("A14.5", has_whip=False), turn=turn), *([4] if turn == 1 else []))
    session.answer(RED, Speed(11))
    book = RULES.order_book
    assert book is not None
    while session.view([RED]).turn == turn and RED in session.open and session.open[RED].question.kind != "speed":
        followed = book.follow(session.view([RED]), session.open[RED], Orders(11, "inside"))
        assert followed is not None
        session.answer(RED, followed.answer)
    assert session.view([RED]).chariot(RED).square == told.course.end
