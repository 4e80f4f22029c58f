"""Times as people type them: what is read, and what is refused in words."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from cogs.kit.messages import TellPlayer
from cogs.kit.times import DAYS, LONGEST_AWAY, read_hours, read_time, read_times, read_until, tell_days, zone_choices
from records.refusals import Refused
from words.shared.times import when

NOON = datetime(2026, 12, 20, 12, tzinfo=UTC).timestamp()
DAY = 86_400


@pytest.mark.parametrize(
    ("typed", "minutes"),
    [
        ("20:00", (1200,)),
        ("20:00, 8:00", (480, 1200)),
        ("8:00 and 20:00", (480, 1200)),
        ("00:00;23:59", (0, 1439)),
        ("8pm", (1200,)),
        ("8:00 PM and 8 a.m.", (480, 1200)),
        ("20.00", (1200,)),
        ("20h", (1200,)),
        ("２０：００", (1200,)),
    ],
)
def test_times_of_day_are_read_in_order(typed: str, minutes: tuple[int, ...]) -> None:
    assert read_times(typed) == minutes


@pytest.mark.parametrize("typed", ["24:00", "night", "20", "20:60", "-1:00", "2०:00,x", "²0:00", "20:0²", ","])
def test_what_is_no_time_of_day_is_refused(typed: str) -> None:
    with pytest.raises(Refused):
        read_times(typed)


def test_more_times_a_day_than_anybody_keeps_are_refused() -> None:
    with pytest.raises(TellPlayer):
        read_times(" ".join(f"{hour}:00" for hour in range(7)))


def test_quiet_hours_and_digests_are_read_or_taken_back() -> None:
    assert read_hours("22:00-07:00") == (1320, 420)
    assert read_hours("22:00 – 7:00") == (1320, 420)
    assert read_hours(" OFF ") == (None, None)
    assert (read_time("8:30"), read_time("off")) == (510, None)
    assert read_hours("10pm-7am") == read_hours("22:00 to 07:00") == read_hours("22-7") == (1320, 420)


@pytest.mark.parametrize("typed", ["at night", "7:5-8:5", "10-7", "22:00", "22-24", "8pm-8", "22:00-07:00-09:00"])
def test_quiet_hours_that_might_be_others_are_refused(typed: str) -> None:
    with pytest.raises(TellPlayer, match="such as `22:00-07:00`"):
        read_hours(typed)


@pytest.mark.parametrize(
    ("typed", "last"),
    [
        ("tomorrow", 21),
        ("24.12.2026", 24),
        ("24 Dec", 24),
        ("2026/12/24", 24),
        ("December 24th", 24),
        ("２４.１２.", 24),
    ],
)
def test_a_day_is_read_as_people_write_it(typed: str, last: int) -> None:
    end = datetime.fromtimestamp(read_until(typed, "Europe/Rome", NOON), ZoneInfo("Europe/Rome"))

    assert end == datetime(2026, 12, last + 1, tzinfo=ZoneInfo("Europe/Rome"))


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ("12/24", "24 December 2026"),
        ("24/12", "24 December 2026"),
        ("3/4/2027", "3 April 2027 or 4 March 2027"),
        ("sunday", "20 December 2026 or 27 December 2026"),
    ],
)
def test_a_day_that_might_be_another_is_asked_back(typed: str, asked: str) -> None:
    with pytest.raises(TellPlayer, match=asked):
        read_until(typed, "Europe/Rome", NOON)


@pytest.mark.parametrize(
    ("typed", "until"),
    [("5d", NOON + 5 * DAY), ("2 weeks", NOON + 14 * DAY), ("36h", NOON + 1.5 * DAY), ("5d 12h", NOON + 5.5 * DAY)],
)
def test_a_vacation_is_a_span(typed: str, until: float) -> None:
    assert read_until(typed, "Europe/Rome", NOON) == until


def test_a_vacation_lasts_to_the_end_of_its_last_day_where_the_player_lives() -> None:
    end = datetime.fromtimestamp(read_until("2026-12-24", "Europe/Rome", NOON), ZoneInfo("Europe/Rome"))

    assert end == datetime(2026, 12, 25, tzinfo=ZoneInfo("Europe/Rome"))


@pytest.mark.parametrize(
    "typed", ["", "0d", "2026-12-19", "2026-13-01", "9999-12-31", "soon", "5m", f"{LONGEST_AWAY + 1}d", "@everyone"]
)
def test_what_is_no_time_to_come_is_refused_in_words(typed: str) -> None:
    with pytest.raises(TellPlayer) as caught:
        read_until(typed, "", NOON)
    assert "2026-12-24" in str(caught.value)
    assert f"{LONGEST_AWAY} days from now at most" in str(caught.value)
    assert "@everyone" not in str(caught.value)


def test_days_are_told_as_they_are_chosen() -> None:
    assert [tell_days(days) for days in DAYS.values()] == list(DAYS)
    assert tell_days((0, 3)) == "Mon, Thu"


def test_dates_are_written_as_the_reader_wants() -> None:
    assert when(90.9) == "<t:90:R>"
    assert when(90.9, "full") == "<t:90:f> (<t:90:R>)"


@pytest.mark.parametrize(("typed", "offered"), [("rome", "Europe/Rome"), ("new yo", "America/New_York"), ("", "UTC")])
async def test_zones_are_offered_as_they_are_typed(typed: str, offered: str) -> None:
    somebody: Any = SimpleNamespace(client=SimpleNamespace(steward=SimpleNamespace(now=lambda: NOON)))

    choices = await zone_choices(somebody, typed)

    assert offered in [choice.value for choice in choices]
    assert len(choices) <= 25
    assert all(" there now" in choice.name and len(choice.name) <= 100 for choice in choices)
