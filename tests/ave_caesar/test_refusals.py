"""Why a play is refused, and why a card cannot be played; the notation of plays (7.1 to 7.4, 7.9)."""

from enum import StrEnum
from typing import Any

import pytest

from engine.ave_caesar.asks import Play
from engine.ave_caesar.choice import outlook
from engine.ave_caesar.facts import CardDrawn, CardPlayed
from engine.ave_caesar.notation import is_unforeseen, read_plan, write_plan
from engine.ave_caesar.reasons import CaesarReason
from engine.ave_caesar.refusals import explain, why_not
from engine.ave_caesar.state import Race
from engine.circus_maximus.words.asks import Forward
from engine.game import Reason, Refused
from engine.session import Session
from tests.ave_caesar.builders import BLUE, RED, a_chariot, a_play, a_race, a_session, asked


def refused(session: Session[Race], answer: Any) -> tuple[StrEnum, str | None, dict[str, object]]:
    """Return why red's answer is refused; nothing has changed then."""
    seq, told = session.seq, len(session.table.told)
    with pytest.raises(Refused) as caught:
        session.answer(RED, answer)
    assert (session.seq, len(session.table.told)) == (seq, told)
    return caught.value.reason, caught.value.rule, caught.value.values


def why(session: Session[Race], card: int) -> tuple[StrEnum, str | None, dict[str, object]] | None:
    found = why_not(session.view([RED]), session.open[RED], card)
    return (found.reason, found.rule, found.values) if found else None


def on_a_straight(*hand: int) -> Session[Race]:
    return a_session(a_race(a_chariot("10b", hand or (1, 2, 3)), a_chariot("11c")))


def test_rule_7_2_a_card_that_is_not_in_the_hand() -> None:
    expected = (CaesarReason.NO_SUCH_CARD, "7.2", {"card": 5, "hand": (1, 2, 3)})

    assert refused(on_a_straight(), a_play(5, "11b", "12N", "13b1", "13b2", "13b3")) == expected
    assert why(on_a_straight(), 5) == expected


def test_rule_7_4_a_leader_has_no_sixes() -> None:
    session = a_session(a_race(a_chariot("11b", (1, 6, 6)), a_chariot("06b2")))
    expected = (CaesarReason.SIX_FOR_LEADER, "7.4", {"leaders": (RED,)})

    assert refused(session, a_play(6, "12N", "13b1", "13b2", "13b3", "16b", "17b")) == expected
    assert why(session, 6) == expected
    assert why(session, 1) is None


def test_rule_7_1_no_way_for_a_card() -> None:
    session = a_session(a_race(a_chariot("02b", (1, 2, 4)), a_chariot("05N")))

    assert why(session, 4) == (CaesarReason.NO_WAY, "7.1", {"card": 4, "taken": ("05N",)})


def test_rule_7_9_on_lap_2_it_may_not_drive_past_the_alley() -> None:
    session = a_session(a_race(a_chariot("22b", (2, 5, 6), x=2), a_chariot("A3", x=2)))

    assert why(session, 5) == (CaesarReason.COIN_FIRST, "7.9", {"card": 5})
    assert why(session, 2) is None
    assert refused(session, a_play(2, "23b", "24b")) == (CaesarReason.COIN_FIRST, "7.9", {"card": 2})


def test_rule_7_1_a_path_has_as_many_steps_as_its_card() -> None:
    assert refused(on_a_straight(), a_play(2, "11b")) == (CaesarReason.WRONG_LENGTH, "7.1", {"need": 2, "have": 1})
    assert refused(on_a_straight(), a_play(1)) == (CaesarReason.WRONG_LENGTH, "7.1", {"need": 1, "have": 0})
    assert refused(on_a_straight(), a_play(1, "11b", "12N"))[0] is CaesarReason.WRONG_LENGTH


def test_rule_7_1_a_path_follows_the_edges() -> None:
    expected = (CaesarReason.NO_STEP, "7.1", {"start": "10b", "to": "12N"})

    assert refused(on_a_straight(), a_play(2, "12N", "13b1")) == expected


def test_rule_7_1_a_taken_space_cannot_be_entered() -> None:
    assert refused(on_a_straight(), a_play(1, "11c")) == (CaesarReason.SPACE_TAKEN, "7.1", {"space": "11c", "by": BLUE})


def test_a09_only_the_last_line_may_end_a_path_early() -> None:
    expected = (CaesarReason.NO_STEP, "7.1", {"start": "11b", "to": "FINISH"})

    assert refused(on_a_straight(), a_play(3, "11b", "FINISH")) == expected


