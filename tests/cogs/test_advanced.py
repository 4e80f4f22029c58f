"""What players of Advanced races and of the options are asked, shown and told."""

import re
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from cogs.kit.limits import BUTTON_LABEL, message_length
from cogs.panels.question import brought_by
from engine.circus_maximus.seen.views import RaceView
from engine.circus_maximus.words import facts
from engine.circus_maximus.words.asks import (
    Attack,
    Avoid,
    Begin,
    ChooseSide,
    ChooseWayOut,
    CrossObstacle,
    GetFree,
    Means,
    Meet,
    MeetAttack,
    NextAction,
    Run,
    RunOnFoot,
    ShareDrugs,
    ShareInjuries,
    Shares,
    Speed,
    StepOff,
    Target,
    TryToGetFree,
    WriteSpeed,
)
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.specifications import Specify, name_of
from engine.facts import Fact
from engine.questions import Answer, Ask, Question
from records.values import EntryId, Square
from tests.circus_maximus.builders import RED, a_chariot, a_phase, a_race, a_session
from tests.cogs.advanced_positions import asked_in_advanced_races, told_in_an_advanced_race
from tests.cogs.samples import WIDEST, worst_names
from words.circus_maximus import building, chances, crashed, standings
from words.circus_maximus.builds import SHARES
from words.circus_maximus.codes import pack, pack_with, read, unpack
from words.circus_maximus.controls import controls, taken
from words.circus_maximus.story import line, tell
from words.shared.words import Controls

BLUE = EntryId(2)
NAMES = {EntryId(number): f"<{number}>" for number in range(1, 17)}


def asked(question: Question, *, view: RaceView | None = None, entry: EntryId = RED, plan: str = "") -> Controls:
    seen = view or a_phase(a_chariot("A30.3"), a_chariot("A30.4")).view([entry])
    return controls(seen, Ask(entry, question, question.legal()[0]), NAMES, plan)


def labels(shown: Controls) -> list[str]:
    return [choice.label for row in shown.rows for choice in row]


# Every question of whole races


def packed(answer: Answer, *after: Answer) -> str:
    """Return the code of the answers of one press: a speed has a form of its own together with the whip (S-80)."""
    match (answer, *after):
        case [Speed() as speed, Begin() as begin]:
            return pack_with(speed, begin)
        case answers:
            return "".join(map(pack, answers))


def may_follow(question: Question) -> list[Answer]:
    """Return what the press that answers a question may settle with it: a way out, or the whip and nothing else."""
    if isinstance(question, MeetAttack):
        return [Avoid(way) for way in question.ways]
    return [Begin(), Begin(strain=True)] if isinstance(question, WriteSpeed) else []


@pytest.mark.slow
def test_every_question_of_advanced_races_is_put_in_words_with_controls_that_are_legal() -> None:
    kinds: set[type[Question]] = set()
    for view, ask in asked_in_advanced_races():
        shown = controls(view, ask, NAMES)
        kinds.add(type(ask.question))
        texts = [shown.title, shown.text, *labels(shown), *(option.description for option in shown.options)]

        assert shown.rows or shown.options
        assert len(shown.typed_label) <= 45
        assert message_length(shown.text) < 3_000
        assert all(len(row) <= 5 for row in shown.rows)
        for text in texts:
            assert not re.search(r"None|\w=\w|\('|\[|<class|  ", text), text
        if not isinstance(ask.question, NextAction):
            offered = [*(choice.code for row in shown.rows for choice in row if choice.act == "answer")]
            offered += [option.code for option in shown.options]
            assert offered
            for code in offered:
                answer, *after = unpack(code)
                ask.question.verify(answer)
                assert packed(answer, *after) == code
                assert all(each in may_follow(ask.question) for each in after)
                assert taken(view, [answer])
                told = taken(view, [answer, *after])
                assert told.count("whip") <= 1, told
            example, *settled = read(view, ask, shown.typed_example)
            ask.question.verify(example)
            assert all(each in may_follow(ask.question) for each in settled)
            assert bool(settled) == shown.typed_example.endswith("whip"), shown.typed_example
    assert {Specify, RunOnFoot, CrossObstacle, TryToGetFree, MeetAttack, NextAction} <= kinds


