"""What players of a Chariot Race read and press: stories, questions with odds, orders, lessons."""

import re
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from engine.chariot_race import asks
from engine.chariot_race.data import BLACK, MOST_ROUNDS
from engine.chariot_race.facts import LapDone, Placing, RaceEnded
from engine.chariot_race.house.drivers import DRIVERS
from engine.chariot_race.odds import odds
from engine.chariot_race.orders import CaltropWish, JavelinWish, Orders
from engine.chariot_race.outlooks import DiceOdds
from engine.chariot_race.reasons import RaceReason
from engine.chariot_race.ruleset import RULESET
from engine.chariot_race.state import Options
from engine.chariot_race.track import FINISH
from engine.chariot_race.views import RaceView
from engine.dice import QuickDice
from engine.facts import Rolled
from engine.game import Entrant
from engine.questions import Answer, Ask, AskAll
from engine.table import Table
from records.refusals import Refused
from records.values import EntryId, Faction, Square
from tests.renderers.chariot_samples import Moment, race
from words import WORDS
from words.chariot_race import glance, lessons, orders, refusals
from words.chariot_race.codes import pack, unpack
from words.shared.words import Choice, Controls, Lesson

GAME = WORDS["chariot-race"]
ORDERS = orders.WORDS
NAMES = {EntryId(number): f"🔵 **{number} Driver**" for number in range(1, 7)}
WAYS = {
    "white": Options(track="BB"),
    "black": Options(track="AB", boards="black"),
    "by orders": Options(track="BA", boards="black", by_orders=True),
}
PRESSES = 30


def moments(way: str) -> list[Moment]:
    return race(WAYS[way], seed=5)[0]


def put(moment: Moment, plan: str = "") -> Controls:
    return GAME.controls(moment.view, moment.ask, NAMES, plan)


def buttons(controls: Controls) -> Iterator[Choice]:
    for row in controls.rows:
        assert 1 <= len(row) <= 5
        yield from row


# Questions


@pytest.mark.parametrize("way", WAYS)
def test_every_question_can_be_answered_by_its_controls_and_by_typing_its_example(way: str) -> None:
    for moment in moments(way):
        if moment.ask.entry != 1:
            continue
        controls = put(moment)
        for choice in buttons(controls):
            assert len(choice.label) <= 38
            assert re.fullmatch(r"[a-z0-9-]{0,60}", choice.code)
            if choice.act == "plan":
                put(moment, choice.code)
            else:
                first, *_ = GAME.unpack(choice.code)
                moment.ask.question.verify(first)
                assert GAME.taken(moment.view, GAME.unpack(choice.code))
        codes = [option.code for option in controls.options]
        assert len(codes) == len(set(codes)) <= 25
        for code in codes:
            moment.ask.question.verify(*GAME.unpack(code))
        moment.ask.question.verify(*GAME.read(moment.view, moment.ask, controls.typed_example))


@pytest.mark.slow
def test_what_is_pressed_to_go_on_is_what_is_asked_next() -> None:
    keeps = 0
    for moment in moments("white"):
        for choice in buttons(put(moment)):
            if choice.act == "drive":
                keeps += 1
                answers = GAME.unpack(choice.code)
                assert isinstance(answers[0], asks.Reroll | asks.FinishDice)
                assert all(isinstance(each, asks.FinishDice | asks.Move) for each in answers[1:])
                wants_fate = moment.view.chariot(moment.ask.entry).fate >= 2
                assert any(isinstance(each, asks.FinishDice) for each in answers) == wants_fate
    assert keeps > 50


