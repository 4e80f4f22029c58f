"""House drivers: what they choose in single positions, and how they race."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from engine.circus_maximus.house.answers import drive
from engine.circus_maximus.house.attacking import temper_die
from engine.circus_maximus.house.registry import DELIBERATE, DRIVERS, TITLES
from engine.circus_maximus.house.simulation import Outcome, play_race
from engine.circus_maximus.house.speeds import FACTOR, Form, Place, best_speed, costs_by_speed, tables_for
from engine.circus_maximus.house.tempers import BRUTE, CAREFUL, RACER
from engine.circus_maximus.printed.editions import EDITIONS
from engine.circus_maximus.ruleset import RULESET
from engine.circus_maximus.seen.views import view_for
from engine.circus_maximus.words import facts
from engine.circus_maximus.words.asks import (
    Attack,
    Avoid,
    Begin,
    BeginPhase,
    Brake,
    Change,
    ChooseWayOut,
    Forward,
    GrabbedWhip,
    KeepWhip,
    Meet,
    MeetAttack,
    NextAction,
    Prepare,
    Sideslip,
    Speed,
    WriteSpeed,
)
from engine.circus_maximus.words.options import EditionName, Options
from engine.circus_maximus.words.state import Chariot, Obstacle, Race
from engine.dice import RaceDice
from engine.game import Entrant
from engine.questions import Answer, Ask, Question
from engine.session import Session, first_checkpoint
from records.values import EntryId, Square
from tests.circus_maximus.builders import BLUE, RED, RULES, a_chariot, a_phase, a_race, in_phase

TEMPERS = [temper for temper in DRIVERS if temper not in DELIBERATE]
MIXED = ("careful", "racer", "brute", "racer", "careful", "brute", "racer", "careful")


def answer_of(temper: str, race: Race, question: Question, default: Answer) -> Answer:
    return DRIVERS[temper](view_for(race, {}, [RED]), Ask(RED, question, default))


def speed_of(temper: str, *chariots: Chariot, at_most: int = 20, turn: int = 4) -> int:
    answer = answer_of(temper, a_race(*chariots, turn=turn), WriteSpeed(at_most), Speed(0))
    assert isinstance(answer, Speed)
    return answer.factors


def next_of(temper: str, *chariots: Chariot, speed: int, **others: object) -> Answer:
    """Return what red does next with *speed* factors; it may not strain."""
    red, *rest = chariots
    red.written, red.has_whip = speed, False
    session = a_phase(red, *rest, **others)  # type: ignore[arg-type]
    return DRIVERS[temper](session.view([RED]), session.open[RED])


def begin_of(temper: str, red: Chariot, question: BeginPhase, *, turn: int = 3) -> Answer:
    race = in_phase(red, speed=0, turn=turn)
    race.phase.has_begun = False  # type: ignore[union-attr]
    return answer_of(temper, race, question, Begin())


# Paces


A_FORM = Form(EDITIONS["basic"], top=18, cdm=1, may_strain=True, endurance=10, price=40, flip=120 * FACTOR, wheels=0)


def test_from_the_last_straight_square_a_lane_1_corner_is_taken_at_its_safe_speed() -> None:
    assert best_speed(Place(0, 33), A_FORM, 18) == 8


def test_a_chariot_stops_on_the_last_straight_square_of_lane_1_if_it_can() -> None:
    assert best_speed(Place(0, 16), A_FORM, 18) == 17
    assert best_speed(Place(0, 17), A_FORM, 18) == 16


@pytest.mark.parametrize("lane", range(8))
def test_who_is_further_is_never_worse_off_on_the_straight(lane: int) -> None:
    costs = tables_for(A_FORM).down_to(0)[lane]

    assert all(costs[place] >= costs[place + 1] for place in range(15))


def test_without_endurance_every_strained_corner_costs_a_flip() -> None:
    tables = tables_for(msgspec.structs.replace(A_FORM, endurance=0))

    assert tables.strain[0][:10] == (0,) * 9 + (A_FORM.flip,)


def test_costs_by_speed_agree_with_the_tables_they_are_made_of() -> None:
    tables, place = tables_for(A_FORM), Place(3, 20)

    costs, strain = tables.down_to(20)[3], tables.strain[3]
    straight_on = [costs[20 + speed] + (speed > 13) * strain[speed] for speed in range(19)]
    best = costs_by_speed(place, A_FORM)

    assert all(cost <= along for cost, along in zip(best, straight_on, strict=False))
    assert best[0] == straight_on[0]


# Speed


@pytest.mark.parametrize("temper", TEMPERS)
def test_nobody_enters_a_corner_without_endurance_above_its_safe_speed(temper: str) -> None:
    speed = speed_of(temper, a_chariot("A33.2", endurance=0))

    assert 0 < speed <= 9


@pytest.mark.parametrize("temper", TEMPERS)
def test_all_go_flat_out_for_the_finish(temper: str) -> None:
    assert speed_of(temper, a_chariot("B20.1", corners=5)) == 20


@pytest.mark.parametrize("temper", TEMPERS)
def test_rule_6_9_all_write_the_highest_speed_for_the_standing_start(temper: str) -> None:
    assert speed_of(temper, a_chariot("A3.5"), turn=1) == 20


@pytest.mark.parametrize("temper", TEMPERS)
def test_rule_9_52_a_chariot_to_be_cut_free_writes_all_it_can(temper: str) -> None:
    assert speed_of(temper, a_chariot("A33.1", horses=(5, 0, 5, 5)), at_most=15) == 15


def test_badly_damaged_wheels_are_not_tried_on_purpose() -> None:
    assert speed_of("careful", a_chariot("A4.3", wheels=(0, 6))) <= 13
    assert speed_of("careful", a_chariot("A4.3")) == 20


# The start of a phase


def test_rule_6_52_a_team_with_endurance_to_spare_is_strained_on_an_open_straight() -> None:
    ask = BeginPhase(may_strain=True, gain=0, may_cut=False)

    assert begin_of("racer", a_chariot("A1.3", written=18, endurance=60), ask) == Begin(strain=True)
    assert begin_of("racer", a_chariot("A1.3", written=18, endurance=8), ask) == Begin(strain=False)


def test_rule_6_52_nobody_strains_into_a_corner_that_he_would_not_survive() -> None:
    ask = BeginPhase(may_strain=True, gain=0, may_cut=False)

    assert begin_of("careful", a_chariot("A33.1", written=8, endurance=60), ask) == Begin(strain=False)


def test_rule_9_41_a_factor_whipped_into_the_team_is_used_on_the_straight() -> None:
    ask = BeginPhase(may_strain=False, gain=1, may_cut=False)

    assert begin_of("racer", a_chariot("A1.3", written=18), ask) == Begin(take_gain=True)


@pytest.mark.parametrize("temper", TEMPERS)
def test_rule_9_52_a_dead_horse_is_cut_free(temper: str) -> None:
    ask = BeginPhase(may_strain=False, gain=0, may_cut=True)

    assert begin_of(temper, a_chariot(horses=(5, 0, 5, 5), written=15), ask) == Begin(cut=True)


def test_rule_9_41_a_factor_is_used_on_the_straight_by_a_team_that_is_cut_free() -> None:
    red = a_chariot("A5.1", horses=(5, 0, 5, 5), written=8)
    assert begin_of("racer", red, BeginPhase(may_strain=False, gain=1, may_cut=True)) == Begin(take_gain=True, cut=True)


# Movement


@pytest.mark.parametrize("temper", TEMPERS)
def test_an_open_straight_is_driven_in_one_go(temper: str) -> None:
    assert next_of(temper, a_chariot("A4.3"), speed=18) == Forward(18)


def test_a_chariot_in_the_way_is_passed() -> None:
    # Blue stands four squares ahead: red has to leave the lane before it
    answer = next_of("racer", a_chariot("A4.3"), a_chariot("A10.3"), speed=18)

    assert answer == Change("outside") or (isinstance(answer, Forward) and answer.squares < 4)


@pytest.mark.parametrize("temper", TEMPERS)
def test_rule_6_7_who_is_blocked_slips_past_rather_than_ramming(temper: str) -> None:
    assert isinstance(next_of(temper, a_chariot("A10.3"), a_chariot("A12.3"), speed=8), Sideslip)


@pytest.mark.parametrize("temper", TEMPERS)
def test_who_cannot_pass_drives_as_far_as_he_can(temper: str) -> None:
    walls = (a_chariot(f"A{number}.{lane}") for lane in (2, 4) for number in (10, 12, 14))

    assert next_of(temper, a_chariot("A10.3"), a_chariot("A14.3"), *walls, speed=6) == Forward(2)


def a_held(square: str) -> Chariot:
    """Return a chariot that a dead horse holds."""
    chariot = a_chariot(square)
    chariot.horses[0].injury, chariot.horses[0].state = chariot.horses[0].original, "dead"
    return chariot


@pytest.mark.parametrize("temper", TEMPERS)
@pytest.mark.parametrize(("edition", "squares"), [("epic", 6), ("advanced", 2)])
def test_rule_ii_8_9_3_4_a_chariot_that_stands_is_driven_over_if_there_is_no_way_around(
    temper: str, edition: EditionName, squares: int
) -> None:
    walls = (a_chariot(f"A{number}.{lane}") for lane in (2, 4) for number in (10, 12, 14, 16))
    race = Options(edition=edition)

    answer = next_of(temper, a_chariot("A10.3", last_speed=6), a_held("A14.3"), *walls, speed=6, options=race)

    assert answer == Forward(squares)


def test_rule_ii_8_9_3_4_it_is_gone_around_if_there_is_one() -> None:
    # Nobody changes lane onto it, nor past it from the square behind it, nor ends a phase on it
    options = Options(edition="epic")

    red: dict[str, Any] = {"last_speed": 9}

    early = next_of("racer", a_chariot("A4.3", **red), a_held("A10.3"), speed=16, options=options)
    late = next_of("racer", a_chariot("A8.3", **red), a_held("A10.3"), a_chariot("A10.4"), speed=16, options=options)
    ending = next_of("racer", a_chariot("A8.3", **red), a_held("A10.3"), speed=1, options=options)

    assert isinstance(early, Change) or (isinstance(early, Forward) and early.squares < 4)
    assert late == Forward(16)
    assert ending == Brake(1)


def test_rule_14_2_the_last_factor_is_burnt_rather_than_spent_on_a_wreck() -> None:
    walls = [a_chariot(f"A{number}.{lane}") for lane in (2, 4) for number in (8, 10)]
    lies = [Obstacle("wreck", Square("A9.3"), BLUE)]

    spent = next_of("racer", a_chariot("A8.3"), *walls, speed=1, options=Options(edition="advanced"), obstacles=lies)

    assert spent == Brake(1)


def test_factors_are_burnt_rather_than_driving_a_wild_team_into_lane_1() -> None:
    # Given a chariot shut into lane 1 before the corner, much too fast for it
    red = a_chariot("A31.1", written=18, has_whip=False, endurance=60)
    session = a_phase(red, a_chariot("A31.2"), a_chariot("A33.2"))
    answers: list[Answer] = []

    while RED in session.open and isinstance(session.open[RED].question, NextAction):
        answers.append(DRIVERS["careful"](session.view([RED]), session.open[RED]))
        session.answer(RED, answers[-1])

    assert answers == [Forward(2), Brake(16)]


@pytest.mark.parametrize("temper", TEMPERS)
def test_rule_7_33_who_may_not_strain_brakes_before_the_corner(temper: str) -> None:
    barred = a_chariot("A33.1", jostle=-3, jostled=True, endurance=30)

    assert next_of(temper, barred, speed=13) == Brake(13)


def test_rule_7_33_after_a_forced_slip_nobody_goes_inside() -> None:
    answer = next_of("racer", a_chariot("A4.8", no_inside=True), speed=18)

    assert answer == Forward(18)


@pytest.mark.parametrize("temper", TEMPERS)
@pytest.mark.parametrize("square", ["A0.3", "A20.1", "A33.8", "D1.1", "D28.8", "B15.8"])
def test_no_team_is_too_fast_for_a_house_driver(temper: str, square: str) -> None:
    # Given a team that its rivals have whipped beyond all measure
    red = a_chariot(square, horses=(10, 10, 10, 10), modifier=6, endurance=90, written=46, gain_must=30, gain_may=5)
    race = a_race(red, a_chariot("A10.5"), turn=4, resume="draw", cup=[RED])
    session = Session(RULES, first_checkpoint(RULES, race), RaceDice(b"fast"))
    answers = 0

    while session.state.turn == 3 and RED in session.open:
        session.answer(RED, DRIVERS[temper](session.view([RED]), session.open[RED]))
        answers += 1

    assert answers >= 1


# Attack and defence


def test_rule_19_the_die_of_a_square_takes_every_face_in_turn() -> None:
    view = view_for(a_race(a_chariot()), {}, [])

    faces = [temper_die(view, RED, Square(f"A{number}.3")) for number in range(6)]

    assert sorted(faces) == [1, 2, 3, 4, 5, 6]


def attacks_of(temper: str) -> list[Answer]:
    """Return what red does beside blue's team, on six squares one after the other, with a heavy car."""
    answers: list[Answer] = []
    for number in range(20, 26):
        race = in_phase(a_chariot(f"A{number}.3", car="heavy"), a_chariot(f"A{number - 1}.4", car="light"), speed=6)
        attacks = tuple(Attack(BLUE, "team", means) for means in ("lash", "ram"))
        answers.append(answer_of(temper, race, NextAction(6, 6, (), 6, (), attacks), Forward(6)))
    return answers


