"""Times as people read and type them: Discord's timestamps, times of day, weekdays, zones, dates."""

import re
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from zoneinfo import available_timezones

from discord import app_commands

from cogs.kit.client import Interaction
from cogs.kit.messages import TellPlayer
from engine.game import Reason, Refused
from steward import clock_time, zone_of
from words.shared.names import harmless

DAYS = {"every day": tuple(range(7)), "not at weekends": tuple(range(5)), "weekends": (5, 6)}
"""Days on which deadlines fall, as they are chosen; 0 is Monday."""

DAY_CHOICES = [app_commands.Choice(name=name, value=name) for name in DAYS]


MOST_TIMES = 6  # a day


LONGEST_AWAY = 366  # days


OFF = "off"


_CHOICES = 25


_SPAN = re.compile(r"([0-9]{1,4})\s*(h|hours?|d|days?|w|weeks?)")


_HOURS = {"h": 1, "d": 24, "w": 168}


def time_of(minutes: int) -> str:
    """Return a time of day.

    >>> time_of(1230)
    '20:30'
    """
    return f"{minutes // 60:02}:{minutes % 60:02}"


def read_times(text: str) -> tuple[int, ...]:
    """Read times of day and return their minutes after midnight; :exc:`Refused` if one is none.

    >>> read_times("20:00, 8:30")
    (510, 1200)
    """
    times = {clock_time(piece) for piece in re.split(r"[,;\s]+(?:and\s+)?", text.strip()) if piece}
    if text.strip() and not times:
        raise Refused(Reason.BAD_TIME, text=text)
    if len(times) > MOST_TIMES:
        raise TellPlayer(f"At most {MOST_TIMES} times a day; you wrote {len(times)}.")
    return tuple(sorted(times))


def read_hours(text: str) -> tuple[int | None, int | None]:
    """Read a span of the day such as ``22:00-07:00``, as minutes of the day; two ``None`` for ``off``.

    :raises TellPlayer: for any other text, or two equal times.
    """
    if text.strip().lower() == OFF:
        return None, None
    first, dash, last = text.replace("–", "-").partition("-")
    if not dash:
        raise TellPlayer("Write quiet hours as a span such as `22:00-07:00`, or `off`.")
    begin, end = clock_time(first), clock_time(last)
    if begin == end:
        raise TellPlayer("Quiet hours need two different times, such as `22:00-07:00`; `off` takes them back.")
    return begin, end


def read_time(text: str) -> int | None:
    """Read a time of day; ``None`` for ``off``."""
    return None if text.strip().lower() == OFF else clock_time(text)


def tell_days(days: tuple[int, ...]) -> str:
    """
    >>> tell_days((0, 1, 2, 3, 4))
    'not at weekends'
    """
    names = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
    return next((name for name, each in DAYS.items() if each == days), ", ".join(names[day] for day in days))


def read_until(text: str, zone: str, now: float) -> float:
    """Read until when somebody is away: a span such as ``5d``, or the last day of it such as ``2026-12-24``.

    :raises TellPlayer: if it is neither, is past, or is more than a year ahead.
    """
    until = _date(text, zone) if (span := _SPAN.fullmatch(text.strip().lower())) is None else _after(span, now)
    if until is None or not now < until <= now + LONGEST_AWAY * 86_400:
        raise TellPlayer(
            f"I can't read “{harmless(text[:30])}” as a time to come. Write a span such as `5d` or `2w`, or the last "
            f"day you are away, such as `2026-12-24`; {LONGEST_AWAY} days from now at most."
        )
    return until


def _after(span: re.Match[str], now: float) -> float:
    return now + int(span[1]) * _HOURS[span[2][0]] * 3_600


def _date(text: str, zone: str) -> float | None:
    try:
        day = date.fromisoformat(text.strip()) + timedelta(days=1)
        return datetime(day.year, day.month, day.day, tzinfo=zone_of(zone or "UTC")).astimezone(UTC).timestamp()
    except (ValueError, OverflowError):  # no date, or one at an end of the calendar
        return None


@lru_cache(maxsize=1)
def _zones() -> tuple[str, ...]:
    """Return the zones that are called after a continent and a city; the others are old names of the same."""
    return ("UTC", *sorted(name for name in available_timezones() if "/" in name and not name.startswith("Etc/")))


async def zone_choices(_interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer time zones."""
    wanted = typed.strip().lower().replace(" ", "_")
    fitting = [name for name in _zones() if wanted in name.lower()]
    return [app_commands.Choice(name=name, value=name) for name in fitting[:_CHOICES]]
