"""What a plan costs and risks, before it is driven."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from conformance.races import Setup, Watched, random_player, random_setup
from engine.circus_maximus.house.registry import DRIVERS
from engine.circus_maximus.printed.editions import EDITIONS
from engine.circus_maximus.printed.odds import WheelOdds, corner_odds, crossing_odds, strain_odds, wheel_odds
from engine.circus_maximus.seen.forecast import Forecast, forecast
from engine.circus_maximus.seen.notation import is_unforeseen, pack_plan
from engine.circus_maximus.seen.race_from_view import race_from_view
from engine.circus_maximus.seen.risks import CornerRisk, MenRisk, ObstacleRisk, SlideRisk, WheelRisk, outlook
from engine.circus_maximus.seen.views import RaceView, view_for
from engine.circus_maximus.turn import actions
from engine.circus_maximus.words.asks import Attack, Brake, Change, Forward, NextAction, RunInto, Sideslip
from engine.circus_maximus.words.facts import Attacked, CornerTaken, Flipped
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.reasons import CircusReason
from engine.circus_maximus.words.state import Chariot, Crossing, Dragging, Obstacle, Race, Runner, Weather
from engine.dice import RaceDice
from engine.game import Entrant
from engine.questions import Answer, Ask
from engine.refusals import GameReason
from engine.session import Session, first_checkpoint
from records.refusals import Refused
from records.values import EntryId, Square
from tests.circus_maximus.builders import BLUE, RED, RULES, a_chariot, a_phase, asked, in_phase
from words.circus_maximus.controls import controls

BASIC = EDITIONS["basic"]


def a_forecast(session: Session[Race], *plan: Answer) -> Forecast:
    return forecast(session.view([RED]), session.open[RED], plan)


def refused(session: Session[Race], *plan: Answer) -> Refused:
    with pytest.raises(Refused) as caught:
        a_forecast(session, *plan)
    return caught.value


def moving(*chariots: Chariot, speed: int, **others: object) -> Session[Race]:
    """Return a session in which red may not strain and is asked what to do with *speed* factors."""
    red, *rest = chariots
    red.written, red.has_whip = speed, False
    return a_phase(red, *rest, **others)  # type: ignore[arg-type]


# Odds


def test_rule_7_32_the_chances_of_a_corner_are_those_of_its_chart() -> None:
    assert corner_odds(BASIC, 8, 1, 0) == {"-": 216, "S": 0, "SS": 0, "J": 0, "LH": 0, "RH": 0, "FP": 0}
    # D6: with one point only 18 flips, and a better driver gets away with a horse hurt.
    assert corner_odds(BASIC, 9, 1, 0)["FP"] == 1
    codes = ("-", "S", "SS", "J", "LH", "RH", "FP")
    assert corner_odds(BASIC, 9, 1, 1) == dict(zip(codes, (181, 15, 10, 6, 3, 1, 0), strict=True))


@pytest.mark.parametrize("points", [1, 4, 9, 30])
@pytest.mark.parametrize("cdm", [-6, 0, 4])
def test_rule_7_32_the_chances_of_a_corner_add_up(points: int, cdm: int) -> None:
    assert sum(strain_odds(BASIC, points, cdm).values()) == 216


@pytest.mark.parametrize(
    ("damage", "odds"),
    [(0, (36, 0, 0)), (1, (36, 0, 0)), (2, (35, 1, 0)), (7, (15, 6, 15)), (9, (6, 0, 30)), (10, (0, 0, 36))],
)
def test_rule_7_43_the_chances_of_a_wheel(damage: int, odds: tuple[int, int, int]) -> None:
    assert wheel_odds(damage) == WheelOdds(*odds)


# Paths and costs


def test_rule_6_42_a_path_and_what_it_costs() -> None:
    session = moving(a_chariot("A20.3"), speed=10)

    seen = a_forecast(session, Forward(2), Change("outside"), Change("inside"), Brake(2))

    assert seen.path == ("A21.3", "A22.3", "A23.4", "A24.3")
    assert (seen.factors, seen.endurance, seen.factors_left, seen.endurance_left) == (7, 2, 3, 38)
    assert (seen.end, seen.risks, seen.flips, seen.flip_percent) == ("A24.3", (), None, 0)
    assert seen.after is not None
    assert (seen.after.factors, seen.after.forward) == (3, 3)


def test_rule_9_1_an_attack_costs_a_factor_and_is_made_once_from_a_square() -> None:
    session = moving(a_chariot("A20.3"), a_chariot("A20.4"), speed=4)
    ram = Attack(BLUE, "car", "ram")

    seen = a_forecast(session, ram)

    assert (seen.factors, seen.factors_left, seen.path) == (1, 3, ())
    assert seen.after is not None
    assert seen.after.attacks == ()
    again = refused(session, ram, ram)
    assert (again.reason, again.values["step"]) == (CircusReason.ATTACKED_HERE, 2)


def test_rule_6_73_a_blocked_chariot_slips_past() -> None:
    session = moving(a_chariot("A20.3"), a_chariot("A24.3"), speed=8)

    seen = a_forecast(session, Forward(2), Sideslip("inside"), Forward(3))

    assert seen.path[-1] == seen.end == "A25.2"
    assert seen.after is None


def test_rule_6_74_what_is_left_before_a_chariot_is_braked_and_then_a_ram() -> None:
    session = moving(
        a_chariot("A20.3", endurance=3), a_chariot("A22.3"), a_chariot("A20.2"), a_chariot("A20.4"), speed=8
    )

    seen = a_forecast(session, RunInto())

    assert (seen.runs_into, seen.endurance, seen.endurance_left, seen.factors_left) == (BLUE, 3, 0, 0)
    assert seen.after is None


def test_rule_10_2_a_plan_ends_at_the_finish() -> None:
    session = moving(a_chariot("B30.3", corners=5), speed=9)

    seen = a_forecast(session, Forward(4))

    assert (seen.crosses_line, seen.end, seen.factors_left, seen.after) == (True, "E1.3", 0, None)
    assert refused(session, Forward(4), Forward(1)).reason is CircusReason.BEYOND_THE_FINISH


@pytest.mark.parametrize(
    ("plan", "reason", "step"),
    [
        ((Forward(11),), CircusReason.TOO_FEW_FACTORS, 1),
        ((Change("outside"), Forward(9), Forward(1)), CircusReason.TOO_FEW_FACTORS, 3),
        ((Forward(1), Forward(4)), CircusReason.SQUARE_TAKEN, 2),
        ((Forward(1), Brake(9), Forward(1)), CircusReason.TOO_FEW_FACTORS, 3),
        ((Forward(1), Sideslip("inside")), CircusReason.NO_SIDESLIP, 2),
        ((Attack(BLUE, "car", "ram"),), CircusReason.NOT_IN_REACH, 1),
    ],
)
def test_a_plan_that_cannot_be_driven_is_refused_at_its_step(
    plan: tuple[Answer, ...], reason: CircusReason, step: int
) -> None:
    session = moving(a_chariot("A20.3"), a_chariot("A24.3"), speed=10)

    why = refused(session, *plan)

    assert (why.reason, why.values["step"]) == (reason, step)


def test_nothing_is_forecast_outside_the_own_phase() -> None:
    session = moving(a_chariot("A20.3"), a_chariot("A24.3"), speed=10)
    session.state.phase = None

    assert refused(session, Forward(1)).reason is GameReason.NOT_ASKED


# Risks


def test_rule_7_2_a_corner_entered_too_fast_is_a_risk() -> None:
    session = moving(a_chariot("A30.4", modifier=1), speed=19)

    seen = a_forecast(session, Forward(19))

    [risk] = seen.risks
    assert isinstance(risk, CornerRisk)
    assert (risk.step, risk.square, risk.lane, risk.limit, risk.points, risk.endurance) == (1, "D1.4", 4, 15, 4, 4)
    assert risk.odds == corner_odds(BASIC, 19, 4, 1)
    assert seen.endurance == 4
    assert seen.flip_chance == Fraction(risk.odds["FP"], 216)


def test_rule_7_34_slipping_into_the_wall_counts_as_a_flip() -> None:
    on_the_wall = a_forecast(moving(a_chariot("A33.8", horses=(9, 9, 9, 9)), speed=30), Forward(1)).risks[0]
    beside_it = a_forecast(moving(a_chariot("A33.7", horses=(9, 9, 9, 9)), speed=26), Forward(1)).risks[0]
    elsewhere = a_forecast(moving(a_chariot("A33.6", horses=(9, 9, 9, 9)), speed=23), Forward(1)).risks[0]

    odds = strain_odds(BASIC, 2, 0)
    assert on_the_wall.flip_chance == Fraction(odds["FP"] + odds["S"] + odds["SS"], 216)
    assert beside_it.flip_chance == Fraction(odds["FP"] + odds["SS"], 216)
    assert elsewhere.flip_chance == Fraction(odds["FP"], 216)


def test_rule_7_41_damaged_wheels_are_a_risk_of_their_own() -> None:
    session = moving(a_chariot("A30.1", wheels=(0, 5)), speed=11)

    seen = a_forecast(session, Forward(11))

    corner, wheel = seen.risks
    assert wheel == WheelRisk(1, "outside", 5, wheel_odds(5))
    assert seen.flip_chance == 1 - (1 - corner.flip_chance) * (1 - Fraction(6, 36))
    assert seen.flip_percent == 21


def test_rule_8_41_without_endurance_the_corner_flips_for_sure() -> None:
    session = moving(a_chariot("A30.1", endurance=0, modifier=-1), speed=11)

    seen = a_forecast(session, Forward(4))

    assert (seen.flips, seen.flip_percent, seen.end, seen.after) == ("no endurance", 100, "D1.1", None)


def test_rule_6_44_a_change_into_the_wall_flips_for_sure() -> None:
    session = moving(a_chariot("A20.1"), speed=5)

    assert a_forecast(session, Change("inside")).flips == "wall"


def test_rule_8_44_a_plan_stops_where_its_last_endurance_goes() -> None:
    # Written 20 is the highest; without endurance the driver's modifier falls, and with it the speed.
    session = moving(a_chariot("A31.4", endurance=5), speed=20)

    seen = a_forecast(session, Forward(3), Forward(10))

    assert (seen.steps, seen.endurance_left, seen.end) == (1, 0, "D1.4")
    assert seen.after is not None
    assert seen.after.factors == 16
    assert seen.stops


def test_rule_8_44_the_cockpit_plans_nothing_beyond_where_a_plan_stops() -> None:
    # All 20 factors straight on; the corner takes the last endurance, and some of them with it.
    session = moving(a_chariot("A31.4", endurance=5), speed=20)

    shown = controls(session.view([RED]), session.open[RED], {RED: "Red"}, pack_plan([Forward(20)]))

    assert [each.act for row in shown.rows for each in row if each.label not in ("Undo a step", "More…")] == ["drive"]
    assert "you are asked there what is next" in shown.text
    assert shown.crop is not None
    assert not shown.crop.reach


@pytest.mark.parametrize("square", ["A33.8", "A33.7", "A33.4"])
def test_rule_7_32_the_risk_is_what_all_216_rolls_of_a_session_come_to(square: str) -> None:
    # Given 2 points and a blue chariot in the way of nobody
    limit = {"8": 28, "7": 24, "4": 15}[square[-1]]
    start = a_chariot(square, horses=(9, 9, 9, 9))
    [risk] = a_forecast(moving(start, speed=limit + 2), Forward(1)).risks
    assert isinstance(risk, CornerRisk)
    codes: Counter[str] = Counter()
    flips = 0

    # When every roll is rolled; horses are hurt a little
    for dice in product(range(1, 7), repeat=3):
        session = moving(start, speed=limit + 2, dice=(*dice, 1, 1))
        facts = session.answer(RED, Forward(1))
        codes[next(fact.code for fact in facts if isinstance(fact, CornerTaken))] += 1
        flips += any(isinstance(fact, Flipped) for fact in facts)

    # Then
    assert risk.odds == dict.fromkeys(risk.odds, 0) | codes
    assert risk.flips == flips


# Before the phase


def test_rule_7_23_the_outlook_of_a_speed_in_a_corner() -> None:
    view = view_for(moving(a_chariot("D3.2", wheels=(3, 0)), speed=0).state, {}, [])

    calm, wild = outlook(view, RED, 9), outlook(view, RED, 14)

    assert (calm.corner, calm.wheels, calm.squares_to_corner) == (None, (), 0)
    assert wild.corner is not None
    assert (wild.corner.points, wild.corner.odds) == (5, corner_odds(BASIC, 14, 2, 0))
    assert wild.wheels == (WheelRisk(0, "inside", 3, wheel_odds(3)),)


def test_rule_6_32_a_car_alone_in_a_corner_counts() -> None:
    view = view_for(moving(a_chariot("B0.1"), speed=0).state, {}, [])

    seen = outlook(view, RED, 12).corner

    assert seen is not None
    assert (seen.lane, seen.limit) == (1, 8)


def test_the_outlook_of_a_speed_on_a_straight() -> None:
    view = view_for(moving(a_chariot("A20.3"), speed=0).state, {}, [])

    seen = outlook(view, RED, 18)

    assert (seen.squares_to_corner, seen.corner, seen.flips) == (14, None, None)


# The forecast and the race


@pytest.mark.parametrize("seed", range(6))
def test_what_is_forecast_happens_unless_something_unforeseen_does(seed: int) -> None:
    # Given a race of house drivers whose every action is forecast
    entrants = [Entrant(EntryId(number), RULES.colours[number - 1], None) for number in range(1, 7)]
    race = RULES.new_race(RULES.options(), entrants)
    session = Session(RULES, first_checkpoint(RULES, race), RaceDice(b"%d" % seed), scenes=False)
    compared = 0

    while session.open:
        entry, ask = next(iter(session.open.items()))
        view = session.view([entry])
        answer = list(DRIVERS.values())[entry % 3](view, ask)
        seen = forecast(view, ask, [answer]) if isinstance(ask.question, NextAction) else None
        told = len(session.table.told)
        session.answer(entry, answer)

        # Then it is as forecast
        facts = session.table.told[told:]
        if seen is None or is_unforeseen(facts, entry) or any(isinstance(fact, Attacked) for fact in facts):
            continue
        chariot = session.state.chariots[entry]
        assert (chariot.square, chariot.endurance) == (seen.end, seen.endurance_left)
        assert (chariot.status == "finished") == seen.crosses_line
        still_asked = session.open.get(entry)
        if session.state.phase is not None and session.state.phase.entry == entry:
            assert still_asked is not None
            assert seen.after == still_asked.question
        else:
            assert seen.after is None
        compared += 1

    assert compared > 100


def test_a_race_made_up_from_a_view_looks_the_same() -> None:
    session = moving(
        a_chariot("D3.2", jostle=-2, jostled=True, wheels=(1, 2), no_inside=True, hits=3, survived=12, charged=2),
        a_chariot("A20.1", horses=(5, 0, 5, 5), penalty=2, evade_debit=1, gain_must=3, gain_may=1),
        speed=9,
    )
    view = session.view()

    assert view_for(race_from_view(view), {}, []) == view


def test_the_question_of_a_made_up_race_is_the_one_that_was_asked() -> None:
    session = moving(a_chariot("A20.3"), a_chariot("A24.3"), a_chariot("A20.4"), speed=10)

    seen = a_forecast(session)

    assert seen.after == asked(session)
    assert seen.path == ()
    assert Square("A20.3") == seen.end


# The Advanced Game and the options


ADVANCED = Options(edition="advanced", weather=True)


def advancing(*chariots: Chariot, speed: int, options: Options = ADVANCED, **others: Any) -> RaceView:
    """Return red's view in the middle of its phase in an Advanced race."""
    race = in_phase(*chariots, speed=speed, **others)
    race.options = options
    return view_for(race, {}, [RED])