def test_in_the_widest_names_every_question_still_fits() -> None:
    widest = dict(worst_names(WIDEST)) | {EntryId(number): f"▫️ **{number} {WIDEST}**" for number in range(9, 17)}
    for view, ask in asked_in_advanced_races()[::7]:
        shown = controls(view, ask, widest)
        assert message_length(shown.title) < 256
        if not isinstance(ask.question, NextAction):  # attacks that do not fit are counted in the last line
            assert message_length(shown.text) < 3_400


def test_the_whole_story_of_an_advanced_race_is_told() -> None:
    facts = told_in_an_advanced_race()

    assert all(tell([fact], NAMES) is not None for fact in facts)
    assert "\n".join(tell(facts, NAMES))


def test_the_standings_tell_of_runaway_teams_and_their_drivers() -> None:
    shown = "\n".join(standings.standings(view, NAMES) for view, _ in asked_in_advanced_races()[::5])

    assert "runaway team" in shown
    assert "the driver on foot at " in shown or "the driver is safe" in shown
    assert "out, the driver is dead" in shown
    assert "it rains" in shown


# Flips


def test_a_flip_says_what_becomes_of_team_and_driver() -> None:
    flip = facts.Flipped(RED, "wall", Square("A12.3"))
    ran = facts.RanAway(RED, with_car=False)
    dragged = facts.DriverDragged(RED, Square("A11.3"))

    assert tell([flip], NAMES) == [line(flip, NAMES)] == ["☠️ <1> turns over and is out (the wall)."]
    assert tell([flip, ran], NAMES) == ["☠️ <1> turns over (the wall): the team runs on without a driver."]
    assert tell([flip, ran, dragged], NAMES) == [
        "☠️ <1> turns over (the wall): the team runs on and drags the driver along."
    ]
    assert len(tell([ran, dragged], NAMES)) == 2


def test_a_horse_that_holds_a_runaway_team_is_not_cut_free() -> None:
    died, halted = facts.HorseDied(RED, 1), facts.TeamHalted(RED, Square("A12.3"))

    assert tell([died], NAMES) == [line(died, NAMES)]
    assert "until it is cut free" not in "\n".join(tell([died, halted], NAMES))


def test_ready_made_chariots_say_how_often_they_win_at_a_press() -> None:
    before, shown = asked(Specify(32, ())), asked(Specify(32, ()), plan=SHARES)

    assert "Wins" not in before.text + "".join(each.description for each in before.options)
    assert labels(before) == ["Shares of wins"]
    assert "Chance alone wins 12 %" in shown.text
    runner = next(each for each in shown.options if each.label.startswith("Runner"))
    assert runner.description.endswith("Wins 86 %")
    assert sum(building.WINS.values()) == pytest.approx(100, abs=0.5)
    assert {name_of(each) for each in Specify(32, ()).legal()} == set(building.WINS)


# Single questions


def test_each_payment_for_an_obstacle_says_what_comes_of_it() -> None:
    shown = asked(CrossObstacle("wreck", 3, 2))

    assert labels(shown) == ["Pay 0", "Pay 1", "Pay 2"]
    assert "**Pay 2**: unharmed 16 %, jostled 21 %, wheels hurt 12 %, horses hurt 24 %" in shown.text  # CDM 0, 3d6 + 1
    assert "(you have " in shown.text
    assert asked(CrossObstacle("halted team", 3, 2)).text != shown.text


def test_a_driver_on_foot_is_offered_headings_and_what_they_bring() -> None:
    own, at_wall, along = Square("A12.2"), Square("A12.1"), Square("A13.1")
    away = asked(RunOnFoot(((own,), (own, at_wall))))
    by_wall = asked(RunOnFoot(((at_wall,), (at_wall, along)), climbs=(along,)))

    assert labels(away) == ["To the inner wall", "Stay"]
    assert "to A12.1, at the wall" in away.text
    assert labels(by_wall) == ["Along the wall", "Stay"]
    assert "climbs out on the way in 50 %" in by_wall.text


