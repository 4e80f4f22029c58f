"""What players read and press of Ave Caesar."""

import re
from dataclasses import replace
from itertools import combinations_with_replacement
from typing import Any, get_args

import msgspec
import pytest

from cogs.kit.limits import check_message, check_modal
from cogs.kit.messages import words_for
from cogs.kit.question_id import QuestionId
from cogs.panels.question import ask_message, typing_form
from engine.ave_caesar import facts
from engine.ave_caesar.asks import Play, PlayCard
from engine.ave_caesar.courses import COURSES, DIRECTIONS, FINISH, Space, runway
from engine.ave_caesar.facts import Facts
from engine.ave_caesar.reasons import CaesarReason
from engine.facts import Concealed, Fact, OrderFollowed, OrdersUnsealed, Unsealed
from engine.questions import Ask
from engine.refusals import GameReason
from records.refusals import Refused
from records.values import EntryId
from steward import OpenAsk
from tests.cogs.caesar_positions import asked_in_races, told_in_races
from tests.cogs.fakes import Painter
from tests.cogs.samples import LARGEST_RACE, NASTIEST, WIDEST, a_lobby, samples_of, worst_names
from tests.renderers.caesar_samples import a_chariot, a_view, at_the_end, in_mid_race
from words import WORDS
from words.ave_caesar.codes import pack, read, unpack
from words.ave_caesar.controls import controls, straightest_plays, taken
from words.ave_caesar.refusals import SENTENCES, refusal
from words.ave_caesar.rulebook import TABLES, TOPICS
from words.ave_caesar.standings import standings
from words.ave_caesar.story import line, tell
from words.shared import topics

RED, BLUE = EntryId(1), EntryId(2)
NAMES = {EntryId(number): f"<name {number}>" for number in range(9)}
SILENT = {Unsealed, OrderFollowed, OrdersUnsealed, facts.CardDrawn}
"""What other lines say already; a draw is told when it is the last."""

PRINTED = re.compile(r"\w=|None|True|False|told\.|<class|[{}]|\['|\('|__")
"""What would show that a value was printed, instead of being put into words."""

LATEST = 253_402_300_799.0


# The story


@pytest.mark.parametrize("kind", get_args(Facts), ids=lambda kind: kind.__name__)
def test_every_fact_is_told_in_words_whatever_is_in_it(kind: type[Fact]) -> None:
    samples = list(samples_of(kind))

    assert samples
    for fact in samples:
        text = line(fact, NAMES)
        assert bool(text) == (kind not in SILENT), fact
        assert text == text.strip()
        assert not PRINTED.search(text.replace("<name", "")), text


@pytest.mark.parametrize("kind", sorted(set(get_args(Facts)) - SILENT, key=str), ids=lambda kind: kind.__name__)
def test_whoever_a_fact_is_about_is_named(kind: type[Fact]) -> None:
    for fact in samples_of(kind):
        entry = getattr(fact, "entry", None)
        assert entry is None or NAMES[entry] in line(fact, NAMES)


def test_a_chariot_that_nobody_entered_is_told_by_its_number() -> None:
    assert line(facts.NonplayerJoined(EntryId(4), "green"), {}) == "▫️ **4**, green, fills the grid; nobody drives it."


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        (facts.CoinPaid(RED, Space("A2"), 2),
         "🪙 **Ave Caesar!** <name 1> stops in the alley at A2 and pays the tribute."),
        (facts.CardPlayed(RED, 3, Space("22b"), (Space("23c"), Space("A1"), Space("A2"))),
         "🃏 <name 1> plays a **3**: from 22b to A2."),
        (facts.CardPlayed(RED, 5, Space("26b"), (FINISH,)), "🃏 <name 1> plays a **5**: from 26b over the line."),
        (facts.CardPlayed(RED, 1, Space("26b"), (Space("01b"),), True),
         "🃏 <name 1> turns up a **1**: from 26b to 01b."),
        (facts.LineCrossed(RED, 1), ""),
        (facts.LineCrossed(RED, 3), "<name 1> begins lap 3, the last."),
        (facts.TurnMissed(RED, 1), "⛔ <name 1> can play no card and misses the turn."),
        (facts.CardDrawn(RED, 0), "-# <name 1> draws the last card of the deck."),
        (facts.CardDrawn(RED, 1), ""),
        (facts.Finished(RED, 1, 1),
         "🏁 <name 1> crosses the line for the last time: **place 1**, with 1 point to spare."),
        (facts.DecksRevealed({RED: (1, 2, 6)}), "-# 🂠 The decks as they were shuffled:\n-# <name 1> `126`"),
    ],
)  # fmt: skip
def test_single_lines(fact: Fact, text: str) -> None:
    assert line(fact, NAMES) == text


