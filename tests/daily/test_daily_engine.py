"""The race of the day without clock or people: dice by decision, the chain, days, choosing, streaks."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from engine.daily import chain
from engine.daily.attempt import YOURS, Attempt, Day, seed_of
from engine.daily.choosing import better_than, choose, slipping
from engine.daily.keyed import KeyedTable
from engine.daily.settings import MIXED_FROM, setting_of
from engine.daily.streaks import Streak, streak_of
from engine.questions import Answer, Ask
from records.refusals import Refused
from records.values import EntryId
from steward.daily.days import FIRST, closes, number_at, open_at, opens

LAST = b"\x07" * 32
NUMBERS = [1, 3, 5, 6, 7]
"""Days of all three games."""


def _day(number: int, candidate: int = 0) -> Day:
    return Day(seed_of(chain.secret_of(LAST, number), candidate), setting_of(number))


def _fallen(attempt: Attempt) -> dict[str, tuple[int, ...]]:
    table = attempt.session.table
    assert isinstance(table, KeyedTable)
    return table.fallen


# Dice by decision


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("changed", [1, 4, 9])
def test_one_answer_changed_leaves_every_roll_that_both_races_have(number: int, changed: int) -> None:
    day = _day(number)
    drive = day.rules.driver("steady" if "steady" in day.rules.drivers else day.rules.stand_in)
    asked = 0

    def other(attempt: Attempt, ask: Ask) -> Answer:
        nonlocal asked
        asked += 1
        usual = drive(attempt.view, ask)
        if asked != changed:
            return usual
        return next((each for each in ask.question.legal() if each != usual), usual)

    first = _fallen(Attempt(day, pilot=lambda attempt, ask: drive(attempt.view, ask)))
    second = _fallen(Attempt(day, pilot=other))
    both = first.keys() & second.keys()
    shortest = {label: min(len(first[label]), len(second[label])) for label in both}
    assert len(both) >= 6
    assert [label for label, n in shortest.items() if first[label][:n] != second[label][:n]] == []


def test_rolls_for_one_purpose_differ_by_turn_by_chariot_and_by_count() -> None:
    table = KeyedTable(b"seed")
    table.begin_turn()
    rolled = [table.roll(EntryId(1), "push", "1", count=8).dice, table.roll(EntryId(1), "push", "1", count=8).dice]
    rolled.append(table.roll(EntryId(2), "push", "1", count=8).dice)
    table.begin_turn()
    rolled.append(table.roll(EntryId(1), "push", "1", count=8).dice)
    assert len(set(rolled)) == 4
    again = KeyedTable(b"seed")
    again.begin_turn()
    again.roll(EntryId(2), "push", "1", count=8)
    assert again.roll(EntryId(1), "push", "1", count=8).dice == rolled[0], "what others roll before does not matter"


# An attempt


@pytest.mark.parametrize("number", NUMBERS)
def test_an_attempt_taken_up_from_its_answers_is_the_same(number: int) -> None:
    day = _day(number)
    whole, given = Attempt(day), []
    while whole.ask is not None:
        answer = whole.begun() if day.book else whole.ask.default
        given.append(answer)
        whole.give(answer)
        again = Attempt(day, given)
        assert (again.ask, again.view) == (whole.ask, whole.view)
    assert whole.is_over
    assert whole.given == len(given) <= 25


def test_whoever_takes_over_midway_stands_where_the_board_has_them() -> None:
    day = _day(7)
    attempt = Attempt(day)
    ranked = [each.entry for each in day.rules.results(attempt.session.view())]

    assert attempt.first_turn > 1
    assert attempt.taken_over_at == ranked.index(YOURS) + 1
    first = attempt.first_turn, attempt.taken_over_at
    attempt.give(attempt.begun())
    assert (attempt.first_turn, attempt.taken_over_at) == first, "it stays what it was"
    assert (Attempt(_day(1)).first_turn, Attempt(_day(1)).taken_over_at) == (1, None)


@pytest.mark.parametrize("candidate", range(3))
def test_a_race_goes_on_from_where_the_reins_are_taken_as_it_does_from_its_start(candidate: int) -> None:
    day = _day(7, candidate)
    since = Attempt(day).reins
    assert since is not None
    for run, temper in enumerate(day.rules.mixed):
        whole = Attempt(day, pilot=slipping(day, temper, run))
        rest = Attempt(day, pilot=slipping(day, temper, run), since=since)
        told, later = whole.session.table.told, rest.session.table.told
        assert 0 < len(later) < len(told)
        assert later == told[-len(later) :]
        assert (whole.place, whole.reins) == (rest.place, since)
    assert Attempt(_day(1)).reins is None, "it is driven from the start"


def test_nothing_is_asked_of_others_and_an_illegal_answer_changes_nothing() -> None:
    attempt = Attempt(_day(1))
    ask = attempt.ask
    assert ask is not None
    assert ask.entry == YOURS
    illegal = next(each for each in _plays() if each not in ask.question.legal())
    with pytest.raises(Refused):
        attempt.give(illegal)
    assert (attempt.ask, attempt.given) == (ask, 0)


def _plays() -> list[Answer]:
    """Return answers from many days, among which some fit no given one."""
    return [answer for number in (8, 9, 10) if (ask := Attempt(_day(number)).ask) for answer in ask.question.legal()]


def test_a_race_that_is_over_asks_nothing_more() -> None:
    day = _day(1)
    attempt = Attempt(day, pilot=slipping(day, "master", 0))
    assert attempt.ask is None
    with pytest.raises(Refused):
        attempt.give(_plays()[0])


# The chain


def test_each_secret_hashes_to_the_one_before_and_all_lead_to_the_anchor() -> None:
    published = chain.anchor(LAST)
    assert chain.follows(chain.secret_of(LAST, 1), published)
    for number in (2, 77, chain.DAYS):
        assert chain.follows(chain.secret_of(LAST, number), chain.secret_of(LAST, number - 1))
        assert chain.leads_to(chain.secret_of(LAST, number), number, published)
    assert not chain.leads_to(chain.secret_of(LAST, 3), 4, published)
    assert not chain.follows(LAST, LAST)


@pytest.mark.parametrize("number", [0, -1, chain.DAYS + 1])
def test_the_chain_has_no_other_days(number: int) -> None:
    with pytest.raises(ValueError, match=str(number)):
        chain.secret_of(LAST, number)


# Days


def test_a_day_opens_at_midnight_and_closes_after_36_hours() -> None:
    assert (number_at(FIRST - timedelta(seconds=1)), number_at(FIRST)) == (0, 1)
    assert opens(3) == datetime(2026, 11, 25, tzinfo=UTC)
    assert closes(3) == datetime(2026, 11, 26, 12, tzinfo=UTC)
    assert open_at(FIRST - timedelta(seconds=1)) == []
    assert open_at(opens(3) + timedelta(hours=11, minutes=59)) == [3, 2]
    assert open_at(opens(3) + timedelta(hours=12)) == [3]


def test_the_week_has_three_games_and_settings_take_turns() -> None:
    week = [setting_of(number).game for number in range(1, 8)]
    assert week == ["ave-caesar"] * 4 + ["chariot-race"] * 2 + ["circus-maximus"]
    tracks = [setting_of(number).options["track"] for number in (5, 6, 10, 13)]
    assert sorted(tracks) == ["AA", "AB", "BA", "BB"]
    assert {str(setting_of(number).options) for number in range(1, 5)} == {
        str(setting_of(number).options) for number in (8, 9, 11, 12)
    }


def test_what_was_raced_in_the_first_week_stays_what_it_was() -> None:
    ahead = [(each.game, *each.options.values()) for each in map(setting_of, range(1, 8))]
    assert ahead == [
        ("ave-caesar", "yellow", "clockwise"),
        ("ave-caesar", "yellow", "anticlockwise"),
        ("ave-caesar", "red", "clockwise"),
        ("ave-caesar", "red", "anticlockwise"),
        ("chariot-race", "AA", True),
        ("chariot-race", "AB", True),
        ("circus-maximus", 2, True),
    ]


def test_from_the_second_week_on_no_game_comes_more_than_two_days_running() -> None:
    assert MIXED_FROM == 8
    assert [setting_of(number).game for number in range(10, 13)] == ["chariot-race", "ave-caesar", "ave-caesar"]
    days = [setting_of(number) for number in range(MIXED_FROM, MIXED_FROM + 70)]
    games = [each.game for each in days]
    assert not [at for at in range(68) if len(set(games[at : at + 3])) == 1]
    assert [games[:7].count(game) for game in ("ave-caesar", "chariot-race", "circus-maximus")] == [4, 2, 1]
    assert len({str(each.options) for each in days[:7] if each.game == "ave-caesar"}) == 4
    assert len({str(each.options) for each in days[:14] if each.game == "chariot-race"}) == 4


# Choosing


def test_a_secret_gives_the_same_day_each_time_and_says_how_runs_ended() -> None:
    secret = chain.secret_of(LAST, 1)
    rests: list[None] = []
    choice = choose(secret, setting_of(1), runs=30, rest=lambda: rests.append(None))
    assert choice == choose(secret, setting_of(1), runs=30)
    assert len(choice.par) == 30
    assert len(rests) == 30 * (choice.candidate + 1)
    assert sum(choice.par.count(place) * 20 >= 30 for place in set(choice.par)) >= 4
    assert better_than(choice.par, 1) == 30 - choice.par.count(1)
    assert better_than(choice.par, 7) == 0


# Streaks


@pytest.mark.parametrize(
    ("driven", "newest", "away", "expected"),
    [
        ([], 9, [], Streak(0, 0, 0, 0)),
        ([9], 9, [], Streak(1, 1, 1, 0)),
        ([7, 8], 9, [], Streak(2, 2, 2, 0)),
        ([6, 7], 9, [], Streak(2, 0, 2, 0)),
        ([6, 7], 9, [8], Streak(2, 2, 2, 0)),
        ([*range(1, 8)], 8, [], Streak(7, 7, 7, 1)),
        ([*range(1, 8)], 9, [], Streak(7, 7, 7, 0)),
        ([*range(1, 8)], 10, [], Streak(7, 0, 7, 0)),
        ([*range(1, 30)], 29, [], Streak(29, 29, 29, 2)),
        ([*range(1, 8), *range(9, 15)], 14, [], Streak(13, 13, 13, 0)),
        ([*range(1, 8), *range(9, 16)], 15, [], Streak(14, 14, 14, 1)),
    ],
)
def test_streaks(driven: list[int], newest: int, away: list[int], expected: Streak) -> None:
    assert streak_of(driven, newest, away) == expected


def test_a_streak_does_not_depend_on_the_order_nights_are_told_in() -> None:
    luck = Random(4)
    for _ in range(200):
        driven = [number for number in range(1, 60) if luck.random() < 0.8]
        away = [number for number in range(1, 60) if luck.random() < 0.05]
        shuffled = luck.sample(driven, len(driven))
        assert streak_of(shuffled, 60, away) == streak_of(set(driven), 60, set(away))
        assert streak_of(driven, 60, range(1, 60)).current == len(driven), "days away cost nobody anything"
