"""The sequence of turns, missed turns, stalemates, and who is out (6, 7.2, 7.6 to 7.8)."""

import pytest

from engine.ave_caesar.choice import default_play
from engine.ave_caesar.courses import Space
from engine.ave_caesar.facts import (
    CardDrawn,
    CoinPaid,
    Finished,
    HighCardsSwapped,
    LineCrossed,
    RaceEnded,
    RoundBegan,
    SixesFreed,
    TurnMissed,
    WentOut,
)
from engine.ave_caesar.state import Chariot, Race
from tests.ave_caesar.builders import BLUE, RED, YELLOW, a_chariot, a_play, a_race, a_session, asked, play, told


def finished(place: int) -> Chariot:
    return Chariot("some colour", crossings=4, coin=False, status="finished", place=place)


def test_rule_6_chariots_move_in_turn_order() -> None:
    race = a_race(a_chariot("10b"), a_chariot("04b"), a_chariot("17b"))
    race.order = [YELLOW, RED, BLUE]
    session = a_session(race)

    moved = []
    for _ in range(4):
        (entry,) = session.open
        moved.append(entry)
        session.answer(entry, session.open[entry].default)

    assert moved == [YELLOW, RED, BLUE, YELLOW]


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


def test_rule_6_those_who_race_no_more_are_passed_over() -> None:
    race = a_race(finished(1), a_chariot("04b"), finished(2), finished=[RED, YELLOW])

    assert list(a_session(race).open) == [BLUE]


def test_rule_6_7_after_a_move_a_card_is_drawn() -> None:
    session = a_session(a_race(a_chariot("10b", (1, 3, 4), deck=(6, 5)), a_chariot("04b")))

    facts = play(session, 3, "13b1")

    red = session.state.chariots[RED]
    assert (sorted(red.hand), red.deck, red.played[-1]) == ([1, 4, 6], [5], 3)
    assert CardDrawn(RED, 1) in facts


def test_rule_6_7_when_the_deck_is_used_up_the_hand_shrinks() -> None:
    session = a_session(a_race(a_chariot("10b", (1, 3), deck=()), a_chariot("04b")))

    facts = play(session, 3, "13b1")

    assert session.state.chariots[RED].hand == [1]
    assert not [fact for fact in facts if isinstance(fact, CardDrawn)]


def test_rule_7_2_a_single_card_that_can_be_played_must_be() -> None:
    session = a_session(a_race(a_chariot("22b", (2, 5, 6), x=2), a_chariot("A3", x=2)))

    assert asked(session).plays == (a_play(2, "23c", "A1"),)


def test_rule_7_7_over_the_line_a_lap_begins() -> None:
    session = a_session(a_race(a_chariot("26b", (1, 2, 3)), a_chariot("04b")))

    facts = play(session, 2, "02b")

    assert LineCrossed(RED, 2) in facts
    assert session.state.chariots[RED].crossings == 2


def test_rule_7_7_short_of_the_line_none_does() -> None:
    session = a_session(a_race(a_chariot("25b", (1, 2, 3)), a_chariot("04b")))

    assert not [fact for fact in play(session, 1, "26b") if isinstance(fact, LineCrossed)]


def test_rule_7_7_a_card_played_ends_the_missed_streak() -> None:
    session = a_session(a_race(a_chariot("10b"), a_chariot("04b"), missed_streak=1, stalemate_swaps=2))

    play(session, 2, "12N")

    assert (session.state.missed_streak, session.state.stalemate_swaps) == (0, 0)


def test_rule_7_8_t32_who_plays_the_last_card_and_has_not_finished_is_out() -> None:
    session = a_session(a_race(a_chariot("10b", (3,), deck=(), x=3, paid=True), a_chariot("04b")))

    facts = play(session, 3, "13b1")

    red = session.state.chariots[RED]
    assert (red.status, red.space, red.place, red.left_at) == ("out", None, None, 2 * 1560 + 60 * 12 + 60)
    assert WentOut(RED, "out of cards", Space("13b1"), 3900, 14) in facts
    assert session.state.removed == [RED]


def test_rule_7_8_who_finishes_with_the_last_card_has_finished() -> None:
    session = a_session(a_race(a_chariot("26b", (3,), deck=(), x=3, paid=True), a_chariot("04b")))

    facts = play(session, 3, "FINISH")

    assert Finished(RED, 1, 2) in facts
    assert not [fact for fact in facts if isinstance(fact, WentOut)]


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


