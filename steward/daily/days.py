"""From when till when each race of the day is open. Numbers count, not dates."""

from datetime import UTC, datetime, timedelta

FIRST = datetime(2026, 11, 23, tzinfo=UTC)
"""When day 1 opens: a Monday."""

OPEN_FOR = timedelta(hours=36)
"""So that every time zone has a whole day."""

_DAY = timedelta(days=1)


def number_at(now: datetime) -> int:
    """Return the number of the day that opened last; below 1 before the first."""
    return (now - FIRST) // _DAY + 1


def opens(number: int) -> datetime:
    return FIRST + (number - 1) * _DAY


def closes(number: int) -> datetime:
    """Return when the day's table is final; the next day is open by then."""
    return opens(number) + OPEN_FOR


def open_at(now: datetime) -> list[int]:
    """Return the numbers of the days that can be driven, the newest first: one or two."""
    newest = number_at(now)
    return [number for number in (newest, newest - 1) if number >= 1 and now < closes(number)]
