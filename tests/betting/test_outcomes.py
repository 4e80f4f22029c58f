"""Outcomes: B-10 and B-14, from places and moments alone."""

from collections.abc import Sequence

import pytest

from engine.betting.book import MarketKind, SideBet
from engine.betting.outcomes import Ended, is_first_turn_over, lap_turns, leader_lap, winner_of_side, winners_of
from engine.moments import LapDone, Moment, TurnBegan, WentOut
from engine.series import Result
from records.values import EntryId, RaceId, Sesterces
from tests.betting.builders import BLUE, GAIUS, GOLD, GREEN, LUCIUS, RED, WHITE


def ended(*places: int | None, moments: Sequence[Moment] = ()) -> Ended:
    """Return a race with these places, by entry."""
    results = [Result(EntryId(number), place) for number, place in enumerate(places, start=1)]
    return Ended(results, moments)


@pytest.mark.parametrize("kind", ["win", "sealed"])
def test_b_10_the_winner_is_first_and_allies_both_are(kind: MarketKind) -> None:
    assert winners_of(kind, ended(2, 1, None)) == ("2",)
    assert winners_of(kind, ended(1, 1, 2)) == ("1", "2")
    assert winners_of(kind, ended(None, None)) == ()


def test_b_10_places_are_counted_by_who_is_ahead() -> None:
    assert winners_of("place", ended(1, 2, 3, 4)) == ("1", "2")
    assert winners_of("place", ended(1, 2, 3, 4, None)) == ("1", "2", "3")
    assert winners_of("place", ended(1, 1, 2, 2, 3, 3)) == ("1", "2", "3", "4")
    assert winners_of("place", ended(1, 1, 2, None)) == ("1", "2")
    assert winners_of("place", ended(None, 1, None, None, None)) == ("2",)


def test_b_10_the_last_survivor_is_placed_last() -> None:
    assert winners_of("last survivor", ended(1, 3, None, 2)) == ("2",)
    assert winners_of("last survivor", ended(1, 2, 2)) == ("2", "3")
    assert winners_of("last survivor", ended(None, None)) == ()


def test_b_10_the_first_wreck_is_the_first_that_was_told() -> None:
    moments: list[Moment] = [TurnBegan(3), WentOut(BLUE, 3), WentOut(RED, 3)]

    assert winners_of("first wreck", ended(None, None, 1, moments=moments)) == ("2",)
    assert winners_of("first wreck", ended(1, 2)) == ()


def test_b_10_a_lap_is_counted_from_the_one_before_and_the_first_from_the_start() -> None:
    moments = [LapDone(RED, 1, 4), LapDone(BLUE, 1, 5), LapDone(RED, 2, 9), LapDone(BLUE, 2, 8), LapDone(GREEN, 2, 9)]

    assert lap_turns(moments) == {RED: 4, BLUE: 3}
    assert winners_of("fastest lap", ended(1, 2, 3, moments=moments)) == ("2",)


def test_b_10_equal_laps_share_and_without_a_lap_nobody_wins() -> None:
    moments = [LapDone(RED, 1, 4), LapDone(BLUE, 1, 4)]

    assert winners_of("fastest lap", ended(1, 2, moments=moments)) == ("1", "2")
    assert winners_of("fastest lap", ended(1, 2)) == ()


@pytest.mark.parametrize(
    ("places", "winners"),
    [((1, 2, None), ("over",)), ((1, None, None), ("under",)), ((1, 2, None, None), ()), ((None, None), ("under",))],
)
def test_b_10_finishers_are_over_or_under_half_of_the_field(
    places: tuple[int | None, ...], winners: tuple[str, ...]
) -> None:
    assert winners_of("finishers", ended(*places)) == winners


def a_side(rival: EntryId | None) -> SideBet:
    return SideBet(
        race=RaceId(1), number=1, proposer=GAIUS, proposer_name="", taker=LUCIUS, taker_name="", entry=RED,
        rival=rival, stake=Sesterces(50), against=Sesterces(70), key="k", at=0.0,
    )  # fmt: skip


def test_b_14_who_is_ahead_wins_and_whoever_is_not_placed_is_behind() -> None:
    against = a_side(BLUE)

    assert winner_of_side(against, ended(1, 2).results) == GAIUS
    assert winner_of_side(against, ended(2, 1).results) == LUCIUS
    assert winner_of_side(against, ended(3, None).results) == GAIUS
    assert winner_of_side(against, ended(None, 3).results) == LUCIUS
    assert winner_of_side(against, ended(None, None, 1).results) is None
    assert winner_of_side(against, ended(1, 1).results) is None


def test_b_14_that_it_wins_needs_the_first_place_and_a_winner() -> None:
    alone = a_side(None)

    assert winner_of_side(alone, ended(1, 2).results) == GAIUS
    assert winner_of_side(alone, ended(1, 1).results) == GAIUS
    assert winner_of_side(alone, ended(2, 1).results) == LUCIUS
    assert winner_of_side(alone, ended(None, 1).results) == LUCIUS
    assert winner_of_side(alone, ended(None, None).results) is None


def test_26_3_the_leaders_lap_is_the_first_one_done() -> None:
    moments = [LapDone(RED, 1, 6), LapDone(BLUE, 1, 5), LapDone(WHITE, 2, 9)]

    assert leader_lap(moments, 1) == 5
    assert leader_lap(moments, 2) == 9
    assert leader_lap(moments, 3) is None


def test_b_13_the_first_turn_is_over_when_the_second_begins() -> None:
    assert not is_first_turn_over([TurnBegan(1), WentOut(GOLD, 1)])
    assert is_first_turn_over([TurnBegan(1), TurnBegan(2)])