def a_plan(view: RaceView, *plan: Answer) -> Forecast:
    race = race_from_view(view)
    question = actions.next_action(race, RED)
    return forecast(view, Ask(RED, question, plan[0]), plan)


def a_wreck(square: str) -> Obstacle:
    return Obstacle("wreck", Square(square), EntryId(8))


def test_rule_14_3_a_wreck_on_the_way_is_a_risk() -> None:
    view = advancing(a_chariot("A10.3", endurance=20), speed=8, obstacles=[a_wreck("A13.3")])

    seen = a_plan(view, Forward(8))

    (risk,) = seen.risks
    assert isinstance(risk, ObstacleRisk)
    assert (risk.square, risk.obstacle, risk.endurance) == (Square("A13.3"), "wreck", 6)
    assert sum(risk.odds.values()) == 1296
    assert risk.odds["flip"] == 6 * crossing_odds(BASIC, 0, 0)["flip"] * 216
    assert Fraction(risk.odds["flip"], 1296) < risk.flip_chance == seen.flip_chance
    assert (seen.flips, seen.end, seen.endurance) == (None, Square("A18.3"), 0)


def test_rule_14_3_who_cannot_pay_falls_more_often() -> None:
    rich, poor = (
        a_plan(
            advancing(a_chariot("A10.3", endurance=endurance), speed=8, obstacles=[a_wreck("A13.3")]), Forward(8)
        ).flip_chance
        for endurance in (6, 1)
    )

    assert poor > rich


