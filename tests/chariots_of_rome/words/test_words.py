"""The words of Chariots of Rome: stories, questions, refusals and what was typed."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec
import pytest

from engine.chariots_of_rome.orders.orders import Orders
from engine.chariots_of_rome.printed.data import ACTIONS, COLUMNS
from engine.chariots_of_rome.seen.notation import is_unforeseen
from engine.chariots_of_rome.seen.refusals import explain
from engine.chariots_of_rome.words import facts as f
from engine.chariots_of_rome.words.answers import (
    Attack,
    CharioteerWishes,
    ChooseLevel,
    Defend,
    DriveHard,
    GateWishes,
    NoAttack,
    Step,
)
from engine.chariots_of_rome.words.options import Options
from engine.chariots_of_rome.words.questions import (
    ChooseAttack,
    ChooseDefense,
    ChooseGate,
    ChooseSpeed,
    ChooseStep,
    WriteOrders,
)
from engine.chariots_of_rome.words.reasons import RaceReason
from engine.facts import DEFAULT_CLAUSE, Fact, OrderFollowed
from engine.questions import Answer
from engine.refusals import GameReason
from records.refusals import Refused
from records.values import EntryId, Square
from tests.chariots_of_rome.told_moments import MOMENTS, RACES, first, put
from tests.chariots_of_rome.told_races import NAMES, Moment
from words.chariots_of_rome import WORDS, codes, odds, ways

# The story


@pytest.mark.parametrize("name", RACES)
def test_a_whole_race_is_told_in_lines_that_name_their_chariots(name: str) -> None:
    race = RACES[name]

    lines = WORDS.tell(race.facts, NAMES)

    text = "\n".join(lines)
    assert text.count("### Round") == race.end.round
    assert text.count("## 🏆 The race is over") == 1
    assert not re.search(r"None|\bEntryId|  |\.\.|[a-z_]+=", text)
    assert max(map(len, lines)) < 1_200
    assert "Shuffled unseen" not in text


def test_names_that_are_bold_are_made_so_once() -> None:
    bold = {entry: f"🔴 **{name}**" for entry, name in NAMES.items()}
    attacks = [fact for fact in RACES["narrow"].facts if isinstance(fact, f.Attacked)]

    told = [line for fact in attacks for line in WORDS.tell([fact], bold)]

    assert {fact.kind for fact in attacks} == {"whip", "ram"}
    assert not [line for line in told if "****" in line or "**🔴" in line]


def test_every_fact_has_words() -> None:
    told = {type(fact) for race in RACES.values() for fact in race.facts}

    assert len(told) > 35
    for race in RACES.values():
        for fact in race.facts:
            WORDS.tell([fact], NAMES)


def test_a_turn_is_one_line_and_a_line_for_each_that_something_befalls() -> None:
    red, blue = EntryId(1), EntryId(4)
    s2 = "S2/2/9", "S2/2/10", "S2/2/11"
    a, b, c = map(Square, s2)
    facts: list[Fact] = [
        f.TurnBegan(red, a, 10, 5, 1, 0),
        f.SpeedSet(red, 1, 2, 7, False),
        f.Changed(red, "rattled", -1, 0, "level"),
        f.Changed(red, "tactics", -1, 4, "hard driving"),
        f.HardDriven(red, "tactics", (3,), 3),
        f.MoveSet(red, 7, 0, 3, 10),
        f.Drove(red, a, (b,), (), 9),
        f.Drove(red, b, (c,), (), 8),
        f.Attacked(red, blue, "ram", 1, 3),
        f.CardsDue(blue, "ram", "ram", 3),
        f.Defended(blue, 1, 2),
        f.CardTurned(blue, "A01", "ram", "swerve"),
        f.Swerved(blue, Square("S2/3/11"), Square("S2/4/10"), "right", ("wall",)),
        f.Crashed(blue, 1),
        f.CardsDue(blue, "crash", "danger", 1),
        f.CardTurned(blue, "A03", "danger", "rattled"),
        f.Changed(blue, "rattled", 1, 6, "card"),
        f.Eliminated(blue, "rattled", 1, Square("S2/4/10")),
        f.WreckSlid(blue, Square("S2/4/10"), Square("S2/4/12"), None),
    ]

    lines = WORDS.tell(facts, NAMES)

    assert lines == [
        "Red speeds up to Speed II and drives hard for 1 Tactics (🎲 3) for 3 more: **10 spaces**. Comes to S2/2/11.",
        "↳ Red 💥 crashes into Blue!",
        (
            "↳ Blue draws 3 Ram cards and buys off 1: swerve. 🌀 swerves right into the wall to S2/4/10. "
            "💥 **crashes**! Draws 1 Danger card: +1 💢 (6). ☠️ is **out**, too rattled to go on. "
            "Leaves a wreck on S2/4/12."
        ),
    ]


def test_cornering_cards_are_told_with_the_way_that_turns_them() -> None:
    red = EntryId(1)
    c = [Square(f"C1/3/{index}") for index in (1, 2, 3)]
    facts: list[Fact] = [
        f.TurnBegan(red, Square("S1/3/18"), 10, 5, 1, 0),
        f.Drove(red, Square("S1/3/18"), (c[0],), (), 4),
        f.CornerEntered(red, "C1", 0, "following"),
        f.Changed(red, "tactics", 1, 6, "corner"),
        f.HazardSet(red, 9, 1, 6, 4),
        f.CardsDue(red, "corner", "corner", 4),
        f.Changed(red, "tactics", -2, 4, "defense"),
        f.Defended(red, 2, 2),
        f.StackLaid(red, 2, 2),
        f.Drove(red, c[0], (c[1],), (), 3),
        f.CardTurned(red, "A01", "corner", "none"),
        f.Drove(red, c[1], (c[2],), (), 2),
        f.CardTurned(red, "A02", "corner", "endurance"),
        f.Changed(red, "endurance", -1, 9, "card"),
    ]

    (line,) = WORDS.tell(facts, NAMES)

    assert "Enters C1, +1 ⭐, is 4 cards too fast: buys off 2 and draws 2 later 🃏." in line
    assert line.endswith("C1/3/3: 🃏 nothing, −1 ❤️ (9).")


def test_a_turn_of_spaces_alone_has_a_verb() -> None:
    """Speed and the refusal of Hard Driving may be told before; what is left has a sentence of its own."""
    (line,) = WORDS.tell(
        [f.TurnBegan(EntryId(1), Square("S1/3/18"), 4, 5, 1, 0), f.MoveSet(EntryId(1), 4, 0, 0, 4)], NAMES
    )

    assert line == "Red has **4 spaces** to drive."


class _Turn(NamedTuple):
    before: Any
    after: Any
    facts: tuple[Fact, ...]
    number: int
    options: Options = Options()


def rounds(name: str) -> Iterator[_Turn]:
    race = RACES[name]
    starts = [at for at, fact in enumerate(race.facts) if isinstance(fact, f.RoundBegan)]
    for number, (start, end) in enumerate(pairwise([*starts, len(race.facts)]), start=1):
        views = [moment.view for moment in race.moments if moment.view.round == number]
        after = [moment.view for moment in race.moments if moment.view.round == number + 1]
        yield _Turn(views[0], after[0] if after else race.end, race.facts[start:end], start)


@pytest.mark.parametrize("name", RACES)
def test_headlines_are_short_and_the_last_names_the_winner(name: str) -> None:
    assert WORDS.headline is not None
    told = [WORDS.headline(turn, NAMES) for turn in rounds(name)]

    assert all(1 <= len(sentences) <= 4 for sentences in told)
    assert all(len(sentence.split()) <= 25 for sentences in told for sentence in sentences)
    winner = RACES[name].end.winner
    assert winner is not None
    assert NAMES[winner] in told[-1][0]


def test_how_a_chariot_lies_is_told_from_the_first_round_on() -> None:
    assert WORDS.lying is not None
    gates, late, end = RACES["drafted"].moments[0].view, RACES["drafted"].moments[-1].view, RACES["drafted"].end
    lying = {each.entry: WORDS.lying(late, each.entry) for each in late.chariots if each.is_alive}

    assert WORDS.lying(gates, EntryId(1)) is None
    assert sorted(each.place for each in lying.values() if each is not None) == list(range(1, len(lying) + 1))
    assert any(each.behind.endswith("spaces") for each in lying.values() if each is not None)
    assert not any(told.behind for each in end.chariots if (told := WORDS.lying(end, each.entry)) is not None)


@pytest.mark.parametrize("name", RACES)
def test_the_result_names_everybody_once(name: str) -> None:
    assert WORDS.result is not None
    race = RACES[name]
    result = WORDS.result([turn.after for turn in rounds(name)], race.facts, NAMES)

    assert sorted(place.entry for place in result.places) == sorted(each.entry for each in race.end.chariots)
    assert result.decisive
    assert set(result.stories or {}) == {each.entry for each in race.end.chariots}
    assert race.end.ranked()[0].entry == result.places[0].entry


def test_why_tells_the_sum_of_a_corner_and_what_each_roll_brought() -> None:
    facts = RACES["drafted"].facts

    text = "\n".join(WORDS.why(facts, NAMES, Options()))

    hazard = next(fact for fact in facts if isinstance(fact, f.HazardSet) and fact.cards)
    assert f"{hazard.total} spaces + {hazard.rattled} Rattled − Safe Speed {hazard.safe}" in text
    assert "The Tri die shows 1, 2 or 3, each as likely" in text
    assert "**9.1 Drawing cards**" in text


def test_luck_is_even_over_all_cards() -> None:
    """Over a whole deck, column by column, the mean of all cards' luck is a half."""
    assert WORDS.chances is not None
    for column in COLUMNS:
        turned = [f.CardTurned(EntryId(1), name, column, card[column]) for name, card in ACTIONS.items()]
        lucks = [chance.luck for chance in WORDS.chances(turned, Options())]
        assert sum(lucks) / len(lucks) == pytest.approx(0.5)