def test_the_end_tells_places_and_points() -> None:
    ended = facts.RaceEnded(27, (facts.Placing(BLUE, 1, 6), facts.Placing(RED, None, 0)))

    assert line(ended, NAMES) == (
        "## 🏆 The race is over after 27 rounds\n1. <name 2> · 6 points\n– <name 1> · not finished"
    )


def test_what_belongs_together_shares_a_line() -> None:
    lines = tell(
        [
            facts.CourseSet("white", "clockwise"),
            Concealed(RED, "shuffle", (24, 23), "5.2"),
            Concealed(BLUE, "shuffle", (24, 23), "5.2"),
            facts.PositionTaken(BLUE, 1, Space("26d")),
            facts.PositionTaken(RED, 2, Space("26c")),
            facts.RoundBegan(1),
        ],
        NAMES,
    )

    assert lines == [
        "🏟️ The race is run on the **white** course, clockwise.",
        "-# 🂠 Shuffled unseen: <name 1> · <name 2>",
        "Start, first to move: <name 2> 26d · <name 1> 26c",
        "### Round 1",
    ]


def test_the_story_of_whole_races_has_no_gap_and_tells_no_hidden_card() -> None:
    lines = tell(told_in_races(), NAMES)

    assert all(each.strip() for each in lines)
    assert any("Ave Caesar!" in each for each in lines)
    shuffles = [each for each in lines if "Shuffled" in each]
    assert shuffles
    assert not any(re.search(r"shuffle.*[0-9]\+", each) for each in shuffles)


# Codes and what is typed


def test_every_play_has_a_code_that_leads_back_to_it() -> None:
    for _, ask in asked_in_races()[::3]:
        plays = ask.question.legal()
        codes = [pack(play) for play in plays if isinstance(play, Play)]

        assert [unpack(code) for code in codes] == [(play,) for play in plays]
        assert len(set(codes)) == len(codes)
        assert all(re.fullmatch("[a-z0-9-]{1,60}", code) for code in codes)


def test_every_space_has_a_code_that_leads_back_to_it() -> None:
    spaces = {space for name in COURSES for space in runway(name, "clockwise").spaces}

    for space in sorted(spaces | {FINISH}):
        play = Play(1, (space,))
        assert unpack(pack(play)) == (play,)


@pytest.mark.parametrize(
    "code",
    ["", "p", "p4", "p4-", "p7-11c", "p0-11c", "p4-11z", "p4-11C", "p4-zz", "x4-11c", "p1" + "-11c" * 7, "p4-11c\n",
     "p٣-11c", "p4--11c", "answer"],
)  # fmt: skip
def test_what_is_no_code_is_refused(code: str) -> None:
    with pytest.raises(Refused) as caught:
        unpack(code)

    assert caught.value.reason is GameReason.NOT_A_PLAN


def an_ask(
    space: str, hand: tuple[int, ...], *, crossings: int = 2, coin: bool = False, taken: tuple[str, ...] = (),
    sixes: bool = True,
) -> tuple[Any, Ask]:  # fmt: skip
    """Return a question on the white course, clockwise, and what the one who is asked sees."""
    others = [a_chariot(n, each, crossings=crossings) for n, each in enumerate(taken, start=2)]
    own = a_chariot(1, space, crossings=crossings, coin=coin)
    spaces = tuple(Space(each) for each in taken)
    question = PlayCard("white", "clockwise", Space(space), crossings, coin, spaces, hand, sixes)
    view = a_view(own, *others, hands={RED: hand}, leaders=(RED,))
    return view, Ask(RED, question, question.plays[0] if question.plays else Play(1, ()))


@pytest.mark.parametrize(
    ("text", "card", "to"),
    [("1 11c", 1, "11c"), ("1/11C", 1, "11c"), (" 2 ", 2, "12N"), ("2 12n", 2, "12N"), ("2 11b 12n", 2, "12N")],
)
def test_plays_as_players_type_them(text: str, card: int, to: str) -> None:
    (play,) = read(*an_ask("10b", (1, 2, 2)), text)

    assert isinstance(play, Play)
    assert (play.card, play.to) == (card, to)