@pytest.mark.slow
def test_a_race_is_driven_by_thirty_presses() -> None:
    """A newcomer presses the coloured button, throws at the first in range, and never opens a menu."""
    entrants = [Entrant(EntryId(n), RULESET.colours[n - 1], Faction(n)) for n in range(1, 7)]
    for seed in range(1, 6):
        state, table, presses = RULESET.new_race(Options(track="AA"), entrants), Table(QuickDice(seed)), 0
        planned: list[Answer] = []

        def answer(ask: Ask) -> Answer:
            nonlocal presses, planned
            view = RULESET.view_for(state, {}, [ask.entry])  # noqa: B023
            if ask.entry != 1:
                return DRIVERS["steady"](view, ask)
            if not planned:
                presses += 1
                chosen = [each for each in buttons(GAME.controls(view, ask, NAMES, "")) if each.act != "plan"]
                planned = list(GAME.unpack(next((each for each in chosen if each.style == "success"), chosen[0]).code))
            return planned.pop(0)

        while not RULESET.is_over(state):
            play, given = RULESET.play_turn(state, table), None
            try:
                while True:
                    asked = play.send(given)
                    assert not isinstance(asked, AskAll)
                    given = answer(asked)
                    asked.question.verify(given)
            except StopIteration:
                pass
        assert presses <= PRESSES


@pytest.mark.slow
def test_the_green_button_about_dice_is_the_best_answer() -> None:
    kept = rolled = 0
    for moment in moments("white"):
        question = moment.ask.question
        if not isinstance(question, asks.ChooseReroll | asks.SpendFortune):
            continue
        best, *_ = odds(moment.view, moment.ask)
        assert isinstance(best, DiceOdds)
        green = [GAME.unpack(choice.code)[0] for choice in buttons(put(moment)) if choice.style == "success"]
        stays = asks.Reroll(()) if isinstance(question, asks.ChooseReroll) else asks.FinishDice()
        if isinstance(question, asks.ChooseReroll):
            found = [each for each in odds(moment.view, moment.ask) if isinstance(each, DiceOdds)]
            assert len(green) == 1 or best.wreck == 1.0
            assert all(each.worth == pytest.approx(best.worth) for each in found if [each.answer] == green)
        kept, rolled = kept + (green == [stays]), rolled + (green == [best.answer] != [stays])
    assert kept > 10
    assert rolled > 10


def test_a_silence_that_wrecks_is_named() -> None:
    """Only where the rules' own reroll (rule F) is the danger, and no fate is left to turn a die."""
    seen = {True: 0, False: 0}
    for moment in moments("white"):
        own = moment.view.chariot(moment.ask.entry)
        if not isinstance(moment.ask.question, asks.ChooseReroll):
            continue
        poor = tuple(replace(each, fate=0) if each is own else each for each in moment.view.chariots)
        view = replace(moment.view, chariots=poor)
        found = {each.answer: each.wreck for each in odds(view, moment.ask) if isinstance(each, DiceOdds)}
        assert isinstance(moment.ask.default, asks.Reroll)
        silent = found.get(moment.ask.default, 0.0)
        is_said = "Answer this yourself" in GAME.controls(view, moment.ask, NAMES, "").text
        assert is_said or silent < 0.1 or silent <= found[next(iter(found))]
        assert "Answer this yourself" not in put(moment).text or own.fate < 2
        seen[is_said] += 1
    assert seen[True] > 0
    assert seen[False] > 10


def test_dice_are_picked_one_by_one() -> None:
    moment = next(each for each in moments("white") if isinstance(each.ask.question, asks.ChooseReroll))
    one, _, three, *_ = [choice for choice in buttons(put(moment)) if choice.act == "plan"]

    picked = put(moment, one.code)
    both = [choice for choice in buttons(put(moment, _other(picked, three.label[0]))) if choice.act == "answer"]

    assert GAME.unpack(both[0].code) == (asks.Reroll((0, 2)),)


def _other(controls: Controls, number: str) -> str:
    return next(each.code for each in buttons(controls) if each.act == "plan" and each.label.startswith(number))


