"""Plays of another game, what a play leaves, and the notation of plays (7.1 to 7.4, 7.9)."""

from enum import StrEnum
from typing import Any

import pytest

from engine.ave_caesar.asks import Play
from engine.ave_caesar.choice import outlook
from engine.ave_caesar.facts import CardDrawn, CardPlayed
from engine.ave_caesar.notation import is_unforeseen, read_plan, write_plan
from engine.ave_caesar.refusals import explain
from engine.ave_caesar.state import Race
from engine.circus_maximus.words.asks import Forward
from engine.refusals import GameReason
from engine.session import Session
from records.refusals import Refused
from tests.ave_caesar.builders import BLUE, RED, a_chariot, a_play, a_race, a_session, asked


def refused(session: Session[Race], answer: Any) -> tuple[StrEnum, str | None, dict[str, object]]:
    """Return why red's answer is refused; nothing has changed then."""
    seq, told = session.seq, len(session.table.told)
    with pytest.raises(Refused) as caught:
        session.answer(RED, answer)
    assert (session.seq, len(session.table.told)) == (seq, told)
    return caught.value.reason, caught.value.rule, caught.value.values


def on_a_straight(*hand: int) -> Session[Race]:
    return a_session(a_race(a_chariot("10b", hand or (1, 2, 3)), a_chariot("11c")))


def test_an_answer_of_another_game_is_no_choice() -> None:
    session = on_a_straight()

    assert refused(session, Forward(2))[0] is GameReason.NOT_A_CHOICE
    assert explain(session.view([RED]), session.open[RED], Forward(2)).reason is GameReason.NOT_A_CHOICE


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

    assert caught.value.reason is GameReason.NOT_A_PLAN
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
