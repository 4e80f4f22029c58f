"""How questions are put: every control of every question in real positions, measured at its worst."""

import random
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from cogs.kit.limits import BUTTON_LABEL, check_message, check_modal
from cogs.kit.question_id import QuestionId
from cogs.panels.question import ask_message, controls_rows, typing_form
from engine.circus_maximus.orders.orders import Orders
from engine.circus_maximus.printed.editions import EDITIONS
from engine.circus_maximus.printed.odds import car_ram_odds, driver_lash_odds, injury_odds
from engine.circus_maximus.printed.tables import CAR_MODIFIER, MUD_LIMIT
from engine.circus_maximus.seen.notation import MOST_STEPS, unpack_plan
from engine.circus_maximus.seen.views import RaceView, view_for
from engine.circus_maximus.words.asks import (
    Attack,
    Avoid,
    Begin,
    BeginPhase,
    Brake,
    ChooseWayOut,
    Forward,
    GrabbedWhip,
    KeepWhip,
    Meet,
    MeetAttack,
    NextAction,
    Preparation,
    Prepare,
    Speed,
    WriteSpeed,
)
from engine.circus_maximus.words.facts import Attacked, CornerTaken, Held, LaneChanged, Moved, PhaseEnded
from engine.circus_maximus.words.state import Weather
from engine.facts import Fact, Rolled
from engine.questions import Answer, Ask, Question
from records.refusals import Refused
from records.values import EntryId, RaceId, Square
from steward import OpenAsk
from tests.circus_maximus.builders import RED, a_chariot, a_phase, a_race, a_session
from tests.cogs.fakes import Painter
from tests.cogs.positions import asked_in_races, drives
from tests.cogs.samples import LARGEST_RACE, NASTIEST, WIDEST, a_lobby, worst_names
from words.circus_maximus.chances import blow_of, escape
from words.circus_maximus.cockpit import MORE, came
from words.circus_maximus.codes import pack, read, unpack
from words.circus_maximus.controls import controls, outlook, safe_speeds, speed_hint, taken
from words.circus_maximus.in_short import odds
from words.circus_maximus.orders import sheet
from words.shared.words import Choice, Controls

BLUE = EntryId(2)
NAMES = worst_names("Red")
LARGEST = QuestionId(LARGEST_RACE, EntryId(8), 999_999)
LATEST = 253_402_300_799.0  # the last second that Discord's times can tell


def walks(view: RaceView, ask: Ask, choose: random.Random) -> Iterator[Controls]:
    """Yield both pages of the cockpit before each step of a plan that is made up button by button."""
    plan = ""
    for _ in range(MOST_STEPS + 2):
        pages = [controls(view, ask, NAMES, page + plan) for page in ("", MORE)]
        yield from pages
        longer = [choice.code for page in pages for row in page.rows for choice in row if _leads_on(choice, plan)]
        if not longer:
            return
        plan = choose.choice(longer)


def _leads_on(choice: Choice, plan: str) -> bool:
    """Tell whether a button adds to a plan, and opens no other page."""
    if choice.act != "plan" or choice.code.startswith(MORE) or choice.code == plan:
        return False
    return len(unpack_plan(choice.code)) >= len(unpack_plan(plan))


def texts_of(shown: Controls) -> list[str]:
    return [
        shown.title,
        shown.text,
        shown.typed_label,
        shown.typed_example,
        shown.placeholder,
        *(choice.label for row in shown.rows for choice in row),
        *(part for option in shown.options for part in (option.label, option.description)),
    ]


@pytest.mark.slow
def test_every_question_of_whole_races_is_put_in_words() -> None:
    kinds: set[type[Question]] = set()
    for view, ask in asked_in_races():
        shown = controls(view, ask, NAMES)
        kinds.add(type(ask.question))

        assert shown.title
        assert shown.text
        assert shown.rows or shown.options
        for text in texts_of(shown):
            assert not re.search(r"None|\w=\w|\('|\[|<class|  ", text), text
    assert {Prepare, WriteSpeed, BeginPhase, NextAction, MeetAttack, ChooseWayOut} <= kinds


