"""Times as people read and type them: times of day, weekdays, zones, dates."""

import asyncio
import re
from datetime import UTC, date, datetime, timedelta

from discord import app_commands

from cogs.kit.client import Interaction
from cogs.kit.messages import TellPlayer
from records.refusals import Reason, Refused
from records.text import folded
from steward import kept_zone
from words.reading import clock, zones
from words.reading.dates import Unclear, read_day
from words.reading.spans import read_span
from words.shared.names import harmless

DAYS = {"every day": tuple(range(7)), "not at weekends": tuple(range(5)), "weekends": (5, 6)}
"""Days on which deadlines fall, as they are chosen; 0 is Monday."""

DAY_CHOICES = [app_commands.Choice(name=name, value=name) for name in DAYS]


MOST_TIMES = 6  # a day


LONGEST_AWAY = 366  # days


OFF = ("off", "none", "no")


_CHOICES = 25


_MINUTES = re.compile(r"[0-9]\s*m\b")
"""Minutes to be away: 5m may be months as well."""


_YEAR_FIRST = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


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
    if not folded(text):
        return ()
    times = clock.read_clocks(text)
    if times is None:
        raise Refused(Reason.BAD_TIME, text=text)
    if len(times) > MOST_TIMES:
        raise TellPlayer(f"At most {MOST_TIMES} times a day; you wrote {len(times)}.")
    return times


def read_hours(text: str) -> tuple[int | None, int | None]:
    """Read a span of the day such as ``22:00-07:00``, as minutes of the day; two ``None`` for ``off``.

    :raises TellPlayer: for any other text, or two equal times.
    """
    if folded(text) in OFF:
        return None, None
    found = clock.read_hours(text)
    if found is None:
        raise TellPlayer(
            f"I can't read “{harmless(text[:30])}” as quiet hours. Write two times, such as `22:00-07:00` or "
            "`10pm-7am`; `off` takes them back."
        )
    if found[0] == found[1]:
        raise TellPlayer("Quiet hours need two different times, such as `22:00-07:00`; `off` takes them back.")
    return found


def read_time(text: str) -> int | None:
    """Read a time of day; ``None`` for ``off``. :exc:`Refused` if it is neither."""
    if folded(text) in OFF:
        return None
    if (minutes := clock.read_clock(text)) is None:
        raise Refused(Reason.BAD_TIME, text=text)
    return minutes


def tell_days(days: tuple[int, ...]) -> str:
    """
    >>> tell_days((0, 1, 2, 3, 4))
    'not at weekends'
    """
    names = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
    return next((name for name, each in DAYS.items() if each == days), ", ".join(names[day] for day in days))


def read_until(text: str, zone: str, now: float) -> float:
    """Read until when somebody is away: a span such as ``5d``, or the last day of it such as ``24 Dec``.

    :raises TellPlayer: if it is neither, might be two days, is past, or is more than a year ahead.
    """
    try:
        until = _until(text, zone, now)
    except Unclear as unclear:
        days = " or ".join(f"{day.day} {day:%B %Y}" for day in unclear.days)
        forms = " or ".join(f"`{day.isoformat()}`" for day in unclear.days)
        raise TellPlayer(f"“{harmless(text[:30])}” may be {days}. Write {forms}, so that I know which.") from unclear
    return require_to_come(until, text, now)


def require_to_come(until: float | None, text: str, now: float) -> float:
    """Return a time to come, in seconds since 1970.

    :param text: as it was typed.
    :raises TellPlayer: if it is none, is past, or is more than a year ahead.
    """
    if until is None or not now < until <= now + LONGEST_AWAY * 86_400:
        raise TellPlayer(
            f"I can't read “{harmless(text[:30])}” as a time to come. Write a span such as `5d` or `2w`, or the last "
            f"day you are away, such as `24 Dec` or `2026-12-24`; {LONGEST_AWAY} days from now at most."
        )
    return until


def is_exact(text: str) -> bool:
    """Tell whether a time to be away is a span, or a day in figures with the year first: nothing else can be meant."""
    return read_span(text) is not None or _YEAR_FIRST.fullmatch(text.strip()) is not None


def _until(text: str, zone: str, now: float) -> float | None:
    if (span := read_span(text)) is not None and not _MINUTES.search(folded(text)):
        return now + span
    home = kept_zone(zone)
    last: date | None = read_day(text, datetime.fromtimestamp(now, home).date())
    try:
        day = None if last is None else last + timedelta(days=1)
        return None if day is None else datetime(day.year, day.month, day.day, tzinfo=home).astimezone(UTC).timestamp()
    except (ValueError, OverflowError):  # at an end of the calendar
        return None


async def read_zone(interaction: Interaction, typed: str) -> str:
    """Return the zone that somebody means; :exc:`Refused` if there is none, or there are several."""
    return await asyncio.to_thread(zones.read_zone, typed, interaction.client.steward.now())


async def zone_choices(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer time zones, each with the time there now."""
    return await asyncio.to_thread(_zone_choices, typed, interaction.client.steward.now())


def _zone_choices(typed: str, now: float) -> list[app_commands.Choice[str]]:
    fitting = zones.zones_for(typed, now)[:_CHOICES]
    return [app_commands.Choice(name=f"{name}: {zones.time_there(name, now)}", value=name) for name in fitting]