def test_shares_of_injuries_are_offered_the_default_first_then_evenly_with_the_deaths_they_bring() -> None:
    shown = asked(ShareInjuries(4, (5, 3, 2, 1)))

    default = Shares((4, 0, 0, 0))  # the first that is legal, see above
    assert [option.code for option in shown.options[:2]] == [pack(default), pack(Shares((1, 1, 1, 1)))]
    by_code = {option.code: option.description for option in shown.options}
    assert by_code[pack(Shares((1, 1, 1, 1)))] == "1 horse would die"
    assert by_code[pack(Shares((2, 1, 1, 0)))] == "all live"
    assert len(shown.options) <= 25


def test_a_collision_that_is_spread_asks_for_the_rest_alone() -> None:
    shown = asked(ShareInjuries(2, (4, 3, 3, 1), spread=1))

    assert "Each horse has taken 1. Your horses take **2 injury points** in all" in shown.text
    assert len(shown.options) == 6, "two of four horses, one point each"


def test_the_driver_of_a_chariot_that_stands_may_step_off() -> None:
    squares = tuple(map(Square, ("A19.3", "A19.2", "A19.4", "A18.3")))
    shown = asked(StepOff(squares))

    assert labels(shown) == ["Stay", "Step off to A19.2", "Step off to A19.4", "Step off to A18.3"]
    assert [unpack(choice.code) for row in shown.rows for choice in row] == [(Run(square),) for square in squares]
    assert "out of the race" in shown.text
    seen = a_phase(a_chariot("A20.3"), a_chariot("A30.4")).view([RED])
    assert [taken(seen, [Run(square)]) for square in squares[:2]] == ["stay in the car", "run to A19.2"]


def test_whoever_drugs_a_team_sees_which_horses_could_take_it() -> None:
    shown = asked(ShareDrugs(EntryId(2), 4, (5, 3, 2, 1)))

    assert shown.title.endswith("'s team is drugged")
    assert "**4 injury points** for this race" in shown.text
    assert shown.options[0].code == pack(Shares((4, 0, 0, 0))), "the plan first"


def test_a_dragged_driver_knows_his_chance() -> None:
    assert "must not be more: **59 %**" in asked(TryToGetFree(6, 1)).text  # 7 or less of two dice: 21 of 36
    assert taken(asked_in_advanced_races()[0][0], [GetFree(False)]) == "hold on to the reins"


@pytest.mark.parametrize(
    ("thrown", "said"),
    [
        (facts.Flipped(RED, "corner", Square("A12.3")), "☠️ Your chariot turned over at A12.3: the corner."),
        (facts.PulledOut(RED, EntryId(2)), "☠️ <2> pulled your driver out of the car."),
        (facts.PulledOut(RED, None), "☠️ In the dust your driver fell out of the car."),
    ],
)
async def test_whose_driver_is_dragged_reads_first_why(thrown: Fact, said: str) -> None:
    other = facts.Flipped(EntryId(2), "wall", Square("A20.1"))
    told: list[Fact] = [thrown, facts.DriverDragged(RED, Square("A11.3")), other]
    looked: list[int] = []

    async def facts_of(_race: Any, first: int) -> list[Fact]:
        looked.append(first)
        return told

    steward: Any = SimpleNamespace(turns=SimpleNamespace(facts=facts_of))
    entries = tuple(SimpleNamespace(entry=entry, colour="x", name="x") for entry in (RED, EntryId(2)))
    race = SimpleNamespace(
        record=SimpleNamespace(facts=7, kind=SimpleNamespace(numbers_entries=False)), entries=entries
    )
    ask = Ask(RED, TryToGetFree(6, 1), GetFree(True))
    opened: Any = SimpleNamespace(ruleset="circus-maximus", race=race, ask=ask, entry=RED)

    assert crashed.thrown_by(told, RED, NAMES) == said
    assert await brought_by(steward, opened) == said.replace("<2>", "▫️ **x**")
    assert looked == [1]
    told.append(facts.FreeingFailed(RED))
    assert await brought_by(steward, opened) == "", "at a second try they know"


async def test_of_other_questions_nothing_is_looked_up() -> None:
    opened: Any = SimpleNamespace(
        ruleset="circus-maximus", race=None, ask=Ask(RED, WriteSpeed(20), Speed(9)), entry=RED
    )

    assert await brought_by(opened, opened) == ""


