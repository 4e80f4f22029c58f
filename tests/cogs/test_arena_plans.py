"""What is asked of whoever leads a gladiator: plans, their codes, and the other questions."""

import re
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from engine.arena.advice import suggested
from engine.arena.asks import (
    CONDITIONS,
    GUARDS,
    MOVES,
    STRIKES,
    AwaitCrowd,
    ChooseMan,
    JudgeFallen,
    Menus,
    NoPlan,
    Plan,
    PlanTurn,
    TakeMan,
)
from engine.arena.forecast import forecast
from engine.arena.men import AREA_NAMES, READY
from engine.arena.orders import Limits
from engine.questions import Ask
from engine.rulesets import RULESETS
from records.refusals import Refused
from records.values import EntryId
from tests.renderers.arena_samples import BLUE, RED, a_man, a_melee, a_view, at_close_quarters, at_the_start, in_the_net
from words import WORDS
from words.arena import (
    choosing,
    codes,
    labels,
    plans,
)

ARENA, RULES = WORDS["arena"], RULESETS["arena"]
NAMES = {EntryId(number): f"🔴 **{number} {man}**" for number, man in enumerate(("Ann", "Bob", "Cyd", "Dee", "Eve"), 1)}


def a_question(**changed: Any) -> PlanTurn:
    limits = {"cf": 12, "foes": (BLUE,), "factors": 4, **changed}
    return PlanTurn(4, 3, Limits(**limits))


def an_ask(**changed: Any) -> Ask:
    return Ask(RED, a_question(**changed), NoPlan())


def panel(plan: str = "", view: Any = None, **changed: Any) -> Any:
    return plans.controls(view or at_close_quarters(), an_ask(**changed), NAMES, plan)


# Plans


def test_rule_d_4_1_the_first_page_has_three_menus_seal_and_more() -> None:
    shown = panel()

    assert [menu.name for menu in shown.menus] == ["move", "strike", "guard"]
    assert [len(menu.options) for menu in shown.menus] == [6, 17, 9]
    assert [[each.label for each in row] for row in shown.rows] == [["Seal", "More"]]
    assert len(panel(has_net=True).menus[0].options) == len(MOVES) == 7


def test_every_choice_has_a_short_label_and_a_sentence() -> None:
    every = [*labels.MOVES.values(), *labels.STRIKES.values(), *labels.GUARDS.values(), *labels.CONDITIONS.values()]

    assert (set(labels.MOVES), set(labels.STRIKES), set(labels.GUARDS)) == (set(MOVES), set(STRIKES), set(GUARDS))
    assert set(labels.CONDITIONS) == set(CONDITIONS)
    assert all(len(each.label) <= 26 and 10 < len(each.about) <= 100 for each in every)
    for page in ("", "1-c060", "2-c060", "3-c060"):
        for menu in panel(page).menus:
            for option in menu.options:
                assert option.description
                assert len(option.label) <= 100
                assert len(option.description) <= 100
            assert set(menu.chosen) <= {option.code for option in menu.options}


def test_a_choice_changes_its_menu_alone() -> None:
    begun = Plan("close", "hard-chest", "all", when=("hurt",), keep=False)
    for menu, kind in zip(panel(codes.pack(begun)).menus, ("move", "strike", "guard"), strict=True):
        for option in menu.options:
            (plan,) = codes.unpack(option.code)
            assert isinstance(plan, Plan)
            assert replace(plan, **{kind: getattr(begun, kind)}) == begun


def test_the_panel_tells_the_cost_and_the_chances() -> None:
    view = at_close_quarters()
    text = panel("c090", view).text

    assert "**Close in · hard at legs · all round**" in text
    assert re.search(r"\d+ CFs: 6 to strike, \d+ to guard\.", text)
    assert re.search(r"Legs: hits .* \(guard all round\), .* if guarded\.", text)
    assert "legs 12 of 12" in text
    assert "You have **12 CFs**" in text


def test_cfs_add_up_and_every_wounded_area_is_told() -> None:
    view = at_close_quarters()
    view = replace(view, fighters=tuple(replace(man, stun=0, wounds=(2, 1, 0, 4, 1)) for man in view.fighters))
    have = forecast(view, RED, Plan("close", "hard-legs", "all")).cf
    view = replace(view, fighters=tuple(replace(man, cf=have) for man in view.fighters))
    lapses = set()
    for strike, guard in product(STRIKES, GUARDS):
        text = panel(codes.pack(Plan("close", strike, guard)), view).text
        spent, lapsed = re.findall(r"(\d+) CFs: .*?\.(?: (\d+) more finds? no place and lapses?\.)?\n", text + "\n")[0]
        assert int(spent) + int(lapsed or 0) == have, text
        lapses.add(int(lapsed or 0))
    assert f"You have **{have} CFs**" in text
    assert len(lapses) > 1
    red = view.fighter(RED)
    told = text.partition("You have")[2]
    assert all(f"{AREA_NAMES[at]} {some} of" in told for at, some in enumerate(red.wounds) if some)


