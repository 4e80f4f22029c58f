"""The gazette of a server: one a week at its hour, whatever dies in between; of what everybody may know."""

from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest

from records.daily import TryRecord
from records.gazettes import HouseNews
from records.limits import DAY, HOUR
from records.past import HouseStart, Summary
from records.values import EntryId, PlayerId, RaceId
from steward.daily.days import number_at, opens
from steward.delivering.boards import MOST_TRIES
from steward.gazette.boards import LATE
from steward.gazette.weeks import hour_of, house_news, latest_issue
from steward.telling.shown import CannotPost, GazettePost, RightMissing
from tests.pasts import a_past_race, a_summary, an_entry, keep
from tests.steward.circus import ANN, BOB, EVE, Circus
from tests.steward.fixtures import a_fixture
from tests.steward.killed import Killed

ROME = ZoneInfo("Europe/Rome")
HERE, CHANNEL, PRIVATE = 1, 20, 21
MONDAY = datetime(2027, 1, 4, 12, tzinfo=ROME)
SUNDAY = datetime(2027, 1, 10, 18, tzinfo=ROME)
WEEK = timedelta(days=7)


async def begun(circus: Circus, now: datetime = MONDAY, channel: int = CHANNEL) -> None:
    circus.clock.now = now.timestamp()
    await circus.steward.people.set_server(HERE, zone="Europe/Rome")
    await circus.steward.gazettes.begin(HERE, channel, ANN)


async def raced(circus: Circus, number: int, when: datetime, *people: PlayerId | None, **values: Any) -> None:
    """Keep a race that ended then."""
    values = {"channel": CHANNEL, **values}
    await keep(circus.store, a_summary(number, *people, at=when.timestamp(), **values))


async def look(circus: Circus, when: datetime) -> list[GazettePost]:
    """Look at that time, and return all issues that stand in the channel."""
    circus.clock.now = when.timestamp()
    await circus.steward.gazettes.look()
    return circus.posts.gazettes


async def has_driven(circus: Circus, person: PlayerId, number: int, *, counts: bool = True) -> None:
    began = TryRecord(number=number, person=person, name=f"P{person}", guild=HERE, began=0.0, counts=counts)
    await circus.store.daily.begin(began)
    over = msgspec.structs.replace(began, given=1, ended=opens(number).timestamp() + 300, place=2, better=50)
    assert await circus.store.daily.go_on(over, 0)


async def state(circus: Circus) -> str:
    board = await circus.steward.gazettes.board(HERE)
    assert board is not None
    return board.state


# When


async def test_an_issue_comes_out_on_sunday_at_six_by_the_servers_clock_and_once(circus: Circus) -> None:
    await begun(circus)
    await raced(circus, 1, MONDAY, ANN, BOB)
    assert await look(circus, SUNDAY - timedelta(seconds=1)) == []
    for minutes in (0, 1, 60, 24 * 60):
        (post,) = await look(circus, SUNDAY + timedelta(minutes=minutes))
    assert post.week.day == date(2027, 1, 10).toordinal()
    assert [each.title for each in post.week.races] == ["Ludi 1"]
    assert post.week.races[0].winners == (f"P{ANN}",)


async def test_nothing_is_posted_unless_somebody_chose_it_and_in_no_week_without_news(circus: Circus) -> None:
    await raced(circus, 1, MONDAY, ANN, BOB)
    assert await look(circus, SUNDAY) == []
    await begun(circus, SUNDAY)
    assert await look(circus, SUNDAY + WEEK) == []
    await raced(circus, 2, SUNDAY + WEEK, ANN, BOB)
    assert len(await look(circus, SUNDAY + 2 * WEEK)) == 1


async def test_a_race_belongs_to_one_week(circus: Circus) -> None:
    await begun(circus)
    await raced(circus, 1, SUNDAY - timedelta(seconds=1), ANN, BOB)
    await raced(circus, 2, SUNDAY, ANN, BOB)
    await look(circus, SUNDAY)
    posts = await look(circus, SUNDAY + WEEK)
    assert [[each.title for each in post.week.races] for post in posts] == [["Ludi 1"], ["Ludi 2"]]