def test_rule_14_2_a_plan_that_ends_on_a_wreck_flips() -> None:
    view = advancing(a_chariot("A10.3"), speed=3, obstacles=[a_wreck("A13.3")])

    assert a_plan(view, Forward(3)).flips == "obstacle not cleared"
    assert a_plan(view, Forward(1), Change("outside"), Forward(1)).flips is None


def test_rule_17_4_a_man_on_the_way_is_told() -> None:
    runner = Runner(Square("A12.3"), 1)
    view = advancing(
        a_chariot("A10.3"), a_chariot("A9.7", status="out", driver="on foot", runner=runner, has_car=False), speed=6
    )

    assert a_plan(view, Forward(6)).risks == (MenRisk(1, BLUE),)


@pytest.mark.parametrize(("car", "slides"), [("light", 2), ("normal", 1), ("heavy", None)])
def test_rule_16_7_on_a_wet_track_a_lane_change_may_slide_on(car: str, slides: int | None) -> None:
    view = advancing(a_chariot("A10.7", car=car), speed=6, weather=Weather(is_raining=True))

    seen = a_plan(view, Change("outside"), Forward(5))

    # Lane 8 is at the wall, so who slides on flips.
    assert seen.risks == (() if slides is None else (SlideRisk(1, Square("A11.8"), slides, slides),))