def test_a_man_in_the_net_reads_that_no_blow_is_possible() -> None:
    view = in_the_net()
    caught = next(man.entry for man in view.fighters if man.netted == "entangled")
    other = next(man.entry for man in view.fighters if man.entry != caught)
    shown = plans.controls(view, Ask(caught, a_question(foes=(other,)), NoPlan()), NAMES, "c090")

    assert "No step and no blow in the net" in shown.text
    assert "11 or more" in shown.text
    assert "No step" not in panel("c090").text


def test_a_second_cut_is_told_of_strikes_that_have_one() -> None:
    assert "second cut" not in labels.plan_told(Plan("close", "hard-arms", "all", second=1))
    assert "second cut at the head" in labels.plan_told(Plan("close", "two-arms", "all", second=1))
    assert "second cut at the head" in labels.plan_told(Plan("close", "bash", "all", second=1))


def test_a_net_is_watched_for_where_somebody_has_one() -> None:
    labels_of = [option.label for option in panel("c090").menus[2].options]
    netted = in_the_net("free")
    thrower = next(man.entry for man in netted.fighters if man.net != "none")
    other = next(man.entry for man in netted.fighters if man.entry != thrower)
    facing = plans.controls(netted, Ask(other, a_question(foes=(thrower,)), NoPlan()), NAMES, "c090")

    assert "Guard: Watch the net" not in labels_of
    assert "Guard: Watch the net" in [option.label for option in facing.menus[2].options]


def test_the_plan_that_stands_first_says_why_if_it_seldom_hits() -> None:
    seen = set()
    start = at_the_start()
    mine = start.fighter(RED)
    assert mine.man is not None
    poor = replace(mine, man=replace(mine.man, tr=2))
    weak = replace(start, fighters=tuple(poor if each.entry == RED else each for each in start.fighters))
    for view in (at_the_start(), at_close_quarters(), in_the_net("free"), weak):
        for own, foe in ((RED, BLUE), (BLUE, RED)):
            ask = Ask(own, a_question(foes=(foe,)), NoPlan())
            best = suggested(view, ask)
            hits = forecast(view, own, best).hits
            seldom = bool(hits) and max(each.all_round for each in hits) < 35
            text = plans.controls(view, ask, NAMES, codes.pack(best)).text
            assert ("The best plan I know. It seldom hits" in text) is seldom
            seen.add(seldom)
    assert seen == {True, False}


@pytest.mark.parametrize(
    ("percent", "told"), [(58, "about 6 in 10"), (3, "hardly ever"), (97, "nearly always"), (50, "about 5 in 10")]
)
def test_chances_are_told_in_tenths(percent: int, told: str) -> None:
    assert plans._in_ten(percent) == told


def test_more_has_conditions_giving_up_and_habits_and_the_phases() -> None:
    shown = panel("1-c060")

    assert [menu.name for menu in shown.menus] == ["when", "give_up", "habits"]
    assert [each.label for each in shown.rows[0]] == ["Seal", "Back", "Phase 2", "Phase 3", "Surrender"]
    assert panel("1-c0a0").menus[0].name == "second"
    assert panel("1-c060", a_melee(), foes=(BLUE, EntryId(3))).menus[0].name == "foe"
    assert len(panel("1-c0a0", a_melee(), foes=(BLUE, EntryId(3))).menus) <= 4


@pytest.mark.parametrize(
    ("options", "judges"),
    [
        ({"has_crowd": True}, "The crowd has its thumbs, and two dice decide, and 8 or more is life."),
        ({"has_crowd": True, "mercy": "host"}, "The host decides; without a word two dice decide"),
        ({"mercy": "owner"}, "The victor's player decides; if they leave it open, two dice decide"),
        ({"mercy": "dice"}, "**death**. Two dice decide, and 8 or more is life."),
    ],
)
def test_surrender_asks_once_and_says_what_may_follow(options: dict[str, Any], judges: str) -> None:
    view = at_the_start()
    view = replace(view, options=replace(view.options, **options))
    up = panel("1-c060", view).rows[0][-1]
    asked = panel(up.code, view)

    assert (up.label, up.act) == ("Surrender", "plan")
    assert "Moment of Truth: life (missus), or **death**" in asked.text
    assert judges in asked.text
    assert "−2 on that roll" in asked.text
    seals, back = asked.rows[0]
    assert (seals.label, seals.act, seals.style, back.act) == ("Surrender", "answer", "danger", "plan")
    assert codes.unpack(seals.code) == (replace(codes.read_plan("1-c060")[0], surrender=True),)
    assert panel(back.code, view) == panel("1-c060", view)


