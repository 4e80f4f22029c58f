"""The words of the arena: menus, plans, the telling without repetition, rolls, refusals, and no word of races."""

import re
from itertools import pairwise, product
from types import SimpleNamespace
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from cogs.panels.bets.odds import swing_lines
from engine.arena import facts as f
from engine.arena.advice import suggested
from engine.arena.asks import (
    CONDITIONS,
    GUARDS,
    MOVES,
    STRIKES,
    AwaitCrowd,
    ChooseMan,
    ChoosePlace,
    JudgeFallen,
    Menus,
    NoPlan,
    Plan,
    PlanTurn,
    TakeMan,
    TakePlace,
)
from engine.arena.facts import Facts
from engine.arena.forecast import forecast
from engine.arena.men import AREA_NAMES, READY
from engine.arena.orders import Limits, PhaseOrder
from engine.arena.reasons import ArenaReason
from engine.facts import Rolled
from engine.play import Game, new_game
from engine.questions import Ask
from engine.rulesets import RULESETS
from records.refusals import Refused
from records.values import EntryId
from renderers.arena.words import standing_of
from tests.cogs.samples import samples_of, worst_names
from tests.cogs.test_betting_purses import a_swing
from tests.renderers.arena_samples import BLUE, RED, a_man, a_melee, a_view, at_close_quarters, at_the_start, in_the_net
from words import WORDS
from words.arena import (
    choosing,
    codes,
    glance,
    labels,
    phrases,
    plans,
    refusals,
    results,
    rulebook,
    standings,
    story,
    why,
)
from words.shared.glance import MOST_SENTENCES

ARENA, RULES = WORDS["arena"], RULESETS["arena"]
NAMES = {EntryId(number): f"🔴 **{number} {man}**" for number, man in enumerate(("Ann", "Bob", "Cyd", "Dee", "Eve"), 1)}
OF_RACES = re.compile(r"\b(races?|racing|laps?|chariots?|drivers?|reins|track|driv(?:e|es|ing))\b", re.IGNORECASE)
KINDS: list[Any] = list(get_args(Facts))


def a_question(**changed: Any) -> PlanTurn:
    limits = {"cf": 12, "foes": (BLUE,), "factors": 4, **changed}
    return PlanTurn(4, 3, Limits(**limits))


def an_ask(**changed: Any) -> Ask:
    return Ask(RED, a_question(**changed), NoPlan())


def panel(plan: str = "", view: Any = None, **changed: Any) -> Any:
    return plans.controls(view or at_close_quarters(), an_ask(**changed), NAMES, plan)


def a_duel(seed: str, count: int = 2, **options: Any) -> Game[Any]:
    """Return a whole duel between house fighters, or a match of more."""
    played = new_game("arena", *RULES.colours[:count], seed=seed, **options)
    drivers = list(RULES.drivers)
    while played.ask is not None:
        played.house_drives(drivers[played.ask.entry % len(drivers)])
    return played


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
    assert re.search(r"Legs: hits .* against a guard all round, .* if it is guarded\.", text)
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
    for view in (at_the_start(), at_close_quarters(), in_the_net("free")):
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
        filled = panel(fill.code, view)
        assert codes.unpack(filled.rows[0][0].code) == (advised,)
        assert (filled.rows[0][0].label, filled.rows[0][0].style) == ("Seal", "success")
        assert f"**{labels.menus_told(advised.menus).capitalize()}**" in filled.text  # seen before it is sealed


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

    assert "CFs** (combat factors: what your man can do in a phase)" in panel(view=before).text
    assert "combat factors" not in panel(view=after).text


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


# The telling