def test_rule_19_a_personality_is_how_seldom_a_driver_attacks() -> None:
    made = {temper: sum(isinstance(answer, Attack) for answer in attacks_of(temper)) for temper in TEMPERS}

    assert made == {"careful": 1, "racer": 3, "brute": 5, "novice": 1}


@pytest.mark.parametrize(("temper", "p"), [("careful", CAREFUL), ("racer", RACER), ("brute", BRUTE)])
def test_rule_19_a_die_like_the_personality_makes_him_lash(temper: str, p: object) -> None:
    lashes = [answer for answer in attacks_of(temper) if isinstance(answer, Attack) and answer.means == "lash"]

    assert lashes == [Attack(BLUE, "team", "lash")]
    assert drive(p, *_prepared()) == DRIVERS[temper](*_prepared())  # type: ignore[arg-type]


def _prepared() -> tuple[object, Ask]:
    return view_for(a_race(a_chariot()), {}, [RED]), Ask(RED, Prepare(), Prepare().legal()[0])


@pytest.mark.parametrize("temper", TEMPERS)
def test_points_are_spent_as_the_rules_allow(temper: str) -> None:
    for number in range(1, 9):
        race = Race({EntryId(number): Chariot("red")}, Options(), 1)
        question = Prepare()
        answer = DRIVERS[temper](view_for(race, {}, []), Ask(EntryId(number), question, question.legal()[0]))
        question.verify(answer)


