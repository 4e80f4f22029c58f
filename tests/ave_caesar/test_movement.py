"""Where cards lead (7.1, 7.2, 7.9): the cases of the specification, both sides of each limit."""

import pytest

from engine.ave_caesar.courses import Space
from engine.ave_caesar.facts import CardPlayed, CoinPaid, Finished, LineCrossed, TurnMissed
from tests.ave_caesar.builders import BLUE, RED, a_chariot, a_play, a_race, a_session, asked, leads, play, told

ALL = (1, 2, 3, 4, 5, 6)


def test_t03_behind_a_taken_bottleneck_every_card_is_too_long() -> None:
    session = a_session(a_race(a_chariot("04b", (1, 3, 6)), a_chariot("05N", (1,))))

    assert told(session, TurnMissed)[0] == TurnMissed(RED, 1)
    assert session.state.chariots[RED].hand == [1, 3, 6]
    assert RED not in session.open


def test_t04_a_card_that_ends_before_the_bottleneck_can_be_played() -> None:
    assert leads(a_chariot("02b", (1, 2, 4)), a_chariot("05N")) == {1: "03a 03b 03c", 2: "04b 04c"}


def test_rule_7_1_once_the_bottleneck_is_free_it_can_be_entered() -> None:
    assert leads(a_chariot("02b", (3, 4)), a_chariot("12N")) == {3: "05N", 4: "06b1 06c1"}


def test_t05_two_lanes_lead_into_a_bottleneck() -> None:
    assert leads(a_chariot("10b", (1, 2)), a_chariot("17b")) == {1: "11b 11c", 2: "12N"}


def test_t06_in_a_curve_lanes_cannot_be_changed() -> None:
    found = leads(a_chariot("06b1", (1, 4, 5, 6), played=()), a_chariot("17b"))

    assert found == {1: "06b2", 4: "10b", 5: "11b 11c", 6: "12N"}


def test_t07_a_wall_on_a_straight_keeps_the_lane() -> None:
    found = leads(a_chariot("10c", (1, 2, 3)), a_chariot("21c"), course="red")

    assert found == {1: "11c", 2: "12c", 3: "13N"}


def test_t08_e0_with_its_first_move_everybody_may_play_a_six() -> None:
    found = leads(a_chariot("26d", (1, 6), x=0, played=()), a_chariot("26c", x=0))

    assert found == {1: "01c 01d", 6: "06b1 06c1"}


def test_t20_on_lap_2_the_coin_leaves_only_the_way_to_caesar() -> None:
    assert leads(a_chariot("22b", (1, 3, 5), x=2), a_chariot("10b")) == {1: "23c", 3: "A2", 5: "A4"}


def test_t21_who_has_paid_goes_where_he_likes() -> None:
    found = leads(a_chariot("22b", (1, 3), x=2, paid=True), a_chariot("10b"))

    assert found == {1: "23b 23c", 3: "25a 25b 25c 25d A2"}


def test_t22_on_lap_1_the_alley_is_free_to_choose_and_paid_in() -> None:
    session = a_session(a_race(a_chariot("22b", (1, 3)), a_chariot("10b")))
    assert asked(session).ends(3) == ("25a", "25b", "25c", "25d", "A2")

    facts = play(session, 3, "A2")

    assert CoinPaid(RED, Space("A2"), 1) in facts
    assert not session.state.chariots[RED].coin


def test_t23_on_lap_2_behind_a_chariot_in_the_alley_there_is_nothing_but_to_wait() -> None:
    assert leads(a_chariot("23c", ALL, x=2), a_chariot("A1", x=2)) == {}


def test_t24_on_lap_1_it_has_to_move_on_past_a_blocked_alley() -> None:
    assert leads(a_chariot("23c", (1, 3)), a_chariot("A1")) == {1: "24b 24c 24d", 3: "26a 26b 26c 26d"}


def test_t25_a_card_too_long_for_a_blocked_alley_cannot_be_played() -> None:
    assert leads(a_chariot("22b", (2, 5, 6), x=2), a_chariot("A3", x=2)) == {2: "A1"}


def test_t26_anticlockwise_the_alley_is_entered_at_its_other_end() -> None:
    found = leads(a_chariot("05N", (1, 2, 6), x=2), a_chariot("17b", x=1), direction="anticlockwise", finished=[BLUE])

    assert found == {1: "04c", 2: "A7", 6: "A3"}


def test_t27_one_move_never_runs_through_the_alley() -> None:
    session = a_session(a_race(a_chariot("23c", (6, 6, 6)), a_chariot("24b")))
    assert asked(session).ends(6) == ("03a", "03b", "03c", "03d", "A6")

    play(session, 6, "A6")

    red = session.state.chariots[RED]
    assert (red.coin, red.crossings) == (False, 2)


