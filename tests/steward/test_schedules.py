"""When the default counts: spans, times of day in a zone, reminders, quiet hours, digests."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from records.people import PlayerRecord
from records.refusals import Reason, Refused
from records.values import PlayerId
from steward.time.schedules import (
    DAY,
    HOUR,
    Schedule,
    last_time,
    next_reminder,
    next_time,
    quiet_until,
    zone_of,
)

ROME = ZoneInfo("Europe/Rome")
WEEKDAYS = (0, 1, 2, 3, 4)


def at(text: str, zone: ZoneInfo = ROME) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=zone).timestamp()


def evenings(**others: object) -> Schedule:
    return Schedule(**{"zone": "Europe/Rome", "at": (20 * 60,), **others})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ("2026-11-20T19:59", "2026-11-20T20:00"),
        ("2026-11-20T20:00", "2026-11-20T20:00"),
        ("2026-11-20T20:01", "2026-11-21T20:00"),
    ],
)
def test_the_next_time_of_day(after: str, expected: str) -> None:
    assert next_time(evenings(), at(after)) == at(expected)


def test_no_turn_ends_at_a_weekend_that_is_left_out() -> None:
    friday_evening = at("2026-11-20T20:01")
    assert next_time(evenings(days=WEEKDAYS), friday_evening) == at("2026-11-23T20:00")


def test_the_first_of_several_times() -> None:
    twice = evenings(at=(20 * 60, 8 * 60))
    assert next_time(twice, at("2026-11-20T09:00")) == at("2026-11-20T20:00")
    assert next_time(twice, at("2026-11-20T21:00")) == at("2026-11-21T08:00")


@pytest.mark.parametrize("day", ["2026-03-29", "2026-10-25"])
def test_eight_in_the_evening_stays_so_when_the_clocks_change(day: str) -> None:
    assert next_time(evenings(), at(f"{day}T00:30")) == at(f"{day}T20:00")


def test_a_time_that_a_change_of_the_clocks_leaves_out_comes_all_the_same() -> None:
    found = next_time(evenings(at=(2 * 60 + 30,)), at("2026-03-29T00:00"))
    assert at("2026-03-29T01:30") < found <= at("2026-03-29T03:30")


@pytest.mark.parametrize("name", ["Europe/Nowhere", "", "../etc", "x" * 300, "localtime", "posixrules", "Factory"])
def test_a_zone_that_there_is_not(name: str) -> None:
    with pytest.raises(Refused) as refused:
        zone_of(name)
    assert refused.value.reason is Reason.NO_SUCH_ZONE


@pytest.mark.parametrize("zone", ["localtime", "Europe/Nowhere", "EST"])
def test_a_zone_that_is_on_record_stops_no_clock(zone: str) -> None:
    assert next_time(evenings(zone=zone), at("2026-11-20T21:00")) >= at("2026-11-20T21:00")


def test_reminders_come_with_a_quarter_and_a_twelfth_left() -> None:
    assert next_reminder(0.0, 12 * HOUR, 0) == 9 * HOUR
    assert next_reminder(0.0, 12 * HOUR, 1) == 11 * HOUR
    assert next_reminder(0.0, 12 * HOUR, 2) is None


@pytest.mark.parametrize(("seconds", "reminds"), [(1199.0, False), (1200.0, True)])
def test_a_short_deadline_needs_no_reminder(seconds: float, reminds: bool) -> None:
    assert (next_reminder(0.0, seconds, 0) is not None) is reminds


def a_player(**others: object) -> PlayerRecord:
    return PlayerRecord(**{"player": PlayerId(1), "name": "Ann", "zone": "Europe/Rome", **others})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("now", "end"),
    [
        ("2026-11-20T21:59", None),
        ("2026-11-20T22:00", "2026-11-21T07:00"),
        ("2026-11-21T06:59", "2026-11-21T07:00"),
        ("2026-11-21T07:00", None),
    ],
)
def test_quiet_hours_over_midnight(now: str, end: str | None) -> None:
    player = a_player(quiet_from=22 * 60, quiet_until=7 * 60)
    assert quiet_until(player, at(now)) == (None if end is None else at(end))


def test_quiet_hours_within_a_day_and_none_at_all() -> None:
    player = a_player(quiet_from=9 * 60, quiet_until=17 * 60)
    assert quiet_until(player, at("2026-11-20T12:00")) == at("2026-11-20T17:00")
    assert quiet_until(player, at("2026-11-20T18:00")) is None
    assert quiet_until(a_player(), at("2026-11-20T12:00")) is None


def test_when_a_digest_was_due_last() -> None:
    player = a_player(digest=8 * 60)
    assert last_time(player, at("2026-11-20T07:59")) == at("2026-11-19T08:00")
    assert last_time(player, at("2026-11-20T08:00")) == at("2026-11-20T08:00")


def test_duties_long_past_count_less() -> None:
    reliable = a_player()
    for day in range(10):
        reliable = reliable.after(day * DAY, kept=True)
    lapsed = reliable.after(10 * DAY, kept=False)
    assert reliable.reliability == 100
    assert lapsed.reliability is not None
    assert lapsed.reliability < 95

    forgiven = lapsed
    for day in range(200, 210):
        forgiven = forgiven.after(day * DAY, kept=True)
    assert (forgiven.reliability or 0) > lapsed.reliability


def test_nothing_is_said_of_who_had_few_duties() -> None:
    assert a_player().after(0.0, kept=False).after(1.0, kept=True).reliability is None