def test_rule_16_7_mud_lowers_the_limit_of_a_forecast() -> None:
    dry = a_plan(advancing(a_chariot("A33.2"), speed=12), Forward(5)).risks
    mud = a_plan(advancing(a_chariot("A33.2"), speed=12, weather=Weather(has_mud=True)), Forward(5)).risks

    assert [(risk.limit, risk.points) for risk in (*dry, *mud) if isinstance(risk, CornerRisk)] == [(9, 3), (6, 6)]


def test_rule_15_24_a_team_without_a_car_takes_any_corner() -> None:
    view = advancing(a_chariot("A33.2", status="runaway", driver="dragged", has_car=False), speed=20)

    assert a_plan(view, Forward(15)).risks == ()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [19, 57])
def test_every_first_step_of_a_runaway_team_can_be_looked_at(seed: int) -> None:
    """Where only one thing can be done it runs on unasked; what is planned next is planned from there."""
    entries = random_setup("circus-maximus", seed).entries
    wishes = {"edition": "advanced", "field": "16", "weather": "yes", "laps": "1"}
    drive, looked = random_player(seed), Counter[str]()

    def player(session: Session[Any], entry: EntryId, ask: Ask) -> Answer:
        view, is_runaway = session.view([entry]), session.state.chariots[entry].status == "runaway"
        if is_runaway and isinstance(ask.question, NextAction):
            names = {each.entry: each.colour for each in view.chariots}
            for first in ask.question.legal()[:8]:
                looked["rows"] += bool(controls(view, ask, names, pack_plan([first])).rows)
        return drive(session, entry, ask)

    Watched(Setup("circus-maximus", seed, entries, wishes)).run(player)
    assert looked["rows"]