def test_rule_7_2_a_missed_turn_leaves_the_hand_as_it_is() -> None:
    session = a_session(a_jam())

    red = session.state.chariots[RED]
    assert told(session, TurnMissed)[:2] == [TurnMissed(RED, 1), TurnMissed(BLUE, 2)]
    assert (red.hand, red.deck, red.missed, red.path) == ([6, 6, 5], [6, 6], 1, [])


def test_rule_7_6_sixes_are_freed_once_all_have_missed_and_not_before() -> None:
    one, other = a_session(a_jam(missed_streak=0)), a_session(a_jam(missed_streak=1))

    assert told(one, SixesFreed) == []
    assert told(other, SixesFreed) == [SixesFreed(3)]


def test_rule_7_6_where_nobody_leads_there_are_no_sixes_to_free() -> None:
    race = a_jam(missed_streak=2)
    race.chariots[YELLOW] = finished(1)
    race.finished = [YELLOW]

    assert told(a_session(race), SixesFreed) == []


def test_rule_7_6_after_three_rounds_the_highest_cards_are_swapped() -> None:
    # When red misses the ninth turn in a row
    session = a_session(a_jam(missed_streak=8))

    # Then each has put its highest card under its deck and drawn one
    assert told(session, HighCardsSwapped) == [HighCardsSwapped((RED, BLUE, YELLOW), 1)]
    red, blue = session.state.chariots[RED], session.state.chariots[BLUE]
    assert (sorted(red.hand), red.deck) == ([5, 6, 6], [6, 6])
    assert (sorted(blue.hand), blue.deck) == ([2, 3, 4], [1, 5])


def test_rule_7_6_one_turn_earlier_nothing_is_swapped() -> None:
    session = a_session(a_jam(missed_streak=6))

    # Red misses the seventh, blue the eighth turn in a row; yellow can move.
    assert not told(session, HighCardsSwapped)
    assert list(session.open) == [YELLOW]


def test_rule_7_6_without_a_deck_nothing_is_swapped() -> None:
    race = a_jam(missed_streak=8)
    race.chariots[RED].deck = []

    session = a_session(race)

    assert told(session, HighCardsSwapped)[0].entries == (BLUE, YELLOW)
    assert session.state.chariots[RED].hand == [6, 6, 5]


@pytest.mark.parametrize(("swaps", "ends"), [(2, False), (3, True)])
def test_rule_7_6_at_the_fourth_time_the_race_ends(swaps: int, ends: bool) -> None:
    session = a_session(a_jam(missed_streak=8, stalemate_swaps=swaps))

    assert session.is_over == ends
    assert [fact.why for fact in told(session, WentOut)] == ["stalemate"] * 3 * ends
    assert len(told(session, RaceEnded)) == ends


# Rule D


def test_rule_d_it_finishes_with_the_lowest_card() -> None:
    question = asked(a_session(a_race(a_chariot("25b", (2, 3, 6), x=3, paid=True), a_chariot("04b"))))

    assert default_play(question) == a_play(2, "26a", "FINISH")


def test_rule_d_it_wastes_least() -> None:
    # A one into the curve's outer lane would cost a step more.
    question = asked(a_session(a_race(a_chariot("05N", (1, 2)), a_chariot("04b"))))

    assert default_play(question) == a_play(1, "06b1")


def test_rule_d_of_equals_one_that_pays_the_coin() -> None:
    question = asked(a_session(a_race(a_chariot("22b", (3, 4)), a_chariot("04b"))))

    chosen = default_play(question)

    assert chosen == a_play(3, "23c", "A1", "A2")


def test_rule_d_then_the_lowest_card_and_the_first_path() -> None:
    question = asked(a_session(a_race(a_chariot("10b", (2, 3, 3)), a_chariot("04b"))))

    assert default_play(question) == a_play(2, "11b", "12N")


def test_rule_d_is_what_counts_at_the_deadline() -> None:
    session = a_session(a_race(a_chariot("22b", (3, 4)), a_chariot("04b")))

    facts = session.answer(RED, session.open[RED].default)

    assert CoinPaid(RED, Space("A2"), 1) in facts