def test_every_legal_answer_that_is_not_a_movement_has_a_control_and_no_control_is_illegal() -> None:
    for view, ask in asked_in_races():
        if isinstance(ask.question, NextAction):
            continue
        shown = controls(view, ask, NAMES, "m" if isinstance(ask.question, WriteSpeed) else "")
        buttons = [choice for row in controls(view, ask, NAMES).rows for choice in row if choice.act == "answer"]
        offered = [option.code for option in shown.options] + [choice.code for choice in buttons]
        legal = [pack(answer) for answer in ask.question.legal()]
        if isinstance(ask.question, MeetAttack):  # a way out is named at once
            legal = ["m0", *(f"m1w{way}" for way in ask.question.ways)]
        if isinstance(ask.question, WriteSpeed | Prepare):  # their buttons are short cuts
            assert {pack(unpack(code)[0]) for code in offered} <= set(legal)
            offered = [option.code for option in shown.options]

        assert sorted(offered) == sorted(legal[-25:] if isinstance(ask.question, WriteSpeed) else legal)


def view_of_two() -> RaceView:
    view: RaceView = a_phase(a_chariot("A30.3"), a_chariot("A30.5")).view([RED])
    return view


@pytest.mark.parametrize(
    "question",
    [
        WriteSpeed(40),
        WriteSpeed(0),
        WriteSpeed(22, corner_limit=9),
        *(BeginPhase(strain, gain, cut) for strain in (False, True) for gain in (0, 9) for cut in (False, True)),
        MeetAttack(BLUE, "driver", "lash", ("brake", "evade"), -6),
        ChooseWayOut(BLUE, ("brake", "evade")),
        GrabbedWhip(BLUE),
    ],
)
@pytest.mark.parametrize("name", [NASTIEST, WIDEST])
async def test_every_question_fits_into_a_message_at_its_worst(question: Question, name: str) -> None:
    await measure(view_of_two(), Ask(RED, question, question.legal()[0], secret=True), name)


async def measure(view: RaceView, ask: Ask, name: str, plan: str = "") -> None:
    """Have the whole message of a question checked against Discord's limits."""
    opened = OpenAsk(a_lobby(name), ask.entry, 999_999, ask, view, LATEST)
    painter: Any = Painter()
    longest = [Attack(BLUE, "team", "ram")] * MOST_STEPS
    said = f"✅ Taken for {worst_names(name)[BLUE]}: {taken(view, longest)}. " + "x" * 200
    layout, files = await ask_message(painter, opened, plan, said)
    components = layout.to_components()  # type: ignore[no-untyped-call]
    check_message(components, [(len(file.fp.read()), file.description or "") for file in files])
    assert all(part["custom_id"].count(":") >= 3 for part in _with_ids(components))


def _with_ids(components: list[Any]) -> Iterator[Any]:
    for part in components:
        if "custom_id" in part:
            yield part
        yield from _with_ids(part.get("components", []))


@pytest.mark.slow
async def test_cockpits_fit_in_real_positions_with_long_plans() -> None:
    choose = random.Random(7)
    for view, ask in choose.sample(drives(), 60):
        plan = ""
        for shown in walks(view, ask, choose):
            rows = controls_rows(LARGEST, shown)
            assert len(rows) <= 5
            for name in (NASTIEST, WIDEST):
                await measure(view, ask, name, plan)
            plan = next((choice.code[1:] for row in shown.rows for choice in row if choice.act == "drive"), plan)


def test_the_longest_plan_fits_with_the_longest_ids() -> None:
    # That these steps could not be driven one after the other is not what is measured.
    longest = Choice("Drive", "drive", "x" + "f99t8c8" * 6 + "h8d8")
    rows = controls_rows(LARGEST, Controls("", "", "", "", rows=((longest,),)))

    assert len(unpack(longest.code)) == MOST_STEPS
    check_message([row.to_component_dict() for row in rows])


@pytest.mark.slow
def test_plans_grow_by_what_is_pressed_and_stop_growing_at_the_end() -> None:
    choose = random.Random(3)
    for view, ask in choose.sample(drives(), 30):
        for shown in walks(view, ask, choose):
            for row in shown.rows:
                for choice in row:
                    assert choice.act in ("plan", "drive")
                    # What a button leads to can be shown, or driven.
                    if choice.act == "plan":
                        controls(view, ask, NAMES, choice.code)
                    else:
                        assert unpack(choice.code)