def test_a_lash_that_misses_is_named() -> None:
    told = tell(
        [facts.Attacked(RED, EntryId(2), "driver", "lash"), facts.DriverLashed(EntryId(2), RED, -2, "-")], NAMES
    )

    assert told == ["⚔️ <1> lashes at the driver of <2>!", "<1>'s whip misses: it cracks in the air."]


def test_an_s_is_written_by_a_button_that_changes_the_menu() -> None:
    question = WriteSpeed(12, may_strain=True)
    plain, strained = asked(question, plan="m"), asked(question, plan="s")

    assert unpack(plain.options[0].code) == (Speed(12),)
    assert unpack(strained.options[0].code) == (Speed(12, strain=True),)
    assert labels(plain) == ["Write an S beside it", "Back"]
    assert [choice.code for row in plain.rows for choice in row] == ["s", ""]
    assert labels(strained) == ["Write no S", "Back"]
    assert labels(asked(WriteSpeed(12), plan="s")) == ["Back"]
    assert taken(asked_in_advanced_races()[0][0], [Speed(12, strain=True)]) == "speed 12, with the whip"


def test_whom_a_dead_horse_holds_knows_what_a_speed_is_good_for() -> None:
    def question(*, knife: bool) -> Controls:
        own = a_chariot("A30.3", horses=(0, 5, 5, 5), has_small_knife=knife)
        return asked(WriteSpeed(18), view=a_phase(own, a_chariot("A30.4")).view([RED]))

    with_knife, without = question(knife=True), question(knife=False)

    assert "Cutting it free comes off the speed you write" in with_knife.text
    assert with_knife.options[-1].description == "cuts the horse free in 0 %"
    assert (
        with_knife.options[0].description == "cuts the horse free in 96 %"
    )  # the team goes 15, three dice are 15 or less
    assert "you stand, whatever you write" in without.text
    assert {each.description for each in without.options} == {"you stand"}
    assert line(facts.PhaseBegan(RED, 13, 0, 0), NAMES) == "🛑 <1> stands still (set to 13)."


def test_who_would_throw_his_last_knife_is_warned() -> None:
    warned = set()
    for view, ask in asked_in_advanced_races():
        if isinstance(ask.question, NextAction):
            own = view.chariot(ask.entry)
            knives = own.has_small_knife + ("knife" in own.weapons)
            for attack in ask.question.attacks:
                if attack.means in ("knife", "small knife"):
                    assert ("your last knife" in controls(view, ask, NAMES).details) == (knives == 1)
                    warned.add(knives)

    assert warned == {1, 2}


def test_the_sides_of_a_wrecks_lane_have_their_price() -> None:
    shown = asked(ChooseSide(BLUE))

    assert labels(shown) == ["To the outside", "To the inside"]
    assert "costs 1 square of your next move, inward 2" in shown.text


def test_evading_into_a_corner_that_is_too_tight_says_so() -> None:
    own = a_chariot("D1.5", written=20, last_speed=20, has_moved=True)
    view = a_phase(a_chariot("A30.6"), own).view([BLUE])

    def text(to: str) -> str:
        return asked(ChooseWayOut(RED, ("evade",), Square(to)), view=view, entry=BLUE).text

    assert "Evading takes you into lane 4, 5 over its safe speed of 15: a risk of 17 % or more to turn over." in text(
        "D2.4"
    )
    assert "Evading takes you into lane 6. Holding" in text("D2.6")


# Attacks and their chances


def strike(means: Means, target: Target, **others: Any) -> str:
    """Return what comes of an attack by red in A30.3 on blue beside it."""
    view = a_phase(a_chariot("A30.3", **others), a_chariot("A30.4")).view([RED])
    return chances.outcome(chances.blow_of(view, RED, Attack(BLUE, target, means), BLUE))