def exchanges(played: Game[Any]) -> list[Any]:
    """Return the exchanges of a duel as posts tell them."""
    scenes, facts = played.session.scenes, played.facts
    ends = [0, *(scene.told for scene in scenes[:-1]), len(facts)]
    turns: dict[int, list[Any]] = {}
    for number, scene in enumerate(scenes):
        turns.setdefault(scene.since, []).append((scene.view, facts[ends[number] : ends[number + 1]]))
    return [
        SimpleNamespace(
            before=None, after=turn[-1][0], options=turn[-1][0].options, number=at,
            facts=[fact for _, told in turn for fact in told],
        )
        for at, turn in enumerate(turns.values())
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("count", "options"),
    [
        (2, {"exchange": "phase"}),
        (2, {"exchange": "turn"}),
        (2, {"exchange": "turn", "best_of_three": True, "men": "drawn"}),
        (2, {"exchange": "turn", "sides": "two"}),
        (5, {"exchange": "turn", "sides": "melee"}),
    ],
)
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_no_sentence_comes_twice_in_ten_exchanges(seed: str, count: int, options: dict[str, Any]) -> None:
    told: list[list[str]] = []
    for turn in exchanges(a_duel(seed, count, **options)):
        lines = [re.sub(r"^\*\*I+\*\* ", "", line) for line in glance.lines(turn, NAMES)]
        told.append([*glance.headline(turn, NAMES), *lines])
    for start in range(len(told)):
        some = [sentence for each in told[start : start + 10] for sentence in each]
        assert len(some) == len(set(some)), [each for each in some if some.count(each) > 1]


def test_phrases_are_so_many_that_none_returns_in_ten_exchanges() -> None:
    assert {len(set(each)) for each in phrases.HEADLINE.values()} == {phrases.HEADLINES}
    assert len(set(phrases.STATE)) == phrases.HEADLINES > 10
    assert {len(set(each)) for each in phrases.DEED.values()} == {phrases.FIRST}
    pairs = [(number % phrases.FIRST, (number + 2) % phrases.SECOND) for number in range(30)]
    assert len(set(pairs)) == len(pairs)


@pytest.mark.parametrize("seed", ["a", "b", "e"])
def test_an_exchange_is_a_headline_and_three_lines(seed: str) -> None:
    first, *others = exchanges(a_duel(seed, exchange="turn"))

    assert glance.lines(first, NAMES) == []
    assert glance.headline(first, NAMES)[0].startswith("🏟️ The gates open: ")
    for turn in others:
        told, lines = glance.headline(turn, NAMES), glance.lines(turn, NAMES)
        assert 1 <= len(told) <= MOST_SENTENCES
        assert all(len(re.findall(r"\w+", sentence)) <= 30 for sentence in told)
        phases = sum(isinstance(each, f.PhaseBegan) for each in turn.facts)
        assert len(lines) == phases if phases > 1 else len(lines) <= 1
        numbered = zip(lines, ("I", "II", "III"), strict=False)
        assert phases < 2 or all(line.startswith(f"**{numeral}** ") for line, numeral in numbered)


@pytest.mark.parametrize("exchange", ["phase", "turn"])
@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_every_wound_and_every_attempt_of_an_exchange_is_told(seed: str, exchange: str) -> None:
    for turn in exchanges(a_duel(seed, exchange=exchange))[1:]:
        told = "\n".join([*glance.headline(turn, NAMES), *glance.lines(turn, NAMES)])
        for each in turn.facts:
            if isinstance(each, f.Struck) and each.wounds:
                assert AREA_NAMES[each.area - 1] in told, told
            if isinstance(each, f.Struck | f.NetThrown | f.Bashed):
                assert NAMES[each.entry] in told, told


def test_a_net_hides_no_wound_and_a_shield_no_blow_of_the_other() -> None:
    thrown = f.NetThrown(RED, BLUE, 3, 4, "entangled")
    back = f.Struck(BLUE, RED, 2, 6, "front", 15, 10, 5, severity=5, armour="C", wounds=2)
    on_shield = f.Struck(RED, BLUE, 5, 6, "front", 9, 10, -1, shield=True)
    missed = f.Struck(BLUE, RED, 1, 6, "front", 9, 10, -1)
    orders = [f.OrderTold(RED, "plan", None, 9, PhaseOrder(foe=BLUE)), f.OrderTold(BLUE, "plan", None, 9, PhaseOrder())]
    view = at_close_quarters()

    def told(*facts: Any) -> list[str]:
        some = [_phase(4), *orders, *facts]
        turn = SimpleNamespace(before=None, after=view, options=view.options, number=3, facts=some)
        return [*glance.headline(turn, NAMES), *glance.lines(turn, NAMES)]

    netted, stopped = told(thrown, back), told(on_shield, missed)
    assert netted[0].startswith("🕸️ ")
    assert "two wounds" in netted[-1]
    assert "chest" in netted[-1]
    assert stopped[0].startswith("🛡️ ")
    assert NAMES[BLUE] in stopped[-1]
    assert len(stopped) == 2