def test_a_plan_that_cannot_be_driven_is_refused_and_says_which_step() -> None:
    view, ask = drives()[0]

    with pytest.raises(Refused) as caught:
        controls(view, ask, NAMES, "f99")
    assert caught.value.values["step"] == 1


def a_cockpit(square: str, written: int, plan: str) -> Controls:
    """Return the cockpit of a chariot that has nothing else to decide: it has no whip to strain its team with."""
    race = a_phase(a_chariot(square, written=written, endurance=40, has_whip=False))
    return controls(race.view([RED]), race.open[RED], NAMES, plan)


def test_the_cockpit_tells_what_there_is_to_spend_and_what_a_step_costs() -> None:
    empty, planned = a_cockpit("A20.3", 6, ""), a_cockpit("A20.3", 6, "o")

    assert "Speed **6**: **6 squares** to drive." in empty.text
    assert "➡️ On in lane 3, 8 squares before the corner." in empty.text
    assert "`6` → A26.3" in a_cockpit("A20.3", 6, "-").text, "squares are named for those who type"
    assert "A26.3" not in empty.text
    assert "A plan is not driven before you press *Drive*" in a_cockpit("A20.3", 6, "-").text
    assert not empty.details
    assert "**Plan** `Out` → A21.4" in planned.text
    assert "**5 of 6 squares** left after your plan" in planned.text
    assert "Costs 1 square; 5 squares left to plan." in planned.text
    assert planned.crop is not None
    assert planned.crop.view.phase.factors == 5, "the picture shows what is left"
    assert [choice.label for choice in planned.rows[-1]] == ["Drive, 5 left", "Undo a step", "More…"]


def labelled(shown: Controls, label: str) -> Choice:
    return next(choice for row in shown.rows for choice in row if choice.label == label)


def test_undo_takes_back_the_last_press_even_of_several_straight_on() -> None:
    thrice = a_cockpit("A5.3", 18, "f6f1f11")
    assert "**Plan** `18` " in thrice.text, "it is one way straight on"
    assert labelled(thrice, "Drive").code == "xf18"

    twice = a_cockpit("A5.3", 18, labelled(thrice, "Undo a step").code)
    assert "**Plan** `7` " in twice.text
    assert labelled(twice, "Ahead 3").code == "f6f1f3"
    assert labelled(twice, "Start over").code == ""
    once = a_cockpit("A5.3", 18, labelled(twice, "Undo a step").code)
    assert "**Plan** `6` " in once.text
    assert labelled(once, "Undo a step").code == ""


def test_presses_that_become_too_many_for_a_button_are_joined() -> None:
    most = "f1" * MOST_STEPS
    race = a_phase(a_chariot("A5.3", horses=(9, 9, 9, 9), written=30, has_whip=False))
    shown = controls(race.view([RED]), race.open[RED], NAMES, most)

    assert f"**Plan** `{MOST_STEPS}` " in shown.text
    assert labelled(shown, "Ahead 3").code == f"f{MOST_STEPS + 3}"
    assert labelled(shown, "Undo a step").code == most.removesuffix("f1")


def test_a_step_after_which_the_rules_move_on_can_be_planned_and_planned_upon() -> None:
    blocking, far_ahead = a_chariot("A9.1"), a_chariot("A20.2")
    race = a_phase(a_chariot("A4.1", status="runaway", driver="dead", hits=0, has_car=False), blocking, far_ahead)
    view, ask = race.view([RED]), race.open[RED]

    up_to_it = controls(view, ask, NAMES, "f3")  # there the team shies to the outside, where it is asked again
    further = controls(view, ask, NAMES, labelled(up_to_it, "Ahead 1").code)

    assert labelled(up_to_it, "Drive, 14 left").code == "xf3"
    assert labelled(further, "Drive, 13 left").code == "xf3f1", "not four squares straight on: a car is in the way"