def test_a_man_who_bled_enough_does_not_surrender_too_soon_and_a_typed_surrender_is_asked_too() -> None:
    view = at_close_quarters()
    plan = Plan("stand", "none", "all", surrender=True)

    assert "−2" not in panel(codes.pack(plan), view).text
    assert WORDS["arena"].risky(view, Ask(RED, a_question(), plan), (plan,)) == codes.pack(plan)
    assert WORDS["arena"].risky(view, Ask(RED, a_question(), plan), (Plan("close", "none", "all"),)) is None


def test_two_conditions_at_most_are_ever_offered() -> None:
    question = a_question()
    for first in panel("1-c060").menus:
        for option in first.options:
            for then in panel(option.code).menus:
                for each in then.options:
                    (plan,) = codes.unpack(each.code.removeprefix("1-"))
                    question.verify(plan)


def test_what_no_longer_fits_is_left_out_of_a_plan() -> None:
    (menu, *_) = panel("c690-m690-f3-a5").menus  # no net, a foe who is gone; and legs twice would be refused

    assert menu.chosen == ("c090-m090-a5",)
    assert panel("c0e0-a5").menus[0].chosen == ("c0e0",)


def test_nothing_is_green_but_the_plan_that_is_advised_and_seal_keeps_its_place() -> None:
    view = at_close_quarters()
    best = panel("", view).rows[0][0]
    assert (best.label, best.style) == ("Seal", "success")
    (advised,) = codes.unpack(best.code)
    assert isinstance(advised, Plan)

    for each in (option for menu in panel("", view).menus for option in menu.options if option.code != best.code):
        seal, more, fill = panel(each.code, view).rows[0]
        assert (seal.label, seal.act, seal.style) == ("Seal", "answer", "primary")
        assert codes.unpack(seal.code) == codes.unpack(each.code)
        assert (more.label, fill.label, fill.act, fill.style) == ("More", "Fill in as advised", "plan", "secondary")
        assert f"\n-# Advised: {labels.advised_told(advised)}." in panel(each.code, view).text
        filled = panel(fill.code, view)
        assert "Advised:" not in filled.text
        assert codes.unpack(filled.rows[0][0].code) == (advised,)
        assert (filled.rows[0][0].label, filled.rows[0][0].style) == ("Seal", "success")
        assert f"**{labels.menus_told(advised.menus).capitalize()}**" in filled.text  # seen before it is sealed


def test_where_the_last_plan_stands_the_way_to_the_best_is_green_until_something_is_chosen() -> None:
    view = at_close_quarters()
    last = Plan("stand", "none", "low", keep=True)
    (entry, *_) = [each.entry for each in view.fighters]
    stands = replace(view, own={entry: last})

    first, then = panel("", stands).rows[0], panel(codes.pack(last), stands).rows[0]

    assert [(each.label, each.style) for each in (first[0], first[-1])] == [
        ("Seal", "primary"), ("Fill in as advised", "success"),
    ]  # fmt: skip
    assert codes.unpack(first[0].code) == (last,)
    assert (then[-1].label, then[-1].style) == ("Fill in as advised", "secondary")


def test_advice_changes_menus_alone() -> None:
    habits = Plan("stand", "none", "low", foe=BLUE, finish=False, when=("hurt",), keep=False, plea="life")
    *_, advised = panel(codes.pack(habits), at_close_quarters()).rows[0]

    (plan,) = codes.unpack(advised.code)
    assert isinstance(plan, Plan)
    assert advised.label == "Fill in as advised"
    assert plan.menus != habits.menus
    assert replace(plan, move="stand", strike="none", guard="low", second=0) == habits


def test_a_lesson_advises_nothing() -> None:
    view = at_close_quarters()
    lesson = replace(view, options=replace(view.options, lesson=1))

    for code in ("", "c090", "c4g1"):
        assert "Advised:" not in panel(code, lesson).text
        assert [(each.label, each.style) for each in panel(code, lesson).rows[0]] == [
            ("Seal", "primary"), ("More", "secondary"),
        ]  # fmt: skip


