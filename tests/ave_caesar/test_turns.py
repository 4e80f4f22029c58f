"""The sequence of turns, missed turns, stalemates, and who is out (6, 7.2, 7.6 to 7.8)."""

from engine.ave_caesar.courses import Space
from engine.ave_caesar.facts import (
    CoinPaid,
    RoundBegan,
    SixesFreed,
)
from engine.ave_caesar.state import Chariot, Race
from tests.ave_caesar.builders import BLUE, RED, YELLOW, a_chariot, a_race, a_session, asked, play, told


def finished(place: int) -> Chariot:
    return Chariot("some colour", crossings=4, coin=False, status="finished", place=place)


def test_rule_6_each_round_is_counted() -> None:
    session = a_session(a_race(a_chariot("10b"), a_chariot("04b")))
    assert told(session, RoundBegan) == [RoundBegan(4)]

    session.answer(RED, session.open[RED].default)
    session.answer(BLUE, session.open[BLUE].default)

    assert told(session, RoundBegan)[-1] == RoundBegan(5)
    assert session.checkpoint.seq == 2


def test_rule_6_a_race_can_be_taken_up_in_the_middle_of_a_round() -> None:
    session = a_session(a_race(a_chariot("10b"), a_chariot("04b"), active=1))

    assert list(session.open) == [BLUE]
    assert not told(session, RoundBegan)


def test_rule_7_7_a_card_played_ends_the_missed_streak() -> None:
    session = a_session(a_race(a_chariot("10b"), a_chariot("04b"), missed_streak=1, stalemate_swaps=2))

    play(session, 2, "12N")

    assert (session.state.missed_streak, session.state.stalemate_swaps) == (0, 0)


def test_a10_who_is_out_stands_in_nobodys_way() -> None:
    race = a_race(a_chariot("04b", (1,), deck=(), x=2), a_chariot("04c", (2,), x=2))
    session = a_session(race)

    play(session, 1, "05N")

    assert asked(session, BLUE).ends(2) == ("06b1", "06c1")


# Stalemates (7.6): red in a bottleneck with nothing but a card that is too long, blue and yellow close ahead


def a_jam(**others: object) -> Race:
    """Return a race in which nobody can move: each stands before the next one, and all cards are too long."""
    chariots = [
        a_chariot("23c", (6, 6, 5), x=2, deck=(6, 6), paid=False),
        a_chariot("A1", (3, 4, 5), x=2, deck=(2, 1), paid=False),
        a_chariot("A3", (6, 5, 2), x=2, deck=(6, 1), paid=True),
    ]
    return a_race(*chariots, **others)  # type: ignore[arg-type]


def test_rule_7_6_where_nobody_leads_there_are_no_sixes_to_free() -> None:
    race = a_jam(missed_streak=2)
    race.chariots[YELLOW] = finished(1)
    race.finished = [YELLOW]

    assert told(a_session(race), SixesFreed) == []


# Rule D


def test_rule_d_is_what_counts_at_the_deadline() -> None:
    session = a_session(a_race(a_chariot("22b", (3, 4)), a_chariot("04b")))

    facts = session.answer(RED, session.open[RED].default)

    assert CoinPaid(RED, Space("A2"), 1) in facts