def test_the_cockpit_tells_the_odds_of_a_corner_before_it_is_driven() -> None:
    shown, more = a_cockpit("A33.1", 12, "f1"), a_cockpit("A33.1", 12, "-f1")

    assert re.search(
        r"⚠️ 4 over the safe speed: 4 endurance\. \d times in 10 nothing more happens; \*\*once in \d+ you crash",
        shown.text,
    )
    assert "⚠️ Corner, lane 1: 4 over the safe 8 for 4 endurance:" in more.text
    assert "turned over " in more.text
    assert re.search(r"\*\*You turn over in \d+ % of all cases.\*\*", more.text)
    assert "rule 7.32" in more.text
    assert [choice.label for choice in more.rows[-1]] == ["Back"]


@pytest.mark.parametrize(
    ("written", "label", "style"), [(9, "Drive", "success"), (16, r"Drive.* · \d\d % crash", "danger")]
)
def test_a_plan_that_risks_much_is_driven_by_a_red_button_that_says_so(written: int, label: str, style: str) -> None:
    drive = a_cockpit("A33.1", written, f"f{written}").rows[-1][0]

    assert re.fullmatch(label, drive.label)
    assert drive.style == style


def labels(shown: Controls) -> list[str]:
    return [choice.label for row in shown.rows for choice in row]


def test_what_turns_over_for_sure_is_offered_on_the_second_page_alone() -> None:
    planned, more, inside = a_cockpit("A19.1", 7, "f1"), a_cockpit("A20.1", 6, "-"), a_cockpit("A19.2", 7, "f1")

    assert "Inside · 2" not in labels(planned)
    assert "Inside · 2" in labels(inside)
    assert [(each.label, each.style) for each in more.rows[0]] == [("Inside · 2", "danger")]
    assert "turn you over for sure" in more.text


def test_beside_a_green_way_plain_steps_stand_behind_more() -> None:
    race = a_phase(a_chariot("A20.3", written=6, has_whip=False), a_chariot("A19.4"))
    first, more = (controls(race.view([RED]), race.open[RED], NAMES, plan) for plan in ("", "-"))

    assert first.rows[0][0].style == "success"
    assert not [each for each in labels(first) if each.startswith(("Ahead", "Inside", "Outside", "Slip", "Brake"))]
    assert [each for each in labels(first) if each.startswith("Ram")], "an attack is no plain step"
    assert {"Ahead 1", "Ahead 3", "Ahead 6", "Inside · 2", "Outside · 1", "Brake off 1", "Back"} <= {*labels(more)}
    assert labelled(more, "Ahead 3").code == "f3"


def test_without_a_green_way_plain_steps_stand_on_the_first_page() -> None:
    shown = a_cockpit("A33.1", 20, "")

    assert shown.rows[0][0].style == "danger"
    assert "Ahead 1" in labels(shown)
    assert "A plan is not driven before you press *Drive*" in shown.details


def test_the_best_way_can_be_driven_at_once() -> None:
    go = a_cockpit("A20.3", 6, "").rows[0][0]

    assert (go.label, go.act, go.style) == ("Go on in lane 3", "drive", "success")
    assert unpack(go.code) == (Forward(6),)


@pytest.mark.parametrize(("square", "written"), [("A33.1", 12), ("A31.1", 11), ("A28.2", 14), ("A20.3", 12)])
def test_the_best_way_says_its_risk_and_its_end_before_it_is_driven(square: str, written: int) -> None:
    shown = a_cockpit(square, written, "")
    go = shown.rows[0][0]
    driven = a_cockpit(square, written, go.code.removeprefix("x"))

    risk = next((line for line in driven.text.split("\n") if line.startswith(("⚠️", "☠️"))), None)
    assert (risk is None) == (go.label.count("·") == 0)
    assert len(go.label) <= BUTTON_LABEL
    assert risk is None or risk in shown.text, "what Go risks is read before the press"
    way, end = re.findall(r"\*\*Plan\*\* `(.*)` → (\S+)", driven.text)[0]
    assert f"`{way}` → {end}" in a_cockpit(square, written, "-").text
    assert f"lane {end[-1]}" in shown.text
    assert shown.crop is not None
    assert driven.crop is not None
    assert (shown.crop.path[0], shown.crop.path[-1]) == (square, end), "the picture shows the way of the green button"
    assert shown.crop.path == driven.crop.path