# Questions


KINDS = {type(moment.ask.question): [] for moment in MOMENTS}  # type: dict[type[Any], list[Moment]]
for _each in MOMENTS:
    KINDS[type(_each.ask.question)].append(_each)


def some(kind: type[Any]) -> list[Moment]:
    """Return moments of a kind, spread over all races."""
    own = KINDS[kind]
    return own[:: max(1, len(own) // 30)]


@pytest.mark.parametrize("kind", KINDS)
def test_every_question_is_put_in_what_discord_allows(kind: type[Any]) -> None:
    for moment in some(kind):
        controls = put(moment)
        buttons = [choice for row in controls.rows for choice in row]
        assert len(controls.rows) + bool(controls.options) <= 5
        assert all(1 <= len(row) <= 5 for row in controls.rows)
        assert len(controls.options) <= 25
        assert len({choice.label for choice in buttons}) == len(buttons)
        assert max((len(choice.label) for choice in buttons), default=0) <= 40
        assert len(controls.typed_label) <= 45
        assert len(controls.text) < 1_800
        assert all(len(option.label) <= 100 and len(option.description) <= 100 for option in controls.options)


@pytest.mark.parametrize("kind", KINDS)
def test_every_button_is_an_answer_that_its_question_takes(kind: type[Any]) -> None:
    for moment in some(kind):
        controls = put(moment)
        own = [choice for row in controls.rows for choice in row if choice.act in ("answer", "drive")]
        for code in [*(choice.code for choice in own), *(option.code for option in controls.options)]:
            assert re.fullmatch(r"[a-z0-9-]{1,60}", code)
            answers = WORDS.unpack(code)
            moment.ask.question.verify(answers[0])
            assert codes.pack(*answers) == code
            assert WORDS.taken(moment.view, answers)


@pytest.mark.parametrize("kind", KINDS)
def test_the_example_that_may_be_typed_is_an_answer(kind: type[Any]) -> None:
    for moment in some(kind):
        controls = put(moment)
        moment.ask.question.verify(WORDS.read(moment.view, moment.ask, controls.typed_example)[0])


def test_legal_answers_have_codes_and_come_back() -> None:
    seen: set[type[Answer]] = set()
    for moment in (moment for kind in KINDS for moment in some(kind)):
        for answer in list(moment.ask.question.legal())[:40]:
            if isinstance(answer, Step) and not codes.fits([answer]):
                continue
            seen.add(type(answer))
            assert codes.unpack(codes.pack(answer)) == (answer,)
    assert len(seen) > 18


@pytest.mark.parametrize(
    "code", ["", "go-", "go-9zz", "level-x", "take-c31", "gate-", "god-jupiter", "hard-gold", "x" * 61]
)
def test_made_up_codes_are_refused(code: str) -> None:
    with pytest.raises(Refused) as refused:
        WORDS.unpack(code)
    assert refused.value.reason is GameReason.NOT_A_PLAN


def test_a_wish_list_grows_by_menus_and_a_wish_moves_to_the_place_it_is_chosen_for() -> None:
    moment = next(each for each in MOMENTS if type(each.ask.question).__name__ == "RankGates")
    first, second, third = moment.ask.question.gates[:3]  # type: ignore[attr-defined]

    controls = put(moment)
    for place, wish in enumerate((2, 0, 0)):  # each menu leaves out what stands before it
        controls = put(moment, controls.menus[place].options[wish].code)

    (seal, again) = controls.rows[-1]
    assert WORDS.unpack(seal.code) == (GateWishes((third, first, second)),)
    assert again.code == ""
    assert [menu.chosen for menu in controls.menus] == [(seal.code,)] * 3
    moved = put(moment, controls.menus[0].options[1].code)
    assert WORDS.unpack(moved.rows[-1][0].code) == (GateWishes((second, first)),)
    with pytest.raises(Refused):
        put(moment, codes.pack(CharioteerWishes(())))


def test_a_whole_way_drives_every_step_that_is_asked() -> None:
    moment = first(ChooseStep, 3)
    question = moment.ask.question
    assert isinstance(question, ChooseStep)

    found = ways.ways(moment.view, moment.ask.entry, question.moves_left, moment.view.total_move)

    best = found[0]
    assert len(best.squares) == question.moves_left
    board, at = moment.view.board, question.square
    for to in best.squares:
        assert to in board.steps[at]
        at = to
    assert [way.cost for way in found] == sorted(way.cost for way in found)
    assert len({way.end for way in found}) == len(found)


@pytest.mark.parametrize("locked", [True, False])
def test_a_mark_tells_the_cards_that_its_button_tells_and_overtaking_is_free_at_the_start(locked: bool) -> None:
    moment = first(ChooseStep, 3)
    assert isinstance(moment.ask.question, ChooseStep)
    own = moment.view.chariot(moment.ask.entry)
    assert own.square is not None
    view = msgspec.structs.replace(moment.view, debris=tuple(moment.view.board.steps[own.square]), locked=locked)

    asked = WORDS.controls(view, moment.ask, NAMES, "")

    marks = {mark.square: mark for mark in asked.crop.reach}  # type: ignore[union-attr]
    found = ways.ways(view, moment.ask.entry, moment.ask.question.moves_left, view.total_move)
    shown = [way for way in found if way.end in marks]
    assert any(way.passed for way in shown)
    for way in shown:
        cards = way.cards + (0 if locked else len(way.passed))
        assert (marks[way.end].label.partition(" ")[2] or "0").split()[0] == str(cards)
        assert (marks[way.end].kind == "harm") == (cards > 0)


def test_defense_tells_what_the_kept_cards_may_do() -> None:
    moment = first(ChooseDefense)
    question = moment.ask.question
    assert isinstance(question, ChooseDefense)
    own = moment.view.chariot(moment.ask.entry)

    none, some = (odds.outlook(moment.view, own, question.column, cards) for cards in (0, 3))

    assert none.harmless == 1
    assert none.out == 0
    assert 0 < some.harmless < 1
    assert sum(odds.shares(moment.view, question.column).values()) == pytest.approx(1)
    assert f"Keep {question.cards}" in put(moment).text


def test_a_driver_at_the_end_is_out_by_the_cards_that_put_them_out() -> None:
    moment = first(ChooseDefense)
    own = msgspec.structs.replace(moment.view.chariot(moment.ask.entry), endurance=1, tactics=0, rattled=5)

    outlook = odds.outlook(moment.view, own, "whip", 1)

    likely = odds.shares(moment.view, "whip")
    harmful = sum(likely.get(result, 0.0) for result in ("endurance", "tactics", "rattled"))
    assert outlook.out == pytest.approx(harmful)


# What is typed


def test_driving_may_be_typed_in_many_ways() -> None:
    moment = next(
        each for each in MOMENTS if isinstance(each.ask.question, ChooseStep) and len(each.ask.question.steps) > 2
        and each.ask.question.moves_left > 2 and len(each.ask.question.steps[0]) == 1
    )  # fmt: skip
    question = moment.ask.question
    assert isinstance(question, ChooseStep)
    (square,) = question.steps[0]

    way = ways.ways(moment.view, moment.ask.entry, question.moves_left, moment.view.total_move)[0]

    assert WORDS.read(moment.view, moment.ask, square.lower()) == (Step((square,)),)
    assert WORDS.read(moment.view, moment.ask, way.end) == ways.steps_of(moment.view, moment.ask.entry, way)


@pytest.mark.parametrize(("kind", "text", "expected"), [
    (ChooseSpeed, "speed 1", ChooseLevel(1)),
    (ChooseSpeed, "i", ChooseLevel(1)),
    (ChooseDefense, "0", Defend(0)),
    (ChooseDefense, "none", Defend(0)),
    (ChooseAttack, "no", NoAttack()),
])  # fmt: skip
def test_short_answers_are_read(kind: type[Any], text: str, expected: Answer) -> None:
    moment = first(kind)

    assert WORDS.read(moment.view, moment.ask, text) == (expected,)


def test_an_attack_is_typed_with_its_kind_and_colour() -> None:
    moment = first(ChooseAttack)
    question = moment.ask.question
    assert isinstance(question, ChooseAttack)
    made = question.attacks[0]
    colour = moment.view.chariot(made.rival).colour

    assert WORDS.read(moment.view, moment.ask, f"{made.kind} {colour}") == (made,)
    with pytest.raises(Refused):
        WORDS.read(moment.view, moment.ask, "bite red")


@pytest.mark.parametrize("kind", [ChooseSpeed, ChooseStep, ChooseAttack, ChooseDefense])
@pytest.mark.parametrize("text", ["", "🐎", "fast please", "9" * 50, "S9/9/99"])
def test_whatever_is_typed_is_read_or_refused(kind: type[Any], text: str) -> None:
    moment = first(kind)
    try:
        answers = WORDS.read(moment.view, moment.ask, text)
        moment.ask.question.verify(answers[0])
    except Refused:
        return
    pytest.fail("nothing of that is an answer")


BLUE = EntryId(4)


@pytest.mark.parametrize(("befell", "why"), [
    (f.CardTurned(BLUE, "A01", "corner", "none"), ""),
    (f.Changed(BLUE, "tactics", 1, 7, "corner"), ""),
    (f.Changed(BLUE, "rattled", -1, 2, "gift"), ""),
    (f.Changed(BLUE, "rattled", 1, 3, "card"), "Your Endurance, Tactics or Rattled changed."),
    (f.CardTurned(BLUE, "A03", "corner", "swerve"), "A card hit you."),
    (f.Swerved(BLUE, Square("S1/1/9"), Square("S1/2/8"), "right", ()), "You swerved."),
    (f.Eliminated(BLUE, "rattled", 1, Square("S1/1/9")), "You went out."),
    (f.Eliminated(EntryId(1), "rattled", 1, Square("S1/1/9")), ""),
])  # fmt: skip
def test_a_plan_stops_for_what_hurts_and_says_why(befell: Fact, why: str) -> None:
    assert is_unforeseen([befell], BLUE) is bool(why)
    if why:
        assert WORDS.stopped([befell], BLUE) == why


def test_cards_that_wait_for_an_answer_stop_a_plan() -> None:
    due = f.CardsDue(BLUE, "overtake", "danger", 1)

    assert not is_unforeseen([due], BLUE)  # the next answer does not fit, if it is asked
    assert WORDS.stopped([due], BLUE) == "Cards came up for you."


def test_a_refusal_quotes_an_order_as_it_was_typed() -> None:
    moment = first(WriteOrders)
    assert WORDS.orders is not None

    with pytest.raises(Refused) as refused:
        WORDS.orders.read(moment.view, moment.ask.entry, Orders(), "speed 2; hunts; whip red")

    assert refused.value.values["at"] == "hunts; whip red"


# Refusals

VALUES: dict[RaceReason, dict[str, Any]] = {
    RaceReason.TOO_MANY_CHARIOTS: {"need": 10, "at_most": 8, "track": "The Provincial Track"},
    RaceReason.CHARIOTEER_TAKEN: {"charioteer": "C02", "free": ("C05", "C11")},
    RaceReason.GATE_TAKEN: {"gate": "G03", "free": ("G04",)},
    RaceReason.WISHED_TWICE: {"wish": "G03", "possible": ("G03", "G04")},
    RaceReason.NO_SUCH_CARD: {"card": EntryId(2), "possible": (EntryId(1), EntryId(3))},
    RaceReason.LEVEL_TOO_HIGH: {"level": 3, "possible": (1, 2)},
    RaceReason.CANNOT_PAY: {"pay": "tactics", "possible": ("endurance",)},
    RaceReason.TOO_FAR: {"moves": 4, "left": 3},
    RaceReason.NOT_NEXT: {"square": Square("S1/1/9"), "possible": (Square("S1/1/3"),)},
    RaceReason.STAYS_IN_LANE: {"square": Square("C1/1/3"), "possible": ()},
    RaceReason.SPACE_FILLED: {"square": Square("S1/1/9")},
    RaceReason.SPACE_CLEAR: {"square": Square("S1/1/9")},
    RaceReason.OUT_OF_REACH: {"rival": EntryId(2), "kind": "ram", "possible": (("whip", EntryId(3)),)},
    RaceReason.TOO_MANY_REMOVED: {"have": 5, "at_most": 3},
    RaceReason.NO_DEBRIS_THERE: {"square": Square("S1/1/9")},
}


@pytest.mark.parametrize("reason", RaceReason)
def test_every_refusal_says_what_stands_in_the_way_and_what_to_do(reason: RaceReason) -> None:
    text = WORDS.refusal(Refused(reason, "5.3", **VALUES[reason]), NAMES)

    assert text is not None
    assert text.count(". ") >= 1
    assert not re.search(r"C0\d|G0\d|None|endurance\b", text)


def test_refusals_of_other_games_are_left_alone() -> None:
    assert WORDS.refusal(Refused(GameReason.NOT_A_CHOICE), NAMES) is None


def test_what_the_rules_explain_has_words() -> None:
    told: list[str | None] = []
    for moment in MOMENTS[:400]:
        for answer in (
            Step((Square("S1/1/1"),)),
            ChooseLevel(3),
            Attack("ram", EntryId(1)),
            Defend(99),
            DriveHard("free"),
        ):
            refused = explain(moment.view, moment.ask, answer)
            told.append(WORDS.refusal(refused, NAMES) if isinstance(refused.reason, RaceReason) else "")
    assert None not in told
    assert sum(bool(each) for each in told) > 50


# The course, lessons


def test_before_the_race_the_standings_tell_what_is_chosen() -> None:
    drafted = RACES["drafted"].moments

    assert WORDS.standings(drafted[0].view, NAMES) == "The drivers choose their charioteers."
    gates = next(each.view for each in drafted if isinstance(each.ask.question, ChooseGate))
    assert WORDS.standings(gates, NAMES) == "The drivers choose their gates."


def test_terms_and_standings_name_the_course() -> None:
    race = RACES["narrow"]

    assert (
        WORDS.terms(Options(track="talladegas", laps=1, teams=True)) == "The Talladegas Track, 1 lap, two chariots each"
    )
    assert len(WORDS.standings(race.end, NAMES).split("\n")) >= 9
    assert WORDS.turn(race.end) == f"Round {race.end.round}"


def test_lessons_give_hints_that_change_from_round_to_round() -> None:
    assert len(WORDS.lessons) == 3
    speed = first(ChooseSpeed)
    hints = {lesson.title: lesson.hint(speed.view, speed.ask) for lesson in WORDS.lessons}

    assert len(set(hints.values())) == 3
    assert all(hints.values())
    assert all(len(lesson.about) <= 100 for lesson in WORDS.lessons)


def test_clauses_of_orders_are_not_told_in_the_story() -> None:
    assert WORDS.tell([OrderFollowed(EntryId(1), DEFAULT_CLAUSE)], NAMES) == []