def test_a_strike_s_chance_and_cost_fit_a_line_of_a_phone() -> None:
    strikes = panel().menus[1].options

    assert strikes[5].label == "Strike: Hard at head"
    assert re.fullmatch(r"Hits about \d in 10 · 6 CFs, may leave you open", strikes[5].description)
    assert all(len(each.description) <= 47 for each in strikes if each.description.startswith("Hits"))


def test_cfs_are_explained_before_the_first_blow_and_never_again() -> None:
    before, after = at_the_start(), replace(at_the_start(), turn=1)

    assert "CFs** (what your man can do in a phase)" in panel(view=before).text
    assert "what your man can do" not in panel(view=after).text


def test_men_who_stand_ready_are_chosen_by_their_type_and_drawn_ones_by_their_figures() -> None:
    ready = choosing.controls(a_view(), Ask(RED, ChooseMan(READY), TakeMan(1)), NAMES)
    drawn = (READY[0], replace(READY[1], name="Otho"))
    others = choosing.controls(a_view(), Ask(RED, ChooseMan(drawn), TakeMan(0)), NAMES)

    assert ready.text.count("\n") == len(READY) + 1
    assert "`/rules table:men ready`" in ready.text
    assert [each.style for row in ready.rows for each in row] == ["secondary", "primary", "secondary", "secondary"]
    assert "wounds an area" in others.text


# Codes


def test_all_plans_of_the_menus_have_codes_of_their_own() -> None:
    every = [Plan(*each) for each in product(MOVES, STRIKES, GUARDS)]
    packed = [codes.pack(each) for each in every]

    assert len(set(packed)) == len(every)
    assert [codes.unpack(code)[0] for code in packed] == every


@pytest.mark.parametrize(
    "plan",
    [
        Plan("net", "two-legs", "low", foe=EntryId(8), second=1, finish=False, when=("hurt", "half"), keep=False),
        Plan("back", "none", "net", later=(Menus("left", "bash", "high"), Menus("right")), plea="death"),
        Plan("stand", "none", "all", surrender=True, plea="life", when=("three-quarters",)),
    ],
)
def test_a_plan_with_all_that_lies_behind_more_has_a_code(plan: Plan) -> None:
    for page in range(4):
        code = codes.pack(plan, page)
        assert re.fullmatch(r"[a-z0-9-]{1,60}", code)
        assert codes.read_plan(code) == (plan, page)


@pytest.mark.parametrize(
    "code", ["", "c", "c7", "c990", "c0h0", "c060-w9", "c060-f", "4-c060", "man-", "at-9", "c060-zz"]
)
def test_a_made_up_code_is_refused(code: str) -> None:
    with pytest.raises(Refused):
        codes.unpack(code)


# The other questions


def test_a_man_is_chosen_with_a_press() -> None:
    ask = Ask(RED, ChooseMan(READY), TakeMan(1), secret=True)
    shown = choosing.controls(a_view(a_man(1, None, None), a_man(2, None, None)), ask, NAMES)

    assert [codes.unpack(each.code)[0] for row in shown.rows for each in row] == [TakeMan(n) for n in range(4)]
    assert all(man.name in shown.text for man in READY)


def test_mercy_and_the_crowd_have_buttons() -> None:
    view = at_close_quarters()
    judge = choosing.controls(view, Ask(RED, JudgeFallen(BLUE), NoPlan()), NAMES)
    crowd = choosing.controls(view, Ask(RED, AwaitCrowd(BLUE), NoPlan()), NAMES)

    assert [each.label for each in judge.rows[0]] == ["Spare", "Kill", "Leave it to the dice"]
    assert [each.style for each in judge.rows[0]] == ["secondary", "danger", "secondary"]
    assert [each.label for each in crowd.rows[0]] == ["Count the thumbs"]


def test_silence_says_what_stands() -> None:
    view = at_close_quarters()
    kept = replace(view, own={RED: Plan("back", "quick-head", "high")})
    once = replace(view, own={RED: Plan("back", "quick-head", "high", keep=False)})

    assert "your plan stands, give ground · quick at head · high" in choosing.taken(kept, [NoPlan()])
    assert "closes in" in choosing.taken(once, [NoPlan()])


def test_letters_of_armour_are_explained_where_men_are_chosen_by_them() -> None:
    armoured = replace(READY[0], name="Ferox", armour=("A7", "-", "C", "-", "-"))
    bare = replace(armoured, armour=("-",) * 5)

    def text(*men: Any) -> str:
        return choosing.controls(a_view(), Ask(RED, ChooseMan(men), TakeMan(0)), NAMES).text

    assert "head A7" in text(armoured, bare)
    assert text(armoured, bare).count("C8 covers on rolls up to 8 alone") == 1
    assert "rolls up to" not in text(bare)