def test_an_attack_shows_its_odds_beside_its_cost() -> None:
    race = a_phase(a_chariot("A20.3", written=6, has_whip=False), a_chariot("A19.4"))
    shown, more = (controls(race.view([RED]), race.open[RED], NAMES, plan) for plan in ("", "-"))

    assert re.search(r"Ram the team of .*: 1 square, hit \d+ %, hurts them \d+ %, hurts you 0 %", shown.details)
    assert "gets away, if there is a way" in more.text


def test_the_odds_of_an_attack_count_that_it_may_be_dodged() -> None:
    view = a_phase(a_chariot("A20.3"), a_chariot("A19.4")).view([RED])
    attacks = Attack(BLUE, "team", "ram"), Attack(BLUE, "car", "ram"), Attack(BLUE, "driver", "lash")
    team, car, driver = (blow_of(view, RED, attack, BLUE) for attack in attacks)
    hit, never = 1 - escape(team), Fraction()
    basic = EDITIONS["basic"]
    unhurt = injury_odds(basic, CAR_MODIFIER[view.chariot(RED).car])[0]
    damaged, lashed = car_ram_odds(basic, 0, 0), driver_lash_odds(basic, 0, 0, 0)

    assert odds(team) == (hit, hit * (1 - unhurt), never)
    assert odds(car) == (
        hit,
        hit * (damaged["defender"] + damaged["both"]),
        hit * (damaged["attacker"] + damaged["both"]),
    )
    assert odds(driver) == (hit, hit * (1 - lashed["-"] - lashed["G"]), hit * lashed["G"])


@pytest.mark.parametrize("fact", [Rolled(RED, "corner", (3, 4), 6, (), 7, "7.32"), None])
def test_what_came_of_a_step_is_told_at_once_where_dice_fell(fact: Fact | None) -> None:
    others = [PhaseEnded(RED, Square("D1.1")), Rolled(BLUE, "corner", (6, 6), 6, (), 12, "7.32")]
    facts = [*([fact] if fact else []), CornerTaken(RED, "S"), *others]

    told = came(facts, RED, NAMES)

    assert len(told) == (2 if fact else 0)
    assert not any("12" in line for line in told)


@pytest.mark.parametrize(
    "then",
    [
        Moved(BLUE, 3, Square("A26.4")),
        LaneChanged(BLUE, "inside", Square("A26.4")),
        Attacked(BLUE, EntryId(3), "driver", "lash"),
    ],
)
def test_who_is_attacked_is_told_what_came_of_it_and_not_where_the_attacker_goes_on(then: Fact) -> None:
    struck = [Held(RED, by_choice=True), Rolled(RED, "horse injury", (2, 6), 6, (), 8, "9.5")]
    later = [then, Rolled(EntryId(3), "corner", (6, 6), 6, (), 12, "7.32"), PhaseEnded(BLUE, Square("D1.1"))]

    told = came([*struck, *later], RED, NAMES)

    assert told == came(struck, RED, NAMES)
    assert "holds course" in told[0]
    assert len(told) == 2


def test_of_an_own_attack_all_is_told_at_once() -> None:
    facts = [Attacked(RED, BLUE, "driver", "lash"), Rolled(RED, "lash", (2, 6), 6, (), 8, "9.42")]

    assert len(came(facts, RED, NAMES)) == 2


def speed_asked(square: str, *, turn: int = 3, highest: int = 14) -> Controls:
    """Return how a chariot in *square* is asked for its speed."""
    race = a_race(a_chariot(square), turn=turn + 1)
    view = a_session(race).view([RED])
    view = msgspec.structs.replace(view, turn=turn)
    return controls(view, Ask(RED, WriteSpeed(highest), Speed(0), secret=True), NAMES, "m")


