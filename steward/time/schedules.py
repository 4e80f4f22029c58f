"""Schedules: when a deadline falls, when reminders and digests of the day go out, and quiet hours.

A deadline falls a span after the question was put, or at the next of the times of day agreed on. Times of day are
wall-clock times of a zone, so that a turn ends at eight in the evening in summer as in winter.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from records.people import PlayerRecord
from records.races import Pace, PublicRace, RaceRecord, StoryMode
from records.refusals import Reason, Refused
from records.values import EntryId
from records.zones import MACHINE_FILES

HOUR, DAY = 3_600.0, 86_400.0
EVERY_DAY = tuple(range(7))
REMINDERS = (4, 12)
"""Reminders come when only these parts of the time are left, one in so many."""

LEAST_REMINDED = 1_200.0
"""Seconds: a shorter deadline needs no reminder."""

_DAYS_AHEAD = 15
"""So far ahead a time of day is looked for: two weeks and a day, so that every weekday comes up."""


class Schedule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A race's times as agreed when it was opened."""

    zone: str = "UTC"  # IANA name
    at: tuple[int, ...] = ()  # minutes after midnight; none for spans alone
    days: tuple[int, ...] = EVERY_DAY  # on which they count, 0 Monday
    least: float = 6 * HOUR  # for which a turn is open at least
    grace: float = DAY  # by which each player may be late in the whole race
    slices: int = 1  # of it that one question may use, six hours each
    misses: int = 2  # turns missed in a row until a house driver stands in and the place is offered
    longest_pause: float = 14 * DAY
    week: Mapping[str, int] = {}  # by kind of question: minutes after Monday 0:00 at which it closes, each week


@dataclass(frozen=True)
class Timing:
    """The pace of a race, its deadlines, and how much of it is told."""

    seconds: Mapping[str, int]  # by kind of decision, where no time of day is agreed on
    pace: Pace = Pace.MOVES
    schedule: Schedule = field(default_factory=Schedule)
    story: StoryMode = StoryMode.FULL

    @property
    def kept(self) -> dict[str, object]:
        """The fields of it that a record has."""
        stored = msgspec.json.encode(self.schedule).decode()
        return {"seconds": dict(self.seconds), "pace": self.pace, "schedule": stored, "story": self.story}

    @classmethod
    def of(cls, given: "Mapping[str, int] | Timing") -> "Timing":
        """Return a timing; spans alone make that of a race move by move."""
        return given if isinstance(given, Timing) else cls(given)


@lru_cache(maxsize=256)
def schedule_of(stored: str) -> Schedule:
    """Return a schedule as it is kept."""
    return msgspec.json.decode(stored, type=Schedule)


def zone_of(name: str) -> ZoneInfo:
    """Return a time zone; :exc:`Refused` if there is none of this name on every machine."""
    try:
        if name in MACHINE_FILES:
            raise ZoneInfoNotFoundError(name)
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise Refused(Reason.NO_SUCH_ZONE, zone=name[:40]) from error


def kept_zone(name: str) -> ZoneInfo:
    """Return a zone that is on record; UTC where this machine does not know it: what is due must come."""
    try:
        return ZoneInfo(name or "UTC")
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def until(race: RaceRecord, kind: str, now: float) -> float:
    """Return the deadline of a question of this kind put *now*, in seconds since 1970."""
    schedule = schedule_of(race.schedule)
    if not (race.pace.has_times and schedule.at):
        return now + race.seconds[kind]
    if kind in schedule.week:
        return next_of_week(schedule, schedule.week[kind], now + schedule.least)
    return next_time(schedule, now + schedule.least)


def grace_of(race: RaceRecord) -> float:
    """Return the seconds by which each player may be late in the whole of a race."""
    return schedule_of(race.schedule).grace if race.pace.has_grace else 0.0


def waits_until(race: RaceRecord, kind: str, now: float) -> float:
    """Return when a wait that asks nobody ends, likewise: after its span, or at its moment of the week."""
    schedule = schedule_of(race.schedule)
    if kind in schedule.week:
        return next_of_week(schedule, schedule.week[kind], now)
    return now + race.seconds[kind]