def test_a09_nothing_lies_behind_the_last_line() -> None:
    session = a_session(a_race(a_chariot("25b", (1, 2, 3), x=3, paid=True), a_chariot("10b", x=3, paid=True)))

    for path in (("26b", "01b"), ("FINISH",), ("26b", "FINISH", "01b")):
        assert refused(session, a_play(max(2, len(path)), *path))[:2] == (CaesarReason.NO_STEP, "7.1")
    assert refused(session, a_play(1, "26b", "FINISH"))[0] is CaesarReason.WRONG_LENGTH


def test_an_answer_of_another_game_is_no_choice() -> None:
    session = on_a_straight()

    assert refused(session, Forward(2))[0] is Reason.NOT_A_CHOICE
    assert explain(session.view([RED]), session.open[RED], Forward(2)).reason is Reason.NOT_A_CHOICE


# What a play leaves


def test_an_outlook_counts_points_to_spare() -> None:
    # Given 12 points in hand and deck, 30 steps from the end
    session = a_session(a_race(a_chariot("23c", (3, 4, 5), x=2, deck=(6,) * 4), a_chariot("10b")))
    view, ask = session.view([RED]), session.open[RED]

    found = outlook(view, ask, asked(session).first_play(4, asked(session).ends(4)[0]))

    assert (found.to, found.crossings, found.coin, found.pays, found.waste) == ("A4", 3, False, True, 0)
    assert (found.points_left, found.remaining, found.spare) == (32, 27, 5)
    assert view.chariot(RED).spare == 36 - 31


def test_an_outlook_tells_what_an_outer_lane_wastes() -> None:
    session = a_session(a_race(a_chariot("05N", (1, 2, 3)), a_chariot("17b")))
    view, ask = session.view([RED]), session.open[RED]
    found = [outlook(view, ask, play) for play in asked(session).first_plays() if play.card == 1]

    assert [(each.to, each.waste) for each in found] == [("06b1", 0), ("06c1", 1)]


def test_an_outlook_at_the_finish_has_nothing_left_to_drive() -> None:
    session = a_session(a_race(a_chariot("26b", (5, 4), x=3, paid=True), a_chariot("17b")))

    found = outlook(session.view([RED]), session.open[RED], a_play(5, "FINISH"))

    assert (found.to, found.remaining, found.waste, found.spare) == ("FINISH", 0, 4, 4 + 14)


# Notation


def read(session: Session[Race], text: str) -> Play:
    (play,) = read_plan(session.view([RED]), session.open[RED], text)
    assert isinstance(play, Play)
    return play


def free() -> Session[Race]:
    return a_session(a_race(a_chariot("10b", (1, 2, 3)), a_chariot("17b")))


@pytest.mark.parametrize(
    ("text", "play"),
    [
        ("2", a_play(2, "11b", "12N")),
        ("1 11c", a_play(1, "11c")),
        ("1, 11C", a_play(1, "11c")),
        ("2/11c/12n", a_play(2, "11c", "12N")),
        ("3 -> 13c1", a_play(3, "11b", "12N", "13c1")),
        ("3 11c 13c1", a_play(3, "11c", "12N", "13c1")),
    ],
)
def test_a_play_is_written_as_card_and_end(text: str, play: Play) -> None:
    assert read(free(), text) == play


def test_over_the_last_line_the_end_is_finish() -> None:
    session = a_session(a_race(a_chariot("25b", (2, 3), x=3, paid=True), a_chariot("17b")))

    assert read(session, "3 26c finish") == a_play(3, "26c", "FINISH")


@pytest.mark.parametrize(
    ("text", "at", "place", "expected"),
    [
        ("", "", 1, ("1", "2", "3")),
        ("5", "5", 1, ("1", "2", "3")),
        ("two", "two", 1, ("1", "2", "3")),
        ("1 12N", "12n", 2, ("11b", "11c")),
        ("1 11b 11c", "11c", 3, ("11b",)),
        ("2 11b", "", 3, ("12n",)),
    ],
)
def test_what_cannot_be_read_is_refused_with_what_may_stand_there(
    text: str, at: str, place: int, expected: tuple[str, ...]
) -> None:
    with pytest.raises(Refused) as caught:
        read(free(), text)

    assert caught.value.reason is Reason.NOT_A_PLAN
    assert caught.value.values == {"at": at, "place": place, "expected": expected}


@pytest.mark.parametrize("space", ["10b", "23c", "26b", "A2"])
def test_what_is_written_reads_back(space: str) -> None:
    session = a_session(a_race(a_chariot(space, (1, 3, 5), x=3, paid=True), a_chariot("17b")))

    for play in asked(session).plays:
        assert read(session, write_plan(play)) == play


def test_a_plan_is_dropped_when_another_has_moved() -> None:
    moved = CardPlayed(BLUE, 1, a_play(1, "11b").path[0], a_play(1, "12N").path)

    assert is_unforeseen([CardDrawn(RED, 3), moved], RED)
    assert not is_unforeseen([moved], BLUE)