@pytest.mark.parametrize(
    ("square", "where", "hints"),
    [
        ("A26.1", "8 squares from the dolphin corner", {6: "stops 2 squares before the corner"}),
        ("A26.1", "8 squares from the dolphin corner", {7: "stops 1 square before the corner"}),
        ("A26.1", "8 squares from the dolphin corner", {8: "safe in the corner in your lane"}),
        ("A26.1", "8 squares from the dolphin corner", {9: "1 over your lane's safe speed of 8"}),
        ("D3.2", "in the dolphin corner", {9: "safe in", 10: "1 over your lane's safe speed of 9", 0: "safe"}),
        # Its team is out of the corner, its car is not: the corner's limit still counts (6.32).
        ("B0.1", "in the dolphin corner", {8: "safe in the corner", 9: "1 over your lane's safe speed of 8"}),
        ("B1.1", "33 squares from the egg corner", {14: "stops 19 squares before the corner"}),
    ],
)
def test_speeds_come_with_what_they_mean(square: str, where: str, hints: dict[int, str]) -> None:
    shown = speed_asked(square)

    assert where in shown.text
    for option in shown.options:
        hint = hints.get(int(option.label.removeprefix("Speed ")))
        assert hint is None or hint in option.description, option


def test_speeds_for_which_a_menu_has_no_room_are_named_beside_those_above_them() -> None:
    menu = [(option.label, option.description) for option in speed_asked("B1.1", highest=29).options]

    assert menu[:2] == [
        ("Speed 29", "stops 4 squares before the corner; 28 can be typed"),
        ("Speed 27", "stops 6 squares before the corner; 26 can be typed"),
    ]
    assert len(menu) <= 25
    assert not any("typed" in description for _, description in menu if "before" not in description)
    assert sum("typed" in description for _, description in menu) == 30 - len(menu)


def test_the_safe_speed_of_ones_own_lane_is_told_and_mud_lowers_it() -> None:
    race = a_race(a_chariot("A26.3"), turn=3)
    assert "up to 12 is safe there" in outlook(a_session(race).view([RED]), a_session(race).view([RED]).chariot(RED))
    race.weather = Weather(has_mud=True, completed=0, laps=0)
    view = a_session(race).view([RED])
    assert f"up to {12 - MUD_LIMIT} is safe there" in outlook(view, view.chariot(RED))
    assert f"lane 3: {12 - MUD_LIMIT}" in safe_speeds(view, view.chariot(RED))
    assert speed_hint(view, view.chariot(RED), 12) == f"{MUD_LIMIT} over your lane's safe speed of {12 - MUD_LIMIT}"


@pytest.mark.parametrize(
    ("question", "endurance", "label"),
    [
        (ChooseWayOut(BLUE, ("brake", "evade"), Square("A11.2")), 20, "Evade"),
        (ChooseWayOut(BLUE, ("brake",)), 3, "Hold"),
        (MeetAttack(BLUE, "team", "lash", ("brake",)), 20, "Hold"),
        (MeetAttack(BLUE, "driver", "lash", ("brake",)), 20, "Try to brake"),
    ],
)
def test_one_way_to_meet_an_attack_is_coloured_the_likely_best(question: Question, endurance: int, label: str) -> None:
    session = a_session(a_race(a_chariot("A10.3", endurance=endurance), a_chariot("A10.4"), turn=3))

    shown = controls(session.view([RED]), Ask(RED, question, Meet(False)), NAMES)

    styles = {choice.label: choice.style for row in shown.rows for choice in row}
    assert styles.pop(label) == "success"
    assert set(styles.values()) == {"secondary"}


def test_the_standing_start_is_said_before_a_speed_is_written() -> None:
    assert "standing start" in speed_asked("A3.1", turn=1).text
    assert "standing start" not in speed_asked("A3.1", turn=2).text


def test_a_defender_reads_what_each_way_out_costs_and_how_likely_it_is() -> None:
    def shown(*ways: Any, modifier: int = 0) -> str:
        question = MeetAttack(BLUE, "team", "ram", ways, modifier)
        return controls(view_of_two(), Ask(RED, question, Meet(False)), NAMES).text

    assert "Braking costs 2 endurance" in shown("brake")
    assert "Evading" not in shown("brake")
    assert "Hold, or try to brake or evade" in shown("brake", "evade")
    assert "you get away in **56 %** of all rolls" in shown("brake")
    # An involuntary ram is easier to avoid.
    assert "you get away in **85 %** of all rolls" in shown("brake", modifier=-3)