def next_of_week(schedule: Schedule, minutes: int, after: float) -> float:
    """Return the first moment at or after *after* that is so many minutes after a Monday 0:00 of the schedule's zone.

    :returns: seconds since 1970.
    """
    local = datetime.fromtimestamp(after, kept_zone(schedule.zone))
    monday = local.replace(hour=0, minute=0, second=0, microsecond=0) - timedelta(days=local.weekday())
    days, at = divmod(minutes, 24 * 60)
    weeks = (monday + timedelta(days=days + 7 * ahead) for ahead in range(2))
    times = (day.replace(hour=at // 60, minute=at % 60).astimezone(UTC).timestamp() for day in weeks)
    return next(each for each in times if each >= after)


def next_times(schedule: Schedule, after: float) -> tuple[float, ...]:
    """Return the first moment of each agreed time of day at or after *after*, in seconds since 1970, in their order."""
    return tuple(next_time(msgspec.structs.replace(schedule, at=(minutes,)), after) for minutes in schedule.at)


def next_time(schedule: Schedule, after: float) -> float:
    """Return the first agreed time of day at or after *after*, in seconds since 1970."""
    return next(at for at in _times(schedule, after) if at >= after)


def _times(schedule: Schedule, after: float) -> Iterator[float]:
    zone = kept_zone(schedule.zone)
    first = datetime.fromtimestamp(after, zone).replace(hour=0, minute=0, second=0, microsecond=0)
    for ahead in range(_DAYS_AHEAD):
        day = first + timedelta(days=ahead)
        if day.weekday() in schedule.days:
            for minutes in sorted(schedule.at):
                # A time that a change of the clocks leaves out is the one after it.
                local = day.replace(hour=minutes // 60, minute=minutes % 60)
                yield local.astimezone(UTC).timestamp()


def next_reminder(opened: float, at: float, sent: int) -> float | None:
    """Return when to remind of a deadline after *sent* reminders, in seconds since 1970; ``None`` for no more (S-2)."""
    if at - opened < LEAST_REMINDED or sent >= len(REMINDERS):
        return None
    return at - (at - opened) / REMINDERS[sent]


def first_reminder(race: PublicRace, entry: EntryId, opened: float, at: float) -> float | None:
    """Return when to remind somebody first; who left the question before unanswered gets the last one alone (H-7)."""
    seat = race.faction_of(entry)
    was_silent = seat is not None and seat.missed and not race.record.kind.has_phases
    return next_reminder(opened, at, len(REMINDERS) - 1 if was_silent else 0)


def quiet_until(player: PlayerRecord, now: float) -> float | None:
    """Return when a player's quiet hours end, if it is quiet for them now."""
    if player.quiet_from is None or player.quiet_until is None or player.quiet_from == player.quiet_until:
        return None
    local = datetime.fromtimestamp(now, kept_zone(player.zone))
    minutes = local.hour * 60 + local.minute
    if not _is_between(player.quiet_from, minutes, player.quiet_until):
        return None
    end = local.replace(hour=player.quiet_until // 60, minute=player.quiet_until % 60, second=0, microsecond=0)
    if end <= local:
        end += timedelta(days=1)
    return end.astimezone(UTC).timestamp()


def next_digest(player: PlayerRecord, now: float) -> float:
    """Return when a player's digest is due next, in seconds since 1970."""
    last = last_time(player, now)
    local = datetime.fromtimestamp(last, kept_zone(player.zone))
    return (local + timedelta(days=1)).astimezone(UTC).timestamp()


def last_time(player: PlayerRecord, now: float) -> float:
    """Return when a player's digest was due last, in seconds since 1970."""
    assert player.digest is not None
    local = datetime.fromtimestamp(now, kept_zone(player.zone))
    due = local.replace(hour=player.digest // 60, minute=player.digest % 60, second=0, microsecond=0)
    return (due if due <= local else due - timedelta(days=1)).astimezone(UTC).timestamp()


def _is_between(first: int, minutes: int, end: int) -> bool:
    """Tell whether a minute of the day lies in a span that may go over midnight."""
    return first <= minutes < end if first < end else minutes >= first or minutes < end