@pytest.mark.parametrize("when", ["fails", "fails_after"])
async def test_a_kill_around_a_post_leaves_one(circus: Circus, when: str) -> None:
    await begun(circus)
    await raced(circus, 1, MONDAY, ANN, BOB)
    setattr(circus.posts, when, Killed())
    with pytest.raises(Killed):
        await look(circus, SUNDAY)
    setattr(circus.posts, when, None)
    other = await circus.again()
    await other.steward.gazettes.look()
    assert len(await look(circus, SUNDAY + timedelta(minutes=5))) == 1
    board = await other.steward.gazettes.board(HERE)
    assert board is not None
    assert (board.attempts, board.post) == (2, 1_000 + board.number)


async def test_of_two_programs_one_claims_an_issue(circus: Circus) -> None:
    await begun(circus)
    board = await circus.steward.gazettes.board(HERE)
    assert board is not None
    claims = [await circus.store.gazettes.claim(board, board.since, 1.0) for _ in range(2)]
    assert [each is None for each in claims] == [False, True]


async def test_a_late_program_posts_for_days_and_then_waits_for_the_next_week(circus: Circus) -> None:
    await begun(circus)
    await raced(circus, 1, MONDAY, ANN, BOB)
    await raced(circus, 2, MONDAY + WEEK, ANN, BOB)
    assert await look(circus, SUNDAY + timedelta(seconds=LATE + 1)) == []
    posts = await look(circus, SUNDAY + WEEK + timedelta(seconds=LATE))
    assert [[each.title for each in post.week.races] for post in posts] == [["Ludi 2"]]


async def test_a_host_who_switches_it_on_and_off_and_about_gets_one_a_week(circus: Circus) -> None:
    await begun(circus)
    await raced(circus, 1, MONDAY, ANN, BOB)
    for channel in (CHANNEL, PRIVATE) * 4:
        await begun(circus, SUNDAY - timedelta(hours=1), channel)
        await look(circus, SUNDAY)
        await circus.steward.gazettes.end(HERE)
    assert len(circus.posts.gazettes) == 1
    await raced(circus, 2, SUNDAY, ANN, BOB)
    assert len(await look(circus, SUNDAY + WEEK)) == 1, "it is off"


async def test_a_year_with_both_clock_changes_and_kills_has_each_issue_once_at_its_hour(circus: Circus) -> None:
    await begun(circus)
    chance, at, program = Random(38), MONDAY, circus
    for week in range(53):
        await raced(circus, 1 + week, SUNDAY + week * WEEK - timedelta(hours=1), ANN, BOB)
    while at < MONDAY + 52 * WEEK:
        at += timedelta(hours=chance.choice((5, 9, 13)), minutes=chance.randrange(60))
        circus.clock.now = at.astimezone(UTC).timestamp()
        kind = chance.choice(("fails", "fails_after", "", ""))
        if kind:
            setattr(circus.posts, kind, Killed())
        try:
            await program.steward.gazettes.look()
        except Killed:
            program = await circus.again()
        circus.posts.fails = circus.posts.fails_after = None
    days = [each.week.day for each in circus.posts.gazettes]
    assert days == [date(2027, 1, 10).toordinal() + 7 * week for week in range(52)]
    for each in circus.posts.gazettes:
        local = datetime.fromtimestamp(each.week.until, ROME)
        assert (local.weekday(), local.hour, local.minute) == (6, 18, 0)
        assert each.week.since == hour_of(each.week.day - 7, "Europe/Rome")
    spans = {(each.week.until - each.week.since) / HOUR for each in circus.posts.gazettes}
    assert spans == {167, 168, 169}, "both changes of the clock are in it"


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Rome"])
def test_the_issue_that_came_out_last_is_the_last_sunday_at_six(zone: str) -> None:
    for hours in range(0, 24 * 7 * 60, 5):
        now = MONDAY.timestamp() + hours * HOUR
        day = latest_issue(now, zone)
        assert hour_of(day, zone) <= now < hour_of(day + 7, zone)
        assert date.fromordinal(day).weekday() == 6


# Where


async def test_a_channel_that_is_gone_ends_it_quietly(circus: Circus) -> None:
    await begun(circus)
    await raced(circus, 1, MONDAY, ANN, BOB)
    circus.posts.gone.add(CHANNEL)
    await look(circus, SUNDAY)
    assert await state(circus) == "lost"
    circus.posts.gone.clear()
    assert await look(circus, SUNDAY + timedelta(hours=1)) == []