def test_a_verdict_tells_thumbs_and_roll_and_a_fall_of_both_has_nobody_stand() -> None:
    rolled = Rolled(BLUE, "fate", (3, 3), 6, (), 6, "D.9")
    facts = [_phase(4), f.Fell(BLUE, "collapse", RED, False), f.VotesCounted(BLUE, 2, 1, 0), rolled,
             f.FateDecided(BLUE, False, "dice", RED)]  # fmt: skip
    view = at_close_quarters()

    def told(some: list[Any]) -> list[str]:
        return glance.headline(
            SimpleNamespace(before=None, after=view, options=view.options, number=3, facts=some), NAMES
        )

    assert told(facts)[-1] == f"🎲 {NAMES[BLUE]}: thumbs 2 👍 1 👎, roll 6, and 8 or more is life."
    assert told([*facts[:2], f.FateDecided(BLUE, True, "owner", RED)])[-1].endswith("the victor's owner decided.")
    both = [_phase(4), f.Fell(BLUE, "collapse", RED, False), f.Fell(RED, "legs", BLUE, False),
            f.MatchEnded((), "draw", ((RED, None), (BLUE, None)))]  # fmt: skip
    assert [each.is_mutual for each in glance._headlined(both)] == [True, True]
    assert not re.search(r"steps back|stands above|lowers the blade|One man stands", " ".join(told(both)))
    assert not [each for each in phrases.HEADLINE["falls"] if "steps back" in each or "lowers the blade" in each]


def test_an_exchange_bears_one_name_and_number_in_status_story_and_picture() -> None:
    alive, whole = a_duel("a", exchange="phase"), a_duel("a", exchange="turn")
    for played in (alive, whole):
        facts = story.numbered(played.facts, played.session.scenes[0].view.options)
        heads = [line for line in story.tell(facts, NAMES) if "### " in line]
        assert heads[0] == ("### Exchange 1" if played is alive else "### Exchange 1, phase 1")
        assert len(set(heads)) == len(heads)
        for view in [scene.view for scene in played.session.scenes if scene.view.phase]:
            assert standings.standings(view, NAMES).startswith(f"{standings.turn(view)}, the crowd ")
    views = [scene.view for scene in alive.session.scenes if scene.view.phase and not scene.view.is_over]
    assert not [view for view in views if "turn" in standing_of(view)]
    lines = swing_lines(a_swing(), "exchange")
    assert lines[0] == "### 📈 Chances to win after exchange 1"


def test_no_phrase_of_a_quiet_exchange_looks_back() -> None:
    assert not [each for each in phrases.HEADLINE["steps"] if re.search(r"\byet\b|nobody strikes", each)]


def test_the_same_duel_is_told_alike_and_another_number_otherwise() -> None:
    facts = [f.PhaseBegan(1, 1, 1), f.OrderTold(RED, "plan", None, 9, PhaseOrder(foe=BLUE)), _a_blow(3)]

    one, same, other = (glance.moment([_phase(n), *facts[1:]], NAMES, None) for n in (1, 1, 2))
    assert one == same != other
    assert "three wounds" in one


def test_wounds_of_a_man_are_told_as_wounds() -> None:
    assert all("wounds" in each.lower() and "{have}" in each and "{most}" in each for each in phrases.STATE)
    assert len(phrases.STATE) == 11, "no number of a few exchanges divides it"


