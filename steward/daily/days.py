"""From when till when each race of the day is open. Numbers count, not dates."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

FIRST = datetime(2026, 11, 23, tzinfo=UTC)
"""When day 1 opens: a Monday."""

OPEN_FOR = timedelta(hours=36)
"""So that every time zone has a whole day."""

LONG_AWAY = 2 * 3600.0
"""Seconds of absence in a day's first 24 hours after which the day costs nobody their streak."""

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


def last_closed(now: datetime) -> int:
    """Return the number of the day that closed last; below 1 before the first."""
    return number_at(now - OPEN_FOR)


def month_of(number: int) -> range:
    """Return the numbers of all days of the calendar month in which a day opens, by UTC; the first has number 1."""
    first = opens(number).replace(day=1)
    following = (first + timedelta(days=31)).replace(day=1)
    return range(max(1, number_at(first)), number_at(following))


def away_on(absences: Iterable[tuple[float, float]]) -> set[int]:
    """Return the numbers of the days on which the bot was away for long, in one piece or several.

    :param absences: from when to when, in seconds since 1970; they may overlap.
    """
    seconds: dict[int, float] = {}
    known = 0.0
    for since, until in sorted(absences):
        begins, known = max(since, known), max(until, known)
        for number in range(_number(begins), _number(until) + 1):
            opened, over = opens(number).timestamp(), opens(number + 1).timestamp()
            seconds[number] = seconds.get(number, 0.0) + max(0.0, min(until, over) - max(begins, opened))
    return {number for number, away in seconds.items() if number >= 1 and away > LONG_AWAY}


def _number(seconds: float) -> int:
    return number_at(datetime.fromtimestamp(seconds, UTC))
