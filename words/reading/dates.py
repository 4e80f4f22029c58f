"""Days, as people type them. A day that might be another is asked back, never guessed."""

import calendar
import re
from collections.abc import Iterator
from datetime import date, timedelta

from records.text import folded

MONTHS = {name.lower(): place for place, name in enumerate(calendar.month_name) if name}
_SHORT = {name[:3]: place for name, place in MONTHS.items()} | {"sept": 9}
WEEKDAYS = {name.lower(): place for place, name in enumerate(calendar.day_name)}
_NEAR = {"today": 0, "tonight": 0, "tomorrow": 1, "day after tomorrow": 2}
_LEAD = re.compile(r"^(?:(?:until|till?|to|by|on|the|incl(?:uding)?\.?)\s+)+")
_YEAR_FIRST = re.compile(r"([0-9]{4})(?:([-/.])([0-9]{1,2})\2([0-9]{1,2})|([0-9]{2})([0-9]{2}))")
_NUMBERS = re.compile(r"([0-9]{1,2})([-/.])\s?([0-9]{1,2})(?:\2\s?([0-9]{2}|[0-9]{4})?)?")
_NAMED = re.compile(
    r"(?:([0-9]{1,2})(?:st|nd|rd|th|\.)?\s?(?:of )?([a-z]+)\.?|([a-z]+)\.?\s?([0-9]{1,2})(?:st|nd|rd|th)?)"
    r"(?:,?\s([0-9]{4}))?"
)
_MONTHS_AHEAD = re.compile(r"(?:([0-9]{1,2})|an?|one)\s*(?:months?|mos?)")
_CENTURY = 2_000


class Unclear(ValueError):
    """A text that may be more than one day."""

    def __init__(self, days: tuple[date, ...]) -> None:
        super().__init__("a text that may be more than one day")
        self.days = days


def read_day(text: str, today: date) -> date | None:
    """Return the day that a text says, the next one where it names no year; ``None`` if it says none.

    :param today: where the writer lives.
    :raises Unclear: for figures that may be day and month, or month and day. Points between them put the day first.

    >>> today = date(2026, 11, 28)
    >>> [str(read_day(each, today)) for each in ("tomorrow", "24.12.2026", "24 Dec", "2026/12/24", "1 month")]
    ['2026-11-29', '2026-12-24', '2026-12-24', '2026-12-24', '2026-12-28']
    """
    said = _LEAD.sub("", folded(text))
    try:
        if (found := _YEAR_FIRST.fullmatch(said)) is not None:
            return date(int(found[1]), int(found[3] or found[5]), int(found[4] or found[6]))
        if (found := _NUMBERS.fullmatch(said)) is not None:
            return _of_numbers(found, today)
        if (found := _NAMED.fullmatch(said)) is not None and (month := _month(found[2] or found[3])):
            return _next(int(found[1] or found[4]), month, int(found[5]) if found[5] else None, today)
        return _ahead(said, today)
    except (ValueError, OverflowError) as error:  # no day of the calendar
        if isinstance(error, Unclear):
            raise
        return None


def _month(name: str) -> int | None:
    return MONTHS.get(name) or _SHORT.get(name)


def _ahead(said: str, today: date) -> date | None:
    """Return a day that is told from today: in so many days, in so many months, or a day of the week."""
    if said in _NEAR:
        return today + timedelta(days=_NEAR[said])
    if (found := _MONTHS_AHEAD.fullmatch(said)) is not None:
        months = today.month - 1 + int(found[1] or 1)
        year, month = today.year + months // 12, months % 12 + 1
        return date(year, month, min(today.day, calendar.monthrange(year, month)[1]))
    named = [place for name, place in WEEKDAYS.items() if said in (name, name[:3])]
    if not named:
        return None
    if named[0] == today.weekday():
        raise Unclear((today, today + timedelta(days=7)))
    return today + timedelta(days=(named[0] - today.weekday()) % 7)


def _of_numbers(found: re.Match[str], today: date) -> date | None:
    """Return the day of two figures and perhaps a year: of those that it may be, the only one.

    With strokes or hyphens and without a whole year it is asked back, even if there is only one: 12/24 may be a month.
    """
    first, second, written = int(found[1]), int(found[3]), found[4]
    year = None if written is None else int(written) + (_CENTURY if len(written) == 2 else 0)
    orders = [(first, second)] if found[2] == "." else [(first, second), (second, first)]
    possible = list(dict.fromkeys(_possible(orders, year, today)))
    if not possible:
        possible = list(_possible([(second, first)], year, today))
    is_whole = found[2] == "." or (written or "")[2:] != "" or (first == second and written is None)
    if len(possible) > 1 or (possible and not is_whole):
        raise Unclear(tuple(possible))
    return possible[0] if possible else None


def _possible(orders: list[tuple[int, int]], year: int | None, today: date) -> Iterator[date]:
    for day, month in orders:
        try:
            yield _next(day, month, year, today)
        except ValueError:  # no such day
            continue


def _next(day: int, month: int, year: int | None, today: date) -> date:
    """Return a day of a year; without a year the next one that there is."""
    if year is not None:
        return date(year, month, day)
    for ahead in range(5):  # a leap day may be as far away
        try:
            found = date(today.year + ahead, month, day)
        except ValueError:
            continue
        if found >= today:
            return found
    return date(today.year, month, day)