@pytest.mark.parametrize("temper", TEMPERS)
def test_rule_9_3_nobody_holds_still_for_a_ram_on_his_team(temper: str) -> None:
    race = in_phase(a_chariot(), a_chariot("A20.4"), mover=BLUE)

    answer = answer_of(temper, race, MeetAttack(BLUE, "team", "ram", ("brake",)), Meet(False))

    assert answer == Meet(True)


def test_rule_9_41_a_lash_on_a_strong_team_is_welcome() -> None:
    race = in_phase(a_chariot(endurance=40), a_chariot("A20.4"), mover=BLUE)
    weary = in_phase(a_chariot(endurance=5), a_chariot("A20.4"), mover=BLUE)
    question = MeetAttack(BLUE, "team", "lash", ("brake", "evade"))

    assert answer_of("careful", race, question, Meet(False)) == Meet(False)
    assert answer_of("careful", weary, question, Meet(False)) == Meet(True)


def test_rule_9_31_on_the_straight_evading_is_cheaper_than_braking() -> None:
    race = in_phase(a_chariot("A10.3"), a_chariot("A10.2"), mover=BLUE)

    answer = answer_of("racer", race, ChooseWayOut(BLUE, ("brake", "evade"), Square("A11.4")), Avoid("brake"))

    assert answer == Avoid("evade")