@pytest.mark.parametrize("code", ["", "turn-1-luck", "drop-x99", "go-1-fxf", "pick-7", "a" * 61, "throw-two"])
def test_a_made_up_code_is_refused(code: str) -> None:
    with pytest.raises(Refused):
        unpack(code)


def test_wishes_are_ranked_by_pressing() -> None:
    moment = next(each for each in moments("by orders") if isinstance(each.ask.question, asks.WishBoards))

    red = next(each for each in buttons(put(moment)) if each.label == "Red")
    green = next(each for each in buttons(put(moment, red.code)) if each.label == "Green")
    seal = next(each for each in buttons(put(moment, green.code)) if each.act == "answer")

    assert GAME.unpack(seal.code) == (asks.BoardWishes(("red", "green")),)


@pytest.mark.parametrize("plan", ["boards-red--boards-green", "slots-12", "ready"])
def test_what_is_no_list_of_boards_is_refused(plan: str) -> None:
    moment = next(each for each in moments("by orders") if isinstance(each.ask.question, asks.WishBoards))

    with pytest.raises(Refused):
        put(moment, plan)


# Stories


@pytest.mark.parametrize("way", WAYS)
def test_every_fact_has_words_and_a_turn_is_one_line(way: str) -> None:
    told = moments(way)[-1].told
    lines = GAME.tell(told, NAMES)

    turns = sum(type(fact).__name__ == "TurnBegan" for fact in told)
    assert turns <= sum("🎲" in line for line in lines) <= turns
    assert not any("****" in line for line in lines)
    assert [line for line in lines if line.startswith("### Round 1")]
    assert len(GAME.why(told, NAMES, Options())) == sum(isinstance(fact, Rolled) for fact in told)


def test_a_turn_told_in_parts_goes_on_in_a_line_of_its_own() -> None:
    told = moments("white")[-1].told
    at = next(place for place, fact in enumerate(told) if type(fact).__name__ == "SpeedSet")

    (line,) = GAME.tell(told[at : at + 2], NAMES)

    assert line.startswith(NAMES[told[at].entry])  # type: ignore[attr-defined]


def test_every_refusal_has_its_sentence() -> None:
    assert set(refusals.SENTENCES) == set(RaceReason)


# Orders


def test_orders_are_written_as_they_are_read() -> None:
    view = next(each.view for each in moments("by orders") if each.view.round)
    wishes = (JavelinWish("rival", EntryId(2)), JavelinWish("weakest"), CaltropWish("before", EntryId(3)))
    for given in (
        Orders(),
        Orders(9, ("steer", "steer", "attack"), "spend", 2, 7, "outer", 3, "seek", wishes),
    ):
        assert ORDERS.read(view, EntryId(1), Orders(), ORDERS.write(view, EntryId(1), given)) == given


@pytest.mark.slow
def test_every_menu_changes_what_it_says_and_presets_fill_in_all() -> None:
    moment = next(each for each in moments("by orders") if isinstance(each.ask.question, asks.WriteOrders))
    entry = moment.ask.entry
    sheet = ORDERS.sheet(moment.view, entry, moment.ask, Orders(), NAMES)

    assert len(sheet.menus) == 3
    for menu in (*sheet.menus, *sheet.more):
        assert len(menu.options) <= 25
        for option in menu.options:
            changed = ORDERS.choose(moment.view, entry, Orders(), menu.name, [option.code])
        again = ORDERS.sheet(moment.view, entry, moment.ask, changed, NAMES)
        (shown,) = [each for each in (*again.menus, *again.more) if each.name == menu.name]
        code = menu.options[-1].code
        assert set(shown.chosen) == {code.removesuffix("-2") if menu.name == "wants" else code}
    drawn = [ORDERS.choose(moment.view, entry, Orders(), "preset", [each.code]) for each in sheet.presets]
    assert len(set(map(repr, drawn))) == len(drawn) == 3
    with pytest.raises(Refused):
        ORDERS.choose(moment.view, entry, Orders(), "speed", ["13"])
    assert "1 in" in sheet.text or "in 10" in sheet.text