async def test_a_missing_right_is_borne_and_the_next_week_is_tried_anew(circus: Circus) -> None:
    await begun(circus)
    for week in range(2):
        await raced(circus, 1 + week, MONDAY + week * WEEK, ANN, BOB)
    circus.posts.fails = RightMissing("50013")
    for minute in range(MOST_TRIES + 5):
        await look(circus, SUNDAY + timedelta(minutes=minute))
    assert await state(circus) == "on"
    circus.posts.fails = None
    assert await look(circus, SUNDAY + timedelta(hours=2)) == []
    assert len(await look(circus, SUNDAY + WEEK)) == 1


async def test_where_a_server_is_not_known_nothing_is_claimed(circus: Circus) -> None:
    await begun(circus)
    await raced(circus, 1, MONDAY, ANN, BOB)
    circus.posts.is_away = True
    await look(circus, SUNDAY)
    board = await circus.steward.gazettes.board(HERE)
    assert board is not None
    assert (board.number, board.attempts) == (0, 0)
    circus.posts.is_away = False
    assert len(await look(circus, SUNDAY + timedelta(hours=1))) == 1


# What


async def test_races_in_channels_that_not_everybody_sees_leave_no_trace(circus: Circus) -> None:
    """Two weeks that differ in private races alone are told alike, and fall asleep alike."""
    circus.posts.unseen.add(PRIVATE)
    await begun(circus)
    await raced(circus, 1, MONDAY, ANN, BOB)
    await raced(circus, 2, MONDAY + WEEK, ANN, BOB)
    hidden: dict[str, Any] = {"channel": PRIVATE, "payoff": 9_000, "payee": EVE, "payee_name": "Eve"}
    await raced(circus, 3, MONDAY + WEEK, EVE, ANN, **hidden)
    await circus.steward.fixtures.set_up(a_fixture(channel=PRIVATE, title="Secret race"))
    posts = await look(circus, SUNDAY)
    posts = await look(circus, SUNDAY + WEEK)

    def told(post: GazettePost) -> Any:
        races = [msgspec.structs.replace(each, race=RaceId(0), title="", at=0.0) for each in post.week.races]
        return msgspec.structs.replace(post.week, races=tuple(races), day=0, since=0.0, until=0.0)

    assert told(posts[0]) == told(posts[1])
    for week in range(2, 7):
        await raced(circus, 10 + week, MONDAY + week * WEEK, EVE, ANN, **hidden)
        await look(circus, SUNDAY + week * WEEK)
    assert [each.week.sleeps for each in circus.posts.gazettes] == [False, False, True]


async def test_practices_are_told_of_nobody_and_fixtures_of_house_drivers_are(circus: Circus) -> None:
    await begun(circus)
    await raced(circus, 1, MONDAY, ANN, None)
    await raced(circus, 2, MONDAY, None, None)
    assert await look(circus, SUNDAY) == []
    fixture = await circus.steward.fixtures.set_up(a_fixture(created=0.0))
    await raced(circus, 3, SUNDAY + timedelta(hours=1), None, None)
    await circus.store._writer.run(
        lambda connection: connection.exec_driver_sql(
            "INSERT INTO planned (race, fixture, day, least) VALUES (3, ?, 1, 1)", (fixture.record.id,)
        )
    )
    (post,) = await look(circus, SUNDAY + WEEK)
    assert [each.title for each in post.week.races] == ["Ludi 3"]
    assert not post.week.has_people


async def test_whoever_was_forgotten_has_no_name_in_an_issue(circus: Circus) -> None:
    await begun(circus)
    race = a_past_race(1, at=MONDAY.timestamp(), channel=CHANNEL, payoff=500, payee=-7, payee_name="A former player")
    entries = (an_entry(race, 1, PlayerId(-7), name="A former player"), an_entry(race, 2, BOB))
    await keep(circus.store, Summary(race, entries))
    (post,) = await look(circus, SUNDAY)
    assert post.week.races[0].winners == ()
    assert post.week.races[0].payee == ""
    assert "former" not in repr(post.week)


async def test_a_streak_is_of_closed_days_on_this_server_by_people_who_count(circus: Circus) -> None:
    await begun(circus)
    newest = number_at(SUNDAY.astimezone(UTC))
    for number in range(newest - 5, newest + 1):
        await has_driven(circus, ANN, number)
        await has_driven(circus, BOB, number, counts=False)
    for number in (newest - 9, newest - 8, newest - 7):
        await has_driven(circus, EVE, number)
    (post,) = await look(circus, SUNDAY)
    assert [(each.name, each.days) for each in post.week.streaks] == [(f"P{ANN}", 5)], "today is open still"
    assert post.week.drivers == 3, "newcomers count among those who drove"
    assert [(each.place, each.days) for each in post.week.bests] == [(2, 5), (2, 5), (2, 1)]