def test_the_last_line_is_typed_as_finish() -> None:
    assert read(*an_ask("25b", (4,), crossings=3), "4 finish")[0] == Play(4, (Space("26a"), FINISH))


@pytest.mark.parametrize("text", ["", "eleven", "1 99z", "1 12N", "11c", "12 11c", "²"])
def test_what_cannot_be_read_is_refused_with_what_may_stand_there(text: str) -> None:
    with pytest.raises(Refused) as caught:
        read(*an_ask("10b", (1, 2, 2)), text)

    assert caught.value.reason is GameReason.NOT_A_PLAN
    assert caught.value.values["expected"]


@pytest.mark.parametrize(
    ("asked", "text", "reason", "rule"),
    [
        (an_ask("10b", (1, 2, 2)), "5", CaesarReason.NO_SUCH_CARD, "7.2"),
        (an_ask("10b", (1, 6, 6), sixes=False), "6 15b", CaesarReason.SIX_FOR_LEADER, "7.4"),
        (an_ask("10b", (1, 4), taken=("12N",)), "4", CaesarReason.NO_WAY, "7.1"),
        (an_ask("22b", (2, 5), coin=True, taken=("A3",)), "5", CaesarReason.COIN_FIRST, "7.9"),
    ],
)
def test_a_card_that_cannot_be_played_is_refused_with_the_reason(
    asked: tuple[Any, Ask], text: str, reason: CaesarReason, rule: str
) -> None:
    with pytest.raises(Refused) as caught:
        read(*asked, text)

    assert (caught.value.reason, caught.value.rule) == (reason, rule)


def test_what_is_typed_as_an_example_can_be_read() -> None:
    for view, ask in asked_in_races()[::5]:
        (play,) = read(view, ask, controls(view, ask, NAMES).typed_example)
        assert play in ask.question.legal()


# The panel


async def measure(view: Any, ask: Ask, name: str, plan: str = "") -> None:
    """Have the whole message of a question checked against Discord's limits."""
    lobby = a_lobby(name)
    lobby = replace(lobby, record=msgspec.structs.replace(lobby.record, ruleset="ave-caesar"))
    painter: Any = Painter()
    layout, files = await ask_message(painter, OpenAsk(lobby, ask.entry, 999_999, ask, view, LATEST), plan)
    components = layout.to_components()  # type: ignore[no-untyped-call]
    check_message(components, [(len(file.fp.read()), file.description or "") for file in files])


@pytest.mark.parametrize("name", [NASTIEST, WIDEST])
async def test_the_fullest_question_fits_into_a_message(name: str) -> None:
    view, ask = the_fullest()

    await measure(view, ask, name)
    await measure(view, ask, name, pack(ask.question.first_plays()[-1]))  # type: ignore[attr-defined]


def the_fullest() -> tuple[Any, Ask]:
    """Return the question of all courses and spaces with most targets."""
    found: tuple[int, Any] = (0, None)
    for name in COURSES:
        for way in DIRECTIONS:
            for space in runway(name, way).spaces:
                for hand in combinations_with_replacement((3, 4, 5, 6), 3):
                    question = PlayCard(name, way, space, 1, True, (), hand, True)
                    found = max(found, (len(question.first_plays()), question), key=lambda each: each[0])
    question = found[1]
    on = (question.course, question.direction)
    own = a_chariot(1, question.space, on=on, leads=True)
    view = a_view(own, on=on, hands={RED: question.hand}, round=188)
    return view, Ask(RED, question, question.first_plays()[0])


async def test_questions_of_whole_races_fit_into_messages() -> None:
    for view, ask in asked_in_races()[::40]:
        await measure(view, ask, NASTIEST)


def test_every_question_of_whole_races_is_put_in_words() -> None:
    for view, ask in asked_in_races()[::2]:
        shown = controls(view, ask, NAMES)

        assert shown.crop is not None
        for text in (shown.title, shown.text, *(choice.label for row in shown.rows for choice in row)):
            assert text
            assert not re.search(r"None|\w=\w|\('|\[|<class|  ", text), text


