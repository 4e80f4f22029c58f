"""Rounds, laps, who goes out and the end, worked out from facts alone."""

import pytest

from engine.ave_caesar import facts
from engine.ave_caesar.courses import Space
from engine.ave_caesar.house.simulation import play_race
from engine.moments import LapDone, RaceOver, TurnBegan, WentOut
from engine.rulesets import RULESETS
from records.values import EntryId

RULES = RULESETS["ave-caesar"]
RED = EntryId(1)


@pytest.mark.parametrize("seed", range(6))
def test_in_any_race_all_that_finish_do_three_laps(seed: int) -> None:
    outcome = play_race(RULES, f"moments {seed}".encode(), ["novice", "steady", "master", "novice"])
    moments = RULES.moments(outcome.facts)

    turns = [each.turn for each in moments if isinstance(each, TurnBegan)]
    assert turns == list(range(1, outcome.rounds + 1))
    assert moments[-1] == RaceOver(outcome.rounds)
    gone = [each.entry for each in moments if isinstance(each, WentOut)]
    assert sorted([*gone, *outcome.finishers]) == [1, 2, 3, 4]
    for entry in outcome.finishers:
        assert [each.lap for each in moments if isinstance(each, LapDone) and each.entry == entry] == [1, 2, 3]


def test_the_line_at_the_start_ends_no_lap() -> None:
    first, second = facts.LineCrossed(RED, 1), facts.LineCrossed(RED, 2)
    story = [facts.RoundBegan(1), first, facts.RoundBegan(2), second, facts.Finished(RED, 1, 0)]
    assert RULES.moments(story) == (TurnBegan(1), TurnBegan(2), LapDone(RED, 1, 2), LapDone(RED, 3, 2))


def test_out_is_who_is_taken_off_the_board() -> None:
    out = facts.WentOut(RED, "out of cards", Space("10b"), 600, 12)
    ended = facts.RaceEnded(3, ())
    assert RULES.moments([facts.RoundBegan(3), out, ended]) == (TurnBegan(3), WentOut(RED, 3), RaceOver(3))