def test_rule_16_2_a_spear_costs_two_factors() -> None:
    options = Options(edition="advanced", spear=True)
    red = a_chariot("A20.3", weapons=["spear"])
    view = advancing(red, a_chariot("A20.4"), speed=6, options=options)

    assert a_plan(view, Attack(BLUE, "driver", "spear")).factors == 2


def test_rule_16_7_the_outlook_knows_the_rain() -> None:
    dry, wet = (
        outlook(advancing(a_chariot("D3.2"), speed=12, weather=Weather(is_raining=rains)), RED, 12).corner
        for rains in (False, True)
    )

    assert dry is not None
    assert wet is not None
    assert wet.odds["FP"] > dry.odds["FP"]


def test_an_advanced_race_made_up_from_a_view_looks_the_same() -> None:
    half_blind = a_chariot(
        "D3.2", eyes_lost=["inside"], arm=True, crossing=Crossing(Square("D3.2"), 2), weapons=["dust"]
    )
    loose: dict[str, Any] = {
        "status": "runaway",
        "driver": "dragged",
        "has_car": False,
        "dragging": Dragging([Square("A19.1")]),
    }
    halted: dict[str, Any] = {
        "status": "halted",
        "driver": "on foot",
        "has_car": False,
        "runner": Runner(Square("A9.5"), 2),
    }
    scythed = a_chariot("A30.8", blades_inside="long", boxes_outside=4, long_whip=True, strain_written=True)
    chariots = half_blind, a_chariot("A20.1", **loose), a_chariot("A9.5", **halted), scythed
    for chariot in chariots:
        chariot.slowed = 3  # rain and mud slow every team

    view = advancing(*chariots, speed=9, obstacles=[a_wreck("D3.2")], weather=Weather(is_raining=True, has_mud=True))

    assert view_for(race_from_view(view), {}, [RED]) == view