@pytest.mark.parametrize(
    ("means", "target", "expected"),
    [
        (
            "lash",
            "team",
            "1 endurance lost, and the team may go 1 square further 58 %, 1 to 5 lost, and it must go as many squares",
        ),
        ("lash", "driver", "nothing 18 %, slower by a die 16 %, reined back 17 %, whip grabbed 18 %, wounded 16 %"),
        ("ram", "team", "no injury 28 %, hurt by 1 45 %, hurt by 2 19 %, worse 8 %"),
        ("ram", "car", "only the attacker's car damaged 9 %, both cars 28 %, neither 37 %, only the defender's 26 %"),
        ("dust", "driver", "hits 17 %; if it does: falls out of the car 3 %, swerves into the attacker 25 %"),
        ("spear", "driver", "hits 17 %; if it does: a die of hits 42 %, one hit 42 %, killed 16 %"),
        ("knife", "driver", "hits 50 %; if it does: killed 3 %, a die of hits 39 %"),
        ("small knife", "driver", "hits 34 %; if it does: killed 3 %"),
        ("ram", "dragged driver", "trampled, 2 hits or more 54 %, missed 46 %"),
    ],
)
def test_an_attack_says_what_comes_of_it(means: Means, target: Target, expected: str) -> None:
    assert expected in strike(means, target)


def test_a_heavy_car_and_blades_do_more_harm() -> None:
    assert "no injury 3 %" in strike("ram", "team", car="heavy")
    view = a_phase(a_chariot("A30.3", blades_outside="long"), a_chariot("A30.4")).view([RED])
    built = msgspec.structs.replace(view, options=Options(edition="advanced", detailed_specification=True))
    blow = chances.blow_of(built, RED, Attack(BLUE, "team", "ram"), BLUE)

    assert chances.outcome(blow).startswith("hurt by 1 ")
    assert "no injury" not in chances.outcome(blow)


def test_a_wreck_and_an_involuntary_ram_press_with_their_own_modifiers() -> None:
    view = a_phase(a_chariot("A30.3", modifier=2), a_chariot("A30.4")).view([BLUE])

    def escape(means: Means, modifier: int = 0) -> Fraction:
        question = MeetAttack(RED, "team", means, ("brake",), modifier)
        return chances.escape(chances.blow_of(view, RED, question, BLUE))

    assert escape("ram") < escape("wreck") == escape("ram", -2) < escape("ram", -3)


def test_who_is_attacked_reads_what_comes_at_him_and_what_it_does() -> None:
    view = a_phase(a_chariot("A30.3"), a_chariot("A30.4")).view([BLUE])
    wreck = asked(MeetAttack(RED, "team", "wreck", ("brake", "evade")), view=view, entry=BLUE)
    lash = asked(MeetAttack(RED, "driver", "lash", ("brake",)), view=view, entry=BLUE)

    assert wreck.title == "A wreck comes down on you!"
    assert "The wreck of <1> comes down on your team." in wreck.text
    assert "If it strikes: nothing 18 %" in lash.text
    assert unpack(wreck.rows[0][0].code) == (Meet(False),)


# Plans


@pytest.mark.parametrize("way", ["ii", "ioooooooo", "f9ii"])
def test_a_plan_into_the_wall_can_be_looked_at_though_the_team_would_run_on(way: str) -> None:
    race = a_race(a_chariot("A3.2", written=18, has_whip=False), turn=4, resume="draw", cup=[RED])
    race.options = Options(edition="advanced")
    session = a_session(race)

    shown = controls(session.view([RED]), session.open[RED], NAMES, way)

    assert "You turn over for sure" in shown.text
    assert "Drive · turns you over" in labels(shown)


# Building a chariot


def test_ready_made_chariots_are_told_apart_in_a_line_and_a_sentence() -> None:
    for weapons in ((), ("dust", "knife", "spear")):
        question = Specify(32, weapons)
        shown = asked(question)

        assert len(shown.options) == len(question.legal())
        assert len({option.label for option in shown.options}) == len(shown.options)
        assert all(len(option.label) <= 100 and len(option.description) <= 100 for option in shown.options)
        assert building.EXAMPLE in shown.text


def test_the_example_of_a_chariot_can_be_built() -> None:
    Specify(32, ()).verify(building.read_specification(building.EXAMPLE))


@pytest.mark.slow
def test_buttons_of_weapons_fit() -> None:
    longest = max(
        (label for view, ask in asked_in_advanced_races() for label in labels(controls(view, ask, NAMES))), key=len
    )

    assert len(longest) <= BUTTON_LABEL


def test_an_answer_on_foot_is_taken_in_words() -> None:
    assert taken(asked_in_advanced_races()[0][0], [Run(Square("A12.3"))]) == "run to A12.3"
