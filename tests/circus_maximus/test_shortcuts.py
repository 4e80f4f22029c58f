"""What is looked at quickly gives what a look at everything gives."""

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import msgspec
import pytest

from engine.circus_maximus.fighting import attacks
from engine.circus_maximus.house import lines
from engine.circus_maximus.house.simulation import play_race
from engine.circus_maximus.house.speeds import (
    FACTOR,
    STRAIGHT,
    Form,
    Place,
    best_speed,
    costs_by_speed,
    costs_to_lane,
    tables_for,
)
from engine.circus_maximus.position import board, obstacles
from engine.circus_maximus.printed.editions import EDITIONS
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.ruleset import RULESET
from engine.circus_maximus.seen.views import last_view, live_view, view_for
from engine.circus_maximus.turn import movement
from engine.circus_maximus.words.asks import NextAction
from engine.circus_maximus.words.options import EditionName, Options
from engine.circus_maximus.words.state import Race
from engine.dice import RaceDice
from engine.facts import Fact
from engine.playing import answers, play_through, race_of_drivers
from engine.questions import Ask, AskAll
from engine.table import Table
from engine.track import SIDES
from records.values import Square

SEATS = ("careful", "racer", "brute", "racer", "careful", "brute", "racer", "careful")
KINDS = (
    Options(edition="basic", laps=1),
    Options(edition="advanced", laps=1, knife=True, spear=True, horse_carcasses=True),
    Options(edition="epic", laps=1, horse_carcasses=True),
)
A_FORM = Form(EDITIONS["advanced"], top=19, cdm=0, may_strain=True, endurance=10, price=60, flip=120 * FACTOR, wheels=0)


def facts_of(options: Options, seed: bytes) -> Sequence[Fact]:
    return play_race(RULESET, seed, SEATS, options).facts


def look_on(options: Options, seed: bytes, look: Callable[[Race, Ask], None]) -> Race:
    """Play a race of house drivers, and *look* at it before each question is answered."""
    race, table, drivers = race_of_drivers(RULESET, seed, SEATS, options)

    def answer(asked: Ask | AskAll) -> Any:
        for ask in asked.asks if isinstance(asked, AskAll) else (asked,):
            look(race, ask)
        view = live_view(race)
        return answers(asked, lambda ask: drivers[ask.entry](view, ask))

    while not race.is_over:
        play_through(RULESET.play_turn(race, table), answer)
    return race


@pytest.mark.parametrize("changed", [{}, {"cdm": -2}, {"wheels": 900}, {"endurance": 0}, {"top": 4}, {"lowered": 2}])
def test_costs_in_a_corner_are_those_of_the_best_of_all_speeds(changed: dict[str, int]) -> None:
    form = msgspec.structs.replace(A_FORM, **changed)
    tables = tables_for(form)

    for lane in range(8):
        costs, strain = tables.in_corner(lane), tables.strain[lane]
        for place in range(STRAIGHT, len(costs) - 41):
            each = [tables.phase[speed] + strain[speed] + costs[place + speed] for speed in range(1, form.top + 1)]
            assert costs[place] == FACTOR * form.top + min(each)


@pytest.mark.parametrize("changed", [{}, {"cdm": -2}, {"wheels": 900}, {"endurance": 0}, {"top": 4}, {"lowered": 2}])
def test_costs_on_a_straight_are_those_of_the_best_speed_in_the_best_lane(changed: dict[str, int]) -> None:
    form = msgspec.structs.replace(A_FORM, **changed)
    tables = tables_for(form)
    by_lane = tables.down_to(1)

    def straight_on(lane: int, place: int) -> int:
        costs, strained = by_lane[lane], tables.strained(lane)
        paid = [tables.phase[speed] if place + speed < STRAIGHT else strained[speed] for speed in range(form.top + 1)]
        return FACTOR * form.top + min(paid[speed] + costs[place + speed] for speed in range(1, form.top + 1))

    for place in range(1, STRAIGHT):
        alone = [straight_on(lane, place) for lane in range(8)]
        for lane in range(8):
            in_reach = [aim for aim in range(8) if abs(aim - lane) < STRAIGHT - place]
            assert by_lane[lane][place] == min(alone[aim] + FACTOR * max(0, lane - aim) for aim in in_reach)


@pytest.mark.parametrize("name", ["basic", "advanced", "epic"])
@pytest.mark.parametrize("cdm", range(-6, 5, 2))
def test_what_a_corner_check_costs_rises_with_the_speed(name: EditionName, cdm: int) -> None:
    for endurance, price, wheels in product((0, 1, 2, 5, 10), (20, 250), (0, 900)):
        form = Form(EDITIONS[name], 19, cdm, True, endurance, price, 80 * FACTOR, wheels)
        for lane in range(8):
            costs = tables_for(form).strained(lane)
            assert list(costs) == sorted(costs)