def test_each_target_has_a_button_a_number_and_a_mark_and_no_button_is_illegal() -> None:
    for view, ask in asked_in_races()[::4]:
        question = ask.question
        assert isinstance(question, PlayCard)
        shown = controls(view, ask, NAMES)
        buttons = [choice for row in shown.rows for choice in row]
        assert shown.crop is not None
        marks = shown.crop.reach

        assert len(buttons) == len(marks) == len(question.first_plays())
        for number, (button, mark) in enumerate(zip(buttons, marks, strict=True), start=1):
            (play,) = unpack(button.code)
            assert isinstance(play, Play)
            question.verify(play)
            assert button.label.startswith(f"{number}: card {play.card} ")
            assert (mark.label, mark.kind, mark.square) == (str(number), str(play.card), play.to)
            space = "the finish" if play.to == FINISH else play.to
            assert re.search(rf"^Card \*\*{play.card}\*\* to .*{space} \(button {number}\)", shown.text, re.MULTILINE)
        assert shown.text.count("⭐") == (2 if len(buttons) > 1 else 0), "one is marked as good, and it is said why"
        coloured = [number for number, button in enumerate(buttons, start=1) if button.style != "secondary"]
        starred = [int(each) for each in re.findall(r"⭐ (?:the )?\w+ \(button (\d+)\)", shown.text)]
        assert coloured == (starred or [1]), "only the button of the good one is coloured"
        assert [button.act for button in buttons].count("drive") == 1, (
            "one press plays it, others show their move first"
        )


def test_a_press_shows_the_way_and_what_it_leaves_and_the_next_press_plays_it() -> None:
    view, ask = an_ask("22b", (1, 3, 5), coin=True)
    play = next(play for play in ask.question.first_plays() if play.to == "A2")  # type: ignore[attr-defined]

    shown = controls(view, ask, NAMES, pack(play))

    assert shown.crop is not None
    assert shown.crop.path == ("22b", "23c", "A1", "A2")
    # 84 points, 32 steps to go; after the three, 29
    assert "52 points to spare, 🪙 tribute paid" in shown.text
    assert [(choice.act, choice.code) for row in shown.rows for choice in row] == [
        ("drive", "p3-23c-a1-a2"),
        ("plan", ""),
    ]


def test_a_card_over_the_line_is_told_as_a_finish() -> None:
    view, ask = an_ask("26b", (4,), crossings=3)

    text = controls(view, ask, NAMES, pack(Play(4, (FINISH,)))).text

    assert "**Your 4 over the finish line**.\n🏁 You finish with 80 points unused." in text


@pytest.mark.parametrize(("crossings", "when"), [(1, "of lap 1 or 2"), (2, "of this lap; you may not drive past it")])
def test_who_owes_the_tribute_is_told_when_to_stop_for_it(crossings: int, when: str) -> None:
    view, ask = an_ask("10b", (1, 2), crossings=crossings, coin=True)

    assert f"stop in the alley at the end {when}. (rule 7.9)" in controls(view, ask, NAMES).text


def test_the_panel_tells_what_a_move_wastes_and_that_the_coin_stays_owed() -> None:
    view, ask = an_ask("05N", (1, 2), crossings=1, coin=True)

    text = controls(view, ask, NAMES).text

    inner, outer = (
        re.search(rf" {space} \(button \d+\): (\d+) points to spare, tribute still owed", text)
        for space in ("06b1", "06c1")
    )
    assert inner is not None
    assert outer is not None
    assert int(inner[1]) == int(outer[1]) + 1  # the outer lane of the first curve is one longer


def test_of_several_ways_to_a_space_the_straightest_is_offered() -> None:
    _, ask = an_ask("24c", (3,))
    question = ask.question
    assert isinstance(question, PlayCard)

    plays = {play.to: play.path for play in straightest_plays(question)}

    assert plays[Space("01c")] == ("25c", "26c", "01c")
    assert list(plays) == [play.to for play in question.first_plays()]


def test_the_buttons_lead_wherever_the_cards_do() -> None:
    for _, ask in asked_in_races()[::3]:
        question = ask.question
        assert isinstance(question, PlayCard)

        ends = [(play.card, play.to) for play in straightest_plays(question)]

        assert ends == [(play.card, play.to) for play in question.first_plays()]


def test_cards_that_cannot_be_played_are_told_with_the_rule() -> None:
    view, ask = an_ask("11b", (2, 6, 6), sixes=False)

    text = controls(view, ask, NAMES).text

    assert re.search(r"✖️ \*\*6\*\*: .*\(rule 7\.4\)", text)
    assert "✖️ **2**" not in text


def test_a_play_that_does_not_fit_any_more_is_refused_with_the_reason() -> None:
    view, ask = an_ask("10b", (1, 2, 2), taken=("11c",))

    with pytest.raises(Refused) as caught:
        controls(view, ask, NAMES, "p1-11c")

    assert caught.value.reason is CaesarReason.SPACE_TAKEN