async def test_a_day_that_is_open_still_is_told_of_nobody(circus: Circus) -> None:
    await begun(circus)
    await has_driven(circus, ANN, number_at(SUNDAY.astimezone(UTC)))
    assert await look(circus, SUNDAY) == []


async def test_the_best_bet_and_the_next_dates_are_told(circus: Circus) -> None:
    await begun(circus)
    await circus.steward.fixtures.set_up(a_fixture(created=0.0, channel=CHANNEL))
    await raced(circus, 1, MONDAY, ANN, BOB, payoff=900, payee=EVE, payee_name="Eve")
    (post,) = await look(circus, SUNDAY)
    assert (post.week.races[0].payee, post.week.races[0].payoff) == ("Eve", 900)
    (coming,) = post.week.coming
    assert (coming.title, coming.at) == ("Friday race", datetime(2027, 1, 15, 20, tzinfo=ROME).timestamp())


async def test_it_sleeps_after_four_weeks_without_anybody_and_wakes_when_asked(circus: Circus) -> None:
    await begun(circus)
    await raced(circus, 1, MONDAY, ANN, BOB)
    for week in range(10):
        await look(circus, SUNDAY + week * WEEK)
    assert [(each.week.sleeps, each.week.is_empty) for each in circus.posts.gazettes] == [(False, False), (True, True)]
    assert circus.posts.gazettes[-1].week.day == date(2027, 1, 10).toordinal() + 28
    assert await state(circus) == "asleep"
    await begun(circus, MONDAY + 10 * WEEK)
    await raced(circus, 2, MONDAY + 10 * WEEK, ANN, BOB)
    posts = await look(circus, SUNDAY + 10 * WEEK)
    assert (len(posts), posts[-1].week.sleeps) == (3, False)


async def test_the_last_issue_of_a_year_says_so(circus: Circus) -> None:
    await begun(circus)
    for week in range(51):
        await raced(circus, 1 + week, MONDAY + week * WEEK, ANN, BOB)
        await look(circus, SUNDAY + week * WEEK)
    last = [date.fromordinal(each.week.day) for each in circus.posts.gazettes if each.week.closes_year]
    assert last == [date(2027, 12, 26)]


# House drivers


def starts(*places: tuple[str, ...], since: int = 0) -> list[HouseStart]:
    """Return the starts of races a day apart, each with its drivers in the order they came in."""
    return [
        HouseStart(race=RaceId(number), name=name, team=EntryId(place), place=place, at=number * DAY)
        for number, field in enumerate(places, start=since)
        for place, name in enumerate(field, start=1)
    ]


def test_a_house_driver_who_wins_race_after_race_is_news() -> None:
    races = starts(*[("Fuscus", "Teres")] * 4)
    assert house_news(races, 3 * DAY, 4 * DAY) == (HouseNews(event="row", name="Fuscus", number=4),)
    assert house_news(races, 4 * DAY, 5 * DAY) == (), "nobody raced in that week"


def test_a_house_driver_who_takes_the_lead_of_the_house_is_news() -> None:
    races = starts(("Fuscus", "Teres"), ("Teres", "Fuscus"), ("Teres", "Fuscus"))
    found = house_news(races, 1 * DAY, 3 * DAY)
    assert found[0] == HouseNews(event="leads", name="Teres", other="Fuscus")
    assert found[1] == HouseNews(event="wins", name="Teres", number=2)
    assert house_news(races[:4], 1 * DAY, 2 * DAY) == house_news(races, 1 * DAY, 2 * DAY), "later races change nothing"


async def test_a_refused_post_is_no_secret(circus: Circus) -> None:
    """A board that was lost is told as such, and a new begin takes another channel."""
    await begun(circus)
    await raced(circus, 1, MONDAY, ANN, BOB)
    circus.posts.fails = CannotPost("10003")
    await look(circus, SUNDAY)
    circus.posts.fails = None
    assert await state(circus) == "lost"
    await raced(circus, 2, SUNDAY + timedelta(hours=3), ANN, BOB)
    await begun(circus, SUNDAY + timedelta(hours=2), PRIVATE)
    (post,) = await look(circus, SUNDAY + WEEK)
    assert post.board.channel == PRIVATE
