"""Orders for a whole turn: how each wish is followed, and what is passed over."""

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, get_args

import msgspec
import pytest

from engine.circus_maximus.house.simulation import Outcome, play_race
from engine.circus_maximus.orders.dry_run import dry_run
from engine.circus_maximus.orders.following import follow
from engine.circus_maximus.orders.order_book import ORDER_BOOK, begun
from engine.circus_maximus.orders.ordered_speed import opening
from engine.circus_maximus.orders.orders import AttackWish, Orders, SpeedPolicy, Weapons
from engine.circus_maximus.seen.views import RaceView, view_for
from engine.circus_maximus.turn.actions import next_action
from engine.circus_maximus.words.asks import (
    Attack,
    Avoid,
    Begin,
    BeginPhase,
    Brake,
    Change,
    ChooseSide,
    ChooseWayOut,
    CrossObstacle,
    Forward,
    GetFree,
    GrabbedWhip,
    JumpFactors,
    KeepWhip,
    Meet,
    MeetAttack,
    NextAction,
    RunInto,
    RunOnFoot,
    ShareInjuries,
    Shares,
    Sideslip,
    Speed,
    TryToGetFree,
    WriteSpeed,
)
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.reasons import CircusReason
from engine.circus_maximus.words.state import Chariot, Obstacle, Race, Weapon
from engine.game import Followed, Ruleset
from engine.options import option_fields
from engine.questions import Answer, Ask, Question
from records.refusals import Refused
from records.values import EntryId, Square
from tests.circus_maximus.builders import BLUE, GREEN, RED, RULES, a_chariot, a_phase, a_race, asked, in_phase

ANYBODY = AttackWish()


def said(race: Race, question: Question, default: Answer, **orders: Any) -> Followed | None:
    """Return what red's orders say to a question."""
    return follow(view_for(race, {}, [RED]), Ask(RED, question, default), Orders(**orders))


def speed_of(*chariots: Chariot, at_most: int = 20, turn: int = 4, **orders: Any) -> int:
    """Return the speed that red's orders write; the one before was 11."""
    race = a_race(*chariots, turn=turn + 1)
    return opening(view_for(race, {}, [RED]), Ask(RED, WriteSpeed(at_most), Speed(11)), Orders(**orders)).factors


def next_of(*chariots: Chariot, speed: int, race: Mapping[str, Any] | None = None, **orders: Any) -> Followed | None:
    """Return the next step of red, the first of *chariots*, in a phase of *speed* factors."""
    red, *rest = chariots
    red.written, red.has_whip = speed, red.has_whip and bool(orders.get("attacks"))
    session = a_phase(red, *rest, **(race or {}))
    if red.has_whip and isinstance(session.open[RED].question, BeginPhase):
        session.answer(RED, Begin())
    asked(session)
    return follow(session.view([RED]), session.open[RED], Orders(**orders))


# What orders look like


def test_orders_that_say_nothing_are_whole() -> None:
    assert msgspec.json.decode(b"{}", type=Orders) == Orders()


def test_orders_survive_being_kept() -> None:
    orders = Orders(17, 4, attacks=(AttackWish(BLUE, "lash", "driver"), ANYBODY), defend="brake")
    assert msgspec.json.decode(msgspec.json.encode(orders), type=Orders) == orders