def test_rule_9_312_nobody_evades_into_a_corner_too_fast_for_it() -> None:
    race = in_phase(a_chariot("A33.2", has_moved=True, last_speed=19), a_chariot("A33.3"), mover=BLUE)

    answer = answer_of("careful", race, ChooseWayOut(BLUE, ("brake", "evade"), Square("D1.1")), Avoid("brake"))

    assert answer == Avoid("brake")


def test_a_grabbed_whip_is_kept() -> None:
    assert answer_of("racer", in_phase(a_chariot()), GrabbedWhip(BLUE), KeepWhip(True)) == KeepWhip(True)


# Whole races


@pytest.fixture(scope="module")
def outcomes() -> Sequence[Outcome]:
    """Forty races of eight, everyone on every seat."""
    return [play_race(RULESET, b"race %d" % race, MIXED[race % 8 :] + MIXED[: race % 8]) for race in range(40)]


def by_temper(outcomes: Sequence[Outcome], counted: type[facts.Attacked] | type[facts.Flipped]) -> dict[str, Fraction]:
    """Return how many facts of a kind a chariot of each temper has in a race, on average."""
    count: Counter[str] = Counter()
    for race, outcome in enumerate(outcomes):
        seats = MIXED[race % 8 :] + MIXED[: race % 8]
        count.update(seats[fact.entry - 1] for fact in outcome.facts if isinstance(fact, counted))
    return {temper: Fraction(count[temper], MIXED.count(temper) * len(outcomes)) for temper in set(MIXED)}