def test_what_is_typed_wrong_is_refused_with_what_may_stand_there() -> None:
    view = next(each.view for each in moments("by orders") if each.view.round)

    for text in ("", "speed 99", "javelin nobody", "fly", "want courage"):
        with pytest.raises(Refused) as caught:
            ORDERS.read(view, EntryId(1), Orders(), text)
        assert caught.value.values["expected"]


def test_small_words_of_an_order_are_understood() -> None:
    view = next(each.view for each in moments("by orders") if each.view.round)
    typed = "wants steer, repair at 8 and risk 2, javelin at 2"

    read = ORDERS.read(view, EntryId(1), Orders(), typed)

    assert read == Orders(8, ("steer",), risk=2, attacks=(JavelinWish("rival", EntryId(2)),))


@pytest.mark.parametrize("typed", ["12 steer", "9 steer", "steer"])
def test_one_die_is_turned_to_a_face(typed: str) -> None:
    moment = next(each for each in moments("white") if isinstance(each.ask.question, asks.SpendFortune))

    assert GAME.read(moment.view, moment.ask, "1 steer") == (asks.FortunaTurn(0, "steer"),)
    with pytest.raises(Refused):
        GAME.read(moment.view, moment.ask, typed)


def test_a_single_die_is_not_dice() -> None:
    moment = next(each for each in moments("by orders") if isinstance(each.ask.question, asks.WriteOrders))
    speeds = ORDERS.sheet(moment.view, moment.ask.entry, moment.ask, Orders(), NAMES).menus[0]

    assert not any("1 dice" in option.description for option in speeds.options)


# Lessons


@pytest.mark.parametrize("lesson", lessons.LESSONS, ids=lambda lesson: lesson.title)
def test_a_lesson_is_short_and_says_something_before_every_question(lesson: Lesson[RaceView]) -> None:
    asked, last = race(lesson.options, seed=3, count=1 + lesson.rivals)

    own = [each for each in asked if each.ask.entry == 1]
    assert own
    assert all(lesson.hint(each.view, each.ask) for each in own)
    assert last.round <= lesson.options.most_rounds
    assert any(lesson.remarks(each.ask, each.told) for each in own)


def test_a_lesson_ends_before_the_line_without_a_winner_or_a_new_lap() -> None:
    first = EntryId(1)
    ended = RaceEnded(4, (first,), (Placing(first, 1, FINISH),))
    cut = SimpleNamespace(before=None, after=None, options=None, number=4, facts=(LapDone(first, 1, FINISH), ended))

    assert glance.headline(cut, NAMES) == ["🏁 The lesson ends here, before the line."]
    assert GAME.tell([ended], NAMES) == ["## 🏁 The lesson ends here, before the line.\n1. 🔵 **1 Driver**"]
    for ends in (replace(ended, ranking=(Placing(first, 1, FINISH + 1),)), replace(ended, round=MOST_ROUNDS)):
        assert glance.result_sentence(ends, NAMES) == "🏆 🔵 **1 Driver** wins the race!"


def test_codes_lead_back() -> None:
    answers: tuple[Answer, ...] = (
        asks.TakeBoard("red"), asks.TakeSlot(6), asks.BoardWishes(BLACK), asks.BoardWishes(()), asks.SlotWishes((6, 1)),
        asks.Ready(), asks.Repair(False), asks.Reroll((0, 4)), asks.FortunaReroll((2,)), asks.FortunaTurn(4, "steer"),
        asks.FinishDice(), asks.Move(5, "FIOF"), asks.Move(0, ""), asks.DropCaltrop(Square("M05")),
        asks.ThrowJavelin(EntryId(6)), asks.EndTurn(),
    )  # fmt: skip

    assert [unpack(pack(answer)) for answer in answers] == [(answer,) for answer in answers]