@pytest.mark.parametrize("kept", [b'{"speed":-1}', b'{"speed":"fast"}', b'{"line":9}', b'{"corner_strain":13}'])
def test_what_no_menu_offers_is_no_order(kept: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(kept, type=Orders)


def test_all_but_the_attacks_is_offered_in_menus() -> None:
    offered = option_fields(Orders)
    assert set(Orders.__struct_fields__) - set(offered) == {"attacks", "if_attacked", "ahead", "preset", "by_hand"}
    assert set(offered["speed"].values) >= {*get_args(SpeedPolicy), "0", "17", "40"}


# Speed


@pytest.mark.parametrize(("speed", "written"), [(13, 13), ("last", 11), ("highest", 20)])
def test_a_speed_is_written_as_ordered(speed: int | str, written: int) -> None:
    assert speed_of(a_chariot("A5.3"), speed=speed) == written


def test_a_number_beyond_what_can_be_written_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        speed_of(a_chariot(), at_most=15, speed=16)
    assert (refused.value.reason, refused.value.values) == (CircusReason.TOO_FAST, {"wanted": 16, "at_most": 15})


@pytest.mark.parametrize(
    ("square", "accepted", "written"),
    [
        ("A33.1", 0, 8),  # the safe speed of lane 1
        ("A33.1", 3, 11),
        ("A23.1", 3, 11),  # ten squares before it: 11 leads a square into it
        ("A21.1", 3, 12),  # to its last square; it cannot be entered
        ("D2.1", 2, 10),  # checked as the phase begins
        ("B0.1", 1, 9),  # the car is still in it
    ],
)
def test_as_fast_as_the_coming_corner_allows(square: str, accepted: int, written: int) -> None:
    assert speed_of(a_chariot(square), speed="corner", line="keep", corner_strain=accepted) == written


def test_the_last_endurance_is_never_spent_on_a_corner() -> None:
    assert speed_of(a_chariot("A33.1", endurance=2), speed="corner", line="keep", corner_strain=9) == 9


def test_who_may_not_strain_accepts_nothing() -> None:
    assert speed_of(a_chariot("A33.1", no_strain=1), speed="corner", line="keep", corner_strain=9) == 8


def test_a_lane_that_is_ordered_counts_where_it_can_be_come_to() -> None:
    assert speed_of(a_chariot("A31.3"), speed="corner", line=5, corner_strain=0) == 18
    assert speed_of(a_chariot("A33.3"), speed="corner", line=5, corner_strain=0) == 12


@pytest.mark.parametrize("speed", ["best", "corner"])
def test_before_the_finish_nothing_is_held_back(speed: str) -> None:
    assert speed_of(a_chariot("B10.3", corners=5), speed=speed, corner_strain=0) == 20


def test_the_best_speed_keeps_to_the_strain_points_accepted() -> None:
    speeds = [speed_of(a_chariot("A33.1"), speed="best", line="keep", corner_strain=most) for most in (0, 12)]
    assert speeds[0] == 8
    assert 8 <= speeds[1] <= 20


def test_what_was_whipped_in_counts_as_speed() -> None:
    assert speed_of(a_chariot("A33.1", gain_must=3), speed="corner", line="keep", corner_strain=0) == 5


def test_straining_is_written_if_the_race_is_run_so() -> None:
    race = a_race(a_chariot("A5.3"), turn=5)
    ask = Ask(RED, WriteSpeed(20, may_strain=True), Speed(11))
    view = view_for(race, {}, [RED])
    assert opening(view, ask, Orders(12, whip="straight")) == Speed(12, strain=True)
    assert opening(view, ask, Orders(12, whip="never")) == Speed(12)


# As the phase begins


@pytest.mark.parametrize(
    ("square", "corners", "whip", "strains"),
    [
        ("A5.3", 0, "never", False),
        ("A5.3", 0, "straight", True),
        ("A17.3", 0, "straight", True),  # sixteen squares: ten, and six at most
        ("A18.3", 0, "straight", False),
        ("D3.3", 1, "straight", False),
        ("D3.3", 1, "always", True),
        ("A5.3", 0, "last straight", False),
        ("B5.3", 5, "last straight", True),
        ("B5.3", 5, "straight", True),
    ],
)
def test_when_the_team_is_strained(square: str, corners: int, whip: str, strains: bool) -> None:
    race = in_phase(a_chariot(square, corners=corners, written=10))
    followed = said(race, BeginPhase(True, 0, False), Begin(), whip=whip)
    code = f"start-strain-{whip.replace(' ', '-')}" if strains else "start-plain"
    assert followed == (Begin(strain=strains), code)


@pytest.mark.parametrize(
    ("square", "gain", "takes"),
    [("A5.1", "if safe", True), ("A33.1", "if safe", False), ("A33.1", "always", True), ("A5.1", "never", False)],
)
def test_whether_a_factor_that_was_whipped_in_is_taken(square: str, gain: str, takes: bool) -> None:
    race = in_phase(a_chariot(square, written=8))
    followed = said(race, BeginPhase(False, 1, False), Begin(), take_gain=gain, line="keep", corner_strain=0)
    assert followed is not None
    assert followed.answer == Begin(take_gain=takes)


@pytest.mark.parametrize("cuts", [True, False])
def test_whether_a_dead_horse_is_cut_free(cuts: bool) -> None:
    race = in_phase(a_chariot(horses=(5, 0, 5, 5), written=10))
    followed = said(race, BeginPhase(False, 0, True), Begin(cut=True), cut_free=cuts)
    assert followed == (Begin(cut=cuts), "cut-free" if cuts else "cut-not")


@pytest.mark.parametrize(("gain", "takes"), [("always", True), ("never", False)])
def test_whether_a_factor_is_taken_while_a_dead_horse_is_cut_free(gain: str, takes: bool) -> None:
    race = in_phase(a_chariot(horses=(5, 0, 5, 5), written=10))
    followed = said(race, BeginPhase(False, 1, True), Begin(cut=True), take_gain=gain)
    assert followed == (Begin(take_gain=takes, cut=True), "cut-free")


# The line


@pytest.mark.parametrize(("line", "first"), [
    ("keep", Forward(10)), (3, Forward(10)), ("inside", Change("inside")), (1, Change("inside")),
    ("outside", Change("outside")), (6, Change("outside")),
])  # fmt: skip
def test_the_line_is_gone_as_ordered(line: str | int, first: Answer) -> None:
    assert next_of(a_chariot("A10.3"), speed=10, line=line) == (first, f"line-{line}")


def test_others_are_driven_around() -> None:
    followed = next_of(a_chariot("A10.3"), a_chariot("A14.3"), speed=10, line="keep")
    assert followed is not None
    assert followed.answer in (Forward(1), Forward(2), Change("inside"), Change("outside"))


def test_a_corner_is_entered_with_what_is_accepted_and_the_clause_says_so() -> None:
    red = a_chariot("A33.1")
    assert next_of(red, speed=11, line="keep", corner_strain=3) == (Forward(11), "line-keep-strain-3")


def test_rather_than_strain_more_he_burns_factors_before_the_corner() -> None:
    red = a_chariot("A33.1")
    assert next_of(red, speed=16, line="keep", corner_strain=0) == (Brake(16), "line-keep-brake-16")


@pytest.mark.parametrize(
    ("beside", "accepted", "first"),
    [("D11.8", 2, Change("outside")), ("D2.8", 2, Forward(6)), ("D11.8", 0, Change("outside"))],
)
def test_a_corner_that_is_safe_is_entered_though_the_way_is_blocked_in_it(
    beside: str, accepted: int, first: Answer
) -> None:
    """Lane 7 is safe up to 24: up to whoever stands in it costs nothing, and to stop before it 16 endurance."""
    race = in_phase(a_chariot("A33.7"), *(a_chariot(each, corners=1) for each in ("D9.7", beside, "D8.6")), speed=16)
    assert race.phase is not None
    race.phase.total_speed = 23

    followed = said(race, next_action(race, RED), Forward(1), line=7, corner_strain=accepted, blocked="attack")

    assert followed == Followed(first, "line-7")


def test_rather_than_strain_more_he_leaves_his_lane() -> None:
    red = a_chariot("A30.1")
    assert next_of(red, speed=10, line="keep", corner_strain=0) == (Change("outside"), "line-keep")


def test_a_point_more_than_accepted_is_not_worth_a_whole_turn_and_the_clause_says_so() -> None:
    red = a_chariot("A33.1")
    assert next_of(red, speed=9, line="keep", corner_strain=0) == (Forward(9), "line-keep-strain-1-beyond")


def test_a_lane_that_can_be_kept_within_orders_is_kept_though_another_leads_farther() -> None:
    told = dry_run(
        view_for(a_race(a_chariot("A32.2", endurance=23, on_grid=False), turn=3), {}, [RED]),
        RED,
        Orders(speed=10, line=2, corner_strain=2, whip="never"),
    )
    assert (told.course.end, told.course.off_line) == ("D9.2", None)


def test_in_the_last_straight_the_line_is_the_shortest() -> None:
    red = a_chariot("B10.3", corners=5)
    assert next_of(red, speed=10, line="outside") == (Forward(10), "line-finish")


def test_a_team_without_a_driver_has_no_orders() -> None:
    red = a_chariot("A10.3", status="runaway", driver="on foot", has_car=False)
    race = in_phase(red)
    assert said(race, NextAction(5, 5, ("outside",), 0, (), ()), Forward(5)) is None


# Attacks


def beside(**orders: Any) -> Followed | None:
    """Return what red does three squares behind the place where its car is beside blue's."""
    return next_of(a_chariot("A20.3"), a_chariot("A23.4"), speed=10, line="keep", **orders)


def test_he_stops_beside_whom_he_wants_to_attack() -> None:
    assert beside(attacks=(AttackWish(BLUE, "ram", "car"),)) == (Forward(3), "line-keep")
    assert beside(attacks=(AttackWish(BLUE, "ram", "team"),)) == (Forward(4), "line-keep")
    assert beside(attacks=(AttackWish(GREEN, "ram"),)) == (Forward(10), "line-keep")
    assert beside(attacks=(ANYBODY,), most_attacks=0) == (Forward(10), "line-keep")
    assert beside(attacks=(ANYBODY,), eagerness="spare") == (Forward(10), "line-keep")


def test_the_dearest_attack_is_made_first() -> None:
    both = a_chariot("A20.3"), a_chariot("A20.4"), a_chariot("A20.2")
    wishes = (AttackWish(GREEN, "ram"), AttackWish(None, "lash", "driver"))
    assert next_of(*both, speed=10, attacks=wishes) == (Attack(GREEN, "car", "ram"), "attack-3-ram-car")
    wishes = (AttackWish(BLUE, "lash", "driver"), ANYBODY)
    assert next_of(*both, speed=10, attacks=wishes) == (Attack(BLUE, "driver", "lash"), "attack-2-lash-driver")


def test_no_more_attacks_are_made_than_ordered() -> None:
    race = in_phase(a_chariot("A20.3"), a_chariot("A20.4"))
    assert race.phase is not None
    race.phase.attacked_from = [Square("A18.3"), Square("A17.3")]
    question = NextAction(5, 5, (), 5, (), (Attack(BLUE, "car", "ram"),))
    followed = said(race, question, Forward(5), attacks=(ANYBODY,), most_attacks=2, line="keep")
    assert followed == (Forward(5), "line-keep")
    assert said(race, question, Forward(5), attacks=(ANYBODY,), most_attacks=3) == (
        Attack(BLUE, "car", "ram"), "attack-2-ram-car",
    )  # fmt: skip


def test_who_hunts_leaves_his_line() -> None:
    far = a_chariot("A20.3"), a_chariot("A24.6")
    assert next_of(*far, speed=10, line="keep", attacks=(AttackWish(BLUE, "ram"),)) == (Forward(10), "line-keep")
    followed = next_of(*far, speed=10, line="keep", attacks=(AttackWish(BLUE, "ram"),), eagerness="hunt")
    assert followed is not None
    assert followed.clause == "hunt-2"


def test_with_factors_to_spare_an_attack_costs_nothing() -> None:
    pair = a_chariot("A33.1"), a_chariot("A33.2")
    orders: dict[str, Any] = {"line": "keep", "corner_strain": 0, "attacks": (ANYBODY,), "eagerness": "spare"}
    assert next_of(*pair, speed=16, **orders) == (Attack(BLUE, "car", "ram"), "attack-2-ram-car-spare")


# Obstacles, and blocked roads


def wrecked(wreck: str, *, speed: int = 10) -> Followed | None:
    lies = [Obstacle("wreck", Square("A13.3"), GREEN)]
    return next_of(a_chariot("A10.3"), speed=speed, race={"obstacles": lies}, line="keep", wreck=wreck)


def test_a_wreck_is_gone_around_or_over() -> None:
    around = wrecked("around")
    assert around is not None
    assert around.answer != Forward(10)
    assert wrecked("over") == (Forward(10), "wreck-over")


def blocked(policy: str, *, endurance: int = 40) -> Followed | None:
    """Return what red does with blue right before it, four factors, and nowhere to go."""
    race = in_phase(a_chariot("A10.3", endurance=endurance), a_chariot("A12.3"), speed=4)
    question = NextAction(4, 0, (), min(4, endurance), (), (Attack(BLUE, "car", "ram"),), True)
    return said(race, question, RunInto(), blocked=policy)


def test_a_blocked_road_is_met_as_ordered() -> None:
    assert blocked("brake") == (Brake(4), "blocked-brake-4")
    assert blocked("attack") == (Attack(BLUE, "car", "ram"), "blocked-attack-2-ram-car")
    assert blocked("run into") == (RunInto(), "blocked-run-into-2")
    assert blocked("slip") == (Brake(4), "blocked-brake-4")  # no side is free
    assert blocked("brake", endurance=3) == (Attack(BLUE, "car", "ram"), "blocked-attack-2-ram-car")


@pytest.mark.parametrize(
    ("weapons", "has_small_knife", "means", "followed"),
    [
        ([], True, "small knife", "blocked-run-into-2"),
        (["knife"], False, "knife", "blocked-run-into-2"),
        (["knife"], True, "knife", "blocked-attack-2-knife-driver"),
    ],
)
def test_the_last_knife_flies_by_order_alone(
    weapons: list[Weapon], has_small_knife: bool, means: Weapons, followed: str
) -> None:
    red = a_chariot("A10.3", endurance=3, weapons=weapons, has_small_knife=has_small_knife)
    race, knife = in_phase(red, a_chariot("A12.3"), speed=4), Attack(BLUE, "driver", means)
    question = NextAction(4, 0, (), 3, (), (knife,), True)

    unasked = said(race, question, RunInto(), blocked="slip")
    ordered = said(race, question, RunInto(), blocked="attack", attacks=(AttackWish(BLUE, means),))

    assert unasked is not None
    assert ordered is not None
    assert (unasked.clause, ordered.answer) == (followed, knife)


def test_he_slips_past_where_he_can() -> None:
    race = in_phase(a_chariot("A10.3"), a_chariot("A12.3"), speed=4)
    question = NextAction(4, 0, (), 4, ("inside", "outside"), (), may_run_into=False)
    followed = said(race, question, Sideslip("outside"), blocked="slip")
    assert followed == (Sideslip("inside"), "blocked-slip-inside")


# Being attacked


RAM = MeetAttack(BLUE, "car", "ram", ("brake", "evade"))


@pytest.mark.parametrize(
    ("orders", "avoids", "clause"),
    [
        ({"defend": "hold"}, False, "defend-hold"),
        ({"defend": "brake"}, True, "defend-brake"),
        ({"defend": "evade"}, True, "defend-evade"),
        ({"defend": "either"}, True, "defend-either"),
        ({"defend": "brake", "keep_back": 30}, False, "defend-hold-keep-30"),
        ({"defend": "either", "keep_back": 30}, True, "defend-either"),  # evading costs none
    ],
)
def test_an_attack_is_met_as_ordered(orders: dict[str, Any], avoids: bool, clause: str) -> None:
    race = in_phase(a_chariot("A10.3", endurance=20), a_chariot("A10.4"), mover=BLUE)
    assert said(race, RAM, Meet(False), **orders) == (Meet(avoids), clause)


def test_who_cannot_do_what_was_ordered_holds() -> None:
    race = in_phase(a_chariot("A10.3"), a_chariot("A10.4"), mover=BLUE)
    only_evading = MeetAttack(BLUE, "car", "ram", ("evade",))
    assert said(race, only_evading, Meet(False), defend="brake") == (Meet(False), "defend-hold-no-way")


def test_a_lash_on_the_team_is_welcome_while_there_is_endurance() -> None:
    lash = MeetAttack(BLUE, "team", "lash", ("brake", "evade"))
    for endurance, clause in ((20, "defend-hold-harmless"), (8, "defend-either")):
        race = in_phase(a_chariot("A10.3", endurance=endurance), a_chariot("A10.4"), mover=BLUE)
        followed = said(race, lash, Meet(False), keep_back=6)
        assert followed is not None
        assert followed.clause == clause


@pytest.mark.parametrize(("defend", "how"), [("brake", "brake"), ("evade", "evade")])
def test_the_way_out_is_the_one_ordered(defend: str, how: Any) -> None:
    race = in_phase(a_chariot("A10.3"), a_chariot("A10.4"), mover=BLUE)
    question = ChooseWayOut(BLUE, ("brake", "evade"), Square("A11.2"))
    assert said(race, question, Avoid("brake"), defend=defend) == (Avoid(how), f"defend-{how}")


def test_he_does_not_evade_into_a_corner_that_strains_more_than_he_accepts() -> None:
    red = a_chariot("A33.3", written=15)
    race = in_phase(red, a_chariot("A33.4"), mover=BLUE)
    question = ChooseWayOut(BLUE, ("evade",), Square("D1.2"))
    assert said(race, question, Avoid("evade"), defend="evade", corner_strain=5) == (
        Avoid("hold"), "defend-hold-too-dear",
    )  # fmt: skip
    assert said(race, question, Avoid("evade"), defend="evade", corner_strain=6) == (Avoid("evade"), "defend-evade")


# What else is asked


@pytest.mark.parametrize(
    ("question", "default", "orders", "answer", "clause"),
    [
        (GrabbedWhip(BLUE), KeepWhip(), {}, KeepWhip(True), "whip-keep"),
        (GrabbedWhip(BLUE), KeepWhip(), {"keep_whip": False}, KeepWhip(False), "whip-leave"),
        (CrossObstacle("wreck", 5, 4), JumpFactors(4), {}, JumpFactors(4), "jump-pay-4"),
        (TryToGetFree(6, 1), GetFree(), {}, GetFree(True), "free-try"),
        (TryToGetFree(6, 1), GetFree(), {"get_free": False}, GetFree(False), "free-hang-on"),
        (ChooseSide(BLUE), Change("outside"), {}, Change("outside"), "wreck-evade-outside"),
        (ChooseSide(BLUE), Change("outside"), {"line": "inside"}, Change("inside"), "wreck-evade-inside"),
        (ShareInjuries(3, (1, 5, 5, 5)), Shares((1, 1, 1, 0)), {}, None, "share-spare-the-weakest"),
    ],
)
def test_every_other_question_has_an_answer(
    question: Question, default: Answer, orders: dict[str, Any], answer: Answer | None, clause: str
) -> None:
    race = in_phase(a_chariot("A10.3"), a_chariot("A10.4"), mover=BLUE)
    followed = said(race, question, default, **orders)
    assert followed is not None
    question.verify(followed.answer)
    assert followed.clause == clause
    assert answer in (None, followed.answer)


def test_a_driver_on_foot_runs_for_the_wall() -> None:
    race = in_phase(a_chariot("A10.3"), a_chariot("A10.4"), mover=BLUE)
    here, there = Square("A10.2"), Square("A10.1")
    followed = said(race, RunOnFoot(((here,), (here, there))), GetFree())
    assert followed is not None
    assert followed.clause == "run-to-lane-1"


# From turn to turn


def test_the_next_turns_orders_begin_with_the_last_ones() -> None:
    race = a_race(a_chariot(), a_chariot("A20.4"), a_chariot("A20.5", status="out"), turn=4)
    given = Orders(33, 5, attacks=(AttackWish(BLUE), AttackWish(GREEN), ANYBODY), defend="brake")
    begins = begun(view_for(race, {}, [RED]), RED, given, stands=False)
    assert begins == Orders(20, 5, attacks=(AttackWish(BLUE), ANYBODY), defend="brake")


def test_who_says_nothing_of_speed_has_no_number_to_lower() -> None:
    race = a_race(a_chariot(), a_chariot("A20.4"), turn=4)
    assert begun(view_for(race, {}, [RED]), RED, Orders(), stands=False) == Orders()


# Whole races

_CLAUSE = re.compile(r"[a-z0-9-]{1,100}")
_WISHES = [AttackWish(rival, means) for rival in (None, *map(EntryId, range(1, 9))) for means in get_args(Weapons)]

Driver = Callable[[RaceView, Ask], Answer]


def ordered(orders: Callable[[], Orders], stopped: list[Question]) -> Driver:
    """Return a driver who does what orders say, as a steward would have it.

    :param stopped: gets what they do not foresee while there is a driver; a runaway team has no orders.
    """

    def drive(view: RaceView, ask: Ask) -> Answer:
        kind = ask.question.kind
        if kind in ORDER_BOOK.before:
            return ask.default
        if kind == ORDER_BOOK.kind:
            try:
                return opening(view, ask, orders())
            except Refused:
                return ask.default
        followed = follow(view, ask, orders())
        if followed is None:
            if view.chariot(ask.entry).status != "runaway":
                stopped.append(ask.question)
            return ask.default
        assert _CLAUSE.fullmatch(followed.clause)
        return followed.answer

    return drive


def random_orders(chance: random.Random) -> Orders:
    fields = option_fields(Orders)
    chosen = {name: chance.choice(list(field.values.values())) for name, field in fields.items()}
    if chance.random() < 0.6:
        chosen["speed"] = chance.choice(get_args(SpeedPolicy))
    return Orders(attacks=tuple(chance.sample(_WISHES, chance.randrange(5))), **chosen)


def race_of(seed: int, options: Options, **drivers: Driver) -> Outcome:
    """Play a race of eight whom *drivers* drive in turn; each answer is checked, and a race without end an error."""
    rules = with_drivers(RULES, drivers)
    names = [list(drivers)[place % len(drivers)] for place in range(8)]
    return play_race(rules, seed.to_bytes(32, "big"), names, options)


def with_drivers(
    rules: Ruleset[Options, Race, RaceView, Orders], drivers: Mapping[str, Driver]
) -> Ruleset[Options, Race, RaceView, Orders]:
    return replace(rules, drivers={**rules.drivers, **drivers})


PLAIN = Options(laps=1)
FULL = Options(
    laps=1, edition="advanced", weather=True, dust=True, knife=True, spear=True, horse_carcasses=True,
    critical_horse_hits=True, first_turn_acceleration=True, free_attempts="every phase", frontal_ram="owner",
)  # fmt: skip
OWN = Options(laps=1, edition="advanced", detailed_specification=True, written_straining=True, evade_cost="cap")


@pytest.mark.parametrize("options", [PLAIN, FULL, OWN], ids=["basic", "advanced", "own specification"])
@pytest.mark.parametrize("seed", range(3))
def test_a_field_driven_by_any_orders_comes_to_the_end(options: Options, seed: int) -> None:
    chance = random.Random(seed)
    stopped: list[Question] = []
    outcome = race_of(seed, options, ordered=ordered(lambda: random_orders(chance), stopped))
    assert outcome.turns > 3
    assert len(stopped) * 20 < outcome.asked
    assert not [question for question in stopped if not isinstance(question, NextAction | ChooseWayOut)]


@pytest.mark.slow
def test_orders_do_better_than_silence() -> None:
    wins = {"ordered": 0, "silent": 0}
    for seed in range(8):
        drivers = {"ordered": ordered(Orders, []), "silent": lambda _view, ask: ask.default}
        if seed % 2:
            drivers = dict(reversed(drivers.items()))
        outcome = race_of(seed, Options(), **drivers)
        for entry in outcome.finishers[:1]:
            wins[list(drivers)[(entry - 1) % 2]] += 1
    assert wins["ordered"] > wins["silent"]
