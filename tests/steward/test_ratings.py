"""Ratings: ties and teams, what counts and what does not, and what cheating brings."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from records.past import RatingRow, Summary
from records.values import EntryId, PlayerId
from steward.remembering.ratings import ALONE, DEVIATION, MEAN, Rating, Ratings, rate
from tests.pasts import a_past_race, a_summary, an_entry

MONTH = 30 * 86_400.0


def people(*numbers: int) -> tuple[PlayerId, ...]:
    return tuple(PlayerId(number) for number in numbers)


ANN, BOB, CAL, DOT = people(1, 2, 3, 4)


def rated(*summaries: Summary) -> dict[PlayerId, RatingRow]:
    """Return everybody's rating after some races of people that are new."""
    rows = Ratings().after_all(summaries)
    return {row.player: row for row in rows}


def means(*summaries: Summary) -> list[float]:
    return [row.mean for _, row in sorted(rated(*summaries).items())]


def with_places(places: Sequence[int | None], **changed: Any) -> Summary:
    """Return a race of people who came in at these places, by their numbers."""
    race = a_past_race(1, people=len(places))
    entries = [
        an_entry(race, place, PlayerId(at + 1), number=at + 1, **{key: each[at] for key, each in changed.items()})
        for at, place in enumerate(places)
    ]
    return Summary(race, tuple(entries))


def test_who_comes_in_ahead_is_rated_higher_and_everybody_is_known_better() -> None:
    after = rated(a_summary(1, ANN, BOB, CAL, DOT))

    assert sorted(after, key=lambda each: -after[each].mean) == [ANN, BOB, CAL, DOT]
    assert all(row.deviation < DEVIATION and row.races == 1 for row in after.values())
    assert sum(row.change for row in after.values()) == pytest.approx(0, abs=1)


@pytest.mark.parametrize("places", [[1, 2, 2, 4], [1, 1, 3, 4, 4, 4], [None, 1, None, 2], [1, None, None, None]])
def test_who_ties_is_rated_alike_below_those_ahead_and_above_those_behind(places: list[int | None]) -> None:
    found = means(with_places(places))

    ranks = [place or 99 for place in places]
    for one, mine in zip(ranks, found, strict=True):
        for other, theirs in zip(ranks, found, strict=True):
            if one == other:
                assert mine == pytest.approx(theirs)
            else:
                assert (mine > theirs) == (one < other)


def test_allies_win_and_lose_together() -> None:
    teams = [EntryId(number) for number in (1, 2, 1, 2)]

    first, second, third, fourth = means(with_places([1, 3, 4, 2], team=teams))

    assert first == pytest.approx(third)
    assert second == pytest.approx(fourth)
    assert first > second


def test_a_race_that_is_called_off_by_one_who_drives_in_it_is_theirs_to_lose() -> None:
    race = a_summary(1, ANN, BOB, CAL, outcome="called off", called_off_by=ANN)

    after = rated(race)

    assert after[ANN].mean < MEAN
    assert after[ANN].races == 1
    assert [(after[each].mean, after[each].deviation, after[each].races) for each in (BOB, CAL)] == [
        (MEAN, DEVIATION, 0)
    ] * 2


def test_who_acts_as_host_on_their_own_race_can_lose_by_it_but_not_win() -> None:
    after = rated(with_places([1, 2], is_meddled=[True, False]))
    assert after[ANN].mean == MEAN
    assert after[BOB].mean < MEAN

    assert rated(with_places([2, 1], is_meddled=[True, False]))[ANN].mean < MEAN


def test_who_acts_as_host_on_their_own_race_does_not_rise_in_the_list_by_a_narrower_margin() -> None:
    for places in ([1, 2, 3], [2, 1, 3]):
        mine = rated(with_places(places, is_meddled=[True, False, False]))[ANN]
        assert mine.mean - 2 * mine.deviation <= MEAN - 2 * DEVIATION


def test_a_race_in_which_nobody_can_move_somebody_is_none_that_their_rating_rests_on() -> None:
    stranger = PlayerId(9)
    met = rated(a_summary(1, ANN, BOB, CAL, DOT), a_summary(2, ANN, stranger))
    assert (met[ANN].races, met[stranger].races) == (1, 1)

    allies = Summary(a_past_race(1), tuple(replace(each, team=EntryId(1)) for each in a_summary(1, ANN, BOB).entries))
    assert [row.races for row in rated(allies).values()] == [0, 0]


def test_of_two_who_race_each_other_alone_every_day_five_races_in_any_thirty_days_count() -> None:
    day = MONTH / 30
    ratings = Ratings()

    counted = [ratings.after(a_summary(n, ANN, BOB, at=n * day))[0].change != 0 for n in range(1, 66)]

    assert [n for n, counts in enumerate(counted, start=1) if counts] == [*range(1, 6), *range(31, 36), *range(61, 66)]


def test_two_friends_who_let_each_other_win_soon_move_nothing() -> None:
    races = [a_summary(number, *((ANN, BOB) if number % 2 else (BOB, ANN))) for number in range(1, 101)]

    after = rated(*races)

    assert [row.races for row in after.values()] == [ALONE, ALONE]
    assert all(abs(row.mean - MEAN) < 60 for row in after.values())
    # A month later they count again.
    later = msgspec.structs.replace(races[0].race, at=races[-1].race.at + MONTH, race=101)
    assert rated(*races, msgspec.structs.replace(races[0], race=later))[ANN].races == ALONE + 1


def test_whoever_beats_one_friend_for_ever_gains_no_more_than_five_races_a_month() -> None:
    always = [a_summary(number, ANN, BOB) for number in range(1, 501)]
    few = always[:ALONE]

    assert rated(*always)[ANN].mean == rated(*few)[ANN].mean


def test_an_account_that_nobody_knows_is_worth_less_than_one_that_is_known() -> None:
    known, new = Rating(MEAN, 40.0, 50), Rating()
    mine = Rating(MEAN, 60.0, 30)

    over_known = rate([[[ANN]], [[BOB]]], {ANN: mine, BOB: known})[ANN]
    over_new = rate([[[ANN]], [[BOB]]], {ANN: mine, BOB: new})[ANN]

    assert over_new.mean < over_known.mean


def test_house_drivers_are_nobody_to_be_rated_against() -> None:
    assert not a_summary(1, ANN, None, None).race.is_rated
    assert rated(a_summary(1, None, ANN, None, BOB)).keys() == {ANN, BOB}
    assert means(a_summary(1, None, ANN, None, BOB)) == means(a_summary(1, ANN, BOB))


def test_twenty_accounts_of_one_person_lift_them_no_higher_than_the_first_three() -> None:
    accounts = people(*range(101, 121))
    few, all_of_them = (
        [a_summary(number, ANN, each) for number, each in enumerate(accounts[:many] * 5, start=1)] for many in (3, 20)
    )

    lifted = rated(*all_of_them)[ANN]

    assert lifted.mean < rated(*few)[ANN].mean + 1
    # Who is known moves by those who are known: one race of them all together is what it takes.
    assert rated(a_summary(1, *accounts), *all_of_them)[ANN].mean > lifted.mean
