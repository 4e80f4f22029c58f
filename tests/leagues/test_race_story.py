"""The paper's two sentences on its race, and what wins money."""

import pytest

from engine.leagues.words.options import LeagueOptions
from engine.moments import LapDone, Moment, RaceOver, TurnBegan, WentOut
from records.values import EntryId
from words.leagues.controls import what_pays
from words.leagues.race_story import sentences
from words.leagues.story import with_race

A, B, C = (EntryId(number) for number in (1, 2, 3))
NAMES = {A: "Felix", B: "Celer", C: "Aquila"}
PLACES: dict[EntryId, int | None] = {A: 1, B: 2, C: 3}


def told(*moments: Moment, event: int = 0, places: dict[EntryId, int | None] = PLACES) -> tuple[str, str]:
    found = sentences(event, [TurnBegan(1), *moments, RaceOver(9)], places, NAMES)
    assert found is not None
    return found


def test_a_race_that_was_won_from_behind() -> None:
    first, second = told(LapDone(B, 1, 5), LapDone(A, 1, 5), LapDone(A, 2, 8), LapDone(B, 2, 9))

    assert first == "Celer led after the first lap, but Felix had the last word in turn 8."
    assert second == "All 3 who started came home."


def test_the_turn_of_a_race_won_from_behind_is_that_of_the_finish_not_of_the_lead() -> None:
    moments = (LapDone(B, 1, 5), LapDone(A, 2, 8))

    assert told(*moments, event=1)[0] == "For a lap it was the race of Celer; Felix was the first one home, in turn 8."


def test_a_race_that_was_led_from_the_first_lap_on() -> None:
    first, second = told(
        LapDone(A, 1, 4), LapDone(B, 1, 5), LapDone(A, 2, 8), WentOut(C, 6), places={A: 1, B: 2, C: None}
    )

    assert first == "Felix led from the first lap on, and nobody caught up until turn 8."
    assert second == "Aquila did not: out in turn 6."


def test_a_race_of_one_lap_and_one_that_nobody_ended() -> None:
    assert told(LapDone(A, 1, 4), LapDone(B, 1, 5))[0] == "Felix was home in turn 4, ahead of Celer."
    out = (WentOut(B, 2), WentOut(A, 3), WentOut(C, 3))
    nobody: dict[EntryId, int | None] = dict.fromkeys(PLACES)
    assert told(*out, places=nobody) == (
        "Nobody came home: the sand kept them all.", "3 of 3 stayed on the sand, Celer first, in turn 2.",
    )  # fmt: skip
    assert told(LapDone(A, 1, 4), *out[:1], *out[2:], places={A: 1, B: None, C: None})[0].startswith("Felix came home")
    assert sentences(1, [TurnBegan(1)], PLACES, NAMES) is None


@pytest.mark.parametrize("event", range(1, 20))
def test_no_sentence_comes_twice_in_a_row(event: int) -> None:
    for moments in (
        [LapDone(A, 1, 4)],
        [LapDone(B, 1, 4), LapDone(A, 2, 8)],
        [LapDone(A, 1, 4), LapDone(A, 2, 8), WentOut(C, 2)],
        [LapDone(A, 1, 4), WentOut(B, 2), WentOut(C, 2)],
    ):
        now, then = told(*moments, event=event), told(*moments, event=event + 1)
        assert now == told(*moments, event=event)
        assert now[0] != then[0]
        assert now[1] != then[1]


def test_the_story_stands_under_the_headline() -> None:
    assert with_race(["## title", "**head**", "rest"], "A. B.") == ["## title", "**head**", "A. B.", "rest"]
    assert with_race(["## title", "**head**"], "") == ["## title", "**head**"]


def test_a_founder_reads_what_wins_money() -> None:
    assert what_pays(LeagueOptions()) == (
        "Prizes are experience, for the first four of a race; money comes from bets. Most cash wins the season."
    )
    assert what_pays(LeagueOptions(prizes=(300, 200, 0))).endswith(
        "may give 300s and 200s to the purses of the first three."
    )