def test_the_panel_shows_no_hand_but_ones_own() -> None:
    view, ask = an_ask("10b", (1, 2, 2), taken=("06b1",))
    other = a_view(*view.chariots, hands={RED: (1, 2, 2), BLUE: (5, 5, 6)}, leaders=(RED,))

    assert controls(view, ask, NAMES).text == controls(other, ask, NAMES).text


def test_the_form_to_type_in_fits() -> None:
    view, ask = the_fullest()
    form = typing_form(QuestionId(LARGEST_RACE, EntryId(6), 999_999), controls(view, ask, worst_names(NASTIEST)))

    check_modal(form.title, form.to_components())


def test_what_was_taken_is_said_again() -> None:
    view, _ = an_ask("10b", (1, 2, 2))

    assert taken(view, [Play(2, (Space("11b"), Space("12N")))]) == "a 2 to 12N"
    assert taken(view, [Play(6, (FINISH,))]) == "a 6 over the finish line"


# Refusals, standings, rules

VALUES: dict[CaesarReason, dict[str, Any]] = {
    CaesarReason.NO_SUCH_CARD: {"card": 5, "hand": (1, 2, 2)},
    CaesarReason.SIX_FOR_LEADER: {"leaders": (RED, BLUE)},
    CaesarReason.NO_WAY: {"card": 4, "taken": ("12N",)},
    CaesarReason.COIN_FIRST: {"card": 5},
    CaesarReason.WRONG_LENGTH: {"need": 4, "have": 3},
    CaesarReason.NO_STEP: {"start": "11b", "to": "13c1"},
    CaesarReason.SPACE_TAKEN: {"space": "12N", "by": BLUE},
}


@pytest.mark.parametrize("reason", CaesarReason)
def test_every_reason_has_a_sentence_with_its_values_and_the_rule(reason: CaesarReason) -> None:
    text = words_for(Refused(reason, "7.1", **VALUES[reason]))

    assert reason in SENTENCES
    assert text.endswith(". (rule 7.1)")
    assert re.search(r"Play |Name a way|Choose ", text)
    assert not re.search(r"None|\[|\{|\('", text), text
    for value in VALUES[reason].values():
        for each in value if isinstance(value, tuple) else (value,):
            assert str(each) in text


def test_who_is_in_the_way_goes_by_name() -> None:
    refused = Refused(CaesarReason.SPACE_TAKEN, "7.1", space="12N", by=BLUE)

    assert "12N is taken by <name 2>" in (refusal(refused, NAMES) or "")
    assert refusal(Refused(GameReason.NOT_ASKED), NAMES) is None


def test_standings_tell_the_field_from_first_to_last() -> None:
    lines = standings(in_mid_race(), NAMES).splitlines()

    assert lines[0] == "White course, clockwise, round 8"
    assert lines[1] == "1. <name 1> · 👑 lap 2 of 3, 13c2 · 15 cards, 48 points"
    assert lines[2].endswith("🪙 owed")
    assert [row.split("<name ")[1][0] for row in lines[1:]] == ["1", "2", "4", "3"]


def test_standings_at_the_end_tell_places_and_who_is_out() -> None:
    lines = standings(at_the_end(), NAMES).splitlines()

    assert lines[1].startswith("1. <name 2> · 🏁 finished with ")
    assert lines[4] == "– <name 4> · out"


def test_topics_and_tables_are_short_and_name_their_rule() -> None:
    for topic, text in TOPICS.items():
        assert topic in topics.TOPICS or re.search(r"\(rules? [0-9]", text)  # what all games share has no rule of one
        assert len(text) <= 700
    for title, make in TABLES.values():
        assert re.search(r"\([0-9]", title)
        rows = make().splitlines()
        assert max(map(len, rows)) <= 60
        assert len(make()) <= 1_500


def test_the_table_of_courses_tells_the_lengths_that_were_verified() -> None:
    rows = {row.split()[0]: row.split() for row in TABLES["courses"][1]().splitlines()[1:]}

    assert {name: row[4] for name, row in rows.items()} == {"white": "80", "blue": "80", "yellow": "78", "red": "78"}
    assert rows["white"][5:] == ["05N", "12N"]


def test_the_game_is_in_the_registry() -> None:
    assert WORDS["ave-caesar"].asks == {"play": "a card"}
