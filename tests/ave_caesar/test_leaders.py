"""Who leads, and the ban on sixes with its exceptions (7.3 to 7.5)."""

import pytest

from engine.ave_caesar.courses import Direction, Space
from engine.ave_caesar.facts import CardPlayed, SixesFreed, TurnMissed
from engine.ave_caesar.leaders import can_pass, leaders, may_play_six
from engine.ave_caesar.state import Chariot
from tests.ave_caesar.builders import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    a_chariot,
    a_race,
    a_session,
    asked,
    ends,
    leads,
    play,
    told,
)

SIXES = (6, 6, 6)


def leading(*chariots: Chariot, direction: Direction = "clockwise") -> list[int]:
    return list(leaders(a_race(*chariots, direction=direction)))


def test_t09_in_a_curve_the_front_edge_counts() -> None:
    assert leading(a_chariot("06b1"), a_chariot("06c1")) == [RED]


def test_t10_level_fronts_lead_together() -> None:
    race = a_race(a_chariot("06b4", SIXES), a_chariot("06c5", SIXES))

    assert leaders(race) == [RED, BLUE]


def test_t10_of_two_leaders_neither_may_play_a_six() -> None:
    race = a_race(a_chariot("06b4", (6, 1)), a_chariot("06c5", (6, 1)))

    assert [may_play_six(race, entry) for entry in (RED, BLUE)] == [False, False]


def test_t11_anticlockwise_the_fronts_are_the_other_edges() -> None:
    assert leading(a_chariot("06b4"), a_chariot("06c5"), direction="anticlockwise") == [RED]


def test_t12_the_alley_counts_by_its_fronts_too() -> None:
    assert leading(a_chariot("A3", x=2), a_chariot("26b", x=2)) == [RED, BLUE]


def test_rule_7_3_a_lap_more_is_farther() -> None:
    assert leading(a_chariot("01a", x=2), a_chariot("26b", x=1)) == [RED]


def test_t13_a_leader_with_another_card_must_play_it() -> None:
    assert leads(a_chariot("13b1", (2, 6, 6)), a_chariot("10b")) == {2: "13b3"}


def test_rule_7_4_who_does_not_lead_may_play_a_six() -> None:
    assert 6 in leads(a_chariot("13b1", (2, 6, 6)), a_chariot("22b"))


def test_rule_7_4_a_leader_whose_other_card_cannot_be_played_misses() -> None:
    # Given a leader with a card besides its sixes that is too long for the jam ahead, which is a lap behind
    race = a_race(a_chariot("04b", (2, 6, 6), x=2), a_chariot("05N", (1, 1, 1), x=1))

    assert told(a_session(race), TurnMissed)[0].entry == RED


def test_t08_e0_a_leader_on_the_grid_may_play_a_six() -> None:
    race = a_race(a_chariot("26d", x=0, played=()), a_chariot("26c", x=0, played=()))

    assert leaders(race) == [RED, BLUE]
    assert may_play_six(race, RED)


def test_a01_e0_is_for_each_chariots_own_first_move() -> None:
    race = a_race(a_chariot("04b"), a_chariot("26c", x=0, played=()))

    assert not may_play_six(race, RED)
    assert may_play_six(race, BLUE)


def test_t14_e1_does_not_help_where_the_leader_can_be_passed() -> None:
    race = a_race(a_chariot("11b", SIXES), a_chariot("06b2", SIXES))

    assert can_pass(race, BLUE, [RED])
    assert told(a_session(race), TurnMissed)[0].entry == RED


def test_t15_e1_helps_where_the_lane_behind_leads_nowhere_else() -> None:
    race = a_race(a_chariot("10b", SIXES), a_chariot("06b2", SIXES))

    assert not can_pass(race, BLUE, [RED])
    assert 6 in ends(a_session(race))


def test_t16_e1_nobody_passes_a_bottleneck() -> None:
    assert 6 in leads(a_chariot("12N", SIXES), a_chariot("06b2"), a_chariot("11c"))


def test_t16_e1_asks_for_nothing_but_sixes() -> None:
    race = a_race(a_chariot("12N", (5, 6, 6)), a_chariot("06b2"))

    assert not may_play_six(race, RED)