def _phase(number: int) -> f.PhaseBegan:
    return f.PhaseBegan((number + 2) // 3, (number - 1) % 3 + 1, number)


def _a_blow(wounds: int) -> f.Struck:
    return f.Struck(RED, BLUE, 5, 6, "front", 15, 10, 5, severity=5, armour="C", wounds=wounds)


def test_a_death_is_the_headline_and_the_winner_comes_before_it() -> None:
    view = at_close_quarters()
    fell = f.Fell(BLUE, "chest", RED, True)
    turn = SimpleNamespace(before=None, after=view, options=view.options, number=3, facts=[_phase(4), _a_blow(4), fell])
    ended = f.MatchEnded((RED,), "fall", ((RED, 1), (BLUE, 2)))
    over = SimpleNamespace(**{**vars(turn), "facts": [*turn.facts, ended]})

    assert glance.headline(turn, NAMES)[0].startswith("☠️ ")
    assert glance.headline(over, NAMES)[0] == f"🏆 {NAMES[RED]} wins!"
    assert glance.headline(over, NAMES)[1].startswith("☠️ ")


def test_every_fact_has_words_whatever_it_holds() -> None:
    names = worst_names()
    for kind in KINDS:
        if not kind.__module__.startswith("engine.arena"):
            continue
        for fact in samples_of(kind):
            assert isinstance(story.line(fact, names), str)


def test_the_story_of_a_duel_tells_every_roll_and_no_word_of_races() -> None:
    played = a_duel("story", exchange="turn")
    told = "\n".join(ARENA.tell(played.facts, NAMES))

    rolls = sum(isinstance(each, Rolled) for each in played.facts)
    assert told.count("🎲 🔴") >= rolls - 1
    assert told.count(story.OVER) == 1
    assert not OF_RACES.search(told), OF_RACES.search(told)


# Why, luck, the end


def test_each_roll_is_explained_with_its_rule() -> None:
    played = a_duel("why", exchange="turn")
    blocks = why.why(played.facts, NAMES, played.view.options)
    rolls = [each for each in played.facts if isinstance(each, Rolled)]

    assert len(blocks) == len(rolls)
    for block, rolled in zip(blocks, rolls, strict=True):
        assert block.startswith(f"**{rolled.rule} {why.TITLES[rolled.what_for]}**")
    blows = [block for block in blocks if "A blow" in block]
    assert all("defence of" in block for block in blows)


def test_every_kind_of_roll_has_a_title() -> None:
    seen = set()
    for seed in range(12):
        for played in (a_duel(f"t{seed}", men="drawn"), a_duel(f"u{seed}")):
            seen |= {each.what_for for each in played.facts if isinstance(each, Rolled)}

    assert seen <= set(why.TITLES)
    assert len(seen) >= 9


def test_stun_is_explained_by_the_blow_that_it_is_for() -> None:
    played = a_duel("stun", exchange="turn")
    for at, each in enumerate(played.facts):
        if isinstance(each, Rolled) and each.what_for == "stun":
            told = why._stun(each, played.facts[:at])
            missing = re.search(r"(\d+) short", told)
            stunned = [
                after.points for after in played.facts[at : at + 14]
                if isinstance(after, f.Stunned) and after.entry == each.entry
            ]  # fmt: skip
            if missing and stunned:
                assert int(missing[1]) <= stunned[0]


def test_luck_is_even_over_many_duels() -> None:
    found = [each for seed in range(20) for each in results.chances(a_duel(f"l{seed}").facts, None)]  # type: ignore[arg-type]

    assert len(found) > 150
    assert 0.44 < float(sum(each.luck for each in found)) / len(found) < 0.56
    assert all(0 <= each.better < 1 and 0 < each.same <= 1 for each in found)


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_the_end_tells_places_fates_and_the_deciding_blow(seed: str) -> None:
    played = a_duel(seed, exchange="turn")
    ends = [turn.after for turn in exchanges(played)]
    told = results.result(ends, played.facts, NAMES)

    assert "wins" in told.title or "Nobody" in told.title
    assert {each.entry for each in told.places} == {RED, BLUE}
    assert told.length.endswith("exchanges") or told.length == "1 exchange"
    assert told.stories is not None
    assert all(each.endswith(".") for each in told.stories.values())
    if any(isinstance(each, f.Fell) for each in played.facts):
        assert re.match(r"Exchange \d+, phase [123]: .* falls", told.decisive)


def test_the_deciding_blow_is_told_by_the_exchange_whose_headline_it_had() -> None:
    played = a_duel("a", exchange="phase")
    assert any(isinstance(each, f.Fell) for each in played.facts)

    told = results.result([turn.after for turn in exchanges(played)], played.facts, NAMES)

    assert told.decisive.startswith(f"Exchange {exchanges(played)[-1].after.turn}: ")


# Standings, refusals, rules


def test_how_a_man_lies_is_told_in_wounds() -> None:
    view = at_close_quarters()

    assert ARENA.lying is not None
    assert ARENA.lying(view, RED) == (1, "")
    assert ARENA.lying(view, BLUE) == (2, "1 wound worse off")
    assert ARENA.lying(replace(view, phase=0), RED) is None
    assert "13 of 14 wounds" in ARENA.standings(view, NAMES)


@pytest.mark.parametrize("reason", ArenaReason)
def test_every_refusal_says_what_to_do_instead(reason: ArenaReason) -> None:
    values = {"cf": 9, "most": 6, "have": 3, "need": 12, "what": "head", "item": "shield", "at_most": 8, "life": True}
    refused = Refused(reason, "D.4.4", foe=BLUE, possible=(RED,), **values)
    told = refusals.refusal(refused, NAMES)

    assert told is not None
    assert len(re.findall(r"[.:]", told)) >= 2 or told.endswith("(rule D.4.4)")
    assert not OF_RACES.search(told)


def test_topics_name_rules_and_tables_are_narrow() -> None:
    own = {name: text for name, text in rulebook.TOPICS.items() if "D." in text or "C.5" in text}

    assert len(own) >= 20
    assert all(re.search(r"\(rules? [CD]", text) for text in own.values())
    for _, make in rulebook.TABLES.values():
        assert max(map(len, make().split("\n"))) <= 90
    assert ARENA.primer is not None
    assert len(ARENA.primer) == 4


def test_lines_of_phases_follow_one_another() -> None:
    numbers = [turn.after.turn for turn in exchanges(a_duel("n", exchange="turn"))]

    assert all(later - earlier == 1 for earlier, later in pairwise(numbers))


def test_a_place_is_taken_by_one_press_or_from_a_menu() -> None:
    hexes = ((-5, 0), (-4, 0), (-4, -1))
    shown = choosing.controls(a_view(), Ask(RED, ChoosePlace(hexes), TakePlace((-4, 0))), NAMES)

    assert [(each.label, each.style, each.code) for row in shown.rows for each in row] == [
        ("Begin at hex 2", "primary", shown.options[1].code)
    ]


def test_no_area_is_the_subject_of_a_phrase_since_some_are_many() -> None:
    every = [said for phrase in (*phrases.HEADLINE.values(), *phrases.DEED.values()) for said in phrase]

    assert [each for each in every if re.search(r"'s \{area\} [a-z]+s\b", each)] == []


@pytest.mark.parametrize(("judge", "told"), [("crowd", "The crowd decides: press"), ("host", "Host, you decide")])
def test_whoever_decides_is_called_to_the_fall(judge: Any, told: str) -> None:
    view = a_view(options=replace(a_view().options, judge=judge))

    assert choosing.calls(view).startswith(f"👍 👎 **Life or death?** {told}")


def test_a_man_who_is_called_by_name_brings_himself() -> None:
    named = {**NAMES, RED: "🔴 **1 Nekure**"}
    men = [f.ManEntered(RED, replace(READY[0], name="Nekure"), "small"), f.ManEntered(BLUE, READY[1], "large")]

    told = glance._before(men, None, named)

    assert told == "🏟️ The gates open: 🔴 **1 Nekure**, light and 🔴 **2 Bob** brings Taurus, medium."


@pytest.mark.parametrize(("why", "told"), [("surrender", "gives up."), ("arms", "goes down: the arms obey no more.")])
def test_whoever_surrenders_gives_up(why: Any, told: str) -> None:
    facts = [_phase(1), f.OrderTold(RED, "plan", None, 9, PhaseOrder(foe=BLUE)), f.Fell(RED, why, BLUE, False)]

    assert glance.moment(facts, NAMES, None).endswith(f"{NAMES[RED]} {told}")