@pytest.mark.slow
def test_races_of_house_drivers_are_finished(outcomes: Sequence[Outcome]) -> None:
    assert all(outcome.finishers for outcome in outcomes)
    assert all(10 <= outcome.turns <= 22 for outcome in outcomes)


@pytest.mark.slow
def test_most_chariots_are_still_there_at_the_end(outcomes: Sequence[Outcome]) -> None:
    placed = sum(len(outcome.places) for outcome in outcomes)

    assert placed >= Fraction(3, 4) * 8 * len(outcomes)


@pytest.mark.slow
def test_every_temper_wins_sometimes(outcomes: Sequence[Outcome]) -> None:
    seats = [MIXED[race % 8 :] + MIXED[: race % 8] for race in range(len(outcomes))]
    winners = {seat[outcome.finishers[0] - 1] for seat, outcome in zip(seats, outcomes, strict=True)}

    assert winners == set(MIXED)


@pytest.mark.slow
def test_rule_19_brutes_attack_more_than_racers_and_racers_more_than_the_careful(outcomes: Sequence[Outcome]) -> None:
    attacks = by_temper(outcomes, facts.Attacked)

    assert attacks["brute"] > attacks["racer"] > attacks["careful"]


@pytest.mark.slow
def test_few_flip(outcomes: Sequence[Outcome]) -> None:
    flips = by_temper(outcomes, facts.Flipped)

    assert max(flips.values()) < Fraction(1, 4)


@pytest.mark.slow
def test_hardly_anybody_flips_for_want_of_endurance(outcomes: Sequence[Outcome]) -> None:
    causes = Counter(cause for outcome in outcomes for cause in outcome.flipped.values())

    assert causes["no endurance"] < len(outcomes) // 10  # a lash can leave no choice
    assert causes["corner"] > 0  # they do take risks


def test_the_same_seed_is_the_same_race() -> None:
    one, other = (play_race(RULESET, b"seed", ("racer", "brute", "careful")) for _ in range(2))

    assert one == other
    assert play_race(RULESET, b"another", ("racer", "brute", "careful")).facts != one.facts


@pytest.mark.parametrize("temper", TEMPERS)
def test_a_session_takes_every_answer_of_a_house_driver(temper: str) -> None:
    entrants = [Entrant(EntryId(number), RULES.colours[number - 1], None) for number in range(1, 9)]
    start = first_checkpoint(RULES, RULES.new_race(RULES.options(laps=1), entrants))
    session = Session(RULES, start, RaceDice(temper.encode()), scenes=False)

    while session.open:
        entry, ask = next(iter(session.open.items()))
        # In a session others' answers may be sealed already; a driver sees none of them.
        session.answer(entry, DRIVERS[temper](session.view([entry]), ask))

    assert session.is_over


def test_every_temper_has_a_title() -> None:
    assert list(TITLES) == list(DRIVERS)