@pytest.mark.parametrize("hand", [(6,), (6, 6)])
def test_a16_at_the_end_of_the_deck_one_or_two_sixes_are_only_sixes(hand: tuple[int, ...]) -> None:
    assert 6 in leads(a_chariot("12N", hand, deck=()), a_chariot("06b2"))


@pytest.mark.parametrize("active", [0, 1])
def test_t17_e1_of_two_stuck_leaders_the_one_whose_turn_comes_first_may(active: int) -> None:
    race = a_race(a_chariot("11b", SIXES), a_chariot("11c", SIXES), a_chariot("06b2"), a_chariot("05N"), active=active)
    mover = (RED, BLUE)[active]
    session = a_session(race)
    assert asked(session, mover).cards == (6,)

    play(session, 6, asked(session, mover).ends(6)[0], mover)

    assert leaders(session.state) == [mover]


def test_t18_a04_beside_a_leader_with_other_cards_sixes_wait() -> None:
    session = a_session(a_race(a_chariot("11b", SIXES), a_chariot("11c", (3, 6, 6))))

    assert told(session, TurnMissed)[0].entry == RED
    assert asked(session, BLUE).cards == (3,)


def test_t19_once_somebody_has_finished_nobody_leads() -> None:
    done = Chariot("some colour", crossings=4, coin=False, status="finished", place=1)
    race = a_race(a_chariot("11b", SIXES), a_chariot("05N"), done, finished=[YELLOW])

    assert leaders(race) == []
    assert may_play_six(race, RED)


def test_t31_a05_e2_after_a_full_round_of_missed_turns_a_leader_may_play_a_six() -> None:
    # Given a leader with sixes before the mouth of the alley, and two behind it that cannot move
    race = a_race(
        a_chariot("23c", SIXES, x=2, paid=True),
        a_chariot("22b", (1, 5, 6), x=2),
        a_chariot("18b3", (4, 5, 6), x=2, paid=True),
        course="blue",
    )

    # When all three have missed
    session = a_session(race)

    # Then the leader's next turn comes with its sixes freed
    assert [fact.entry for fact in told(session, TurnMissed)] == [RED, BLUE, YELLOW]
    assert told(session, SixesFreed) == [SixesFreed(3)]
    assert ends(session) == {6: "03a 03b 03c 03d A6"}


def test_e2_needs_a_full_round_and_asks_for_nothing_else() -> None:
    chariots = [a_chariot("23c", (5, 6, 6), x=2, paid=True), a_chariot("18b3", x=2)]

    assert not may_play_six(a_race(*chariots, missed_streak=1), RED)
    assert may_play_six(a_race(*chariots, missed_streak=2), RED)


def test_rule_7_5_nobody_behind_nobody_passes() -> None:
    race = a_race(a_chariot("11b", SIXES), a_chariot("11c", SIXES))

    assert may_play_six(race, RED)


def test_a03_others_than_the_leaders_are_left_aside() -> None:
    # Yellow stands in the lane that blue would take; it will move on.
    race = a_race(a_chariot("11b", SIXES), a_chariot("06b2"), a_chariot("11c"))
    assert leaders(race) == [RED, YELLOW]

    race = a_race(a_chariot("13b1", SIXES), a_chariot("06b2"), a_chariot("12N"))
    assert can_pass(race, BLUE, [RED])


def test_rule_7_5_the_alley_duty_is_obeyed() -> None:
    # Given a leader in the mouth of the alley: on lap 2 only who has paid can pass it
    leader = a_chariot("23c", SIXES, x=2, paid=True)

    assert not can_pass(a_race(leader, a_chariot("22b", x=2)), BLUE, [RED])
    assert can_pass(a_race(leader, a_chariot("22b", x=2, paid=True)), BLUE, [RED])


def test_rule_7_5_reaching_the_finish_is_passing() -> None:
    leader = a_chariot("26a", SIXES, x=3, paid=True)
    race = a_race(leader, a_chariot("25d", x=3, paid=True))

    assert can_pass(race, BLUE, [RED])


def test_rule_7_4_after_e1_the_six_is_played_like_any_card() -> None:
    session = a_session(a_race(a_chariot("12N", SIXES), a_chariot("06b2"), a_chariot("06c1"), a_chariot("01a")))

    play(session, 6, asked(session).ends(6)[0])

    assert told(session, CardPlayed)[0].start == Space("12N")
    assert session.state.order[session.state.active] in (BLUE, YELLOW, GREEN)