def test_t27_past_the_alley_the_coin_is_kept() -> None:
    session = a_session(a_race(a_chariot("23c", (6, 6, 6)), a_chariot("24b")))
    play(session, 6, "03b")

    red = session.state.chariots[RED]
    assert (red.coin, red.crossings) == (True, 2)


def test_rule_7_9_inside_the_alley_the_line_begins_the_next_lap() -> None:
    session = a_session(a_race(a_chariot("22b", (5,), x=2), a_chariot("10b")))

    facts = play(session, 5, "A4")

    assert [fact for fact in facts if isinstance(fact, LineCrossed | CoinPaid)] == [
        LineCrossed(RED, 3),
        CoinPaid(RED, Space("A4"), 3),
    ]


def test_rule_a08_who_has_paid_may_drive_through_the_alley_again() -> None:
    found = leads(a_chariot("22b", (3,), x=3, paid=True), a_chariot("10b"))

    assert "A2" in found[3]


def test_rule_7_9_several_chariots_may_be_in_the_alley() -> None:
    assert leads(a_chariot("22b", (3,), x=2), a_chariot("A3", x=2)) == {3: "A2"}


def test_t28_a09_the_step_over_the_last_line_ends_the_move() -> None:
    crowd = [a_chariot(space, x=2) for space in ("01a", "01b", "01c")]
    session = a_session(a_race(a_chariot("26b", (5,), x=3, paid=True), *crowd))

    facts = play(session, 5, "FINISH")

    assert facts[:2] == [CardPlayed(RED, 5, Space("26b"), (Space("FINISH"),)), Finished(RED, 1, 4 + 2 + 3 + 4 + 5)]
    red = session.state.chariots[RED]
    assert (red.status, red.place, red.space) == ("finished", 1, None)


def test_t29_before_the_line_the_way_must_be_free() -> None:
    crowd = [a_chariot(space, x=2) for space in ("26a", "26b", "26c")]

    assert leads(a_chariot("25b", (1, 2, 6), x=3, paid=True), *crowd) == {}


def test_t30_one_free_space_is_enough_to_finish() -> None:
    crowd = [a_chariot(space, x=2) for space in ("26a", "26b")]
    found = leads(a_chariot("25b", (1, 2, 6), x=3, paid=True), *crowd, finished=[BLUE])

    assert found == {1: "26c", 2: "FINISH", 6: "FINISH"}


def test_rule_7_1_nobody_jumps_over_a_chariot() -> None:
    race = a_race(a_chariot("10b", (3,)), a_chariot("11b"), a_chariot("11c"))

    assert told(a_session(race), TurnMissed)[0].entry == RED


def test_a11_the_owner_chooses_the_path() -> None:
    session = a_session(a_race(a_chariot("10b", (2,)), a_chariot("17b")))

    facts = session.answer(RED, a_play(2, "11c", "12N"))

    assert facts[0] == CardPlayed(RED, 2, Space("10b"), (Space("11c"), Space("12N")))
    assert session.state.chariots[RED].path == ["10b", "11c", "12N"]


def test_a11_all_paths_are_listed_once() -> None:
    plays = asked(a_session(a_race(a_chariot("10b", (2, 2, 1)), a_chariot("17b")))).plays

    assert plays == (a_play(1, "11b"), a_play(1, "11c"), a_play(2, "11b", "12N"), a_play(2, "11c", "12N"))


def test_a09_over_the_last_line_a_path_ends_once() -> None:
    plays = asked(a_session(a_race(a_chariot("26b", (4,), x=3, paid=True), a_chariot("17b")))).plays

    assert plays == (a_play(4, "FINISH"),)


@pytest.mark.parametrize("space", ["25a", "25b", "23c", "A1", "22b", "06c1"])
def test_a11_where_a_card_can_end_is_where_its_paths_end(space: str) -> None:
    # Given a crowd about the line
    crowd = [a_chariot(each, x=2, paid=True) for each in ("26b", "24c", "08c3") if each != space]
    session = a_session(a_race(a_chariot(space, ALL, x=3, paid=True), *(crowd[:2])))
    question = asked(session)

    # Then both ways of asking agree, and the first path comes first
    for card in ALL:
        by_path = [play for play in question.plays if play.card == card]
        assert sorted({each.to for each in by_path}) == list(question.ends(card))
        for to in question.ends(card):
            assert question.first_play(card, to) == min(
                (each for each in by_path if each.to == to), key=lambda each: each.path
            )