def test_of_speeds_that_cost_as_much_the_fastest_is_the_best() -> None:
    places = [Place(lane, at) for lane in (0, 3, 7) for at in range(1, 44, 3)]

    for place in places:
        costs = costs_by_speed(place, A_FORM)
        assert best_speed(place, A_FORM, 19) == min(range(19, 0, -1), key=costs.__getitem__)


@pytest.mark.parametrize("changed", [{}, {"endurance": 0}, {"top": 8}, {"lowered": 2}])
def test_costs_by_speed_are_those_of_the_best_lane_in_reach(changed: dict[str, int]) -> None:
    form = msgspec.structs.replace(A_FORM, **changed)

    for lane, at, debit in product((0, 3, 7), range(1, STRAIGHT, 2), (0, 2)):
        place = Place(lane, at)
        in_reach = [aim for aim in range(8) if abs(aim - lane) < STRAIGHT - at]
        by_lane = zip(*[costs_to_lane(place, form, aim, debit) for aim in in_reach], strict=True)
        costs = costs_by_speed(place, form, debit, form.top)
        assert costs == tuple(map(min, by_lane))[: len(costs)]


@pytest.mark.slow
@pytest.mark.parametrize("options", KINDS, ids=lambda options: options.edition)
def test_a_lane_that_is_come_to_at_once_is_the_one_that_a_search_finds(
    options: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = facts_of(options, b"swing")
    monkeypatch.setattr(lines, "_may_swing", lambda *_: False)

    assert facts_of(options, b"swing") == quick


@pytest.mark.slow
@pytest.mark.parametrize("options", KINDS, ids=lambda options: options.edition)
def test_a_move_on_which_nothing_lies_meets_nothing(options: Options, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = facts_of(options, b"lies")
    arrive = movement._arrive
    everywhere = frozenset(TRACK.lane)

    def met(*given: Any) -> Any:
        race, table, entry, came_from, side, entered, _ = given
        return arrive(race, table, entry, came_from, side, entered, everywhere)

    monkeypatch.setattr(movement, "_arrive", met)

    assert facts_of(options, b"lies") == quick


@pytest.mark.parametrize("options", KINDS, ids=lambda options: options.edition)
def test_where_a_lane_change_leads_does_not_depend_on_how_it_is_looked_for(options: Options) -> None:
    found: list[Square | None] = []

    def look(race: Race, ask: Ask) -> None:
        chariot = race.chariots[ask.entry]
        if isinstance(ask.question, NextAction):
            for side in SIDES:
                to = board.change_square(chariot, side, board.occupied(race))
                assert board.change_square_now(race, chariot, side) == to
                found.append(to)

    look_on(options, b"change", look)
    assert 0 < found.count(None) < len(found)


@pytest.mark.slow
@pytest.mark.parametrize("options", KINDS, ids=lambda options: options.edition)
def test_whom_to_attack_does_not_depend_on_how_it_is_looked_for(options: Options) -> None:
    found = 0

    def look(race: Race, ask: Ask) -> None:
        nonlocal found
        if isinstance(ask.question, NextAction):
            legal = attacks.legal_attacks(race, ask.entry)
            assert attacks.legal_attacks(race, ask.entry, board.occupied(race)) == legal
            found += len(legal)

    look_on(options, b"attack", look)
    assert found


def test_rule_ii_8_9_3_3_who_may_be_on_a_chariot_that_stands_is_looked_at_closely() -> None:
    barred = 0

    def look(race: Race, ask: Ask) -> None:
        nonlocal barred
        for entry, chariot in race.chariots.items():
            squares = obstacles.squares_of(chariot)
            is_on_one = any(obstacles.worst_of(race, square, entry) is not None for square in squares)
            assert obstacles.bars_attack(race, entry) == is_on_one
            barred += is_on_one

    look_on(KINDS[2], b"stands 3", look)
    assert barred


@pytest.mark.slow
@pytest.mark.parametrize("options", KINDS, ids=lambda options: options.edition)
def test_the_last_view_is_the_one_that_the_public_has(options: Options) -> None:
    race = look_on(options, b"last", lambda *_: None)

    assert last_view(race) == view_for(race, {}, ())


def test_the_speed_under_way_is_that_of_the_phase() -> None:
    speeds: set[int] = set()

    def look(race: Race, ask: Ask) -> None:
        if isinstance(ask.question, NextAction):
            assert race.phase is not None
            assert live_view(race).speed_under_way() == view_for(race, {}, ()).speed_under_way()
            speeds.add(race.phase.total_speed)

    look_on(KINDS[0], b"speed", look)
    assert len(speeds) > 3


def test_a_roll_without_modifiers_has_none() -> None:
    rolled = Table(RaceDice(b"roll")).roll(None, "draw", "5.2", count=1)

    assert rolled.modifiers == ()
    assert rolled.total == rolled.dice[0]