def test_what_is_in_the_way_is_said() -> None:
    race = a_phase(a_chariot("A20.3", written=6, has_whip=False), a_chariot("A23.3"))
    behind = controls(race.view([RED]), race.open[RED], NAMES, "f1")
    race = a_phase(a_chariot("A32.1", written=13, has_whip=False, jostled=True, jostle=-3))
    barred = controls(race.view([RED]), race.open[RED], NAMES, "f1")

    assert "The square ahead is taken." in behind.text
    assert "you may not drive over its safe speed now. (rule 7.33)" in barred.text
    assert "🚧" not in a_cockpit("A20.3", 6, "f1").text


def test_what_turns_a_chariot_over_for_sure_is_said_in_words() -> None:
    shown = a_cockpit("A20.1", 6, "i")

    assert "You turn over for sure** (the wall)" in shown.text
    assert shown.rows[-1][0].style == "danger"


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ([Preparation(1, 1, 1, 1)], "driver +1, normal car, normal team, normal endurance"),
        ([Speed(17)], "speed 17"),
        ([Begin()], "go on as written"),
        ([Begin(strain=True, take_gain=True)], "whip the team on and take the gain"),
        ([Meet(True)], "try to get away"),
        ([Meet(False)], "hold"),
        ([Avoid("brake")], "brake"),
        ([KeepWhip(False)], "throw the whip away"),
        ([Forward(3)], "3 squares straight on"),
        ([Forward(3), Brake(2)], "`3/Brake 2`"),
    ],
)
def test_what_was_taken_is_said_again(answers: list[Answer], words: str) -> None:
    assert taken(view_of_two(), answers) == words


def test_every_form_to_type_in_fits() -> None:
    asked = {type(ask.question): (view, ask) for view, ask in asked_in_races()}
    del asked[NextAction]
    assert {Prepare, WriteSpeed, BeginPhase, MeetAttack, ChooseWayOut} <= set(asked)
    for view, ask in asked.values():
        form = typing_form(LARGEST, controls(view, ask, worst_names(NASTIEST)))

        check_modal(form.title, form.to_components())
        assert len(form.custom_id) <= 100


def test_the_form_for_a_movement_fits() -> None:
    view, ask = drives()[0]
    form = typing_form(LARGEST, controls(view, ask, NAMES))

    check_modal(form.title, form.to_components())


def test_what_is_typed_as_an_example_can_be_read() -> None:
    for view, ask in asked_in_races()[:400]:
        if not isinstance(ask.question, NextAction):
            assert read(view, ask, controls(view, ask, NAMES).typed_example)


def test_asked_names_race_chariot_and_question() -> None:
    assert str(QuestionId(RaceId(3), EntryId(2), 17)) == "3:2:17"


def test_presets_differ_and_those_that_strain_say_so_on_their_buttons() -> None:
    """In lane 1 the safe speed is 8, and *Fast* goes 10 as it strains; *Safe* is never faster than *Fast* (H-5)."""
    away = a_chariot("B20.8", corners=1)
    for each in (own := a_chariot("A31.1", endurance=20), away):
        each.on_grid = False
    race = a_race(own, away, turn=5)
    view = view_for(race, {}, [RED])
    ask = Ask(RED, WriteSpeed(21), Speed(0))

    live = [choice.label for choice in controls(view, ask, NAMES, "").rows[0]]
    daily = [choice.label for choice in sheet(view, RED, None, Orders(), NAMES).presets]

    assert live[:2] == ["Go 10 · 2 over, 2 % crash", "Go 12 · lane 3, safe"], "the best first"
    assert daily == ["Safe · 8", "Fast · 10, 2 over"], "nobody is there to attack"
    assert all(len(label) <= BUTTON_LABEL for label in (*live, *daily))


@pytest.mark.parametrize(("written", "told"), [(9, ""), (11, "2 over the safe speed: 2 endurance"), (12, "3 over")])
def test_who_begins_in_a_corner_reads_what_the_written_speed_strains_there(written: int, told: str) -> None:
    session = a_phase(a_chariot("D1.2", written=written), a_chariot("A5.4"))
    assert isinstance(session.open[RED].question, BeginPhase)

    text = controls(view_for(session.state, {}, (RED,)), session.open[RED], NAMES, "").text

    assert ("over the safe speed" in text) == bool(told)
    assert told in text