@pytest.mark.parametrize("seed", range(4))
def test_what_is_forecast_of_an_advanced_race_happens_unless_something_unforeseen_does(seed: int) -> None:
    entrants = [Entrant(EntryId(number), RULES.colours[number - 1], None) for number in range(1, 7)]
    race = RULES.new_race(Options(edition="advanced", weather=True, laps=2), entrants)
    session = Session(RULES, first_checkpoint(RULES, race), RaceDice(b"wet %d" % seed), scenes=False)
    drivers = [DRIVERS[temper] for temper in RULES.mixed]
    compared = 0

    while session.open:
        entry, ask = next(iter(session.open.items()))
        view = session.view([entry])
        answer = drivers[entry % len(drivers)](view, ask)
        seen = forecast(view, ask, [answer]) if isinstance(ask.question, NextAction) else None
        told = len(session.table.told)
        session.answer(entry, answer)

        facts = session.table.told[told:]
        if (
            seen is None
            or seen.risks
            or is_unforeseen(facts, entry)
            or any(isinstance(fact, Attacked) for fact in facts)
        ):
            continue
        chariot = session.state.chariots[entry]
        assert chariot.endurance == seen.endurance_left
        assert chariot.square == seen.end or chariot.status != "racing"
        if session.state.phase is not None and session.state.phase.entry == entry and entry in session.open:
            assert seen.after == session.open[entry].question
        compared += 1

    assert compared > 60
